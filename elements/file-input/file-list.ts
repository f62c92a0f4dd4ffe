/** The chosen files: an array that cannot be changed, with the standard's `item`. */

export class FileList extends Array<File> {
  /** `map` and its like make ordinary arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Null for an index that has no file. */
  item(index: number): File | null {
    return this[index] ?? null;
  }
}

export function listOf(files: readonly File[]): FileList {
  const list = new FileList();
  for (const file of files) list.push(file);
  return Object.freeze(list);
}
