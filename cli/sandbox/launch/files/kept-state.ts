/** Stores an app's state: what its process sends is merged into its own file only. */
import type { SavedState } from '../../../../runtime/persistence/saved.js';
import { MAX_DEPTH, MAX_STATE } from '../../../../runtime/persistence/saved.js';
import { late } from '../../../../runtime/base/late.js';
import type { StateFile } from '../../../state/state-file.js';
import type { Broker } from '../../broker/broker.js';
import { collect, tooMany } from '../../broker/limits.js';
import { parseBounded } from '../../channel/bounded-json.js';
import type { LaunchInputs } from '../launch-inputs.js';

const states = late(
  () => require('../../../state/state-file.js') as typeof import('../../../state/state-file.js'),
);

/** What an app sends at a time. */
const LIMITS = { bytes: MAX_STATE, values: 200_000, depth: MAX_DEPTH + 8 };

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
  const { readReported, StateFile: File } = states();
  const file = new File(console.env, console.home, stateOwner);
  const saved = readReported(file, console);
  let coming = 0;
  let last = 0;
  /** When it may be written next. */
  let next = 0;
  return {
    saved,
    register: (broker) =>
      broker.register(
        'state-save',
        async ({ body, payload }) => {
          // Not in turn: an app that ends blocks on its last one, and sends no more of an earlier one.
          if (coming >= MAX_COMING) throw tooMany(MAX_COMING);
          coming++;
          try {
            const bytes = await collect(body, LIMITS.bytes, 'the state');
            const place = Number.isSafeInteger(payload) ? (payload as number) : last;
            // A later message has reported it already.
            if (place < last) return { value: [] };
            // A flood of writes, each of which waits for the disk, would leave no time for anything else.
            await until(() => next);
            if (place < last) return { value: [] };
            last = place;
            const begun = performance.now();
            try {
              return { value: write(file, bytes) };
            } finally {
              const took = performance.now() - begun;
              next = performance.now() + Math.max(INTERVAL, REST * took);
            }
          } finally {
            coming--;
          }
        },
        { streams: true },
      ),
  };
}

/** Milliseconds between two writes, at least. */
const INTERVAL = 100;
/** The time between two writes, in times that the last one took: this process has a terminal to serve. */
const REST = 3;
/** Requests whose streams are read at a time. */
const MAX_COMING = 4;

async function until(time: () => number): Promise<void> {
  for (let left = time() - performance.now(); left > 0; left = time() - performance.now())
    await new Promise((resolve) => setTimeout(resolve, left));
}

/** @throws an error without the path of the file: an app must not learn the launcher's paths */
function write(file: StateFile, bytes: Buffer): readonly string[] {
  try {
    return file.write(parseBounded(bytes, LIMITS));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isOwn = code === 'too-large' || code === 'not-own';
    const reason = isOwn ? message : (code ?? 'unknown error');
    throw Object.assign(new Error(reason), { code: code ?? 'state' });
  }
}
