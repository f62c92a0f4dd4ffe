/** The `style` attribute to a block, cached by its text: rows of a list mostly share theirs. */
import type { Diagnostic, Source } from '../../base/diagnostics.js';
import { parseDeclarations } from '../../dom/css/style-text.js';
import type { ScriptWarnings } from '../../element/scripts/script-warnings.js';
import { describeElement, type TuiElement, sourceOf } from '../../element/tui-element.js';
import { parseDeclaration, type Declaration, type StyleError } from './parse.js';
import type { PropertyTable } from '../properties/properties.js';
import { createBlock, type Block } from '../matching/rules.js';
import { getAttribute, localNameOf } from '../../element/tree.js';

/** An error and its place, in UTF-16 offsets of the attribute's value. */
export interface InlineStyleError extends StyleError {
  readonly start: number;
  readonly end: number;
}

export interface InlineStyle {
  readonly block: Block;
  readonly errors: readonly InlineStyleError[];
}

/** Placeholder source for `style` attributes: equal texts share one parsed block. */
export const IN_ATTRIBUTE: Source = { file: '', text: '' };
/** Maximum cached texts: animated styles would grow the cache without limit. */
const CACHE_SIZE = 2000;
/** Maximum errors reported per attribute. */
const MAX_ERRORS = 20;

export class InlineStyles {
  readonly #cache = new Map<string, InlineStyle>();

  readonly #table: PropertyTable;

  constructor(table: PropertyTable) {
    this.#table = table;
  }

  read(text: string): InlineStyle {
    let style = this.#cache.get(text);
    if (style === undefined) {
      style = readInline(this.#table, text);
      if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
      this.#cache.set(text, style);
    }
    return style;
  }
}

/** What `element.style` takes: as in browsers a bad value leaves the old one, with a warning here. */
export function acceptsStyle(
  warnings: ScriptWarnings,
  table: PropertyTable,
): (element: object, property: string, value: string) => boolean {
  return (element, property, value) => {
    const result = parseDeclaration(table, property, value);
    if (result.ok) return true;
    const where = `${describeElement(element as TuiElement)}.style: `;
    warnings.add(property, { ...result.error, message: where + result.error.message });
    return false;
  };
}

/** At its place in the file, or else in the text of the attribute. */
export function inlineDiagnostic(
  element: TuiElement,
  error: InlineStyleError,
  isNew: boolean,
): Diagnostic {
  const text = getAttribute(element, 'style') ?? '';
  const { code, message, suggestion, start, end } = error;
  const base = { severity: 'error', code, message, suggestion } as const;
  const origin = sourceOf(element);
  const whole = origin?.valueSpan('style');
  // The place in the file is right as long as the attribute is as it was written.
  if (origin !== undefined && whole !== undefined) {
    const written = origin.source.text.slice(whole.start, whole.end);
    if (isNew || written === text) {
      return { ...base, source: origin.source, span: origin.valueSpan('style', start, end) };
    }
  }
  return {
    ...base,
    source: { file: `<${localNameOf(element)} style>`, text },
    span: { start, end },
  };
}

function readInline(table: PropertyTable, text: string): InlineStyle {
  const normal: Declaration[] = [];
  const important: Declaration[] = [];
  const errors: InlineStyleError[] = [];
  let from = 0;
  for (const found of parseDeclarations(text)) {
    reportGap(text, from, found.start, errors);
    from = found.end;
    const span = { start: found.valueStart, end: found.end };
    const place = { source: IN_ATTRIBUTE, span };
    const result = parseDeclaration(table, found.name, found.value, place);
    if (result.ok) {
      (found.important ? important : normal).push(...result.declarations);
      continue;
    }
    const isName = result.error.code === 'unknown-property';
    const start = isName ? found.start : found.valueStart;
    const end = isName ? found.start + found.name.length : found.end;
    errors.push({ ...result.error, start, end });
  }
  reportGap(text, from, text.length, errors);
  return { block: createBlock(normal, important), errors: errors.slice(0, MAX_ERRORS) };
}

/** Reports text outside the parsed declarations. */
function reportGap(text: string, from: number, to: number, errors: InlineStyleError[]): void {
  if (errors.length >= MAX_ERRORS) return;
  const gap = text
    .slice(from, to)
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, (comment) => ' '.repeat(comment.length));
  const match = /[^\s;](?:[^;]*[^\s;])?/.exec(gap);
  if (match === null) return;
  const start = from + match.index;
  errors.push({
    code: 'bad-style',
    message: 'expected a declaration such as "color: red"',
    start,
    end: start + match[0].length,
  });
}
