/**
 * The screen as clients of the mirror receive it: rows of runs, each encoded once and sent to all that lack it.
 * Without clients, nothing is encoded.
 */
import type { PageLink, PageStyle } from '../../runtime/page/page-data.js';
import { CellReader } from '../../runtime/screen/cell-reader.js';
import { PageStyles, rowRuns } from '../../runtime/screen/page.js';
import { linksOf } from '../../runtime/screen/screen.js';
import type { CellBuffer } from '../../runtime/paint/cells.js';
import type { TerminalImage } from '../../runtime/terminal/images/image.js';
import { ImageLayer } from '../../runtime/terminal/images/image-layer.js';
import { NamedParts } from '../../runtime/terminal/images/named-parts.js';
import { inkAndPaper, SCHEME_COLORS } from '../../runtime/screen/colors.js';
import type { PrintedLine } from '../../runtime/terminal/inline/printed.js';
import { PrintedLines } from './printed-lines.js';
import type { FrameMessage, ImageOfRow, LinkOfRow, Row } from './server-data.js';
import type { FrameOfApp } from '../../runtime/terminal/frames/frame-server.js';

/**
 * Maximum styles, beside one for every cell, which images need. Past it, styles are numbered again and the whole screen
 * is sent. It exceeds what one screen can use, or every frame would be a whole one.
 */
const MAX_STYLES = 8192;

/** What a client has of the picture. */
export interface Known {
  /** `Picture.epoch` of its styles; -1 for none. */
  readonly epoch: number;
  /** `Picture.seq` of its rows. */
  readonly seq: number;
  readonly styles: number;
  /** Number of the next printed line, and `Picture.printedEpoch` of those that it has. */
  readonly printed: number | undefined;
  readonly printedEpoch: number;
}

export const NOTHING: Known = {
  epoch: -1,
  seq: -1,
  styles: 0,
  printed: undefined,
  printedEpoch: -1,
};

interface EncodedRow {
  text: string;
  /** `seq` of the frame in which it changed last. */
  seq: number;
  images: readonly ImageOfRow[];
}

export class Picture {
  /** Counts up with every change. */
  seq = 0;
  /** Increases each time styles are numbered again. */
  epoch = 0;
  #cells: CellBuffer | undefined;
  #cursor: FrameMessage['cursor'] = null;
  #title = '';
  #looks: FrameOfApp['looks'] = {};
  #isInline = false;
  readonly #printed = new PrintedLines();
  /** Increases with the colours in which lines are shown: clients get all of them again. */
  #printedEpoch = 0;
  /** Style ids have this meaning. */
  #generation = -1;
  #width = 0;
  #height = 0;
  #rows: EncodedRow[] = [];
  /** Rows that changed since they were encoded. */
  #stale = new Set<number>();
  #isAllStale = true;
  #reader: CellReader | undefined;
  #styles: PageStyles | undefined;
  #chars: string[] = [];
  #indexes = new Uint32Array(0);
  /** Messages of this `seq`, by what their clients know. */
  readonly #messages = new Map<string, Buffer>();
  /** Replaces cells that name an image by those that show it in glyphs. */
  readonly #layer = new ImageLayer(() => false);
  readonly #parts = new NamedParts();
  readonly #ids = new Set<number>();

  readonly #numberOf: (id: number) => number | undefined;

  /** @param numberOf what clients call the image that cells name by an id */
  constructor(numberOf: (id: number) => number | undefined) {
    this.#numberOf = numberOf;
  }

  /** There is something to show. */
  get isThere(): boolean {
    return this.#cells !== undefined;
  }

