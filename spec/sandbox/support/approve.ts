/** Approvals as "Always" keeps them, without a terminal to press the key on. */
import { ApprovalStore } from '../../../cli/sandbox/approval/store.js';
import { tui, type CallOptions } from '../../support/cli.js';

interface Shown {
  readonly app: string;
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tier: 'A' | 'B' | 'C';
  readonly permissions: Readonly<
    Record<string, { state?: string; granted: boolean | { value: string; state: string }[] }>
  >;
}

/** Approves all that an app asks for, as it is now. */
export async function approveApp(file: string, options: CallOptions): Promise<void> {
  const { stdout, stderr } = await tui(['permissions', '--json', file], options);
  if (stdout === '') throw new Error(stderr);
  const { app, hash, files, tier, permissions } = JSON.parse(stdout) as Shown;
  const granted = Object.entries(permissions).flatMap(([kind, { state, granted: rows }]) => {
    if (!Array.isArray(rows)) return state === 'asked' ? [kind] : [];
    return rows.filter((row) => row.state === 'asked').map(({ value }) => `${kind} ${value}`);
  });
  const { env = {} } = options;
  new ApprovalStore(env, env['HOME'] ?? '').approve({
    id: app,
    granted,
    tier,
    content: { hash, files: new Map(Object.entries(files)) },
  });
}
