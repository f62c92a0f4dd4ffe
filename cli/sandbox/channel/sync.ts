/**
 * Requests that block the whole process until they are answered, for what scripts expect to be
 * synchronous. On a socket of its own, which no event loop reads.
 */
import { readSync, writeSync } from 'node:fs';
import { errorOf, jsonFrame, readMessage, type ResponseMessage } from './protocol.js';

let lastId = 0;

/** @throws what the launcher threw, or an error with the code `channel-closed` */
export function requestSync(fd: number, kind: string, payload: unknown = null): unknown {
  const id = ++lastId;
  const frame = jsonFrame({ type: 'request', id, kind, payload, body: false });
  for (let at = 0; at < frame.length;) at += writeSync(fd, frame, at);
  const answer = readResponse(fd, id);
  if (answer.ok) return answer.value;
  throw errorOf(answer.error ?? { name: 'Error', message: `"${kind}" failed` });
}

function readResponse(fd: number, id: number): ResponseMessage {
  for (;;) {
    const size = readBytes(fd, 4).readUInt32LE(0);
    const message = readMessage(readBytes(fd, size).subarray(1));
    if (message.type === 'response' && message.id === id) return message;
  }
}

function readBytes(fd: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const read = readSync(fd, bytes, at, count - at, null);
    if (read === 0) {
      throw Object.assign(new Error('the launcher is not there any more'), {
        code: 'channel-closed',
      });
    }
    at += read;
  }
  return bytes;
}
