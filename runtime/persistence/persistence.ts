/**
 * Keeps what people have done in an app: values, choices, sorting, dividers and scroll positions of elements with an
 * id, the values of states, and what the app itself puts into `$tui.state`.
 *
 * Never kept: what is in a password field or was at any time, states that are or were bound to one, and what stands in
 * an element with `persist="false"`.
 */
import { hostOf } from '../element/query.js';
import { isPortFault, portOf } from '../element/binding/ports.js';
import {
  getAttribute,
  idOf,
  isElement,
  localNameOf,
  parentElementOf,
  documentElementOf,
  queryAll,
  scrollMetricsOf,
  scrollTo,
} from '../element/tree.js';
import { observe } from '../element/tui-document.js';
import type { ElementClass, TuiDocument, TuiElement } from '../element/tui-element.js';
import { attributesOf } from '../dom/tree/tree-node.js';
import {
  asJson,
  kindOfValue,
  type SavedElement,
  type StateChanges,
  type StatePort,
} from './saved.js';

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
/** Milliseconds for which a place to scroll to is remembered: content may come late. */
const SCROLL_PATIENCE = 5000;

/** Milliseconds until what could not be kept is tried again. */
const RETRY = 2000;

/** Types of fields whose values are nobody else's business. */
const SECRET_TYPES = new Set(['password', 'hidden']);

export class Persistence {
  /** What is kept by now, as JSON by `kind key`. */
  readonly #kept = new Map<string, string>();
  /** Fields and states that a password was in. */
  readonly #secretElements = new WeakSet<TuiElement>();
  readonly #secretKeys = new Set<string>();
  readonly #scrolls = new Map<string, { left: number; top: number }>();
  #own: Map<string, unknown>;
  #cancel: (() => void) | undefined;
  /** What was kept before the changes that are on their way. */
  #before: { readonly kept: ReadonlyMap<string, string>; readonly cleared: boolean } | undefined;
  #again = false;
  #failed = false;
  #cleared = false;
  #isFirst = true;
  readonly #begun: number;
  readonly #restored = new WeakSet<TuiElement>();
  readonly #unobserve: () => void;

