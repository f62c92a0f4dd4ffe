/** The network and programs, for the runner. What does it is loaded with the first request that needs it. */
import type { Broker } from './broker.js';
import type { NetworkOptions } from './broker-network.js';
import type { PathWords, Permissions } from './permissions.js';

export interface AccessInputs {
  readonly permissions: Permissions;
  readonly words: PathWords;
  readonly env: NodeJS.ProcessEnv;
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
      import('./broker-fetch.js'),
      import('./broker-network.js'),
    ]);
    return new Fetcher(new Network(options));
  });
  const sockets = kept(async () => {
    const [{ WebSockets }, { Network }] = await Promise.all([
      import('./broker-websocket.js'),
      import('./broker-network.js'),
    ]);
    return new WebSockets(new Network(options));
  });
  const programs = kept(async () => {
    const { Programs } = await import('./broker-run.js');
    return new Programs(inputs);
  });
  broker.register('fetch', async (request) => await (await fetcher()).answer(request));
  broker.register('websocket', async (request) => await (await sockets()).answer(request));
  broker.register('run', async (request) => await (await programs()).answer(request));
  return () => {
    for (const close of closing) close();
  };
}
