/**
 * The property table: every style property once, with its type, initial value, inheritance and what
 * has to be done again when it changes. The reference page, the parser and the cascade read it.
 */
import { TRANSPARENT, DEFAULT_COLOR, parseColor } from '../color.js';
import type { StyleDeclaration, StyleTable, ComputedStyle } from '../tree/contract.js';
import type { ValueDeclaration } from '../values.js';
import { CORE_SHORTHANDS, type Shorthand } from './shorthands.js';

/** A length: whole cells as a number, or a share of the parent's content box as `"50%"`. */
export type Length = number | `${number}%`;

/** How a property's text is read; see `parse.ts`. */
export type Syntax =
  | { readonly kind: 'length'; readonly auto?: boolean; readonly negative?: boolean }
  | {
      readonly kind: 'keyword';
      readonly values: readonly string[];
      /** Other spellings from CSS that mean one of `values`. */
      readonly aliases?: Readonly<Record<string, string>>;
      /** What to do instead of a CSS keyword that has no meaning here. */
      readonly hints?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'number';
      readonly minimum?: number;
      readonly integer?: boolean;
      /** Keywords beside numbers, with their computed values. */
      readonly keywords?: Readonly<Record<string, number | undefined>>;
    }
  | { readonly kind: 'color'; readonly keyword?: string }
  | { readonly kind: 'declared'; readonly declaration: ValueDeclaration };

/** What a change of a property asks for: boxes rebuilt, boxes measured again, or cells painted again. */
export type Affects = 'display' | 'layout' | 'paint';

/** One longhand property. */
export interface Property {
  /** camelCase, the key in a computed style. */
  readonly name: string;
  /** kebab-case, as the reference and messages write it. */
  readonly cssName: string;
  /** Place in `PropertyTable.properties`. */
  readonly index: number;
  readonly syntax: Syntax;
  /** Computed value where nothing sets it and it is not inherited. */
  readonly initial: unknown;
  /** CSS text with `var()` that gives the initial value; `initial` is used where it cannot be resolved. */
  readonly initialText?: string | undefined;
  readonly inherited: boolean;
  readonly affects: Affects;
  readonly description: string;
  /** A value as a person would write it. */
  readonly example: string;
}

