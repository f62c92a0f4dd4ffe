/** The column of a box that defers its children: those with boxes are below each other, with room for the others between them. */
import type { Size } from '../../base/geometry.js';
import { COMPUTED } from '../../element/internals.js';
import { KeptArrangement } from '../arrangement.js';
import type { LayoutBox } from '../box.js';
import type { FarRows } from './far-rows.js';
import { topInView } from '../view/column-view.js';

export class FarColumn extends KeptArrangement {
  /** The widest that rows near the view have been: it does not become narrower while they are scrolled. */
  #widest = 0;
  #width = -1;
  /** True once the box was as wide as its rows, or was to be. */
  isNaturalWidthRead = false;
  /** Rows of cells by which what is in view has moved, where a box around it is what scrolls. */
  #moved = 0;
  readonly #rows: FarRows;

  constructor(box: LayoutBox, rows: FarRows) {
    super(box);
    this.#rows = rows;
  }

  /** Rows of cells of all rows, with the gaps between them. */
  get extent(): number {
    return this.#rows.total;
  }

  /** Returns how far what is around it is to be scrolled so that what is in view stays, once. */
  takeMoved(): number {
    const moved = this.#moved;
    this.#moved = 0;
    return moved;
  }

  protected sizeAt(width: number): Size {
    if (width === Infinity) {
      this.isNaturalWidthRead = true;
      for (const { cell } of this.box.children) {
        if (cell !== null) this.#widest = Math.max(this.#widest, cell.maxWidth());
      }
    }
    const wide = width === Infinity ? this.#widest : width;
    this.#readGap();
    return { width: wide, height: this.#rows.totalWith(this.#heightsAt(wide)) };
  }

  arrange(content: Size): void {
    const { width } = content;
    if (this.laid?.width === width) return;
    const { box } = this;
    const rows = this.#rows;
    this.#readGap();
    if (width !== this.#width) rows.forget();
    this.#width = width;
    const heights = this.#heightsAt(width);
    const moved = rows.measured(heights, topInView(box));
    const { scroll } = box;
    if (scroll !== null && rows.total > scroll.port.height) {
      scroll.top = Math.max(0, scroll.top + moved);
    } else this.#moved += moved;
    let at = 0;
    for (const { cell } of box.children) {
      if (cell === null) continue;
      cell.settleAt(rows.topOf(rows.indices[at]!), width, heights[at]!);
      at++;
    }
    this.laid = content;
  }

  #heightsAt(width: number): number[] {
    const heights: number[] = [];
    for (const { cell } of this.box.children) if (cell !== null) heights.push(cell.heightAt(width));
    return heights;
  }

  #readGap(): void {
    const { rowGap } = this.box.element[COMPUTED];
    this.#rows.gap = typeof rowGap === 'number' ? rowGap : 0;
  }
}
