/**
 * The terminal as this program has left it, and how to bring it to the next frame: front buffer,
 * diff and encoder. Each frame is one write; a frame that changes nothing writes nothing. A frame is the whole screen, or
 * inline the live region below the shell's prompt (`inline/live-region.ts`).
 */
import type { ColorDepth } from '../base/color.js';
import { CellBuffer } from '../paint/cells.js';
import type { Damage } from '../paint/damage.js';
import type { Client, CursorCell } from './client.js';
import { Differ, UNKNOWN_GLYPH } from './encoding/diff.js';
import { Encoder } from './encoding/encoder.js';
import { GlyphFacts } from './encoding/glyph-facts.js';
import { Looks } from './encoding/resolved-styles.js';
import type { ImageLayer } from './images/image-layer.js';
import type { Output } from './output.js';
import { Scroller } from './encoding/row-scroll.js';
import { Shifter } from './encoding/row-shift.js';
import { PrintEncoder } from './inline/print-encoder.js';
import type { PrintedLine } from './inline/printed.js';
import { LiveRegion, type Reflow } from './inline/live-region.js';

export interface ScreenOptions {
  /** How many colours are sent; default `truecolor`. */
  readonly depth?: ColorDepth;
  /** Sends colours as grays of the 256, for a light or dark terminal; by default as colours. */
  readonly grays?: 'light' | 'dark' | undefined;
  /** Brackets each frame with synchronized output (DEC private mode 2026); default false. */
  readonly sync?: boolean;
  /** The locale is East Asian, so that ambiguous characters may take two cells; default false. */
  readonly doubtAmbiguous?: boolean;
  /** Erasing fills with the current background (background colour erase); default false. */
  readonly erasesWithBackground?: boolean;
  /** The terminal deletes and inserts characters and lines (DCH, ICH, DL, IL, DECSTBM), so that rows may be moved; default false. */
  readonly shifts?: boolean;
  /** The terminal opens links (OSC 8); default false. */
  readonly links?: boolean;
  /** How the terminal shows rows again that have become too wide; default: it cuts them off. */
  readonly reflow?: Reflow;
  /** The terminal is to report where the live region is, which the mouse needs; default false. */
  readonly locates?: boolean;
}

/**
 * Switches the terminal to what the next frame is for: the alternate screen, or inline the main one. `isNew`: a live region
 * begins there, else the cursor is where it was left in it. Returns false where there is only the main screen.
 */
type SwitchScreen = (inline: boolean, isNew: boolean) => boolean;

type KnownOptions = Required<Omit<ScreenOptions, 'grays'>> & Pick<ScreenOptions, 'grays'>;

const NO_IMAGES: readonly Uint8Array[] = [];
/** DECAWM: printed lines are wrapped by the terminal, which wraps them again at another width. */
const WRAP_ON = new TextEncoder().encode('\x1b[?7h');
const WRAP_OFF = new TextEncoder().encode('\x1b[?7l');
const SYNC_START = new TextEncoder().encode('\x1b[?2026h');
const SYNC_END = new TextEncoder().encode('\x1b[?2026l');

interface Machine {
  readonly looks: Looks;
  readonly facts: GlyphFacts;
  readonly differ: Differ;
  readonly encoder: Encoder;
  readonly shifter: Shifter;
  readonly scroller: Scroller;
}

