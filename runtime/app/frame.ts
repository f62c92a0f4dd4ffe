/**
 * One frame: the only file that names the stages, in order.
 *
 *   records -> style -> layout -> paint -> diff and terminal
 *
 * A mutation record marks what it makes out of date; a frame runs only the stages that have
 * something marked, on only what is marked. A frame with nothing marked does nothing at all.
 */
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import type { Color } from '../base/color.js';
import {
  FrameStatistics,
  type FrameRecord,
  type StatisticsPorts,
} from '../paint/frame-statistics.js';
import { isEmpty, union, type Rect, type Size } from '../base/geometry.js';
import type { LayoutBox } from '../layout/box.js';
import { LayoutEngine, type BoxChange } from '../layout/engine.js';
import { CellBuffer } from '../paint/cells.js';
import {
  Compositor,
  dimmingBoxes,
  type CompositorOptions,
  type ScreenColors,
} from '../paint/compositor.js';
import { Damage } from '../paint/damage.js';
import { HitGrid } from '../paint/hit-grid.js';
import { NO_OVERLAYS, Overlays, type Notice, type OverlayContent } from '../paint/overlays.js';
import { StatisticsLine } from '../paint/statistics-line.js';
import type { StyleEngine } from '../style/engine.js';
import type { Client } from '../terminal/client.js';
import type { PrintedLine } from '../terminal/inline/printed.js';
import type { RecordOf } from '../element/records.js';
import type { MutationRecord, TuiElement } from '../element/tui-element.js';
import { boxElementOf, isInShadow, parentElementOf } from '../element/tree.js';
import { bringNear, hasVicinities } from '../element/rows/vicinity.js';
import { DIVISION, PAINT, PAINT_GUTTERS } from '../element/internals.js';

/** What one frame did. */
export interface FrameResult {
  /** Cells the diff found changed. */
  readonly cells: number;
  /** Bytes written to the output, in one write. */
  readonly bytes: number;
  /** True where nothing was out of date: no stage ran and nothing was written. */
  readonly skipped: boolean;
}

/** How much work the last frame did, stage by stage; specs assert these instead of times. */
export interface FrameCounters {
  /** Elements whose style was computed. */
  readonly restyled: number;
  /** Boxes whose place was read back from layout; 0 where layout did not run. */
  readonly laidOut: number;
  /** Boxes painted. */
  readonly painted: number;
}

/** What the app adds to a frame, asked once everything has its place. */
export interface FrameExtras {
  /** What is above the document; the same object while nothing about it has changed. */
  overlays(): OverlayContent;
  /** The cell of the text cursor; null where there is none to see. */
  caret(): { readonly x: number; readonly y: number } | null;
}

export interface Stages {
  readonly style: StyleEngine;
  readonly layout: LayoutEngine;
  readonly cells: CellBuffer;
  /** What shows the frames; null where they are only painted. */
  readonly client: Client | null;
}

/** Observers of each frame. */
export interface RecordPorts extends StatisticsPorts {
  readonly onFrame: (frame: FrameRecord) => void;
}

const SKIPPED: FrameResult = { cells: 0, bytes: 0, skipped: true };

const NO_REGIONS: Rect[] = [];

/** Maximum layouts per frame for elements that adapt their content to the space they receive. */
const MAX_PLACINGS = 8;

/** Maximum layouts until all rows in view have boxes: each may show that those above are lower than estimated. */
const MAX_APPROACHES = 20;

/** Rows of the highest element that is printed. */
const MAX_PRINTED_ROWS = 10_000;

/** Maximum separate regions; more are painted as one rectangle around them. */
const MAX_REGIONS = 8;

