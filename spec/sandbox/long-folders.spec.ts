/** A grant of everything, with something denied in a folder of more entries than flags of Node can list; tui is in it as well. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { copyCommand, start } from '../support/cli.js';
import { describeTiers } from './support/tiers.js';

const COUNT = 4200;

let root = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tui-long-')));
  await mkdir(join(root, 'denied'));
  await writeFile(join(root, 'denied/secret'), 'secret');
  await Promise.all(Array.from({ length: COUNT }, (_, at) => writeFile(join(root, `f${at}`), 'f')));
  await copyCommand(join(root, 'command'));
  await symlink(
    fileURLToPath(new URL('../../node_modules', import.meta.url)),
    join(root, 'node_modules'),
  );
  await writeFile(
    join(root, 'app.tui'),
    `<tui>
  <policy>{ "permissions": { "read": ["/"], "write": ["/"] } }</policy>
  <text id="out" />
  <script>
    import { readFileSync, writeFileSync } from 'node:fs';
    const tried = (action) => {
      try { return String(action() ?? 'done'); } catch { return 'refused'; }
    };
    document.getElementById('out').textContent = [
      tried(() => readFileSync('${root}/denied/secret')),
      tried(() => readFileSync('${root}/f${COUNT - 1}')),
      tried(() => writeFileSync('${root}/denied/secret', 'x')),
      tried(() => writeFileSync('${root}/new', 'x')),
    ].join(' ');
  </script>
</tui>`,
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeTiers((tier) => {
  it('denies it, or states why it cannot', async () => {
    const args = ['--allow-all', '--allow-unenforced', `--deny-read=${root}/denied`];
    const { code, stdout, stderr } = await start(
      process.execPath,
      [join(root, 'command/cli/main.cjs'), ...args, join(root, 'app.tui')],
      { env: { TUI_SANDBOX_TIER: tier } },
    );
    if (tier === 'A') {
      expect([code, stdout.trim(), stderr]).toEqual([0, 'refused f refused done', '']);
      return;
    }
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      `error no-sandbox: Node's permission model cannot deny ${root}/denied of ${root}: it has too many entries`,
    );
  });
});
