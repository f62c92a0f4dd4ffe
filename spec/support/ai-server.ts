/**
 * A server that answers as OpenAI-compatible ones do, one scripted answer after the other: streams cut at any
 * place, limits of rate, failures midway, calls of tools.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** Of JSON; empty for a form. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Fields and files of a form. */
  form(): Promise<FormData>;
  /** Resolves when the client has closed the connection. */
  readonly closed: Promise<void>;
}

interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body, for an answer that is no stream of events. */
  readonly body?: string;
  /** Data of the events, in order. */
  readonly events?: readonly (object | string)[];
  /** Bytes of one write; default all. */
  readonly chunk?: number;
  /** The connection is closed after so many bytes. */
  readonly cutAfter?: number;
  /** Nothing more comes after this, and the connection stays. */
  readonly stall?: boolean;
  /** Line ends; default \n. */
  readonly lineEnd?: string;
  /** Called with the response, in the place of all this. */
  readonly handle?: (response: ServerResponse, request: SeenRequest) => Promise<void> | void;
}

/** The events of an answer that says these pieces. */
export function saying(...pieces: readonly string[]): readonly (object | string)[] {
  return [
    { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }], model: 'test-model' },
    ...pieces.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: pieces.length } },
    '[DONE]',
  ];
}

/** The events of an answer that calls a tool, its arguments in two pieces. */
export function calling(name: string, args: object, id = 'call_1'): readonly (object | string)[] {
  const text = JSON.stringify(args);
  const half = Math.ceil(text.length / 2);
  const call = (part: object): object => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...part }] } }],
  });
  return [
    call({ id, type: 'function', function: { name, arguments: '' } }),
    call({ function: { arguments: text.slice(0, half) } }),
    call({ function: { arguments: text.slice(half) } }),
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    '[DONE]',
  ];
}

export function streamText(events: readonly (object | string)[], lineEnd = '\n'): string {
  return events
    .map((event) => (typeof event === 'string' ? event : JSON.stringify(event)))
    .map((data) => `data: ${data}${lineEnd}${lineEnd}`)
    .join('');
}

export interface AiServer {
  readonly port: number;
  /** As `ai.endpoint` has it. */
  readonly endpoint: string;
  readonly requests: SeenRequest[];
  /** What is answered next; the last one is answered from then on. */
  script(...answers: readonly ScriptedAnswer[]): void;
  close(): Promise<void>;
}

export interface AiServerOptions {
  readonly tls?: { readonly cert: Buffer | string; readonly key: Buffer | string };
  readonly host?: string;
}

export async function aiServer({
  tls,
  host = '127.0.0.1',
}: AiServerOptions = {}): Promise<AiServer> {
  const requests: SeenRequest[] = [];
  let answers: readonly ScriptedAnswer[] = [{ events: saying('Hello') }];
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  server.on('request', (request, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const bytes = Buffer.concat(pieces);
      const type = request.headers['content-type'] ?? '';
      const isJson = bytes.length > 0 && !type.startsWith('multipart/form-data');
      const seen: SeenRequest = {
        url: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: (isJson ? JSON.parse(bytes.toString('utf8')) : {}) as SeenRequest['body'],
        form: () => new Response(bytes, { headers: { 'content-type': type } }).formData(),
        closed: new Promise((resolve) => response.once('close', resolve)),
      };
      requests.push(seen);
      const answer = answers[0] ?? {};
      if (answers.length > 1) answers = answers.slice(1);
      void reply(response, answer, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = tls === undefined ? 'http' : 'https';
  return {
    port,
    endpoint: `${scheme}://${tls === undefined ? host : 'localhost'}:${port}/v1`,
    requests,
    script: (...next) => void (answers = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function reply(
  response: ServerResponse,
  answer: ScriptedAnswer,
  request: SeenRequest,
): Promise<void> {
  if (answer.handle !== undefined) {
    await answer.handle(response, request);
    return;
  }
  const { status = 200, headers = {}, body, events = [], chunk, cutAfter, stall, lineEnd } = answer;
  const type = body === undefined ? 'text/event-stream' : 'application/json';
  response.socket?.setNoDelay(true);
  response.writeHead(status, { 'Content-Type': type, ...headers });
  const bytes = Buffer.from(body ?? streamText(events, lineEnd));
  const end = cutAfter ?? bytes.length;
  const size = chunk ?? Math.max(1, end);
  for (let at = 0; at < end; at += size) {
    response.write(bytes.subarray(at, Math.min(at + size, end)));
    // Each write is a chunk of its own on the wire.
    if (chunk !== undefined) await sleep(0);
  }
  if (stall === true) return;
  if (cutAfter === undefined) response.end();
  else response.socket?.destroy();
}