  constructor(private readonly options: PersistenceOptions) {
    const { document, port } = options;
    this.#begun = options.now();
    this.#own = new Map(Object.entries(port.saved.own));
    for (const [id, { fields }] of Object.entries(port.saved.elements)) {
      for (const [name, value] of Object.entries(fields)) this.#know(nameOf(id, name), value);
    }
    for (const kind of ['states', 'own'] as const) {
      for (const [key, value] of Object.entries(port.saved[kind])) {
        this.#know(`${kind} ${key}`, value);
      }
    }
    this.#restoreTree(documentElementOf(document));
    this.#unobserve = observe(document, (record) => {
      if (record.type === 'childList') {
        for (const node of record.addedNodes) if (isElement(node)) this.#restoreTree(node);
        // Before it is forgotten what was in it.
        for (const node of record.removedNodes) if (isElement(node)) this.#noteSecrets(node);
      } else if (record.type === 'attributes') this.#noteSecret(record.target);
    });
  }

  /** The first values of a state, with what was kept of them in their place. */
  initial(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const descriptors = Object.getOwnPropertyDescriptors(values);
    const { states } = this.options.port.saved;
    for (const [key, descriptor] of Object.entries(descriptors)) {
      if (!('value' in descriptor) || !Object.hasOwn(states, key)) continue;
      const kept = states[key];
      if (kindOfValue(kept) === kindOfValue(descriptor.value)) descriptor.value = kept;
    }
    return Object.defineProperties({}, descriptors) as Record<string, unknown>;
  }

  get(key: string): unknown {
    const value = this.#own.get(key);
    // A copy: what the app does to it is no change of what is kept.
    return value === undefined ? undefined : (JSON.parse(asJson(value) ?? 'null') as unknown);
  }

  /** @throws TypeError for what JSON cannot say, RangeError for what is too large */
  set(key: string, value: unknown): void {
    if (value === undefined || value === null) this.#own.delete(key);
    else {
      const text = asJson(value);
      if (text === undefined) {
        throw new TypeError(
          `$tui.state keeps values that JSON can say, of at most 64 kB: "${key}" is none`,
        );
      }
      this.#own.set(key, JSON.parse(text));
    }
    this.request();
  }

  /** Forgets everything that is kept of the app. What is on the screen stays, and is kept when it changes. */
  clear(): void {
    this.#own = new Map();
    this.#kept.clear();
    this.#cleared = true;
    // What is as it is now counts as known.
    for (const [name, text] of this.#look()) this.#kept.set(name, text);
    this.request();
  }

  /** Something may have changed: looks at it soon. */
  request(): void {
    this.#cancel ??= this.options.setTimer(() => {
      this.#cancel = undefined;
      void this.#save();
    }, DELAY);
  }

  #know(name: string, value: unknown): void {
    const text = asJson(value);
    if (text !== undefined) this.#kept.set(name, text);
  }

  /** After a frame: sizes are known, and something may have changed. */
  painted(): void {
    this.#scroll();
    if (this.#isFirst) {
      this.#isFirst = false;
      // What the app begins with is no change: another instance may have changed it meanwhile.
      for (const [name, text] of this.#look())
        if (!name.startsWith('own ')) this.#kept.set(name, text);
    }
    this.request();
  }

  /** Keeps what has changed since; the app ends. */
  stop(): void {
    this.#cancel?.();
    this.#unobserve();
    // What is on its way may come to nothing: it is sent again, and what comes late is left out.
    this.#takeBack();
    const changes = this.#changes();
    if (changes === undefined) return;
    try {
      this.options.port.saveNow(changes);
    } catch (error) {
      this.#report(error);
    }
  }

  async #save(): Promise<void> {
    if (this.#before !== undefined) {
      this.#again = true;
      return;
    }
    const before = { kept: new Map(this.#kept), cleared: this.#cleared };
    const changes = this.#changes();
    if (changes === undefined) return;
    this.#before = before;
    try {
      await this.options.port.save(changes);
      this.#failed = false;
    } catch (error) {
      this.#takeBack();
      this.#report(error);
      this.options.setTimer(() => this.request(), RETRY);
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
    this.#cleared ||= this.#before.cleared;
    this.#before = undefined;
  }

  #report(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    hostOf(this.options.document).report({
      severity: 'warning',
      code: 'not-kept',
      message: `the state of the app cannot be kept: ${String((error as Error).message)}`,
    });
  }

  /** What has changed since it was looked at last; undefined where nothing has. */
  #changes(): StateChanges | undefined {
    const elements: Record<string, SavedElement> = Object.create(null) as Record<string, never>;
    const states: Record<string, unknown> = Object.create(null) as Record<string, never>;
    const own: Record<string, unknown> = Object.create(null) as Record<string, never>;
    let count = 0;
    const now = this.#look();
    for (const [name, text] of now) {
      if (this.#kept.get(name) === text) continue;
      this.#kept.set(name, text);
      count++;
      const [kind = '', key = ''] = split(name);
      const value: unknown = JSON.parse(text);
      if (kind === 'states') states[key] = value;
      else if (kind === 'own') own[key] = value;
      else {
        const [id = '', field = ''] = JSON.parse(key) as string[];
        const { fields = {} } = elements[id] ?? {};
        elements[id] = { tag: this.#tags.get(id) ?? '', fields: { ...fields, [field]: value } };
      }
    }
    for (const name of [...this.#kept.keys()]) {
      const [kind, key = ''] = split(name);
      const isGone =
        kind === 'own' ? !this.#own.has(key) : kind === 'states' && this.#secretKeys.has(key);
      if (!isGone) continue;
      this.#kept.delete(name);
      (kind === 'own' ? own : states)[key] = null;
      count++;
    }
    const clear = this.#cleared;
    this.#cleared = false;
    return count === 0 && !clear
      ? undefined
      : { elements, states, own, ...(clear ? { clear } : {}) };
  }

  readonly #tags = new Map<string, string>();

  /** Everything that is to be kept, as JSON by `kind key`. */
  #look(): Map<string, string> {
    const { document } = this.options;
    const found = new Map<string, string>();
    const put = (name: string, value: unknown): void => {
      const text = asJson(value);
      if (text !== undefined) found.set(name, text);
    };
    const root = documentElementOf(document);
    const seen = new Set<string>();
    this.#noteSecrets(root);
    for (const element of queryAll(root, '[id]')) {
      const id = idOf(element);
      if (seen.has(id) || !this.#isKept(element)) continue;
      seen.add(id);
      this.#tags.set(id, localNameOf(element));
      for (const [name, value] of Object.entries(this.#fieldsOf(element)))
        put(nameOf(id, name), value);
    }
    for (const [key, value] of this.options.states()) {
      if (!this.#secretKeys.has(key)) put(`states ${key}`, value);
    }
    for (const [key, value] of this.#own) put(`own ${key}`, value);
    return found;
  }

  #fieldsOf(element: TuiElement): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (const name of fieldNames(element)) {
      const value = readField(element, name);
      if (value !== undefined) fields[name] = value;
    }
    const { left, top, scrollWidth, scrollHeight, clientWidth, clientHeight } =
      scrollMetricsOf(element);
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) {
      // One that waits for its content is as it was.
      const waiting = this.#scrolls.get(idOf(element));
      fields['scroll'] = waiting === undefined ? [left, top] : [waiting.left, waiting.top];
    }
    return fields;
  }

  #isKept(element: TuiElement): boolean {
    if (this.#secretElements.has(element)) return false;
    // What shows a password is one.
    if (boundKeys(element).some((key) => this.#secretKeys.has(key))) return false;
    for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
      if (/^\s*(false|0|no|off)\s*$/i.test(getAttribute(at, 'persist') ?? '')) return false;
    }
    return true;
  }

  #noteSecrets(root: TuiElement): void {
    this.#noteSecret(root);
    for (const element of queryAll(root, '[type], [persist]')) this.#noteSecret(element);
  }

  /** A password stays one when it is shown as text for a while, or when its field is gone. */
  #noteSecret(element: TuiElement): void {
    const isSecret =
      this.#secretElements.has(element) ||
      SECRET_TYPES.has((getAttribute(element, 'type') ?? '').trim().toLowerCase());
    if (!isSecret && getAttribute(element, 'persist') === null) return;
    if (isSecret) this.#secretElements.add(element);
    else if (this.#isKept(element)) return;
    for (const each of [element, ...(isSecret ? [] : queryAll(element, '*'))]) {
      for (const key of boundKeys(each)) this.#secretKeys.add(key);
    }
  }

  #restoreTree(root: TuiElement): void {
    this.#noteSecrets(root);
    const { elements } = this.options.port.saved;
    for (const element of [root, ...queryAll(root, '[id]')]) {
      const id = idOf(element);
      if (id === '' || !Object.hasOwn(elements, id) || this.#restored.has(element)) continue;
      const { tag, fields } = elements[id]!;
      if (tag !== localNameOf(element) || !this.#isKept(element)) continue;
      this.#restored.add(element);
      this.#restore(element, fields);
    }
    if (this.#isFirst) return;
    // What comes later begins with what it has, too.
    for (const element of [root, ...queryAll(root, '[id]')]) {
      const id = idOf(element);
      if (id === '' || !this.#isKept(element)) continue;
      for (const name of fieldNames(element))
        this.#know(nameOf(id, name), readField(element, name));
    }
  }

  #restore(element: TuiElement, fields: Readonly<Record<string, unknown>>): void {
    for (const name of fieldNames(element)) {
      if (Object.hasOwn(fields, name)) writeField(element, name, fields[name]);
    }
    const scroll = Object.hasOwn(fields, 'scroll') ? fields['scroll'] : undefined;
    if (!Array.isArray(scroll)) return;
    const [left, top] = scroll.map(Number);
    if (Number.isFinite(left) && Number.isFinite(top)) {
      this.#scrolls.set(idOf(element), { left: left!, top: top! });
    }
  }

  /** Scrolls to where it was, as soon as there is so much content. */
  #scroll(): void {
    if (this.#scrolls.size === 0) return;
    const isLate = this.options.now() - this.#begun > SCROLL_PATIENCE;
    for (const element of queryAll(documentElementOf(this.options.document), '[id]')) {
      const place = this.#scrolls.get(idOf(element));
      if (place === undefined) continue;
      const { clientHeight, scrollHeight, top } = scrollMetricsOf(element);
      const isThere = scrollHeight - clientHeight >= place.top;
      // Somebody has scrolled meanwhile.
      if (isThere || isLate || top > 0) this.#scrolls.delete(idOf(element));
      if (isThere && top === 0) scrollTo(element, place);
    }
    if (isLate) this.#scrolls.clear();
  }
}

/** The first parts of the keys that an element is bound to. */
function boundKeys(element: TuiElement): string[] {
  const keys: string[] = [];
  for (const [property, { name }] of attributesOf(element) ?? []) {
    if (property !== 'bind' && !property.startsWith('bind:')) continue;
    const [key = ''] = (getAttribute(element, name) ?? '').trim().split(/[.[]/);
    if (key !== '') keys.push(key);
  }
  return keys;
}

/** The name of a field of an element, among everything that is kept. */
function nameOf(id: string, field: string): string {
  return `elements ${JSON.stringify([id, field])}`;
}

function split(name: string): readonly [string, string] {
  const blank = name.indexOf(' ');
  return [name.slice(0, blank), name.slice(blank + 1)];
}

function fieldNames(element: TuiElement): readonly string[] {
  return (element.constructor as ElementClass).persist ?? [];
}

function readField(element: TuiElement, name: string): unknown {
  const port = portOf(element, name);
  if (isPortFault(port)) return undefined;
  try {
    const value = port.read();
    return value instanceof Set ? [...(value as Set<unknown>)] : value;
  } catch {
    // An element of a script's own.
    return undefined;
  }
}

/** What does not fit is left as it is: an app may have changed since. */
function writeField(element: TuiElement, name: string, value: unknown): void {
  const port = portOf(element, name);
  if (isPortFault(port)) return;
  try {
    const now = port.read();
    const isOfKind =
      now === undefined || now === null || kindOfValue(plain(now)) === kindOfValue(value);
    if (isOfKind || (isScalar(now) && isScalar(value) && name === 'value')) port.write(value);
  } catch {
    // The value is none of its any more.
  }
}

function plain(value: unknown): unknown {
  return value instanceof Set ? [...(value as Set<unknown>)] : value;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
