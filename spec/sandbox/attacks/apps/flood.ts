/** Everything that an app can send, as much and as fast as it goes, on both channels. Never ends by itself. */
import { writeSync } from 'node:fs';
import { place, sleep } from './kit.js';
import { data, frame, nextId, receive, replyTo, request, send } from './wire.js';

const SOCKETS = [3, 4];

/** Writes what the launcher takes, to both in turn, and reads nothing. */
async function flood(next: () => Buffer): Promise<never> {
  const waiting: Buffer[] = SOCKETS.map(() => Buffer.alloc(0));
  let rounds = 0;
  for (;;) {
    let isStuck = true;
    for (const [index, fd] of SOCKETS.entries()) {
      const rest = waiting[index] ?? Buffer.alloc(0);
      const bytes = rest.length > 0 ? rest : next();
      try {
        waiting[index] = bytes.subarray(writeSync(fd, bytes, 0, Math.min(bytes.length, 1 << 16)));
        isStuck = false;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        waiting[index] = bytes;
      }
    }
    if (++rounds === 20) process.stderr.write('FLOODING\n');
    if (isStuck) await sleep(1);
  }
}

const ROOM = 255 * 1024;
/** As many values, as deep, and as long as a message may be; and a kind that keeps it while it is answered. */
const values = `[${'{},'.repeat(4900)}{}]`;
const large = (kind: string, payload: string): Buffer =>
  frame(`{"type":"request","id":${nextId()},"kind":"${kind}","payload":${payload},"body":false}`);
const text = (length: number): string => JSON.stringify('x'.repeat(length));

const code = Buffer.from(
  Array.from({ length: 200_000 }, (_, n) => `export const v${n} = ${n} * 2;`).join('\n'),
);

let started = 0;
const floods: Readonly<Record<string, () => Buffer>> = {
  'messages of many values': () => large('permission', values),
  'long messages': () => large('nothing', text(ROOM)),
  addresses: () => large('fetch', `{"method":"GET","headers":[],"url":${text(60_000)}}`),
  'log entries': () =>
    frame({
      type: 'notice',
      kind: 'log',
      payload: { level: 'ERROR', message: '\n'.repeat(120_000) },
    }),
  notices: () => frame({ type: 'notice', kind: 'terminal', payload: { altScreen: false } }),
  'answers that are not read': () => request(nextId(), 'permission', { kind: 'x'.repeat(200) }),
  'streams that are not ended, in small pieces': () => {
    const id = nextId();
    const piece = data(id, Buffer.from('x'));
    const pieces = Array.from({ length: 20_000 }, () => piece);
    return Buffer.concat([request(id, 'picture', null, true), ...pieces]);
  },
  'streams for nobody': () => data(nextId(), Buffer.alloc(65_536)),
  'code to compile': () => {
    const id = nextId();
    // What fits into the window, of many at a time.
    const pieces = [0, 1, 2, 3].map((n) => data(id, code.subarray(n * 65_536, (n + 1) * 65_536)));
    const payload = [{ size: 262_144, lang: 'js', ready: false }];
    const end = frame({ type: 'end', id });
    return Buffer.concat([request(id, 'compile', payload, true), ...pieces, end]);
  },
  'texts to copy': () => {
    const id = nextId();
    const piece = data(id, Buffer.alloc(65_536, 'x'));
    return Buffer.concat([request(id, 'clipboard', null, true), piece, piece, piece, piece]);
  },
  'requests that are cancelled': () => {
    const id = nextId();
    started++;
    const kind = ['compile', 'clipboard', 'find-handler-error', 'fetch'][started % 4] ?? '';
    return Buffer.concat([request(id, kind, [], true), frame({ type: 'cancel', id })]);
  },
};

/** A stream as long as its reader lets it be, and its answer. */
function stream(kind: string, payload: unknown, bytes: Buffer): void {
  const id = nextId();
  send(request(id, kind, payload, true));
  let credit = 262_144;
  for (let at = 0; at < bytes.length;) {
    while (credit === 0) {
      const message = receive();
      if (message.id !== id) continue;
      if (message.type === 'response') return;
      if (message.type === 'credit') credit += Number(message.bytes);
    }
    const piece = bytes.subarray(at, at + Math.min(65_536, credit));
    send(data(id, piece));
    at += piece.length;
    credit -= piece.length;
  }
  send(frame({ type: 'end', id }));
  replyTo(id);
}

const whole = code.subarray(0, code.lastIndexOf('\n', 1 << 20));
const largest: Readonly<Record<string, () => void>> = {
  'the largest code': () =>
    stream('compile', [{ size: whole.length, lang: 'js', ready: false }], whole),
  'the largest text': () => stream('clipboard', null, Buffer.alloc(17 << 20, 'x')),
  'the largest settings': () => stream('config-save', null, Buffer.alloc(2 << 20, '[{},')),
};
const again = largest[String(place['flood'])];
if (again !== undefined) {
  again();
  process.stderr.write('FLOODING\n');
  for (;;) again();
}
await flood(floods[String(place['flood'])] ?? (() => Buffer.alloc(0)));
