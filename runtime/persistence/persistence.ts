/**
 * Keeps what people have done in an app: values, choices, sorting, dividers and scroll positions of elements with an
 * id, the values of states, and what the app itself puts into `$tui.state`. What is never kept: see secrets.ts.
 */
import { hostOf } from '../element/query.js';
import {
  idOf,
  isElement,
  isInShadow,
  localNameOf,
  documentElementOf,
  queryAll,
} from '../element/tree.js';
import { observe } from '../element/tui-document.js';
import type { TuiDocument, TuiElement, TuiNode } from '../element/tui-element.js';
import { fieldNames, readField, writeField } from './fields.js';
import { fits, plainJson, revived } from './plain-values.js';
import type { SavedElement, StateChanges, StatePort } from './saved.js';
import { ScrollPlaces } from './scroll-places.js';
import { Secrets } from './secrets.js';

export interface PersistenceOptions {
  readonly document: TuiDocument;
  readonly port: StatePort;
  /** The values of all states by key; of two with the same key that of the first. */
  readonly states: () => ReadonlyMap<string, unknown>;
  readonly setTimer: (callback: () => void, ms: number) => () => void;
  readonly now: () => number;
}

/** Milliseconds from a change to its being kept. */
const DELAY = 250;
/** The time between two looks, in times that the last one took: a large document is looked at less often. */
const REST = 10;
/** Milliseconds until what could not be kept is tried again. */
const RETRY = 2000;

/** A value that is to be kept, as JSON. */
interface Kept {
  readonly text: string;
  /** Of an element's field. */
  readonly tag?: string | undefined;
}

interface Before {
  readonly kept: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<string, Kept>;
  readonly cleared: boolean;
}

export class Persistence {
  /** What is kept by now, as JSON by `kind key`. */
  readonly #kept = new Map<string, string>();
  readonly #secrets: Secrets;
  readonly #scrolls: ScrollPlaces;
  #own: Map<string, unknown>;
  #cancel: (() => void) | undefined;
  /** What was kept before the changes that are on their way. */
  #before: Before | undefined;
  /** Milliseconds that the last look took. */
  #took = 0;
  #again = false;
  #failed = false;
  #cleared = false;
  #isFirst = true;
  #isStopped = false;
  /** Ids and keys of states that have had what was kept of them: what an app builds again begins again. */
  readonly #restored = new Set<string>();
  /** Elements whose first values are known. */
  readonly #met = new WeakSet<TuiElement>();
  /** Fields of elements that were removed since it was looked at last. */
  readonly #removed = new Map<string, Kept>();
  readonly #reported = new Set<string>();
  readonly #unobserve: () => void;

  readonly #options: PersistenceOptions;

