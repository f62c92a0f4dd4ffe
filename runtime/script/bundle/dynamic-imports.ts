/**
 * `import(expression)` and `require(expression)`. esbuild takes a path that is put together at run time for
 * a pattern and lists folders to find what it may mean: `` import(`./lang/${name}.js`) ``. It gets such calls
 * under other names, which it leaves alone.
 */
import type { Loader, Message } from 'esbuild';
import { messageOf, transformCode } from '../esbuild.js';
import { MAX_MESSAGES } from './messages.js';
import type { ParsingOptions } from './modules.js';
import { DYNAMIC_IMPORT, DYNAMIC_REQUIRE } from './names.js';

/** Messages of esbuild, off by default, for calls whose argument is not a plain string. */
const REPORTED: ReadonlyMap<string, string> = new Map([
  ['unsupported-dynamic-import', DYNAMIC_IMPORT],
  ['unsupported-require-call', DYNAMIC_REQUIRE],
]);

/** Calls that are certainly plain: the quotes cannot contain code. */
const PLAIN = /\b(?:import|require)\s*\(\s*(["'])[\w@./:#?=&~$ -]*\1\s*\)/g;
const PLAIN_HERE = new RegExp(PLAIN.source, 'y');
/** Everything else that may be such a call. */
const SUSPECT = /\bimport\b(?!\s*(?:[\w${*"']|\.\s*meta\b))|\brequire\b/g;

/** Letters as escapes: names may be spelt so. */
const ESCAPED = /\\u(?:00[67]|\{0*[67])/;
/**
 * What may become `module.require`, which esbuild takes for `require` and does not report: `module` followed
 * by that name, by a name in brackets, or by something that types, comments and parentheses begin or end with.
 */
const OF_MODULE =
  /\bmodule\s*(?:\??\.\s*(?:require|[/\\[])|[[!/<]|-->|as\b|satisfies\b)|[(>/]\s*module\s*\)/;
/** Another name for `module`, of which esbuild knows nothing. */
const MODULE = '$tui_module';

/** esbuild sends the whole line with each message. More characters are too many; lines are broken first. */
const MAX_REPORT = 8 * 1024 * 1024;

export type Renamed =
  | {
      readonly code: string;
      readonly loader: Loader;
      /** Lines and columns are no longer those of the text. */
      readonly isReprinted: boolean;
    }
  /** Errors in the code, as esbuild reports them. */
  | { readonly errors: readonly Message[] };

/**
 * Renames such calls.
 *
 * @param options those that the code is bundled with: it has to be parsed in the same way
 */
export async function renameDynamicImports(
  text: string,
  textLoader: Loader,
  options: ParsingOptions,
): Promise<Renamed> {
  let code = text;
  let loader = textLoader;
  const reprint = async (define: Readonly<Record<string, string>>): Promise<void> => {
    const settings: ParsingOptions = { ...options, define: { ...options.define, ...define } };
    // Without a format, `module` is an ordinary name.
    delete settings.format;
    ({ code } = await transformCode(code, loader, settings));
    loader = 'js';
  };
  try {
    if (ESCAPED.test(code) || OF_MODULE.test(code)) {
      await reprint({ module: MODULE });
      code = `var ${MODULE} = typeof module === 'undefined' ? undefined : module;\n${code}`;
    }
    const suspects = countSuspects(code);
    if (suspects * longestLine(code) > MAX_REPORT) await reprint({});
    if (countSuspects(code) * longestLine(code) > MAX_REPORT) {
      return { errors: [messageOf('too many calls of import or require on one line')] };
    }
    const renamed = suspects === 0 ? code : await renameIn(code, loader, options);
    if (renamed !== undefined) {
      return { code: renamed, loader, isReprinted: loader !== textLoader || code !== text };
    }
    return { errors: [messageOf('calls of import or require cannot be analysed')] };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) throw error;
    // They are sent to the compiler, and come back.
    return { errors: errors.slice(0, MAX_MESSAGES) };
  }
}

/** How often a text has to be looked at by the parser; more often than needed, never less. */
function countSuspects(code: string): number {
  return code.replace(PLAIN, '').match(SUSPECT)?.length ?? 0;
}

function longestLine(code: string): number {
  return code.split(/[\n\r\u2028\u2029]/).reduce((most, { length }) => Math.max(most, length), 0);
}

/** Undefined where esbuild reports a call in another place than it is. */
async function renameIn(
  code: string,
  loader: Loader,
  options: ParsingOptions,
): Promise<string | undefined> {
  const ids = [...REPORTED.keys()].map((id) => [id, 'warning'] as const);
  const settings = { ...options, logOverride: Object.fromEntries(ids) };
  const { warnings } = await transformCode(code, loader, settings);
  const words = wordsIn(code, warnings);
  if (words === undefined) return undefined;
  let renamed = '';
  let at = 0;
  for (const { start, end, name } of words) {
    renamed += code.slice(at, start) + name.padEnd(end - start);
    at = end;
  }
  return renamed + code.slice(at);
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** The keywords and names of reported calls, in their order. */
function wordsIn(code: string, warnings: readonly Message[]): Word[] | undefined {
  const starts = [0];
  for (const { index, 0: end } of code.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    starts.push(index + end.length);
  }
  const words = new Map<number, Word>();
  for (const { id, location } of warnings) {
    const name = REPORTED.get(id);
    if (name === undefined || location === null) continue;
    const { line, column, length, lineText } = location;
    // esbuild counts columns and lengths in bytes of UTF-8.
    const bytes = Buffer.from(lineText);
    const word = bytes.subarray(column, column + length).toString();
    const start = (starts[line - 1] ?? 0) + bytes.subarray(0, column).toString().length;
    if (!code.startsWith(word, start)) return undefined;
    // TypeScript's `import x = require('x')` is reported although it is plain.
    PLAIN_HERE.lastIndex = start;
    if (PLAIN_HERE.test(code)) continue;
    words.set(start, { start, end: start + word.length, name });
  }
  return [...words.values()].sort((a, b) => a.start - b.start);
}
