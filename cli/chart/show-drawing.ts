/** Puts what is drawn into the document of `tui chart`, and again when the data has changed. */
import type { DataBars } from '../../elements/data-bars/data-bars.js';
import type { DataHeatmap } from '../../elements/data-heatmap/data-heatmap.js';
import type { DataLine } from '../../elements/data-line/data-line.js';
import {
  append,
  createElement,
  documentElementOf,
  elementById,
  focusElement,
  listen,
  removeNode,
  setText,
} from '../../runtime/element/tree.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import type { App } from '../library.js';
import type { Drawing } from './drawing-parts.js';

const KEYS = {
  'data-line': '\u2190 \u2192 values  + - 0 zoom  q quit',
  'data-bars': 'arrows values  q quit',
  'data-heatmap': 'arrows values  q quit',
} as const;

export interface ShownTexts {
  readonly title?: string | undefined;
  /** What is drawn of what. */
  readonly choice: string;
}

/** The part of the event `hover` that is used. */
interface Pointed {
  readonly entryIndex: number;
  readonly value: number | null | undefined;
  readonly label?: string | undefined;
  /** Of heatmaps. */
  readonly rowLabel?: string | undefined;
}

/** Without the last digits of binary fractions. */
function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '\u2013' : String(Number(value.toPrecision(12)));
}

/** The chart of one app. */
export class ShownChart {
  readonly #app: App;
  #chart: TuiElement | undefined;
  #tag: Drawing['tag'] | undefined;
  #attributes: Readonly<Record<string, string>> = {};
  #drawing: Drawing | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** @param drawing undefined: no data has come yet */
  show(drawing: Drawing | undefined, { title = '', choice }: ShownTexts): void {
    const { document } = this.#app;
    const get = (id: string): TuiElement => elementById(document, id)!;
    if (title !== '') {
      setText(get('title'), title);
      get('title').classList.add('shown');
    }
    setText(get('choice'), choice);
    if (drawing === undefined) return;
    this.#drawing = drawing;
    if (drawing.tag !== this.#tag) this.#create(drawing.tag, title);
    setText(get('keys'), KEYS[drawing.tag]);
    const chart = this.#chart!;
    // Only what differs: a stream has other data and the same attributes.
    const attributes = { ...drawing.attributes, style: drawing.style };
    for (const name of Object.keys(this.#attributes)) {
      if (!Object.hasOwn(attributes, name)) chart.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (this.#attributes[name] !== value) chart.setAttribute(name, value);
    }
    this.#attributes = attributes;
    (chart as DataBars | DataHeatmap | DataLine).setValue(drawing.data);
  }

  #create(tag: Drawing['tag'], title: string): void {
    const { document } = this.#app;
    if (this.#chart !== undefined) removeNode(this.#chart);
    const chart = createElement(document, tag);
    chart.setAttribute('id', 'chart');
    if (title !== '') chart.setAttribute('aria-label', title);
    append(elementById(document, 'plot')!, chart);
    listen(chart, 'hover', (event) => this.#showValues(event as unknown as Pointed));
    this.#chart = chart;
    this.#tag = tag;
    this.#attributes = {};
  }

  /** Its keys: what the chart itself does, and the two commands. */
  operate(): void {
    const app = this.#app;
    const { document } = app;
    this.focus();
    listen(elementById(document, 'quit')!, 'execute', () => this.end());
    const root = documentElementOf(document);
    listen(elementById(document, 'full')!, 'execute', () => {
      const isFull = document.fullscreenElement !== null;
      void (isFull ? document.exitFullscreen() : root.requestFullscreen());
    });
  }

  /** The values that the pointer or the keys are at, in the place of what is drawn. */
  #showValues({ entryIndex, value, label = '', rowLabel }: Pointed): void {
    const { names, data, tag } = this.#drawing!;
    const labels = rowLabel === undefined ? label : `${rowLabel}, ${label}`;
    const row = tag === 'data-line' ? data[entryIndex]?.slice(1) : data[entryIndex];
    // The entries of a histogram are its intervals.
    const texts =
      names.length === 0
        ? [numberText(value)]
        : names.map((name, at) => `${name} ${numberText(row?.[at])}`);
    setText(elementById(this.#app.document, 'choice')!, [labels, ...texts].join(', '));
  }

  /** Its keys are those of the chart. */
  focus(): void {
    if (this.#chart !== undefined) focusElement(this.#chart);
  }

  /** The chart stays in the terminal, without its keys. */
  end(): void {
    const app = this.#app;
    documentElementOf(app.document).classList.add('ended');
    app.stop(0);
  }

  /** Leaves out what only a terminal has. */
  print(): void {
    documentElementOf(this.#app.document).classList.add('printed');
  }
}