  constructor(options: PersistenceOptions) {
    this.#options = options;

    const { document, port } = options;
    this.#secrets = new Secrets(port.isSecret ?? (() => false));
    this.#scrolls = new ScrollPlaces(options.now);
    this.#own = new Map(Object.entries(port.saved.own));
    for (const [id, { fields }] of Object.entries(port.saved.elements)) {
      for (const [name, value] of Object.entries(fields)) this.#know(nameOf(id, name), value);
    }
    for (const kind of ['states', 'own'] as const) {
      for (const [key, value] of Object.entries(port.saved[kind])) {
        this.#know(`${kind} ${key}`, value);
      }
    }
    this.#enter(documentElementOf(document));
    this.#unobserve = observe(document, ['attributes', 'childList'], (record) => {
      if (record.type === 'childList') {
        for (const node of record.removedNodes)
          if (isElement(node)) this.#leave(node, record.target);
        for (const node of record.addedNodes) if (isElement(node)) this.#enter(node);
      } else {
        this.#secrets.note(record.target);
        if (record.property === 'id') this.#enter(record.target);
      }
    });
  }

  /** The initial values of a state, replaced by the saved ones. */
  initial(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const descriptors = Object.getOwnPropertyDescriptors(values);
    const { states } = this.#options.port.saved;
    for (const [key, descriptor] of Object.entries(descriptors)) {
      if (!('value' in descriptor) || this.#restored.has(`states ${key}`)) continue;
      // Of two states with a key, the first is the one that is kept.
      this.#restored.add(`states ${key}`);
      if (!Object.hasOwn(states, key) || this.#secrets.hasKey(key)) continue;
      const kept = revived(states[key]);
      if (fits(kept, descriptor.value)) descriptor.value = kept;
    }
    return Object.defineProperties({}, descriptors);
  }

  /** What the app itself has put into `$tui.state`. */
  get own(): ReadonlyMap<string, unknown> {
    return this.#own;
  }

  get(key: string): unknown {
    const value = this.#own.get(key);
    // A copy, so that the app cannot change the stored value in place.
    return value === undefined ? undefined : structuredClone(value);
  }

  /** @param value a JSON value; undefined removes it */
  set(key: string, value: unknown): void {
    if (value === undefined) this.#own.delete(key);
    else this.#own.set(key, value);
    this.request();
  }

  /** Forgets everything that is kept of the app. What is on the screen stays, and is kept when it changes. */
  clear(): void {
    this.#own = new Map();
    this.#kept.clear();
    this.#removed.clear();
    this.#cleared = true;
    this.#knowAll();
    this.request();
  }

  /** Something may have changed: looks at it soon. */
  request(): void {
    if (this.#isStopped) return;
    this.#cancel ??= this.#options.setTimer(
      () => {
        this.#cancel = undefined;
        const begun = this.#options.now();
        const saving = this.#save();
        this.#took = this.#options.now() - begun;
        void saving;
      },
      Math.max(DELAY, REST * this.#took),
    );
  }

  /** After a frame: sizes are known, and something may have changed. */
  painted(): void {
    if (!this.#scrolls.isEmpty) this.#scrolls.restore(this.#elements());
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#knowAll();
    }
    this.request();
  }

  /** Saves the latest changes when the app ends. Does nothing the second time. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancel?.();
    this.#unobserve();
    // The app ends before its first frame: the user has not changed anything.
    if (this.#isFirst) this.#knowAll();
    // Pending writes may fail: their changes are sent again, and late replies are ignored.
    this.#takeBack();
    const changes = this.#changes();
    if (changes === undefined) return;
    try {
      this.#reportLeftOut(this.#options.port.saveNow(changes));
    } catch (error) {
      this.#report(error);
    }
  }

  async #save(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#before !== undefined) {
      this.#again = true;
      return;
    }
    const before = {
      kept: new Map(this.#kept),
      removed: new Map(this.#removed),
      cleared: this.#cleared,
    };
    const changes = this.#changes();
    if (changes === undefined) return;
    this.#before = before;
    try {
      this.#reportLeftOut(await this.#options.port.save(changes));
      this.#failed = false;
    } catch (error) {
      this.#takeBack();
      this.#report(error);
      this.#options.setTimer(() => this.request(), RETRY);
    } finally {
      this.#before = undefined;
      if (this.#again) {
        this.#again = false;
        this.request();
      }
    }
  }

  #takeBack(): void {
    if (this.#before === undefined) return;
    this.#kept.clear();
    for (const [name, text] of this.#before.kept) this.#kept.set(name, text);
    for (const [name, kept] of this.#before.removed)
      if (!this.#removed.has(name)) this.#removed.set(name, kept);
    this.#cleared ||= this.#before.cleared;
    this.#before = undefined;
  }

  #report(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#warn(`the state of the app cannot be kept: ${String((error as Error).message)}`);
  }

  /** Reports each value once that the port has not kept. */
  #reportLeftOut(names: readonly string[]): void {
    for (const name of names) {
      if (this.#reported.has(name)) continue;
      this.#reported.add(name);
      const [kind, key] = split(name);
      const what = { elements: `#${key}`, own: `$tui.state "${key}"` }[kind] ?? `state "${key}"`;
      this.#warn(`${what} is not saved: its name or value looks like a secret`);
    }
  }

  #warn(message: string): void {
    hostOf(this.#options.document).report({ severity: 'warning', code: 'not-kept', message });
  }

  /** What has changed since it was looked at last; undefined where nothing has. */
  #changes(): StateChanges | undefined {
    const elements = Object.create(null) as Record<string, SavedElement>;
    const values = {
      states: Object.create(null) as Record<string, unknown>,
      own: Object.create(null) as Record<string, unknown>,
    };
    const secret: string[] = [];
    let count = 0;
    for (const [name, { text, tag = '' }] of this.#look()) {
      if (this.#kept.get(name) === text) continue;
      this.#kept.set(name, text);
      count++;
      const [kind, key] = split(name);
      const value: unknown = JSON.parse(text);
      if (kind === 'states' || kind === 'own') values[kind][key] = value;
      else {
        const [id = '', field = ''] = JSON.parse(key) as string[];
        const { fields = {} } = elements[id] ?? {};
        elements[id] = { tag, fields: { ...fields, [field]: value } };
      }
    }
    this.#removed.clear();
    for (const name of [...this.#kept.keys()]) {
      const [kind, key] = split(name);
      const isGone =
        kind === 'own' ? !this.#own.has(key) : kind === 'states' && this.#secrets.hasKey(key);
      if (!isGone) continue;
      this.#kept.delete(name);
      if (kind === 'own') values.own[key] = null;
      else secret.push(key);
      count++;
    }
    const clear = this.#cleared;
    this.#cleared = false;
    return count === 0 && !clear
      ? undefined
      : {
          elements,
          ...values,
          ...(secret.length > 0 ? { secret } : {}),
          ...(clear ? { clear } : {}),
        };
  }

  #know(name: string, value: unknown): void {
    const text = plainJson(value, false);
    if (text !== undefined) this.#kept.set(name, text);
  }

  /**
   * Records the current values as unchanged: another instance may have changed them in the file meanwhile, and another
   * version of the app may start with other defaults.
   */
  #knowAll(): void {
    for (const [name, { text }] of this.#look())
      if (!name.startsWith('own ')) this.#kept.set(name, text);
  }

  /** All values to store, by name. */
  #look(): Map<string, Kept> {
    const root = documentElementOf(this.#options.document);
    const found = new Map<string, Kept>();
    const states = this.#options.states();
    this.#secrets.noteTree(root);
    this.#secrets.look(root, states);
    const put = (name: string, kept: Kept | undefined): void => {
      if (kept !== undefined && !this.#secrets.isIn(kept.text)) found.set(name, kept);
    };
    for (const [name, kept] of this.#removed) put(name, kept);
    for (const [id, element] of this.#elements()) {
      if (!this.#secrets.mayKeep(element)) continue;
      for (const [name, kept] of this.#fieldsOf(id, element)) put(name, kept);
      const place = this.#scrolls.of(id, element);
      if (place === undefined) continue;
      put(nameOf(id, 'scroll'), { text: JSON.stringify(place), tag: localNameOf(element) });
    }
    for (const [key, value] of states) {
      const text = this.#secrets.hasKey(key) ? undefined : plainJson(value, true);
      if (text !== undefined) put(`states ${key}`, { text });
    }
    for (const [key, value] of this.#own) put(`own ${key}`, { text: JSON.stringify(value) });
    return found;
  }

  /** Of two with the same id the first. */
  #elements(): Map<string, TuiElement> {
    const found = new Map<string, TuiElement>();
    const root = documentElementOf(this.#options.document);
    for (const element of namedElements(root)) {
      const id = idOf(element);
      if (id !== '' && !found.has(id)) found.set(id, element);
    }
    return found;
  }

  *#fieldsOf(id: string, element: TuiElement): Generator<[string, Kept]> {
    const tag = localNameOf(element);
    for (const name of fieldNames(element)) {
      const text = plainJson(readField(element, name), false);
      if (text !== undefined) yield [nameOf(id, name), { text, tag }];
    }
  }

  /** Restores the saved fields of added elements, or records their initial values. */
  #enter(root: TuiElement): void {
    this.#secrets.noteTree(root);
    const { elements } = this.#options.port.saved;
    for (const element of namedElements(root)) {
      const id = idOf(element);
      // An element that was only moved keeps the user's changes.
      if (id === '' || this.#met.has(element)) continue;
      this.#met.add(element);
      if (!this.#secrets.mayKeep(element)) continue;
      const saved = Object.hasOwn(elements, id) ? elements[id] : undefined;
      if (saved?.tag === localNameOf(element) && !this.#restored.has(`elements ${id}`)) {
        this.#restored.add(`elements ${id}`);
        this.#restore(id, element, saved.fields);
      }
      if (this.#isFirst) continue;
      for (const [name, { text }] of this.#fieldsOf(id, element))
        if (!this.#kept.has(name)) this.#kept.set(name, text);
    }
  }

  /** Elements have gone: what was done in them since it was looked at last counts. */
  #leave(root: TuiElement, parent: TuiNode): void {
    if (!this.#secrets.noteRemoved(root, parent)) return;
    for (const element of namedElements(root)) {
      const id = idOf(element);
      if (id === '' || !this.#secrets.mayKeep(element)) continue;
      for (const [name, kept] of this.#fieldsOf(id, element)) this.#removed.set(name, kept);
    }
    this.request();
  }

  #restore(id: string, element: TuiElement, fields: Readonly<Record<string, unknown>>): void {
    for (const name of fieldNames(element)) {
      if (Object.hasOwn(fields, name)) writeField(element, name, fields[name]);
    }
    if (Object.hasOwn(fields, 'scroll')) this.#scrolls.schedule(id, fields['scroll']);
  }
}

/** The name of a field of an element, among everything that is kept. */
function nameOf(id: string, field: string): string {
  return `elements ${JSON.stringify([id, field])}`;
}

function split(name: string): readonly [kind: string, key: string] {
  const blank = name.indexOf(' ');
  return [name.slice(0, blank), name.slice(blank + 1)];
}

/** What is kept goes by ids, and those of a shadow tree are names in one instance of many. */
function namedElements(root: TuiElement): readonly TuiElement[] {
  return [root, ...queryAll(root, '[id]')].filter((element) => !isInShadow(element));
}
