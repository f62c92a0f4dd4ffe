/**
 * Sheets: CSS text to rules. css-tree provides the structure and the places, `parse.ts` reads the
 * declarations, `selectors.ts` the selectors. An error is a diagnostic and costs the declaration or
 * the rule it is in, never the sheet.
 */
import type {
  Atrule,
  Block as CssBlock,
  CssNode,
  Declaration as CssDeclaration,
  Rule as CssRule,
} from 'css-tree';
import { parseDeclarations } from '../../dom/css/style-text.js';
import { parseCss } from './css-parser.js';
import { didYouMean, type Diagnostic, type Source, type Span } from '../../base/diagnostics.js';
import { mediaSuggestion, parseMedia, type MediaQuery } from './media.js';
import { parseDeclaration, type Declaration, type StyleError } from './parse.js';
import type { PropertyTable } from '../properties/properties.js';
import { createBlock, type Rule } from '../matching/rules.js';
import { SELECTOR_LENGTH, parseSelectors } from '../matching/selectors.js';
import { segments } from './split-blocks.js';

export interface Sheet {
  readonly rules: readonly Rule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Diagnostics of one sheet; a binary file read as CSS has no use for a thousand. */
const DIAGNOSTICS = 50;
/** Rules and `@media` inside each other. */
const NESTING = 16;

/**
 * Reads a sheet.
 *
 * @param source the file the sheet is in, for the diagnostics' places.
 * @param offset where in `source.text` the sheet begins, in UTF-16 units.
 */
export function parseSheet(table: PropertyTable, text: string, source: Source, offset = 0): Sheet {
  if (text.trim() === '') return { rules: [], diagnostics: [] };
  return new SheetReader(table, text, source, offset).read();
}

/** What a rule is in. */
interface Context {
  /** The selector that `&` means; undefined outside rules. */
  readonly parent: string | undefined;
  readonly conditions: readonly MediaQuery[];
  readonly depth: number;
}

class SheetReader {
  readonly #rules: Rule[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  readonly #table: PropertyTable;
  readonly #text: string;
  readonly #source: Source;
  readonly #offset: number;

  constructor(table: PropertyTable, text: string, source: Source, offset: number) {
    this.#table = table;
    this.#text = text;
    this.#source = source;
    this.#offset = offset;
  }

  read(): Sheet {
    const top: Context = { parent: undefined, conditions: [], depth: 0 };
    try {
      this.#readList(parseCss(this.#text, this.#offset), top);
    } catch (error) {
      // css-tree descends by recursion: text that nests some thousand blocks runs out of stack.
      if (!(error instanceof RangeError)) throw error;
      this.#report(
        'bad-style',
        'this style sheet is nested too deeply',
        this.#offset,
        this.#offset + 1,
      );
    }
    return { rules: this.#rules, diagnostics: this.#diagnostics };
  }

  /** Rules and at-rules: a sheet, or the block of an `@media` that is outside rules. */
  #readList(parent: CssNode, context: Context): void {
    if (parent.type !== 'StyleSheet' && parent.type !== 'Block') return;
    for (const node of parent.children) {
      if (node.type === 'Rule') this.#readRule(node, context);
      else if (node.type === 'Atrule') this.#readAtrule(node, context);
      else if (node.type === 'Raw' && node.value.trim() !== '') {
        this.#reportNode(node, 'expected a rule such as "selector { property: value }"');
      }
    }
  }

