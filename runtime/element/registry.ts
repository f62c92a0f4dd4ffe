/** The elements a document knows, checked when they are put together. */
import { nameClass } from '../base/class-name.js';
import { attributeKey, camelCase, kebabCase } from '../markup/names.js';
import { parseValue, checkValue, type ValueDeclaration } from '../base/values.js';
import type { AttributeTable } from './contract.js';
import { BUILTIN_ELEMENTS } from './builtin-elements.js';
import { definitionOfClass, TuiElement, type ElementClass, type Registry } from './tui-element.js';
import { GLOBAL_ATTRIBUTES, isGlobalAttribute } from './global-attributes.js';

export type { ElementClass, Registry } from './tui-element.js';

export interface RegistryOptions {
  /** Tag of the class that unknown elements behave as; default `container`. */
  readonly fallback?: string;
}

/**
 * Puts classes together with the built-in ones (`script`, `style`, `b`, …), which they may replace.
 * Throws an error that lists every invalid declaration.
 */
export function createRegistry(
  classes: readonly ElementClass[],
  options: RegistryOptions = {},
): Registry {
  return putTogether(classes, options, classes.flatMap(checkClass));
}

/**
 * The same for classes whose declarations a spec checks, once and for all: reading the default of every
 * attribute takes part in every start otherwise.
 */
export function createCheckedRegistry(classes: readonly ElementClass[]): Registry {
  classes.forEach(nameElement);
  return putTogether(classes, {}, []);
}

function putTogether(
  classes: readonly ElementClass[],
  options: RegistryOptions,
  found: readonly string[],
): Registry {
  const errors: string[] = [];
  const byTag = new Map<string, ElementClass>();
  for (const elementClass of classes) {
    const { tag } = elementClass;
    if (byTag.has(tag)) errors.push(`<${tag}> is registered twice`);
    else byTag.set(tag, elementClass);
  }
  errors.push(...found);
  for (const builtin of BUILTIN_ELEMENTS) {
    if (!byTag.has(builtin.tag)) byTag.set(builtin.tag, builtin);
  }
  const fallbackTag = options.fallback ?? 'container';
  const fallback = byTag.get(fallbackTag);
  if (fallback === undefined) errors.push(`the fallback <${fallbackTag}> is not registered`);
  if (errors.length > 0 || fallback === undefined) {
    throw new Error(`the element registry has errors:\n  ${errors.join('\n  ')}`);
  }
  const all = [...byTag.values()];
  return {
    get: (tag) => defined(byTag.get(tag)),
    has: (tag) => byTag.has(tag),
    classOf: (tag) => defined(byTag.get(tag) ?? fallback),
    fallback: defined(fallback),
    tags: [...byTag.keys()],
    classes: all,
    loaded: all,
  };
}

/** `RadioGroupElement`, as `tui.d.ts` has it. The class of all elements is `TuiElement` already. */
function nameElement(elementClass: ElementClass): void {
  const name = elementClass.tag === 'tui' ? 'root' : camelCase(elementClass.tag);
  nameClass(elementClass, `${name.charAt(0).toUpperCase()}${name.slice(1)}Element`);
}

BUILTIN_ELEMENTS.forEach(nameElement);

/** What loads a class: its code waits for the first element of the name. */
export type ElementLoader = () => ElementClass;

/** A registry whose classes load when a document has them. A spec checks their declarations. */
export function createLateRegistry(loaders: Readonly<Record<string, ElementLoader>>): Registry {
  const builtins = BUILTIN_ELEMENTS.filter(({ tag }) => !Object.hasOwn(loaders, tag));
  const byTag = new Map<string, ElementClass>(builtins.map((each) => [each.tag, each]));
  const tags = [...Object.keys(loaders), ...byTag.keys()];
  let loaded: readonly ElementClass[] = [];
  const get = (tag: string): ElementClass | undefined => {
    let found = byTag.get(tag);
    if (found === undefined && Object.hasOwn(loaders, tag)) {
      found = loaders[tag]!();
      nameElement(found);
      byTag.set(tag, found);
    }
    return defined(found);
  };
  const fallback = get('container');
  if (fallback === undefined) throw new Error('the element registry has no <container>');
  return {
    get,
    has: (tag) => byTag.has(tag) || Object.hasOwn(loaders, tag),
    classOf: (tag) => get(tag) ?? fallback,
    fallback,
    tags,
    get classes() {
      for (const tag of tags) get(tag);
      return this.loaded;
    },
    get loaded() {
      if (loaded.length !== byTag.size) loaded = tags.flatMap((tag) => byTag.get(tag) ?? []);
      return loaded;
    },
  };
}