export class Frame {
  readonly hits = new HitGrid();
  /** What glyphs show. */
  readonly glyphs: GlyphLevel;
  counters: FrameCounters = { restyled: 0, laidOut: 0, painted: 0 };
  readonly #compositor: Compositor;
  readonly #overlays: Overlays;
  /** What frames cost, and the line that shows it; undefined while neither is requested. */
  #statistics: FrameStatistics | undefined;
  readonly #line: StatisticsLine;
  #lineOf: StatisticsPorts | undefined;
  #recorder: RecordPorts | undefined;
  #damage: Damage;
  /** What layout changed when it ran ahead of the frame. */
  #early: BoxChange[] = [];
  /** Layout has run ahead of the frame: elements do not know their new places yet. */
  #isLaidOut = false;
  /** Ahead of a frame: an element that is measured may request a layout. */
  #isLayingOut = false;
  #overlaysChanged = false;
  /** What is shown stays in the terminal: the document, without what was above it. */
  #isLast = false;
  #running = false;
  #stopped = false;
  /** Elements whose own picture changed, while their box stayed. */
  readonly #repaint = new Set<TuiElement>();
  /** Elements that asked to be painted again themselves, and may know better than to paint all. */
  readonly #refresh = new Set<TuiElement>();
  /** Elements whose text changed since it was last read. */
  readonly #texts = new Set<TuiElement>();
  /** Boxes whose text was exchanged in place: as many characters, in the same cells. */
  readonly #changedTextBoxes = new Set<LayoutBox>();
  #wholeScreen = true;
  /** Elements whose styles were computed because rows came near the view. */
  #approached = 0;
  /** What dims the screen beneath it, as it was laid out last. */
  #dimming: readonly LayoutBox[] = [];

  /** Of the screen. */
  #screen: Size;
  #isInline = false;
  /** Lines were printed since the last frame. */
  #hasPrinted = false;
  #colors: ScreenColors;

  readonly #stages: Stages;

  readonly #options: CompositorOptions;

  constructor(stages: Stages, options: CompositorOptions) {
    this.#stages = stages;
    this.#options = options;
    this.#colors = options;

    const { cells, layout } = stages;
    this.#screen = { width: cells.width, height: cells.height };
    this.glyphs = options.glyphs ?? 'unicode';
    const resolve = (css: string): Color | undefined =>
      layout.root === null ? undefined : options.resolveColor(layout.root.element, css);
    this.#overlays = new Overlays(cells, resolve, options, options.glyphs);
    this.#overlays.depth = options.depth;
    this.#line = new StatisticsLine(cells, resolve, options.glyphs);
    this.#line.depth = options.depth;
    this.#damage = new Damage(cells.width, cells.height);
    this.hits.resize(cells.width, cells.height);
    this.#compositor = new Compositor(cells, this.hits, this.#damage, options);
    this.#compositor.setColors(options);
  }

  /** Notes what a change of the tree makes out of date. Cheap: called for every mutation. */
  record(record: MutationRecord): void {
    const { style, layout } = this.#stages;
    if (hasVicinities()) {
      const changed = boxElementOf(record.target);
      if (changed !== null) layout.onChangeInRow(changed);
    }
    switch (record.type) {
      case 'childList':
        style.invalidate(record);
        this.#onChildren(boxElementOf(record.target), record);
        return;
      case 'characterData': {
        style.invalidate(record);
        const parent = parentElementOf(record.target);
        if (parent !== null) this.#texts.add(parent);
        return;
      }
      case 'invalidate':
        if (record.kind === 'structure') {
          style.invalidate(record);
          layout.invalidateStyle(record.target);
          layout.invalidateStructure(record.target);
        }
        if (record.kind !== 'paint') this.#onContentChange(record.target);
        else this.#refresh.add(record.target);
        return;
      case 'state':
        style.invalidate(record);
        // What paints itself may show the state whether or not a rule names it.
        if (paintsItself(record.target)) this.#repaint.add(record.target);
        return;
      default:
        style.invalidate(record);
        // The pointer is over something else then, though nothing need look different.
        if (record.attributeName === 'inert') this.#repaint.add(record.target);
    }
  }

