/**
 * Requests that block the whole process until they are answered, for what scripts expect to be
 * synchronous. On a socket of its own, which no event loop reads.
 */
import { readSync, writeSync } from 'node:fs';
import {
  dataFrame,
  errorOf,
  FROM_LAUNCHER,
  jsonFrame,
  MAX_PIECE,
  readMessage,
  WINDOW,
  type Message,
  type ResponseMessage,
} from './protocol.js';

let lastId = 0;

/**
 * @param body what is too large for a message, as the request's stream
 * @throws what the launcher threw, or an error with the code `channel-closed`
 */
export function requestSync(
  fd: number,
  kind: string,
  payload: unknown = null,
  body?: Uint8Array,
): unknown {
  const id = ++lastId;
  write(fd, jsonFrame({ type: 'request', id, kind, payload, body: body !== undefined }));
  const answer = (body && sendBody(fd, id, body)) ?? readResponse(fd, id);
  if (answer.ok) return answer.value;
  throw errorOf(answer.error ?? { name: 'Error', message: `"${kind}" failed` });
}

/** Sends what the launcher has room for, piece by piece. Returns an answer that comes before the end. */
function sendBody(fd: number, id: number, body: Uint8Array): ResponseMessage | undefined {
  let credit = WINDOW;
  for (let at = 0; at < body.length;) {
    while (credit === 0) {
      const message = read(fd);
      if (message.type === 'response' && message.id === id) return message;
      if (message.type === 'credit' && message.id === id) credit += message.bytes;
    }
    const piece = body.subarray(at, at + Math.min(MAX_PIECE, credit));
    write(fd, dataFrame(id, piece));
    at += piece.length;
    credit -= piece.length;
  }
  write(fd, jsonFrame({ type: 'end', id }));
  return undefined;
}

function readResponse(fd: number, id: number): ResponseMessage {
  for (;;) {
    const message = read(fd);
    if (message.type === 'response' && message.id === id) return message;
  }
}

function write(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** The answers of requests have no streams. */
function read(fd: number): Message {
  const size = readBytes(fd, 4).readUInt32LE(0);
  return readMessage(readBytes(fd, size).subarray(1), FROM_LAUNCHER);
}

function readBytes(fd: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const read = readSync(fd, bytes, at, count - at, null);
    if (read === 0) {
      throw Object.assign(new Error('the launcher has ended'), {
        code: 'channel-closed',
      });
    }
    at += read;
  }
  return bytes;
}
