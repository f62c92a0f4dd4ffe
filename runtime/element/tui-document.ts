/** The document of an app: its elements, diagnostics and top layer; notifies listeners of every change. */
import { setRegistry } from './query.js';
import type { Diagnostic, Source } from '../base/diagnostics.js';
import { nameClass } from '../base/class-name.js';
import { Document } from '../dom/document.js';
import { DocumentFragment } from '../dom/document-fragment.js';
import { Text } from '../dom/character-data.js';
import { dispatchTrusted, setListenerHost } from '../dom/events/event-target.js';
import { Event } from '../dom/events/event.js';
import type { DocumentHost } from '../dom/host.js';
import { createHost } from '../dom/document-host.js';
import type { FAMILY } from '../dom/node.js';
import { IdMap } from '../dom/tree/id-map.js';
import { attachRoot } from '../dom/tree/mutate.js';
import {
  HTML_NAMESPACE,
  isMarked,
  Owner,
  setCurrentOwner,
  writing,
  type TreeNode,
  type TreeRecord,
} from '../dom/tree/tree-node.js';
import { late } from '../base/late.js';
import { createAppWindow } from './scripts/app-window.js';
import { CustomElementRegistry } from './scripts/custom-elements.js';
import type { Window } from '../dom/window/window.js';
import { foreignKind } from './loading/foreign-kind.js';
import { EVERY_KIND, type RecordKind, type RecordOf } from './records.js';
import type { MutationRecord, Registry, TuiElement, TuiFamily } from './tui-element.js';
import { DEFINITION } from './internals.js';
import { invalidate } from './services.js';

type Sink = (record: MutationRecord) => void;

