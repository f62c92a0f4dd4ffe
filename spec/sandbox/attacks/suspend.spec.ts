/** An app that stops itself is stopped once, and runs on when its user continues it. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeTiers } from './support/arena.js';

jest.setTimeout(90_000);

const apps = join(dirname(fileURLToPath(import.meta.url)), 'apps');
const main = commandFile();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-suspend-'));
  copyFileSync(join(apps, 'wire.ts'), join(folder, 'wire.ts'));
  const script = readFileSync(join(apps, 'suspend.ts'), 'utf8');
  writeFileSync(
    join(folder, 'app.tui'),
    `<text id="t" style="margin-top: 8">READY</text><script>${script}</script>`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const stopped: PtyStep = { stopped: true };
const goOn: PtyStep = { signal: 'SIGCONT' };

describe('a program of its own', () => {
  it('stops itself as often as it likes', async () => {
    const file = join(folder, 'control.mjs');
    writeFileSync(
      file,
      `process.stdout.write('READY');
       let count = 0;
       setInterval(() => (++count > 3 ? process.exit(0) : process.kill(0, 'SIGTSTP')), 50);`,
    );
    const steps = [stopped, goOn, stopped, goOn, stopped, goOn];
    expect((await runOnPty(file, [], steps)).status).toBe(0);
  });
});

describeTiers((tier) => {
  it('is stopped once, and not again before its user can do anything', async () => {
    const steps: PtyStep[] = [stopped, goOn, { wait: 'STILL HERE' }];
    const result = await runOnPty(main, ['--trust', join(folder, 'app.tui')], steps, {
      TUI_SANDBOX_TIER: tier,
    });
    expect(result.status).toBe(0);
    expect(result.stops).toHaveLength(1);
    expect(result.restored).toBe(true);
  });

  it('a signal stops it at any time', async () => {
    const steps: PtyStep[] = [stopped, goOn, { signal: 'SIGTSTP' }, stopped, goOn];
    const { stops } = await runOnPty(
      main,
      ['--trust', join(folder, 'app.tui')],
      [...steps, { wait: 'STILL HERE' }],
      { TUI_SANDBOX_TIER: tier },
    );
    expect(stops).toHaveLength(2);
  });
});
