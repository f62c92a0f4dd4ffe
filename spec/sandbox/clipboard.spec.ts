/** An app without `clipboard`: what a person copies in it goes nowhere, not by way of the terminal either. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyStep } from '../support/pty.js';

const main = commandFile();
let folder = '';
const before = process.env['SSH_TTY'];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-clipboard-'));
  // There nothing but the terminal has a clipboard, and nobody's own is written to.
  process.env['SSH_TTY'] = '/dev/pts/0';
});
afterAll(() => {
  if (before === undefined) delete process.env['SSH_TTY'];
  else process.env['SSH_TTY'] = before;
  rmSync(folder, { recursive: true, force: true });
});

/** The first word is selected with the mouse, which copies it. */
const COPY: PtyStep[] = [
  { type: '\x1b[<0;1;1M' },
  { type: '\x1b[<32;5;1M' },
  { type: '\x1b[<0;5;1m' },
];
const SENT = `\x1b]52;c;${Buffer.from('READY').toString('base64')}\x1b\\`;

const STILL = '<text>READY</text>';
const SCRIPTED = `${STILL}<script>export {}</script>`;
const policy = (clipboard: boolean): string =>
  `<policy>${JSON.stringify({ permissions: { clipboard } })}</policy>`;

async function copied(app: string, flags: readonly string[], step: PtyStep): Promise<string> {
  const file = join(folder, 'app.tui');
  writeFileSync(file, `<tui>${app}</tui>`);
  const { text } = await runOnPty(main, [...flags, file], [...COPY, step, { signal: 'SIGTERM' }]);
  return text;
}

describe('copying', () => {
  it.each([
    ['an app with code', SCRIPTED],
    ['one without', STILL],
  ])('asks the terminal in %s', async (_name, app) => {
    expect(await copied(app, [], { wait: 'to clipboard' })).toContain(SENT);
  });

  it.each([
    ['a flag, with code', SCRIPTED, ['--deny-clipboard']],
    ['a flag, without', STILL, ['--deny-clipboard']],
    ['a flag for everything', STILL, ['--deny-all']],
    ['a flag, over a grant', policy(true) + SCRIPTED, ['--deny-clipboard']],
    ['its policy, with code', policy(false) + SCRIPTED, []],
    ['its policy, without', policy(false) + STILL, []],
  ])('does not where it is denied by %s', async (_name, app, flags) => {
    const text = await copied(app, flags, { wait: 'the clipboard is not permitted' });
    expect(text).not.toContain('\x1b]52;');
  });

  it('is not done by what stands in a document', async () => {
    const app = `<text>READY ${SENT} &#27;]52;c;QQ==&#7;</text>${SCRIPTED}`;
    const text = await copied(app, ['--deny-clipboard'], {
      wait: 'the clipboard is not permitted',
    });
    expect(text).not.toContain('\x1b]52;');
  });
});
