/** The Edit Config tab: every setting with a control of its kind, its layer and its origin. */
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import type { Report } from '../../../runtime/devtools/report.js';
import type { DockDocument, Field } from '../dock-document.js';
import type { DockTab } from '../ports.js';
import { attempt, type DockSettings, type Setting } from '../settings.js';

interface Row {
  readonly element: TuiElement;
  readonly control: TuiElement | undefined;
  readonly origin: TuiElement;
  shown: string;
}

/** Shows while one of its keys does. */
interface Heading {
  readonly element: TuiElement;
  readonly keys: string[];
}

export class ConfigTab implements DockTab {
  readonly request = { settings: true };
  readonly #rows = new Map<string, Row>();
  readonly #headings: Heading[] = [];
  #selected: string | undefined;

  readonly #page: DockDocument;
  readonly #settings: DockSettings;

  constructor(page: DockDocument, settings: DockSettings) {
    this.#page = page;
    this.#settings = settings;

    page.on('config-save', 'click', () => this.#save());
    page.on('config-reset', 'click', () => this.#reset());
    page.on('config-search', 'input', () => this.#filter());
  }

  show(): void {
    if (this.#rows.size === 0) this.#build();
    this.refresh();
  }

  report({ settings }: Report): void {
    if (settings === undefined) return;
    this.#settings.setByScripts(settings);
    this.refresh();
  }

  /** Values may be others now. */
  refresh(): void {
    if (this.#rows.size === 0) return;
    for (const setting of this.#settings.list()) this.#update(setting);
    this.#explain();
    this.#page.requestFrame();
  }

  #build(): void {
    const list = this.#page.element('config-list');
    let category = '';
    let heading: Heading | undefined;
    for (const setting of this.#settings.list()) {
      if (setting.category !== category) {
        ({ category } = setting);
        heading = { element: this.#page.create('text', { class: 'category' }, category), keys: [] };
        this.#headings.push(heading);
        list.append(heading.element);
      }
      heading?.keys.push(setting.key);
      const element = this.#page.create('container', { class: 'setting' });
      const control = this.#controlOf(setting);
      const origin = this.#page.create('text', { class: 'origin' });
      element.append(this.#page.create('text', { class: 'key' }, setting.key), control, origin);
      list.append(element);
      this.#page.on(element, 'click', () => this.#select(setting.key));
      this.#page.on(element, 'focusin', () => this.#select(setting.key));
      this.#rows.set(setting.key, { element, control, origin, shown: '\0' });
    }
  }

  #controlOf({ key, control }: Setting): TuiElement {
    const page = this.#page;
    const label = { 'aria-label': key };
    const changes = (element: TuiElement, type: string): TuiElement => {
      page.on(element, type, () => this.#change(key, valueOf(element)));
      return element;
    };
    switch (control.kind) {
      case 'switch':
        return changes(page.create('switch', label), 'change');
      case 'select': {
        const element = page.create('select', { ...label, class: 'control' });
        for (const option of control.options)
          element.append(page.create('option', { value: option }, option));
        return changes(element, 'change');
      }
      case 'slider': {
        const { min, max, step } = control;
        const range = {
          min: String(min),
          max: String(max),
          step: String(step),
          'show-value': 'true',
        };
        return changes(page.create('slider', { ...label, ...range, class: 'control' }), 'input');
      }
      case 'number':
      case 'text':
        return changes(page.create('input', { ...label, class: 'control' }), 'change');
      case 'fixed':
        return page.create('text', { class: 'control fixed' });
    }
  }

  #update({ key, control, value, origin, isChanged, isOfScript, isSaved }: Setting): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    const state = JSON.stringify([value, origin]);
    if (row.shown === state) return;
    row.shown = state;
    row.origin.textContent = origin;
    row.element.classList.toggle('changed', isChanged || isOfScript);
    row.element.classList.toggle('saved', isSaved);
    const field = row.control;
    if (field === undefined || control.kind === 'fixed') {
      if (field !== undefined) field.textContent = value === '' ? '-' : value;
    } else if (control.kind === 'switch') {
      (field as TuiElement & { checked: boolean }).checked = value === 'true';
    } else if (valueOf(field) !== value) (field as Field).value = value;
  }

  #change(key: string, text: string): void {
    const refusal = this.#settings.change(key, text);
    this.#select(key);
    this.#showMessage(refusal, 'error');
    this.refresh();
  }

  #select(key: string): void {
    if (this.#selected !== undefined)
      this.#rows.get(this.#selected)?.element.classList.remove('chosen');
    this.#selected = key;
    this.#rows.get(key)?.element.classList.add('chosen');
    this.#explain();
  }

  #explain(): void {
    if (this.#selected === undefined) return;
    this.#page.setText('config-explain', this.#settings.explain(this.#selected).trimEnd());
  }

  #save(): void {
    let done = '';
    const refusal = attempt(() => (done = this.#settings.save()));
    this.#showMessage(refusal ?? done, refusal === undefined ? 'success' : 'error');
    this.refresh();
  }

  #reset(): void {
    const selected = this.#selected;
    if (selected === undefined) return this.#showMessage('Select a setting first', 'info');
    let done = '';
    const refusal = attempt(() => (done = this.#settings.reset(selected)));
    const row = this.#rows.get(selected);
    if (row !== undefined) row.shown = '\0';
    this.#showMessage(refusal ?? done, refusal === undefined ? 'info' : 'error');
    this.refresh();
  }

  #showMessage(message: string | undefined, kind: 'info' | 'success' | 'error'): void {
    if (message !== undefined) this.#page.notify(message, kind);
  }

  #filter(): void {
    const words = this.#page.input('config-search').value.toLowerCase().split(/\s+/);
    const shows = (key: string): boolean => words.every((word) => key.toLowerCase().includes(word));
    for (const [key, { element }] of this.#rows) element.classList.toggle('gone', !shows(key));
    for (const { element, keys } of this.#headings) {
      element.classList.toggle('gone', !keys.some(shows));
    }
  }
}

function valueOf(element: TuiElement): string {
  const { checked, value } = element as TuiElement & { checked?: boolean; value?: unknown };
  return element.localName === 'switch' ? String(checked === true) : String(value ?? '');
}
