/**
 * The promise of the whole pipeline: after any walk, the cells of incremental frames equal those of a
 * fresh app of the same document, a full repaint changes none, and the bytes written so far, replayed in an
 * independent terminal, show exactly those cells.
 */
import { registry } from '../../../elements/index.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import { ManualClock } from '../../../runtime/script/clock.js';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { bufferCells, bufferLines, cellLines, visible, Xterm } from '../xterm.js';
import { fileMarkup } from '../file-markup.js';
import { applyAct, applyStep, applyWideStep, copyDrawings, isAct, isWide } from './apply.js';
import type { Act, Step, WideStep } from './steps.js';
import { SHEET } from './vocabulary.js';
import { rgb } from '../../../runtime/base/color.js';
import { CellBuffer } from '../../../runtime/paint/cells.js';
import { Damage } from '../../../runtime/paint/damage.js';
import type { Side } from '../../../runtime/terminal/divided/divider.js';
import { DividedDisplay } from '../../../runtime/terminal/divided/divided-display.js';
import { PictureTerminal } from '../../devtools/support/terminal.js';
import { PROPS } from '../../../runtime/element/internals.js';

const START = `<tui>${SHEET}<container class="a" style="border: rounded"><text>hello <b>bold</b></text>bare</container><data-bars series='[{"name":"s"}]' bars="[[3],[5]]" labels='["x","y"]'/></tui>`;

