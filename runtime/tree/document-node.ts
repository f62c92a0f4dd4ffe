/** The document: makes nodes, finds them, and hears of every change. `load.ts` reads one from a text. */
import type { Diagnostic, Source } from '../diagnostics.js';
import type { Rect } from '../geometry.js';
import { parseMarkup } from '../markup/parse.js';
import type { Timing } from './timing.js';
import type { Viewport } from './viewport.js';
import { buildNodes } from './build.js';
import { CommentNode, FragmentNode, TextNode } from './character-data.js';
import { createView } from './default-view.js';
import { AttributeNode, checkAttributeName } from './attributes.js';
import {
  describeElement,
  TuiElement,
  type MutationRecord,
  type Registry,
  type TuiDocument,
} from './element.js';
import { CustomEvent, TuiEvent } from './event.js';
import { IdMap } from './id-map.js';
import {
  CHILDREN,
  LinkedDocument,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedOwner,
} from './linkedom.js';
import { LoadFaults } from './load-faults.js';
import { adopt, attachRoot, fail, remove } from './mutate.js';
import { install } from './node-members.js';
import { serialize } from './serialize.js';
import { TreeWalker, type NodeFilterGiven } from './tree-walker.js';

/** A running app may report a fault at every tick: only the last are kept. */
const MOST_DIAGNOSTICS = 1000;

type Sink = (record: MutationRecord) => void;
type Hook = 'connected' | 'disconnected' | 'contentChanged' | 'attributeChanged';