/** The classes of some tags as a list that loads them when it is first read. */
export function lateList(registry: Registry, tags: readonly string[]): readonly ElementClass[] {
  const list: ElementClass[] = [];
  const filled = (): ElementClass[] => {
    if (list.length === 0) list.push(...tags.flatMap((tag) => registry.get(tag) ?? []));
    return list;
  };
  return new Proxy(list, {
    get: (_, key) => Reflect.get(filled(), key) as unknown,
    has: (_, key) => Reflect.has(filled(), key),
    ownKeys: () => Reflect.ownKeys(filled()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(filled(), key),
  });
}

/** Attributes become members of a class when it is first used: most documents have few of the elements. */
function defined<Class extends ElementClass | undefined>(elementClass: Class): Class {
  if (elementClass !== undefined) definitionOfClass(elementClass);
  return elementClass;
}

/** A registry with classes that one document defines: they come before those of the same names. */
export function registryWith(registry: Registry, classes: readonly ElementClass[]): Registry {
  classes.forEach(nameElement);
  const own = new Map<string, ElementClass>(classes.map((each) => [each.tag, each]));
  const tags = [...new Set([...registry.tags, ...own.keys()])];
  return {
    get: (tag) => defined(own.get(tag)) ?? registry.get(tag),
    has: (tag) => own.has(tag) || registry.has(tag),
    classOf: (tag) => defined(own.get(tag)) ?? registry.classOf(tag),
    fallback: registry.fallback,
    tags,
    get classes() {
      return [...registry.classes, ...classes];
    },
    // They have no rules and no styles of their own.
    get loaded() {
      return registry.loaded;
    },
  };
}

/** The errors in what a class declares. */
export { checkClass as checkDeclarations };

function checkClass(elementClass: ElementClass): string[] {
  const { tag, attributes, styles, events } = elementClass;
  const errors: string[] = [];
  const where = `<${tag}>`;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(tag)) {
    errors.push(
      `${JSON.stringify(tag)} (${elementClass.name}) is not a tag name: small letters and single dashes`,
    );
  }
  if (!(elementClass.prototype instanceof TuiElement)) {
    errors.push(`${where}: ${elementClass.name} does not derive from TuiElement`);
    return errors;
  }
  for (const [name, declaration] of Object.entries(attributes)) {
    const attribute = `${where} attribute "${name}"`;
    if (attributeKey(kebabCase(name)) !== name || camelCase(name) !== name) {
      errors.push(`${attribute} is not camelCase`);
    }
    // An element may describe a global attribute more exactly; the type stays.
    const shared: AttributeTable = GLOBAL_ATTRIBUTES;
    if (Object.hasOwn(shared, name) && shared[name]?.type !== declaration.type) {
      errors.push(`${attribute} is a global attribute of another type`);
    } else if (name in TuiElement.prototype && !isGlobalAttribute(name)) {
      errors.push(`${attribute} would hide a member of every element`);
    }
    errors.push(...checkDefault(attribute, declaration));
  }
  for (const [name, declaration] of Object.entries(styles)) {
    if (camelCase(name) !== name) errors.push(`${where} style "${name}" is not camelCase`);
    errors.push(...checkDefault(`${where} style "${name}"`, declaration));
  }
  for (const type of Object.keys(events)) {
    if (!/^[a-z][A-Za-z]*$/.test(type)) errors.push(`${where} event "${type}" is not camelCase`);
  }
  return errors;
}

function checkDefault(where: string, declaration: ValueDeclaration): string[] {
  if (declaration.default === undefined) return [];
  // A colour's default may be a theme variable: the style stage resolves it.
  if (declaration.type === 'color' && String(declaration.default).includes('var(')) return [];
  const result =
    declaration.type === 'color'
      ? parseValue(declaration, String(declaration.default))
      : checkValue(declaration, declaration.default);
  return result.ok ? [] : [`${where} has a default that does not fit: ${result.error.message}`];
}
