/**
 * Frames, trees and images that are being sent to clients. Each version is one buffer, which all of its clients share;
 * what keeps it in memory are the clients that have not read it. Those that keep too much are closed, the oldest
 * version first.
 */

/** Bytes of versions that were superseded and that some client has not read yet. */
export const MAX_SUPERSEDED = 32 * 1024 * 1024;

export interface HeldMessage {
  readonly kind: 'frame' | 'tree' | 'image';
  /** Its `seq`, or the id of an image: the highest one of a kind is the newest. */
  readonly seq: number;
  readonly bytes: Buffer;
}

export interface Holder {
  /** It reads too slowly. It holds nothing any more. */
  onTooSlow(): void;
}

export class HeldMessages {
  /** In the order in which they were first sent. */
  readonly #holders = new Map<Buffer, { readonly of: HeldMessage; readonly by: Set<Holder> }>();
  readonly #newest = { frame: -1, tree: -1, image: -1 };

  /** Notes that a message was sent. May close clients, also this one. */
  retain(message: HeldMessage, holder: Holder): void {
    const { kind, seq, bytes } = message;
    this.#newest[kind] = Math.max(this.#newest[kind], seq);
    const held = this.#holders.get(bytes) ?? { of: message, by: new Set<Holder>() };
    this.#holders.set(bytes, held);
    held.by.add(holder);
    this.#trim();
  }

  /** A client has read a message, or is gone. */
  release({ bytes }: HeldMessage, holder: Holder): void {
    const held = this.#holders.get(bytes);
    held?.by.delete(holder);
    if (held?.by.size === 0) this.#holders.delete(bytes);
  }

  /** Bytes of all that clients hold. */
  get bytes(): number {
    return sizeOf([...this.#holders.values()].map(({ of }) => of));
  }

  #trim(): void {
    for (;;) {
      const old = [...this.#holders.values()].filter(({ of }) => of.seq < this.#newest[of.kind]);
      const [oldest, second] = old;
      // A single old version is allowed at any size: a client may be one frame behind.
      if (oldest === undefined || second === undefined) return;
      if (sizeOf(old.map(({ of }) => of)) <= MAX_SUPERSEDED) return;
      for (const holder of [...oldest.by]) {
        for (const { of } of this.#holders.values()) this.release(of, holder);
        holder.onTooSlow();
      }
    }
  }
}

function sizeOf(messages: readonly HeldMessage[]): number {
  return messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