  /** Boxes of an element have come or gone; of the document where it is null. */
  #onChildren(element: TuiElement | null, record: RecordOf<'childList'>): void {
    if (element === null) {
      this.#wholeScreen = true;
      return;
    }
    const isOwn = element === record.target && !isInShadow(element);
    this.#stages.layout.invalidateChildren(element, isOwn ? record : undefined);
    this.#onContentChange(element);
    this.#repaintAround(element);
  }

  /** Computes styles ahead of the first frame, so that errors of style sheets are known before it. */
  prepare(): void {
    this.#restyle(this.#stages.style, this.#stages.layout);
  }

  /** The screen shows another number of colours: everything is painted again. */
  setColors(colors: ScreenColors): void {
    this.#colors = colors;
    const { depth } = colors;
    this.#overlays.depth = depth;
    this.#line.depth = depth;
    this.#line.invalidate();
    this.#compositor.setColors(colors);
    this.#wholeScreen = true;
  }

  /** Paints the whole screen in the next frame. */
  repaint(): void {
    this.#wholeScreen = true;
  }

  /** True where the next frame has something to do. */
  get pending(): boolean {
    if (this.#stopped) return false;
    return (
      this.#isOutOfDate || this.#stages.client?.behind === true || this.#statistics?.isDue === true
    );
  }

  /** True where something of the app has changed since the last frame. */
  get #isOutOfDate(): boolean {
    const { style, layout } = this.#stages;
    return (
      this.#wholeScreen ||
      this.#hasPrinted ||
      this.#overlaysChanged ||
      this.#early.length > 0 ||
      this.#texts.size > 0 ||
      this.#changedTextBoxes.size > 0 ||
      this.#repaint.size > 0 ||
      this.#refresh.size > 0 ||
      style.pending ||
      layout.pending
    );
  }

  /** Resizes the screen, in cells; the next frame paints all of it. */
  resize({ width, height }: Size): void {
    this.#screen = { width, height };
    this.#overlays.maxRows = this.#isInline ? height : undefined;
    const rows = this.#isInline ? Math.min(this.#stages.cells.height, height) : height;
    this.#resizeCells(width, rows);
    this.#stages.client?.resize(width, height);
  }

  /** Frames are as high as what they show, at most as the screen; or they are the whole screen. */
  set isInline(isInline: boolean) {
    if (isInline === this.#isInline) return;
    this.#isInline = this.#stages.layout.isNatural = isInline;
    this.#overlays.maxRows = isInline ? this.#screen.height : undefined;
    if (!isInline) this.#resizeCells(this.#screen.width, this.#screen.height);
    this.#wholeScreen = true;
  }
  get isInline(): boolean {
    return this.#isInline;
  }

  #resizeCells(width: number, height: number): void {
    this.#stages.cells.resize(width, height);
    this.hits.resize(width, height);
    this.#line.resized();
    this.#damage = new Damage(width, height);
    this.#compositor.damage = this.#damage;
    this.#wholeScreen = true;
  }

  #overlaysOf(extras: FrameExtras): OverlayContent {
    return this.#isLast ? NO_OVERLAYS : extras.overlays();
  }

  /** Gives an inline frame the rows of what was laid out, and of what is above it. */
  #fitRows(extras: FrameExtras): void {
    if (!this.#isInline) return;
    const overlays = this.#overlaysOf(extras);
    const { cells, layout } = this.#stages;
    const { width, height: most } = this.#screen;
    const requested = Math.max(
      layout.contentHeight,
      this.#overlays.rowsFor(overlays, this.#screen),
    );
    const rows = Math.max(1, Math.min(most, requested));
    if (rows !== cells.height) this.#resizeCells(width, rows);
  }

  /** Prints lines above the frames. */
  print(lines: readonly PrintedLine[]): void {
    this.#stages.client?.print(lines);
    this.#hasPrinted = true;
  }

  /** Cells of an element, painted once and in the room it would like to have. */
  paintAlone(element: TuiElement): CellBuffer {
    const { style, layout } = this.#stages;
    this.#restyle(style, layout);
    const alone = new LayoutEngine(() => element);
    alone.isNatural = alone.isWhole = true;
    const { width } = this.#screen;
    alone.keepsNear = true;
    this.#runLayout(alone, { width, height: MAX_PRINTED_ROWS });
    const height = alone.contentHeight;
    const cells = new CellBuffer(width, height);
    const hits = new HitGrid();
    hits.resize(width, height);
    const compositor = new Compositor(cells, hits, new Damage(width, height), this.#options);
    compositor.setColors(this.#colors);
    compositor.showsImages = false;
    if (alone.root !== null) {
      compositor.compose(alone.root, { x: 0, y: 0, width, height }, alone.floating);
    }
    alone.stop();
    return cells;
  }

  /** Paints everything in the next frame: after a theme change, or when the terminal's content is lost. */
  invalidate(): void {
    this.#wholeScreen = true;
    this.#stages.client?.invalidate();
  }

  /** The cells that the last frame showed, overlays included. */
  get shown(): CellBuffer {
    return this.#overlays.cells;
  }

  /** Overlays have changed, or the cursor may be elsewhere: the next frame requests them. */
  invalidateExtras(): void {
    this.#overlaysChanged = true;
  }

  /** The next frame is the last one: popups, notifications and selections are not part of what stays. */
  leaveOverlays(): void {
    this.#isLast = true;
    this.#line.set(undefined);
    this.#lineOf = undefined;
    this.#overlaysChanged = true;
  }

  /** Shows what frames cost in a line above everything, or stops that. */
  showStatistics(ports: StatisticsPorts | undefined): void {
    this.#lineOf = ports;
    this.#measure();
    this.#line.set(undefined);
    // Also where it begins: without a frame there are no figures.
    this.#overlaysChanged = true;
  }

  /** Calls back with each frame of the app that is shown, or with undefined stops that. */
  recordFrames(ports: RecordPorts | undefined): void {
    this.#recorder = ports;
    this.#measure();
  }

  /** Frames are timed only while the status line or a recorder uses the figures. */
  #measure(): void {
    const lineOf = this.#lineOf;
    const recorder = this.#recorder;
    const ports = lineOf ?? recorder;
    this.#statistics?.stop();
    this.#statistics = ports === undefined ? undefined : new FrameStatistics(ports);
    if (this.#statistics === undefined) return;
    this.#statistics.hasLine = lineOf !== undefined;
    this.#statistics.onFrame = recorder?.onFrame;
  }

  /** Where the panels of the popup are, borders included, the outermost first; empty where none shows. */
  get popups(): readonly Rect[] {
    return this.#overlays.popups;
  }

  /** The notification that shows at a cell. */
  noticeAt(x: number, y: number): Notice | undefined {
    return this.#overlays.noticeAt(x, y);
  }

  boundsOfNotice(notice: Notice): Rect | undefined {
    return this.#overlays.boundsOfNotice(notice);
  }

  /** True where an error of the app's code shows at a cell. */
  isErrorAt(x: number, y: number): boolean {
    return this.#overlays.isErrorAt(x, y);
  }

  /** True where an overlay hides the cell. */
  covers(x: number, y: number): boolean {
    return this.#overlays.covers(x, y);
  }

  /**
   * Brings styles and boxes up to date ahead of the frame. `places`: where boxes are on the screen
   * is requested, which scrolling moves; otherwise only how large they are.
   */
  layOutNow(places: boolean): void {
    const { style, layout, cells } = this.#stages;
    // An element that is being measured may request it again.
    if (this.#running || this.#stopped || this.#isLayingOut) return;
    if (this.#texts.size > 0) this.#readTexts(style, layout);
    const stale = places ? layout.pending : layout.stale;
    if (!style.pending && !stale && !this.#wholeScreen) return;
    this.#isLayingOut = true;
    try {
      this.#restyle(style, layout);
      const changes = this.#layOut(layout, cells);
      if (changes === null) return;
      this.#early.push(...changes);
      this.#isLaidOut = true;
    } finally {
      this.#isLayingOut = false;
    }
  }

  /** Runs every stage that has something out of date, and writes once. */
  run(extras: FrameExtras): FrameResult {
    if (this.#stopped || !this.pending) return SKIPPED;
    this.#running = true;
    try {
      return this.#stage(extras);
    } finally {
      this.#running = false;
      // An element that was painted has ended the app.
      if (this.#stopped) this.#stages.layout.stop();
    }
  }

  /** No frame comes any more: what was shown last stays in `shown`, and boxes are freed. */
  stop(): void {
    this.#stopped = true;
    this.#statistics?.stop();
    if (!this.#running) this.#stages.layout.stop();
  }

  #stage(extras: FrameExtras): FrameResult {
    const { style, layout, cells, client } = this.#stages;
    const { table } = cells;
    const statistics = this.#statistics;
    const isOfApp = statistics !== undefined && this.#isOutOfDate;
    this.#line.lift();
    // An hour of streamed colours must not grow the table: unused ids are assigned again.
    if (table.crowded) table.compact(client?.front === undefined ? [cells] : [cells, client.front]);
    statistics?.begin(isOfApp);
    if (this.#texts.size > 0) this.#readTexts(style, layout);
    this.#approached = 0;
    let restyled = this.#restyle(style, layout);
    statistics?.enter('layout');
    let changes = this.#layOut(layout, cells);
    if (this.#isLaidOut) changes ??= [];
    this.#isLaidOut = false;
    for (let round = 0; round < MAX_PLACINGS && changes !== null; round++) {
      layout.callPlaced();
      if (this.#texts.size > 0) this.#readTexts(style, layout);
      if (!style.pending && !layout.pending) break;
      this.#early.push(...changes);
      restyled += this.#restyle(style, layout);
      changes = this.#layOut(layout, cells) ?? [];
    }
    // Everything has its place.
    this.#fitRows(extras);
    statistics?.enter('paint');
    this.#compositor.painted = 0;
    this.#paint(layout, changes, cells);
    this.counters = {
      restyled: restyled + this.#approached,
      laidOut: changes === null ? 0 : layout.read,
      painted: this.#compositor.painted,
    };
    // By painting, what a popup hangs at may have moved.
    this.#overlays.compose(this.#overlaysOf(extras), this.#damage);
    this.#overlaysChanged = this.#hasPrinted = false;
    return this.#present(extras, client, statistics);
  }

  /** Shows what was painted, beneath the line of statistics. */
  #present(
    extras: FrameExtras,
    client: Stages['client'],
    statistics: FrameStatistics | undefined,
  ): FrameResult {
    statistics?.enter(null);
    const figures = statistics?.update();
    if (figures !== undefined) this.#line.set(figures);
    this.#line.lay(this.shown, this.#damage);
    statistics?.enter('diff');
    const bytes = client?.present(this.shown, this.#damage, extras.caret(), this.#isInline) ?? 0;
    statistics?.enter(null);
    this.#damage.clear();
    const written = client?.cellsChanged ?? 0;
    if (client?.behind !== true) statistics?.end(written, bytes);
    return { cells: written, bytes, skipped: false };
  }

  /** Exchanges texts in place where that is all there is to do; others are left to layout. */
  #readTexts(style: StyleEngine, layout: LayoutEngine): void {
    const current = !style.pending && !layout.stale && !this.#wholeScreen;
    for (const element of this.#texts) {
      const box = current ? layout.updateText(element) : undefined;
      if (box !== undefined) this.#changedTextBoxes.add(box);
      else if (layout.invalidateText(element)) this.#repaint.add(element);
    }
    this.#texts.clear();
  }

  #restyle(style: StyleEngine, layout: LayoutEngine): number {
    if (!style.pending) return 0;
    this.#compositor.forgetPens();
    style.flush((element, affects) => {
      if (affects !== 'paint') {
        layout.invalidateStyle(element);
        layout.invalidateContent(element);
      }
      if (affects !== 'paint') this.#repaintAround(element);
      if (affects === 'display') layout.invalidateDisplay(element);
      this.#repaint.add(element);
    });
    const { restyled } = style;
    for (const element of style.takeTurned()) layout.invalidateStructure(element);
    return restyled;
  }

  /** Lays out, and gives styles and boxes to the rows that come near the view by that. */
  #runLayout(layout: LayoutEngine, screen: Size): readonly BoxChange[] {
    const { style } = this.#stages;
    let changes = layout.run(screen);
    for (let round = 0; round < MAX_APPROACHES; round++) {
      const approach = layout.approach();
      if (approach === undefined) break;
      style.approach(approach);
      this.#approached += this.#restyle(style, layout);
      changes = [...changes, ...layout.run(screen)];
    }
    return changes;
  }

  /** Gives an element a box that is not near the view, since its place is requested. */
  bringNear(element: TuiElement): void {
    const { style, layout } = this.#stages;
    // Which rows are far is decided by styles and by where their column is scrolled to, of now.
    this.layOutNow(hasVicinities());
    const come = bringNear(element);
    if (come.length === 0) return;
    style.approach({ come, gone: [] });
    for (const row of come) {
      const around = parentElementOf(row);
      if (around !== null) layout.invalidateStructure(around);
    }
  }

  #layOut(layout: LayoutEngine, cells: CellBuffer): readonly BoxChange[] | null {
    if (!layout.pending && !this.#wholeScreen) return null;
    const changes = this.#runLayout(layout, this.#isInline ? this.#screen : cells);
    const dimming = dimmingBoxes(layout.root);
    // Of a box that dims all there is, more than its own cells are to be painted.
    const same = dimming.every((box, at) => box === this.#dimming[at]);
    if (!same || dimming.length !== this.#dimming.length) this.#wholeScreen = true;
    this.#dimming = dimming;
    return changes;
  }

  #paint(layout: LayoutEngine, changes: readonly BoxChange[] | null, cells: CellBuffer): void {
    const { root } = layout;
    const regions = this.#regions(changes, cells);
    if (root === null) {
      cells.clear();
      this.#damage.addAll();
    } else {
      for (const region of regions) this.#compositor.compose(root, region, layout.floating);
      if (!this.#wholeScreen) this.#repaintMarked(layout, root, regions);
    }
    this.#changedTextBoxes.clear();
    this.#refresh.clear();
    this.#repaint.clear();
    this.#wholeScreen = false;
  }

  /** Regions to repaint completely, whatever they show now. */
  #regions(changes: readonly BoxChange[] | null, { width, height }: CellBuffer): Rect[] {
    const early = this.#early;
    const moved = early.length > 0 || (changes !== null && changes.length > 0);
    if (!moved && !this.#wholeScreen) return NO_REGIONS;
    this.#early = [];
    this.#compositor.forgetPens();
    if (this.#wholeScreen) return [{ x: 0, y: 0, width, height }];
    return regionsOf(
      early.length === 0 && changes !== null ? changes : [...early, ...(changes ?? [])],
    );
  }

  #repaintMarked(layout: LayoutEngine, root: LayoutBox, regions: readonly Rect[]): void {
    if (this.#changedTextBoxes.size > 0) this.#updateTextBoxes(layout, root, regions);
    if (this.#refresh.size > 0) this.#refreshBoxes(layout, root, regions);
    if (this.#repaint.size > 0) this.#repaintBoxes(layout, root, regions);
  }

  #updateTextBoxes(layout: LayoutEngine, root: LayoutBox, regions: readonly Rect[]): void {
    for (const box of this.#changedTextBoxes) {
      // Boxes without a node were dropped by layout, and their regions are repainted completely.
      const whole = box.node === null || this.#repaint.has(box.element);
      if (whole || this.#compositor.updateText(box, layout.floating)) continue;
      this.#repaintBox(layout, root, regions, box.element, false);
    }
  }

  #refreshBoxes(layout: LayoutEngine, root: LayoutBox, regions: readonly Rect[]): void {
    for (const element of this.#refresh) {
      if (!this.#repaint.has(element)) this.#repaintBox(layout, root, regions, element, true);
    }
  }

  #repaintBoxes(layout: LayoutEngine, root: LayoutBox, regions: readonly Rect[]): void {
    // What is in a box that was painted is painted with it: one change may restyle thousands of boxes.
    const done = [...regions];
    for (const element of this.#repaint) {
      const painted = this.#repaintBox(layout, root, done, element, false);
      if (painted !== undefined && done.length < MAX_REGIONS) done.push(painted);
    }
  }

  #repaintBox(
    layout: LayoutEngine,
    root: LayoutBox,
    regions: readonly Rect[],
    element: TuiElement,
    /** Nothing but the element itself has requested it. */
    own: boolean,
  ): Rect | undefined {
    const compositor = this.#compositor;
    const box = layout.nearestBox(element);
    if (box === undefined) return undefined;
    if (regions.length > 0 && regions.some((region) => covers(region, box.visible)))
      return undefined;
    if (own && box.element === element && compositor.refresh(box, layout.floating))
      return undefined;
    if (!compositor.repaint(box, layout.floating)) {
      compositor.compose(root, box.visible, layout.floating);
    }
    // Bare text has the look of the element around it, also where it sticks out of that: then it is among what floats.
    const { floating } = layout;
    for (const child of floating.size < box.children.length ? floating : box.children) {
      const isOwn = child.parent === box && child.anonymous;
      if (!isOwn || covers(box.visible, child.visible) || isEmpty(child.visible)) continue;
      compositor.compose(root, child.visible, floating);
    }
    return box.visible;
  }

  /** An element that is divided draws the line between its panes as their borders are. */
  #repaintAround(element: TuiElement): void {
    let around = parentElementOf(element);
    for (; around?.[DIVISION] !== undefined; around = parentElementOf(around))
      this.#repaint.add(around);
  }

  #onContentChange(element: TuiElement): void {
    this.#stages.layout.invalidateContent(element);
    this.#repaint.add(element);
  }
}

function paintsItself(element: TuiElement): boolean {
  return element[PAINT] !== undefined || element[PAINT_GUTTERS] !== undefined;
}

/** The parts of the screen that boxes left or came to, few and not inside one another. */
function regionsOf(changes: readonly BoxChange[]): Rect[] {
  let regions: Rect[] = [];
  for (const { box, before } of changes) {
    for (const rect of [before, box.visible]) {
      if (isEmpty(rect) || regions.some((region) => covers(region, rect))) continue;
      regions = regions.filter((region) => !covers(rect, region));
      regions.push(rect);
      // Kept short as it grows, so that thousands of moved boxes are not compared with each other.
      if (regions.length > MAX_REGIONS) regions = [regions.reduce(union)];
    }
  }
  return regions;
}

function covers(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