  /** Takes note of a frame; its cells are read when a client is to have them. */
  note({ cells, damage, cursor, looks, inline }: FrameOfApp): void {
    this.#cells = cells;
    this.#isInline = inline;
    if (inline) this.#printed.show();
    this.#cursor = cursor === null ? null : { x: Math.floor(cursor.x), y: Math.floor(cursor.y) };
    if (looks !== this.#looks) {
      this.#looks = looks;
      this.#generation = -1;
      this.#printedEpoch++;
    }
    this.#onChange();
    if (this.#isAllStale) return;
    for (let y = damage.top; y < damage.bottom; y++) if (damage.spansOf(y) > 0) this.#stale.add(y);
    for (const { row } of damage.moves) this.#stale.add(row);
  }

  /** Takes note of lines, which are above the next frame that is inline. */
  print(lines: readonly PrintedLine[]): void {
    this.#printed.add(lines);
  }

  /** The app has ended: lines that still wait are shown. */
  end(): void {
    if (this.#printed.show()) this.#onChange();
  }

  set title(text: string) {
    if (text === this.#title) return;
    this.#title = text;
    this.#onChange();
  }

  addImage(id: number, { columns, rows, cells }: TerminalImage): void {
    this.#ids.add(id);
    this.#layer.add(id, { columns, rows, cells, bytes: () => undefined });
  }

  removeImage(id: number): void {
    this.#ids.delete(id);
    this.#layer.delete(id);
  }

  /** Numbers of the images in the rows, from the top. */
  get images(): ReadonlySet<number> {
    return new Set(this.#rows.flatMap(({ images }) => images.map(([, , number]) => number)));
  }

  /** Discards what was encoded, until the next client connects. */
  rest(): void {
    this.#isAllStale = true;
    this.#stale.clear();
    this.#messages.clear();
    this.#rows = [];
    this.#reader = this.#styles = undefined;
    this.#generation = -1;
  }

  /** The message that brings a client up to date, and what it knows then. */
  messageSince(known: Known): { readonly bytes: Buffer; readonly known: Known } {
    this.#encode();
    const isKey = known.epoch !== this.epoch;
    const seen = isKey ? NOTHING : known;
    const styles = this.#styles?.list ?? [];
    const printed = known.printedEpoch === this.#printedEpoch ? known.printed : undefined;
    const name = `${seen.seq} ${seen.styles} ${isKey} ${printed}`;
    let bytes = this.#messages.get(name);
    if (bytes === undefined) {
      bytes = Buffer.from(this.#message(isKey, { ...seen, printed }, styles));
      this.#messages.set(name, bytes);
    }
    const { epoch, seq } = this;
    const next = { printed: this.#printed.next, printedEpoch: this.#printedEpoch };
    return { bytes, known: { epoch, seq, styles: styles.length, ...next } };
  }

  #onChange(): void {
    this.seq++;
    this.#messages.clear();
  }

  #message(isKey: boolean, seen: Known, styles: readonly PageStyle[]): string {
    const rows = this.#rows.filter(({ seq }) => seq > seen.seq).map(({ text }) => text);
    const head = JSON.stringify({
      type: 'frame',
      seq: this.seq,
      key: isKey,
      width: this.#width,
      height: this.#height,
      scheme: this.#looks.scheme ?? 'dark',
      title: this.#title,
      cursor: this.#cursor,
      styles: styles.slice(seen.styles),
      ...(this.#ids.size === 0 ? {} : { images: [...this.#ids].map(this.#numberOf) }),
      ...(this.#isInline ? { inline: true } : {}),
      printed: this.#printed.since(seen.printed, this.#looks),
    });
    return `${head.slice(0, -1)},"rows":[${rows.join(',')}]}`;
  }

  #encode(): void {
    const cells = this.#cells;
    if (cells === undefined) return;
    const { width, height, table } = cells;
    const isOther =
      width !== this.#width || height !== this.#height || table.generation !== this.#generation;
    const isFull = (this.#styles?.list.length ?? 0) > MAX_STYLES + width * height;
    if (isOther || isFull || this.#isAllStale) this.#restart(cells);
    const shown = this.#layer.isActive ? this.#layer.compose(cells, cells) : cells;
    const rows = this.#isAllStale ? this.#rows.keys() : this.#stale;
    for (const y of rows) if (y < height) this.#encodeRow(cells, shown, y);
    this.#isAllStale = false;
    this.#stale.clear();
  }

  #restart({ width, height, table }: CellBuffer): void {
    this.#width = width;
    this.#height = height;
    this.#generation = table.generation;
    const { depth = 'truecolor', grays, scheme = 'dark' } = this.#looks;
    this.#reader = new CellReader(table, { depth, grays });
    this.#styles = new PageStyles(scheme);
    this.#rows = Array.from({ length: height }, () => ({ text: '', seq: -1, images: [] }));
    this.#chars = new Array<string>(width).fill(' ');
    this.#indexes = new Uint32Array(width);
    this.#isAllStale = true;
    this.epoch++;
  }

  /** @param shown the cells with glyphs in place of images */
  #encodeRow(cells: CellBuffer, shown: CellBuffer, y: number): void {
    const row = this.#rows[y];
    if (row === undefined || this.#reader === undefined || this.#styles === undefined) return;
    this.#reader.read(shown, y, y + 1, this.#chars, this.#indexes);
    const screen = {
      width: cells.width,
      chars: this.#chars,
      styles: this.#indexes,
      palette: this.#reader.palette,
    };
    const runs = rowRuns(screen, 0, this.#styles);
    const links = linksOf(cells, y, y + 1).map(({ x, cells: count, href }: PageLink): LinkOfRow => [
      x,
      count,
      href,
    ]);
    row.images = this.#imagesOf(cells, y);
    const parts: Row = row.images.length === 0 ? [y, runs, links] : [y, runs, links, row.images];
    const text = JSON.stringify(parts);
    if (text === row.text) return;
    row.text = text;
    row.seq = this.seq;
  }

  /** Cells of a row that name parts of images, side by side where the parts are. None where all is gray. */
  #imagesOf(cells: CellBuffer, y: number): readonly ImageOfRow[] {
    const found: [number, number, number, number, number, string][] = [];
    const { scheme = 'dark', grays } = this.#looks;
    if (this.#ids.size === 0 || grays !== undefined) return found;
    const { width, styles, table } = cells;
    const from = y * width;
    this.#parts.visit(cells, from, from + width, (at, { id, row, column }) => {
      const number = this.#numberOf(id);
      if (number === undefined) return;
      const { bg } = table.get(styles[at]!);
      const { paper } = inkAndPaper({ fg: bg, bg, attributes: 0 }, SCHEME_COLORS[scheme]);
      const last = found.at(-1);
      const isNext =
        last !== undefined &&
        last[0] + last[1] === at - from &&
        last[2] === number &&
        last[3] + last[1] === column &&
        last[4] === row &&
        last[5] === paper;
      if (isNext) last[1]++;
      else found.push([at - from, 1, number, column, row, paper]);
    });
    return found;
  }
}