export class Screen implements Client {
  /**
   * What the terminal shows. Give it to `StyleTable.compact` with the other buffers of its table;
   * undefined until the first frame.
   */
  front: CellBuffer | undefined;
  /** Cells that the last `present` found changed. */
  cellsChanged = 0;
  /** Cells that the last `present` compared with what the terminal shows. */
  get cellsCompared(): number {
    return this.#machine.differ.compared;
  }
  /** Rows that the last `present` moved sideways instead of sending them. */
  get rowsShifted(): number {
    return this.#machine.shifter.rows;
  }
  /** Rows that the last `present` moved up or down instead of sending them. */
  get rowsScrolled(): number {
    return this.#machine.scroller.rows;
  }
  #options: KnownOptions;
  #machine: Machine;
  #generation = 0;
  /** The next frame compares every cell, since the damage of an earlier frame was not read. */
  #missed = true;
  /** True if a frame was skipped after the last shown one. */
  #isHeld = false;
  /** True while the terminal's content is unknown. */
  #unknown = true;
  #cursorX = -1;
  #cursorY = -1;
  /** The last frame was inline. */
  #isInline = false;
  readonly #region = new LiveRegion();
  /** Printed lines that are not on the terminal yet, encoded. */
  #printed: Uint8Array[] = [];
  #printer: PrintEncoder | undefined;

  readonly #output: Output;
  readonly #images: ImageLayer | undefined;
  readonly #switchScreen: SwitchScreen | undefined;

