/**
 * `bind="key"` and `bind:property="key"`: two-way bindings between elements and states, as elements are added,
 * removed and changed. A change is passed on once: equal values are not written, and the event that an element
 * fires for a value it has just received is not treated as a change.
 */
import { addedElements } from '../added-elements.js';
import { didYouMean, type Diagnostic, type Span } from '../../base/diagnostics.js';
import { isPortError, portOf, type Port } from './ports.js';
import { equalValues, splitKey } from './values.js';
import type { RecordOf } from '../records.js';
import type { TuiDocument, TuiElement } from '../tui-element.js';
import { attributesOf } from '../../dom/tree/tree-node.js';
import { hostOf } from '../query.js';
import {
  isElement,
  documentElementOf,
  queryAll,
  isConnected,
  getAttribute,
  listen,
  unlisten,
} from '../tree.js';
import { sourceOf } from '../tui-element.js';
import { observe } from '../tui-document.js';

/** A state as bindings see it. Paths are the parts of a dotted key. */
export interface BindingStore {
  /** True where the state has the first part. */
  has(path: readonly string[]): boolean;
  /** True if the state has every part. */
  resolves(path: readonly string[]): boolean;
  read(path: readonly string[]): unknown;
  write(path: readonly string[], value: unknown): void;
  /** Calls `callback` when the value has changed. */
  watch(path: readonly string[], callback: () => void): Watch;
  /** True where nothing can be written. */
  readonly isReadOnly?: boolean | undefined;
  /** The keys of the state, and `key.property` for properties of its plain objects. */
  readonly keys: readonly string[];
}

