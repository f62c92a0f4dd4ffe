/** An app is stopped by a key of its user or by a signal, and not by its own word. @ci */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeTiers } from '../support/tiers.js';

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
  const run = async (steps: PtyStep[]) =>
    await runOnPty(main, ['--trust', join(folder, 'app.tui')], steps, { TUI_SANDBOX_TIER: tier });

  it('is not stopped by its own word', async () => {
    const result = await run([{ wait: 'STILL HERE' }, { type: 'q' }]);
    expect(result).toMatchObject({ status: 0, stops: [], restored: true });
  });

  it('Ctrl+Z stops it, once for each time that it is pressed', async () => {
    const ctrlZ: PtyStep = { type: '\u001a' };
    const steps: PtyStep[] = [ctrlZ, stopped, goOn, ctrlZ, stopped, goOn, { next: 'STILL HERE' }];
    const result = await run([...steps, { type: 'q' }]);
    expect(result).toMatchObject({ status: 0, stops: [true, true], restored: true });
  });

  it('is not reported as hung for the time that it was stopped', async () => {
    const steps: PtyStep[] = [{ type: '\u001a' }, stopped, { sleep: 2500 }, { continue: true }];
    const { status, text } = await run([...steps, { sleep: 1000 }, { type: 'q' }]);
    expect(status).toBe(0);
    expect(text).not.toContain('not responding');
  });

  it('a signal stops it at any time', async () => {
    const steps: PtyStep[] = [{ signal: 'SIGTSTP' }, stopped, goOn, { signal: 'SIGTSTP' }, stopped];
    const { stops, status } = await run([...steps, goOn, { wait: 'STILL HERE' }, { type: 'q' }]);
    expect(stops).toEqual([true, true]);
    expect(status).toBe(0);
  });
});
