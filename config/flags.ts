/**
 * Flags of the configuration, derived from the schema: their spellings, and what their texts mean. The command line
 * finds them among its arguments (cli/command-line/arguments.ts).
 */
import { DiagnosticError, printable, type Diagnostic } from '../runtime/base/diagnostics.js';
import { messageAt, readText } from './declared.js';
import { DECLARED } from './layers/layer.js';
import { flagByRule, oppositeFlag, PROPERTIES } from './schema.js';

const APP_PATH = /\.(?:tui|md|markdown)$/i;

/** Every spelling of a flag: the key it sets, and what a boolean's bare flag means. */
export const SPELLINGS: ReadonlyMap<string, { key: string; means?: boolean }> = new Map(
  [...PROPERTIES].flatMap(([key, property]) => {
    const opposite = oppositeFlag(property);
    if (opposite === undefined) return [[property.flag, { key }] as const];
    const means = property.flagInverted !== true;
    return [[property.flag, { key, means }] as const, [opposite, { key, means: !means }] as const];
  }),
);

/** Flags derived from a variable's name, if the flag has another name. */
export const NAMED_AS_VARIABLE: ReadonlyMap<string, string> = new Map(
  [...PROPERTIES.values()].map(({ flag, env }) => [flagByRule(env), flag]),
);

/** A flag as it was written, and the text of its value: `true` and `false` are those of the key. */
export interface FlagText {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the texts of flags.
 *
 * @param texts by key
 * @param found diagnostics of the same arguments, which are thrown with those of the texts
 * @returns checked values by key
 * @throws DiagnosticError with every invalid value
 */
export function readFlagTexts(
  texts: ReadonlyMap<string, FlagText>,
  found: readonly Diagnostic[] = [],
): Record<string, unknown> {
  const diagnostics = [...found];
  const flags: Record<string, unknown> = {};
  for (const [key, { name, text }] of texts) {
    const declared = DECLARED.get(key);
    if (declared === undefined) continue;
    const checked = readText(declared, text);
    if (checked.ok) flags[key] = checked.value;
    else {
      // The flag's own value was forgotten, and the app's path was read in its place.
      const suggestion = APP_PATH.test(text)
        ? `write a value before the path: ${name}=value ${printable(text)}`
        : checked.suggestion;
      diagnostics.push({
        severity: 'error',
        code: 'bad-value',
        message: messageAt(name, checked),
        suggestion,
      });
    }
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return flags;
}
