/** One growing byte array, written by hand and reused by every frame. */

const ESC = 0x1b;
const BRACKET = 0x5b;

/** Decimal digits of a number from 0 to 99,999. */
export function digits(value: number): number {
  return value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : 5;
}

/** Bytes that UTF-8 takes for a code point. */
export function utf8Length(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

export class ByteWriter {
  bytes = new Uint8Array(4096);
  length = 0;

  /** Makes room for `count` more bytes; the other methods trust that there is room. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + count, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    for (let i = 0; i < length; i++) this.bytes[this.length++] = bytes[i] ?? 0;
  }

  /** A number from 0 to 99,999 in decimal. */
  number(value: number): void {
    const { bytes } = this;
    if (value >= 100) {
      if (value >= 1000) {
        if (value >= 10_000) bytes[this.length++] = 48 + Math.floor(value / 10_000);
        bytes[this.length++] = 48 + (Math.floor(value / 1000) % 10);
      }
      bytes[this.length++] = 48 + (Math.floor(value / 100) % 10);
    }
    if (value >= 10) bytes[this.length++] = 48 + (Math.floor(value / 10) % 10);
    bytes[this.length++] = 48 + (value % 10);
  }

  /** `CSI count final`; the count 1 is left out, since it is the default of every cursor move. */
  csi(count: number, final: number): void {
    const { bytes } = this;
    bytes[this.length++] = ESC;
    bytes[this.length++] = BRACKET;
    if (count !== 1) this.number(count);
    bytes[this.length++] = final;
  }

  /** CUP to a cell counted from 0, with default parameters left out. */
  position(x: number, y: number): void {
    const { bytes } = this;
    bytes[this.length++] = ESC;
    bytes[this.length++] = BRACKET;
    if (y > 0) this.number(y + 1);
    if (x > 0) {
      bytes[this.length++] = 0x3b;
      this.number(x + 1);
    }
    bytes[this.length++] = 0x48;
  }

  /** A code point as UTF-8. */
  codePoint(code: number): void {
    const { bytes } = this;
    if (code < 0x80) {
      bytes[this.length++] = code;
    } else if (code < 0x800) {
      bytes[this.length++] = 0xc0 | (code >> 6);
      bytes[this.length++] = 0x80 | (code & 63);
    } else if (code < 0x10000) {
      bytes[this.length++] = 0xe0 | (code >> 12);
      bytes[this.length++] = 0x80 | ((code >> 6) & 63);
      bytes[this.length++] = 0x80 | (code & 63);
    } else {
      bytes[this.length++] = 0xf0 | (code >> 18);
      bytes[this.length++] = 0x80 | ((code >> 12) & 63);
      bytes[this.length++] = 0x80 | ((code >> 6) & 63);
      bytes[this.length++] = 0x80 | (code & 63);
    }
  }
}
