/**
 * Parses one declaration of a sheet, a `style` attribute or a script.
 */
import { colorsNamed } from 'culori/fn';
import { MIX_SPACES, parseColor, type Color } from '../../base/color.js';
import { didYouMean, type Source, type Span } from '../../base/diagnostics.js';
import { expected as expectedValue, parseValue, type ValueError } from '../../base/values.js';
import { insteadOfProperty } from './hints.js';
import type { Length, Property, PropertyTable, Syntax } from '../properties/properties.js';
import { kebab } from '../properties/property.js';
import { splitValue, type Shorthand } from './shorthands.js';
import { hasVariable } from '../substitute.js';

/** The declared value of a property, before the cascade. */
export type Declared =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'inherit' }
  | { readonly kind: 'initial' }
  /** The element's own computed `color`. */
  | { readonly kind: 'currentcolor' }
  /** Text with `var()`, read when the element's custom properties are known. */
  | {
      readonly kind: 'pending';
      readonly text: string;
      readonly shorthand?: Shorthand | undefined;
      readonly place?: Place | undefined;
    }
  /** A custom property's own text. */
  | {
      readonly kind: 'custom';
      readonly text: string;
      readonly place?: Place | undefined;
    };

/** Where a value was written, for errors that only the cascade can find. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/** One longhand or custom property set to something. */
export interface Declaration {
  /** Undefined for a custom property. */
  readonly property: Property | undefined;
  /** camelCase name, or a custom property's name with its dashes. */
  readonly name: string;
  readonly declared: Declared;
}

export interface StyleError {
  readonly code: 'bad-style' | 'unknown-property';
  readonly message: string;
  readonly suggestion?: string | undefined;
}

export type ParsedDeclaration =
  | { readonly ok: true; readonly declarations: readonly Declaration[] }
  | { readonly ok: false; readonly error: StyleError };

/** Longest value text, in UTF-16 units, of one declaration. */
const VALUE_LENGTH = 65_536;
/** Lengths beyond this many cells are cut to it: layout adds them up in 32-bit floats. */
const LENGTH_LIMIT = 100_000;

const WIDE_KEYWORDS: ReadonlyMap<string, 'inherit' | 'initial' | 'unset'> = new Map([
  ['inherit', 'inherit'],
  ['initial', 'initial'],
  ['unset', 'unset'],
]);

/**
 * Reads `name: text`. A shorthand expands to a declaration for each longhand.
 *
 * @param name kebab-case, camelCase, or a custom property such as `--accent`.
 * @param text without `!important`.
 * @param place kept for values that can only be read once the variables in them are known.
 */
export function parseDeclaration(
  table: PropertyTable,
  name: string,
  text: string,
  place?: Place,
): ParsedDeclaration {
  if (text.length > VALUE_LENGTH) {
    return createError(name, `expected at most ${VALUE_LENGTH} characters, found ${text.length}`);
  }
  const value = text.trim();
  if (name.startsWith('--')) return parseCustom(name, value, place);
  const target = table.find(name);
  if (target === undefined) {
    return {
      ok: false,
      error: {
        code: 'unknown-property',
        message: `there is no style property "${shorten(name)}"`,
        suggestion: insteadOfProperty(kebab(name)) ?? didYouMean(name, table.cssNames),
      },
    };
  }
  const longhands = 'expand' in target ? longhandsOf(table, target) : [target];
  if (WIDE_KEYWORDS.has(value.toLowerCase())) {
    return all(longhands, (property) => wideKeyword(property, value) as Declared);
  }
  if (hasVariable(value)) {
    const shorthand = 'expand' in target ? target : undefined;
    return all(longhands, () => ({ kind: 'pending', text: value, shorthand, place }));
  }
  if (!('expand' in target)) {
    const result = parseProperty(target, value);
    return result.ok ? all(longhands, () => result.declared) : { ok: false, error: result.error };
  }
  return parseShorthand(table, target, value);
}

/** `inherit`, `initial` and `unset`, which every property takes. */
export function wideKeyword(property: Property, text: string): Declared | undefined {
  const wide = WIDE_KEYWORDS.get(text.toLowerCase());
  if (wide === undefined) return undefined;
  return { kind: wide === 'unset' ? (property.inherited ? 'inherit' : 'initial') : wide };
}

/** Reads a shorthand's text, which holds no `var()` any more. */
export function parseShorthand(
  table: PropertyTable,
  shorthand: Shorthand,
  text: string,
): ParsedDeclaration {
  const expansion = shorthand.expand(text);
  if (!expansion.ok) return createError(shorthand.cssName, expansion.message, expansion.suggestion);
  const declarations: Declaration[] = [];
  for (const [name, part] of expansion.texts) {
    const property = table.find(name) as Property;
    const result = parseProperty(property, part, shorthand.cssName);
    if (!result.ok) return { ok: false, error: result.error };
    declarations.push({ property, name, declared: result.declared });
  }
  return { ok: true, declarations };
}

