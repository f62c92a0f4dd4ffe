/** The developer tools in a real terminal: F12 beside an app in its sandbox, a setting dragged, saved, explained and reset. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui>
  <policy>
    { "name": "Tune", "configSchema": { "speed": { "type": "integer", "min": 0, "max": 100, "step": 5, "default": 20 } } }
  </policy>
  <text id="out"></text>
  <text id="keys">keys:</text>
  <script>
    const show = () => {
      const { width } = document.documentElement.getBoundingClientRect();
      $tui.getElementById('out').textContent =
        \`speed \${$tui.config.getValue('speed')} from \${$tui.config.getSource('speed')} on \${width}\`;
    };
    show();
    $tui.config.onChange(show);
    addEventListener('resize', show);
    $tui.document.addEventListener('keydown', (event) => {
      $tui.getElementById('keys').textContent += ' ' + event.key;
      if (event.key === 's') $tui.config.set('speed', 35);
    });
    $tui.logger.info('the app has started');
  </script>
</tui>
`;

const terminal = new Tmux();
const { folder } = terminal;
const screen = (): string => terminal.screen();
/** What is at the right of the line. */
const dock = (): string => screen().replace(/^.*?│/gm, '');
const until = async (what: string, test: () => boolean): Promise<void> => {
  await terminal.until(what, test);
};
const mouse = (code: number, x: number, y: number, end: 'M' | 'm' = 'M'): void => {
  terminal.run('send-keys', '-l', `\x1b[<${code};${x};${y}${end}`);
};
const click = (x: number, y: number): void => {
  mouse(0, x, y);
  mouse(0, x, y, 'm');
};

describeInTmux('the developer tools in tmux', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'tune.tui'), APP);
    await terminal.start(120, 40);
  });
  afterAll(() => {
    terminal.stop();
  });

  it('open at F12 beside the app, change a setting live, save, explain and reset it, and close', async () => {
    const tui = `XDG_CONFIG_HOME=${folder}/config XDG_STATE_HOME=${folder}/state node ${commandFile()}`;
    terminal.run(
      'send-keys',
      `clear; ${tui} --trust --allow-unenforced ${folder}/tune.tui; echo "ended $?"`,
      'Enter',
    );
    await until('the app', () => screen().includes('speed 20 from default on 120'));
    terminal.run('send-keys', 'F12');
    await until(
      'the dock',
      () => screen().includes('Developer tools') && screen().includes('on 66'),
    );
    await until('the log from before', () => screen().includes('the app has started'));
    terminal.run('send-keys', 'x');
    click(90, 2);
    await until('the settings', () => screen().includes('This app'));
    mouse(0, 96, 6);
    for (const x of [98, 100, 103]) mouse(32, x, 6);
    mouse(0, 103, 6, 'm');
    await until('the change', () => screen().includes('speed 75 from runtime'));
    click(115, 4);
    await until('it is saved', () => screen().includes('speed 75 from file'));
    await until('its explanation', () => /> file +75/.test(screen()));
    click(106, 4);
    await until('it is reset', () => screen().includes('speed 20 from default'));
    // What the app's script sets shows in the dock, and is reset there.
    click(20, 20);
    terminal.run('send-keys', 's');
    await until('what the script set', () => screen().includes('speed 35 from runtime'));
    await until(
      'it shows in the dock',
      () => /^> runtime +35 +by a script/m.test(dock()) && / 35 runtime/.test(dock()),
    );
    click(106, 4);
    await until('it is reset', () => screen().includes('speed 20 from default'));
    await until('its origin', () => / 20 default/.test(dock()));
    terminal.run('send-keys', 'F12');
    await until('the dock is closed', () => !screen().includes('Developer tools'));
    terminal.run('send-keys', 'F12');
    await until('the dock again', () => screen().includes('Developer tools'));
    // What was typed in the dock, and F12, is none of the app's.
    expect(screen()).toMatch(/^keys: s +│/m);
    terminal.run('send-keys', 'F12');
    await until(
      'the app alone',
      () => screen().includes('on 120') && !screen().includes('Developer tools'),
    );
    terminal.run('send-keys', 'y');
    await until('keys of the app', () => screen().includes('keys: s y'));
    terminal.run('send-keys', 'C-c');
    await until('the end', () => screen().includes('ended 130'));
  });

  it('keep an app running whose code throws over what the user does in them', async () => {
    writeFileSync(
      join(folder, 'throws.tui'),
      APP.replace(
        '$tui.config.onChange(show);',
        "$tui.config.onChange(() => { show(); throw new Error('no\\x1b[2J'); });",
      ),
    );
    const tui = `XDG_CONFIG_HOME=${folder}/config XDG_STATE_HOME=${folder}/state node ${commandFile()}`;
    terminal.run(
      'send-keys',
      `clear; ${tui} --trust --allow-unenforced ${folder}/throws.tui; echo "ended $?"`,
      'Enter',
    );
    await until('the app', () => screen().includes('speed 20 from default on 120'));
    terminal.run('send-keys', 'F12');
    await until('the dock', () => screen().includes('on 66'));
    click(90, 2);
    await until('the settings', () => screen().includes('This app'));
    click(103, 6);
    await until('the change', () => screen().includes('speed 75 from runtime'));
    await until('the error', () => screen().includes('Error: no'));
    click(106, 4);
    await until('it is reset', () => screen().includes('speed 20 from default'));
    terminal.run('send-keys', 'F12');
    await until('the app alone', () => screen().includes('on 120'));
    terminal.run('send-keys', 'C-c');
    await until('the end', () => screen().includes('ended 1'));
    expect(screen()).toContain('throws.tui:');
  });
});