export interface PropertyTable {
  /** Every longhand, core ones first; `properties[p.index] === p`. */
  readonly properties: readonly Property[];
  /** The inherited ones among them. */
  readonly inherited: readonly Property[];
  readonly shorthands: readonly Shorthand[];
  /** A longhand or shorthand by kebab-case or camelCase name. */
  find(name: string): Property | Shorthand | undefined;
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

type Draft = Omit<Property, 'index' | 'cssName' | 'name' | 'inherited'> & {
  readonly inherited?: boolean;
};

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
/** Inherited, `auto` reads as undefined: the theme's border colour. */
const BORDER_STYLES = ['none', 'thin', 'thick', 'double', 'rounded'];

const START_END = { start: 'flex-start', end: 'flex-end' };

function length(
  initial: Length | 'auto',
  description: string,
  options: { auto?: boolean; negative?: boolean; example?: string } = {},
): Draft {
  const { example = '10', ...rest } = options;
  const syntax: Syntax = { kind: 'length', ...rest };
  return { syntax, initial, affects: 'layout', description, example };
}

function keyword(
  values: readonly string[],
  description: string,
  options: {
    aliases?: Record<string, string>;
    hints?: Record<string, string>;
    affects?: Affects;
    inherited?: boolean;
    example?: string;
    initial?: string;
  } = {},
): Draft {
  const { aliases, hints, affects = 'layout', inherited = false, initial = values[0] } = options;
  return {
    syntax: {
      kind: 'keyword',
      values,
      ...(aliases === undefined ? {} : { aliases }),
      ...(hints === undefined ? {} : { hints }),
    },
    initial,
    inherited,
    affects,
    description,
    example: options.example ?? values.find((value) => value !== initial) ?? '',
  };
}

function number(
  initial: number | undefined,
  description: string,
  options: {
    minimum?: number;
    integer?: boolean;
    keywords?: Record<string, number | undefined>;
    affects?: Affects;
  } = {},
): Draft {
  const { affects = 'layout', ...rest } = options;
  return { syntax: { kind: 'number', ...rest }, initial, affects, description, example: '1' };
}

const DISPLAY_HINTS = {
  block: 'write "display: flex": children stand in a column unless flex-direction says otherwise',
  inline: 'write "display: flex"; text and inline elements flow by themselves',
  'inline-block': 'write "display: flex"',
  grid: 'write "display: flex" with "flex-wrap: wrap"; there is no grid',
};
const POSITION_HINTS = {
  fixed: 'write "position: absolute" on a child of the root',
  sticky: 'write "position: relative"',
};
const BORDER_HINTS = {
  dashed: 'write "thin"',
  dotted: 'write "thin"',
  groove: 'write "thick"',
  ridge: 'write "thick"',
  inset: 'write "thin"',
  outset: 'write "thin"',
  hidden: 'write "none"',
};

function sided(prefix: string, suffix: string, draft: (side: string) => Draft): [string, Draft][] {
  return SIDES.map((side) => [`${prefix}${side}${suffix}`, draft(side.toLowerCase())]);
}

/** Core properties in the order of the reference page. */
const CORE: readonly [string, Draft][] = [
  [
    'display',
    keyword(['flex', 'none'], 'Whether the element has a box; "none" takes its content away too.', {
      hints: DISPLAY_HINTS,
      affects: 'display',
    }),
  ],
  [
    'position',
    keyword(
      ['relative', 'absolute'],
      '"absolute" takes the box out of the flow, placed in its parent.',
      {
        aliases: { static: 'relative' },
        hints: POSITION_HINTS,
        affects: 'display',
      },
    ),
  ],
  ...(['top', 'right', 'bottom', 'left'] as const).map((side): [string, Draft] => [
    side,
    length('auto', `Distance from the parent's ${side} edge, in cells or percent.`, {
      auto: true,
      negative: true,
      example: '1',
    }),
  ]),
  [
    'width',
    length('auto', 'Width of the box, border and padding included.', {
      auto: true,
      example: '50%',
    }),
  ],
  ['height', length('auto', 'Height of the box, border and padding included.', { auto: true })],
  ['minWidth', length('auto', 'The box is never narrower.', { auto: true })],
  ['minHeight', length('auto', 'The box is never lower.', { auto: true })],
  ['maxWidth', length('auto', 'The box is never wider.', { auto: true })],
  ['maxHeight', length('auto', 'The box is never higher.', { auto: true })],
  ...sided('padding', '', (side) =>
    length(0, `Room between the ${side} border and the content.`, { example: '1' }),
  ),
  ...sided('margin', '', (side) =>
    length(0, `Room outside the ${side} border; "auto" takes what is free.`, {
      auto: true,
      negative: true,
      example: '1',
    }),
  ),
  ...sided('border', 'Style', (side) =>
    keyword(BORDER_STYLES, `Line of one cell at the ${side}.`, {
      aliases: { solid: 'thin' },
      hints: BORDER_HINTS,
      example: 'rounded',
    }),
  ),
  ...sided('border', 'Color', (side) => ({
    syntax: { kind: 'color', keyword: 'auto' },
    initial: undefined,
    initialText: 'var(--border)',
    affects: 'paint',
    description: `Colour of the ${side} border; "auto" is the theme's --border.`,
    example: 'var(--accent)',
  })),
  [
    'flexDirection',
    keyword(
      ['column', 'row', 'column-reverse', 'row-reverse'],
      'The way children follow each other.',
      {
        example: 'row',
      },
    ),
  ],
  [
    'flexWrap',
    keyword(['nowrap', 'wrap', 'wrap-reverse'], 'Whether children go on in a new line.'),
  ],
  ['flexGrow', number(0, 'Share of the free room the box takes.', { minimum: 0 })],
  [
    'flexShrink',
    number(undefined, 'Share of the missing room the box gives; "auto" leaves it to the layout.', {
      minimum: 0,
      keywords: { auto: undefined },
    }),
  ],
  ['flexBasis', length('auto', 'Size along the flex direction before growing.', { auto: true })],
  [
    'justifyContent',
    keyword(
      ['flex-start', 'center', 'flex-end', 'space-between', 'space-around', 'space-evenly'],
      'Where free room goes along the flex direction.',
      { aliases: { ...START_END, left: 'flex-start', right: 'flex-end', normal: 'flex-start' } },
    ),
  ],
  [
    'alignItems',
    keyword(
      ['stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      'Where children stand across the flex direction.',
      { aliases: { ...START_END, normal: 'stretch' }, example: 'center' },
    ),
  ],
  [
    'alignSelf',
    keyword(
      ['auto', 'stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      "The parent's align-items for this child alone.",
      { aliases: { ...START_END, normal: 'stretch' }, example: 'center' },
    ),
  ],
  [
    'alignContent',
    keyword(
      [
        'stretch',
        'flex-start',
        'center',
        'flex-end',
        'space-between',
        'space-around',
        'space-evenly',
      ],
      'Where wrapped lines stand across the flex direction.',
      { aliases: { ...START_END, normal: 'stretch' }, example: 'flex-start' },
    ),
  ],
  [
    'rowGap',
    number(undefined, 'Cells between rows; "normal" is 0 in containers, 1 in charts.', {
      minimum: 0,
      integer: true,
      keywords: { normal: undefined },
    }),
  ],
  [
    'columnGap',
    number(undefined, 'Cells between columns; "normal" is 0 in containers, 1 in charts.', {
      minimum: 0,
      integer: true,
      keywords: { normal: undefined },
    }),
  ],
  [
    'overflow',
    keyword(
      ['hidden', 'visible', 'scroll'],
      'What happens to content that is larger than the box; unlike in CSS it is cut off unless asked to show.',
      {
        aliases: { auto: 'scroll', clip: 'hidden' },
        example: 'scroll',
      },
    ),
  ],
  [
    'zIndex',
    number(0, 'Boxes of a higher number are painted over the others.', {
      integer: true,
      keywords: { auto: 0 },
      affects: 'paint',
    }),
  ],
  [
    'color',
    {
      syntax: { kind: 'color' },
      initial: DEFAULT_COLOR,
      inherited: true,
      affects: 'paint',
      description: 'Colour of text.',
      example: 'var(--accent)',
    },
  ],
  [
    'backgroundColor',
    {
      syntax: { kind: 'color' },
      initial: TRANSPARENT,
      affects: 'paint',
      description: 'Colour behind the box; "transparent" shows what is beneath.',
      example: '#1e1e2e',
    },
  ],
  [
    'fontWeight',
    keyword(['normal', 'bold', 'dim'], 'Bold or dim text.', {
      aliases: { bolder: 'bold', lighter: 'dim', '400': 'normal', '700': 'bold' },
      affects: 'paint',
      inherited: true,
    }),
  ],
  [
    'fontStyle',
    keyword(['normal', 'italic'], 'Italic text, where the terminal has it.', {
      aliases: { oblique: 'italic' },
      affects: 'paint',
      inherited: true,
    }),
  ],
  [
    'textDecoration',
    keyword(['none', 'underline', 'line-through'], 'A line under or through text.', {
      affects: 'paint',
      inherited: true,
    }),
  ],
];

/** `borderTopStyle` -> `border-top-style`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The core properties and those of every element class in one table.
 *
 * @throws Error where two elements declare one name differently, or an element declares a core
 *   property or shorthand again: that is a fault in the program, not in a document.
 */
export function createPropertyTable(classes: Iterable<StyledElementClass> = []): PropertyTable {
  const properties: Property[] = [];
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
    lookup.set(name, property);
    lookup.set(property.cssName, property);
  };
  for (const [name, draft] of CORE) add(name, draft);
  for (const shorthand of CORE_SHORTHANDS) {
    lookup.set(shorthand.name, shorthand);
    lookup.set(shorthand.cssName, shorthand);
  }
  for (const { tag, styles } of classes) {
    for (const [name, declaration] of Object.entries(styles ?? {})) {
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
  }
  const initial: Record<string, unknown> = {};
  for (const property of properties) initial[property.name] = property.initial;
  return {
    properties,
    inherited: properties.filter((property) => property.inherited),
    shorthands: CORE_SHORTHANDS,
    find: (name) => lookup.get(name) ?? lookup.get(name.toLowerCase()),
    cssNames: [...properties, ...CORE_SHORTHANDS].map(({ cssName }) => cssName),
    initial: Object.freeze(initial),
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
  const shape = (declaration: StyleDeclaration): string =>
    JSON.stringify(
      Object.entries({ affects: 'paint', inherited: false, ...declaration })
        .filter(([key]) => key !== 'description')
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  return shape(a) === shape(b);
}
