/** The network and programs, for the runner. What does it is loaded with the first request that needs it. */
import type { Broker, BrokerHandler } from './broker.js';
import type { NetworkOptions } from './network.js';
import type { LentTerminal } from './run.js';
import type { PathWords } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';

export interface AccessInputs {
  readonly permissions: Permissions;
  readonly words: PathWords;
  readonly env: NodeJS.ProcessEnv;
  /** Of a live app. */
  readonly terminal?: LentTerminal | undefined;
  /** For specs: another resolver, other authorities, smaller limits. */
  readonly network?: Omit<NetworkOptions, 'permissions'> | undefined;
}

/** Registers `fetch`, `websocket` and `run`. The returned function ends all that is under way. */
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
  broker.register('hand-over', async (request) => await (await programs()).handOver(request));
  return () => {
    for (const close of closing) close();
  };
}
