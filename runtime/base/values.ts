/**
 * Values of a declared type: parse from text, check, format, suggest.
 *
 * Attributes, style properties, configuration keys and command-line flags all state what they take
 * as a `ValueDeclaration`; everything that reads or reports one of their values goes through here.
 */
import { didYouMean } from './diagnostics.js';
import { formatColor, parseColor, type Color } from './color.js';
import { parseKeys } from './keys/parse.js';
import { checkJson, kindOf, parseJson, type JsonError, type JsonSchema } from './json/json.js';

interface Described {
  /** One sentence for the reference page and for help. */
  readonly description: string;
}

interface StringDeclaration extends Described {
  readonly type: 'string';
  readonly default?: string;
  /** Allowed values; matched exactly unless `ignoreCase`. */
  readonly enum?: readonly string[];
  readonly ignoreCase?: boolean;
  /** Beside `enum`: any text that ends so, such as a path that ends in `.css`. */
  readonly orSuffix?: string;
  /** In UTF-16 units; default 0. */
  readonly minLength?: number;
  /** The format of a text that is not empty. */
  readonly format?: TextFormat;
}

/** `url`: an absolute address with http or https; `locale`: a BCP 47 tag; `keys`: see `keys/parse.ts`. */
type TextFormat = 'url' | 'locale' | 'keys';

interface BooleanDeclaration extends Described {
  readonly type: 'boolean';
  readonly default?: boolean;
}

interface NumberDeclaration extends Described {
  /** `integer` refuses fractions; both refuse NaN and infinities. */
  readonly type: 'number' | 'integer';
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Words that are allowed instead of a number: `auto`. */
  readonly words?: readonly string[];
}

interface ColorDeclaration extends Described {
  readonly type: 'color';
  /** CSS text, so that theme variables and names stay readable in the reference. */
  readonly default?: string;
}

interface JsonDeclaration extends Described {
  readonly type: 'json';
  readonly schema: JsonSchema;
  readonly default?: unknown;
}

export type ValueDeclaration =
  | StringDeclaration
  | BooleanDeclaration
  | NumberDeclaration
  | ColorDeclaration
  | JsonDeclaration;

/** The TypeScript type of a declaration's values. */
export type ValueOf<D extends ValueDeclaration> = D extends { enum: readonly (infer E)[] }
  ? E
  : D extends StringDeclaration
    ? string
    : D extends BooleanDeclaration
      ? boolean
      : D extends NumberDeclaration
        ? number | (D extends { words: readonly (infer W)[] } ? W : never)
        : D extends ColorDeclaration
          ? Color
          : unknown;

/** A value that does not fit its declaration. Offsets point into the text, where there was one. */
export interface ValueError {
  /** `bad-value`, or for JSON `bad-json` and `bad-shape`. */
  readonly code: 'bad-value' | JsonError['code'];
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export type ValueResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ValueError };

/** Words for true and false; the same in attributes, the environment and flags. */
export const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/** Reads a value from text. Surrounding blanks are ignored for every type but `string`. */
export function parseValue(declaration: ValueDeclaration, text: string): ValueResult {
  switch (declaration.type) {
    case 'string':
      return checkString(declaration, text);
    case 'boolean': {
      const value = BOOLEAN_WORDS.get(text.trim().toLowerCase());
      if (value !== undefined) return { ok: true, value };
      return bad(
        `expected ${expected(declaration)}, found ${quoted(text)}`,
        didYouMean(text, ['true', 'false']),
      );
    }
    case 'integer':
    case 'number': {
      // Number('') is 0 and Number('0x10') is 16: neither is what anyone meant.
      const trimmed = text.trim();
      if (declaration.words?.includes(trimmed) === true) return { ok: true, value: trimmed };
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) {
        return bad(`expected ${expected(declaration)}, found ${quoted(text)}`);
      }
      return checkNumber(declaration, Number(trimmed), trimmed);
    }
    case 'color': {
      const color = parseColor(text);
      if (color !== undefined) return { ok: true, value: color };
      return bad(`expected ${expected(declaration)}, found ${quoted(text)}`);
    }
    case 'json': {
      const result = parseJson(text, { schema: declaration.schema });
      return result.ok ? result : { ok: false, error: result.errors[0]! };
    }
  }
}

/** Checks a value that is not text: from a script, a JSON file or a policy block. Nothing is coerced. */
export function checkValue(declaration: ValueDeclaration, value: unknown): ValueResult {
  switch (declaration.type) {
    case 'string':
      return typeof value === 'string'
        ? checkString(declaration, value)
        : mismatch(declaration, value);
    case 'boolean':
      return typeof value === 'boolean' ? { ok: true, value } : mismatch(declaration, value);
    case 'integer':
    case 'number':
      if (typeof value === 'number') return checkNumber(declaration, value, String(value));
      return declaration.words?.includes(value as string) === true
        ? { ok: true, value }
        : mismatch(declaration, value);
    case 'color':
      return typeof value === 'string'
        ? parseValue(declaration, value)
        : mismatch(declaration, value);
    case 'json': {
      const result = checkJson(value, declaration.schema);
      return result.ok ? result : { ok: false, error: result.errors[0]! };
    }
  }
}

