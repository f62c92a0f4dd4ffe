/** Checks style sheets that no element has shown to be wrong: variables that nothing sets, and ids that nothing has. */
import { didYouMean, type Diagnostic, type Source } from '../../runtime/base/diagnostics.js';
import type { MarkupElement } from '../../runtime/markup/nodes.js';
import type { Theme } from '../../runtime/style/themes/themes.js';

const COMMENT_OR_STRING = /\/\*[^]*?(?:\*\/|$)|"[^"\n]*"?|'[^'\n]*'?/g;
/** `var(--x)`; one with a fallback is right without the variable. */
const USE = /\bvar\(\s*(--[\w-]+)\s*\)/g;
const NAME = /--[\w-]+/g;
/** Behind a name that is set, in a style or by a script; `--series-${…}` is the beginning of several. */
const SET = /\s*:|["'`]|\$\{/y;
/** A selector or a condition is before a brace. Each text is matched to its end: trying again would take quadratic time. */
const PART = /([^{};]*)([{};]|$)/g;
const ID = /#([A-Za-z_][\w-]*)/g;

/** Each costs a search for what may have been meant. */
const MAX_FOUND = 100;

export interface StyleInputs {
  readonly source: Source;
  /** The `<style>` elements. */
  readonly sheets: readonly MarkupElement[];
  readonly theme: Theme;
  /** All code that is known. */
  readonly code: string;
  /** Undefined where an id may be any. */
  readonly ids: { readonly ofDocument: readonly string[]; has(id: string): boolean } | undefined;
}

export function checkStyles({ source, sheets, theme, code, ids }: StyleInputs): Diagnostic[] {
  const texts = sheets.map(({ content: { start, end } }) => ({
    start,
    text: source.text
      .slice(start, end)
      .replace(COMMENT_OR_STRING, (part) => part.replace(/[^\n]/g, ' ')),
  }));
  const ofTheme = theme.rules.flatMap(({ declarations }) => declarations.map(([name]) => name));
  const known = setNames(`${source.text}\n${code}`, new Set(ofTheme));
  const found: Diagnostic[] = [];
  const warn = (
    name: string,
    at: number,
    rest: Pick<Diagnostic, 'code' | 'message' | 'suggestion'>,
  ): void => {
    const span = { start: at, end: at + name.length };
    found.push({ severity: 'warning', source, span, ...rest });
  };
  for (const { start, text } of texts) {
    for (const { 0: use, 1: name = '', index } of text.matchAll(USE)) {
      if (known.has(name) || found.length >= MAX_FOUND) continue;
      warn(name, start + index + use.indexOf(name), {
        code: 'unknown-variable',
        message: `nothing sets the variable ${name}`,
        suggestion: didYouMean(name, known.names),
      });
    }
    for (const { 1: prelude = '', 2: end, index: at } of text.matchAll(PART)) {
      if (ids === undefined || end !== '{') continue;
      for (const { 1: id = '', index } of prelude.matchAll(ID)) {
        if (ids.has(id) || found.length >= MAX_FOUND) continue;
        warn(id, start + at + index + 1, {
          code: 'unknown-id',
          message: `no element has the id "${id}"`,
          suggestion: didYouMean(id, ids.ofDocument),
        });
      }
    }
  }
  return found;
}

interface Variables {
  readonly names: ReadonlySet<string>;
  has(name: string): boolean;
}

/** The variables that a text may set, beside those that are set already. */
function setNames(text: string, names: Set<string>): Variables {
  const prefixes = new Set<string>();
  for (const { 0: name, index } of text.matchAll(NAME)) {
    SET.lastIndex = index + name.length;
    const end = SET.exec(text)?.[0];
    if (end === '${') prefixes.add(name);
    else if (end !== undefined) names.add(name);
  }
  const has = (name: string): boolean =>
    names.has(name) || [...prefixes].some((prefix) => name.startsWith(prefix));
  return { names, has };
}
