/**
 * The developer tools and the assistant over an inline app, in tmux: they are on the alternate screen, and what the launcher writes to
 * the main one while the app is there are its rows alone: no question to the user, none to the terminal.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui inline="true"><text id="state">keys:</text>
<script>
$tui.document.addEventListener('keydown', ({ key }) => {
  $tui.getElementById('state').textContent += ' ' + key;
  if (key === 'p') $tui.print('printed');
});
</script></tui>`;

const terminal = new Tmux();
const { folder } = terminal;
const rows = (): string[] => terminal.screen().trimEnd().split('\n');
const isMain = (): boolean => terminal.modes().startsWith('0');

/** What was written to the main screen, without the parts for the alternate one. */
function writtenToMain(): string {
  const all = readFileSync(join(folder, 'bytes'), 'utf8');
  return all.replace(/\x1b\[\?1049h[^]*?\x1b\[\?1049l/g, '');
}

describeInTmux('tools beside an inline app in tmux', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'app.tui'), APP);
    await terminal.start(120, 30);
    terminal.keys(
      `PS1='$ '; cd ${folder}; alias a='XDG_CONFIG_HOME=${folder}/config XDG_STATE_HOME=${folder}/state TUI_AI_ENDPOINT=http://127.0.0.1:9/v1 node ${commandFile()} --trust --assistant'; clear`,
      'Enter',
    );
    await terminal.until('a clean prompt', () => terminal.screen().trim() === '$');
  });
  afterAll(() => {
    terminal.stop();
  });

  it.each([
    ['F12', 'Developer tools'],
    ['F8', 'Ask about this app'],
  ])('%s opens on the alternate screen, and gives the rows back', async (key, title) => {
    terminal.keys('clear; tmux clear-history; echo above', 'Enter');
    await terminal.until('the line above', () => rows()[0] === 'above');
    terminal.run('pipe-pane', `cat > ${folder}/bytes`);
    terminal.keys('a app.tui', 'Enter');
    await terminal.until(
      'the app',
      () => rows().at(-1) === 'keys:' && !terminal.modes().endsWith('1 0'),
    );
    const before = writtenToMain().length;
    for (let time = 0; time < 2; time++) {
      terminal.keys(key);
      await terminal.until(title, () => terminal.screen().includes(title) && !isMain());
      terminal.keys(key);
      await terminal.until('the main screen', () => isMain() && rows()[0] === 'above');
    }
    terminal.keys('p');
    await terminal.until('the printed line', () => rows().at(-1) === 'keys: p');
    expect(rows()).toEqual(['above', '$ a app.tui', 'printed', 'keys: p']);
    const written = writtenToMain().slice(before);
    expect(written).toContain('printed');
    // No question to the terminal, and no words of the launcher.
    expect(written).not.toMatch(/\x1b\[[\d;?>]*[cn]|\x1b\][^\x07\x1b]*\?|\x1bP|\x1b\[\?\d+\$p/);
    expect(written).not.toContain(title);
    terminal.keys('C-c');
    await terminal.until('a prompt', () => rows().at(-1) === '$');
    expect(terminal.modes()).toBe('0 1 0');
    terminal.run('pipe-pane');
  });

  it('finds a question to the terminal where there is one: the control', () => {
    expect(readFileSync(join(folder, 'bytes'), 'utf8')).toMatch(/\x1b\[[\d;?>]*c/);
  });
});
