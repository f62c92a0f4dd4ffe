/** Finds the cells of a frame that name a part of an image. */
import { CLUSTER, type CellBuffer } from '../../paint/cells.js';
import { isRgb } from '../../base/color.js';
import { partOf, type ImagePart } from '../../base/text/image-parts.js';

export interface NamedPart extends ImagePart {
  /** Of the image, by the colour of the text; 0 for none. */
  readonly id: number;
}

export class NamedParts {
  /** The parts that clusters name, of one generation of one table. */
  #parts = new Map<number, ImagePart | undefined>();
  #partsOf: readonly unknown[] = [];

  /** Visits those cells from one index to another, the last one exclusive. */
  visit(
    { glyphs, styles, table }: CellBuffer,
    from: number,
    to: number,
    onPart: (at: number, part: NamedPart) => void,
  ): void {
    if (this.#partsOf[0] !== table || this.#partsOf[1] !== table.generation) {
      this.#partsOf = [table, table.generation];
      this.#parts = new Map();
    }
    for (let at = from; at < to; at++) {
      const glyph = glyphs[at]!;
      if (glyph < CLUSTER) continue;
      let part = this.#parts.get(glyph);
      if (part === undefined && !this.#parts.has(glyph)) {
        part = glyph - CLUSTER < table.clusterCount ? partOf(table.text(glyph)) : undefined;
        this.#parts.set(glyph, part);
      }
      if (part === undefined) continue;
      const { fg } = table.get(styles[at]!);
      const { row, column } = part;
      onPart(at, { row, column, id: isRgb(fg) ? fg & 0xffffff : 0 });
    }
  }
}
