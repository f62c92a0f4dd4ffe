/**
 * Elements that scripts define, by the standard's custom elements: `customElements.define`, upgrades of what is in the
 * document already, and the reactions. They are laid out as containers.
 */
import { nameClass } from '../../base/class-name.js';
import { interfaceOf } from '../../dom/window/html-interfaces.js';
import { getAttribute } from '../../dom/tree/attributes.js';
import {
  attributesOf,
  fail,
  firstChildOf,
  isElement,
  isMarked,
  kindOf,
  nameOf,
  nextInAllTrees,
  ownerOf,
  writing,
  type Owner,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { Definition } from '../definition.js';
import { isGlobalAttribute } from '../global-attributes.js';
import { callHook } from '../hooks.js';
import { defineClass, TuiElement, type ElementClass } from '../tui-element.js';
import type { TuiDocument } from '../tui-document.js';
import { registryOf } from '../query.js';

type Constructor = ElementClass & { readonly observedAttributes?: unknown };
type Reaction = (...args: unknown[]) => unknown;

/** A valid name: starts with a lower-case letter, contains a hyphen and no capitals (HTML, section 4.13.3). */
const NAME = /^[a-z][^A-Z\t\n\f\r\0 />]*-[^A-Z\t\n\f\r\0 />]*$/;
/** Names with a hyphen that SVG and MathML have. */
const RESERVED = new Set([
  'annotation-xml',
  'color-profile',
  'font-face',
  'font-face-src',
  'font-face-uri',
  'font-face-format',
  'font-face-name',
  'missing-glyph',
]);

/** What elements without declarations have. */
const { content, raw, rendersText, inline, attributes, styles, events } = TuiElement;
const { labelable, textField, drawnContent, keys } = TuiElement;
const DECLARED = {
  content,
  raw,
  rendersText,
  inline,
  labelable,
  textField,
  drawnContent,
  attributes,
  styles,
  events,
  keys,
};

/** What the tree asks of elements of a class that a script has defined. */
class CustomDefinition extends Definition {
  override readonly hasLifecycle = true;
  override readonly mayHost = true;
  readonly observed: ReadonlySet<string>;
  readonly #reactions: Readonly<Record<string, Reaction | undefined>>;

  constructor(
    readonly name: string,
    readonly constructedBy: Constructor,
  ) {
    // What its statics are called is the script's own affair: `styles` of LitElement are not ours.
    super({ ...DECLARED, name, tag: name, prototype: constructedBy.prototype }, TuiElement);
    // As they are now: what a script puts there later is not called.
    const prototype = constructedBy.prototype as object as Record<string, unknown>;
    const reactions: Record<string, Reaction | undefined> = {};
    for (const each of ['connected', 'disconnected', 'adopted', 'attributeChanged']) {
      const found = prototype[`${each}Callback`];
      if (found === undefined) continue;
      if (typeof found !== 'function') throw new TypeError(`${each}Callback is not a function`);
      reactions[each] = found as Reaction;
    }
    const { observedAttributes } = constructedBy;
    const names = reactions['attributeChanged'] === undefined ? [] : (observedAttributes ?? []);
    this.observed = new Set([...(names as Iterable<unknown>)].map(String));
    this.#reactions = reactions;
  }

  /** Its own attributes have one spelling, as in HTML. */
  override attributeKey(name: string): string {
    const key = super.attributeKey(name);
    return isGlobalAttribute(key) ? key : name.toLowerCase();
  }
  override connected(element: TreeNode): void {
    this.#react(element, 'connected');
  }
  override disconnected(element: TreeNode): void {
    this.#react(element, 'disconnected');
  }
  override onAttributeChange(
    element: TreeNode,
    key: string,
    old: string | null,
    text: string | null,
  ): void {
    super.onAttributeChange(element, key, old, text);
    if (this.observed.has(key)) this.#react(element, 'attributeChanged', key, old, text, null);
  }
  override attributesCopied(from: TreeNode, to: TreeNode): void {
    super.attributesCopied(from, to);
    this.attributesLoaded(to);
  }
  /** Attributes that came without a reaction each: of a tag, a copy, or an element before its upgrade. */
  override attributesLoaded(element: TreeNode): void {
    for (const key of [...(attributesOf(element)?.keys() ?? [])]) {
      if (!this.observed.has(key)) continue;
      const text = getAttribute(element, key);
      this.#react(element, 'attributeChanged', key, null, text, null);
    }
  }

  #react(element: TreeNode, name: string, ...args: readonly unknown[]): void {
    const reaction = this.#reactions[name];
    if (reaction !== undefined) callHook(element, () => void reaction.apply(element, [...args]));
  }
}

