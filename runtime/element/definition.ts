/**
 * The prepared declarations of a class: tables without prototype keys, defaults, and the declared attributes as
 * properties of the class's instances.
 */
import { parseColor } from '../base/color.js';
import type { ValueDeclaration } from '../base/values.js';
import type { AttributeTable, ContentModel, EventTable, KeyTable, StyleTable } from './contract.js';
import { defineHandler } from '../dom/events/handlers.js';
import {
  HTML_NAMESPACE,
  ELEMENT_NODE,
  nameOf,
  type ElementKind,
  type Owner,
  type TreeNode,
} from '../dom/tree/tree-node.js';
import { attributeKey } from '../markup/names.js';
import { attributeTextChanged, copyValues, valueAsText, setDeclared } from './attribute-values.js';
import { callHook } from './hooks.js';
import type { TuiElement } from './tui-element.js';
import { GLOBAL_ATTRIBUTES } from './global-attributes.js';
import {
  CONNECTED,
  DISCONNECTED,
  CONTENT_CHANGED,
  DEFINITION,
  HAS_STATE,
  PROPS,
  MEASURE,
} from './internals.js';

export interface DeclaredClass {
  readonly name: string;
  readonly prototype: object;
  readonly tag: string;
  readonly content: ContentModel;
  readonly raw: boolean;
  readonly rendersText: boolean;
  readonly inline: boolean;
  readonly labelable: boolean;
  readonly textField: boolean;
  readonly drawnContent: string | undefined;
  readonly attributes: AttributeTable;
  readonly styles: StyleTable;
  readonly events: EventTable;
  readonly keys: KeyTable;
}

/** The methods whose replacement by a class is noticed. */
interface Lifecycle {
  [CONNECTED](): void;
  [DISCONNECTED](): void;
  [CONTENT_CHANGED](): void;
  readonly [MEASURE]?: unknown;
}

/** What a class declares, and what the tree asks of its elements. */
export class Definition implements ElementKind {
  readonly nodeType = ELEMENT_NODE;
  readonly namespace = HTML_NAMESPACE;
  /** Names are written as their authors spell them. */
  readonly lowersNames = false;
  readonly attributes: ReadonlyMap<string, AttributeTable[string]>;
  /** `props` of an element without attributes; frozen and shared. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly isRaw: boolean;
  readonly rendersText: boolean;
  readonly isTemplate: boolean;
  readonly mayHost: boolean;
  readonly hasLifecycle: boolean;
  /** Whether a change of its content means anything to it: most classes leave that to layout. */
  readonly observesContent: boolean;
  readonly isInline: boolean;
  readonly content: ContentModel;
  /** True where elements flow with the text around them and have no box of their own. */
  readonly isInlineBox: boolean;
  readonly isLabelable: boolean;
  readonly isTextField: boolean;
  /** Selector of the elements in it that it draws itself; undefined if there are none. */
  readonly drawnContent: string | undefined;
  readonly keys: KeyTable;
  /** Declared names without capitals and hyphens, to the names. */
  readonly #names = new Map<string, string>();
  readonly #tag: string;

