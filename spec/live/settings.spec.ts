/** A live app in its sandbox, and the user's file that changes meanwhile. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui><text id="t">READY</text><button onClick="$tui.config.printConfig()">Print</button><script>
  $tui.config.onChange((keys) => {
    $tui.getElementById('t').textContent = [$tui.config.theme, $tui.config.logLevel, ...keys].join(' ');
  });
</script></tui>`;

describeInTmux('settings of a live app', () => {
  const tmux = new Tmux();
  const file = join(tmux.folder, 'home/.config/tui/config.json');
  const shows = async (text: string): Promise<void> => {
    await tmux.until(text, () => tmux.screen().includes(text));
  };

  beforeAll(async () => {
    mkdirSync(join(tmux.folder, 'home/.config/tui'), { recursive: true });
    writeFileSync(join(tmux.folder, 'app.tui'), APP);
    await tmux.start(100, 24);
    const app = join(tmux.folder, 'app.tui');
    tmux.keys(`clear; HOME=${tmux.folder}/home node ${commandFile()} --trust ${app}`, 'Enter');
    await shows('READY');
  });
  afterAll(() => tmux.stop());

  it('are followed, and a broken file is reported', async () => {
    writeFileSync(file, '{"theme": "bw-dark", "log": {"level": "WARN"}}');
    await shows('bw-dark WARN theme log.level');
    writeFileSync(file, '{"theme": "dar", "log": {"level": "ERROR"}}');
    await shows('bw-dark ERROR log.level');
    await shows('Last settings kept:');
    writeFileSync(file, '{"theme": "bw-std", "log": {"level": "ERROR"}}');
    await tmux.until('the end of the report', () => !tmux.screen().includes('Last settings kept'));
  });

  it('are not printed over its screen', () => {
    const before = tmux.screen();
    tmux.keys('Tab', 'Enter');
    expect(before).not.toContain('Priority');
    expect(tmux.screen()).not.toContain('Priority');
  });
});
