/** Requests that are cut: by the server at each byte, by the app at each moment, by the app's hand at each message. */
import { closeSync, writeSync } from 'node:fs';
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, place } from './kit.js';
import { data, frame, nextId, request, send, SYNC } from './wire.js';

declare const $tui: TuiGlobal;

const origin = `http://127.0.0.1:${String(place['port'])}`;
const isControl = place.tier === 'control';

/** Not by the clock: on a busy machine much takes long, and what never ends keeps the app from its end. */
async function attackAll(name: string, run: () => Promise<number>): Promise<void> {
  const count = await run();
  await attack(`ALL ${name}`, () => count);
}

/** Runs all, some at a time, whatever becomes of each; how many there were. */
async function all(count: number, run: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await run(next++).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return count;
}
const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
};
const sane = async (name: string): Promise<void> => {
  await attack(`SANE ${name}`, async () => await (await fetch(`${origin}/whole`)).text());
};

await sane('at first');

// One message is cut, on a descriptor that is closed then.
if (typeof place['at'] === 'number') {
  const payload = { method: 'POST', url: `${origin}/slow`, headers: [], length: null };
  const last = request(nextId(), 'fetch', payload, true);
  writeSync(SYNC, last.subarray(0, place['at'] * last.length));
  closeSync(SYNC);
  await sane('after a message that was cut');
  done();
}

// The answer ends, or the connection is reset, after each of its bytes.
for (const [kind, length] of Object.entries(place['answers'] as Record<string, number>)) {
  await attackAll(`${kind} at each byte`, async () =>
    all(length + 1, async (n) => {
      const answer = await fetch(`${origin}/cut/${kind}/${n}/${n % 2 === 0 ? 'end' : 'reset'}`);
      await answer.arrayBuffer();
    }),
  );
  await sane(`after ${kind}`);
}
for (const kind of place['odd'] as readonly string[]) {
  await attackAll(`odd answer ${kind}`, async () =>
    all(2, async () => {
      const answer = await fetch(`${origin}/odd/${kind}`);
      // Not awaited: undici 6 never settles for an encoding that is broken (Node 20 and 22, outside too).
      answer.text().catch(() => undefined);
    }),
  );
}
await sane('after odd answers');

// The app loses interest after each turn of its event loop.
const endless = async function* (): AsyncGenerator<Uint8Array> {
  for (; ; await turns(1)) yield new Uint8Array(1000);
};
const MOMENTS = 12;
await attackAll('aborted at each moment', async () =>
  all(4 * MOMENTS, async (n) => {
    const abort = new AbortController();
    const { signal } = abort;
    const url = [`${origin}/slow`, `${origin}/whole`, 'http://127.0.0.1:9/', `${origin}/upload`][
      n % 4
    ];
    const upload = { method: 'POST', body: endless() as never, duplex: 'half' };
    const asked = fetch(url ?? '', { signal, ...(n % 4 === 3 ? upload : {}) } as RequestInit);
    asked.then((answer) => answer.text()).catch(() => undefined);
    await turns(n >> 2);
    abort.abort();
    await asked;
  }),
);
await attackAll('left while it is read', async () =>
  all(MOMENTS, async (n) => {
    const { body } = await fetch(`${origin}/large`);
    const reader = body?.getReader();
    for (let at = 0; at < n % 6; at++) await reader?.read();
    if (n % 2 === 0) await reader?.cancel();
    await turns(n);
  }),
);
await sane('after that');

// WebSockets: the server ends at each byte of what it sends, the app at each moment.
const Kind = (globalThis as { WebSocket?: typeof WebSocket }).WebSocket;
const socket = (path: string, work?: (opened: WebSocket) => Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    if (Kind === undefined) return resolve();
    const opened = new Kind(`ws${origin.slice(4)}${path}`);
    opened.onclose = () => resolve();
    opened.onerror = () => resolve();
    void work?.(opened).catch(() => undefined);
  });
