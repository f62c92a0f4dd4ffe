/** The `tui` command from its arguments to the end of the process. */
import { EXIT } from './exit-codes.js';
import { exitWhenWritten } from './failure.js';
import { main } from './program.js';

export async function command(args: readonly string[]): Promise<void> {
  // Nothing is left that could go on, and the command has not ended: Node would leave with 13 and no word.
  process.once('beforeExit', () => {
    process.stderr.write('error script-waits: a script awaits what never comes\n');
    process.exit(EXIT.failed);
  });
  const code = await main(args);
  // A script may have left a server or a socket open, which must not keep the command from ending;
  // but what was written to a pipe has to leave first.
  await exitWhenWritten(code);
}
