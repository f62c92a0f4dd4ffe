/**
 * What an app and the launcher say about one request, message by message, and ways to break it off. For the
 * attack on the command, and for the broker in one process.
 */
import { data, frame, request } from './wire.js';

export interface Conversation {
  readonly name: string;
  /** All that the app sends, in order. */
  messages(id: number): readonly Buffer[];
}

export interface Places {
  /** A web server: `/` echoes, `/big` has a long answer, `/hang` none. Its port is granted. */
  readonly port: number;
  /** A WebSocket server. */
  readonly socketPort: number;
  /** Granted, and nothing listens. */
  readonly closedPort: number;
}

const bytes = Buffer.from;
/** A message in the stream of a program or a WebSocket. */
function inner(type: number, content: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(content.length);
  head[4] = type;
  return Buffer.concat([head, bytes(content)]);
}

export function conversations({ port, socketPort, closedPort }: Places): Conversation[] {
  const origin = `http://localhost:${port}`;
  const to = (url: string, method = 'GET', length: number | null = null): object => ({
    method,
    url,
    headers: [],
    length,
  });
  const streamed = (
    name: string,
    kind: string,
    payload: unknown,
    ...pieces: readonly Buffer[]
  ): Conversation => ({
    name,
    messages: (id) => [
      request(id, kind, payload, true),
      ...pieces.map((piece) => data(id, piece)),
      frame({ type: 'end', id }),
    ],
  });
  const plain = (name: string, kind: string, payload: unknown): Conversation => ({
    name,
    messages: (id) => [
      request(id, kind, payload),
      frame({ type: 'credit', id, bytes: 1000 }),
      frame({ type: 'credit', id, bytes: 2 ** 30 }),
    ],
  });
  const socket = `ws://localhost:${socketPort}/`;
  const code = 'export const a = 1;';
  return [
    plain('a fetch', 'fetch', to(`${origin}/`)),
    plain('a long answer', 'fetch', to(`${origin}/big?bytes=3000000`)),
    plain('no answer', 'fetch', to(`${origin}/hang`)),
    plain('an answer that is cut', 'fetch', to(`${origin}/cut`)),
    plain('a closed port', 'fetch', to(`http://localhost:${closedPort}/`)),
    streamed('a body', 'fetch', to(`${origin}/`, 'POST', 6), bytes('abc'), bytes('def')),
    streamed('a body in chunks', 'fetch', to(`${origin}/`, 'PUT'), bytes('abc'), bytes('def')),
    streamed('a body too short', 'fetch', to(`${origin}/`, 'POST', 9), bytes('abc')),
    streamed('a body for no answer', 'fetch', to(`${origin}/hang`, 'POST', 6), bytes('abcdef')),
    streamed(
      'a body for a closed port',
      'fetch',
      to(`http://localhost:${closedPort}/`, 'POST', 3),
      bytes('abc'),
    ),
    streamed(
      'a WebSocket',
      'websocket',
      { url: socket, protocols: [] },
      inner(1, 'hello'),
      inner(129, 'half'),
      inner(1, 'whole'),
      inner(8, '\x03\xe8'),
    ),
    streamed(
      'a WebSocket to a closed port',
      'websocket',
      { url: `ws://localhost:${closedPort}/`, protocols: [] },
      inner(1, 'hello'),
    ),
    streamed(
      'a WebSocket that closes with no code',
      'websocket',
      { url: socket, protocols: ['a'] },
      inner(8, '\x00\x01no'),
    ),
    streamed(
      'a program',
      'run',
      { argv: ['cat'], cwd: null, timeout: 0, limit: 1e6 },
      bytes('abc'),
      bytes('def'),
    ),
    streamed(
      'a program that goes on',
      'spawn',
      { argv: ['cat'], cwd: null },
      bytes('abc'),
      bytes('def'),
    ),
    plain('a program that goes on without input', 'spawn', {
      argv: ['cat', '/dev/zero'],
      cwd: null,
    }),
    plain('a signal', 'signal-program', { id: 1, signal: 'SIGTERM' }),
    plain('a program without input', 'run', {
      argv: ['cat', '/dev/zero'],
      cwd: null,
      timeout: 0,
      limit: 1e12,
    }),
    streamed('code', 'compile', [{ size: code.length, ready: false }], bytes(code)),
    streamed('a handler', 'find-handler-error', null, bytes('a('), bytes(')')),
    streamed('a text', 'clipboard', null, bytes('copied')),
    streamed('settings', 'config-save', null, bytes('[["theme",'), bytes('"x"]]')),
    streamed('a kind that is none', 'nothing', null, bytes('abc')),
  ];
}

/** What comes in between. */
export const INTERRUPTIONS: Readonly<Record<string, (id: number) => Buffer>> = {
  nothing: () => Buffer.alloc(0),
  'a cancel': (id) => frame({ type: 'cancel', id }),
  'two cancels': (id) =>
    Buffer.concat([frame({ type: 'cancel', id }), frame({ type: 'cancel', id })]),
  'an end': (id) => frame({ type: 'end', id }),
  'an end with an error': (id) => frame({ type: 'end', id, error: { name: 'E', message: 'no' } }),
  garbage: (id) => data(id, Buffer.from(Array.from({ length: 300 }, (_, n) => (n * 7919) % 251))),
  'a large frame': (id) => data(id, Buffer.from([255, 255, 255, 127, 1])),
  'credit without end': (id) => frame({ type: 'credit', id, bytes: Number.MAX_SAFE_INTEGER }),
  'an answer': (id) => frame({ type: 'response', id, ok: true, value: 1, body: true }),
};
