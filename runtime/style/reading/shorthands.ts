/** Shorthands: expands one declaration into the text of each longhand. */
import { colorsNamed } from 'culori/fn';
import { parseColor } from '../../base/color.js';
import { didYouMean } from '../../base/diagnostics.js';

/** The longhands' texts, or the error in the value. */
export type Expansion =
  | { readonly ok: true; readonly texts: readonly (readonly [longhand: string, text: string])[] }
  | { readonly ok: false; readonly message: string; readonly suggestion?: string };

export interface Shorthand {
  readonly name: string;
  readonly cssName: string;
  /** camelCase names of everything it sets; a part left out gets its initial value. */
  readonly longhands: readonly string[];
  readonly description: string;
  readonly example: string;
  expand(text: string): Expansion;
}

/** Splits a value at blanks (or at `separator`) that are outside parentheses and quotes. */
export function splitValue(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (quote !== '') {
      part += character;
      if (character === '\\') part += text[++index] ?? '';
      else if (character === quote) quote = '';
      continue;
    }
    if (depth === 0 && /\s/.test(character)) {
      if (part !== '') parts.push(part);
      part = '';
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    part += character;
  }
  if (part !== '') parts.push(part);
  return parts;
}

/** One to four values for top, right, bottom, left, as CSS fills the missing ones. */
function box(
  name: string,
  cssName: string,
  longhand: (side: string) => string,
  description: string,
  example: string,
): Shorthand {
  const longhands = ['Top', 'Right', 'Bottom', 'Left'].map(longhand);
  return {
    name,
    cssName,
    longhands,
    description,
    example,
    expand(text) {
      const parts = splitValue(text);
      const [top, right = top, bottom = top, left = right] = parts;
      if (parts.length > 4 || top === undefined) {
        return { ok: false, message: `expected one to four values, found ${parts.length}` };
      }
      const values = [top, right ?? top, bottom ?? top, left ?? top];
      return { ok: true, texts: longhands.map((side, index) => [side, values[index] ?? top]) };
    },
  };
}

const STYLE_WORDS = new Set(
  (
    'none thin thick double rounded solid ' +
    'dashed dotted groove ridge inset outset hidden single round bold heavy'
  ).split(' '),
);

/** The error for a word that is neither a line style nor a colour; otherwise undefined. */
function unknownWord(part: string): { message: string; suggestion?: string } | undefined {
  const plain = /^[a-z][a-z-]*$/i.test(part) && !/^(auto|currentcolor)$/i.test(part);
  if (!plain || parseColor(part) !== undefined) return undefined;
  const known = didYouMean(part, [...STYLE_WORDS, ...Object.keys(colorsNamed)]);
  const suggestion = known ?? 'a line style is "none", "thin", "thick", "double" or "rounded"';
  return {
    message: `expected a line style or a colour, found ${JSON.stringify(part)}`,
    suggestion,
  };
}

