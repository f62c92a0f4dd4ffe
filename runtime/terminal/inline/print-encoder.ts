/** Printed lines to bytes: each ends with the plain pen and a line break, so that they can follow one another. */
import { StyleTable } from '../../paint/cells.js';
import type { ColorDepth } from '../../base/color.js';
import { Looks, type LookId } from '../encoding/resolved-styles.js';
import { MAX_SGR_LENGTH, SgrCache } from '../encoding/sgr.js';
import type { PrintedLine } from './printed.js';

const encoder = new TextEncoder();
const NEW_LINE = encoder.encode('\r\n');

export class PrintEncoder {
  readonly #looks: Looks;
  readonly #sgr: SgrCache;
  #table = new StyleTable();
  readonly #bytes = new Uint8Array(MAX_SGR_LENGTH);

  constructor(depth: ColorDepth, grays: 'light' | 'dark' | undefined) {
    this.#looks = new Looks(depth, grays);
    this.#sgr = new SgrCache(this.#looks);
  }

  encode(lines: readonly PrintedLine[]): Uint8Array {
    if (this.#looks.crowded || this.#table.crowded) {
      this.#looks.clear();
      this.#sgr.clear();
      this.#table = new StyleTable();
    }
    const parts: Uint8Array[] = [];
    let pen: LookId = Looks.PLAIN;
    const paint = (look: LookId): void => {
      if (look === pen) return;
      const length = this.#sgr.write(pen, look, this.#bytes, 0);
      parts.push(this.#bytes.slice(0, length));
      pen = look;
    };
    for (const line of lines) {
      for (const { text, fg, bg, attributes } of line) {
        paint(this.#looks.of(this.#table.intern(fg, bg, attributes), this.#table));
        parts.push(encoder.encode(text));
      }
      // Before the line break: some terminals fill the row that comes with the background.
      paint(Looks.PLAIN);
      parts.push(NEW_LINE);
    }
    return Buffer.concat(parts);
  }
}
