/**
 * The base class of components: elements that a `<template element>` of the document defines. An instance gets its shadow
 * tree, a copy of the template, when it first enters the document.
 */
import type { Source } from '../../base/diagnostics.js';
import { CustomEvent } from '../../dom/events/event.js';
import { dispatchUntrusted } from '../../dom/events/event-target.js';
import { ShadowRoot } from '../../dom/shadow/shadow-root.js';
import { insert } from '../../dom/tree/mutate.js';
import { attachShadowRoot } from '../../dom/tree/shadow.js';
import {
  isConnected,
  isElement,
  ownerOf,
  shadowRootOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import type { AttributeTable } from '../contract.js';
import { ATTRIBUTE_CHANGED, CONNECTED, DISCONNECTED, PROPS } from '../internals.js';
import { shareStyles } from './shadow-styles.js';
import { copyInto } from '../templates/copies.js';
import type { Template } from '../templates/template.js';
import { documentOf } from '../tree.js';
import {
  setSource,
  sourceOf,
  TuiElement,
  type ElementClass,
  type TuiDocument,
} from '../tui-element.js';

/** What a template gives to all instances. */
export interface ComponentTemplate {
  readonly tag: string;
  /** The content of the `<template>`, with its scripts and styles. */
  readonly content: TreeNode;
  /** What instances copy. */
  readonly template: Template;
  /** Its nodes in document order. */
  readonly numbered: readonly TreeNode[];
  /** Place of the element in its file. */
  readonly start: number;
  /** Its nodes: each instance makes as many. */
  readonly size: number;
  /** Style elements of the content: their rules apply in the shadow trees. */
  readonly styles: readonly TuiElement[];
  /** Undefined where the document itself has it. */
  readonly file: TemplateFile | undefined;
}

/** An imported file. */
export interface TemplateFile {
  /** Absolute. */
  readonly path: string;
  readonly source: Source;
}

/** What the scripts of one instance export: of several with one name, the last. */
export type InstanceExports = Readonly<Record<string, unknown>>;

/** Runs the code of components: their scripts, and the expressions of their templates. */
export interface InstanceRunner {
  /**
   * Connects a copy of the template with its code, before the copy is in the tree. Nothing is evaluated yet.
   *
   * @param copies the outermost nodes
   * @param nodes all of them, in document order
   */
  prepare(
    host: TuiElement,
    tag: string,
    copies: readonly TreeNode[],
    nodes: readonly TreeNode[],
  ): void;
  run(host: TuiElement, tag: string): InstanceExports;
  /** Renders the expressions; what scripts export is known. */
  render(host: TuiElement): void;
  propertyChanged(host: TuiElement, name: string): void;
  /** The instance is in the document again. */
  connected(host: TuiElement): void;
  disconnected(host: TuiElement): void;
  /**
   * Connects an instance with another version of its template; its scripts run on.
   *
   * @param place puts the nodes into the shadow tree, once their code is prepared
   */
  replace(prepared: Prepared, tag: string, place: () => void): void;
}

/** A copy of a template: its outermost nodes, and all of them in document order. */
export interface Prepared {
  readonly host: ComponentElement;
  readonly copies: readonly TreeNode[];
  readonly nodes: readonly TreeNode[];
}

/** What is kept of the instances of a document whose file is edited while it runs. */
export interface Edited {
  readonly copies: WeakMap<TuiElement, Copied>;
  /** Instances in the document. */
  readonly connected: Set<ComponentElement>;
  /** Brings an instance that is back in step with its template. */
  update: ((host: ComponentElement) => void) | undefined;
}

interface Copied {
  readonly template: ComponentTemplate;
  /** By their numbers in the template; scripts may have moved them. */
  readonly nodes: readonly TreeNode[];
}

/** Nodes that components make while a document is loaded; more are taken for templates that multiply each other. */
export const MAX_COPIED = 50_000;

/** The components of one document. */
export class Components {
  readonly templates = new Map<string, ComponentTemplate>();
  /** Undefined where the file is not edited. */
  edited: Edited | undefined;
  readonly #instances = new WeakMap<TuiElement, InstanceExports>();
  readonly #begun = new WeakSet<TuiElement>();
  /** Instances that are in the document before the scripts run, outer ones first. */
  #waiting: Prepared[] = [];
  #runner: InstanceRunner | undefined;

  /** Nodes that may still be copied; undefined where there is no limit. */
  #room: number | undefined;
  #excess: TuiElement | undefined;

  /**
   * Takes the elements of a document in, and limits what components make of them: a short document can multiply them without
   * end. Scripts make what they like, where they are: in the sandbox.
   *
   * @returns the first component that had no room
   */
  limited(takeIn: () => void): TuiElement | undefined {
    this.#room = MAX_COPIED;
    takeIn();
    this.#room = undefined;
    return this.#excess;
  }

  /** Counts a copy of a template. Returns false where there is no room for it. */
  takeRoom(host: TuiElement, { size }: ComponentTemplate): boolean {
    if (this.#room === undefined) return true;
    if (this.#excess === undefined && size <= this.#room) {
      this.#room -= size;
      return true;
    }
    this.#excess ??= host;
    return false;
  }

  /** To be called once the code is compiled: runs it for the instances that there are, and for each one that follows. */
  start(runner: InstanceRunner): void {
    this.#runner = runner;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) this.prepared(each);
    for (const { host } of waiting) this.instantiated(host);
  }

  /** The copy of the template exists. */
  prepared(prepared: Prepared): void {
    const { host, copies, nodes } = prepared;
    if (this.#runner === undefined) this.#waiting.push(prepared);
    else this.#runner.prepare(host, tagOf(host), copies, nodes);
  }

  /** Runs the code of an instance, once. One that has left the document meanwhile runs when it is back. */
  instantiated(host: ComponentElement): void {
    const runner = this.#runner;
    if (runner === undefined || this.#begun.has(host) || !isConnected(host)) return;
    this.#begun.add(host);
    this.#instances.set(host, runner.run(host, tagOf(host)));
    if (!isConnected(host)) return;
    runner.render(host);
    this.call(host, 'connectedCallback');
  }

  /** An instance has another version of its template. */
  replaced(prepared: Prepared, place: () => void): void {
    const { host } = prepared;
    if (this.#runner !== undefined) {
      this.#runner.replace(prepared, tagOf(host), place);
      return;
    }
    this.#waiting = this.#waiting.map((each) => (each.host === host ? prepared : each));
    place();
  }

  reconnected(host: ComponentElement): void {
    this.edited?.update?.(host);
    if (!this.#instances.has(host)) {
      this.instantiated(host);
      return;
    }
    this.#runner?.connected(host);
    this.call(host, 'connectedCallback');
  }

  disconnected(host: ComponentElement): void {
    this.#runner?.disconnected(host);
    this.call(host, 'disconnectedCallback');
  }

  propertyChanged(host: ComponentElement, name: string): void {
    this.#runner?.propertyChanged(host, name);
  }

  /** Undefined while the scripts of an instance have not run. */
  exportsOf(host: TuiElement): InstanceExports | undefined {
    return this.#instances.get(host);
  }

  /** Calls a function that a script of the instance exports. */
  call(host: TuiElement, name: string, ...args: readonly unknown[]): void {
    const callback = this.#instances.get(host)?.[name];
    if (typeof callback !== 'function') return;
    try {
      Reflect.apply(callback, host, args);
    } catch (error) {
      ownerOf(host).host.reportError(error, host);
    }
  }
}

const ofDocuments = new WeakMap<TuiDocument, Components>();

export function componentsOf(document: TuiDocument): Components {
  let found = ofDocuments.get(document);
  if (found === undefined) ofDocuments.set(document, (found = new Components()));
  return found;
}

/** To be called before its instances are made. */
export function keepCopies(document: TuiDocument): void {
  const edited = {
    copies: new WeakMap<TuiElement, Copied>(),
    connected: new Set<ComponentElement>(),
  };
  componentsOf(document).edited = { ...edited, update: undefined };
}

/** Instances inside instances while these are made; more is taken for a component that contains itself. */
const MAX_NESTING = 100;
let nesting = 0;
/**
 * Instances in the copy that is being made. Their code runs after that of the instance around them, whose expressions set their
 * properties.
 */
let made: ComponentElement[] | undefined;

/** Makes instances whose code is to run later. */
export function collectMade(make: () => void): readonly ComponentElement[] {
  const outer = made;
  const inner: ComponentElement[] = [];
  try {
    made = inner;
    make();
  } finally {
    made = outer;
  }
  return inner;
}

export class ComponentElement extends TuiElement {
  static override readonly tag: string = '';

  /** The values before a change, for `attributeChangedCallback`. */
  #before: Readonly<Record<string, unknown>> = {};

  /** Fires an event at the element, which bubbles. False if a listener has prevented the default. */
  emit(name: string, detail?: unknown): boolean {
    const event = new CustomEvent(String(name), { detail, bubbles: true, cancelable: true });
    return dispatchUntrusted(this, event);
  }

  override [CONNECTED](): void {
    const components = componentsOf(documentOf(this));
    components.edited?.connected.add(this);
    if (shadowRootOf(this) !== null) {
      components.reconnected(this);
      return;
    }
    const template = components.templates.get(tagOf(this));
    if (template === undefined || !components.takeRoom(this, template)) return;
    if (nesting >= MAX_NESTING) {
      throw new RangeError(`<${template.tag}> contains more than ${MAX_NESTING} levels of itself`);
    }
    const outer = made;
    nesting++;
    try {
      const inner = collectMade(() => this.#copy(template, components));
      if (outer !== undefined) outer.push(this, ...inner);
      else for (const each of [this, ...inner]) components.instantiated(each);
    } finally {
      nesting--;
    }
  }

  #copy(template: ComponentTemplate, components: Components): void {
    const root = new ShadowRoot(ownerOf(this));
    attachShadowRoot(this, root, false);
    shareStyles(root, template.styles);
    const fragment = documentOf(this).createDocumentFragment();
    const nodes: TreeNode[] = [];
    const copies = copyInto(fragment, template.template.nodes, nodes);
    // Diagnostics of an instance name the line in the template.
    for (const [index, from] of template.numbered.entries()) {
      const source = isElement(from) ? sourceOf(from as TuiElement) : undefined;
      if (source !== undefined) setSource(nodes[index] as TuiElement, source);
    }
    this.#before = { ...this[PROPS] };
    components.edited?.copies.set(this, { template, nodes });
    components.prepared({ host: this, copies, nodes });
    insert(root, [fragment], null);
  }

  override [DISCONNECTED](): void {
    const components = componentsOf(documentOf(this));
    components.edited?.connected.delete(this);
    components.disconnected(this);
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (shadowRootOf(this) === null) return;
    const before = this.#before[name];
    this.#before = { ...this.#before, [name]: value };
    const components = componentsOf(documentOf(this));
    components.propertyChanged(this, name);
    components.call(this, 'attributeChangedCallback', name, before, value);
  }
}

export function tagOf(element: TuiElement): string {
  return (element.constructor as unknown as ElementClass).tag;
}

/** The class of a component: its properties are attributes, as those of elements that tui has itself. */
export function createComponentClass(
  name: string,
  about: string,
  declared: AttributeTable,
): ElementClass {
  return class extends ComponentElement {
    static override readonly tag = name;
    static override readonly description = about;
    static override readonly attributes = declared;
  };
}
