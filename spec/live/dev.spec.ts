/** `tui dev` in a real terminal, in each tier: edits are taken over while what was typed and set stays. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { TIERS } from '../sandbox/support/tiers.js';

const APP = `<tui>
  <style>
    #title { padding: 0 1; }
  </style>
  <text id="title">Version 1</text>
  <input id="name" aria-label="Name" />
  <text>Count: <span bind="count" /></text>
  <markdown src="notes.md" />
  <text id="says"></text>
  <script src="app.ts"></script>
</tui>
`;
const SCRIPT = `const state = $tui.createState({ count: 0 });
$tui.getElementById('says')!.textContent = 'script 1';
document.addEventListener('keydown', (event: KeyboardEvent) => {
  if (event.key === 'F2') state.count += 1;
});
`;

const terminal = new Tmux();
const { folder } = terminal;
const at = (name: string): string => join(folder, name);
const shows = (text: string | RegExp): boolean =>
  typeof text === 'string' ? terminal.screen().includes(text) : text.test(terminal.screen());

/** As editors save: another file takes the name; a swap file comes and goes beside it. */
function save(name: string, text: string): void {
  writeFileSync(at(`.${name}.swp`), 'swap');
  writeFileSync(at(`${name}~`), text);
  renameSync(at(`${name}~`), at(name));
  rmSync(at(`.${name}.swp`));
}

describeInTmux('tui dev in tmux', () => {
  beforeAll(async () => {
    await terminal.start(70, 16);
  });
  afterAll(() => {
    terminal.stop();
  });

  it.each([...TIERS])('takes over edits and keeps the state in tier %s', async (tier) => {
    writeFileSync(at('app.tui'), APP);
    writeFileSync(at('app.ts'), SCRIPT);
    writeFileSync(at('notes.md'), 'note 1\n');
    const env = `TUI_SANDBOX_TIER=${tier} XDG_STATE_HOME=${folder}/state`;
    terminal.keys(
      `clear; ${env} ${process.execPath} ${commandFile()} dev --trust --allow-unenforced ${at('app.tui')} 2>${at('errors')}; echo "ended $?"`,
      'Enter',
    );
    await terminal.until('the app', () => shows('Version 1') && shows('script 1'));
    terminal.keys('Tab', 'Ada', 'F2', 'F2');
    const kept = (): boolean => shows('Ada') && shows('Count: 2');
    await terminal.until('what was typed', kept);
    const edit = async (name: string, text: string, shown: string | RegExp): Promise<void> => {
      save(name, text);
      await terminal.until(`${String(shown)} after an edit of ${name}`, () => shows(shown));
      await terminal.until('what was kept', kept);
    };
    await edit('app.tui', APP.replace('padding: 0 1', 'padding: 0 9'), /^ {9}Version 1/m);
    await edit('app.tui', APP.replace('Version 1', 'Version 2'), /^ Version 2/m);
    await edit('notes.md', 'note 2\n', 'note 2');
    await edit('app.ts', SCRIPT.replace('script 1', 'script 2'), 'script 2');
    // An error leaves the last version running under the message.
    save('app.ts', SCRIPT.replace('const state', 'const = '));
    await terminal.until('the error', () => shows(/app\.ts:1:\d+/));
    terminal.keys('F2');
    save('app.ts', SCRIPT.replace('script 1', 'script 3'));
    await terminal.until('the next version', () => shows('script 3') && !shows(/app\.ts:1/));
    expect(terminal.screen()).toContain('Ada');
    await terminal.until('what the key counted', () => shows('Count: 3'));
    // A policy is checked, and its error goes with it; another policy starts the app again.
    const withPolicy = (policy: string): string =>
      APP.replace('<tui>', `<tui><policy>${policy}</policy>`);
    save('app.tui', withPolicy('{ "permissions": { "wrte": true } }'));
    await terminal.until('the error of the policy', () => shows('"wrte" is not a permission'));
    save('app.tui', withPolicy('{ "name": "Other" }').replace('Version 1', 'Version 3'));
    await terminal.until('the next start', () => shows('Version 3') && !shows('wrte'));
    terminal.keys('C-c');
    await terminal.until('the end', () => shows('ended 130'));
  });
});
