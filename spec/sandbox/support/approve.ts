/** Approvals as "Always" keeps them, without a terminal to press the key on. */
import { ApprovalStore } from '../../../cli/sandbox/approval/store.js';
import type { CallOptions } from '../../support/cli.js';
import { call } from '../../support/in-process.js';
import { BEST_TIER, WITHOUT_BUBBLEWRAP } from './tiers.js';

interface Shown {
  readonly app: string;
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
  readonly permissions: Readonly<
    Record<string, { state?: string; granted: boolean | { value: string; state: string }[] }>
  >;
}

/** Approves all that an app asks for, as it is now. */
export async function approveApp(file: string, options: CallOptions): Promise<void> {
  const { env = {} } = options;
  // The content is the same on each tier; bubblewrap would be a start.
  const { stdout, stderr } = await call(['permissions', '--json', file], {
    ...options,
    env: { ...env, TUI_SANDBOX_TIER: WITHOUT_BUBBLEWRAP },
  });
  if (stdout === '') throw new Error(stderr);
  const { app, hash, files, permissions } = JSON.parse(stdout) as Shown;
  const granted = Object.entries(permissions).flatMap(([kind, { state, granted: rows }]) => {
    if (!Array.isArray(rows)) return state === 'asked' ? [kind] : [];
    return rows.filter((row) => row.state === 'asked').map(({ value }) => `${kind} ${value}`);
  });
  const tier = (env['TUI_SANDBOX_TIER'] ?? BEST_TIER) as 'A' | 'B' | 'C';
  const home = env['HOME'] ?? '';
  // The command of specs has no other account.
  new ApprovalStore(env, home, home).approve({
    id: app,
    granted,
    tier,
    content: { hash, files: new Map(Object.entries(files)) },
  });
}
