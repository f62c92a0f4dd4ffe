/** Typed access to the elements of the dock's document. */
import type { App } from '../library.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import type { Table } from '../../elements/table/table.js';
import type { DataBars } from '../../elements/data-bars/data-bars.js';

/** What an element with a value has; the elements declare it, each for itself. */
export type Field = TuiElement & { value: string };

export type EventHandler = (event: {
  readonly key?: string;
  readonly clientX?: number;
  readonly clientY?: number;
  readonly ctrlKey?: boolean;
  preventDefault(): void;
  stopPropagation(): void;
}) => void;

export class DockDocument {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  element(id: string): TuiElement {
    const found = this.#app.document.getElementById(id);
    if (found === null) throw new Error(`the dock has no element "${id}"`);
    return found;
  }

  table(id: string): Table {
    return this.element(id) as Table;
  }

  chart(id: string): DataBars {
    return this.element(id) as DataBars;
  }

  input(id: string): Field {
    return this.element(id) as Field;
  }

  select(id: string): Field {
    return this.element(id) as Field;
  }

  create(
    tag: string,
    attributes: Readonly<Record<string, string>> = {},
    text?: string,
  ): TuiElement {
    const element = this.#app.document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  on(target: string | TuiElement, type: string, handler: EventHandler): void {
    const element = typeof target === 'string' ? this.element(target) : target;
    element.addEventListener(type, (event) => {
      handler(event);
      this.requestFrame();
    });
  }

  setText(id: string, text: string): void {
    const element = this.element(id);
    if (element.textContent !== text) element.textContent = text;
  }

  /** Shows or hides an element. */
  toggle(id: string, shows: boolean): void {
    this.element(id).classList.toggle('gone', !shows);
  }

  notify(text: string, kind: 'info' | 'success' | 'warning' | 'error' = 'info'): void {
    this.#app.notify(text, { kind, timeout: 3000 });
    this.requestFrame();
  }

  requestFrame(): void {
    this.#app.requestFrame();
  }
}
