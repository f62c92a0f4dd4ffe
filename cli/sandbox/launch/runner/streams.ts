/** The standard streams of the runner: what it gets, and where what it writes goes. */
import type { LogEntry } from '../../../../runtime/script/logger.js';
import {
  endUnwritten,
  inputOf,
  isTerminal,
  sharesOutput,
  writeFirst,
} from '../../../command-line/console.js';
import { cutLogMessage } from '../../channel/payloads.js';
import { accessTo } from '../../policy/check.js';
import { statesFolder } from '../../policy/resolve.js';
import type { AppLog } from '../app-log.js';
import type { LaunchInputs } from '../launch-inputs.js';
import type { Control } from './control.js';
import { RunnerOutput, type AppBytes } from './output.js';
import { makePipes } from './pipes.js';
import type { RunnerProcess, RunnerStreams } from './process.js';

/** Milliseconds that the reader of its output may take, where a signal has ended it. */
const LAST_READ = 1000;

/** Nothing of the user's is passed on, neither a terminal nor a file: all that the runner gets are pipes of this process. */
export function streamsOf({
  console,
  input: ownInput = console,
  source,
  appFile,
  permissions,
}: LaunchInputs): RunnerStreams {
  // An app that was read from stdin is at its end.
  const isRead = source.file === '<stdin>' && appFile === undefined;
  const input = isRead ? 'nothing' : inputOf(ownInput);
  // A pipe made by name cannot be opened by another once its writer has gone, as could one of a shell's.
  const isOpened = accessTo(permissions, '/proc') !== 'none';
  const hasPipe = input === 'other' && !isOpened;
  const isShared = sharesOutput(console);
  const folder = statesFolder(console.env, console.home);
  const pipes = makePipes(Number(hasPipe) + Number(isShared), folder) ?? [];
  const hasInput = input === 'socket' || input === 'other';
  const stdin = hasInput ? ((hasPipe ? pipes.shift() : undefined) ?? 'pipe') : 'ignore';
  return { stdin, output: pipes.shift() };
}

/** Passes on what the app writes to its standard streams. */
export function outputOf(
  { stdout, stderr }: RunnerProcess,
  { console, task }: LaunchInputs,
  log: AppLog,
): RunnerOutput[] {
  const of = (
    bytes: AppBytes | undefined,
    name: 'stdout' | 'stderr',
    level: LogEntry['level'],
  ): RunnerOutput[] => {
    if (bytes === undefined) return [];
    const kind = task.type === 'live' ? 'kept' : 'text';
    const output = new RunnerOutput(bytes, () => console[name], {
      as: isTerminal(console, name) ? kind : 'bytes',
      writeFirst: name === 'stdout' ? (piece) => writeFirst(console, piece) : undefined,
      onError: name === 'stdout' ? (error) => endUnwritten(console, error) : undefined,
      onLine: (message) =>
        log.append('output', { time: Date.now(), level, message: cutLogMessage(message) }),
    });
    return [output];
  };
  return [...of(stdout, 'stdout', 'INFO'), ...of(stderr, 'stderr', 'WARN')];
}

/** Where a signal has ended the app, its reader may have been stopped as well. */
export async function finishOutput(
  output: readonly RunnerOutput[],
  { endedBy }: Control,
): Promise<void> {
  const patience = endedBy === undefined ? undefined : LAST_READ;
  for (const each of output) await each.finish(patience);
}
