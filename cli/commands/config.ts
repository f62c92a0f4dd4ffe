/** `tui config` and `tui --print-config`: what the configuration is, and why. */
import { configPath, explain, getText, userSchema, type Config } from '../../config/index.js';
import { didYouMean } from '../../runtime/diagnostics.js';
import { print } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { loadConfig } from '../settings.js';
import { readDocument } from '../source.js';
import { usageError } from '../usage-error.js';
import type { Call } from './table.js';

const ACTIONS = ['explain', 'get', 'path', 'schema'] as const;
type Action = (typeof ACTIONS)[number];

export async function config(call: Call): Promise<number> {
  const [first, ...rest] = call.operands;
  const action = ACTIONS.find((name) => name === first);
  if (action === undefined) return await printConfig(call);
  const [key, file] = action === 'explain' || action === 'get' ? rest : [undefined, rest[0]];
  if ((action === 'explain' || action === 'get') && key === undefined) {
    throw usageError(`"tui config ${action}" needs a key`, 'see tui config for all of them');
  }
  print(
    call.console,
    TEXTS[action](await load(call, file), key ?? '', call.options['json'] === true),
  );
  return EXIT.done;
}

const TEXTS: Readonly<Record<Action, (config: Config, key: string, json: boolean) => string>> = {
  explain: (loaded, key, json) => explain(key, { config: loaded, json }),
  get: (loaded, key) => getText(key, loaded),
  path: (loaded) => configPath(loaded),
  schema: () => userSchema(),
};

/** `tui --print-config [app.tui]` and `tui config [app.tui]`. */
export async function printConfig(call: Call): Promise<number> {
  const [file] = call.operands;
  if (file !== undefined && !/[./\\]/.test(file) && file !== '-') {
    throw usageError(
      `there is no "tui config ${file}": the actions are ${ACTIONS.join(', ')}`,
      didYouMean(file, ACTIONS),
    );
  }
  print(call.console, (await load(call, file)).getConfigText());
  return EXIT.done;
}

async function load({ console, flags }: Call, file: string | undefined): Promise<Config> {
  return loadConfig(console, flags, file === undefined ? undefined : await readDocument(file));
}
