/** Messages to text, by the package `messageformat`: loaded with the first message, and each parsed once. */
import { messageFormat } from '../base/packages.cjs';
import { isPseudo, withoutNeedlessIsolates } from './locales.js';
import { padding, pseudoWords } from './pseudo.js';

/** A part of a formatted message. */
export interface Run {
  readonly text: string;
  /** Names of the markup around it, the outermost first. */
  readonly markup: readonly string[];
}

export type MessageArguments = Readonly<Record<string, unknown>>;

type Compiled = InstanceType<ReturnType<typeof messageFormat>['MessageFormat']>;

/** Compiled messages by locale and text; the oldest goes first. */
const compiled = new Map<string, Compiled>();
const MAX_COMPILED = 2000;

function compile(text: string, locale: string): Compiled {
  const key = `${locale} ${text}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { MessageFormat, DraftFunctions } = messageFormat();
  const message = new MessageFormat(locale, text, { functions: DraftFunctions });
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(key, message);
  return message;
}

/**
 * Formats a message. A pseudo-locale changes its words but not the values inserted into them.
 *
 * @param locale its language; for a pseudo-locale, `source` is the language it is derived from
 * @param onError called with errors about the arguments; the text has `{$name}` in place of a missing one
 * @throws an error of the package if the text is not a valid message
 */
export function formatRuns(
  text: string,
  { locale, source = locale }: { readonly locale: string; readonly source?: string },
  values: MessageArguments,
  onError: (error: unknown) => void,
): Run[] {
  const parts = compile(text, source).formatToParts(ownValues(values), onError);
  const runs: Run[] = [];
  const open: string[] = [];
  const pseudo = isPseudo(locale);
  let words = '';
  for (const part of parts) {
    if (part.type === 'markup') {
      const { kind, name } = part as { readonly kind: string; readonly name: string };
      if (kind === 'open') open.push(name);
      else if (kind === 'close')
        open.splice(Math.max(0, open.lastIndexOf(name)), open.includes(name) ? 1 : 0);
      continue;
    }
    let shown = textOf(part);
    if (part.type === 'text') {
      words += shown;
      if (pseudo) shown = pseudoWords(shown, locale);
    }
    runs.push({ text: shown, markup: [...open] });
  }
  if (pseudo && /\p{L}/u.test(words)) {
    runs.unshift({ text: '[', markup: [] });
    runs.push({ text: `${padding(words)}]`, markup: [] });
  }
  return runs;
}

/** What every object inherits, as values that are missing: the package copies the arguments into an object of its own. */
const NO_VALUES: Readonly<Record<string, undefined>> = Object.freeze(
  Object.assign(
    Object.create(null) as Record<string, undefined>,
    ...Object.getOwnPropertyNames(Object.prototype).map((name) =>
      Object.defineProperty({}, name, { value: undefined, enumerable: true }),
    ),
  ) as Record<string, undefined>,
);

/** Only what the caller has put there: `{$constructor}` is none of it. */
function ownValues(values: MessageArguments): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, NO_VALUES, values);
}

/** The text of runs, without isolates where nothing has to be kept apart. */
export function runsText(runs: readonly Run[]): string {
  return withoutNeedlessIsolates(runs.map(({ text }) => text).join(''));
}

interface Part {
  readonly type: string;
  readonly value?: unknown;
  readonly source?: string;
  readonly parts?: readonly { readonly value?: unknown }[];
}

function textOf({ type, value, source, parts }: Part): string {
  if (type === 'fallback') return `{${source ?? ''}}`;
  if (parts !== undefined) return parts.map((part) => String(part.value ?? '')).join('');
  try {
    return String(value ?? '');
  } catch {
    // An argument without a text.
    return '';
  }
}

/** Why a text is not a message, with offsets in it; undefined where it is one. */
export function findMessageError(
  text: string,
): { readonly message: string; readonly start: number; readonly end: number } | undefined {
  const { parseMessage, validate } = messageFormat();
  try {
    validate(parseMessage(text));
    return undefined;
  } catch (error) {
    const {
      message,
      start = 0,
      end = text.length,
    } = error as {
      readonly message: string;
      readonly start?: number;
      readonly end?: number;
    };
    return { message, start: Math.max(0, start), end: Math.max(start + 1, end) };
  }
}

/** The names of arguments that a message takes, and of functions that it calls. Throws where it is not a message. */
export function namesIn(text: string): {
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
} {
  const { parseMessage, validate } = messageFormat();
  const functions = new Set<string>();
  const variables = new Set<string>();
  const message = parseMessage(text);
  const { functions: called, variables: external } = validate(message);
  for (const name of called) functions.add(name);
  for (const name of external) variables.add(name);
  return { variables, functions };
}

/** Functions that messages may call. */
export function knownFunctions(): readonly string[] {
  const { DefaultFunctions, DraftFunctions } = messageFormat();
  return [...Object.keys(DefaultFunctions), ...Object.keys(DraftFunctions)];
}
