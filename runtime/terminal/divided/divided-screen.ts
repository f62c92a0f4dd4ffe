/**
 * A screen that two apps share: the main one, and while the screen is divided another one at its side. Each paints cells
 * of its own size, with styles of its own; here they become one picture. Undivided, frames pass as they are. Divided, they are
 * on the whole screen, an inline app's at its top.
 */
import { channels, DEFAULT_COLOR, rgb, TRANSPARENT, type Color } from '../../base/color.js';
import { contains, intersect, isEmpty, type Rect, type Size } from '../../base/geometry.js';
import {
  BLANK,
  CellBuffer,
  CLUSTER,
  REVERSE,
  type StyleTable,
  WIDE_TAIL,
} from '../../paint/cells.js';
import { Damage } from '../../paint/damage.js';
import type { Client, ClientOptions, CursorCell } from '../client.js';

/** Where the second app is, and how many columns or rows it has. */
export interface Division {
  readonly side: 'right' | 'bottom';
  readonly cells: number;
}

/** Cells of the main app that are tinted; undefined reverses them, for screens without colours. */
export interface Mark {
  readonly rect: Rect;
  readonly color: Color | undefined;
}

/** An id that has no number in the table of the picture yet. */
const UNSET = 0xffffffff;
/** How much of a mark's colour a background gets. */
const TINT = 0.55;

/** One app's cells, and their ids in the table of the picture. */
class Part {
  area: Rect = { x: 0, y: 0, width: 0, height: 0 };
  back: CellBuffer | undefined;
  cursor: CursorCell | null = null;
  /** Everything is copied, whatever the damage of the next frame. */
  isStale = true;
  #generation = -1;
  #table: StyleTable | undefined;
  #styles: Uint32Array = new Uint32Array(0);
  readonly #clusters = new Map<number, number>();

  forget(): void {
    this.#styles.fill(UNSET);
    this.#clusters.clear();
  }