/** Maximum nesting of elements created in constructors; deeper nesting is assumed to be infinite. */
const MAX_CONSTRUCTING = 20;
let constructing = 0;

/** Elements whose constructor failed: by the standard they are not tried again. */
const failed = new WeakSet<TreeNode>();

/** The element being constructed: an existing one that is upgraded, or a new one that the document creates. */
let upgrading: TuiElement | undefined;

/** Runs a constructor; undefined if it fails, which is reported. */
function construct(
  owner: Owner,
  definition: CustomDefinition,
  make: () => TuiElement,
  element?: TuiElement,
): TuiElement | undefined {
  const outer = upgrading;
  constructing++;
  try {
    if (constructing > MAX_CONSTRUCTING) {
      throw new RangeError(
        `the constructor of <${definition.name}> creates <${definition.name}> again`,
      );
    }
    return make();
  } catch (error) {
    owner.host.reportError(error, element);
    return undefined;
  } finally {
    constructing--;
    upgrading = outer;
  }
}

const definitions = new WeakMap<object, { name: string; document: TuiDocument }>();

function classOf(element: TreeNode): unknown {
  const kind = kindOf(element);
  return kind instanceof CustomDefinition ? kind.constructedBy : undefined;
}

/** What scripts extend: `class Clock extends HTMLElement`. It has none of the declarations of our own classes. */
export class HTMLElementBase extends TuiElement {
  static {
    nameClass(this, 'HTMLElement');
  }

  constructor() {
    const element = upgrading;
    // An element in the document becomes one of the class: fields of the class are added to it.
    if (element !== undefined && classOf(element) === new.target) {
      upgrading = undefined;
      return element;
    }
    const known = definitions.get(new.target);
    if (known === undefined) {
      throw new TypeError(
        'Illegal constructor: define the class with customElements.define() first',
      );
    }
    super(known.document, known.name);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    const isOwn = Function.prototype[Symbol.hasInstance].call(this, value);
    return isOwn || (this === HTMLElementBase && value instanceof TuiElement);
  }
}
for (const name of Object.getOwnPropertyNames(TuiElement)) {
  if (!Object.hasOwn(HTMLElementBase, name)) {
    Object.defineProperty(HTMLElementBase, name, { value: undefined, writable: true });
  }
}
Object.defineProperty(HTMLElementBase, 'name', { value: interfaceOf('') });

/** The elements of a tree, and of the shadow trees in it; found before the first of them is changed. */
function elementsIn(root: TreeNode, test: (element: TreeNode) => boolean): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let node: TreeNode | null = root; node !== null; node = nextInAllTrees(node, root)) {
    if (isElement(node) && test(node)) found.push(node);
  }
  return found;
}

/** `customElements` of one document. */
export class CustomElementRegistry {
  readonly #document: TuiDocument;
  readonly #byName = new Map<string, CustomDefinition>();
  readonly #waiting = new Map<
    string,
    { promise: Promise<unknown>; done: (value: unknown) => void }
  >();

  /** @internal */
  constructor(document: TuiDocument) {
    this.#document = document;
  }

  get [Symbol.toStringTag](): string {
    return 'CustomElementRegistry';
  }

