/**
 * Images of the app, laid over exactly the cells that show their parts, so that they are clipped and covered as cells
 * are. Until an image is loaded, its cells show it in glyphs.
 */
import type { ServerMessageOf } from '../messages.js';
import type { FrameMessage, ImageOfRow } from '../server-data.js';
import type { Cell } from './grid.js';

export class Images {
  readonly #images = new Map<number, ServerMessageOf<'image'>>();
  /** By image, the place of its first cell, which may be off the screen, and the colour behind it. */
  readonly #elements = new Map<string, HTMLImageElement>();
  #rows: (readonly ImageOfRow[])[] = [];
  #cell: Cell | undefined;

  readonly #frame: HTMLElement;

  constructor(frame: HTMLElement) {
    this.#frame = frame;
  }

  /** Notes which cells show images. What the app has no longer is freed. */
  show({ key, height, rows, images = [] }: FrameMessage): void {
    if (key) this.#rows = [];
    this.#rows.length = height;
    for (const [y, , , parts = []] of rows) this.#rows[y] = parts;
    for (const id of this.#images.keys()) if (!images.includes(id)) this.#images.delete(id);
    this.#place();
  }

  fit(cell: Cell): void {
    this.#cell = cell;
    this.#place();
  }

  add(image: ServerMessageOf<'image'>): void {
    this.#images.set(image.id, image);
    this.#place();
  }

  #place(): void {
    const { width = 0, height = 0 } = this.#cell ?? {};
    const found = new Map<string, readonly [id: number, style: string, path: string]>();
    this.#rows.forEach((parts, y) => {
      for (const [x, cells, id, column, row, paper] of parts) {
        const { columns, rows } = this.#images.get(id) ?? {};
        if (columns === undefined || rows === undefined) continue;
        const style =
          `left:${(x - column) * width}px;top:${(y - row) * height}px;` +
          `width:${columns * width}px;height:${rows * height}px;background:${paper};`;
        const name = id + style;
        const path = `M${column * width} ${row * height}h${cells * width}v${height}H${column * width}z`;
        found.set(name, [id, style, (found.get(name)?.[2] ?? '') + path]);
      }
    });
    for (const [name, element] of this.#elements) {
      if (found.has(name)) continue;
      element.remove();
      this.#elements.delete(name);
    }
    for (const [name, [id, style, path]] of found) {
      let element = this.#elements.get(name);
      if (element === undefined) {
        element = document.createElement('img');
        element.src = `data:image/png;base64,${this.#images.get(id)?.png}`;
        this.#elements.set(name, element);
        this.#frame.append(element);
      }
      element.style.cssText = `${style}clip-path:path("${path}")`;
    }
  }
}
