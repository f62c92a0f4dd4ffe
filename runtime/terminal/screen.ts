/**
 * The terminal as this program has left it, and how to bring it to the next frame: front buffer,
 * diff and encoder. Each frame is one write; a frame that changes nothing writes nothing.
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
import { Shifter } from './encoding/row-shift.js';

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
  /** The terminal deletes and inserts characters (DCH, ICH), so that rows may be shifted; default false. */
  readonly shifts?: boolean;
  /** The terminal opens links (OSC 8); default false. */
  readonly links?: boolean;
}

type KnownOptions = Required<Omit<ScreenOptions, 'grays'>> & Pick<ScreenOptions, 'grays'>;

const NO_IMAGES: readonly Uint8Array[] = [];
const SYNC_START = new TextEncoder().encode('\x1b[?2026h');
const SYNC_END = new TextEncoder().encode('\x1b[?2026l');

interface Machine {
  readonly looks: Looks;
  readonly facts: GlyphFacts;
  readonly differ: Differ;
  readonly encoder: Encoder;
  readonly shifter: Shifter;
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

  readonly #output: Output;
  readonly #images: ImageLayer | undefined;

  /** @param images that are drawn over the cells; default none */
  constructor(output: Output, options: ScreenOptions = {}, images?: ImageLayer) {
    this.#output = output;
    this.#images = images;

    this.#options = {
      depth: options.depth ?? 'truecolor',
      grays: options.grays,
      sync: options.sync ?? false,
      doubtAmbiguous: options.doubtAmbiguous ?? false,
      erasesWithBackground: options.erasesWithBackground ?? false,
      shifts: options.shifts ?? false,
      links: options.links ?? false,
    };
    this.#machine = build(this.#options);
  }

  /** True where a frame was skipped because the output was congested: present again once it drains. */
  get behind(): boolean {
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
    this.#machine = build(next);
    this.invalidate();
  }

  /** The terminal has a new size, in cells; what it shows now is unknown. */
  resize(width: number, height: number): void {
    this.front?.resize(width, height);
    this.invalidate();
  }

  /** Forgets what the terminal shows: the next frame repaints every cell. */
  invalidate(): void {
    this.front?.glyphs.fill(UNKNOWN_GLYPH);
    this.#machine.encoder.forget();
    this.#images?.forget();
    this.#missed = this.#unknown = true;
    this.#cursorX = this.#cursorY = -1;
  }

  /** The images over the cells have changed: the next frame is compared as a whole. */
  recompose(): void {
    this.#missed = true;
  }

  /** Encodes the cells that changed, and returns the bytes of images among them. */
  #draw(front: CellBuffer, back: CellBuffer, damage: Damage): readonly Uint8Array[] {
    const { differ, encoder, shifter } = this.#machine;
    // With images any cell may show something else than the frame's.
    const images = this.#images?.isActive === true ? this.#images : undefined;
    const shown = images?.compose(back, front) ?? back;
    const isPartial = !this.#missed && images === undefined;
    if (this.#options.shifts && isPartial) shifter.apply(front, shown, damage, encoder);
    else damage.spread();
    const count = this.#unknown
      ? differ.takeAll(front, shown)
      : differ.compare(front, shown, isPartial ? damage : null);
    encoder.cells(front, differ.runs, count);
    this.cellsChanged = differ.cells;
    return images?.draw(differ.runs, count) ?? NO_IMAGES;
  }

  /**
   * Shows `back`. `damage` must cover every cell that changed since the last call, skipped frames
   * aside. `cursor` is the cell of the text cursor, null to hide it.
   *
   * @returns bytes written; 0 where nothing was written at all, be it that nothing changed or that
   *   the output is congested (`behind` is then true)
   */
  present(back: CellBuffer, damage: Damage, cursor: CursorCell | null): number {
    this.cellsChanged = 0;
    if (this.#output.congested) {
      this.#missed ||= !damage.empty || !this.#atCursor(cursor);
      this.#isHeld = this.#missed;
      return 0;
    }
    const front = this.#frontFor(back);
    const { looks, encoder } = this.#machine;
    if (looks.crowded) encoder.renumberLooks(() => looks.clear());
    const { out } = encoder;
    out.length = 0;
    const { sync } = this.#options;
    if (sync) out.raw(SYNC_START);
    const start = out.length;
    const isDrawn = this.#missed || !damage.empty;
    const drawn = isDrawn ? this.#draw(front, back, damage) : NO_IMAGES;
    const drawnAt = out.length;
    this.#missed = this.#unknown = this.#isHeld = false;
    if (out.length > start || drawn.length > 0 || !this.#atCursor(cursor)) {
      const inside = place(cursor, back);
      encoder.cursor(front, inside);
      this.#cursorX = inside?.x ?? -2;
      this.#cursorY = inside?.y ?? -2;
    }
    if (out.length === start && drawn.length === 0) return 0;
    if (sync) {
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

  /** The front buffer for `back`, made or forgotten where size or table do not match. */
  #frontFor(back: CellBuffer): CellBuffer {
    const { table, width, height } = back;
    let { front } = this;
    if (front === undefined || front.table !== table) {
      front = this.front = new CellBuffer(width, height, table);
      this.#machine = build(this.#options);
      this.invalidate();
    } else if (front.width !== width || front.height !== height) {
      this.resize(width, height);
    }
    if (this.#generation !== table.generation) {
      // The table was compacted: everything known by style id or cluster index has a new meaning.
      this.#generation = table.generation;
      const { looks, facts, encoder } = this.#machine;
      encoder.renumberLooks(() => looks.clear());
      facts.dropClusters();
    }
    if (front.generation !== table.generation) {
      front.generation = table.generation;
      front.styles.fill(0);
      this.invalidate();
    }
    return front;
  }

  #atCursor(cursor: CursorCell | null): boolean {
    const inside = this.front === undefined ? null : place(cursor, this.front);
    return (inside?.x ?? -2) === this.#cursorX && (inside?.y ?? -2) === this.#cursorY;
  }
}

function build(options: KnownOptions): Machine {
  const looks = new Looks(options.depth, options.grays, options.links);
  const facts = new GlyphFacts(options.doubtAmbiguous);
  return {
    looks,
    facts,
    differ: new Differ(looks, facts),
    encoder: new Encoder(looks, facts, options.erasesWithBackground),
    shifter: new Shifter(facts),
  };
}

/** The cursor in whole cells, null where it is outside the screen. */
function place(cursor: CursorCell | null, { width, height }: CellBuffer): CursorCell | null {
  if (cursor === null) return null;
  const x = Math.floor(cursor.x);
  const y = Math.floor(cursor.y);
  return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : null;
}
