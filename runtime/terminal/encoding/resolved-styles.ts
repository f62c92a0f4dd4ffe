/**
 * Looks: what styles come to on this terminal.
 *
 * At 16 colours, or none, many styles look the same; nothing is sent where only the style's number
 * differs. A look is a foreground, a background (both already mapped to the depth), attributes and an address.
 */
import {
  DEFAULT_COLOR,
  channels,
  indexed,
  isIndexed,
  isRgb,
  paletteIndex,
  type Color,
  type ColorDepth,
} from '../../base/color.js';
import { REVERSE, STRIKE, UNDERLINE, type StyleTable } from '../../paint/cells.js';
import { webLink } from '../../base/text/web-links.js';
import { ColorMapper, isHue, luma, outOf, paletteRgb } from './palette.js';

/** Index of a look. */
export type LookId = number;

/** Attributes that are visible on blanks. */
const ON_BLANKS = UNDERLINE | REVERSE | STRIKE;
/** Past this many, looks are forgotten and made again: streamed colours must not grow the tables. */
const MAX_LOOKS = 16_384;

export class Looks {
  readonly fg: Color[] = [];
  readonly bg: Color[] = [];
  readonly attributes: number[] = [];
  /** Number of the address, 0 for none. */
  readonly links: number[] = [];
  /** Addresses by their number: what `webLink` returns, and nothing else. */
  readonly addresses: string[] = [''];
  readonly #blanks: LookId[] = [];
  readonly #ids = new Map<number, Map<number, LookId>>();
  readonly #numbers = new Map<string, number>();
  /** Look of each style id, -1 where not made yet. */
  #byStyle = new Int32Array(64).fill(-1);
  readonly #mapper: ColorMapper;
  /** Look 0 is the terminal's own colours without attributes. */
  static readonly PLAIN: LookId = 0;

  readonly #grays: 'light' | 'dark' | undefined;
  readonly #hasLinks: boolean;

  /**
   * @param grays colours are shown as grays of the 256, on a terminal that is light or dark
   * @param hasLinks the terminal opens links; else addresses are not part of a look
   */
  constructor(depth: ColorDepth, grays?: 'light' | 'dark', hasLinks = false) {
    this.#grays = grays;
    this.#hasLinks = hasLinks;

    this.#mapper = new ColorMapper(depth, grays !== undefined);
    this.intern(DEFAULT_COLOR, DEFAULT_COLOR, 0);
  }

  /** True where it is time to call `clear`, between two frames. */
  get crowded(): boolean {
    return this.fg.length > MAX_LOOKS;
  }

  /** Forgets everything; ids get new meanings. */
  clear(): void {
    this.fg.length = this.bg.length = this.attributes.length = this.#blanks.length = 0;
    this.links.length = 0;
    this.addresses.length = 1;
    this.#numbers.clear();
    this.#ids.clear();
    this.#byStyle = new Int32Array(64).fill(-1);
    this.intern(DEFAULT_COLOR, DEFAULT_COLOR, 0);
  }

  /** The look of a style. An id that the table does not know is the plain style. */
  of(style: number, table: StyleTable): LookId {
    const known = this.#byStyle[style];
    return known !== undefined && known >= 0 ? known : this.#make(style, table);
  }

  /** The look of blanks that look the same as blanks of `look`: without what only glyphs show. */
  blank(look: LookId): LookId {
    return this.#blanks[look] ?? Looks.PLAIN;
  }

  /** The same look without a link. */
  unlinked(look: LookId): LookId {
    if (look < 0 || (this.links[look] ?? 0) === 0) return look;
    return this.intern(this.fg[look]!, this.bg[look]!, this.attributes[look]!);
  }

  /** The id of a look whose colours are already mapped. */
  intern(fg: Color, bg: Color, attributes: number, link = 0): LookId {
    const outer = (link * 0x4000000 + fg) * 128 + attributes;
    let row = this.#ids.get(outer);
    if (row === undefined) this.#ids.set(outer, (row = new Map<number, number>()));
    let id = row.get(bg);
    if (id === undefined) {
      id = this.fg.length;
      row.set(bg, id);
      this.fg.push(fg);
      this.bg.push(bg);
      this.attributes.push(attributes);
      this.links.push(link);
      const shown = attributes & ON_BLANKS;
      const blankFg = shown === 0 ? DEFAULT_COLOR : fg;
      this.#blanks.push(id);
      if (shown !== attributes || blankFg !== fg) {
        this.#blanks[id] = this.intern(blankFg, bg, shown, link);
      }
    }
    return id;
  }

  #make(style: number, table: StyleTable): LookId {
    if (style >= table.size) return Looks.PLAIN;
    if (style >= this.#byStyle.length) {
      const larger = new Int32Array(Math.max(style + 1, this.#byStyle.length * 2)).fill(-1);
      larger.set(this.#byStyle);
      this.#byStyle = larger;
    }
    const { fg, bg, attributes, link } = table.get(style);
    let shownFg = this.#mapper.map(fg);
    const shownBg = this.#mapper.map(bg);
    if (shownFg === shownBg && isRgb(fg) && fg !== bg && isIndexed(shownBg)) {
      shownFg = apart(fg, bg, paletteIndex(shownBg), this.#mapper.depth);
    } else if (this.#grays !== undefined && fg !== bg && isHue(fg)) {
      shownFg = outOf(shownFg, shownBg, this.#grays);
    }
    const number = this.#hasLinks && link !== '' ? this.#numberOf(link) : 0;
    const id = this.intern(shownFg, shownBg, attributes & 127, number);
    this.#byStyle[style] = id;
    return id;
  }

  /** Addresses are checked here, where they are about to be written, whatever painted them. */
  #numberOf(link: string): number {
    const address = webLink(link);
    if (address === '') return 0;
    let number = this.#numbers.get(address);
    if (number === undefined) {
      number = this.addresses.push(address) - 1;
      this.#numbers.set(address, number);
    }
    return number;
  }
}

/**
 * Text must not vanish because its colour and its background came to the same entry: the foreground
 * moves to a gray on the side it was on.
 */
function apart(fg: Color, bg: Color, background: number, depth: ColorDepth): Color {
  const light = luma(paletteRgb(background));
  const under = isRgb(bg) ? luma(channels(bg)) : light;
  const lighter = luma(channels(fg)) >= under ? light < 230 : light < 25;
  if (depth === '16') return indexed(lighter ? (light < 110 ? 8 : 15) : light > 150 ? 8 : 0);
  // Four steps of the gray ramp, 40 of 255.
  const step = Math.round((light - 8) / 10) + (lighter ? 4 : -4);
  return indexed(232 + Math.min(23, Math.max(0, step)));
}
