/** Sends the app to its runner. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../../../runtime/base/diagnostics.js';
import { hasColor } from '../../command-line/console.js';
import type { Channel } from '../channel/channel.js';
import { packResult } from '../channel/sent-result.js';
import type { RunnerStart } from '../channel/task.js';
import { allowsSetting, grantedEnvironment } from '../policy/check.js';
import { cacheFolder } from '../policy/resolve.js';
import type { AppLog } from './app-log.js';
import type { LaunchInputs } from './launch-inputs.js';
import { terminalVariables } from './runner/environment.js';
import type { AppTerminal } from './terminal/app-terminal.js';

/** What the runner reads first. */
export function startOf(
  { console, source, config, argv, task, notices = [], ...rest }: LaunchInputs,
  own: Pick<RunnerStart, 'parts' | 'logs' | 'theme' | 'blueNoise' | 'state' | 'hasInput'>,
  terminal: AppTerminal | undefined,
): RunnerStart {
  const { permissions, variables } = rest;
  return {
    ...(terminal === undefined
      ? {}
      : { screen: { ...terminal.size, capabilities: terminal.capabilities } }),
    hasKeyboard: rest.keyboard !== undefined,
    hasColor: hasColor(console, 'stderr'),
    task,
    source,
    argv,
    notices,
    permissions,
    words: variables,
    ...own,
    isEdited: rest.editor !== undefined,
    byNodeAlone: rest.tier.bubblewrap === undefined,
    config: config.state({
      mayRead: (variable, isOwn) => allowsSetting(permissions, variable, isOwn),
    }),
    granted: grantedEnvironment(permissions, console.env),
    terminal: terminalVariables(console.env),
  };
}

/** Sends the compiled scripts, once the start is sent. */
export async function sendCode(
  channel: Channel,
  inputs: LaunchInputs,
  started: Promise<void>,
): Promise<void> {
  try {
    const { blocks, result } = await inputs.code;
    await started;
    channel.notify('code', { blocks, result: result && packResult(result) });
  } catch (error) {
    await started;
    // The runner waits for it, then requests the scripts, and receives the error.
    channel.notify('code', { blocks: [], result: null, error: String(error) });
  }
}

/** `bundler.retainBundle`: keeps what runs, logs where, and returns what is left to report. */
export async function retain(
  { config, code, console, remote, source, variables }: LaunchInputs,
  log: AppLog,
  started: Promise<void>,
): Promise<readonly Diagnostic[]> {
  if (!config.bundlerRetainBundle) return [];
  const { result } = await code.catch(() => ({ result: null }));
  await started;
  if (result?.ok !== true) return [];
  try {
    const { retainBundle } = await import('./files/retain-bundle.js');
    const app = remote === undefined ? resolve(variables.cwd, source.file) : addressOf(remote.url);
    const folder = retainBundle(cacheFolder(console.env, console.home), app, result.script);
    const message = `the compiled scripts are in ${folder}`;
    log.note('INFO', message);
    return [{ severity: 'info', code: 'bundle-kept', message }];
  } catch (error) {
    const { code: reason = 'unknown error' } = error as NodeJS.ErrnoException;
    const message = `the compiled scripts cannot be saved (${reason})`;
    return [{ severity: 'warning', code: 'cannot-write', message }];
  }
}

/** An address without what may be secret: its query and credentials. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