class DocumentNode extends (LinkedDocument as new (type: string) => LinkedOwner) {
  override [CHILDREN] = null;
  override version = 0;
  override readonly elementIds = new IdMap();
  readonly diagnostics: Diagnostic[] = [];
  override requestFocus: ((element: TuiElement | null) => void) | undefined = undefined;
  enterFocus: ((element: TuiElement) => void) | undefined = undefined;
  override pointerCapture: { element: TuiElement | null } | undefined = undefined;
  override boundsOf: ((element: TuiElement) => Rect) | undefined = undefined;
  override viewport: Viewport<TuiElement> | undefined = undefined;
  override acceptsStyle:
    ((element: TuiElement, property: string, value: string) => boolean) | undefined = undefined;
  timing: Timing | undefined = undefined;
  requestCopy: ((element: TuiElement, text: string) => boolean) | undefined = undefined;
  override runDefault: ((event: TuiEvent) => void) | undefined = undefined;
  listenerBegins: (() => void) | undefined = undefined;
  listenerEnds: (() => void) | undefined = undefined;
  listenerReturned: ((result: unknown, target: unknown) => void) | undefined = undefined;
  readonly #root: TuiElement;
  #sinks: readonly Sink[] = [];
  #watchers: readonly Sink[] = [];
  #active: TuiElement | null = null;
  #top: readonly TuiElement[] = [];
  #view: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly registry: Registry,
    readonly source: Source | undefined,
  ) {
    super('text/xml');
    this.#root = this.createElement('tui');
    attachRoot(this, linked(this.#root));
  }

  get nodeName(): string {
    return '#document';
  }
  get documentElement(): TuiElement {
    return this.#root;
  }
  get body(): TuiElement {
    return this.#root;
  }
  get head(): TuiElement {
    return this.#root;
  }
  get textContent(): null {
    return null;
  }
  override toString(): string {
    return serialize(this, false);
  }
  /** What `JSON.stringify` and printers of test runners get. */
  toJSON(): string {
    return serialize(this, false);
  }
  get doctype(): null {
    return null;
  }
  get title(): string {
    const element = this.#titleElement();
    return (element?.textContent ?? '').trim().replace(/\s+/g, ' ');
  }
  set title(text: unknown) {
    let element = this.#titleElement();
    if (element === null) {
      element = this.createElement('title');
      this.#root.prepend(element);
    }
    element.textContent = String(text);
  }
  get defaultView(): Readonly<Record<string, unknown>> {
    return (this.#view ??= createView(this));
  }
  get activeElement(): TuiElement {
    const active = this.#active;
    return active?.isConnected === true ? active : this.#root;
  }
  setActiveElement(element: TuiElement | null): void {
    this.#active = element;
  }
  get topLayer(): readonly TuiElement[] {
    return this.#top;
  }
  setTopLayer(element: TuiElement, on: boolean): void {
    if (!on && !this.#top.includes(element)) return;
    const others = this.#top.filter((other) => other !== element);
    this.#top = on ? [...others, element] : others;
    element.invalidate('layout');
    // What is behind may be dimmed now, or no more.
    this.#root.invalidate('paint');
  }

  createElement(name: string): TuiElement {
    const localName = String(name);
    // Exactly what the markup parser takes for a name, so that whatever it reads can be made.
    if (!/^[A-Za-z][^\t\n\f\r />]*$/.test(localName)) {
      fail('InvalidCharacterError', `${JSON.stringify(localName)} is not an element name`);
    }
    return new (this.registry.classOf(localName))(this as unknown as TuiDocument, localName);
  }
  createElementNS(_namespace: string | null, name: string): TuiElement {
    return this.createElement(name);
  }
  override createTextNode(data: unknown): TextNode {
    return new TextNode(this, String(data));
  }
  createComment(data: unknown): CommentNode {
    return new CommentNode(this, String(data));
  }
  createDocumentFragment(): FragmentNode {
    return new FragmentNode(this);
  }
  createAttribute(name: string): AttributeNode {
    checkAttributeName(String(name));
    return new AttributeNode(String(name));
  }
  createEvent(kind: string): TuiEvent {
    return /^customevents?$/i.test(kind) ? new CustomEvent('') : new TuiEvent('');
  }
  createTreeWalker(root: LinkedNode, whatToShow?: number, filter?: NodeFilterGiven): TreeWalker {
    return new TreeWalker(root, whatToShow, filter);
  }
  createNodeIterator(root: LinkedNode, whatToShow?: number, filter?: NodeFilterGiven): TreeWalker {
    return new TreeWalker(root, whatToShow, filter);
  }
  createRange(): never {
    return fail('NotSupportedError', 'there are no ranges here');
  }
  createCDATASection(): never {
    return fail('NotSupportedError', 'there are no CDATA sections here');
  }
  importNode(node: LinkedNode, deep = false): LinkedNode {
    const copy = (node as LinkedNode & { cloneNode(deep: boolean): LinkedNode }).cloneNode(deep);
    return this.adoptNode(copy);
  }
  adoptNode(node: LinkedNode): LinkedNode {
    remove(node);
    adopt(node, this);
    return node;
  }
  getElementById(id: string): TuiElement | null {
    return this.elementIds.get(String(id), this) as TuiElement | null;
  }
  /** A fragment of a script's markup. What is wrong with it is reported; the rest is made. */
  override parseFragment(text: string): FragmentNode {
    const source: Source = { file: '<innerHTML>', text };
    const { nodes, diagnostics } = parseMarkup(source);
    const faults = new LoadFaults(source);
    const fragment = this.createDocumentFragment();
    buildNodes(asDocument(this), nodes, fragment, faults);
    for (const diagnostic of [...diagnostics, ...faults.list]) this.report(diagnostic);
    return fragment;
  }

  observe(sink: Sink, { detached = false }: { readonly detached?: boolean } = {}): () => void {
    // A function of its own, so that one sink given twice is two.
    const heard: Sink = (record) => {
      sink(record);
    };
    if (detached) this.#watchers = [...this.#watchers, heard];
    else this.#sinks = [...this.#sinks, heard];
    return () => {
      this.#watchers = this.#watchers.filter((other) => other !== heard);
      this.#sinks = this.#sinks.filter((other) => other !== heard);
    };
  }
  override get watched(): boolean {
    return this.#watchers.length > 0;
  }
  override emit(record: MutationRecord, connected: boolean): void {
    if (connected) for (const sink of this.#sinks) sink(record);
    for (const watcher of this.#watchers) watcher(record);
  }
  override callHook(element: LinkedElementNode, hook: Hook, ...given: readonly unknown[]): void {
    const hooked = element as unknown as Readonly<Record<Hook, (...given: unknown[]) => void>>;
    try {
      hooked[hook](...given);
    } catch (error) {
      this.reportError(error, element);
    }
  }

  report = (diagnostic: Diagnostic): void => {
    if (this.diagnostics.length >= MOST_DIAGNOSTICS) this.diagnostics.shift();
    this.diagnostics.push(diagnostic);
  };
  reportError = (error: unknown, target?: unknown): void => {
    const where = target instanceof TuiElement ? ` at ${describeElement(target)}` : '';
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.report({ severity: 'error', code: 'script-failed', message: `${what}${where}` });
  };

  #titleElement(): TuiElement | null {
    return this.#root.querySelector('title');
  }
}
install(DocumentNode.prototype, 'node', 'parent');
// The members above, which `install` has covered with those of any node.
Object.defineProperty(DocumentNode.prototype, 'cloneNode', {
  value(): never {
    return fail('NotSupportedError', 'a document cannot be cloned');
  },
  configurable: true,
  writable: true,
});

function linked(element: TuiElement): LinkedElementNode {
  return element as unknown as LinkedElementNode;
}

function asDocument(document: DocumentNode): TuiDocument {
  return document as unknown as TuiDocument;
}

/** An empty document: a `<tui>` root and nothing in it. */
export function createDocument(registry: Registry, source?: Source): TuiDocument {
  return asDocument(new DocumentNode(registry, source));
}
