/** `tui config` and `tui --print-config`: prints and explains the configuration, and changes the user's file. */
import { bindingPath, BINDINGS } from '../../config/bindings.js';
import { type Config, type ConfigDiagnostic } from '../../config/index.js';
import {
  changedText,
  configJson,
  configPath,
  configPathJson,
  explain,
  getJson,
  getText,
  userSchema,
} from '../../config/texts/explain.js';
import { didYouMean } from '../../runtime/base/diagnostics.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { inspectConfig } from '../documents/settings.js';
import { usageError } from '../command-line/usage-error.js';
import type { Call } from './table.js';

const SHOWING = ['explain', 'get', 'list', 'path', 'schema'] as const;
const CHANGING = ['set', 'unset', 'edit'] as const;
type Shows = (typeof SHOWING)[number];
type Changes = (typeof CHANGING)[number];
const ACTIONS: readonly string[] = [...SHOWING, ...CHANGING];
/** How many words of its own an action has before FILE. */
const WORDS: Readonly<Record<Shows | Changes, readonly string[]>> = {
  explain: ['KEY'],
  get: ['KEY'],
  list: [],
  path: [],
  schema: [],
  set: ['KEY', 'VALUE'],
  unset: ['KEY'],
  edit: [],
};

export async function config(call: Call): Promise<number> {
  const [first, ...rest] = call.operands;
  const shows = SHOWING.find((name) => name === first);
  const changes = CHANGING.find((name) => name === first);
  const action = shows ?? changes;
  if (call.options['changed'] === true && action !== undefined && action !== 'list') {
    throw usageError('--changed is a flag of "tui config list"', 'write tui config list --changed');
  }
  if (action === undefined) {
    refuseWord(first);
    refuseMore(rest);
    return await printConfig(call);
  }
  const words = takeWords(action, rest);
  if (changes !== undefined) {
    refuseMore(rest.slice(words.length), 'no FILE: it changes your own settings');
    const { edit, set, unset } = await import('./config-change.js');
    if (changes === 'edit') return await edit(call);
    return changes === 'set' ? set(call, words) : unset(call, words);
  }
  const [file, ...more] = rest.slice(words.length);
  refuseMore(more);
  if (shows === 'list') return await printConfig({ ...call, operands: rest });
  const [key = ''] = words;
  return await show(call, file, TEXTS[shows ?? 'path'](key), key || undefined);
}

function takeWords(action: Shows | Changes, rest: readonly string[]): readonly string[] {
  const names = WORDS[action];
  const missing = names.find(
    (_, index) => rest[index] === undefined || (rest[index] === '' && index === 0),
  );
  if (missing === undefined) return rest.slice(0, names.length);
  throw usageError(
    `"tui config ${action}" needs a ${missing.toLowerCase()}`,
    missing === 'KEY'
      ? 'see tui config for all of them'
      : `write tui config ${action} ${names.join(' ')}`,
  );
}

type TextOf = (config: Config, json: boolean) => string;

const TEXTS: Readonly<Record<Exclude<Shows, 'list'>, (key: string) => TextOf>> = {
  explain: (key) => (loaded, json) => explain(key, { config: loaded, json }),
  get: (key) => (loaded, json) => (json ? getJson(key, loaded) : getText(key, loaded)),
  path: () => (loaded, json) => (json ? configPathJson(loaded) : configPath(loaded)),
  // It is JSON either way.
  schema: () => () => userSchema(),
};

/** `tui --print-config [app.tui]`, `tui config [app.tui]` and `tui config list [--changed] [app.tui]`. */
export async function printConfig(call: Call): Promise<number> {
  const isChanged = call.options['changed'] === true;
  return await show(call, call.operands[0], (loaded, json) => {
    if (json) return configJson(loaded, isChanged);
    return isChanged ? changedText(loaded) : loaded.getConfigText();
  });
}

/** Invalid layers are printed all the same; the exit code reports them. */
async function show(
  call: Call,
  file: string | undefined,
  text: TextOf,
  key?: string,
): Promise<number> {
  const { readApp } = await import('../sandbox/launch/open-app.js');
  const source = file === undefined ? undefined : await readApp(call, file);
  const { config: loaded, diagnostics } = inspectConfig(call, source);
  const shown = text(loaded, call.options['json'] === true);
  if (hasError(diagnostics, key)) {
    print(call.console, shown);
    return EXIT.usage;
  }
  // As `git config --get`: nothing, and not an empty line, which is a value.
  if (call.operands[0] === 'get' && key !== undefined && !loaded.hasKey(key)) {
    if (call.options['json'] === true) print(call.console, shown);
    return EXIT.failed;
  }
  print(call.console, shown);
  return EXIT.done;
}

/** @param named the only key that is looked at */
function hasError(diagnostics: readonly ConfigDiagnostic[], named?: string): boolean {
  const key = named !== undefined && bindingPath(named) !== undefined ? BINDINGS : named;
  return diagnostics.some(
    (diagnostic) =>
      diagnostic.severity === 'error' &&
      (key === undefined || diagnostic.key === undefined || diagnostic.key === key),
  );
}

/** A bare word was meant as an action; files have an extension or a path. */
function refuseWord(word: string | undefined): void {
  if (word === undefined || /[./\\]/.test(word) || word === '-') return;
  throw usageError(
    `there is no "tui config ${word}": the actions are ${ACTIONS.join(', ')}`,
    didYouMean(word, ACTIONS),
  );
}

function refuseMore([extra]: readonly string[], accepted = 'one FILE'): void {
  if (extra === undefined) return;
  throw usageError(`"tui config" accepts ${accepted}; found "${extra}"`, 'see tui config --help');
}
