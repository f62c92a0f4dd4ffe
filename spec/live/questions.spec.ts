/** Questions of scripts in a real terminal, with the app in its own process: at the top level of a script, and in an inline app. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

/** The first frame is the one that asks: scripts before it are waited for otherwise. */
const FIRST = `<tui>
  <text id="out">Nothing is chosen</text>
  <command id="quit" key="q" label="Quit" onExecute="quit"/>
  <script>
    const sure = await $tui.confirm('Begin?', { ok: 'Begin' });
    const name = await $tui.prompt('Your name');
    const color = await $tui.choose('Color', ['red', 'green', 'blue']);
    document.getElementById('out').textContent = [sure, name, color].join('/');
    export function quit() { $tui.exit(sure ? 4 : 5); }
  </script>
</tui>`;

const INLINE = `<tui inline="true">
  <text id="out">Below the prompt</text>
  <command id="quit" key="q" label="Quit" onExecute="$tui.exit(6)"/>
  <script>
    const sure = await $tui.confirm('Delete notes.md?', { ok: 'Delete', danger: true });
    document.getElementById('out').textContent = sure ? 'Deleted' : 'Kept';
    const name = await $tui.prompt('New name', { value: 'a.md' });
    document.getElementById('out').textContent += ' ' + name;
  </script>
</tui>`;

/** What it changes last stays in the terminal. */
const LAST = `<tui inline="true">
  <text id="out">Working</text>
  <script>
    const name = await $tui.prompt('Your name');
    document.getElementById('out').textContent = 'Done, ' + name;
    $tui.exit(7);
  </script>
</tui>`;

describeInTmux('questions of scripts in tmux', () => {
  const tmux = new Tmux();
  const shows = async (text: string): Promise<string> => {
    await tmux.until(text, () => tmux.screen().includes(text));
    return tmux.screen();
  };
  const start = async (name: string): Promise<void> => {
    const command = `HOME=${tmux.folder} node ${commandFile()} --trust ${join(tmux.folder, name)}`;
    writeFileSync(join(tmux.folder, 'run'), `${command}; echo "ended $?"\n`);
    tmux.keys('clear; echo above', 'Enter');
    await tmux.until('the line above', () => /^above\n[^\n]*[#$] *$/.test(tmux.screen().trimEnd()));
    tmux.keys(`. ${join(tmux.folder, 'run')}`, 'Enter');
  };

  beforeAll(async () => {
    writeFileSync(join(tmux.folder, 'first.tui'), FIRST);
    writeFileSync(join(tmux.folder, 'inline.tui'), INLINE);
    writeFileSync(join(tmux.folder, 'last.tui'), LAST);
    await tmux.start(60, 16);
  });
  afterAll(() => {
    tmux.stop();
  });

  it('are asked at the top level of a script, by keys', async () => {
    await start('first.tui');
    await shows('Begin?');
    // The document shows behind it; its commands wait.
    expect(tmux.screen()).toContain('Nothing is chosen');
    tmux.keys('q', 'Enter');
    await shows('Your name');
    tmux.keys('Ada', 'Enter');
    await shows('Color');
    tmux.keys('Down', 'Enter');
    await shows('true/Ada/green');
    tmux.keys('q');
    await shows('ended 4');
    expect(tmux.modes()).toBe('0 1 0');
  });

  it('are answered by the mouse', async () => {
    await start('first.tui');
    const clickText = async (text: string): Promise<void> => {
      const lines = (await shows(text)).split('\n');
      const row = lines.findLastIndex((line) => line.includes(text));
      tmux.click(lines[row]!.indexOf(text), row);
    };
    await clickText('Cancel');
    await shows('Your name');
    await clickText('Cancel');
    await shows('Color');
    await clickText('blue');
    await shows('false//blue');
    tmux.keys('q');
    await shows('ended 5');
  });

  it('end with the app: Ctrl+C while one shows restores the terminal', async () => {
    await start('first.tui');
    await shows('Begin?');
    tmux.keys('C-c');
    await shows('ended 130');
    expect(tmux.modes()).toBe('0 1 0');
  });

  it('are shown in the region of an inline app', async () => {
    await start('inline.tui');
    const asked = await shows('Delete notes.md?');
    // What is above stays where it was.
    expect(asked.split('\n')[0]).toBe('above');
    // With danger Enter cancels.
    tmux.keys('Enter');
    await shows('New name');
    expect(tmux.screen().split('\n')[0]).toBe('above');
    tmux.keys('C-u', 'b.md', 'Enter');
    await shows('Kept b.md');
    expect(tmux.screen()).not.toContain('New name');
    tmux.keys('q');
    const ended = (await shows('ended 6')).trimEnd().split('\n');
    expect(ended[0]).toBe('above');
    expect(ended.slice(-3, -1)).toEqual(['Kept b.md', 'ended 6']);
    expect(tmux.modes()).toBe('0 1 0');
  });

  it('leave no trace in the last frame of an inline app', async () => {
    await start('last.tui');
    await shows('Your name');
    tmux.keys('Ada', 'Enter');
    const ended = (await shows('ended 7')).trimEnd().split('\n');
    expect(ended[0]).toBe('above');
    expect(ended.slice(-3, -1)).toEqual(['Done, Ada', 'ended 7']);
    expect(ended.join('')).not.toContain('Your name');
  });
});
