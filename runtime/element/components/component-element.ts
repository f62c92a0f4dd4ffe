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
import { ownerOf, shadowRootOf, type TreeNode } from '../../dom/tree/tree-node.js';
import type { AttributeTable } from '../contract.js';
import { ATTRIBUTE_CHANGED, CONNECTED, DISCONNECTED, PROPS } from '../internals.js';
import { shareStyles } from './shadow-styles.js';
import { documentOf } from '../tree.js';
import { TuiElement, type ElementClass, type TuiDocument } from '../tui-element.js';
import { copyContent } from './copy-content.js';

/** What a template gives to all instances. */
export interface ComponentTemplate {
  readonly tag: string;
  /** The content of the `<template>`, which instances copy. */
  readonly content: TreeNode;
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

/** Runs the scripts of a component for an instance. */
export type RunInstance = (host: TuiElement, tag: string) => InstanceExports;

/** Nodes that components make while a document is loaded; more are taken for templates that multiply each other. */
export const MAX_COPIED = 50_000;

/** The components of one document. */
export class Components {
  readonly templates = new Map<string, ComponentTemplate>();
  readonly #instances = new WeakMap<TuiElement, InstanceExports>();
  /** Instances that are in the document before the scripts run. */
  #waiting: ComponentElement[] = [];
  #run: RunInstance | undefined;

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
  start(run: RunInstance): void {
    this.#run = run;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const host of waiting) this.instantiated(host);
  }

  instantiated(host: ComponentElement): void {
    if (this.#run === undefined) {
      this.#waiting.push(host);
      return;
    }
    this.#instances.set(host, this.#run(host, tagOf(host)));
    this.call(host, 'connectedCallback');
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

/** Instances inside instances while these are made; more is taken for a component that contains itself. */
const MAX_NESTING = 100;
let nesting = 0;

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
    if (shadowRootOf(this) !== null) {
      components.call(this, 'connectedCallback');
      return;
    }
    const template = components.templates.get(tagOf(this));
    if (template === undefined || !components.takeRoom(this, template)) return;
    if (nesting >= MAX_NESTING) {
      throw new RangeError(`<${template.tag}> contains more than ${MAX_NESTING} levels of itself`);
    }
    nesting++;
    try {
      const root = new ShadowRoot(ownerOf(this));
      attachShadowRoot(this, root, false);
      shareStyles(root, template.styles);
      insert(root, [copyContent(template.content, ownerOf(this))], null);
      this.#before = { ...this[PROPS] };
      components.instantiated(this);
    } finally {
      nesting--;
    }
  }

  override [DISCONNECTED](): void {
    componentsOf(documentOf(this)).call(this, 'disconnectedCallback');
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (shadowRootOf(this) === null) return;
    const before = this.#before[name];
    this.#before = { ...this.#before, [name]: value };
    componentsOf(documentOf(this)).call(this, 'attributeChangedCallback', name, before, value);
  }
}

function tagOf(element: TuiElement): string {
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