const numbered = (count: number, make: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Lists with rows that are far: one as high as all of them in a box that scrolls, and one of data. */
export const FAR_ROWS = `<tui>${SHEET}<container class="a" style="height: 60%; overflow: scroll"><text>head</text><list selectable="multiple" style="flex-shrink: 0">${numbered(205, (at) => `<li>row ${at}${at % 9 === 0 ? ' <b>and more words</b>' : ''}</li>`).join('')}</list><text>foot</text></container><list selectable="single" items='${JSON.stringify(numbered(300, (at) => `data ${at}`))}' style="height: 40%"/></tui>`;

const SIZE = { width: 32, height: 10 };
const NO_POINTER = { x: -1, y: -1 };

/** A difference, with the step after which it was there. */
class WalkFault extends Error {
  override readonly name = 'WalkFault';
}

/** Frames until nothing is left to do; a screen that does not settle in so many is a fault. */
function settle(app: App): void {
  for (let frames = 0; frames < 30; frames++) if (app.frame().skipped) return;
  throw new WalkFault('the screen does not settle');
}

class Walk {
  readonly app: App;
  readonly #clock = new ManualClock();
  readonly #chunks: Uint8Array[] = [];
  #terminal = new Xterm(SIZE.width, SIZE.height);
  #pointer = NO_POINTER;

  readonly #theme: string;

  constructor(theme: string, markup: string) {
    this.#theme = theme;

    this.app = createApp(markup, {
      registry,
      ...SIZE,
      theme,
      clock: this.#clock,
      output: { write: (bytes) => this.#chunks.push(Buffer.from(bytes)) },
    });
    settle(this.app);
  }

  async step(step: Step | Act): Promise<void> {
    const { app } = this;
    if (step.kind === 'pointer') this.#pointer = { x: step.x, y: step.y };
    if (isAct(step)) await applyAct(app, step, (ms) => this.#clock.advance(ms));
    else {
      applyStep(app, step);
      if (openAgain(app)) this.#pointAgain();
    }
    settle(app);
    if (!isAct(step)) return;
    // What a person did may be answered later: what is copied is announced when it is.
    await new Promise((resolve) => setImmediate(resolve));
    settle(app);
  }

  /** What the terminal shows. */
  async shown(): Promise<string[]> {
    const { cols, rows } = this.#terminal.terminal;
    const { app } = this;
    // A new one, since @xterm/headless throws at a line feed after some resizes of small screens.
    if (cols !== app.width || rows !== app.height)
      this.#terminal = new Xterm(app.width, app.height);
    for (const chunk of this.#chunks.splice(0)) await this.#terminal.write(chunk);
    return cellLines(visible(this.#terminal.cells()));
  }

  /** The same document, read and painted from its own markup, used as far as this one was. */
  fresh(): App {
    const { app } = this;
    const other = createApp(fileMarkup(app.document.documentElement), {
      registry,
      width: app.width,
      height: app.height,
      theme: this.#theme,
      clock: new ManualClock(),
    });
    copyCharts(app, other);
    settle(other);
    copyFocus(app, other);
    copyScrolling(app, other);
    this.#point(other);
    settle(other);
    return other;
  }

  /** The place in a list that was opened is where the pointer is, if it is there. */
  #pointAgain(): void {
    settle(this.app);
    this.#point(this.app);
  }

  #point(app: App): void {
    const { x, y } = this.#pointer;
    if (x >= 0) app.input(mouseBytes('move', x, y));
  }

  stop(): void {
    this.app.stop();
  }
}

const WIDE_SIZE = { width: 56, height: 18 };

/** A walk of an app whose terminal it may share with developer tools. */
class WideWalk {
  readonly app: App;
  readonly #terminal = new PictureTerminal(WIDE_SIZE);
  readonly #display = new DividedDisplay(this.#terminal, WIDE_SIZE);
  #side: Side | undefined;
  #pointer = NO_POINTER;

  readonly #theme: string;

  constructor(theme: string) {
    this.#theme = theme;

    this.app = this.#open(START, WIDE_SIZE, this.#display);
    settle(this.app);
  }

  #open(markup: string, size: typeof WIDE_SIZE, display?: DividedDisplay): App {
    const theme = this.#theme;
    const clock = new ManualClock();
    return createApp(markup, {
      registry,
      ...size,
      theme,
      clock,
      env: {},
      ...(display && { display }),
    });
  }

  async step(step: Step | WideStep): Promise<void> {
    const { app } = this;
    if (step.kind === 'dock') this.#divide(step.side, step.cells);
    else if (isWide(step)) applyWideStep(app, step);
    else if (step.kind === 'pointer') this.#point(step.x, step.y);
    else if (step.kind === 'resize') {
      this.#terminal.resize({ width: step.width + 20, height: step.height + 6 });
      this.#fill();
    } else {
      applyStep(app, step);
      openAgain(app);
    }
    await load(app);
  }

  #point(x: number, y: number): void {
    if (x >= this.app.width || y >= this.app.height) return;
    this.#pointer = { x, y };
    const keys = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
    const place = { x, y, deltaX: 0, deltaY: 0 };
    this.#terminal.input({ type: 'mouse', action: 'move', button: -1, ...place, ...keys });
  }

  #divide(side: 'right' | 'bottom', cells: number): void {
    if (cells === 0) {
      this.#side?.close();
      this.#side = undefined;
      return;
    }
    const division = { side, cells };
    if (this.#side === undefined) this.#side = this.#display.divider!.open(division);
    else this.#side.division = division;
    this.#fill();
  }

  /** The tools: in styles of their own. */
  #fill(): void {
    const { width = 0, height = 0 } = this.#side?.display.open() ?? {};
    if (width === 0 || height === 0) return;
    const cells = new CellBuffer(width, height);
    cells.glyphs.fill(0x2592);
    cells.styles.fill(cells.table.intern(rgb(255, 0, 0), rgb(0, 0, 255), 0));
    const damage = new Damage(width, height);
    damage.addAll();
    this.#side?.display.client?.present(cells, damage, null);
  }

  /** What the terminal shows of the app. */
  shown(): readonly string[] {
    const { mainArea } = this.#display.divider!.screen;
    return bufferLines(this.#terminal.part(mainArea));
  }

  async fresh(): Promise<readonly string[]> {
    const { app } = this;
    const { width, height } = app;
    const other = this.#open(fileMarkup(app.document.documentElement), { width, height });
    try {
      copyCharts(app, other);
      copyStreams(app, other);
      settle(other);
      copyDrawings(app, other);
      await load(other);
      copyFocus(app, other);
      copyScrolling(app, other);
      const { x, y } = this.#pointer;
      if (x >= 0) other.input(mouseBytes('move', x, y));
      await load(other);
      return bufferLines(other.cells);
    } finally {
      other.stop();
    }
  }
}

/** Frames until nothing is left to do, with the pictures that have to be read. */
async function load(app: App): Promise<void> {
  for (let round = 0; round < 3; round++) {
    settle(app);
    await app.loaded();
    await new Promise((resolve) => setImmediate(resolve));
  }
  settle(app);
}

/** What was appended to Markdown is in no markup. */
function copyStreams(app: App, other: App): void {
  type Markdown = TuiElement & { value: string };
  const originals = [...app.document.querySelectorAll('markdown')] as Markdown[];
  const copies = [...other.document.querySelectorAll('markdown')] as Markdown[];
  copies.forEach((copy, place) => {
    copy.value = originals[place]!.value;
  });
}

/** The place in an open list stays, which is in no markup: opened again, it is that of what is chosen. */
function openAgain(app: App): boolean {
  const open = [...app.document.querySelectorAll('select[open=true]')].filter(({ states }) =>
    states.has('open'),
  );
  for (const select of open) {
    select.removeAttribute('open');
    select.setAttribute('open', 'true');
  }
  return open.length > 0;
}

/** A chart that was appended to says so in no attribute. */
function copyCharts(app: App, other: App): void {
  type Chart = TuiElement & {
    setValue(value: unknown): void;
    getValue(): unknown;
    labels: unknown;
  };
  const originals = [...app.document.querySelectorAll('data-bars')] as Chart[];
  const copies = [...other.document.querySelectorAll('data-bars')] as Chart[];
  copies.forEach((chart, place) => {
    chart.labels = originals[place]![PROPS]['labels'];
    chart.setValue(originals[place]!.getValue());
  });
}

/** Who had the focus before is in no markup: what is left of a dialog gives it to its neighbours. */
function copyFocus(app: App, other: App): void {
  const before = [...app.document.querySelectorAll('*')];
  const after = [...other.document.querySelectorAll('*')];
  const heir = after[before.indexOf(app.document.activeElement)];
  if (heir === undefined || heir === other.document.documentElement) {
    other.document.activeElement.blur();
  } else heir.focus();
  // A list that a modal dialog has given the focus to closes as it loses it.
  before.forEach((element, place) => {
    if (element.localName === 'select' && element.states.has('open')) {
      after[place]!.setAttribute('open', 'true');
    }
  });
  settle(other);
}

function copyScrolling(app: App, other: App): void {
  const after = [...other.document.querySelectorAll('*')];
  [...app.document.querySelectorAll('*')].forEach((element, place) => {
    after[place]!.scrollTo(element.scrollLeft, element.scrollTop);
  });
  settle(other);
}

function compare(what: string, found: readonly string[], expected: readonly string[]): void {
  const rows = found.flatMap((row, y) =>
    row === expected[y] ? [] : [`${y}  is      ${row}`, `${y}  should be ${expected[y] ?? ''}`],
  );
  if (rows.length > 0) throw new WalkFault(`${what}\n${rows.join('\n')}`);
}

export interface WalkOptions {
  readonly theme?: string;
  readonly markup?: string;
  /** Called after each step. */
  onStep?(): void;
}

/** Walks over the tree: each screen is that of a fresh app. @throws WalkFault */
export async function walkTree(steps: readonly Step[], options: WalkOptions = {}): Promise<void> {
  await walk(steps, options, (each) => {
    const other = each.fresh();
    const expected = bufferLines(other.cells);
    other.stop();
    return expected;
  });
}

/** Walks in which a person does things: each screen stays as it is when all of it is painted again. */
export async function walkUse(
  steps: readonly (Step | Act)[],
  options: WalkOptions = {},
): Promise<void> {
  await walk(steps, options, ({ app }) => {
    // Another sheet of the same rules: every element is matched again, and every cell painted.
    app.document.querySelector('style')?.append(' ');
    app.repaint();
    settle(app);
    return bufferLines(app.cells);
  });
}

/** Walks over the tree, with streams, pictures and developer tools: each screen is that of a fresh app. @throws WalkFault */
export async function walkWide(
  steps: readonly (Step | WideStep)[],
  { theme = 'fullcolor-dark', onStep }: WalkOptions = {},
): Promise<void> {
  const each = new WideWalk(theme);
  try {
    for (const step of steps) {
      await each.step(step);
      const where = JSON.stringify(step);
      const painted = bufferLines(each.app.cells);
      compare(`the terminal, after ${where}`, each.shown(), painted);
      if (!each.app.frame().skipped) throw new WalkFault(`a frame has work to do, after ${where}`);
      compare(`the cells, after ${where}`, painted, await each.fresh());
      onStep?.();
    }
  } finally {
    each.app.stop();
  }
}

async function walk(
  steps: readonly (Step | Act)[],
  { theme = 'fullcolor-dark', markup = START, onStep }: WalkOptions,
  expected: (each: Walk) => readonly string[],
): Promise<void> {
  const each = new Walk(theme, markup);
  try {
    for (const step of steps) {
      await each.step(step);
      const { app } = each;
      const cells = bufferCells(app.cells);
      const painted = bufferLines(app.cells);
      const where = JSON.stringify(step);
      // A terminal has two columns at least, and shows colours as they are where it has all of them.
      if (app.width > 1 && app.theme.depth === 'truecolor') {
        compare(`the terminal, after ${where}`, await each.shown(), cellLines(visible(cells)));
      }
      if (!app.frame().skipped) throw new WalkFault(`a frame has work to do, after ${where}`);
      compare(`the cells, after ${where}`, painted, expected(each));
      onStep?.();
    }
  } finally {
    each.stop();
  }
}
