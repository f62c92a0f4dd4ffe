/** `tui config` and `tui --print-config`: what the configuration is, and why. */
import {
  configJson,
  configPath,
  configPathJson,
  explain,
  getJson,
  getText,
  userSchema,
  type Config,
} from '../../config/index.js';
import { didYouMean } from '../../runtime/diagnostics.js';
import { print } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { inspectConfig } from '../settings.js';
import { readDocument } from '../source.js';
import { usageError } from '../usage-error.js';
import type { Call } from './table.js';

const ACTIONS = ['explain', 'get', 'path', 'schema'] as const;
type Action = (typeof ACTIONS)[number];
const NEEDS_KEY: ReadonlySet<string> = new Set<Action>(['explain', 'get']);

export async function config(call: Call): Promise<number> {
  const [first, ...rest] = call.operands;
  const action = ACTIONS.find((name) => name === first);
  if (action === undefined) {
    refuseWord(first);
    refuseMore(rest);
    return await printConfig(call);
  }
  const [key = '', file, ...more] = NEEDS_KEY.has(action) ? rest : ['', ...rest];
  if (NEEDS_KEY.has(action) && key === '') {
    throw usageError(`"tui config ${action}" needs a key`, 'see tui config for all of them');
  }
  refuseMore(more);
  return await show(
    call,
    file,
    (loaded, json) => TEXTS[action](loaded, key, json),
    key || undefined,
  );
}

const TEXTS: Readonly<Record<Action, (config: Config, key: string, json: boolean) => string>> = {
  explain: (loaded, key, json) => explain(key, { config: loaded, json }),
  get: (loaded, key, json) => (json ? getJson(key, loaded) : getText(key, loaded)),
  path: (loaded, _, json) => (json ? configPathJson(loaded) : configPath(loaded)),
  // It is JSON either way.
  schema: () => userSchema(),
};

/** `tui --print-config [app.tui]` and `tui config [app.tui]`. */
export async function printConfig(call: Call): Promise<number> {
  return await show(call, call.operands[0], (loaded, json) =>
    json ? configJson(loaded) : loaded.getConfigText(),
  );
}

/** What is wrong with the layers does not keep anybody from looking at them; the exit code tells. */
async function show(
  { console, flags, options }: Call,
  file: string | undefined,
  text: (config: Config, json: boolean) => string,
  key?: string,
): Promise<number> {
  const source = file === undefined ? undefined : await readDocument(file);
  const loaded = inspectConfig(console, flags, source);
  print(console, text(loaded, options['json'] === true));
  return isFaulty(loaded, key) ? EXIT.usage : EXIT.done;
}

/** @param key the only one that is looked at */
function isFaulty({ problems }: Config, key?: string): boolean {
  return problems.some(
    (problem) =>
      problem.severity === 'error' &&
      (key === undefined || problem.key === undefined || problem.key === key),
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

function refuseMore([extra]: readonly string[]): void {
  if (extra === undefined) return;
  throw usageError(`"tui config" takes one FILE, not also "${extra}"`, 'see tui config --help');
}
