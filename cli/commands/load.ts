/** The code of each command, loaded when it is called. */
import type { Call } from './table.js';

/** Runs a command; the exit code. */
type Execute = (call: Call) => Promise<number>;

const LOADERS: Readonly<Record<string, () => Promise<Execute>>> = {
  run: async () => (await import('./run.js')).run,
  snapshot: async () => (await import('./snapshot.js')).snapshot,
  view: async () => (await import('./view.js')).view,
  lint: async () => (await import('./lint.js')).lint,
  config: async () => (await import('./config.js')).config,
  permissions: async () => (await import('./permissions.js')).permissions,
  i18n: async () => (await import('./i18n.js')).i18n,
  state: async () => (await import('./state.js')).state,
  log: async () => (await import('./log.js')).log,
  completion: async () => (await import('./completion.js')).completion,
};

export async function loadCommand(name: string): Promise<Execute> {
  const load = LOADERS[name];
  if (load === undefined) throw new Error(`the command ${name} has no code`);
  return await load();
}
