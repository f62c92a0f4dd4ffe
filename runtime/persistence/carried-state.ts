/**
 * The user's state in an app, for the app that replaces it when its scripts are edited: fields of elements, open
 * elements, scroll positions, the focus, and the values of states. Elements are matched by id, otherwise by their
 * place below the nearest element with an id.
 */
import { DEFINITION } from '../element/internals.js';
import { openScreens, restoreScreens } from '../element/calls/screens.js';
import { hostOf } from '../element/query.js';
import { sourceOf, statesOf, type ElementClass } from '../element/tui-element.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import {
  activeElementOf,
  documentElementOf,
  idOf,
  localNameOf,
  parentElementOf,
  queryAll,
} from '../element/tree.js';
import { fieldNames, readField, writeField } from './fields.js';
import { fits } from './plain-values.js';
import { ScrollPlaces } from './scroll-places.js';

interface CarriedElement {
  readonly tag: string;
  /** The attributes in the file: what an edit sets again counts. */
  readonly written: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, unknown>;
  readonly isModal: boolean;
  readonly scroll: readonly [number, number] | undefined;
  readonly selection: readonly [start: number, end: number] | undefined;
}

export class CarriedState {
  readonly #elements = new Map<string, CarriedElement>();
  readonly #scrolls: ScrollPlaces;
  readonly #focused: string | undefined;
  readonly #screens: ReturnType<typeof openScreens>;

  readonly #states: ReadonlyMap<string, unknown>;

  /**
   * @param states the values of states by their keys
   * @param now milliseconds, of the clock of both apps
   * @param before what this app was made with: places that nothing has shown since
   */
  constructor(
    document: TuiDocument,
    states: ReadonlyMap<string, unknown>,
    now: () => number,
    before?: CarriedState,
  ) {
    this.#states = states;

    this.#scrolls = new ScrollPlaces(now);
    this.#screens = openScreens(document);
    const places = before === undefined ? this.#scrolls : before.#scrolls;
    const focused = activeElementOf(document);
    for (const [key, element] of placesIn(document)) {
      if (element === focused && element !== documentElementOf(document)) this.#focused = key;
      const isModal = statesOf(element).has('modal');
      const fields = new Map(
        carriedNames(element)
          .filter((name) => name !== 'open' || !isModal)
          .map((name) => [name, readField(element, name)] as const),
      );
      const scroll = places.of(key, element);
      const selection = selectionOf(element);
      if (fields.size === 0 && scroll === undefined && !isModal && element !== focused) continue;
      const tag = localNameOf(element);
      const written = writtenOf(element);
      this.#elements.set(key, { tag, written, fields, isModal, scroll, selection });
    }
  }

  /** The initial values of a state, replaced by the carried values of the same keys and types. */
  initial(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const descriptors = Object.getOwnPropertyDescriptors(values);
    for (const [key, descriptor] of Object.entries(descriptors)) {
      if (!('value' in descriptor) || !this.#states.has(key)) continue;
      const carried = this.#states.get(key);
      if (fits(carried, descriptor.value)) descriptor.value = carried;
    }
    return Object.defineProperties({}, descriptors);
  }

  /** Once the scripts have run, before anything shows. */
  restore(document: TuiDocument): void {
    restoreScreens(document, this.#screens);
    for (const [key, element] of placesIn(document)) {
      const carried = this.#elements.get(key);
      if (carried?.tag !== localNameOf(element)) continue;
      const now = writtenOf(element);
      for (const [name, value] of carried.fields) {
        if (now.get(name) === carried.written.get(name)) writeField(element, name, value);
      }
      if (carried.isModal) showModal(element);
      if (carried.scroll !== undefined) this.#scrolls.schedule(key, carried.scroll);
    }
  }

  /** After each frame, while something is to be brought back to its place. */
  painted(document: TuiDocument): void {
    if (!this.#scrolls.isEmpty) this.#scrolls.restore(placesIn(document));
  }

  /** After the first frame: what shows can have the focus. */
  focus(document: TuiDocument): void {
    if (this.#focused === undefined) return;
    const carried = this.#elements.get(this.#focused);
    const element = placesIn(document).get(this.#focused);
    if (element === undefined || localNameOf(element) !== carried?.tag) return;
    hostOf(document).focus(element);
    if (carried.selection === undefined) return;
    const { setSelectionRange } = element as TuiElement & Partial<TextControl>;
    setSelectionRange?.call(element, ...carried.selection);
  }
}

interface TextControl {
  readonly selectionStart: number;
  readonly selectionEnd: number;
  setSelectionRange(start: number, end: number): void;
}

function selectionOf(element: TuiElement): readonly [number, number] | undefined {
  const { selectionStart, selectionEnd } = element as TuiElement & Partial<TextControl>;
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number') return undefined;
  return [selectionStart, selectionEnd];
}

function showModal(element: TuiElement): void {
  const { showModal: show } = element as TuiElement & { showModal?(): void };
  if (readField(element, 'open') !== true) show?.call(element);
}

/** What is kept between runs, and what is open. */
function carriedNames(element: TuiElement): readonly string[] {
  const names = fieldNames(element);
  const { bindable } = element.constructor as ElementClass;
  return Object.hasOwn(bindable, 'open') && !names.includes('open') ? [...names, 'open'] : names;
}

/** By the declared names of attributes. */
function writtenOf(element: TuiElement): ReadonlyMap<string, string> {
  const source = sourceOf(element);
  const definition = element[DEFINITION];
  const found = new Map<string, string>();
  for (const [name, { value }] of source?.attributes ?? []) {
    const text = source?.source.text.slice(value.start, value.end) ?? '';
    found.set(definition.attributeKey(name), text);
  }
  return found;
}

/** Every element by its id, or by its place. Of two with the same id, the first has it. */
function placesIn(document: TuiDocument): ReadonlyMap<string, TuiElement> {
  const root = documentElementOf(document);
  const places = new Map<string, TuiElement>([['', root]]);
  const keys = new Map<TuiElement, string>([[root, '']]);
  const counts = new Map<string, number>();
  for (const element of queryAll(root, '*')) {
    const id = idOf(element);
    let key = `#${id}`;
    if (id === '' || places.has(key)) {
      const parent = parentElementOf(element) ?? root;
      const path = `${keys.get(parent) ?? ''} ${localNameOf(element)}`;
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      key = `${path} ${count}`;
    }
    keys.set(element, key);
    places.set(key, element);
  }
  return places;
}
