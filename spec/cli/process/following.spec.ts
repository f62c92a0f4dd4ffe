/** Inline apps whose stdout is not a terminal: they run to their end, and print one line for each change of state. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tui } from '../../support/cli.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-following-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(markup: string) {
  const file = join(folder, 'app.tui');
  writeFileSync(file, markup);
  return await tui(['--trust', file]);
}

const INSTALL = (attributes: string, end: string): string => `<tui ${attributes}>
<spinner id="load">Loading</spinner><progress id="copy" label="Copying" value="0" max="40"/>
<script async="ready">
const wait = () => new Promise((resolve) => requestAnimationFrame(resolve));
const load = $tui.getElementById('load');
const copy = $tui.getElementById('copy');
$tui.print('\\x1b[1mInstalling\\x1b[m');
await wait();
load.textContent = 'Checking';
await wait();
load.style.display = 'none';
for (let at = 1; at <= 40; at++) {
  copy.setAttribute('value', String(at));
  if (at === 21) $tui.print('half of it');
  if (at % 2 === 0) await wait();
}
${end}
</script></tui>`;

describe('an inline app in a pipe', () => {
  it('runs to its end, and prints a line a change of state without any control', async () => {
    const { code, stdout, stderr } = await run(INSTALL('inline="true"', '$tui.exit(0);'));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(stdout).not.toMatch(/\x1b/);
    expect(lines).toEqual([
      'Loading …',
      'Copying: 0 %',
      'Installing',
      'Checking …',
      'Checking: done',
      'Copying: 10 %',
      'Copying: 20 %',
      'Copying: 30 %',
      'Copying: 40 %',
      'Copying: 50 %',
      'half of it',
      'Copying: 60 %',
      'Copying: 70 %',
      'Copying: 80 %',
      'Copying: 90 %',
      'Copying: 100 %',
    ]);
  });

  it('states what has not been done where it fails', async () => {
    const { code, stdout } = await run(
      `<tui inline="true"><spinner>Deploying</spinner><script async="ready">
      setTimeout(() => $tui.exit(4), 50);
      </script></tui>`,
    );
    expect([code, stdout]).toEqual([4, 'Deploying …\nDeploying: failed\n']);
  });

  it('prints one frame of an app that is not inline, and then what it has printed', async () => {
    const { code, stdout } = await run(
      `<tui><text>frame</text><script>$tui.print('printed')</script></tui>`,
    );
    expect([code, stdout]).toEqual([0, 'frame\nprinted\n']);
  });
});
