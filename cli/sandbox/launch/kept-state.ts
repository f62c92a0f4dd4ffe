/** Keeps an app's state for it: what its own side sends is merged into its own file, and nothing else. */
import { homedir } from 'node:os';
import { report } from '../../command-line/console.js';
import type { SavedState } from '../../../runtime/persistence/saved.js';
import { MAX_STATE } from '../../../runtime/persistence/saved.js';
import { StateFile } from '../../state/state-file.js';
import type { Broker } from '../broker/broker.js';
import { collect, tooMany } from '../broker/limits.js';
import { parseBounded } from '../channel/bounded-json.js';
import type { LaunchInputs } from './launch.js';

/** What an app sends at a time. */
const LIMITS = { bytes: MAX_STATE, values: 50_000, depth: 64 };

export interface KeptState {
  readonly saved: SavedState;
  register(broker: Broker): void;
}

/** Undefined where nothing is to be kept: for a picture, without the setting, and for an app without a name. */
export function openState(
  inputs: Pick<LaunchInputs, 'config' | 'console' | 'stateOwner' | 'task'>,
): KeptState | undefined {
  const { config, console, stateOwner, task } = inputs;
  if (task.type !== 'live' || !config.persist || stateOwner === undefined) return undefined;
  const file = new StateFile(console.env, homedir(), stateOwner);
  const { saved, problem } = file.read();
  if (problem !== undefined) {
    report(console, [
      {
        severity: 'warning',
        code: 'unreadable-state',
        message: `the state of the app is left out: ${problem}`,
        source: { file: file.path, text: '' },
        suggestion: 'tui state clear FILE removes it',
      },
    ]);
  }
  let coming = 0;
  let last = 0;
  /** When it was written last. */
  let written = 0;
  return {
    saved,
    register: (broker) =>
      broker.register(
        'state-save',
        async ({ body, payload }) => {
          // Not in turn: an app that ends stands still for its last one, and sends no more of an earlier one.
          if (coming >= MAX_COMING) throw tooMany(MAX_COMING);
          coming++;
          try {
            const bytes = await collect(body, LIMITS.bytes, 'the state');
            const place = typeof payload === 'number' ? payload : last;
            // What a later one has said already.
            if (place < last) return { value: null };
            // A flood of writes, each of which waits for the disk, would leave no time for anything else.
            await new Promise((resolve) => setTimeout(resolve, written + INTERVAL - Date.now()));
            if (place < last) return { value: null };
            last = place;
            write(file, bytes);
            written = Date.now();
            return { value: null };
          } finally {
            coming--;
          }
        },
        { streams: true },
      ),
  };
}

/** Milliseconds between two writes. */
const INTERVAL = 100;
/** Requests whose streams are read at a time. */
const MAX_COMING = 4;

/** @throws an error that says nothing of where the file is: paths of the launcher are none of the app's business */
function write(file: StateFile, bytes: Buffer): void {
  try {
    file.write(parseBounded(bytes, LIMITS));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'too-large' ? message : (code ?? 'unknown error');
    throw Object.assign(new Error(reason), { code: code ?? 'state' });
  }
}
