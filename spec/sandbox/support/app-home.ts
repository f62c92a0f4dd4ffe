/** A home folder with an app in it, and what the app is granted there. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPermissionFlags } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';
import { grantKey } from '../../../cli/sandbox/policy/requested.js';
import type { Resolved } from '../../../cli/sandbox/policy/resolve.js';
import { formatDiagnostic } from '../../../runtime/base/diagnostics.js';

export interface PolicyParts {
  readonly permissions?: unknown;
  readonly configSchema?: unknown;
}

export class AppHome {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'tui-home-')));
  readonly app = join(this.home, 'apps/one');

  constructor() {
    for (const folder of [this.app, join(this.home, 'notes')])
      mkdirSync(folder, { recursive: true });
  }

  resolved(
    policy: PolicyParts | undefined,
    flags: readonly string[] = [],
    { file = join(this.app, 'app.tui'), env = {} }: { file?: string; env?: NodeJS.ProcessEnv } = {},
  ): Resolved {
    const block = policy === undefined ? '' : `<policy>${JSON.stringify(policy)}</policy>`;
    return loadPermissions({
      source: { file: 'app.tui', text: `${block}<text>x</text>` },
      appFile: file,
      flags: readPermissionFlags(flags),
      env,
      cwd: this.home,
      home: this.home,
    }).resolved;
  }

  /** Keys of what is wanted, `~` for the home. */
  wanted(policy: PolicyParts, ...flags: string[]): string[] {
    const { requested: expected } = this.resolved(policy, flags);
    return expected.map((each) => grantKey(each).replaceAll(this.home, '~'));
  }

  told(policy: PolicyParts, ...flags: string[]): string {
    return this.resolved(policy, flags).diagnostics.map(formatDiagnostic).join('\n');
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
