/** Looks by value, as a table declares them: which rows and cells a rule is about, and how these look. */
import { parseColor } from '../../../runtime/base/color.js';
import type { JsonSchema } from '../../../runtime/base/json/json.js';

/** How a row or a cell looks, as it is written. */
interface DeclaredLook {
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
}

/** A look, and the values that it is for; without any it is for all. */
export interface LookRule extends DeclaredLook {
  /** The cell whose value decides; of a column's rules that of the column. */
  readonly key?: string;
  /** One of these values; an empty text is for cells without a value. */
  readonly is?: string | number | boolean | readonly (string | number | boolean)[];
  readonly min?: number;
  readonly max?: number;
}

const RULE_PROPERTIES = {
  key: { type: 'string' },
  is: {
    type: ['string', 'number', 'boolean', 'array'],
    items: { type: ['string', 'number', 'boolean'] },
  },
  min: { type: 'number' },
  max: { type: 'number' },
  color: { type: 'string' },
  background: { type: 'string' },
  bold: { type: 'boolean' },
  dim: { type: 'boolean' },
  italic: { type: 'boolean' },
  underline: { type: 'boolean' },
  strike: { type: 'boolean' },
} as const;

/** Rules of a column. */
export const LOOKS_SCHEMA = {
  type: 'array',
  items: { type: 'object', properties: RULE_PROPERTIES, additionalProperties: false },
} as const satisfies JsonSchema;

/** Rules of rows: each names the cell that decides. */
export const ROW_LOOKS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: RULE_PROPERTIES,
    required: ['key'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** True where a rule is about a value. */
export function isAbout({ is, min, max }: LookRule, value: unknown): boolean {
  if (is !== undefined) {
    const text = textOf(value);
    const texts = Array.isArray(is) ? (is as readonly unknown[]).map(textOf) : [textOf(is)];
    if (!texts.includes(text)) return false;
  }
  if (min === undefined && max === undefined) return true;
  return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

/** Values are compared as texts: those of a CSV file are, and those of markup. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** The first colour that is none; undefined where all of them are. */
export function findBadColor(rules: readonly LookRule[]): string | undefined {
  const colors = rules.flatMap(({ color, background }) => [color, background]);
  return colors.find(
    (color) => color !== undefined && !color.includes('var(') && parseColor(color) === undefined,
  );
}
