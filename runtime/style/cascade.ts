/**
 * The cascade: blocks that match an element and its parent's inherited values to a computed style.
 * Results are interned, so that equal styles are one object, and cached by what went into them.
 */
import { didYouMean } from '../base/diagnostics.js';
import { DEFAULT_COLOR, formatColor, parseColor, type Color } from '../base/color.js';
import type { ComputedStyle } from '../element/contract.js';
import {
  hasCurrentColor,
  parseProperty,
  parseShorthand,
  wideKeyword,
  withCurrentColor,
  type Declaration,
  type Declared,
  type Place,
} from './reading/parse.js';
import type { Affects, Property, PropertyTable } from './properties/properties.js';
import type { Block, Matched } from './matching/rules.js';
import { CustomProperties, hasVariable, substitute } from './substitute.js';

/** What an element passes down: inherited values, in the order of `PropertyTable.inherited`, and custom properties. */
export interface InheritedSet {
  readonly values: readonly unknown[];
  readonly custom: CustomProperties;
  /** Styles of children with this parent, by the ids of their blocks. */
  readonly styles: Map<string, ElementStyle>;
}

export interface ElementStyle {
  readonly computed: ComputedStyle;
  readonly inherited: InheritedSet;
}

/** What styles one element. */
export interface CascadeInput {
  readonly parent: ElementStyle;
  readonly matched: Matched;
  /** The `style` attribute. */
  readonly inline: Block | undefined;
  /** The `hidden` attribute: above the theme, below every sheet. */
  readonly hidden: Block | undefined;
}

/**
 * Called for a declaration that is invalid once its variables are substituted. The suggestion needs a search, and is
 * made once for each place.
 */
export type InvalidReport = (
  place: Place,
  message: string,
  suggest?: () => string | undefined,
) => void;

/** Entries of each cache; animated inline styles would fill them without end. */
const CACHE_SIZE = 4000;

/** What distinguishes the style that blocks make of one parent's; empty where the parent has to be read. */
function styleKey({ themeCount }: Matched, blocks: readonly Block[]): string {
  if (blocks.some((block) => block.needsParent)) return '';
  return `${themeCount}:${blocks.map((block) => block.id).join()}`;
}

export class Cascade {
  /** What the root of a document inherits. */
  readonly root: ElementStyle;
  readonly #computedByKey = new Map<string, ComputedStyle>();
  readonly #setsByKey = new Map<string, InheritedSet>();
  readonly #customByKey = new WeakMap<CustomProperties, Map<string, CustomProperties>>();
  readonly #customIds = new WeakMap<CustomProperties, number>();
  /** Of what elements are matched by, which those that look alike have in common. */
  readonly #keys = new WeakMap<Matched, string>();
  #customCount = 0;
  readonly #substituted = new Map<string, Declared | string>();
  readonly #colorIndex: number;
  /** The last two styles that were compared. */
  #compared:
    | {
        readonly before: ComputedStyle;
        readonly after: ComputedStyle;
        readonly affects: Affects | undefined;
      }
    | undefined;

  readonly #table: PropertyTable;
  readonly #report: InvalidReport;

  constructor(table: PropertyTable, report: InvalidReport = () => undefined) {
    this.#table = table;
    this.#report = report;

    const values = table.inherited.map((property) => property.initial);
    const inherited: InheritedSet = { values, custom: CustomProperties.none, styles: new Map() };
    this.root = { computed: table.initial, inherited };
    this.#colorIndex = (table.find('color') as Property).index;
  }

  /** The style of an element; one object for equal inputs, its `computed` one for equal values. */
  compute(input: CascadeInput): ElementStyle {
    const { parent, matched, inline, hidden } = input;
    const { styles } = parent.inherited;
    if (inline === undefined && hidden === undefined) {
      let key = this.#keys.get(matched);
      if (key === undefined) this.#keys.set(matched, (key = styleKey(matched, matched.blocks)));
      if (key === '') return this.#make(input, matched.blocks);
      return styles.get(key) ?? this.#makeFirst(input, matched.blocks, key);
    }
    const all = [...matched.blocks];
    if (hidden !== undefined) all.splice(matched.themeCount, 0, hidden);
    if (inline !== undefined) all.push(inline);
    const key = styleKey(matched, all);
    if (key === '') return this.#make(input, all);
    return styles.get(key) ?? this.#makeFirst(input, all, key);
  }

