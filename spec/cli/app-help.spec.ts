/** `tui --help FILE` prints the `<help>` of an app. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app.tui': `<tui>
  <help>
    Usage: app.tui FOLDER

      q   leave
    \u001b]0;x\u0007
  </help>
  <text>hi</text>
  <script>console.log($tui.argv); $tui.exit(7)</script>
</tui>`,
    'two.tui': '<container><help>first</help></container><help>second</help>',
    'none.tui': '<text>hi</text>',
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

const call = async (line: string): Promise<Result> => await callTui(line.split(' '), { cwd });
const HELP = 'Usage: app.tui FOLDER\n\n  q   leave\n␛]0;x␇\n';

it.each(['--help app.tui', '-h app.tui', 'help app.tui', '--help -- app.tui'])(
  'tui %s',
  async (line) => {
    expect(await call(line)).toMatchObject({ code: 0, stdout: HELP, stderr: '' });
  },
);

it('is the first of several, as in the app', async () => {
  expect((await call('--help two.tui')).stdout).toBe('first\n');
});

it('says where there is none', async () => {
  expect((await call('--help none.tui')).stdout).toBe(
    'none.tui has no <help>. The help of tui itself: tui --help\n',
  );
  const refused = await call('none.tui --help');
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('write flags before FILE: tui --help none.tui'),
  ]);
  const missing = await call('--help gone.tui');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no-file')]);
  expect((await call('--help nonsense')).stderr).toContain('there is no command "nonsense"');
});