  /** `base` is the class of all elements, whose members declared names must leave alone. */
  constructor(declared: DeclaredClass, base: DeclaredClass) {
    this.#tag = declared.tag;
    this.attributes = new Map(Object.entries(declared.attributes));
    const defaults: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [name, declaration] of this.attributes) {
      defaults[name] = defaultOf(declaration);
      defineProperty(declared, base, name);
      this.#names.set(bare(name), name);
    }
    for (const name of Object.keys(GLOBAL_ATTRIBUTES)) this.#names.set(bare(name), name);
    for (const type of Object.keys(declared.events)) defineHandler(declared.prototype, type);
    const prototype = declared.prototype as Lifecycle;
    const basePrototype = base.prototype as Lifecycle;
    this.defaults = Object.freeze(defaults);
    this.hasLifecycle =
      prototype[CONNECTED] !== basePrototype[CONNECTED] ||
      prototype[DISCONNECTED] !== basePrototype[DISCONNECTED];
    this.observesContent =
      prototype[CONTENT_CHANGED] !== basePrototype[CONTENT_CHANGED] ||
      prototype[MEASURE] !== undefined;
    this.isInline = declared.content === 'inline';
    this.content = declared.content;
    this.isInlineBox = declared.inline;
    this.isLabelable = declared.labelable;
    this.isTextField = declared.textField;
    const drawn = declared.content === 'flow' || declared.inline ? '' : '*';
    this.drawnContent = (declared.drawnContent ?? drawn) || undefined;
    this.keys = declared.keys;
    this.isRaw = declared.raw;
    this.rendersText = declared.rendersText;
    this.isTemplate = declared.tag === 'template';
    // Those with a hyphen in their names draw themselves: it is the class of elements without a class that may.
    this.mayHost = !declared.tag.includes('-');
  }

  attributeKey(name: string): string {
    const key = attributeKey(name);
    if (this.defaults[key] !== undefined || this.attributes.has(key)) return key;
    return this.#names.get(bare(name)) ?? key;
  }
  copy(element: TreeNode, owner: Owner): TreeNode {
    return owner.createElement(nameOf(element), this.namespace);
  }
  connected(element: TreeNode): void {
    callHook(element, () => (element as TuiElement)[CONNECTED]());
  }
  disconnected(element: TreeNode): void {
    callHook(element, () => (element as TuiElement)[DISCONNECTED]());
  }
  onContentChange(element: TreeNode): void {
    callHook(element, () => (element as TuiElement)[CONTENT_CHANGED]());
  }
  onAttributeChange(element: TreeNode, key: string, old: string | null, text: string | null): void {
    // Setting the same text again does not change the value.
    if (old !== text || text === null) attributeTextChanged(element as TuiElement, key, text);
  }
  attributeText(element: TreeNode, key: string): string {
    return valueAsText(element as TuiElement, key);
  }
  attributesCopied(from: TreeNode, to: TreeNode): void {
    copyValues(from as TuiElement, to as TuiElement);
  }
  /** All attributes of a tag are in place. */
  attributesLoaded(_element: TreeNode): void {
    return;
  }
  /** Elements of unknown names share the definition of the fallback. */
  isDefined(element: TreeNode): boolean {
    const name = nameOf(element);
    return name === this.#tag || !name.includes('-');
  }
  hasState(element: TreeNode, state: string): boolean {
    return (element as TuiElement)[HAS_STATE](state);
  }
}

function bare(name: string): string {
  return name.replace(/-/g, '').toLowerCase();
}

function defaultOf(declaration: ValueDeclaration): unknown {
  if (declaration.type === 'color' && declaration.default !== undefined) {
    return parseColor(declaration.default);
  }
  return declaration.default;
}

/** `element.showValues`; a class that has its own accessor of that name keeps it. */
function defineProperty(declared: DeclaredClass, base: DeclaredClass, name: string): void {
  for (
    let prototype: object | null = declared.prototype;
    prototype !== null && prototype !== base.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    if (Object.hasOwn(prototype, name)) return;
  }
  Object.defineProperty(declared.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: TuiElement) {
      return this[PROPS][name];
    },
    set(this: TuiElement, value: unknown) {
      setDeclared(this, name, value);
    },
  });
}

/** The property that the function of a declared hook (`onGetId`) goes to; undefined for other attributes. */
export function hookOf(element: TuiElement, attribute: string): string | undefined {
  const definition = element[DEFINITION];
  return definition.attributes.get(definition.attributeKey(attribute))?.hook;
}

/** True for a hook that may return a promise. */
export function isAsyncHook(element: TuiElement, attribute: string): boolean {
  const definition = element[DEFINITION];
  return definition.attributes.get(definition.attributeKey(attribute))?.isAsync === true;
}