/** Style and colour in any order for some sides. */
function border(name: string, cssName: string, sides: readonly string[], where: string): Shorthand {
  return {
    name,
    cssName,
    longhands: sides.flatMap((side) => [`border${side}Style`, `border${side}Color`]),
    description: `Line style and colour ${where}.`,
    example: 'rounded var(--accent)',
    expand(text) {
      let style: string | undefined;
      let color: string | undefined;
      for (const part of splitValue(text)) {
        if (/^[\d.]+[a-z]*$/i.test(part)) {
          return {
            ok: false,
            message: `expected a line style and a colour, found the width ${JSON.stringify(part)}`,
            suggestion: 'a border is always one cell; write "thin", "thick", "double" or "rounded"',
          };
        }
        const isStyle = STYLE_WORDS.has(part.toLowerCase());
        if (isStyle ? style !== undefined : color !== undefined) {
          const kind = isStyle ? 'line style' : 'colour';
          return {
            ok: false,
            message: `expected one ${kind}, found another: ${JSON.stringify(part)}`,
          };
        }
        const unknown = isStyle ? undefined : unknownWord(part);
        if (unknown !== undefined) return { ok: false, ...unknown };
        if (isStyle) style = part;
        else color = part;
      }
      const texts = sides.flatMap((side): [string, string][] => [
        [`border${side}Style`, style ?? 'none'],
        [`border${side}Color`, color ?? 'auto'],
      ]);
      return { ok: true, texts };
    },
  };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

const flex: Shorthand = {
  name: 'flex',
  cssName: 'flex',
  longhands: ['flexGrow', 'flexShrink', 'flexBasis'],
  description: 'Grow, shrink and basis at once; one number is "<number> 1 0".',
  example: '1',
  expand(text) {
    const parts = splitValue(text);
    const done = (grow: string, shrink: string, basis: string): Expansion => ({
      ok: true,
      texts: [
        ['flexGrow', grow],
        ['flexShrink', shrink],
        ['flexBasis', basis],
      ],
    });
    const word = parts.length === 1 ? parts[0]?.toLowerCase() : undefined;
    if (word === 'none') return done('0', '0', 'auto');
    if (word === 'auto') return done('1', '1', 'auto');
    const [grow, second, third] = parts;
    if (grow === undefined || parts.length > 3) {
      return { ok: false, message: `expected one to three values, found ${parts.length}` };
    }
    if (!NUMBER.test(grow)) return parts.length === 1 ? done('1', '1', grow) : done(grow, '1', '0');
    if (second === undefined) return done(grow, '1', '0');
    if (third !== undefined) return done(grow, second, third);
    return NUMBER.test(second) ? done(grow, second, '0') : done(grow, '1', second);
  },
};

const gap: Shorthand = {
  name: 'gap',
  cssName: 'gap',
  longhands: ['rowGap', 'columnGap'],
  description: 'Cells between rows, then between columns.',
  example: '1',
  expand(text) {
    const [row, column = row, ...more] = splitValue(text);
    if (row === undefined || column === undefined || more.length > 0) {
      return { ok: false, message: `expected one or two values, found ${more.length + 2}` };
    }
    return {
      ok: true,
      texts: [
        ['rowGap', row],
        ['columnGap', column],
      ],
    };
  },
};

const flexFlow: Shorthand = {
  name: 'flexFlow',
  cssName: 'flex-flow',
  longhands: ['flexDirection', 'flexWrap'],
  description: 'Direction and wrapping at once.',
  example: 'row wrap',
  expand(text) {
    const parts = splitValue(text);
    const wrap = parts.find((part) => /wrap/i.test(part));
    const direction = parts.find((part) => part !== wrap);
    if (parts.length === 0 || parts.length > 2 || (parts.length === 2 && wrap === undefined)) {
      return {
        ok: false,
        message: `expected a direction and a wrapping, found ${JSON.stringify(text)}`,
      };
    }
    return {
      ok: true,
      texts: [
        ['flexDirection', direction ?? 'column'],
        ['flexWrap', wrap ?? 'nowrap'],
      ],
    };
  },
};

const overflow: Shorthand = {
  name: 'overflow',
  cssName: 'overflow',
  longhands: ['overflowX', 'overflowY'],
  description:
    'What happens to content that is larger than the box, horizontally and vertically; one value sets both.',
  example: 'scroll',
  expand(text) {
    const [x, y = x, ...more] = splitValue(text);
    if (x === undefined || y === undefined || more.length > 0) {
      return { ok: false, message: `expected one or two values, found ${more.length + 2}` };
    }
    return {
      ok: true,
      texts: [
        ['overflowX', x],
        ['overflowY', y],
      ],
    };
  },
};

const background: Shorthand = {
  name: 'background',
  cssName: 'background',
  longhands: ['backgroundColor'],
  description: 'The same as background-color.',
  example: 'var(--surface)',
  expand: (text) => ({ ok: true, texts: [['backgroundColor', text]] }),
};

const ALL_SIDES = ['Top', 'Right', 'Bottom', 'Left'];

export const CORE_SHORTHANDS: readonly Shorthand[] = [
  box('padding', 'padding', (side) => `padding${side}`, 'Space inside the border.', '0 1'),
  box('margin', 'margin', (side) => `margin${side}`, 'Space outside the border.', '1 auto'),
  box('inset', 'inset', (side) => side.toLowerCase(), 'Top, right, bottom and left at once.', '0'),
  border('border', 'border', ALL_SIDES, 'of all sides'),
  ...ALL_SIDES.map((side) =>
    border(
      `border${side}`,
      `border-${side.toLowerCase()}`,
      [side],
      `of the ${side.toLowerCase()} side`,
    ),
  ),
  box('borderStyle', 'border-style', (side) => `border${side}Style`, 'Line styles.', 'rounded'),
  box('borderColor', 'border-color', (side) => `border${side}Color`, 'Line colours.', 'red'),
  flex,
  flexFlow,
  gap,
  overflow,
  background,
];
