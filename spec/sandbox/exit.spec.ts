/** The end of an app's process, however long Node takes for it. @ci */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { folderOf, tui } from '../support/cli.js';
import { describeTiers } from './support/tiers.js';

describeTiers((tier) => {
  const run = async (script: string) => {
    const folder = await folderOf({});
    const file = join(folder, 'app.tui');
    writeFileSync(file, `<text>x</text><script>${script}</script>`);
    return await tui(['snapshot', '--trust', file], {
      env: { TUI_SANDBOX_TIER: tier, HOME: folder },
    });
  };

  it.concurrent('an app that says it exits, and hangs, is ended with the code it gave', async () => {
    const { code } = await run(`process.on('exit', () => { for (;;); }); process.exit(7);`);
    expect(code).toBe(7);
  });

  // Together: each waits for longer than the launcher's patience.
  it.concurrent.each([
    ['that it ends', `process.emit('exit', 0);`],
    ['it again and again', `setInterval(() => process.emit('exit', 0), 100).unref();`],
    [
      'it in the place of the end',
      `const { reallyExit } = process;
      process.reallyExit = () => undefined;
      process.exit(0);
      process.reallyExit = reallyExit;`,
    ],
  ])('an app that only says %s goes on', async (_name, pretend) => {
    const { code, stdout } = await run(`${pretend}
      await new Promise((resolve) => setTimeout(resolve, 7000));
      $tui.document.querySelector('text').textContent = 'on';`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'on\n' });
  });

  it.concurrent('and ends when it does', async () => {
    const { code } = await run(`process.emit('exit', 0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      process.on('exit', () => { for (;;); });
      process.exit(7);`);
    expect(code).toBe(7);
  });

  it.concurrent('an app can signal itself, and nothing else', async () => {
    const { code, stdout } = await run(`
      const failure = (call) => { try { return call(); } catch (error) { return error.code; } };
      const { pid, ppid } = process;
      process.stdout.write([
        failure(() => process.kill(pid, 0)),
        failure(() => process.kill(pid, 'SIGNONE')),
        failure(() => process.kill(ppid, 0)),
      ].join());
      process.exit(7);`);
    expect({ code, stdout }).toEqual({
      code: 7,
      stdout: 'true,ERR_UNKNOWN_SIGNAL,not-permitted',
    });
  });

  it.concurrent('listeners of exit have time for what they save', async () => {
    const { code, stdout } = await run(`
      process.on('exit', () => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
        process.stdout.write('saved');
      });
      process.exit(7);`);
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'saved' });
  });
});
