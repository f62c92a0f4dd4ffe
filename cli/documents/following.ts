/**
 * Runs an inline app whose stdout is not a terminal to its end: what it prints, and one line for each change of its spinners
 * and progress bars, as scripts and logs can read them.
 */
import type { AccessibleNode } from '../../runtime/base/accessible-node.js';
import { isEmpty } from '../../runtime/base/geometry.js';
import { ACCESSIBLE_NODE } from '../../runtime/element/internals.js';
import { queryAll } from '../../runtime/element/tree.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { sanitizeLines } from '../../runtime/base/text/sanitize.js';
import { textOfLine } from '../../runtime/terminal/inline/printed.js';
import type { App } from '../library.js';

/** Percent between two lines of a progress bar. */
const STEP = 10;

/** What a line has stated last. */
interface Stated {
  readonly name: string;
  /** Undefined for what is indeterminate. */
  readonly percent: number | undefined;
}

/** Where the app reports that a frame is needed, and its end. */
export class Follower {
  #frame: NodeJS.Immediate | undefined;
  #app: App | undefined;
  #ended: (() => void) | undefined;
  #written = 0;
  #stated = new Map<TuiElement, Stated>();

  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /**
   * At once, unlike on a terminal: a frame that waits for its time may come after the next callback of
   * `requestAnimationFrame`, and what changed between the two would be stated by no line.
   */
  onFrameRequest(): void {
    const app = this.#app;
    if (app === undefined || this.#frame !== undefined) return;
    this.#frame = setImmediate(() => {
      this.#frame = undefined;
      app.frame();
      this.#look(app);
    });
  }

  onExit(): void {
    this.#ended?.();
  }

  /** Resolves when the app has ended. */
  async follow(app: App): Promise<void> {
    const end = new Promise<void>((resolve) => (this.#ended = resolve));
    this.#app = app;
    this.#look(app);
    if (app.exitCode === undefined) await end;
    this.#app = undefined;
    clearImmediate(this.#frame);
    this.#print(app);
    const isDone = app.exitCode === 0;
    for (const { name, percent } of this.#stated.values()) {
      if (percent !== 100) this.#line(name, isDone ? 'done' : 'failed');
    }
  }

  #print({ printed }: App): void {
    const lines = printed.slice(this.#written);
    this.#written = printed.length;
    for (const line of lines) this.#write(textOfLine(line));
  }

  #look(app: App): void {
    // In the order in which a terminal shows them: what is printed goes above.
    this.#print(app);
    if (app.exitCode !== undefined) return;
    const before = this.#stated;
    const now = new Map<TuiElement, Stated>();
    const { layout } = app.parts;
    for (const element of queryAll(app.document, '*')) {
      const box = layout.boxOf(element);
      if (box === undefined || isEmpty(box.rect)) continue;
      const item = element[ACCESSIBLE_NODE]?.() ?? undefined;
      if (item?.role !== 'progressbar') continue;
      const stated = stateOf(item);
      const last = before.get(element);
      now.set(element, stated);
      if (last?.name !== stated.name || last.percent !== stated.percent) {
        this.#line(stated.name, stated.percent === undefined ? '…' : `${stated.percent} %`);
      }
    }
    for (const [element, { name, percent }] of before) {
      if (!now.has(element) && percent !== 100) this.#line(name, 'done');
    }
    this.#stated = now;
  }

  #line(name: string, state: string): void {
    const text = sanitizeLines(name).join(' ').trim();
    this.#write(state === '…' ? `${text} …` : text === '' ? state : `${text}: ${state}`);
  }
}

function stateOf({ name = '', valueNow, valueMin = 0, valueMax = 1 }: AccessibleNode): Stated {
  if (valueNow === undefined) return { name, percent: undefined };
  const share = valueMax > valueMin ? (valueNow - valueMin) / (valueMax - valueMin) : 1;
  const percent = Math.floor((share * 100 + 1e-9) / STEP) * STEP;
  return { name, percent: Math.max(0, Math.min(100, percent)) };
}
