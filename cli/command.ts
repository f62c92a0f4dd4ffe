/** The `tui` command, from arguments to exit. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printable, type Diagnostic } from '../runtime/base/diagnostics.js';
import type { CodeFolder } from './boot/code-cache.js';
import { compiledCode } from './compiled-code.js';
import { endWithReader, processConsole, report } from './command-line/console.js';
import { EXIT } from './command-line/exit-codes.js';
import { endAtUncaught, exitWhenWritten } from './command-line/failure.js';
import { main } from './command-line/program.js';
import { endWithHost, isHosted } from './mcp/hosted.js';

/** For `train.ts`. */
export const training = {
  main,
  live: async () => await import('./sandbox/launch/training.js'),
};

export interface CommandOptions {
  /** Holds what V8 compiled; undefined where nothing is kept. */
  readonly folder: CodeFolder | undefined;
  /** The folder that the user named for it, where it is not used. */
  readonly refused: string | undefined;
  /** V8 accepted this code from there; else some is written for the next start. */
  readonly isCompiled: boolean;
}

export async function command(
  args: readonly string[],
  { folder, refused, isCompiled }: CommandOptions,
): Promise<void> {
  compiledCode.use(folder);
  if (refused !== undefined) report(processConsole, [refusal(refused)]);
  if (!isCompiled) compiledCode.trainLater();
  // Nothing is left that could go on, and the command has not ended: Node would leave with 13 and no word.
  process.once('beforeExit', () => {
    process.stderr.write('error script-waits: a script awaits a promise that never settles\n');
    process.exit(EXIT.failed);
  });
  // Node would open its inspector, on a port that other users reach as well, at the first such signal.
  process.on('SIGUSR1', () => undefined);
  if (isHosted()) endWithHost();
  endAtUncaught();
  endWithReader(processConsole);
  const code = await main(args);
  // A script may have left a server or a socket open, which must not keep the command from ending;
  // but what was written to a pipe has to leave first.
  await exitWhenWritten(code, processConsole.opened);
}

/** An app could have written the folder at an earlier start. */
function refusal(named: string): Diagnostic {
  const inside = join(dirname(dirname(fileURLToPath(import.meta.url))), 'code');
  return {
    severity: 'warning',
    code: 'code-cache',
    message: `TUI_CODE_CACHE: expected "off" or a folder in the package of tui, found "${printable(named)}"; no compiled code is kept`,
    suggestion: `TUI_CODE_CACHE=${printable(inside)}`,
  };
}