  /** @param images that are drawn over the cells; default none */
  constructor(
    output: Output,
    options: ScreenOptions = {},
    images?: ImageLayer,
    switchScreen?: SwitchScreen,
  ) {
    this.#output = output;
    this.#images = images;
    this.#switchScreen = switchScreen;

    this.#options = {
      depth: options.depth ?? 'truecolor',
      grays: options.grays,
      sync: options.sync ?? false,
      doubtAmbiguous: options.doubtAmbiguous ?? false,
      erasesWithBackground: options.erasesWithBackground ?? false,
      shifts: options.shifts ?? false,
      links: options.links ?? false,
      reflow: options.reflow ?? 'none',
      locates: options.locates ?? false,
    };
    this.#machine = build(this.#options);
  }

  /** The first frame of a terminal that was taken over, or taken back, is inline or not. */
  start(inline: boolean): void {
    this.#isInline = inline;
    this.#region.height = 0;
    this.#rebuild();
    this.invalidate();
  }

  /**
   * What brings the cursor below the live region, or with `clears` to its first row; empty where there is none. With `ends`, lines
   * that wait are printed as well.
   */
  leave(clears: boolean, ends: boolean): string {
    const { reflow } = this.#options;
    const region = this.#region;
    if (!ends || this.#printed.length === 0) return region.leave(clears, reflow);
    const printed = Buffer.concat(this.#printed.splice(0)).toString();
    const { front } = this;
    // On another screen the rows of the region are what they were.
    const isShown = this.#isInline && region.height > 0 && front !== undefined && isKnown(front);
    const above = region.leave(clears || isShown, reflow) + printed;
    if (clears || !isShown) return above;
    return above + this.#repaint(front) + region.leave(false, reflow);
  }

  /** The last frame again, from the cursor on. */
  #repaint(last: CellBuffer): string {
    const { encoder, differ } = this.#machine;
    const { out } = encoder;
    out.length = 0;
    encoder.forget();
    this.#region.begin(encoder);
    const blank = blankLike(last, 1);
    this.#region.fit(encoder, blank, last.height);
    const front = blankLike(last, last.height);
    encoder.cells(front, differ.runs, differ.compare(front, last, null));
    encoder.rest(front);
    this.#region.settle(front, encoder);
    return Buffer.from(out.bytes.subarray(0, out.length)).toString();
  }

  get hasPrinted(): boolean {
    return this.#printed.length > 0;
  }

  dropPrinted(keeps = 0): void {
    let room = keeps;
    const last = this.#printed.findLastIndex(({ length }) => (room -= length) < 0);
    this.#printed.splice(0, last + 1);
  }

  print(lines: readonly PrintedLine[]): void {
    const { depth, grays } = this.#options;
    this.#printer ??= new PrintEncoder(depth, grays);
    this.#printed.push(this.#printer.encode(lines));
  }

  /** The row of the screen that the first row of the live region is in, where the terminal has reported it; else 0. */
  get top(): number {
    return this.#isInline ? this.#region.top : 0;
  }

  /** The terminal was asked where the cursor is, and has not answered. */
  get isAsked(): boolean {
    return this.#region.isAsked;
  }

  /** The terminal's answer to where the cursor is. */
  onCursor(row: number): void {
    this.#region.located(row);
  }

  /** True where a frame was skipped because the output was congested: present again once it drains. */
  get behind(): boolean {
    if (this.#isInline && this.#printed.length > 0) return true;
    return this.#missed && (this.#isHeld || this.front !== undefined);
  }

  /** Changes options, for example when the terminal's answer to a query arrives. Repaints where that matters. */
  configure(options: ScreenOptions): void {
    const { depth, grays, doubtAmbiguous, erasesWithBackground, links } = this.#options;
    const next = { ...this.#options };
    if (options.depth !== undefined) next.depth = options.depth;
    if ('grays' in options) next.grays = options.grays;
    if (options.sync !== undefined) next.sync = options.sync;
    if (options.doubtAmbiguous !== undefined) next.doubtAmbiguous = options.doubtAmbiguous;
    if (options.erasesWithBackground !== undefined) {
      next.erasesWithBackground = options.erasesWithBackground;
    }
    if (options.shifts !== undefined) next.shifts = options.shifts;
    if (options.links !== undefined) next.links = options.links;
    if (options.reflow !== undefined) next.reflow = options.reflow;
    if (options.locates !== undefined) next.locates = options.locates;
    // The place of what is shown already.
    if (next.locates && !this.#options.locates) this.#region.isUnlocated = true;
    this.#options = next;
    if (
      next.depth === depth &&
      next.grays === grays &&
      next.doubtAmbiguous === doubtAmbiguous &&
      next.erasesWithBackground === erasesWithBackground &&
      next.links === links
    ) {
      return;
    }
    this.#printer = undefined;
    this.#rebuild();
    this.invalidate();
  }

  /** The terminal has a new size, in cells; what it shows now is unknown. */
  resize(width: number, height: number): void {
    this.#region.resized(width);
    // What the rows of the live region had is needed to find its first one.
    if (!this.#isInline) this.front?.resize(width, height);
    this.invalidate();
  }

  /** Forgets what the terminal shows: the next frame repaints every cell. */
  invalidate(): void {
    // By the widths of rows that have moved the first of them is found.
    if (!(this.#isInline && this.#region.isMoved)) this.front?.glyphs.fill(UNKNOWN_GLYPH);
    this.#machine.encoder.forget();
    this.#images?.forget();
    this.#missed = this.#unknown = true;
    this.#cursorX = this.#cursorY = -1;
  }

  /** The images over the cells have changed: the next frame is compared as a whole. */
  recompose(): void {
    this.#missed = true;
  }

  #rebuild(): void {
    const { row } = this.#machine.encoder;
    this.#machine = build(this.#options, this.#isInline ? this.#region : undefined);
    if (this.#isInline) this.#machine.encoder.place(Math.max(0, row));
  }

  /** Brings the live region to where and as high as the frame is; what it shows is in the front buffer then. */
  #placeRegion(back: CellBuffer): CellBuffer {
    const region = this.#region;
    const { encoder } = this.#machine;
    let { front } = this;
    if (region.height === 0 || region.isMoved || front === undefined) {
      front = blankLike(back, 1);
      if (region.height === 0) region.begin(encoder);
      else region.restart(encoder, front, this.#options.reflow);
      this.#unknown = false;
    }
    if (this.#printed.length > 0) {
      this.#printAbove(front);
      front = blankLike(back, 1);
      this.#unknown = false;
    }
    if (region.height !== back.height) {
      region.fit(encoder, front, back.height);
      front = withHeight(front, back.height);
      this.#missed = true;
    }
    if (this.#options.locates && region.isAsking) region.locate(encoder, front);
    return (this.front = front);
  }

  /** Prints what waits where the region is, which begins again below. */
  #printAbove(front: CellBuffer): void {
    const { encoder } = this.#machine;
    const { out } = encoder;
    encoder.eraseFrom(front, 0);
    const printed = this.#printed.splice(0);
    for (const bytes of [WRAP_ON, ...printed, WRAP_OFF]) {
      out.reserve(bytes.length);
      out.raw(bytes);
    }
    encoder.forget();
    this.#region.begin(encoder);
    this.#missed = true;
  }

  /** Encodes the cells that changed, and returns the bytes of images among them. */
  #draw(front: CellBuffer, back: CellBuffer, damage: Damage): readonly Uint8Array[] {
    const { differ, encoder, shifter, scroller } = this.#machine;
    // With images any cell may show something else than the frame's.
    const images = this.#images?.isActive === true ? this.#images : undefined;
    const shown = images?.compose(back, front, !this.#isInline) ?? back;
    const isPartial = !this.#missed && images === undefined;
    if (this.#options.shifts && isPartial && !this.#isInline) {
      // Moves that are known are of rows that are as they were shown.
      if (damage.moves.length === 0) scroller.apply(front, shown, damage, encoder);
      shifter.apply(front, shown, damage, encoder);
    } else damage.spread();
    const count = this.#unknown
      ? differ.takeAll(front, shown)
      : differ.compare(front, shown, isPartial ? damage : null);
    encoder.cells(front, differ.runs, count);
    this.cellsChanged = differ.cells;
    return images?.draw(differ.runs, count) ?? NO_IMAGES;
  }

  /**
   * Shows `back`. `damage` must cover every cell that changed since the last call, skipped frames
   * aside. `cursor` is the cell of the text cursor, null to hide it. `inline`: the frame is the live region.
   *
   * @returns bytes written; 0 where nothing was written at all, be it that nothing changed or that
   *   the output is congested (`behind` is then true)
   */
  present(back: CellBuffer, damage: Damage, cursor: CursorCell | null, inline = false): number {
    this.cellsChanged = 0;
    if (this.#output.congested) {
      this.#missed ||= !damage.empty || !this.#atCursor(cursor);
      this.#isHeld = this.#missed;
      return 0;
    }
    if (inline !== this.#isInline) this.#turn(inline);
    this.#forgetOther(back);
    const { looks, encoder } = this.#machine;
    if (looks.crowded) encoder.renumberLooks(() => looks.clear());
    const { out } = encoder;
    out.length = 0;
    if (this.#options.sync) out.raw(SYNC_START);
    const start = out.length;
    const front = inline ? this.#placeRegion(back) : this.#frontFor(back);
    const isDrawn = this.#missed || !damage.empty;
    const drawn = isDrawn ? this.#draw(front, back, damage) : NO_IMAGES;
    const drawnAt = out.length;
    this.#missed = this.#unknown = this.#isHeld = false;
    if (out.length > start || drawn.length > 0 || !this.#atCursor(cursor)) {
      this.#moveCursor(front, place(cursor, back));
    }
    if (out.length === start && drawn.length === 0) return 0;
    if (inline) this.#region.settle(front, encoder);
    return this.#write(drawn, drawnAt);
  }

  #moveCursor(front: CellBuffer, cursor: CursorCell | null): void {
    const { encoder } = this.#machine;
    encoder.cursor(front, cursor);
    // Where nothing below it is wrapped: xterm.js moves a cursor with the rows below it.
    if (this.#isInline && cursor === null) encoder.rest(front);
    this.#cursorX = cursor?.x ?? -2;
    this.#cursorY = cursor?.y ?? -2;
  }

  /** Writes what was encoded, with images behind the cells. @returns bytes written */
  #write(drawn: readonly Uint8Array[], drawnAt: number): number {
    const { out } = this.#machine.encoder;
    if (this.#options.sync) {
      out.reserve(SYNC_END.length);
      out.raw(SYNC_END);
    }
    const cells = out.bytes.subarray(0, out.length);
    const bytes =
      drawn.length === 0
        ? cells
        : Buffer.concat([cells.subarray(0, drawnAt), ...drawn, cells.subarray(drawnAt)]);
    try {
      this.#output.write(bytes);
    } catch (error) {
      this.invalidate();
      throw error;
    }
    return bytes.length;
  }

  /** Turns to the live region, or from it to the whole screen. */
  #turn(inline: boolean): void {
    this.#isInline = inline;
    const region = this.#region;
    const isKept = this.#switchScreen?.(inline, region.height === 0) ?? true;
    if (!isKept) region.height = 0;
    this.#rebuild();
    this.front = undefined;
    // Of the main screen: where it was reflowed meanwhile, its rows are found by their widths.
    region.isMoved = true;
    this.invalidate();
  }

  /** The front buffer for `back`, made or forgotten where its size does not match. */
  #frontFor(back: CellBuffer): CellBuffer {
    const { width, height, table } = back;
    if (this.front === undefined) {
      this.front = new CellBuffer(width, height, table);
      this.invalidate();
    } else if (this.front.width !== width || this.front.height !== height) {
      this.resize(width, height);
    }
    return this.front;
  }

  /** Forgets what is known by ids of another table than that of `back`, or of another generation of it. */
  #forgetOther({ table }: CellBuffer): void {
    let { front } = this;
    if (front !== undefined && front.table !== table) {
      front = this.front = this.#isInline ? unknownLike(front, table) : undefined;
      this.#rebuild();
      this.invalidate();
    }
    if (this.#generation !== table.generation) {
      // The table was compacted: everything known by style id or cluster index has a new meaning.
      this.#generation = table.generation;
      const { looks, facts, encoder } = this.#machine;
      encoder.renumberLooks(() => looks.clear());
      facts.dropClusters();
    }
    if (front !== undefined && front.generation !== table.generation) {
      front.generation = table.generation;
      front.styles.fill(0);
      this.invalidate();
    }
  }

  #atCursor(cursor: CursorCell | null): boolean {
    const inside = this.front === undefined ? null : place(cursor, this.front);
    return (inside?.x ?? -2) === this.#cursorX && (inside?.y ?? -2) === this.#cursorY;
  }
}

function build(options: KnownOptions, region?: LiveRegion): Machine {
  const looks = new Looks(options.depth, options.grays, options.links);
  const facts = new GlyphFacts(options.doubtAmbiguous);
  return {
    looks,
    facts,
    differ: new Differ(looks, facts),
    encoder: new Encoder(looks, facts, options.erasesWithBackground, region),
    shifter: new Shifter(facts),
    scroller: new Scroller(),
  };
}

function isKnown({ glyphs }: CellBuffer): boolean {
  return !glyphs.includes(UNKNOWN_GLYPH);
}

/** Cells of what a terminal shows where it shows nothing. */
function blankLike({ width, table }: CellBuffer, height: number): CellBuffer {
  const blank = new CellBuffer(width, height, table);
  blank.generation = table.generation;
  return blank;
}

/** Rows of which nothing is known, by the ids of another table. */
function unknownLike({ width, height }: CellBuffer, table: CellBuffer['table']): CellBuffer {
  const unknown = new CellBuffer(width, height, table);
  unknown.generation = table.generation;
  unknown.glyphs.fill(UNKNOWN_GLYPH);
  return unknown;
}

/** The same rows, and blank ones below them. */
function withHeight(front: CellBuffer, height: number): CellBuffer {
  const next = blankLike(front, height);
  const count = front.width * Math.min(height, front.height);
  next.glyphs.set(front.glyphs.subarray(0, count));
  next.styles.set(front.styles.subarray(0, count));
  return next;
}

/** The cursor in whole cells, null where it is outside the screen. */
function place(cursor: CursorCell | null, { width, height }: CellBuffer): CursorCell | null {
  if (cursor === null) return null;
  const x = Math.floor(cursor.x);
  const y = Math.floor(cursor.y);
  return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : null;
}