  /** @throws SyntaxError, NotSupportedError or TypeError for a name or class that cannot be defined */
  define(name: string, constructor: unknown, options?: { readonly extends?: string }): void {
    const tag = String(name);
    if (typeof constructor !== 'function') throw new TypeError('expected a class');
    if (!(constructor.prototype instanceof HTMLElementBase)) {
      throw new TypeError('expected a class that extends HTMLElement');
    }
    if (!NAME.test(tag) || RESERVED.has(tag)) {
      fail('SyntaxError', `${JSON.stringify(tag)} is not a name for an element: it needs a hyphen`);
    }
    if (options?.extends !== undefined) {
      fail(
        'NotSupportedError',
        '"is" is not supported: elements of the runtime cannot be extended',
      );
    }
    if (this.#byName.has(tag) || registryOf(this.#document).has(tag)) {
      fail('NotSupportedError', `<${tag}> is defined already`);
    }
    if (definitions.has(constructor)) {
      fail('NotSupportedError', 'the class is defined under another name');
    }
    const definition = new CustomDefinition(tag, constructor as Constructor);
    defineClass(definition.constructedBy, definition);
    definitions.set(constructor, { name: tag, document: this.#document });
    if (this.#byName.size === 0) this.#upgradeLater();
    this.#byName.set(tag, definition);
    const isOfName = (element: TreeNode): boolean => nameOf(element) === tag;
    for (const element of elementsIn(this.#document, isOfName)) this.#upgrade(element);
    this.#waiting.get(tag)?.done(constructor);
    this.#waiting.delete(tag);
  }

  get(name: string): unknown {
    return this.#byName.get(String(name))?.constructedBy;
  }

  getName(constructor: unknown): string | null {
    const known = typeof constructor === 'function' ? definitions.get(constructor) : undefined;
    return known?.name ?? null;
  }

  /** Resolves to the class once the name is defined. */
  whenDefined(name: string): Promise<unknown> {
    const tag = String(name);
    const known = this.get(tag);
    if (known !== undefined) return Promise.resolve(known);
    let waiting = this.#waiting.get(tag);
    if (waiting === undefined) {
      let done: (value: unknown) => void = () => undefined;
      const promise = new Promise<unknown>((resolve) => (done = resolve));
      waiting = { promise, done };
      this.#waiting.set(tag, waiting);
    }
    return waiting.promise;
  }

  /** Makes elements of defined classes of those in a tree that are none yet. */
  upgrade(root: TreeNode): void {
    for (const element of elementsIn(root, () => true)) this.#upgrade(element);
  }

  /**
   * An element of a defined name, or undefined for another name. When the constructor fails, that is reported,
   * and `makePlain` makes the element, which stays plain.
   * @internal
   */
  create(name: string, owner: Owner, makePlain: () => TuiElement): TuiElement | undefined {
    const definition = this.#byName.get(name);
    if (definition === undefined) return undefined;
    const made = construct(owner, definition, () => {
      const made = new (definition.constructedBy as unknown as new () => unknown)();
      if (!(made instanceof TuiElement) || nameOf(made) !== name) {
        throw new TypeError(`the constructor of <${name}> returned another object`);
      }
      if ((attributesOf(made)?.size ?? 0) > 0 || firstChildOf(made) !== null) {
        fail('NotSupportedError', `the constructor of <${name}> adds attributes or children`);
      }
      return made;
    });
    if (made !== undefined) return made;
    const plain = makePlain();
    failed.add(plain);
    return plain;
  }

  /** What comes into the document later is upgraded there, by the standard. */
  #upgradeLater(): void {
    this.#document.observe((record) => {
      if (record.type !== 'childList') return;
      for (const node of record.addedNodes) this.upgrade(node);
    });
  }

  #upgrade(element: TreeNode): void {
    const definition = this.#byName.get(nameOf(element));
    if (definition === undefined || kindOf(element) instanceof CustomDefinition) return;
    if (!(element instanceof TuiElement) || failed.has(element)) return;
    writing.setKind(element, definition);
    Object.setPrototypeOf(element, definition.constructedBy.prototype);
    const owner = ownerOf(element);
    const upgrade = (): TuiElement => {
      upgrading = element;
      const made = new (definition.constructedBy as unknown as new () => unknown)();
      if (made === element) return element;
      throw new TypeError(`the constructor of <${definition.name}> returned another object`);
    };
    const upgraded = construct(owner, definition, upgrade, element);
    if (upgraded === undefined) {
      failed.add(element);
      return;
    }
    // Styles may use `:defined`.
    owner.emit({ type: 'state', target: element, state: 'defined' }, isMarked(element));
    definition.attributesLoaded(element);
    if (isMarked(element)) definition.connected(element);
  }
}
