/** Menus in a real terminal: below a button by keys, and a context menu by the mouse. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui>
  <command id="new" key="ctrl+n" label="New" onExecute="document.getElementById('out').textContent = 'made'"/>
  <button popovertarget="file">File</button>
  <list contextmenu="row" selectable="single"><li>one</li><li>two</li></list>
  <text id="out">READY</text>
  <menu id="file"><item command="new"/><item>More<item onClick="$tui.exit(7)">Quit</item></item></menu>
  <menu id="row"><item onClick="document.getElementById('out').textContent = 'cut ' + this.parentElement.source.textContent">Cut</item></menu>
</tui>`;

describeInTmux('menus in tmux', () => {
  const tmux = new Tmux();
  const shows = async (text: string): Promise<void> => {
    await tmux.until(text, () => tmux.screen().includes(text));
  };

  beforeAll(async () => {
    writeFileSync(join(tmux.folder, 'menus.tui'), APP);
    await tmux.start(60, 16);
  });
  afterAll(() => {
    tmux.stop();
  });

  it('open below a button, run commands and open submenus by keys, and open at the pointer', async () => {
    tmux.keys(
      `clear; HOME=${tmux.folder} node ${commandFile()} --trust ${tmux.folder}/menus.tui; echo "ended $?"`,
      'Enter',
    );
    await shows('READY');
    tmux.keys('Tab', 'Enter');
    await shows('│ New');
    tmux.keys('Enter');
    await shows('made');
    // The right button over the second row.
    tmux.mouse(2, 3, 2);
    tmux.mouse(2, 3, 2, 'm');
    await shows('│ Cut');
    const lines = tmux.screen().split('\n');
    const y = lines.findIndex((line) => line.includes('│ Cut'));
    tmux.click(lines[y]!.indexOf('Cut'), y);
    await shows('cut two');
    tmux.click(3, 0);
    await shows('│ More');
    tmux.keys('Down', 'Right');
    await shows('│ Quit');
    tmux.keys('Enter');
    await shows('ended 7');
  });
});
