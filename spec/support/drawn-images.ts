/** Terminals with images that are drawn over cells: readers of their own, by the protocols' texts. */

/** A file that came by iTerm2's protocol, with its arguments. */
export interface Iterm2File extends Readonly<Record<string, unknown>> {
  readonly file: Uint8Array;
}

export class Iterm2Images {
  readonly images: Iterm2File[] = [];
  readonly errors: string[] = [];

  feed(text: string): void {
    for (const [, head = '', data = ''] of text.matchAll(
      /\x1b\]1337;File=([^:\x07\x1b]*):([^\x07\x1b]*)(?:\x07|\x1b\\)/g,
    )) {
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) this.errors.push('data that is no base64');
      const file = new Uint8Array(Buffer.from(data, 'base64'));
      const args = Object.fromEntries(head.split(';').map((pair) => pair.split('=')));
      if (args['inline'] !== '1') this.errors.push('an image that is not shown');
      if (Number(args['size']) !== file.length) this.errors.push(`a size of ${args['size']}`);
      this.images.push({ ...args, file });
    }
  }
}

interface Cell {
  text: string;
  /** Number of the image that is drawn there, and the cell of it. */
  image: string;
}

/**
 * A terminal that forgets the part of an image that text is written or erased over, as xterm does. Knows what the encoder
 * writes, and throws at anything else.
 */
export class DrawingTerminal {
  readonly cells: Cell[][];
  /** Images that were drawn, by what was sent. */
  draws = 0;
  #x = 0;
  #y = 0;
  #saved = [0, 0] as [number, number];

  readonly #cell: { readonly width: number; readonly height: number };
  readonly #name: (sixels: string) => string;

  /** @param name of an image, by its bytes; its size in pixels is in its raster */
  constructor(
    readonly width: number,
    readonly height: number,
    cell: { readonly width: number; readonly height: number },
    name: (sixels: string) => string,
  ) {
    this.#cell = cell;
    this.#name = name;

    this.cells = Array.from({ length: height }, () =>
      Array.from({ length: width }, () => ({ text: '?', image: '' })),
    );
  }

  /** Rows of what shows: text, or `name.row.column` of an image. */
  rows(): string[][] {
    return this.cells.map((row) => row.map(({ text, image }) => (image === '' ? text : image)));
  }

  write(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString();
    const token =
      /\x1bP0;1;0q([^\x1b]*)\x1b\\|\x1b\[([?\d;]*)([A-Za-z@])|\x1b([78])|[\r\n\b]|[^\x00-\x1f\x7f]/uy;
    while (token.lastIndex < text.length) {
      const at = token.lastIndex;
      const match = token.exec(text);
      if (match === null) throw new Error(`unknown: ${JSON.stringify(text.slice(at, at + 20))}`);
      const [whole, sixels, parameters = '', final, escape] = match;
      if (sixels !== undefined) this.#draw(sixels);
      else if (final !== undefined) this.#control(final, parameters);
      else if (escape === '7') this.#saved = [this.#x, this.#y];
      else if (escape === '8') [this.#x, this.#y] = this.#saved;
      else if (whole === '\r') this.#x = 0;
      else if (whole === '\n') this.#y += 1;
      else if (whole === '\b') this.#x -= 1;
      else this.#put(whole);
    }
  }

  #put(text: string): void {
    // Marks belong to the cell before.
    if (/\p{M}/u.test(text)) return;
    const cell = this.cells[this.#y]?.[this.#x];
    if (cell === undefined) throw new Error(`written at ${this.#x}, ${this.#y}`);
    Object.assign(cell, { text, image: '' });
    this.#x += 1;
  }

  #control(final: string, parameters: string): void {
    const [first = 0, second = 0] = parameters.split(';').map(Number);
    const count = Math.max(1, first);
    switch (final) {
      case 'H':
        this.#y = Math.max(1, first) - 1;
        this.#x = Math.max(1, second) - 1;
        return;
      case 'A':
        this.#y -= count;
        return;
      case 'B':
        this.#y += count;
        return;
      case 'C':
        this.#x += count;
        return;
      case 'D':
        this.#x -= count;
        return;
      case 'G':
        this.#x = count - 1;
        return;
      case 'K':
        for (let x = this.#x; x < this.width; x++) {
          Object.assign(this.cells[this.#y]![x]!, { text: ' ', image: '' });
        }
        return;
      case 'm':
      case 'h':
      case 'l':
        return;
      default:
        throw new Error(`unknown: CSI ${parameters} ${final}`);
    }
  }

  #draw(sixels: string): void {
    const [, width, height] = /^"1;1;(\d+);(\d+)/.exec(sixels)!.map(Number) as [
      number,
      number,
      number,
    ];
    const name = this.#name(sixels);
    this.draws++;
    for (let row = 0; row < height / this.#cell.height; row++) {
      for (let column = 0; column < width / this.#cell.width; column++) {
        const cell = this.cells[this.#y + row]?.[this.#x + column];
        if (cell === undefined) throw new Error('drawn outside of the screen');
        if (this.#y + row === this.height - 1) throw new Error('drawn on the last row');
        cell.image = `${name}.${row}.${column}`;
      }
    }
  }
}