/** What only code has: keys with a hyphen are keys. */
const CODE = /[\s()[\]{}'"`+*/%!?:<>=&|,;~^]/;

export interface Watch {
  /** The value as it is now is known: only another one is called back for. */
  sync(): void;
  end(): void;
}

/** Values of `bind` that are not keys of states. */
export interface BindingExpressions {
  /**
   * A path of what the element's template has: a variable, or a name of the component. Undefined where it has no such name.
   *
   * @param attribute the attribute with the path
   */
  local(element: TuiElement, path: readonly string[], attribute: string): BindingStore | undefined;
  /** False while scripts are to run that may define the names. */
  isReady(element: TuiElement): boolean;
  /** True of a name that code of the element can use. */
  knows(element: TuiElement, name: string): boolean;
  /** Code that is evaluated. It is one-way: nothing is written to it. */
  expression(element: TuiElement, attribute: string): BindingStore;
  /** Reports code that cannot be compiled. */
  check(element: TuiElement, attribute: string): void;
}

export interface BindingsOptions {
  readonly document: TuiDocument;
  /** In the order in which keys are looked up. */
  stores(): readonly BindingStore[];
  /** An element may have changed: `settle` is to be called soon. */
  suspect(): void;
  readonly expressions?: BindingExpressions | undefined;
  /** Default: the document's. */
  report?: ((diagnostic: Diagnostic) => void) | undefined;
}

/** What this module's listeners return: they need no frame of their own. */
export const NO_FRAME = Symbol('no frame');

class Binding {
  store: BindingStore | undefined;
  /** The element's value as it was seen last. */
  seen: unknown;
  warned = false;
  /** While the state takes its value: what comes back is its own. */
  taking = false;
  watch: Watch | undefined;
  end: (() => void) | undefined;

  constructor(
    readonly element: TuiElement,
    readonly attribute: string,
    readonly key: string,
    /** Undefined of code that is not a key. */
    readonly path: readonly string[] | undefined,
    readonly port: Port,
    public oneWay: boolean,
  ) {}
}

export class Bindings {
  readonly #bound = new Map<TuiElement, Binding[]>();
  readonly #unresolved = new Set<Binding>();
  readonly #suspects = new Set<Binding>();
  /** Warnings with a place, each of which is reported once. */
  readonly #warned = new Set<string>();
  #unobserve: (() => void) | undefined;
  #writing: Binding | undefined;
  #settling = false;
  /** True once all scripts that create states have run: from then on, unknown keys are reported. */
  #complete = false;

  readonly #options: BindingsOptions;

  constructor(options: BindingsOptions) {
    this.#options = options;
  }

  /** Binds what is in the document, and from now on what comes. */
  start(): void {
    const { document } = this.#options;
    // What was bound before may have changed unseen.
    for (const element of this.#bound.keys()) this.#suspectAll(element);
    this.#bindTree(documentElementOf(document));
    this.#unobserve = observe(document, ['attributes', 'childList', 'invalidate'], (record) =>
      this.#record(record),
    );
  }

  stop(): void {
    this.#unobserve?.();
    for (const element of [...this.#bound.keys()]) this.#unbind(element);
  }

  /** Reports bindings that no state could make work, without binding anything; for lint. */
  checkTargets(): void {
    for (const element of queryAll(this.#options.document, '*')) this.checkTarget(element);
  }

  /** The same of one element, which need not be in the document. */
  checkTarget(element: TuiElement): void {
    for (const [property, { name }] of attributesOf(element) ?? []) {
      if (isBinding(property)) this.#create(element, name, property.slice('bind:'.length));
    }
  }

  /** Looks again for the keys that no state had. */
  resolve(): void {
    for (const binding of [...this.#unresolved]) this.#connect(binding);
  }

  /** A warning for each key that no state has; to be called once the scripts have run. */
  checkKeys(): void {
    this.#complete = true;
    for (const bindings of this.#bound.values()) bindings.forEach((each) => this.#checkKey(each));
  }

  /** Takes over what elements have changed since. */
  settle(): void {
    if (this.#settling || this.#suspects.size === 0) return;
    this.#settling = true;
    try {
      for (const binding of this.#suspects) {
        this.#suspects.delete(binding);
        this.#readFromElement(binding);
      }
    } finally {
      this.#settling = false;
    }
  }

  #record(record: RecordOf<'attributes' | 'childList' | 'invalidate'>): void {
    switch (record.type) {
      case 'invalidate':
        this.#readAllFromElement(record.target);
        break;
      case 'attributes':
        if (isBindAttribute(record.property)) {
          this.#unbind(record.target);
          this.#bind(record.target);
        } else this.#suspectAll(record.target);
        break;
      case 'childList':
        if (this.#bound.size > 0) {
          for (const node of record.removedNodes) if (isElement(node)) this.#unbindTree(node);
        }
        for (const element of addedElements(record)) this.#bind(element);
    }
  }

  /** At once, so that what is done next to another element on the key is done to its new value. */
  #readAllFromElement(element: TuiElement): void {
    if (this.#bound.size === 0) return;
    for (const binding of this.#bound.get(element) ?? []) {
      if (binding.oneWay) continue;
      this.settle();
      this.#readFromElement(binding);
    }
  }

  /** An attribute's record comes before the element has its value: it is looked at later. */
  #suspectAll(element: TuiElement): void {
    if (this.#bound.size === 0) return;
    for (const binding of this.#bound.get(element) ?? []) {
      if (binding.oneWay || binding === this.#writing || binding.store === undefined) continue;
      if (this.#suspects.size === 0) this.#options.suspect();
      this.#suspects.add(binding);
    }
  }

  #bindTree(root: TuiElement): void {
    this.#bind(root);
    for (const element of queryAll(root, '*')) this.#bind(element);
  }

  #unbindTree(root: TuiElement): void {
    this.settle();
    this.#unbind(root);
    for (const element of queryAll(root, '*')) {
      if (this.#bound.size === 0) return;
      this.#unbind(element);
    }
  }

  /** Binds an element now, as what runs next reads its values. */
  bind(element: TuiElement): void {
    this.#bind(element);
  }

  #bind(element: TuiElement): void {
    // Elements that were moved by a hook come here twice; those that left again must not be bound.
    const attributes = attributesOf(element);
    if (attributes === null || attributes.size === 0) return;
    let bindings: Binding[] | undefined;
    for (const [property, { name }] of attributes) {
      if (!isBinding(property)) continue;
      if (bindings === undefined && (this.#bound.has(element) || !isConnected(element))) return;
      const binding = this.#create(element, name, property.slice('bind:'.length));
      if (binding !== undefined) (bindings ??= []).push(binding);
    }
    if (bindings === undefined) return;
    this.#bound.set(element, bindings);
    for (const binding of bindings) this.#connect(binding);
  }

  #create(element: TuiElement, attribute: string, name: string): Binding | undefined {
    const key = (getAttribute(element, attribute) ?? '').trim();
    const { expressions } = this.#options;
    const path = expressions !== undefined && CODE.test(key) ? undefined : splitKey(key);
    const port = portOf(element, name);
    if (isPortError(port)) {
      const span = sourceOf(element)?.nameSpan(attribute);
      this.#warn(element, port.code, port.message, port.suggestion, span);
      return undefined;
    }
    if (path === undefined && (expressions === undefined || !CODE.test(key))) {
      const message = `${attribute}: expected the key of a state, found ${JSON.stringify(key)}`;
      const span = sourceOf(element)?.valueSpan(attribute);
      this.#warn(element, 'bad-value', message, undefined, span);
      return undefined;
    }
    if (path === undefined) expressions?.check(element, attribute);
    const oneWay = port.oneWay || getAttribute(element, 'bind-mode')?.trim() === 'one-way';
    return new Binding(element, attribute, key, path, port, oneWay);
  }

  #unbind(element: TuiElement): void {
    const bindings = this.#bound.get(element);
    if (bindings === undefined) return;
    this.#bound.delete(element);
    for (const binding of bindings) {
      this.#unresolved.delete(binding);
      this.#suspects.delete(binding);
      binding.end?.();
    }
  }

  /** Finds the state of a binding; the element takes its value. */
  #connect(binding: Binding): void {
    const { element, port } = binding;
    const path = binding.path ?? [];
    if (this.#options.expressions?.isReady(element) === false) {
      this.#unresolved.add(binding);
      return;
    }
    const store = this.#storeOf(binding);
    if (store === undefined) {
      this.#unresolved.add(binding);
      if (this.#complete) this.#checkKey(binding);
      return;
    }
    this.#unresolved.delete(binding);
    binding.store = store;
    if (store.isReadOnly === true) binding.oneWay = true;
    const { oneWay } = binding;
    const watch = (binding.watch = store.watch(path, () => this.#writeToElement(binding)));
    const onElementEvent = (): typeof NO_FRAME => {
      this.#readFromElement(binding);
      return NO_FRAME;
    };
    if (!oneWay) {
      // Captured, so that handlers of the same event find the state as the element is.
      for (const type of port.events) listen(element, type, onElementEvent, true);
    }
    binding.end = () => {
      watch.end();
      for (const type of port.events) unlisten(element, type, onElementEvent, true);
    };
    if (this.#complete) this.#checkKey(binding);
    // A key without a value adopts the element's; a one-way binding leaves the element as it is.
    if (store.read(path) !== undefined) this.#writeToElement(binding);
    // An unknown key is probably misspelt: it causes a warning and is not created.
    else if (!oneWay && store.resolves(path)) this.#adopt(binding);
    else binding.seen = this.#look(binding);
  }

  /** A name of the element's template, a state's key, or code. */
  #storeOf({ element, attribute, path }: Binding): BindingStore | undefined {
    const { stores, expressions } = this.#options;
    if (path === undefined) return expressions?.expression(element, attribute);
    const local = expressions?.local(element, path, attribute);
    if (local !== undefined) return local;
    const store = stores().find((each) => each.has(path));
    if (store !== undefined || expressions?.knows(element, path[0] ?? '') !== true) return store;
    return expressions.expression(element, attribute);
  }

  #adopt(binding: Binding): void {
    binding.seen = NO_FRAME;
    this.#readFromElement(binding);
  }

  /** From the state to the element. */
  #writeToElement(binding: Binding): void {
    const { element, port, path = [], store } = binding;
    if (binding.taking) return;
    const value = store?.read(path);
    const before = this.#writing;
    this.#writing = binding;
    try {
      if (!port.shows(value)) port.write(value);
    } catch (error) {
      hostOf(this.#options.document).reportError(error, element);
    } finally {
      this.#writing = before;
    }
    // Not what was written: an element may have made something else of it.
    binding.seen = this.#look(binding);
  }

  /** From the element to the state. */
  #readFromElement(binding: Binding): void {
    const { port, path = [], store } = binding;
    if (store === undefined || binding === this.#writing) return;
    const value = this.#look(binding);
    if (value === undefined && binding.seen === NO_FRAME) return;
    if (equalValues(value, binding.seen)) return;
    binding.seen = value;
    const held = store.read(path);
    const taken = port.toState(value, held);
    if (equalValues(taken, held) || binding.taking) return;
    binding.taking = true;
    try {
      store.write(path, taken);
    } finally {
      binding.taking = false;
    }
    // The element has it already, and as it was typed. Another may have answered with something else.
    binding.watch?.sync();
    if (!equalValues(store.read(path), taken)) this.#writeToElement(binding);
  }

  #look({ element, port }: Binding): unknown {
    try {
      return port.read();
    } catch (error) {
      hostOf(this.#options.document).reportError(error, element);
      return undefined;
    }
  }

  #checkKey(binding: Binding): void {
    const { element, attribute, key, path } = binding;
    if (path === undefined || binding.warned || binding.store?.resolves(path) === true) return;
    binding.warned = true;
    const stores = this.#options.stores();
    const suggestion =
      stores.length === 0
        ? 'create one in a script: $tui.createState({ … })'
        : didYouMean(
            key,
            stores.flatMap((store) => store.keys),
          );
    const message = `no state has the key "${key}"`;
    this.#warn(
      element,
      'unknown-key',
      message,
      suggestion,
      sourceOf(element)?.valueSpan(attribute),
    );
  }

  #warn(
    element: TuiElement,
    code: string,
    message: string,
    suggestion: string | undefined,
    span: Span | undefined,
  ): void {
    const source = sourceOf(element);
    const diagnostic: Diagnostic = {
      severity: 'warning',
      code,
      message,
      suggestion,
      source: source?.source,
      span: source === undefined ? undefined : (span ?? source.name),
    };
    // Rows and instances are copies of one place.
    const place = diagnostic.span && `${source?.source.file} ${diagnostic.span.start} ${message}`;
    if (place !== undefined && this.#warned.has(place)) return;
    if (place !== undefined) this.#warned.add(place);
    const { document, report } = this.#options;
    if (report === undefined) hostOf(document).report(diagnostic);
    else report(diagnostic);
  }
}

function isBinding(property: string): boolean {
  return property === 'bind' || property.startsWith('bind:');
}

function isBindAttribute(property: string): boolean {
  return property === 'bindMode' || isBinding(property);
}
