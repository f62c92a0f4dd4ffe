/** The end of an app's process, however long Node takes for it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { folderOf, tui } from '../support/cli.js';
import { describeTiers } from './attacks/support/arena.js';

describeTiers((tier) => {
  const run = async (script: string) => {
    const folder = await folderOf({});
    const file = join(folder, 'app.tui');
    writeFileSync(file, `<text>x</text><script>${script}</script>`);
    return await tui(['snapshot', '--trust', file], {
      env: { TUI_SANDBOX_TIER: tier, HOME: folder },
    });
  };

  it('an app that says it exits, and hangs, is ended with the code it gave', async () => {
    const { code } = await run(`process.on('exit', () => { for (;;); }); process.exit(7);`);
    expect(code).toBe(7);
  });

  it('listeners of exit have time for what they save', async () => {
    const { code, stdout } = await run(`
      process.on('exit', () => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
        process.stdout.write('saved');
      });
      process.exit(7);`);
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'saved' });
  });
});
