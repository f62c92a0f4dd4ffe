/** More than a launcher can hold: of values, messages, streams, sockets, programs. One kind for each run. */
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { place } from './kit.js';
import { CHANNEL, streamed } from './by-hand.js';
import { data, frame, nextId, request, send, SYNC } from './wire.js';

declare const $tui: TuiGlobal;

const origin = `http://127.0.0.1:${String(place['port'])}`;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A message with JSON of so many bytes in it that nothing looks at. */
function bomb(junk: string, type = 'request'): Buffer {
  const head = `{"type":"${type}","id":${nextId()},"kind":"permission","payload":{"kind":"clipboard"`;
  return frame(`${head},"junk":${junk}},"body":false}`);
}
const MILLION = 1_000_000;
/** Each of about so many bytes. */
const values: readonly ((size: number) => string)[] = [
  (size) => `[${'{},'.repeat(size / 3)}{}]`,
  (size) => `[${'[[]],'.repeat(size / 5)}0]`,
  (size) => `{${Array.from({ length: size / 16 }, (_, n) => `"k${n}":${n},`).join('')}"z":0}`,
  (size) => `[${'1.5,'.repeat(size / 4)}0]`,
  (size) => `"${'\\u00e9'.repeat(size / 6)}"`,
  (size) => `${`[${'{},'.repeat(100)}`.repeat(size / 301)}0${']'.repeat(size / 301)}`,
];

const floods: Readonly<Record<string, () => Promise<void>>> = {
  values: async () => {
    // Small ones first, of which each may be taken.
    for (const size of [100_000, 250_000, 15 * MILLION]) {
      for (const make of values) {
        const junk = make(size);
        for (const fd of [CHANNEL, SYNC]) {
          send(bomb(junk), fd);
          send(bomb(junk, 'notice'), fd);
        }
        await turn();
      }
    }
  },
  messages: async () => {
    const long = 'x'.repeat(200_000);
    for (let n = 0; n < 2000; n++) {
      const level = n % 2 === 0 ? 'INFO' : 'ERROR';
      const message = n % 10 === 0 ? long : `line ${n}\n\n\x1b[31m`;
      send(frame({ type: 'notice', kind: 'log', payload: { time: n, level, message } }));
      send(frame({ type: 'notice', kind: 'no-such-notice', payload: long.slice(0, 1000) }));
      send(
        frame({ type: 'response', id: n + 1, ok: true, value: long.slice(0, 1000), body: true }),
      );
      send(data(n + 1, Buffer.from(long.slice(0, 1000))));
      if (n % 100 === 0) await turn();
    }
  },
  // The answers are not read.
  requests: async () => {
    const kinds: Readonly<Record<string, readonly [payload: unknown, text: string]>> = {
      compile: [[{ size: 40_000, lang: 'js', ready: false }], 'é'.repeat(20_000)],
      'find-handler-error': [null, '('.repeat(2000)],
      clipboard: [null, 'x'.repeat(100_000)],
      'config-save': [null, '[["theme", "bw-std"]]'],
    };
    for (let n = 0; n < 60; n++) {
      for (const [kind, [payload, text]] of Object.entries(kinds)) {
        const id = nextId();
        send(Buffer.concat([request(id, kind, payload, true), ...streamed(id, [text])]), CHANNEL);
      }
      await turn();
    }
  },
  streams: async () => {
    const kinds: Readonly<Record<string, unknown>> = {
      fetch: { method: 'POST', url: `${origin}/slow`, headers: [], length: null },
      websocket: { url: `ws${origin.slice(4)}/socket/open/0/stay`, protocols: [] },
      run: { argv: ['sleep', '100'], cwd: null, timeout: 0, limit: 1e9 },
    };
    const window = Buffer.alloc(64 * 1024);
    for (const [kind, payload] of Object.entries(kinds)) {
      for (let n = 0; n < 600; n++) {
        const id = nextId();
        send(request(id, kind, payload, true), CHANNEL);
        // As much as is taken without credit; for some of them.
        if (n < 100) for (let at = 0; at < 3; at++) send(data(id, window), CHANNEL);
        if (n % 100 === 0) await turn();
      }
    }
    // Answers without end that nobody reads.
    for (let n = 0; n < 60; n++) void fetch(`${origin}/endless`).catch(() => undefined);
  },
  things: async () => {
    const argv = ['echo', ...Array.from({ length: 4000 }, () => 'x'.repeat(30))];
    const many = Array.from({ length: 100 }, () => $tui.run('echo', argv.slice(1)).catch(() => 0));
    many.push($tui.run('echo', ['x'.repeat(3 * MILLION)]).catch(() => 0));
    many.push(
      $tui
        .run(
          'echo',
          Array.from({ length: 100_000 }, () => 'x'),
        )
        .catch(() => 0),
    );
    many.push($tui.run('yes', ['y'.repeat(1000)]).catch(() => 0));
    await Promise.all(many);
    const Kind = (globalThis as { WebSocket?: typeof WebSocket }).WebSocket;
    for (let n = 0; Kind !== undefined && n < 2000; n++) {
      new Kind(`ws${origin.slice(4)}/socket/open/0/stay`).onerror = () => undefined;
      if (n % 100 === 0) await turn();
    }
  },
  // What `snapshot --output` keeps until the app has ended.
  picture: async () => {
    const id = nextId();
    send(request(id, 'picture', null, true), CHANNEL);
    const bytes = Buffer.alloc(64 * 1024, 'x');
    let credit = 256 * 1024;
    // The runtime reads what comes: credit for a request that it has not made is left to this.
    const { JSON: json } = globalThis;
    const { parse } = json;
    json.parse = (text, ...rest) => {
      const value = parse(text, ...(rest as [])) as { type?: string; id?: number; bytes?: number };
      if (value?.type === 'credit' && value.id === id) credit += value.bytes ?? 0;
      return value;
    };
    for (let sent = 0; sent < 350 * 1024 * 1024; sent += bytes.length) {
      for (let waits = 0; credit < bytes.length && waits < 2000; waits++) await turn();
      if (credit < bytes.length) break;
      credit -= bytes.length;
      send(data(id, bytes), CHANNEL);
    }
  },
};

for (const kind of place['floods'] as readonly string[]) await floods[kind]?.();
process.stdout.write('FLOODED\n');
setInterval(() => undefined, 1000);
await new Promise(() => undefined);
