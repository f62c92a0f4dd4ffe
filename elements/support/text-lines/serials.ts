/** Ascending numbers of lines, appended at the end and dropped at the start: four bytes each. */
export class Serials {
  #items = new Uint32Array(64);
  #head = 0;
  #tail = 0;

  get length(): number {
    return this.#tail - this.#head;
  }

  at(index: number): number {
    return index >= 0 && index < this.length ? this.#items[this.#head + index]! : -1;
  }

  push(line: number): void {
    if (this.#tail === this.#items.length) {
      const kept = this.#items.subarray(this.#head, this.#tail);
      const grown = new Uint32Array(Math.max(64, kept.length * 2));
      grown.set(kept);
      this.#items = grown;
      this.#tail = kept.length;
      this.#head = 0;
    }
    this.#items[this.#tail++] = line;
  }

  /** Removes those from a line on. */
  truncate(line: number): void {
    this.#tail = this.#head + this.indexOf(line);
  }

  /** Removes those before a line. */
  drop(line: number): void {
    this.#head += this.indexOf(line);
  }

  /** How many are before a line. */
  indexOf(line: number): number {
    let low = this.#head;
    let high = this.#tail;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#items[middle]! < line) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  has(line: number): boolean {
    return this.at(this.indexOf(line)) === line;
  }
}
