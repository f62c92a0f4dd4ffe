/** Environment variables as a layer: those of the schema's keys, and those that the app's keys name. */
import { nearest } from '../../runtime/base/diagnostics.js';
import { messageAt, readText, type Declared } from '../declared.js';
import type { Environment } from './file-layer.js';
import { DECLARED, type Entry, type Layer } from './layer.js';
import { ConfigDiagnostics } from '../diagnostics.js';
import { INTERNAL_VARIABLES, PROPERTIES } from '../schema.js';

/** Variables derived from a flag's name: `--headless` makes `TUI_HEADLESS` of `TUI_HEADLESS_ENABLED`. */
const NAMED_AS_FLAG: ReadonlyMap<string, string> = new Map(
  [...PROPERTIES.values()].map(({ flag, env }) => [
    `TUI_${flag.slice(2).toUpperCase().replace(/-/g, '_')}`,
    env,
  ]),
);

/** @param mayRead whether a variable that a key of the app names may be read at all */
export function readEnvironment(
  env: Environment,
  app: ReadonlyMap<string, Declared>,
  mayRead: (variable: string) => boolean = () => true,
): Layer {
  const diagnostics = new ConfigDiagnostics('env');
  const entries = new Map<string, Entry>();
  const names = new Set<string>(INTERNAL_VARIABLES);
  for (const declared of [...DECLARED.values(), ...app.values()]) {
    const { key, env: name } = declared;
    if (name === undefined || (declared.app && !mayRead(name))) continue;
    names.add(name);
    const text = Object.hasOwn(env, name) ? env[name] : undefined;
    if (text === undefined) continue;
    // As with NO_COLOR: a variable that turns something off counts once it has a text.
    if (text === '' && declared.envInverted) continue;
    const checked = readText(declared, text);
    if (checked.ok) {
      const value = declared.envInverted ? checked.value !== true : checked.value;
      entries.set(key, { value, source: 'env', place: name });
      continue;
    }
    const { suggestion } = checked;
    diagnostics.add({
      severity: 'error',
      code: 'bad-value',
      message: messageAt(name, checked),
      key,
      suggestion: text === '' ? 'unset it, or set a value' : suggestion,
    });
  }
  for (const name of Object.keys(env)) {
    // Other programs may have variables of this prefix: only a near miss is worth a word.
    if (!name.startsWith('TUI_') || names.has(name) || diagnostics.full) continue;
    const nearestName =
      NAMED_AS_FLAG.get(name) ??
      nearest(
        name,
        [...names].filter((known) => known.startsWith('TUI_')),
      );
    if (nearestName === undefined) continue;
    const message = `${name} is not a variable of the configuration`;
    const suggestion = `did you mean "${nearestName}"?`;
    diagnostics.add({ severity: 'warning', code: 'unknown-variable', message, suggestion });
  }
  return { entries, diagnostics: diagnostics.list() };
}
