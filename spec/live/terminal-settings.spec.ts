/** Settings of the terminal that change while an app runs: they count at once, or it is said that they do not. @ci */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';
import { describeLauncher, tierVariable } from '../sandbox/support/tiers.js';

const MOUSE_ON = '\u001b[?1003h';
const MOUSE_OFF = '\u001b[?1003l';
const ALT_SCREEN_ON = '\u001b[?1049h';

const app = (early = ''): string => `<text style="margin-top: 8">READY</text><script>
${early}
const { config } = $tui;
$tui.document.addEventListener('keydown', ({ key }) => {
  if (key === 'm') config.set('terminal.mouse', false);
  if (key === 'M') config.set('terminal.mouse', true);
  if (key === 'a') config.set('terminal.alternateScreen', !config.terminalAlternateScreen);
  if (key === 'g') config.set('terminal.glyphs', 'ascii');
  if (key === 'f') for (let count = 0; count < 1001; count++) config.set('terminal.mouse', count % 2 === 1);
  if (key === 'q') $tui.exit(3);
});
</script>`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = (text: string): PtyStep => ({ type: text });
const count = (text: string, part: string): number => text.split(part).length - 1;

// The launcher has the terminal, on all tiers.
describeLauncher((tier) => {
  const run = async (text: string, steps: PtyStep[]): Promise<PtyResult> => {
    const file = join(folder, 'app.tui');
    writeFileSync(file, text);
    return await runOnPty(commandFile(), ['--trust', file], steps, {
      ...tierVariable(tier),
      HOME: folder,
      XDG_CONFIG_HOME: '',
    });
  };

  it('switches the mouse off and on', async () => {
    const { text, status, restored } = await run(app(), [
      key('m'),
      { next: MOUSE_OFF },
      key('M'),
      { next: MOUSE_ON },
      key('m'),
      { next: MOUSE_OFF },
      key('q'),
    ]);
    expect({ status, restored }).toEqual({ status: 3, restored: true });
    expect(text.lastIndexOf(MOUSE_OFF)).toBeGreaterThan(text.lastIndexOf(MOUSE_ON));
  });

  it('writes the last of a thousand changes', async () => {
    const { text, status } = await run(app(), [
      key('f'),
      { next: MOUSE_OFF },
      { sleep: 300 },
      key('q'),
    ]);
    expect(status).toBe(3);
    expect(count(text, MOUSE_ON) + count(text, MOUSE_OFF)).toBeLessThan(10);
  });

  it('counts what its script sets before the first frame', async () => {
    const early = `$tui.config.set('terminal.mouse', false); $tui.config.set('terminal.alternateScreen', false);`;
    const { text, status, errors } = await run(app(early), [key('q')]);
    expect(status).toBe(3);
    expect(text).not.toContain(MOUSE_ON);
    expect(text).not.toContain(ALT_SCREEN_ON);
    expect(errors).not.toContain('next-start');
  });

  it('says once what counts from the next start', async () => {
    const { text, status, errors } = await run(app(), [
      key('a'),
      { next: 'terminal.alternateScreen' },
      key('a'),
      key('a'),
      key('g'),
      { next: 'terminal.glyphs' },
      key('q'),
    ]);
    expect(status).toBe(3);
    expect(count(errors, 'warning next-start: terminal.alternateScreen')).toBe(1);
    expect(count(errors, 'warning next-start: terminal.glyphs')).toBe(1);
    expect(count(text, ALT_SCREEN_ON)).toBe(1);
  });

  it.each([
    ['with code', app()],
    ['without', '<text style="margin-top: 8">READY</text>'],
  ])('follows the file, %s', async (_name, text) => {
    const config = join(folder, '.config/tui');
    mkdirSync(config, { recursive: true });
    const put = (content: string): PtyStep => ({
      run: ['sh', '-c', `printf '%s' '${content}' > ${config}/config.json`],
    });
    try {
      const { status } = await run(text, [
        put('{"terminal": {"mouse": false}}'),
        { next: MOUSE_OFF },
        put('{"terminal": {"mouse": true}}'),
        { next: MOUSE_ON },
        put('{"terminal": {"alternateScreen": false}}'),
        { next: 'terminal.alternateScreen' },
        key('\u0003'),
      ]);
      expect(status).toBe(130);
    } finally {
      rmSync(join(config, 'config.json'));
    }
  });
});

describe('what is a terminal', () => {
  const run = async (env: Readonly<Record<string, string>>, steps: PtyStep[] = []) => {
    const file = join(folder, 'still.tui');
    writeFileSync(file, '<text style="margin-top: 8">READY</text>');
    return await runOnPty(commandFile(), [file], steps, { HOME: folder, ...env });
  };

  it('is one in CI as well', async () => {
    const steps: PtyStep[] = [{ interrupt: true }];
    const { text, status, restored } = await run({ CI: 'true' }, steps);
    expect({ status, restored }).toEqual({ status: 130, restored: true });
    expect(text).toContain(ALT_SCREEN_ON);
  });

  it.each([
    ['', 'TERM is not set'],
    ['dumb', 'TERM is dumb'],
  ])('is none where TERM is %j, which is reported', async (TERM, words) => {
    const { text, errors, status } = await run({ TERM });
    expect(status).toBe(0);
    expect(text + errors).toContain(
      `info no-terminal: ${words}: shown once, as text\n  set TERM, for example TERM=xterm-256color`,
    );
    expect(text).not.toContain('\u001b');
  });
});
