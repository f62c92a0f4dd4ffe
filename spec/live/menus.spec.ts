/**
 * Menus in a real terminal: below a button by keys, and a context menu by the mouse, on the whole screen and below the shell's
 * prompt. `spec/mirror/menus.spec.ts` has them in the mirror, `spec/mcp/mcp.spec.ts` for an agent.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { MENUS } from '../support/shared-apps.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

describeInTmux('menus in tmux', () => {
  const tmux = new Tmux();
  const shows = async (text: string): Promise<void> => {
    await tmux.until(text, () => tmux.screen().includes(text));
  };

  beforeAll(async () => {
    writeFileSync(join(tmux.folder, 'menus.tui'), MENUS);
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

  it('are in rows of their own in an inline app, which they leave again', async () => {
    tmux.keys('clear; echo above', 'Enter');
    await tmux.until('the line above', () => tmux.screen().startsWith('above\n'));
    tmux.keys(
      `HOME=${tmux.folder} node ${commandFile()} --trust --inline --terminal-mouse ${tmux.folder}/menus.tui; echo "ended $?"`,
      'Enter',
    );
    await shows('READY');
    const rows = (): string[] => tmux.screen().trimEnd().split('\n');
    const above = rows().slice(0, -4);
    const isSmall = (out: string): boolean =>
      rows().length === above.length + 4 && rows().at(-1) === out;
    expect(above[0]).toBe('above');
    tmux.keys('Tab', 'Enter');
    await shows('│ New');
    expect(rows()).toHaveLength(above.length + 5);
    tmux.keys('Down', 'Right');
    await shows('│ Quit');
    tmux.keys('Escape', 'Escape');
    await tmux.until('the rows without the menu', () => isSmall('READY'));
    // At the last rows of the terminal, whose place the terminal has reported.
    tmux.mouse(2, 3, above.length + 2);
    tmux.mouse(2, 3, above.length + 2, 'm');
    await shows('│ Cut');
    const y = rows().findIndex((line) => line.includes('│ Cut'));
    tmux.click(rows()[y]!.indexOf('Cut'), y);
    await tmux.until('the rows without the menu', () => isSmall('cut two'));
    expect(rows().slice(0, -4)).toEqual(above);
    tmux.click(3, above.length);
    await shows('│ More');
    tmux.keys('Down', 'Right');
    await shows('│ Quit');
    tmux.keys('Enter');
    await shows('ended 7');
    expect(rows().slice(0, above.length)).toEqual(above);
    expect(rows().join('\n')).not.toContain('│');
  });
});
