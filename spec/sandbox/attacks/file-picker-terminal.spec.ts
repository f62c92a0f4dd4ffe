/**
 * The file dialog on a terminal, over a live app in its sandbox: what the app forges, what it draws meanwhile, keys that were
 * typed ahead, and the terminal when the app ends.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../../support/pty.js';

let main = '';
let folder = '';
beforeAll(() => {
  main = commandFile();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-dialog-')));
  writeFileSync(join(folder, 'data.csv'), 'CHOSEN-BYTES');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param code of the app; `input` is the file input, and `show` shows a text */
async function start(name: string, code: string, steps: readonly PtyStep[]): Promise<PtyResult> {
  const file = join(folder, `${name}.tui`);
  writeFileSync(
    file,
    `<file-input id="f" autofocus size="30"/><text>READY</text><text id="t"/><text id="own"/><text id="e"/><script>
    // Each in a place of its own: what is written are the cells that change.
    const show = (text, id = 'own') => ($tui.getElementById(id).textContent = text);
    const input = $tui.getElementById('f');
    input.addEventListener('cancel', () => show('CANCELLED', 't'));
    input.addEventListener('error', ({ message }) => show('ERROR ' + message.slice(13, 40), 'e'));
    input.addEventListener('change', async () => show('READ:' + (await input.files[0].text()), 't'));
    $tui.document.addEventListener('keydown', ({ key }) => {
      if (key === 'q') $tui.exit(0);
    });
    ${code}
    </script>`,
  );
  return await runOnPty(main, ['--trust', file], [...steps]);
}

const SHOWN: PtyStep = { next: 'Choose a file for' };
const ARMED: PtyStep[] = [SHOWN, { next: 'reads nothing until' }, { sleep: 1700 }];
const QUIT: PtyStep = { type: 'q' };
const press = (text: string): PtyStep => ({ type: text });

/** What was written while the dialog was on the screen. */
function during({ text }: PtyResult): string {
  const from = text.indexOf('Choose a file for');
  const to = text.indexOf('\x1b[?1049l', from);
  return text.slice(from, to);
}

describe('the dialog', () => {
  it('gives the app the bytes of what was chosen: the control', async () => {
    const result = await start('control', '', [
      press('\r'),
      ...ARMED,
      press(`${folder}/data.csv`),
      { next: 'data.csv' },
      press('\r'),
      { next: 'READ:CHOSEN-BYTES' },
      QUIT,
    ]);
    expect(result).toMatchObject({ status: 0, restored: true, errors: '' });
    // The app has never been shown the path.
    expect(during(result)).toContain(folder);
  });

  it('is not opened by keys, clicks and requests of the app itself', async () => {
    const result = await start(
      'forged',
      `let tries = 0;
      const { KeyboardEvent, MouseEvent } = window;
      const act = () => {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        input.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        input.click();
        input.showPicker();
        if (++tries === 40) show('TRIED:' + input.files.length);
        else setTimeout(act, 10);
      };
      act();`,
      [{ next: 'TRIED:0' }, QUIT],
    );
    expect(result).toMatchObject({ restored: true });
    expect(result.text).not.toContain('Choose a file for');
  });

  it('is opened once for a key, however often the app requests it', async () => {
    const result = await start(
      'often',
      `$tui.document.addEventListener('keydown', () => {
        let tries = 0;
        const again = () => { input.showPicker(); if (++tries < 30) setTimeout(again, 20); else show('TRIED'); };
        input.addEventListener('cancel', again, { once: true });
      });`,
      [press('\r'), SHOWN, { next: 'reads nothing until' }, press('\x1b'), { next: 'TRIED' }, QUIT],
    );
    expect(result.text.split('Choose a file for')).toHaveLength(2);
  });

  it('is not answered by keys that were typed for the app, held or pressed over and over', async () => {
    for (const [index, keys] of [
      [press('\r\r\r\r\r\r')],
      [
        press('\r'),
        SHOWN,
        ...Array.from({ length: 5 }, () => [press('\r'), { sleep: 100 }]).flat(),
      ],
      [
        press('\r'),
        SHOWN,
        ...Array.from({ length: 6 }, () => [{ sleep: 400 }, press('\r')]).flat(),
      ],
      [press('\r'), SHOWN, press(`\x1b[200~${folder}/data.csv\r\x1b[201~`)],
    ].entries()) {
      const result = await start(`ahead-${index}`, '', [
        ...keys,
        { sleep: 500 },
        press('\x03'),
        { next: 'CANCELLED' },
        QUIT,
      ]);
      expect([index, result.text.includes('READ:')]).toEqual([index, false]);
    }
  });

  it('is not drawn over, before or after it shows', async () => {
    const result = await start(
      'overlay',
      `let count = 0;
      setInterval(() => {
        show('PAINTED-BY-APP ' + count++);
        $tui.setTitle('TITLE-BY-APP ' + count);
        $tui.notify('NOTE-BY-APP');
        process.stdout.write('STDOUT-BY-APP');
        console.log('LOG-BY-APP');
      }, 5);`,
      [
        { next: 'PAINTED' },
        press('\r'),
        ...ARMED,
        press('dat'),
        { next: 'Filter: ' },
        { sleep: 300 },
        press('\x03'),
        { next: 'PAINTED' },
        QUIT,
      ],
    );
    expect(during(result)).toContain('Filter: ');
    expect(during(result)).not.toContain('-BY-APP');
    // The control: it draws before and after.
    expect(result.text.split('PAINTED-BY-APP').length).toBeGreaterThan(2);
  });

  it('goes with the app, and the terminal is as it was', async () => {
    const exits = await start(
      'exits',
      `$tui.document.addEventListener('keydown', () => setTimeout(() => process.exit(7), 600));`,
      [press('\r'), SHOWN],
    );
    expect(exits).toMatchObject({ status: 7, restored: true });
    const killed = await start('killed', '', [press('\r'), SHOWN, { sleep: 400 }, press('\x1c')]);
    expect(killed.restored).toBe(true);
    expect(killed.text).not.toContain('READ:');
    const ended = await start('ended', '', [press('\r'), SHOWN, { signal: 'SIGTERM' }]);
    expect(ended).toMatchObject({ status: 143, restored: true });
  });
});