/** Reads a longhand's text, which holds no `var()` any more. `label` names it in messages. */
export function parseProperty(
  property: Property,
  text: string,
  label = property.cssName,
): { ok: true; declared: Declared } | { ok: false; error: StyleError } {
  const { syntax } = property;
  if (text === '') return createError(label, `expected ${expectedOf(syntax)}, found nothing`);
  switch (syntax.kind) {
    case 'length':
      return readLength(syntax, text, label);
    case 'keyword':
      return readKeyword(syntax, text, label);
    case 'number':
      return readNumber(syntax, text, label);
    case 'color':
      return readColor(syntax, text, label);
    case 'declared': {
      const { declaration } = syntax;
      const result = parseValue(declaration, declaration.type === 'json' ? text : unquote(text));
      if (result.ok) return good(result.value);
      const { message, suggestion } = result.error satisfies ValueError;
      return createError(label, message, suggestion);
    }
    case 'grammar': {
      const result = syntax.read(text);
      return result.ok ? good(result.value) : createError(label, result.message, result.suggestion);
    }
  }
}

/** True where `currentcolor` is a part of a mixture. */
export function hasCurrentColor(text: string): boolean {
  return /^color-mix\(/i.test(text) && /currentcolor/i.test(text);
}

/** A mixture with a colour in place of `currentcolor`. */
export function withCurrentColor(text: string, css: string): string {
  return text.replace(/\bcurrentcolor\b/gi, css);
}

/** What a property takes, for messages and the reference. */
function expectedOf(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'length':
      return `cells such as 10, or a share such as 50%${syntax.auto === true ? ', or auto' : ''}`;
    case 'keyword':
      return `one of ${syntax.values.map((value) => `"${value}"`).join(', ')}`;
    case 'number': {
      const words = Object.keys(syntax.keywords ?? {}).map((word) => ` or "${word}"`);
      const least = syntax.minimum === undefined ? '' : ` of ${syntax.minimum} or more`;
      return `a ${syntax.integer === true ? 'whole ' : ''}number${least}${words.join('')}`;
    }
    case 'color':
      return `a colour${syntax.keyword === undefined ? '' : ` or "${syntax.keyword}"`}`;
    case 'declared':
      return expectedValue(syntax.declaration);
    case 'grammar':
      return syntax.expected;
  }
}

function parseCustom(name: string, text: string, place?: Place): ParsedDeclaration {
  if (!/^--[^\s(){};:,!]+$/.test(name)) {
    return createError(
      name,
      'expected a name after the two dashes',
      'write for example "--accent"',
    );
  }
  const wide = WIDE_KEYWORDS.get(text.toLowerCase());
  // Custom properties inherit, so that "unset" is "inherit".
  const declared: Declared =
    wide === undefined
      ? { kind: 'custom', text, place }
      : { kind: wide === 'initial' ? 'initial' : 'inherit' };
  return { ok: true, declarations: [{ property: undefined, name, declared }] };
}

function longhandsOf(table: PropertyTable, shorthand: Shorthand): Property[] {
  return shorthand.longhands.map((name) => table.find(name) as Property);
}

function all(
  properties: readonly Property[],
  declare: (property: Property) => Declared,
): ParsedDeclaration {
  const declarations = properties.map((property) => ({
    property,
    name: property.name,
    declared: declare(property),
  }));
  return { ok: true, declarations };
}

function readLength(
  syntax: Extract<Syntax, { kind: 'length' }>,
  text: string,
  label: string,
): ReturnType<typeof parseProperty> {
  const word = text.toLowerCase();
  // CSS spells "no limit" `none` for max-width and `auto` for min-width: here both are read everywhere.
  if (syntax.auto === true && (word === 'auto' || word === 'none')) return good('auto');
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(ch|%)?$/.exec(word);
  if (match === null) {
    return createError(
      label,
      `expected ${expectedOf(syntax)}, found ${quote(text)}`,
      lengthHint(word),
    );
  }
  const amount = Number(match[1]);
  if (amount < 0 && syntax.negative !== true) {
    return createError(label, `expected ${expectedOf(syntax)}, found the negative ${text}`);
  }
  const limited = Math.max(-LENGTH_LIMIT, Math.min(LENGTH_LIMIT, amount));
  if (match[2] === '%') return good(`${limited}%` satisfies Length);
  // `+ 0` turns -0 into 0.
  return good(Math.round(limited) + 0);
}

