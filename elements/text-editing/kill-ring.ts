/** The kill ring of readline: killed, cut and copied texts, one ring for all fields of a document. */
const MAX_KILLS = 32;

export class KillRing {
  readonly #entries: string[] = [];
  #at = 0;

  /** Adds a text; kills in a row make one entry, in the order they had in the text. */
  add(text: string, how: 'new' | 'append' | 'prepend' = 'new'): void {
    if (text === '') return;
    const last = this.#entries.at(-1);
    if (how === 'new' || last === undefined) {
      this.#entries.push(text);
      if (this.#entries.length > MAX_KILLS) this.#entries.shift();
    } else this.#entries[this.#entries.length - 1] = how === 'append' ? last + text : text + last;
    this.#at = this.#entries.length - 1;
  }

  /** The entry that a yank inserts; undefined where nothing was killed. */
  get current(): string | undefined {
    return this.#entries[this.#at];
  }

  /** Goes on to the entry before, round and round, and returns it. */
  rotate(): string | undefined {
    const { length } = this.#entries;
    if (length > 0) this.#at = (this.#at + length - 1) % length;
    return this.current;
  }

  /** Back to the newest. */
  reset(): void {
    this.#at = Math.max(0, this.#entries.length - 1);
  }
}
