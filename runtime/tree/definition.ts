/**
 * What a class declares, made ready once: tables without prototype keys, defaults, and the declared
 * attributes as properties of the class's instances.
 */
import { parseColor } from '../color.js';
import type { ValueDeclaration } from '../values.js';
import type { AttributeTable, ContentModel, EventTable, StyleTable } from './contract.js';
import { getHandler, setHandler, type TuiEventTarget } from './event-target.js';
import { COMMON_EVENTS } from './global-attributes.js';

export interface DeclaredClass {
  readonly name: string;
  readonly prototype: object;
  readonly tag: string;
  readonly content: ContentModel;
  readonly attributes: AttributeTable;
  readonly styles: StyleTable;
  readonly events: EventTable;
}

export interface Definition {
  readonly attributes: ReadonlyMap<string, AttributeTable[string]>;
  /** `props` of an element without attributes; frozen and shared. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly hasLifecycle: boolean;
  /** Whether a change of its content means anything to it: most classes leave that to layout. */
  readonly hearsContent: boolean;
  readonly isInline: boolean;
}

/** How a declared attribute is read and set as a property; the element does it. */
export interface PropertyAccess {
  readonly props: Readonly<Record<string, unknown>>;
  setDeclared(name: string, value: unknown): void;
}

/** The methods whose replacement by a class is noticed. */
export interface Lifecycle {
  connected(): void;
  disconnected(): void;
  contentChanged(): void;
  readonly measure?: unknown;
}

/** Compiles a class; `base` is the class of all elements, whose members declared names must leave alone. */
export function compileDefinition(declared: DeclaredClass, base: DeclaredClass): Definition {
  const attributes = new Map(Object.entries(declared.attributes));
  const defaults: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, declaration] of attributes) {
    defaults[name] = defaultOf(declaration);
    defineProperty(declared, base, name);
  }
  for (const type of Object.keys(declared.events)) defineHandler(declared.prototype, type);
  const prototype = declared.prototype as Lifecycle;
  const basePrototype = base.prototype as Lifecycle;
  return {
    attributes,
    defaults: Object.freeze(defaults),
    hasLifecycle:
      prototype.connected !== basePrototype.connected ||
      prototype.disconnected !== basePrototype.disconnected,
    hearsContent:
      prototype.contentChanged !== basePrototype.contentChanged || prototype.measure !== undefined,
    isInline: declared.content === 'inline',
  };
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
    get(this: PropertyAccess) {
      return this.props[name];
    },
    set(this: PropertyAccess, value: unknown) {
      this.setDeclared(name, value);
    },
  });
}

/** `element.onclick`, in small letters as the standard has it. */
function defineHandler(prototype: object, type: string): void {
  const name = `on${type}`;
  if (name in prototype) return;
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: TuiEventTarget) {
      return getHandler(this, type);
    },
    set(this: TuiEventTarget, handler: unknown) {
      setHandler(this, type, handler);
    },
  });
}

/** The handlers that every element has. */
export function defineCommonHandlers(prototype: object): void {
  for (const type of COMMON_EVENTS) defineHandler(prototype, type);
}
