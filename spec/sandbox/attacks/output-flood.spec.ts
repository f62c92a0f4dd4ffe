/** A live app that writes to its standard streams without an end: the keys of its user still end it. @ci */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { sized } from '../../support/property-runs.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeLauncher } from '../support/tiers.js';

const CTRL_BACKSLASH = '\u001c';

const main = commandFile();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-output-'));
  writeFileSync(
    join(folder, 'app.tui'),
    `<text style="margin-top: 8">READY</text><script>
     import fs from 'node:fs';
     // Short lines are the most work for who takes them one by one.
     const lines = new Uint8Array(1 << 20).fill(10);
     setTimeout(() => {
       for (;;) {
         try { fs.writeSync(1, lines); } catch {}
       }
     }, 300);</script>`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a program of its own', () => {
  it('that writes without a pause hears no key', async () => {
    const file = join(folder, 'control.mjs');
    writeFileSync(
      file,
      `import fs from 'node:fs';
       process.stdin.setRawMode(true);
       process.stdin.on('data', () => process.exit(7));
       setTimeout(() => process.kill(process.pid, 'SIGKILL'));
       process.stdout.write('READY');
       for (const end = Date.now() + 1000; Date.now() < end; ) if (Math.random() < 1e-3) fs.writeSync(1, '.');`,
    );
    const steps: PtyStep[] = [{ type: CTRL_BACKSLASH }];
    expect((await runOnPty(file, [], steps)).status).toBe(-9);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('is ended by Ctrl+\\, and its last lines are shown', async () => {
    const steps: PtyStep[] = [{ sleep: sized(3000, 1000) }, { type: CTRL_BACKSLASH }];
    const env = { TUI_SANDBOX_TIER: tier };
    const result = await runOnPty(main, ['--trust', join(folder, 'app.tui')], steps, env);
    expect(result).toMatchObject({ status: 130, restored: true });
    expect(result.text).toContain('only the last 64 kB');
  });
});
