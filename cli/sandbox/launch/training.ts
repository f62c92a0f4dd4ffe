/** A live app of this package, run to fill V8's code cache. */
import type { Console } from '../../command-line/console.js';
import { NO_PERMISSION_FLAGS } from '../policy/flags.js';
import { launchApp, openApp } from './open-app.js';
import { RUNNER_FLAGS, v8Flags, type RunnerCommand } from './tier/command.js';
import { chooseTier } from './tier/tier.js';

/**
 * Runs the document live, on a terminal that is none.
 *
 * @param commandOf starts a runner without a sandbox, which has to write its file, with these flags of V8,
 *   those of this machine's tier, and with Node's other flags for it; default: the sandbox
 */
export async function trainLive(
  file: string,
  console: Console,
  commandOf?: (flags: readonly string[], others: readonly string[]) => RunnerCommand,
): Promise<number> {
  const call = {
    console,
    flags: {},
    permissions: { ...NO_PERMISSION_FLAGS, allowUnenforced: true },
    operands: [file],
    argv: [],
    options: {},
    steps: [],
    // What is compiled must not depend on the user's settings.
    configFile: false as const,
  };
  const { tier } = chooseTier(console.env);
  return await launchApp(call, await openApp(call, file, () => 'live'), {
    argv: [],
    task: { type: 'live' },
    keyboard: console.stdin,
    command: commandOf?.(v8Flags(tier), RUNNER_FLAGS),
  });
}
