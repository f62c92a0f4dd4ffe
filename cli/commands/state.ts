/** `tui state`: the state that an app keeps between runs. */
import { existsSync } from 'node:fs';
import { DiagnosticError, didYouMean, printableJson } from '../../runtime/base/diagnostics.js';
import { print, report } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { fetchIfRemote } from '../sandbox/launch/open-app.js';
import { realPathOf } from '../sandbox/policy/grants/paths.js';
import { StateFile } from '../state/state-file.js';
import { stateOwner } from '../state/state-owner.js';
import { usageError } from '../command-line/usage-error.js';
import type { Call } from './table.js';

const ACTIONS = ['path', 'show', 'clear'];

export async function state(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const [action = '', app = ''] = operands;
  if (!ACTIONS.includes(action)) {
    throw usageError(
      `"tui state" has no action "${action}"`,
      didYouMean(action, ACTIONS) ?? 'write tui state show FILE',
    );
  }
  const remote = await fetchIfRemote(call, app);
  const owner = stateOwner(remote === undefined ? realPathOf(app, console.cwd) : undefined, remote);
  if (owner === undefined || (remote === undefined && app === '-')) {
    throw usageError('an app from stdin has no state', 'name its file');
  }
  const file = new StateFile(console.env, console.home, owner);
  const json = options['json'] === true;
  if (action === 'path') {
    const exists = existsSync(file.path);
    print(console, json ? printableJson({ path: file.path, exists }) : file.path);
    return EXIT.done;
  }
  if (action === 'clear') return clear(call, file, json);
  const { saved, problem: error } = file.read();
  if (error !== undefined) {
    report(console, [
      {
        severity: 'warning',
        code: 'unreadable-state',
        message: `the saved state is ignored: ${error}`,
        source: { file: file.path, text: '' },
      },
    ]);
  }
  print(console, printableJson(saved, json ? undefined : 2));
  return EXIT.done;
}

function clear({ console }: Call, file: StateFile, json: boolean): number {
  try {
    const cleared = file.clear();
    const message = cleared ? 'The state was removed.' : 'Nothing was saved.';
    print(console, json ? printableJson({ cleared }) : message);
    return EXIT.done;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `the state cannot be removed (${code})`,
        source: { file: file.path, text: '' },
      },
    ]);
  }
}
