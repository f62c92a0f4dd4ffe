/** The bytes of a bracketed paste, up to its end mark. A long one is read in pieces. */

/** `CSI 201 ~` */
const END = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e];
const ESC = 0x1b;

export class PasteBuffer {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** Bytes of the end mark seen so far. */
  #matched = 0;
  /** Keeps the first bytes of a character whose rest is in the next piece. */
  #decoder = new TextDecoder();
  /** The last piece ended in CR: an LF at the start of the next one belongs to it. */
  #endsInReturn = false;

  clear(): void {
    this.#decoder = new TextDecoder();
    this.#endsInReturn = false;
    this.#empty();
  }

  /** Bytes that were taken and not read yet. */
  get length(): number {
    return this.#length;
  }

  /** Ends a paste whose mark never came: what looked like the beginning of one is text. */
  end(): void {
    this.#append(Uint8Array.from(END.slice(0, this.#matched)));
    this.#matched = 0;
  }

  #empty(): void {
    this.#length = 0;
    this.#matched = 0;
    // A large paste is not kept in memory for the next one.
    if (this.#bytes.length > 65_536) this.#bytes = new Uint8Array(1024);
  }

  /** Takes bytes from `from` on; returns the offset after the end mark, -1 where it did not come. */
  take(bytes: Uint8Array, from: number): number {
    let i = from;
    while (i < bytes.length) {
      if (this.#matched === 0) {
        const escape = bytes.indexOf(ESC, i);
        const end = escape < 0 ? bytes.length : escape;
        this.#append(bytes.subarray(i, end));
        if (escape < 0) return -1;
        this.#matched = 1;
        i = escape + 1;
      } else if (bytes[i] === END[this.#matched]) {
        i++;
        if (++this.#matched === END.length) return i;
      } else {
        // Not the mark: what looked like it belongs to the paste, and this byte is looked at again.
        this.#append(Uint8Array.from(END.slice(0, this.#matched)));
        this.#matched = 0;
      }
    }
    return -1;
  }

  /**
   * Reads what was taken: line breaks as LF, other controls than tab left out, malformed UTF-8 as U+FFFD.
   *
   * @param isLast nothing follows
   */
  read(isLast: boolean): string {
    const matched = this.#matched;
    const text = this.#decoder.decode(this.#bytes.subarray(0, this.#length), { stream: !isLast });
    const rest = this.#endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInReturn = text.endsWith('\r');
    this.#empty();
    this.#matched = matched;
    return rest.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  }

  #append(part: Uint8Array): void {
    if (this.#length + part.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length + part.length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }
}
