/** The network, programs, models and signing in, for the runner. What does it is loaded with the first request that needs it. */
import type { AiClientInputs } from './ai/client.js';
import type { Speech } from './ai/transcribe.js';
import type { Broker, BrokerHandler } from './broker.js';
import type { NetworkOptions } from './network.js';
import type { RecordingTerminal } from './audio/service.js';
import type { OAuthInputs, SignInTerminal } from './oauth/service.js';
import type { PickerTerminal } from './picker/service.js';
import type { LentTerminal } from './run.js';
import type { AiSettings, AiSetup } from '../policy/ai/endpoint.js';
import { trustedPath } from '../policy/check.js';
import type { PathVariables } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';

/** Of the configuration. */
interface AudioSettings {
  readonly aiAudioGain: number;
  readonly aiAudioModel: string | undefined;
  readonly audioDebug: boolean;
  readonly terminalForceExternalTool: boolean;
}

export interface AccessInputs {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly env: NodeJS.ProcessEnv;
  /** Of a live app. */
  readonly terminal?:
    | (LentTerminal & SignInTerminal & RecordingTerminal & PickerTerminal)
    | undefined;
  /** Name of the app for its user; default: none is shown. */
  readonly app?: string | undefined;
  /** The settings of sound. */
  readonly audioConfig?: AudioSettings | undefined;
  /** A setting of sound has no effect here. */
  readonly onAudioWarning?: ((message: string) => void) | undefined;
  /** The AI service; default: none is set up. */
  readonly ai?: AiSetup | undefined;
  /** Default: those of the process's user. */
  readonly keys?: AiClientInputs['keys'] | undefined;
  /** For signing in; undefined: sign-in is not available. */
  readonly oauth?:
    | Pick<OAuthInputs, 'config' | 'home' | 'owner' | 'onWarning' | 'onKept' | 'patience'>
    | undefined;
  /** For specs: another clock of dialogs, in ms. */
  readonly now?: (() => number) | undefined;
  /** For specs: another resolver, other authorities, smaller limits. */
  readonly network?: Omit<NetworkOptions, 'permissions'> | undefined;
}

const NO_SETTINGS: AiSettings = {
  getString: () => undefined,
  getValue: () => undefined,
  getSource: () => undefined,
};

/** Registers `fetch`, `websocket`, `run`, `spawn`, `follow`, the AI service, the kinds of signing in and of choosing files. The returned function ends all that is under way. */
export function registerAccess(broker: Broker, inputs: AccessInputs): () => void {
  const { permissions, network } = inputs;
  const closing: (() => void)[] = [];
  const kept = <T extends { close(): void }>(load: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= load().then((value) => {
        closing.push(() => value.close());
        return value;
      });
      return made;
    };
  };
  const options = { ...network, permissions };
  const fetcher = kept(async () => {
    const [{ Fetcher }, { Network }] = await Promise.all([
      import('./fetch.js'),
      import('./network.js'),
    ]);
    return new Fetcher(new Network(options));
  });
  const sockets = kept(async () => {
    const [{ WebSockets }, { Network }] = await Promise.all([
      import('./websocket.js'),
      import('./network.js'),
    ]);
    return new WebSockets(new Network(options));
  });
  const programs = kept(async () => {
    const { Programs } = await import('./run.js');
    return new Programs(inputs);
  });
  const streams = true;
  const answer = (kind: string, load: () => Promise<{ answer: BrokerHandler }>): void =>
    broker.register(kind, async (request) => await (await load()).answer(request), { streams });
  answer('fetch', fetcher);
  answer('websocket', sockets);
  answer('run', programs);
  broker.register('spawn', async (request) => await (await programs()).spawn(request), { streams });
  broker.register('signal-program', async (request) => (await programs()).signal(request));
  const followed = kept(async () => {
    const { Followed } = await import('./follow.js');
    return new Followed(inputs);
  });
  broker.register('follow', async (request) => await (await followed()).answer(request));
  const ai = kept(async () => {
    const [{ AiService }, { keyRingOf }, { aiSetup }] = await Promise.all([
      import('./ai/ai.js'),
      import('../policy/ai/keys.js'),
      import('../policy/ai/endpoint.js'),
    ]);
    const speech: Speech = {
      model: () => inputs.audioConfig?.aiAudioModel,
      replay: async (wav, signal) => {
        if (inputs.audioConfig?.audioDebug !== true) return;
        const { replay, NOT_PLAYED } = await import('./audio/replay.js');
        const path = trustedPath(permissions, inputs.env['PATH'] ?? '');
        if (await replay(wav, { env: inputs.env, path, signal })) return;
        if (!signal.aborted) inputs.onAudioWarning?.(NOT_PLAYED);
      },
    };
    const setup = inputs.ai ?? aiSetup(NO_SETTINGS, () => false);
    return new AiService(
      { setup, keys: inputs.keys ?? keyRingOf(inputs.env), permissions, network },
      speech,
    );
  });
  broker.register('ai-status', async () => (await ai()).status());
  broker.register('ai-chat', async (request) => await (await ai()).chat(request), { streams });
  broker.register('ai-transcribe', async (request) => await (await ai()).transcribe(request), {
    streams,
  });
  broker.register('hand-over', async (request) => await (await programs()).runOnTerminal(request));
  const audio = kept(async () => {
    const { AudioService } = await import('./audio/service.js');
    return new AudioService({
      ...inputs,
      gain: () => inputs.audioConfig?.aiAudioGain ?? 1,
      isExternal: () => inputs.audioConfig?.terminalForceExternalTool ?? false,
    });
  });
  broker.register('audio-record', async (request) => (await audio()).record(request));
  broker.register('audio-stop', async () => (await audio()).stop());
  const signIn = kept(async () => {
    const { OAuthService } = await import('./oauth/service.js');
    if (inputs.oauth === undefined) throw new Error('sign-in is not available here');
    return new OAuthService({ ...inputs, ...inputs.oauth });
  });
  broker.register('oauth-login', async (request) => (await signIn()).login(request));
  broker.register('oauth-logout', async (request) => await (await signIn()).logout(request));
  broker.register('oauth-user', async () => await (await signIn()).user());
  const withToken: BrokerHandler = async (request) => await (await signIn()).fetch(request);
  broker.register('oauth-fetch', withToken, { streams });
  let isPicking = false;
  const picker = kept(async () => {
    const { FilePicker } = await import('./picker/service.js');
    isPicking = true;
    return new FilePicker(inputs);
  });
  broker.register('choose-files', async (request) => await (await picker()).choose(request));
  broker.register('read-chosen', async (request) => (await picker()).read(request));
  broker.onNotice('release-chosen', (payload) => {
    if (isPicking) void picker().then((files) => files.release(payload));
  });
  return () => {
    for (const close of closing) close();
  };
}
