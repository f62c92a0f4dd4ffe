/**
 * Files that elements of the app follow. The launcher reads them: in a sandbox of mounts, a granted file stays the one that it
 * was at the start when a program puts it aside and begins another. Each look checks the permissions again, for what the name
 * leads to now.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { followFile, type OpenedFile } from '../../../runtime/script/follow-file.js';
import type { Answer, IncomingRequest } from '../channel/channel.js';
import { FOLLOW_FRAME, type FollowPayload } from '../channel/payloads.js';
import { streamFrame } from '../channel/stream-frames.js';
import { allowsRead } from '../policy/check.js';
import { DeniedError } from '../policy/denied.js';
import { realPathOfOpen, type PathVariables } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';

/** Files of one app that are followed at a time. */
const MAX_FOLLOWED = 32;
const MAX_PATH = 4096;
/** Below what one frame takes. */
const MAX_FRAME = 32 * 1024;

export interface FollowInputs {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
}

export class Followed {
  readonly #ended = new AbortController();
  #count = 0;
  readonly #inputs: FollowInputs;

  constructor(inputs: FollowInputs) {
    this.#inputs = inputs;
  }

  async answer({ payload, signal }: IncomingRequest): Promise<Answer> {
    const path = readPayload(payload);
    if (this.#count >= MAX_FOLLOWED) {
      throw new Error(`expected at most ${MAX_FOLLOWED} files that are followed at a time`);
    }
    const pieces = followFile(
      async () => await this.#open(path),
      AbortSignal.any([signal, this.#ended.signal]),
    );
    this.#count++;
    try {
      // That it may not be read is the request's answer.
      const first = await pieces.next();
      return { body: this.#frames(first, pieces) };
    } catch (error) {
      this.#count--;
      throw error;
    }
  }

  close(): void {
    this.#ended.abort();
  }

  async *#frames(
    first: IteratorResult<Uint8Array, void>,
    pieces: AsyncGenerator<Uint8Array, void>,
  ): AsyncGenerator<Uint8Array, void> {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) {
        const { value } = next;
        if (value.length === 0) yield streamFrame(FOLLOW_FRAME.whole);
        for (let at = 0; at < value.length; at += MAX_FRAME) {
          yield streamFrame(FOLLOW_FRAME.data, value.subarray(at, at + MAX_FRAME));
        }
      }
    } finally {
      this.#count--;
      await pieces.return();
    }
  }

  /** Opened first and checked afterwards, and never waits: links, pipes and devices are refused. */
  async #open(path: string): Promise<OpenedFile> {
    const { permissions, variables } = this.#inputs;
    const real = allowsRead(permissions, path, variables.cwd);
    if (real === undefined) throw new DeniedError('read', path);
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const opened = realPathOfOpen(file.fd);
      // A folder above it was exchanged in between.
      if (opened !== undefined && opened !== real) throw new DeniedError('read', path);
      const stat = await file.stat();
      if (!stat.isFile())
        throw new Error(stat.isDirectory() ? 'it is a folder' : 'it is not a file');
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

function readPayload(payload: unknown): string {
  const { path } = Object(payload) as Partial<FollowPayload>;
  if (typeof path !== 'string' || path.length > MAX_PATH || path.includes('\0')) {
    throw new TypeError('expected the path of a file');
  }
  return path;
}
