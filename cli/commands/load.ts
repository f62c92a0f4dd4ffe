/** Loads the code of a command when it is called. */
import type { Call } from './table.js';

/** Runs a command; the exit code. */
type Execute = (call: Call) => Promise<number>;

const LOADERS: Readonly<Record<string, () => Promise<Execute>>> = {
  run: async () => (await import('./run.js')).run,
  ask: async () => (await import('./ask.js')).ask,
  dev: async () => {
    const [{ dev }, { runOpened }] = await Promise.all([import('./dev.js'), import('./run.js')]);
    return async (call) => await dev(call, runOpened);
  },
  snapshot: async () => (await import('./snapshot.js')).snapshot,
  chart: async () => (await import('./chart.js')).chart,
  view: async () => (await import('./view.js')).view,
  lint: async () => (await import('./lint.js')).lint,
  types: async () => (await import('./types.js')).types,
  init: async () => (await import('./init.js')).init,
  config: async () => (await import('./config.js')).config,
  permissions: async () => (await import('./permissions.js')).permissions,
  mcp: async () => (await import('./mcp.js')).mcp,
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