  #makeFirst(input: CascadeInput, blocks: readonly Block[], key: string): ElementStyle {
    const { styles } = input.parent.inherited;
    const style = this.#make(input, blocks);
    if (styles.size >= CACHE_SIZE) styles.clear();
    styles.set(key, style);
    return style;
  }

  /** The strongest thing that differs between two styles; undefined where nothing does. */
  difference(before: ComputedStyle, after: ComputedStyle): Affects | undefined {
    if (before === after) return undefined;
    // Elements that look alike change alike.
    const last = this.#compared;
    if (last?.before === before && last.after === after) return last.affects;
    const affects = this.#differenceOf(before, after);
    this.#compared = { before, after, affects };
    return affects;
  }

  #differenceOf(before: ComputedStyle, after: ComputedStyle): Affects | undefined {
    let found: 'layout' | 'paint' | undefined;
    for (const { name, affects, initial } of this.#table.properties) {
      // A property that came with an element's class had no value before, which is the same as its initial one.
      if (sameValue(before[name] ?? initial, after[name] ?? initial)) continue;
      if (affects === 'display') return 'display';
      if (found !== 'layout') found = affects;
    }
    return found;
  }

  #make({ parent, matched }: CascadeInput, blocks: readonly Block[]): ElementStyle {
    const winners: (Declared | undefined)[] = [];
    const customWinners = new Map<string, Declared>();
    const apply = (declarations: readonly Declaration[]): void => {
      for (const { property, name, declared } of declarations) {
        if (property === undefined) customWinners.set(name, declared);
        else winners[property.index] = declared;
      }
    };
    for (const block of blocks) apply(block.normal);
    for (const block of blocks.slice(matched.themeCount)) apply(block.important);
    for (const block of blocks.slice(0, matched.themeCount)) apply(block.important);

    const custom = this.#customOf(parent.inherited.custom, customWinners);
    const values: unknown[] = new Array(this.#table.properties.length);
    const context: Resolve = { parent: parent.computed, custom, color: undefined };
    // Other properties may say `currentcolor`.
    const colorProperty = this.#table.properties[this.#colorIndex]!;
    context.color = this.#resolve(colorProperty, winners[this.#colorIndex], context) as Color;
    for (const property of this.#table.properties) {
      const { index } = property;
      values[index] =
        index === this.#colorIndex
          ? context.color
          : this.#resolve(property, winners[index], context);
    }
    return {
      computed: this.#internComputed(values),
      inherited: this.#internSet(parent, values, custom),
    };
  }

  #resolve(property: Property, declared: Declared | undefined, context: Resolve): unknown {
    if (declared === undefined) {
      return property.inherited ? context.parent[property.name] : this.#initial(property, context);
    }
    switch (declared.kind) {
      case 'value':
        return declared.value;
      case 'inherit':
        return context.parent[property.name];
      case 'initial':
        return this.#initial(property, context);
      case 'currentcolor':
        return property.index === this.#colorIndex ? context.parent[property.name] : context.color;
      case 'pending':
        return this.#resolve(property, this.#readPending(property, declared, context), context);
      case 'custom':
        return undefined;
    }
  }

  #initial(property: Property, { custom }: Resolve): unknown {
    if (property.initialText === undefined) return property.initial;
    const text = substitute(property.initialText, (name) => custom.get(name));
    const color = text === undefined ? undefined : parseColor(text);
    return color ?? property.initial;
  }

  /** The value behind a `var()`; undefined (the property is as if it were not set) where it is none. */
  #readPending(
    property: Property,
    declared: Extract<Declared, { kind: 'pending' }>,
    { custom, color, parent }: Resolve,
  ): Declared | undefined {
    let missing: string | undefined;
    let text = substitute(
      declared.text,
      (name) => custom.get(name),
      (name) => {
        missing ??= name;
      },
    );
    if (text === undefined) {
      const reason = missing === undefined ? 'cannot be substituted' : `${missing} is not set here`;
      const name = missing ?? '';
      this.#invalid(declared, `${property.cssName}: ${reason}`, () =>
        didYouMean(name, custom.names()),
      );
      return undefined;
    }
    if (hasCurrentColor(text)) {
      const own = color ?? (parent['color'] as Color | undefined) ?? DEFAULT_COLOR;
      text = withCurrentColor(text, formatColor(own));
    }
    const key = `${property.index} ${declared.shorthand?.name ?? ''} ${text}`;
    let result = this.#substituted.get(key);
    if (result === undefined) {
      result = this.#readSubstituted(property, declared, text);
      if (this.#substituted.size >= CACHE_SIZE) this.#substituted.clear();
      this.#substituted.set(key, result);
    }
    if (typeof result !== 'string') return result;
    this.#invalid(declared, result);
    return undefined;
  }

  /** What the substituted text declares, or why it declares nothing. */
  #readSubstituted(
    property: Property,
    { shorthand }: Extract<Declared, { kind: 'pending' }>,
    text: string,
  ): Declared | string {
    const wide = wideKeyword(property, text);
    if (wide !== undefined) return wide;
    // Inside a string `var()` is only text: what still looks like one is not read again.
    if (hasVariable(text)) return `${property.cssName}: cannot be substituted`;
    if (shorthand === undefined) {
      const result = parseProperty(property, text);
      return result.ok ? result.declared : result.error.message;
    }
    const result = parseShorthand(this.#table, shorthand, text);
    if (!result.ok) return result.error.message;
    const found = result.declarations.find((declaration) => declaration.property === property);
    return found?.declared ?? { kind: 'initial' };
  }

  #invalid(
    { place }: Extract<Declared, { kind: 'pending' }>,
    message: string,
    suggest?: () => string | undefined,
  ): void {
    if (place !== undefined) this.#report(place, message, suggest);
  }

  #customOf(parent: CustomProperties, winners: ReadonlyMap<string, Declared>): CustomProperties {
    const own = new Map<string, string | undefined>();
    for (const [name, declared] of winners) {
      if (declared.kind === 'custom') own.set(name, declared.text);
      else if (declared.kind === 'initial') own.set(name, undefined);
    }
    if (own.size === 0) return parent;
    // One object for equal contents, so that they are compared with `===`.
    const key = JSON.stringify([...own].map(([name, text]) => [name, text ?? null]).sort());
    let known = this.#customByKey.get(parent);
    if (known === undefined)
      this.#customByKey.set(parent, (known = new Map<string, CustomProperties>()));
    let custom = known.get(key);
    if (custom === undefined) {
      custom = new CustomProperties(parent, own);
      if (known.size >= CACHE_SIZE) known.clear();
      known.set(key, custom);
    }
    return custom;
  }

  #internComputed(values: readonly unknown[]): ComputedStyle {
    let key = '';
    for (const { index, initial } of this.#table.properties) {
      const value = values[index];
      if (value !== initial) key += `${index}${keyOf(value)}\u0001`;
    }
    if (key === '') return this.#table.initial;
    let computed = this.#computedByKey.get(key);
    if (computed === undefined) {
      const style: Record<string, unknown> = {};
      for (const { name, index } of this.#table.properties) style[name] = values[index];
      computed = Object.freeze(style);
      if (this.#computedByKey.size >= CACHE_SIZE) this.#computedByKey.clear();
      this.#computedByKey.set(key, computed);
    }
    return computed;
  }

  #internSet(
    parent: ElementStyle,
    values: readonly unknown[],
    custom: CustomProperties,
  ): InheritedSet {
    const { inherited } = this.#table;
    const before = parent.inherited;
    const isSame =
      custom === before.custom &&
      inherited.every(({ index }, place) => sameValue(values[index], before.values[place]));
    if (isSame) return before;
    let id = this.#customIds.get(custom);
    if (id === undefined) this.#customIds.set(custom, (id = ++this.#customCount));
    const own = inherited.map(({ index }) => values[index]);
    const key = `${id}\u0001${own.map(keyOf).join('\u0001')}`;
    let set = this.#setsByKey.get(key);
    if (set === undefined) {
      set = { values: own, custom, styles: new Map() };
      if (this.#setsByKey.size >= CACHE_SIZE) this.#setsByKey.clear();
      this.#setsByKey.set(key, set);
    }
    return set;
  }
}

interface Resolve {
  readonly parent: ComputedStyle;
  readonly custom: CustomProperties;
  /** The element's own computed colour, once it is known. */
  color: Color | undefined;
}

/** Values of JSON properties are compared by content. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && keyOf(a) === keyOf(b);
}

function keyOf(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return `n${value}`;
    case 'undefined':
      return 'u';
    case 'boolean':
      return value ? 't' : 'f';
    default:
      return JSON.stringify(value) ?? 'u';
  }
}