/** The text that `parseValue` reads back as the same value. */
export function formatValue(declaration: ValueDeclaration, value: unknown): string {
  if (declaration.type === 'json') return JSON.stringify(value);
  if (declaration.type === 'color' && typeof value === 'number') return formatColor(value);
  return String(value);
}

/** Describes the allowed values, for messages and the reference: `one of "a", "b"`, `a number from 1 to 8`. */
export function expected(declaration: ValueDeclaration): string {
  switch (declaration.type) {
    case 'string':
      return declaration.enum === undefined
        ? ((declaration.format && FORMATS[declaration.format].expected) ??
            stringOfLength(declaration.minLength))
        : `one of ${declaration.enum.map((value) => `"${value}"`).join(', ')}${
            declaration.orSuffix === undefined
              ? ''
              : `, or a path that ends in "${declaration.orSuffix}"`
          }`;
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number':
      return (
        (declaration.type === 'integer' ? 'a whole number' : 'a number') +
        bounds(declaration) +
        (declaration.words ?? []).map((word) => ` or "${word}"`).join('')
      );
    case 'color':
      return 'a colour';
    case 'json':
      return 'JSON';
  }
}

function bounds({ minimum, maximum }: NumberDeclaration): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of ${minimum} or more`;
  if (maximum !== undefined) return ` of ${maximum} or less`;
  return '';
}

function checkString(declaration: StringDeclaration, value: string): ValueResult<string> {
  if (declaration.enum === undefined) {
    const format = declaration.format && FORMATS[declaration.format];
    const error = value === '' ? undefined : format?.findError?.(value);
    if (error !== undefined) return { ok: false, error };
    if (format?.isValid?.(value) === false && value !== '') {
      const message = `expected ${expected(declaration)}, found ${quoted(value)}`;
      return bad(message, format.suggest?.(value));
    }
    return value.length >= (declaration.minLength ?? 0)
      ? { ok: true, value }
      : bad(`expected ${expected(declaration)}, found ${quoted(value)}`);
  }
  const found = declaration.enum.find((allowed) =>
    declaration.ignoreCase === true
      ? allowed.toLowerCase() === value.trim().toLowerCase()
      : allowed === value.trim(),
  );
  if (found !== undefined) return { ok: true, value: found };
  const { orSuffix } = declaration;
  if (orSuffix !== undefined && value.trim().toLowerCase().endsWith(orSuffix)) {
    return { ok: true, value: value.trim() };
  }
  return bad(
    `expected ${expected(declaration)}, found ${quoted(value)}`,
    didYouMean(value, declaration.enum),
  );
}

interface Format {
  readonly expected: string;
  isValid?(text: string): boolean;
  suggest?(text: string): string | undefined;
  /** Instead of both, with its place in the text. */
  findError?(text: string): ValueError | undefined;
}

const FORMATS: Readonly<Record<TextFormat, Format>> = {
  url: {
    expected: 'a URL such as "https://example.com"',
    isValid: (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    suggest: (text) => {
      const address = `https://${text}`;
      const isHost = /^[\w-]+(\.[\w-]+)+([:/]|$)/.test(text) && URL.canParse(address);
      return isHost ? `write ${JSON.stringify(address)}` : undefined;
    },
  },
  locale: {
    expected: 'a locale such as "de" or "pt-BR"',
    isValid: isLocale,
    // As environments write it.
    suggest: (text) => {
      const tag = text.replace(/[.@].*/, '').replaceAll('_', '-');
      return isLocale(tag) ? `write "${tag}"` : undefined;
    },
  },
  keys: {
    expected: 'a key such as "ctrl+s"',
    findError: (text) => {
      const result = parseKeys(text);
      return result.ok ? undefined : { code: 'bad-value', ...result.error };
    },
  },
};

/** UTF-16 units of the longest tag that is read. */
const MAX_TAG = 100;

/** Whether a text is a BCP 47 tag. */
function isLocale(text: string): boolean {
  try {
    return text.length <= MAX_TAG && Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

function checkNumber(
  declaration: NumberDeclaration,
  value: number,
  text: string,
): ValueResult<number> {
  const whole = declaration.type === 'number' || Number.isInteger(value);
  const inside =
    value >= (declaration.minimum ?? -Infinity) && value <= (declaration.maximum ?? Infinity);
  if (Number.isFinite(value) && whole && inside) return { ok: true, value };
  return bad(`expected ${expected(declaration)}, found ${text}`);
}

function mismatch(declaration: ValueDeclaration, value: unknown): ValueResult<never> {
  return bad(`expected ${expected(declaration)}, found ${kindOf(value)}`);
}

function bad(message: string, suggestion?: string): ValueResult<never> {
  return { ok: false, error: { code: 'bad-value', message, suggestion } };
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

function stringOfLength(minimum = 0): string {
  if (minimum < 2) return minimum === 0 ? 'a string' : 'a non-empty string';
  return `a string of at least ${minimum} characters`;
}