  /** Before cells of a frame are looked up. */
  refresh({ table }: CellBuffer): void {
    if (this.#table !== table || this.#generation !== table.generation) this.forget();
    this.#table = table;
    this.#generation = table.generation;
    if (this.#styles.length >= table.size) return;
    const grown = new Uint32Array(table.size * 2).fill(UNSET);
    grown.set(this.#styles);
    this.#styles = grown;
  }

  style(id: number, target: StyleTable): number {
    let found = this.#styles[id] ?? UNSET;
    if (found === UNSET) {
      const { fg, bg, attributes, link } = this.#table!.get(id);
      found = target.intern(fg, bg, attributes, link);
      if (id < this.#styles.length) this.#styles[id] = found;
    }
    return found;
  }

  glyph(glyph: number, target: StyleTable): number {
    if (glyph < CLUSTER) return glyph;
    let found = this.#clusters.get(glyph);
    if (found === undefined) {
      this.#clusters.set(glyph, (found = target.glyph(this.#table!.text(glyph))));
    }
    return found;
  }
}

export class DividedScreen {
  /** Shows the frames of the main app. */
  readonly main: Client;
  /** Shows the frames of the app at the side. */
  readonly side: Client;
  readonly #mainPart = new Part();
  readonly #sidePart = new Part();
  #picture: CellBuffer | undefined;
  #damage = new Damage(0, 0);
  #tinted: readonly Mark[] = [];
  readonly #tints = new Map<string, Map<number, number>>();
  #focused: 'main' | 'side' = 'main';

  readonly #screen: Client;
  #size: Size;

  /**
   * @param screen the terminal
   * @param size of the terminal, in cells
   */
  constructor(screen: Client, size: Size) {
    this.#screen = screen;
    this.#size = size;

    this.main = this.#clientOf(this.#mainPart, true);
    this.side = this.#clientOf(this.#sidePart, false);
    this.#place(undefined);
  }

  get isDivided(): boolean {
    return this.#picture !== undefined;
  }

  /** Where the main app is, in cells of the terminal. */
  get mainArea(): Rect {
    return this.#mainPart.area;
  }

  /** Where the app at the side is; of no size while the screen is not divided. */
  get sideArea(): Rect {
    return this.#sidePart.area;
  }

  /** Whose text cursor shows. */
  get focus(): 'main' | 'side' {
    return this.#focused;
  }
  set focus(part: 'main' | 'side') {
    if (part === this.#focused) return;
    this.#focused = part;
    this.#flush();
  }

  /** Divides the screen, moves the line between the parts, or with undefined shows the main app on all of it. */
  divide(division: Division | undefined): void {
    this.#place(division);
    if (division === undefined) {
      this.#picture = undefined;
      this.#sidePart.back = undefined;
      this.#tinted = [];
      this.#focused = 'main';
      // The main app's next frame is one of other cells: the terminal compares all of them.
      return;
    }
    this.#renew();
  }

  /** The terminal has another size. */
  resize(size: Size, division: Division | undefined): void {
    this.#size = size;
    this.#screen.resize(size.width, size.height);
    this.divide(division);
  }

  /** Tints cells of the main app while the screen is divided. Where marks overlap, the later one is used. */
  set marks(marks: readonly Mark[]) {
    if (this.#picture === undefined) return;
    const rects = [...this.#tinted, ...marks];
    this.#tinted = marks;
    if (this.#mainPart.back === undefined) return;
    this.#mainPart.refresh(this.#mainPart.back);
    for (const { rect } of rects) {
      const { x, y, width, height } = intersect(rect, this.#mainPart.area);
      for (let row = y; row < y + height; row++) this.#copy(this.#mainPart, row, x, x + width);
    }
    this.#flush();
  }

  #place(division: Division | undefined): void {
    const { width, height } = this.#size;
    const isRight = division?.side === 'right';
    const all = isRight ? width : height;
    const cells = division === undefined ? 0 : Math.max(0, Math.min(all, division.cells));
    const before = this.#mainPart.area;
    this.#mainPart.area = {
      x: 0,
      y: 0,
      width: isRight ? width - cells : width,
      height: isRight ? height : height - cells,
    };
    this.#sidePart.area =
      division === undefined
        ? { x: 0, y: 0, width: 0, height: 0 }
        : isRight
          ? { x: width - cells, y: 0, width: cells, height }
          : { x: 0, y: height - cells, width, height: cells };
    const { area } = this.#mainPart;
    // A frame of another size is not a picture of the part any more.
    if (area.width !== before.width || area.height !== before.height) this.#mainPart.cursor = null;
  }

  /** Puts the picture together again of what there is. */
  #renew(): void {
    const { width, height } = this.#size;
    // The numbers of another table mean nothing in a new one.
    if (this.#picture === undefined) this.#forget();
    if (this.#picture?.width !== width || this.#picture.height !== height) {
      this.#picture = new CellBuffer(width, height, this.#picture?.table);
      this.#damage = new Damage(width, height);
    }
    this.#picture.clear();
    this.#damage.addAll();
    for (const part of [this.#mainPart, this.#sidePart]) this.#copyAll(part);
    this.#flush();
  }

  #clientOf(part: Part, isMain: boolean): Client {
    const screen = this.#screen;
    const present: Client['present'] = (back, damage, cursor, inline) =>
      this.#present(part, back, damage, cursor, inline === true);
    const passes = (): boolean => isMain && this.#picture === undefined;
    return {
      get front() {
        // The picture's cells are of another table than the app's.
        return passes() ? screen.front : undefined;
      },
      get cellsChanged() {
        return screen.cellsChanged;
      },
      get behind() {
        return screen.behind;
      },
      get hasPrinted() {
        return isMain && screen.hasPrinted;
      },
      present,
      dropPrinted: (keeps) => {
        if (isMain) screen.dropPrinted?.(keeps);
      },
      print: (lines) => {
        if (isMain) screen.print(lines);
      },
      resize: (width, height) => {
        // Of a part it is the divider who says how large it is.
        if (passes()) screen.resize(width, height);
      },
      invalidate: () => screen.invalidate(),
      configure: (options: ClientOptions) => {
        if (isMain) screen.configure(options);
      },
    };
  }

  #present(
    part: Part,
    back: CellBuffer,
    damage: Damage,
    cursor: CursorCell | null,
    inline: boolean,
  ): number {
    part.back = back;
    part.cursor = cursor;
    const picture = this.#picture;
    if (picture === undefined) {
      return part === this.#mainPart ? this.#screen.present(back, damage, cursor, inline) : 0;
    }
    const { area } = part;
    if (picture.table.crowded) this.#compact(picture);
    // Rows that move sideways are compared like all others.
    damage.spread();
    if (part.isStale || back.width !== area.width || back.height !== area.height) {
      this.#copyAll(part);
    } else {
      part.refresh(back);
      for (let row = damage.top; row < damage.bottom; row++) {
        const spans = damage.spansOf(row);
        for (let span = 0; span < spans; span++) {
          this.#copy(part, row, damage.edge(row, span, 0), damage.edge(row, span, 1));
        }
      }
    }
    return this.#flush();
  }

  #compact(picture: CellBuffer): void {
    const { front } = this.#screen;
    picture.table.compact(front?.table === picture.table ? [picture, front] : [picture]);
    this.#forget();
  }

  #forget(): void {
    for (const part of [this.#mainPart, this.#sidePart]) part.forget();
    this.#tints.clear();
  }

  #flush(): number {
    const picture = this.#picture;
    const damage = this.#damage;
    if (picture === undefined) return 0;
    const { area, cursor } = this.#focused === 'main' ? this.#mainPart : this.#sidePart;
    const isInside =
      cursor !== null &&
      contains({ ...area, x: 0, y: 0 }, Math.floor(cursor.x), Math.floor(cursor.y));
    const shown = isInside ? { x: cursor.x + area.x, y: cursor.y + area.y } : null;
    const bytes = this.#screen.present(picture, damage, shown);
    damage.clear();
    return bytes;
  }

  #copyAll(part: Part): void {
    const { back, area } = part;
    const picture = this.#picture;
    if (picture === undefined || isEmpty(area)) return;
    part.isStale = back === undefined || back.width !== area.width || back.height !== area.height;
    for (let row = 0; row < area.height; row++) {
      const start = (area.y + row) * picture.width + area.x;
      picture.glyphs.fill(BLANK, start, start + area.width);
      picture.styles.fill(0, start, start + area.width);
      this.#damage.span(area.y + row, area.x, area.x + area.width);
    }
    if (back === undefined) return;
    part.refresh(back);
    const height = Math.min(back.height, area.height);
    for (let row = 0; row < height; row++)
      this.#copy(part, row, 0, Math.min(back.width, area.width));
  }

  /** Columns of one row of a part, into the picture. */
  #copy(part: Part, row: number, left: number, right: number): void {
    const { back, area } = part;
    const picture = this.#picture;
    if (back === undefined || picture === undefined || row >= Math.min(area.height, back.height))
      return;
    const end = Math.min(right, back.width, area.width);
    const { table } = picture;
    const from = row * back.width;
    const to = (area.y + row) * picture.width + area.x;
    for (let x = left; x < end; x++) {
      picture.glyphs[to + x] = part.glyph(back.glyphs[from + x]!, table);
      picture.styles[to + x] = part.style(back.styles[from + x]!, table);
    }
    // A part that is narrower than its app's last frame shows no half of a wide glyph.
    if (end < back.width && end > left && back.glyphs[from + end] === WIDE_TAIL) {
      picture.glyphs[to + end - 1] = BLANK;
    }
    if (part === this.#mainPart) this.#tint(picture, row, left, end);
    this.#damage.span(area.y + row, area.x + left, area.x + Math.max(left, end));
  }

  #tint(picture: CellBuffer, row: number, left: number, right: number): void {
    if (this.#tinted.length === 0) return;
    const start = row * picture.width;
    for (let x = left; x < right; x++) {
      const mark = this.#tinted.findLast(({ rect }) => contains(rect, x, row));
      if (mark === undefined) continue;
      picture.styles[start + x] = this.#tintOf(
        picture.table,
        picture.styles[start + x]!,
        mark.color,
      );
    }
  }

  #tintOf(table: StyleTable, id: number, color: Color | undefined): number {
    const key = String(color);
    let known = this.#tints.get(key);
    if (known === undefined) this.#tints.set(key, (known = new Map<number, number>()));
    let found = known.get(id);
    if (found === undefined) {
      const { fg, bg, attributes, link } = table.get(id);
      found =
        color === undefined
          ? table.intern(fg, bg, attributes ^ REVERSE, link)
          : table.intern(fg, mixed(bg, color), attributes, link);
      known.set(id, found);
    }
    return found;
  }
}

/** A background with a colour over it; one that every terminal shows as it likes becomes the colour. */
function mixed(under: Color, over: Color): Color {
  if (under === DEFAULT_COLOR || under === TRANSPARENT) return over;
  const [from, to] = [channels(under), channels(over)];
  const part = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * TINT);
  return rgb(part(0), part(1), part(2));
}