  #readRule(rule: CssRule, context: Context): void {
    const { prelude, block } = rule;
    const { start, end } = rangeOf(prelude);
    const written = stripComments(this.#slice(start, end)).trim();
    this.#checkClosed(block);
    if (context.depth >= NESTING) {
      this.#report('bad-style', 'rules are nested too deeply here', start, end);
      return;
    }
    if (written.includes('}')) {
      const place = start + Math.max(0, this.#slice(start, end).indexOf('}'));
      this.#report('bad-style', 'unexpected "}"', place, place + 1);
      return;
    }
    const text = context.parent === undefined ? written : nest(context.parent, written);
    const parsed = parseSelectors(text);
    if (!parsed.ok) {
      this.#report('bad-selector', parsed.message, start, end, parsed.suggestion);
      return;
    }
    this.#readBlock(block, parsed.selectors, {
      ...context,
      parent: text,
      depth: context.depth + 1,
    });
  }

  /** Declarations, and the rules nested between them. */
  #readBlock(block: CssBlock, selectors: Rule['selectors'], context: Context): void {
    const normal: Declaration[] = [];
    const important: Declaration[] = [];
    // The block comes before the rules nested in it, which win over it at equal specificity.
    const place = this.#rules.length;
    for (const node of block.children) {
      if (node.type === 'Declaration' && !isRuleInDisguise(node, this.#slice(...spanOf(node)))) {
        (node.important === false ? normal : important).push(...this.#readDeclaration(node));
      } else if (node.type === 'Rule') this.#readRule(node, context);
      else if (node.type === 'Atrule') this.#readNestedAtrule(node, selectors, context);
      else this.#readRaw(node, selectors, context, normal, important);
    }
    if (normal.length + important.length > 0) {
      const rule = {
        selectors,
        block: createBlock(normal, important),
        conditions: context.conditions,
        written: {
          selector: context.parent ?? '',
          place: { source: this.#source, span: rangeOf(block) },
        },
      };
      this.#rules.splice(place, 0, rule);
    }
  }

  #readDeclaration(node: CssDeclaration): readonly Declaration[] {
    const value = 'value' in node.value ? node.value.value : '';
    if (typeof node.important === 'string') {
      const written = `!${node.important}`;
      const place = rangeOf(node).start + this.#slice(...spanOf(node)).lastIndexOf('!');
      this.#report(
        'bad-style',
        `${node.property}: expected "!important", found ${JSON.stringify(written)}`,
        place,
        place + written.length,
        didYouMean(written, ['!important']),
      );
      return [];
    }
    // css-tree counts the blanks before the value as part of it.
    const start = rangeOf(node.value).start + value.length - value.trimStart().length;
    const span = { start, end: start + value.trim().length };
    return this.#readValue(node.property, stripComments(value), rangeOf(node).start, span);
  }

  /** @param nameStart where the name is in the file; `span` is the value's place. */
  #readValue(name: string, value: string, nameStart: number, span: Span): readonly Declaration[] {
    const source = this.#source;
    const result = parseDeclaration(this.#table, name, value, { source, span });
    if (result.ok) return result.declarations;
    const isValueKnown = result.error.code !== 'unknown-property' && span.end > span.start;
    if (isValueKnown) this.#reportError(result.error, span.start, span.end);
    else this.#reportError(result.error, nameStart, nameStart + name.length);
    return [];
  }

  /** What css-tree could not parse: nested rules that begin without `&`, or broken declarations. */
  #readRaw(
    node: CssNode,
    selectors: Rule['selectors'],
    context: Context,
    normal: Declaration[],
    important: Declaration[],
  ): void {
    const [from, to] = spanOf(node);
    for (const { start, end, kind } of segments(this.#slice(from, to))) {
      const text = this.#slice(from + start, from + end);
      if (text.replace(/;/g, '').trim() === '') continue;
      if (kind === 'rule') {
        if (/^\s*@/.test(text)) this.#readRawAtrule(text, from + start, selectors, context);
        else this.#readList(parseCss(text, from + start), context);
        continue;
      }
      const declarations = parseDeclarations(text);
      for (const { name, value, important: isImportant, ...place } of declarations) {
        const span = { start: from + start + place.valueStart, end: from + start + place.end };
        const result = this.#readValue(name, value, from + start + place.start, span);
        (isImportant ? important : normal).push(...result);
      }
      if (declarations.length === 0) {
        const blanks = text.length - text.trimStart().length;
        const begin = from + start + blanks;
        const message = 'expected a declaration such as "color: red"';
        this.#report('bad-style', message, begin, begin + text.trim().length);
      }
    }
  }

  /** What is in it are declarations, which css-tree reads as such inside a rule alone. */
  #readRawAtrule(
    text: string,
    start: number,
    selectors: Rule['selectors'],
    context: Context,
  ): void {
    const wrapper = '&{';
    const sheet = parseCss(`${wrapper}${text}}`, start - wrapper.length);
    const [rule] = sheet.type === 'StyleSheet' ? sheet.children : [];
    for (const node of rule?.type === 'Rule' ? rule.block.children : []) {
      if (node.type === 'Atrule') this.#readNestedAtrule(node, selectors, context);
    }
  }

  #readAtrule(node: Atrule, context: Context): void {
    const inner = this.#enterAtrule(node, context);
    if (inner !== undefined && node.block !== null) this.#readList(node.block, inner);
  }

  #readNestedAtrule(node: Atrule, selectors: Rule['selectors'], context: Context): void {
    const inner = this.#enterAtrule(node, context);
    if (inner !== undefined && node.block !== null) this.#readBlock(node.block, selectors, inner);
  }

  #enterAtrule(node: Atrule, context: Context): Context | undefined {
    const [start, end] = spanOf(node);
    const name = node.name.toLowerCase();
    const nameEnd = Math.min(end, start + node.name.length + 1);
    if (name !== 'media') {
      this.#report(
        'bad-style',
        `"@${node.name}" is not supported`,
        start,
        nameEnd,
        didYouMean(name, ['media']),
      );
      return undefined;
    }
    if (node.block === null) {
      this.#report('bad-style', 'expected a block after "@media"', start, nameEnd);
      return undefined;
    }
    this.#checkClosed(node.block);
    if (context.depth >= NESTING) {
      this.#report('bad-style', 'rules are nested too deeply here', start, nameEnd);
      return undefined;
    }
    const place = node.prelude === null ? { start, end: nameEnd } : rangeOf(node.prelude);
    const query = parseMedia(stripComments(this.#slice(place.start, place.end)));
    if (query === undefined) {
      const suggestion = mediaSuggestion(this.#slice(place.start, place.end));
      const message =
        'expected media features among (width), (height), (color-index), these with min- and max- too, (color), (monochrome), (prefers-color-scheme), (prefers-reduced-motion)';
      this.#report('bad-style', message, place.start, place.end, suggestion);
      return undefined;
    }
    return { ...context, conditions: [...context.conditions, query], depth: context.depth + 1 };
  }

  #checkClosed(block: CssBlock): void {
    const [start, end] = spanOf(block);
    if (this.#slice(end - 1, end) === '}' && end - start > 1) return;
    this.#report(
      'bad-style',
      'this block is never closed',
      start,
      start + 1,
      'write "}" at its end',
    );
  }

  /** The sheet's text between two offsets of the file. */
  #slice(start: number, end: number): string {
    return this.#text.slice(start - this.#offset, end - this.#offset);
  }

  #reportError({ code, message, suggestion }: StyleError, start: number, end: number): void {
    this.#report(code, message, start, end, suggestion);
  }

  #reportNode(node: CssNode, message: string): void {
    const [start, end] = spanOf(node);
    this.#report('bad-style', message, start, end);
  }

  #report(code: string, message: string, start: number, end: number, suggestion?: string): void {
    const source = this.#source;
    const { length } = this.#diagnostics;
    const span = { start, end: Math.max(end, start + 1) };
    if (length < DIAGNOSTICS) {
      this.#diagnostics.push({ severity: 'error', code, message, source, span, suggestion });
    } else if (length === DIAGNOSTICS) {
      const rest = `more than ${DIAGNOSTICS} errors in this sheet; the rest are not listed`;
      this.#diagnostics.push({
        severity: 'error',
        code: 'too-many-faults',
        message: rest,
        source,
        span,
      });
    }
  }
}

