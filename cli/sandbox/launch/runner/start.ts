/** Starts the runner. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../../../compiled-code.js';
import type { LaunchInputs } from '../launch-inputs.js';
import { runnerCommand, v8Flags } from '../tier/command.js';
import { runnerEnvironment } from './environment.js';
import { RunnerProcess } from './process.js';
import { streamsOf } from './streams.js';

/** Starts the runner, once no granted or denied path is another than it was. */
export function startRunner(inputs: LaunchInputs, nodeArgs: readonly string[]): RunnerProcess {
  const { console, tier, permissions, held, variables, task } = inputs;
  const command =
    inputs.command ??
    runnerCommand({ tier, permissions, held, ...runnerEntry(), cwd: variables.cwd, nodeArgs });
  const streams = streamsOf(inputs);
  held.check();
  return new RunnerProcess(
    command,
    runnerEnvironment(console.env, task.type !== 'live', inputs.remote?.url),
    variables.cwd,
    { ...streams, code: compiledCode.openRunner([...v8Flags(tier), ...nodeArgs]) },
  );
}

/** The bundle of the runner, beside the launcher's. */
function runnerEntry(): { entry: string; code: string } {
  const here = realpathSync(fileURLToPath(import.meta.url));
  // In bundle/, one folder below the build's own.
  const code = dirname(dirname(here));
  return { entry: join(code, 'cli', 'sandbox', 'runner.cjs'), code };
}
