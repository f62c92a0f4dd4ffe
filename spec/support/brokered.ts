/** What a sandboxed app reaches through the launcher's broker, in one process: both ends of a real socket. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccess, type OpenedAccess } from '../../runtime/script/access.js';
// Loaded ahead: jest never finishes two dynamic imports that link the same module at a time.
import '../../cli/sandbox/broker/websocket.js';
import '../../cli/sandbox/broker/ai/ai.js';
import { Broker } from '../../cli/sandbox/broker/broker.js';
import { registerAccess, type AccessInputs } from '../../cli/sandbox/broker/access.js';
import type { NetworkOptions } from '../../cli/sandbox/broker/network.js';
import { Channel } from '../../cli/sandbox/channel/channel.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import { aiSetup } from '../../cli/sandbox/policy/ai/endpoint.js';
import type { Permissions } from '../../cli/sandbox/policy/types.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { aiThrough } from '../../cli/sandbox/runner/access/ai.js';
import { fetchThrough } from '../../cli/sandbox/runner/access/fetch.js';
import { oauthThrough } from '../../cli/sandbox/runner/access/oauth.js';
import { runThrough, spawnThrough } from '../../cli/sandbox/runner/access/run.js';
import { webSocketThrough } from '../../cli/sandbox/runner/access/websocket.js';

type WebSocketClass = ReturnType<typeof webSocketThrough>['WebSocket'];

export interface Brokered extends Pick<OpenedAccess, 'run' | 'spawn' | 'ai' | 'oauth'> {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: WebSocketClass;
  /** The runner's end: for what no script could send. */
  readonly channel: Channel;
  readonly broker: Broker;
  /** The sockets themselves: the runner's, and the launcher's. */
  readonly wires: { readonly runner: Socket; readonly launcher: Socket };
  readonly permissions: Permissions;
  /** The app's folder, empty. */
  readonly folder: string;
  /** What listeners threw. */
  readonly reported: unknown[];
  /** How often something came that scripts may have waited for. */
  activity: number;
  /** As when the app ends. */
  close(): void;
}

export interface BrokeredOptions {
  readonly network?: Omit<NetworkOptions, 'permissions'>;
  readonly env?: NodeJS.ProcessEnv;
  /** Settings of the AI service, which the user or, with `by`, the policy has set. */
  readonly ai?: Readonly<Record<string, unknown>>;
  readonly by?: 'user' | 'policy';
  /** The user's keys, by their variables. */
  readonly keys?: Readonly<Record<string, string>>;
  /** The check that the runner makes before it asks; `false`: a runner without it. */
  readonly check?: (url: URL) => void;
  readonly oauth?: AccessInputs['oauth'];
  /** Default: one on which the user presses a key at any time. */
  readonly terminal?: AccessInputs['terminal'];
  readonly home?: string;
  readonly now?: () => number;
}

/** An app that has been granted what the flags say. */
export async function brokered(
  flags: readonly string[],
  { network, env = process.env, check = () => undefined, oauth, ...options }: BrokeredOptions = {},
): Promise<Brokered> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-broker-')));
  const { permissions, variables } = loadPermissions({
    source: { file: 'app.tui', text: '<text>x</text>' },
    appFile: join(folder, 'app.tui'),
    flags: readPermissionFlags(flags),
    env,
    cwd: folder,
    home: options.home ?? '/nonexistent',
  }).resolved;
  const wires = await socketPair(join(folder, 's'));
  const broker = new Broker();
  const { ai: settings = {}, by = 'user', keys = {} } = options;
  const ai = aiSetup(
    {
      getString: (key) => settings[key] as string | undefined,
      getValue: (key) => settings[key],
      getSource: (key) => (key in settings ? (by === 'user' ? 'file' : by) : undefined),
    },
    (variable) => keys[variable] !== undefined,
  );
  const end = registerAccess(broker, {
    permissions,
    variables,
    env,
    network,
    oauth,
    ai,
    keys: { get: (variable) => keys[variable] },
    now: options.now,
    terminal:
      'terminal' in options
        ? options.terminal
        : ({ takeGesture: () => true, announce: () => undefined } as never),
  });
  const launcher = new Channel(wires.launcher, {
    side: 'launcher',
    onRequest: (request) => broker.answer(request),
    onNotice: (kind, payload) => broker.notice(kind, payload),
  });
  const channel = new Channel(wires.runner, { side: 'runner' });
  const reported: unknown[] = [];
  let sockets: ReturnType<typeof webSocketThrough> | undefined;
  const result = { activity: 0 };
  const activity = (): void => void result.activity++;
  const access = openAccess(
    (hooks) => {
      sockets = webSocketThrough({ channel, hooks, check });
      const fetch = fetchThrough(channel, hooks.activity);
      const own = { permissions, native: globalThis.fetch, activity };
      return {
        ...sockets,
        fetch,
        run: runThrough(channel),
        spawn: spawnThrough(channel),
        ai: aiThrough(channel),
        oauth: oauthThrough(channel, own),
      };
    },
    { activity, hasColors: () => true, report: (error) => void reported.push(error) },
  );
  return Object.assign(result, {
    fetch: access.names['fetch'] as typeof globalThis.fetch,
    WebSocket: access.names['WebSocket'] as WebSocketClass,
    run: access.run,
    spawn: access.spawn,
    ai: access.ai,
    oauth: access.oauth,
    channel,
    broker,
    wires,
    permissions,
    folder,
    reported,
    close: () => {
      access.close();
      launcher.close();
      channel.close();
      end();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function socketPair(path: string): Promise<{ launcher: Socket; runner: Socket }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(path, done));
  const accepted = new Promise<Socket>((done) => server.once('connection', done));
  const runner = connect(path);
  runner.on('error', () => undefined);
  const launcher = await accepted;
  server.close();
  return { launcher, runner };
}