class TuiOwner extends Owner {
  readonly isXml = false;
  readonly contentType = 'text/html';
  readonly ids = new IdMap();
  readonly url: string;
  root: TreeNode | null = null;
  view: Window | null = null;
  /** Elements that scripts have defined, once they have requested the registry. */
  custom: CustomElementRegistry | undefined;
  readyState: ReadyState = 'loading';
  /** Names that the app's window has beside those of every window. */
  windowNames: Readonly<Record<string, unknown>> = {};
  focused: TuiElement | null = null;
  topLayer: readonly TuiElement[] = [];
  /** One change has few observers: those that have subscribed to its kind. */
  readonly #sinks: Record<RecordKind, readonly Sink[]> = {
    childList: [],
    attributes: [],
    characterData: [],
    invalidate: [],
    state: [],
  };
  #watchers: readonly ((record: TreeRecord) => void)[] = [];

  document!: TuiDocument;

  constructor(
    readonly registry: Registry,
    readonly host: DocumentHost,
    public source: Source | undefined,
  ) {
    super();
    setRegistry(this, registry);
    this.url = source === undefined ? 'about:blank' : `file:///${source.file}`;
  }

  get activeElement(): TuiElement | null {
    const { focused } = this;
    return focused !== null && isMarked(focused) ? focused : null;
  }
  get watched(): boolean {
    return this.#watchers.length > 0;
  }
  observe(kinds: readonly RecordKind[], sink: Sink): () => void {
    const sinks = this.#sinks;
    // A separate function, so that a sink that is passed twice is called twice.
    const notify: Sink = (record) => sink(record);
    for (const kind of kinds) sinks[kind] = [...sinks[kind], notify];
    return () => {
      for (const kind of kinds) sinks[kind] = sinks[kind].filter((other) => other !== notify);
    };
  }
  watch(sink: (record: TreeRecord) => void): () => void {
    const notify = (record: TreeRecord): void => sink(record);
    this.#watchers = [...this.#watchers, notify];
    return () => (this.#watchers = this.#watchers.filter((other) => other !== notify));
  }
  emit(record: TreeRecord, connected: boolean): void {
    // Nodes of an app's document are its own.
    if (connected) for (const sink of this.#sinks[record.type]) sink(record as MutationRecord);
    for (const watcher of this.#watchers) watcher(record);
  }
  createText(data: string): Text {
    return new Text(data, this);
  }
  createFragment(): DocumentFragment {
    return new DocumentFragment(this);
  }
  createElement(name: string, namespace: string | null): TuiElement {
    if (namespace === HTML_NAMESPACE) {
      // Only a name with a hyphen can be defined by a script.
      const makePlain = () => new (this.registry.classOf(name))(this.document, name);
      return (name.includes('-') && this.custom?.create(name, this, makePlain)) || makePlain();
    }
    // What another vocabulary calls <text> is not ours.
    const element = new this.registry.fallback(this.document, name);
    writing.setKind(element, foreignKind(element[DEFINITION], namespace));
    return element;
  }
  parseFragment(markup: string, context: TreeNode): TreeNode {
    return fragments().parseFragment(this.document, markup, context, this.host);
  }
}

const fragments = late(
  () => require('./loading/fragment.js') as typeof import('./loading/fragment.js'),
);

let tuiOwner: (document: TuiDocument) => TuiOwner;

/** The `<tui>` element is documentElement, body and head at once. */
export class TuiDocument extends Document {
  declare readonly [FAMILY]: TuiFamily;
  readonly #owner: TuiOwner;

  static {
    nameClass(this, 'HTMLDocument');
    tuiOwner = (document) => document.#owner;
  }

  /** @internal */
  constructor(registry: Registry, source: Source | undefined, host: DocumentHost) {
    const owner = new TuiOwner(registry, host, source);
    super(owner);
    owner.document = this;
    this.#owner = owner;
    makeCurrent(this);
    const root = owner.createElement('tui', HTML_NAMESPACE);
    owner.root = root;
    attachRoot(this, root);
  }

  /** The elements that it knows. @internal */
  get registry(): Registry {
    return this.#owner.registry;
  }
  /** What it was read from, where it was read from a text. @internal */
  get source(): Source | undefined {
    return this.#owner.source;
  }
  /** The `<tui>` element; created if the file has none. */
  override get documentElement(): TuiElement {
    return this.#owner.root as TuiElement;
  }
  /** The same element. */
  override get body(): TuiElement {
    return this.documentElement;
  }
  /** The same element. */
  override get head(): TuiElement {
    return this.documentElement;
  }
  /** The window; created when it is first read. */
  override get defaultView(): Window {
    return windowOf(this);
  }

  /** The errors and warnings reported so far; the last thousand of them. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#owner.host.diagnostics;
  }
  /**
   * Calls `sink` after every change of the connected tree, synchronously. Returns a function that ends the observation.
   * With `detached`, of changes outside the document too.
   */
  observe(sink: Sink, { detached = false }: { readonly detached?: boolean } = {}): () => void {
    return detached
      ? this.#owner.watch((record) => sink(record as MutationRecord))
      : this.#owner.observe(EVERY_KIND, sink);
  }
  /** `loading` until the scripts run, `interactive` while they do, `complete` after the first frame. */
  override get readyState(): ReadyState {
    return this.#owner.readyState;
  }
}

/** Observes changes of the connected tree, synchronously, after each. Returns a function that ends it. */
export function observe<Kind extends RecordKind>(
  document: TuiDocument,
  kinds: readonly Kind[],
  sink: (record: RecordOf<Kind>) => void,
): () => void {
  return tuiOwner(document).observe(kinds, sink as Sink);
}

/** Moves an element to the top of the top layer, or removes it. */
export function setTopLayer(document: TuiDocument, element: TuiElement, on: boolean): void {
  const owner = tuiOwner(document);
  if (!on && !owner.topLayer.includes(element)) return;
  const others = owner.topLayer.filter((other) => other !== element);
  owner.topLayer = on ? [...others, element] : others;
  invalidate(element, 'layout');
  // The background may have become dimmed, or ceased to be.
  invalidate(owner.root as TuiElement, 'paint');
}

/** To be called by the owner of the focus; `null` is the root. */
export function setActiveElement(document: TuiDocument, element: TuiElement | null): void {
  tuiOwner(document).focused = element;
}

/** What a document was read from; undefined where it was not read from a text. */
export function documentSourceOf(document: TuiDocument): Source | undefined {
  return tuiOwner(document).source;
}

/** The file has been edited, and the document with it. */
export function setDocumentSource(document: TuiDocument, source: Source): void {
  tuiOwner(document).source = source;
}

/** What scripts construct without naming a document is part of this one; by default of the one made last. */
export function makeCurrent(document: TuiDocument): void {
  const owner = tuiOwner(document);
  setCurrentOwner(owner);
  setListenerHost(owner.host);
}

/** The window of a document. */
export function windowOf(document: TuiDocument): Window {
  const owner = tuiOwner(document);
  return (owner.view ??= createAppWindow(document, customElementsOf(document), owner.windowNames));
}

/** `customElements`; created when it is first read. */
function customElementsOf(document: TuiDocument): CustomElementRegistry {
  const owner = tuiOwner(document);
  return (owner.custom ??= new CustomElementRegistry(document));
}

/** What the app adds to its window: timers, `fetch`, `$tui`. */
export function addWindowNames(
  document: TuiDocument,
  names: Readonly<Record<string, unknown>>,
): void {
  const owner = tuiOwner(document);
  owner.windowNames = { ...owner.windowNames, ...names };
}

/** Dispatches an event at the window, where one has been made. False where a listener prevented the default. */
export function dispatchAtWindow(document: TuiDocument, event: Event): boolean {
  const { view } = tuiOwner(document);
  return view === null || dispatchTrusted(view, event);
}

export type ReadyState = 'loading' | 'interactive' | 'complete';

/** Sets `document.readyState`, and fires `readystatechange` if it differs. */
export function setReadyState(document: TuiDocument, state: ReadyState): void {
  const owner = tuiOwner(document);
  if (owner.readyState === state) return;
  owner.readyState = state;
  dispatchTrusted(document, new Event('readystatechange'));
}

/** An empty document: a `<tui>` root and nothing in it. */
export function createDocument(
  registry: Registry,
  source?: Source,
  host: DocumentHost = createHost(),
): TuiDocument {
  return new TuiDocument(registry, source, host);
}