for (const [kind, positions] of Object.entries(place['sockets'] as Record<string, number[]>)) {
  await attackAll(`WebSocket ${kind} at each byte`, async () =>
    all(positions.length, async (n) =>
      socket(`/socket/${kind}/${positions[n]}/${n % 2 === 0 ? 'end' : 'reset'}`),
    ),
  );
}
await attackAll('WebSocket left at each moment', async () =>
  all(MOMENTS * 3, async (n) =>
    socket('/socket/open/0/stay', async (opened) => {
      opened.addEventListener('open', () => opened.send(new Uint8Array(n * 10_000)));
      await turns(Math.floor(n / 3));
      if (n % 3 > 0 && opened.readyState === 1) opened.send('x'.repeat(n * 1000));
      opened.close(1000 + (n % 2) * 2000, 'bye');
      opened.close();
    }),
  ),
);
await sane('after WebSockets');

// Programs: ended at each moment, with input that is not read and output that is not wanted.
await attackAll('programs ended at each moment', async () =>
  all(isControl ? 4 : MOMENTS, async (n) => {
    const abort = new AbortController();
    const code = ['cat', 'exec >&-; sleep 0.1', 'head -c 300000 /dev/zero', 'exit 3', 'kill -9 $$'][
      n % 5
    ];
    const ran = $tui.run('sh', ['-c', code ?? ''], {
      input: 'x'.repeat(n * 5000),
      signal: abort.signal,
      timeout: 2000,
    });
    ran.catch(() => undefined);
    await turns(n);
    if (n % 2 === 0) abort.abort();
    await ran;
  }),
);
await sane('after programs');

// By hand: a request, pieces, the end, credit and leaving, in every order of up to three, in one write.
if (!isControl) {
  const kinds: Readonly<Record<string, unknown>> = {
    fetch: { method: 'POST', url: 'http://127.0.0.1:9/', headers: [], length: null },
    'fetch slow': { method: 'POST', url: `${origin}/slow`, headers: [], length: 5 },
    websocket: { url: `ws${origin.slice(4)}/socket/open/0/stay`, protocols: [] },
    'websocket none': { url: 'ws://127.0.0.1:9/', protocols: [] },
    run: { argv: ['cat'], cwd: null, timeout: 1000, limit: 100 },
    'run none': { argv: ['no-such-program'], cwd: null, timeout: 1000, limit: 100 },
    clipboard: null,
    compile: [{ size: 11, lang: 'js', ready: false }],
    'config-save': null,
    'find-handler-error': null,
    permission: { kind: 'clipboard' },
    picture: null,
    'no-such-kind': {},
  };
  const words = ['request', 'open', 'piece', 'none', 'end', 'fault', 'credit', 'cancel'] as const;
  type Word = (typeof words)[number];
  const bytesOf = (word: Word, id: number, name: string): Buffer => {
    const [kind = ''] = name.split(' ');
    const payload = kinds[name];
    switch (word) {
      case 'request':
        return request(id, kind, payload);
      case 'open':
        return request(id, kind, payload, true);
      case 'piece':
        return data(id, Buffer.from('hello world'));
      case 'none':
        return data(id, Buffer.alloc(0));
      case 'end':
        return frame({ type: 'end', id });
      case 'fault':
        return frame({ type: 'end', id, error: { name: 'x', message: 'y', code: 'z' } });
      case 'credit':
        return frame({ type: 'credit', id, bytes: 1e9 });
      case 'cancel':
        return frame({ type: 'cancel', id });
    }
  };
  const isBegin = (word: Word): boolean => word === 'request' || word === 'open';
  await attackAll('messages in every order', async () => {
    let count = 0;
    for (const name of Object.keys(kinds)) {
      for (const a of words) {
        for (const b of words) {
          for (const c of words) {
            // The same number twice is no message.
            if ([a, b, c].filter(isBegin).length > 1) continue;
            const id = nextId();
            // Left at last: the launcher reads no more while too many wait for an answer.
            const order = [a, b, c, 'cancel' as const];
            send(Buffer.concat(order.map((word) => bytesOf(word, id, name))));
            count++;
          }
        }
        await turns(1);
      }
    }
    return count;
  });
  await sane('after messages in every order');
}
// Some are under way when the app ends.
for (let n = 0; n < 20; n++) void fetch(`${origin}/slow`).catch(() => undefined);
void socket('/socket/open/0/stay');
void $tui.run('sleep', ['100']).catch(() => undefined);
await turns(3);
done();
