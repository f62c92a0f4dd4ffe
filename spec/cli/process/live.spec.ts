/** `tui app.tui` on a terminal of its own: what is left to read when the app's screen is gone. */
import { join } from 'node:path';
import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile, folderOf } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';

const APP = `<text>READY</text>
<script>
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'q') $tui.exit(4);
  if (event.key === 't') setTimeout(() => null.foo);
  throw new Error('of ' + event.key);
});
</script>
`;

const main = commandFile();
let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'app.tui': APP });
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

async function run(steps: PtyStep[]): Promise<{ status: number; told: string }> {
  const { errors, status, restored } = await runOnPty(main, [join(cwd, 'app.tui')], steps);
  expect(restored).toBe(true);
  return { status, told: errors.replaceAll(`${cwd}/`, '') };
}

describe('a terminal that answers late', () => {
  const INLINE = `<tui inline="true"><text>READY</text><text id="more"></text>
<script>
$tui.document.addEventListener('keydown', ({ key }) => {
  if (key === 'g') $tui.getElementById('more').innerHTML = 'a<br/>b';
  if (key === 'q') $tui.exit();
});
</script></tui>`;
  const REMOTE = { SSH_TTY: '/dev/pts/1' };

  it.each<[name: string, flags: string[], steps: PtyStep[]]>([
    ['the first questions', [], [{ type: 'q' }]],
    ['where the rows of an inline app are', ['--terminal-mouse'], [{ type: 'gq' }]],
    ['the first questions, before a stop', [], [{ suspend: 'READY' }, { type: 'q' }]],
  ])('is waited for at the end of a session: %s', async (_, flags, steps) => {
    await writeFile(join(cwd, 'inline.tui'), INLINE);
    const { status, restored, stops, unread } = await runOnPty(
      main,
      [...flags, '--trust', join(cwd, 'inline.tui')],
      [{ lag: 500 }, ...steps],
      REMOTE,
    );
    expect({ status, restored, unread }).toEqual({ status: 0, restored: true, unread: 0 });
    expect(stops).not.toContain(false);
  });
});

describe('the title', () => {
  it('that a script sets before the first frame stands above the one of the document', async () => {
    const early = join(cwd, 'title.tui');
    await writeFile(
      early,
      `<title>Document</title><text>READY</text>
<script>
$tui.setTitle('Script');
$tui.document.addEventListener('keydown', () => $tui.exit());
</script>`,
    );
    const { text, status } = await runOnPty(main, [early], [{ type: 'q' }]);
    expect(status).toBe(0);
    expect(text).toMatch(/\x1b\][02];Script(\x07|\x1b\\)/);
    expect(text).not.toContain(';Document');
  });
});

describe('after the end', () => {
  it('the faults of handlers are told, each once, and change no exit code', async () => {
    const { status, told } = await run([{ type: 'a' }, { type: 'a' }, { type: 'q' }]);
    expect(status).toBe(4);
    expect(told.match(/app\.tui:6:9 error script-error: Error: of a/g)).toHaveLength(1);
    expect(told).toContain(`throw new Error('of ' + event.key);`);
  });

  it('the fault that ended the app stands last', async () => {
    const { status, told } = await run([{ type: 'a' }, { type: 't' }]);
    expect(status).toBe(1);
    expect(told.indexOf('Error: of a')).toBeGreaterThan(-1);
    expect(told.indexOf('app.tui:5:48 error script-error: TypeError')).toBeGreaterThan(
      told.indexOf('Error: of a'),
    );
    expect(told.match(/TypeError/g)).toHaveLength(1);
  });
});