function lengthHint(word: string): string | undefined {
  if (/^(calc|min|max|clamp)\(/.test(word)) {
    return 'lengths cannot be calculated: write "flex-grow: 1" for the free space, or "min-width" and "max-width"';
  }
  const unit = /^([+-]?[\d.]+)([a-z]+)$/.exec(word);
  if (unit === null) return didYouMean(word, ['auto']);
  const [, amount, name = ''] = unit;
  if (['px', 'pt', 'em', 'rem', 'ex', 'lh', 'cm', 'mm', 'in'].includes(name)) {
    return `write "${amount}": the unit of lengths is the terminal cell`;
  }
  if (/^[sld]?v(w|h|min|max)$/.test(name)) return `write "${amount}%": a share of the parent`;
  return `write "${amount}", "${amount}ch" or "${amount}%"`;
}

function readKeyword(
  syntax: Extract<Syntax, { kind: 'keyword' }>,
  text: string,
  label: string,
): ReturnType<typeof parseProperty> {
  const word = text.toLowerCase();
  if (syntax.values.includes(word)) return good(word);
  // The tables are plain objects and the word is the author's: "constructor" must not be found.
  const { aliases, hints } = syntax;
  if (aliases !== undefined && Object.hasOwn(aliases, word)) return good(aliases[word]);
  const hint = hints !== undefined && Object.hasOwn(hints, word) ? hints[word] : undefined;
  return createError(
    label,
    `expected ${expectedOf(syntax)}, found ${quote(text)}`,
    hint ??
      (word === 'middle' && syntax.values.includes('center')
        ? 'write "center"'
        : didYouMean(text, syntax.values)),
  );
}

function readNumber(
  syntax: Extract<Syntax, { kind: 'number' }>,
  text: string,
  label: string,
): ReturnType<typeof parseProperty> {
  const word = text.toLowerCase();
  const { keywords } = syntax;
  if (keywords !== undefined && Object.hasOwn(keywords, word)) return good(keywords[word]);
  // Cells may be written with their unit here too: `gap: 1ch`.
  const isGap = keywords !== undefined && Object.hasOwn(keywords, 'normal');
  const result = parseValue(
    {
      type: syntax.integer === true ? 'integer' : 'number',
      description: '',
      maximum: LENGTH_LIMIT,
      minimum: syntax.minimum ?? -LENGTH_LIMIT,
    },
    isGap ? word.replace(/^([\d.]+)ch$/, '$1') : word,
  );
  if (result.ok) return good((result.value as number) + 0);
  const hint = isGap
    ? lengthHint(word)
    : didYouMean(word, [...Object.keys(keywords ?? {}), ...WIDE_KEYWORDS.keys()]);
  return createError(label, `expected ${expectedOf(syntax)}, found ${quote(text)}`, hint);
}

function readColor(
  syntax: Extract<Syntax, { kind: 'color' }>,
  text: string,
  label: string,
): ReturnType<typeof parseProperty> {
  const word = text.toLowerCase();
  if (word === syntax.keyword) return good(undefined);
  if (word === 'currentcolor') return { ok: true, declared: { kind: 'currentcolor' } };
  if (hasCurrentColor(word)) {
    // What it is follows from the element; whether the rest can be read shows with any colour.
    if (parseColor(withCurrentColor(word, 'red')) !== undefined) {
      return { ok: true, declared: { kind: 'pending', text: word } };
    }
  }
  const color: Color | undefined = parseColor(unquote(text));
  if (color !== undefined) return good(color);
  return createError(
    label,
    `expected ${expectedOf(syntax)}, found ${quote(text)}`,
    colorHint(text),
  );
}

/** `didYouMean` for colour names, or the intended custom property. */
function colorHint(text: string): string | undefined {
  const mix = /^color-mix\(\s*(?:in\s+([^\s,)]*))?/i.exec(text);
  if (mix !== null) {
    const space = mix[1]?.toLowerCase() ?? '';
    const nearest = MIX_SPACES.includes(space) ? undefined : didYouMean(space, MIX_SPACES);
    return nearest ?? 'write it as "color-mix(in oklab, red 40%, blue)"';
  }
  if (text.startsWith('--')) return `write "var(${shorten(text)})"`;
  if (splitValue(text).length > 1 && !text.includes('(')) return 'write one colour';
  return didYouMean(text, [...Object.keys(colorsNamed), 'transparent', 'default', 'currentcolor']);
}

/** Returns the contents of a value that is one CSS string. */
function unquote(text: string): string {
  const match = /^(["'])((?:\\.|(?!\1)[^\\])*)\1$/s.exec(text);
  return match === null ? text : match[2]!.replace(/\\(.)/gs, '$1');
}

function good(value: unknown): { ok: true; declared: Declared } {
  return { ok: true, declared: { kind: 'value', value } };
}

function createError(
  label: string,
  message: string,
  suggestion?: string,
): { ok: false; error: StyleError } {
  return {
    ok: false,
    error: { code: 'bad-style', message: `${shorten(label)}: ${message}`, suggestion },
  };
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function quote(text: string): string {
  return JSON.stringify(shorten(text));
}
