/** A number for each child of a long list, with the sum and the largest of all, which cost what has changed of them. */

export class Figures {
  /** NaN where it is not known. */
  #values: number[] = [];
  /** How many children have a number. */
  readonly #counts = new Map<number, number>();
  #sum = 0;

  get length(): number {
    return this.#values.length;
  }

  get sum(): number {
    return this.#sum;
  }

  /** @returns -Infinity where there is no number */
  get largest(): number {
    let largest = -Infinity;
    for (const value of this.#counts.keys()) if (value > largest) largest = value;
    return largest;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }

  set(index: number, value: number): void {
    this.#forget(this.at(index));
    this.#values[index] = value;
    this.#sum += value;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Other children from an index on; their numbers are not known. */
  splice(start: number, removed: number, added: number): void {
    for (let at = start; at < start + removed; at++) this.#forget(this.at(at));
    const values = this.#values;
    if (start + removed < values.length) {
      // Moves what follows at once; an array may be longer than a call has parameters.
      const behind = values.splice(start + removed);
      values.length = start;
      for (let at = 0; at < added; at++) values.push(Number.NaN);
      this.#values = values.concat(behind);
      return;
    }
    values.length = start;
    for (let at = 0; at < added; at++) values.push(Number.NaN);
  }

  #forget(value: number): void {
    if (Number.isNaN(value)) return;
    this.#sum -= value;
    const count = (this.#counts.get(value) ?? 0) - 1;
    if (count > 0) this.#counts.set(value, count);
    else this.#counts.delete(value);
  }
}