function rangeOf(node: CssNode): { start: number; end: number } {
  return { start: node.loc?.start.offset ?? 0, end: node.loc?.end.offset ?? 0 };
}

function spanOf(node: CssNode): [start: number, end: number] {
  const { start, end } = rangeOf(node);
  return [start, end];
}

/** css-tree reads `title:hover { … }` inside a rule as the declaration of a property `title`. */
function isRuleInDisguise(node: CssDeclaration, text: string): boolean {
  return !node.property.startsWith('--') && text.includes('{');
}

function stripComments(text: string): string {
  return text.includes('/*') ? text.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ') : text;
}

/**
 * A nested selector as one that is alone: `&` is the parent, and without it the parent is an
 * ancestor. `:is()` keeps a parent's list together, with the specificity of CSS.
 */
function nest(parent: string, written: string): string {
  // Refused by its length in `parseSelectors`, before `&` has multiplied it.
  const ampersands = written.match(AMPERSANDS)?.length ?? 0;
  if (written.length + (ampersands + 1) * parent.length > SELECTOR_LENGTH) {
    return ' '.repeat(SELECTOR_LENGTH + 1);
  }
  // One parent and one `&` in front, as nearly all are: no `:is()` is needed, and buckets see more.
  const isPlain = !parent.includes(',');
  return splitList(written)
    .map((selector) => {
      const own = selector.trim();
      const places = [...own.matchAll(AMPERSANDS)].filter(([found]) => found === '&');
      const text = places.length > 0 ? own : `& ${own}`;
      const isOnce = text.startsWith('&') && places.length <= 1;
      if (isPlain && isOnce && !/^&[\w-]/.test(text)) return parent + text.slice(1);
      return text.replace(AMPERSANDS, (found) => (found === '&' ? `:is(${parent})` : found));
    })
    .join(', ');
}

/** `&`, or a string, in which `&` means nothing. */
const AMPERSANDS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|&/gs;

/** Splits at commas outside parentheses, brackets and quotes. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\\') index++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
