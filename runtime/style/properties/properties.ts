/**
 * The property table: every style property once, with its type, initial value, inheritance and what
 * has to be done again when it changes. The reference page, the parser and the cascade read it.
 */
import { parseColor } from '../../base/color.js';
import type { ComputedStyle, StyleDeclaration, StyleTable } from '../../element/contract.js';
import { CORE_PROPERTIES } from './core-properties.js';
import { GRID_PROPERTIES, GRID_SHORTHANDS } from './grid-properties.js';
import { kebab, type Draft, type Property } from './property.js';
import { CORE_SHORTHANDS, type Shorthand } from '../reading/shorthands.js';

export { kebab } from './property.js';
export type { Affects, Length, Property, Syntax } from './property.js';

/** It grows: an element's properties come with its class. Code that keeps styles compares `properties.length`. */
export interface PropertyTable {
  /** Every longhand, core ones first; `properties[p.index] === p`. */
  readonly properties: readonly Property[];
  /** The inherited ones among them. */
  readonly inherited: readonly Property[];
  readonly shorthands: readonly Shorthand[];
  /** A longhand or shorthand by kebab-case or camelCase name; an unknown one loads what more there is. */
  find(name: string): Property | Shorthand | undefined;
  /** Adds properties of element classes; of those that it has it takes none again. */
  include(classes: Iterable<StyledElementClass>): void;
  /** Kebab-case names of everything, for suggestions. */
  readonly cssNames: readonly string[];
  /** Computed style of an element that nothing styles; frozen. */
  readonly initial: ComputedStyle;
}

/** What the table needs to know of an element class. */
export interface StyledElementClass {
  readonly tag: string;
  readonly styles?: StyleTable | undefined;
}

const tables = new WeakMap<StyledRegistry, PropertyTable>();

/** Where element classes come from. */
export interface StyledRegistry {
  readonly loaded: Iterable<StyledElementClass>;
  readonly classes: Iterable<StyledElementClass>;
}

/** The table of a registry, shared by its apps: building it would be most of the work of a small app. */
export function propertyTableOf(registry: StyledRegistry): PropertyTable {
  let table = tables.get(registry);
  if (table === undefined) {
    tables.set(registry, (table = createPropertyTable([], () => registry.classes)));
  }
  table.include(registry.loaded);
  return table;
}

/**
 * The core properties and those of every element class in one table.
 *
 * @param more the classes that are left, for the first name that is not known
 * @throws Error where two elements declare one name differently, or an element declares a core
 *   property or shorthand again: a bug of the program, not an error of a document.
 */
export function createPropertyTable(
  classes: Iterable<StyledElementClass> = [],
  more: () => Iterable<StyledElementClass> = () => [],
): PropertyTable {
  const properties: Property[] = [];
  const inherited: Property[] = [];
  const cssNames: string[] = [];
  const lookup = new Map<string, Property | Shorthand>();
  const owners = new Map<string, { tag: string; declaration: StyleDeclaration }>();
  const add = (name: string, draft: Draft): void => {
    const property: Property = Object.freeze({
      ...draft,
      name,
      cssName: kebab(name),
      inherited: draft.inherited ?? false,
      index: properties.length,
    });
    properties.push(property);
    if (property.inherited) inherited.push(property);
    cssNames.push(property.cssName);
    lookup.set(name, property);
    lookup.set(property.cssName, property);
  };
  for (const [name, draft] of [...CORE_PROPERTIES, ...GRID_PROPERTIES]) add(name, draft);
  const shorthands = [...CORE_SHORTHANDS, ...GRID_SHORTHANDS];
  for (const shorthand of shorthands) {
    lookup.set(shorthand.name, shorthand);
    lookup.set(shorthand.cssName, shorthand);
    cssNames.push(shorthand.cssName);
  }
  const includeOne = ({ tag, styles = {} }: StyledElementClass): void => {
    for (const [name, declaration] of Object.entries(styles)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        if (sameDeclaration(owner.declaration, declaration)) continue;
        throw new Error(
          `style "${name}" means one thing in <${owner.tag}> and another in <${tag}>`,
        );
      }
      if (lookup.has(name) || lookup.has(kebab(name))) {
        throw new Error(`style "${name}" of <${tag}> is already a core property`);
      }
      if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
        throw new Error(`style "${name}" of <${tag}> is not a camelCase name`);
      }
      owners.set(name, { tag, declaration });
      add(name, ownProperty(declaration));
    }
  };
  const included = new Set<StyledElementClass>();
  const include = (added: Iterable<StyledElementClass>): void => {
    for (const each of added) {
      if (included.has(each)) continue;
      included.add(each);
      includeOne(each);
    }
  };
  include(classes);
  const find = (name: string): Property | Shorthand | undefined =>
    lookup.get(name) ?? lookup.get(name.toLowerCase());
  let isWhole = false;
  let initial: ComputedStyle = {};
  let initialSize = -1;
  return {
    properties,
    inherited,
    shorthands,
    find: (name) => {
      const found = find(name);
      if (found !== undefined || isWhole) return found;
      isWhole = true;
      include(more());
      return find(name);
    },
    include,
    cssNames,
    get initial() {
      if (initialSize !== properties.length) {
        initialSize = properties.length;
        const values = properties.map((property) => [property.name, property.initial]);
        initial = Object.freeze(Object.fromEntries(values) as ComputedStyle);
      }
      return initial;
    },
  };
}

/** An element's declaration as a property. A default colour that names variables is resolved per element. */
function ownProperty(declaration: StyleDeclaration): Draft {
  const { affects = 'paint', inherited = false, description } = declaration;
  const isColor = declaration.type === 'color';
  const text = isColor ? declaration.default : undefined;
  return {
    syntax: isColor ? { kind: 'color' } : { kind: 'declared', declaration },
    initial: text === undefined ? declaration.default : parseColor(text),
    initialText: text?.includes('var(') === true ? text : undefined,
    inherited,
    affects,
    description,
    example: exampleOf(declaration),
  };
}

/** A default as it would be written; where there is none, something that can be read. */
function exampleOf(declaration: StyleDeclaration): string {
  switch (declaration.type) {
    case 'string':
      return declaration.enum?.at(-1) ?? JSON.stringify(declaration.default ?? 'text');
    case 'color':
      return declaration.default ?? 'red';
    case 'json':
      return JSON.stringify(declaration.default ?? null);
    default:
      return String(declaration.default ?? (declaration.type === 'boolean' ? true : 1));
  }
}

/** The description may differ: every element explains the property in its own words. */
function sameDeclaration(a: StyleDeclaration, b: StyleDeclaration): boolean {
  if (a === b) return true;
  const shape = (declaration: StyleDeclaration): string =>
    JSON.stringify(
      Object.entries({ affects: 'paint', inherited: false, ...declaration })
        .filter(([key]) => key !== 'description')
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  return shape(a) === shape(b);
}
