/** Commands in a real terminal: a session by keys alone, one by the mouse alone, and keys that the user changes meanwhile. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui>
  <command id="new" key="n" label="New" group="Notes" onExecute="add"/>
  <command id="first" key="g g" label="First" group="Go" onExecute="first"/>
  <command id="stop" key="x" label="Stop" disabled="true"/>
  <command id="about" key="f3" label="About" onExecute="about"/>
  <command id="quit" key="q" label="Quit" onExecute="$tui.exit(7)"/>
  <list id="notes" selectable="single">
    <command id="delete" key="delete" label="Delete" group="Notes" onExecute="remove"/>
    <li>one</li><li>two</li>
  </list>
  <input id="field" size="20"/>
  <button command="new"/>
  <text id="out">READY</text>
  <dialog id="box" title="About" modal="true"><text>Version 1</text><button command="close" commandfor="box">OK</button></dialog>
  <key-hints/>
  <script>
    const notes = document.getElementById('notes');
    const say = (text) => { document.getElementById('out').textContent = text; };
    export function add() { const li = document.createElement('li'); li.textContent = 'note ' + (notes.items.length + 1); notes.append(li); say('added ' + notes.items.length); }
    export function remove() { notes.items[notes.cursorIndex]?.remove(); say('removed'); }
    export function first() { notes.cursorIndex = 0; say('at the first'); }
    export function about() { document.getElementById('box').showModal(); }
  </script>
</tui>`;

describeInTmux('commands in tmux', () => {
  const tmux = new Tmux();
  const config = join(tmux.folder, 'home/.config/tui/config.json');
  const shows = async (text: string): Promise<void> => {
    await tmux.until(text, () => tmux.screen().includes(text));
  };
  const showsNo = async (text: string): Promise<void> => {
    await tmux.until(`no ${text}`, () => !tmux.screen().includes(text));
  };
  /** Clicks the first cell of a text on the screen. */
  const clickText = async (text: string): Promise<void> => {
    const [x, y] = await tmux.until(text, () => {
      const lines = tmux.screen().split('\n');
      const found = lines.findIndex((line) => line.includes(text));
      return found < 0 ? undefined : ([lines[found]!.indexOf(text), found] as const);
    });
    tmux.click(x, y);
  };
  const start = async (): Promise<void> => {
    const command = `HOME=${tmux.folder}/home node ${commandFile()} --trust ${tmux.folder}/notes.tui`;
    tmux.keys(`clear; ${command}; echo "ended $?"`, 'Enter');
    await shows('READY');
  };

  beforeAll(async () => {
    mkdirSync(join(tmux.folder, 'home/.config/tui'), { recursive: true });
    writeFileSync(config, '{}');
    writeFileSync(join(tmux.folder, 'notes.tui'), APP);
    await tmux.start(80, 24);
  });
  afterAll(() => {
    tmux.stop();
  });

  it('are used by keys alone', async () => {
    await start();
    await shows('n New  g g First  x Stop  F3 About  q Quit');
    tmux.keys('n');
    await shows('added 3');
    // A chord shows what goes on, and Escape ends it.
    tmux.keys('g');
    await shows('g …  g First');
    tmux.keys('g');
    await shows('at the first');
    // In the field letters are typed, and Delete edits.
    tmux.keys('Tab', 'Tab');
    tmux.keys('n', 'q', 'x', 'DC');
    await shows('nqx');
    tmux.keys('BTab');
    await shows('Del Delete  n New');
    tmux.keys('DC');
    await shows('removed');
    // Behind a modal dialog none is in force.
    tmux.keys('F3');
    await shows('Version 1');
    tmux.keys('n', 'DC', 'Enter');
    await showsNo('Version 1');
    expect(tmux.screen()).toContain('removed');
    // The palette and the help.
    tmux.keys('C-p');
    await shows('Commands (Esc closes)');
    tmux.keys('n', 'e', 'w', 'Enter');
    await shows('added 3');
    tmux.keys('F1');
    await shows('Help (Esc closes)');
    await shows('Stop (disabled)');
    tmux.keys('F1');
    await showsNo('Help (Esc closes)');
    tmux.keys('q');
    await shows('ended 7');
  });

  it('are used by the mouse alone', async () => {
    await start();
    await clickText('New ');
    await shows('added 3');
    await clickText('n New');
    await shows('added 4');
    // A disabled one does nothing, and the keys follow what is focused.
    await clickText('x Stop');
    await clickText('two');
    await shows('Del Delete  n New');
    await clickText('Del Delete');
    await shows('removed');
    await clickText('F3 About');
    await shows('Version 1');
    // Behind it a click does nothing.
    const button = tmux
      .screen()
      .split('\n')
      .findIndex((line) => line.startsWith('  New'));
    tmux.click(2, button);
    await clickText('OK');
    await showsNo('Version 1');
    expect(tmux.screen()).toContain('removed');
    await clickText('q Quit');
    await shows('ended 7');
  });

  it('follow the keys of the user', async () => {
    writeFileSync(config, '{ "keys": { "notes": { "new": "f4", "stop": null } } }');
    await start();
    await shows('F4 New  g g First  F3 About');
    tmux.keys('F4');
    await shows('added 3');
    writeFileSync(config, '{ "keys": { "*": { "new": "a", "quit": "f10" } } }');
    await shows('a New  g g First  x Stop  F3 About  F10 Quit');
    tmux.keys('n', 'F4', 'a');
    await shows('added 4');
    tmux.keys('F10');
    await shows('ended 7');
  });
});
