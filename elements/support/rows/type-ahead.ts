/** Finds a row by the first letters of its text, as they are typed. */

/** Milliseconds after which letters typed are the start of another word. */
const TYPE_AHEAD = 800;

export class TypeAhead {
  #typed = '';
  #forget: (() => void) | undefined;

  readonly #setTimer: (callback: () => void, ms: number) => () => void;

  constructor(setTimer: (callback: () => void, ms: number) => () => void) {
    this.#setTimer = setTimer;
  }

  /** Letters were typed a short time ago: the next key is part of the same word. */
  get isTyping(): boolean {
    return this.#typed !== '';
  }

  /** True where a letter goes on with a text that is being typed, as a blank in it does. */
  isNext(key: string, count: number, textOf: (place: number) => string | undefined): boolean {
    if (!this.isTyping) return false;
    const typed = this.#typed + key.toLowerCase();
    for (let place = 0; place < count; place++) {
      if (textOf(place)?.toLowerCase().startsWith(typed) === true) return true;
    }
    return false;
  }

  /** The next letter is the first of another word. */
  end(): void {
    this.#forget?.();
    this.#typed = '';
  }

  /**
   * Adds a letter, and finds the next row that starts with what was typed, round and round. One letter again and again goes from one
   * row of that letter to the next.
   *
   * @param from the row that the search starts at; -1 for none
   * @param textOf the text of a row; undefined where it cannot be chosen
   * @returns -1 for none
   */
  find(
    key: string,
    from: number,
    count: number,
    textOf: (place: number) => string | undefined,
  ): number {
    this.#forget?.();
    this.#forget = this.#setTimer(() => (this.#typed = ''), TYPE_AHEAD);
    const letter = key.toLowerCase();
    this.#typed = this.#typed === letter ? letter : this.#typed + letter;
    const start = this.#typed.length > letter.length ? Math.max(0, from) : from + 1;
    for (let step = 0; step < count; step++) {
      const place = (start + step) % count;
      if (textOf(place)?.toLowerCase().startsWith(this.#typed) === true) return place;
    }
    return -1;
  }
}
