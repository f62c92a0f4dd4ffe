/** Copying in tmux, as it is without a configuration: the text reaches the terminal around it, and that of no other session. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<text>READY</text><text id="how"></text><script>
  document.addEventListener('keydown', async ({ key }) => {
    if (key !== 'c') return;
    const how = await $tui.copyToClipboard('words for tmux').catch((error) => error.message);
    $tui.getElementById('how').textContent = 'RESULT ' + how;
  });
</script>`;

/** What an outer tmux got of the one in it. */
function received(outer: Tmux): string {
  try {
    return outer.run('show-buffer');
  } catch {
    return '';
  }
}

describeInTmux('copying in tmux', () => {
  const inner = new Tmux();
  // They are terminals that take OSC 52.
  const [own, other] = [new Tmux(), new Tmux()];
  beforeAll(async () => {
    writeFileSync(join(inner.folder, 'app.tui'), APP);
    await inner.start(60, 10);
    inner.run('new-session', '-d', '-s', 'other', '-x', '60', '-y', '10', 'sleep 600');
    for (const [outer, session] of [
      [own, '0:'],
      [other, 'other:'],
    ] as const) {
      await outer.start(60, 12);
      outer.run('set-option', '-s', 'set-clipboard', 'on');
      outer.run('send-keys', `TMUX= tmux -S ${inner.socket} attach -t ${session}`, 'Enter');
      await outer.until('the client', () => inner.run('list-clients', '-t', session) !== '');
    }
    const command = `SSH_TTY=x node ${commandFile()} --trust ${inner.folder}/app.tui`;
    inner.run('send-keys', '-t', '0:', `clear; ${command}`, 'Enter');
    await inner.until('the app', () =>
      inner.run('capture-pane', '-p', '-t', '0:').includes('READY'),
    );
  });
  afterAll(() => {
    for (const each of [inner, own, other]) each.stop();
  });

  const copy = async (result: string): Promise<void> => {
    inner.run('send-keys', '-t', '0:', 'c');
    await inner.until(result, () =>
      inner.run('capture-pane', '-p', '-t', '0:').includes(`RESULT ${result}`),
    );
  };

  it('reaches the terminal of its session alone, by the default of tmux', async () => {
    expect(inner.run('show-options', '-sv', 'set-clipboard').trim()).toBe('external');
    await copy('sent');
    expect(inner.run('show-buffer')).toBe('words for tmux');
    await own.until('the text', () => received(own) === 'words for tmux');
    expect(received(other)).toBe('');
  });

  it('says why it does not where tmux is not to touch the clipboard', async () => {
    inner.run('set-option', '-s', 'set-clipboard', 'off');
    await copy('cannot copy: tmux has set-clipboard off');
  });
});
