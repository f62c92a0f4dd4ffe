/**
 * An app that sends images of a pixel, as many as it can, to a terminal that takes nothing: each is forty bytes for the
 * launcher, and hundreds for the terminal.
 * @ci
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deletion, transmission } from '../../../runtime/terminal/images/kitty.js';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeTiers } from '../support/tiers.js';

const APPS = 'spec/sandbox/attacks/apps';
const APP = `<policy>{"permissions": {"read": ["."]}}</policy><tui><text>READY</text>
  <container id="box"/>
  <script>
    globalThis.picture = () => {
      const image = $tui.document.createElement('img');
      image.setAttribute('src', 'wheel.png');
      image.setAttribute('style', 'width: 4; height: 2');
      $tui.getElementById('box').append(image);
    };
    $tui.document.addEventListener('keydown', async ({ key }) => {
      if (key === 'a') await import('./images.ts');
    });
  </script></tui>`;
/** What a terminal answers that shows images. */
const IMAGES = '\x1bP>|kitty(0.38.0)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?62;c';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-images-'));
  for (const name of ['wire.ts', 'kit.ts', 'images.ts']) {
    copyFileSync(join(APPS, name), join(folder, name));
  }
  copyFileSync('examples/pictures/wheel.png', join(folder, 'wheel.png'));
  const place = { kind: 'images of one pixel', size: [40, 10] };
  writeFileSync(join(folder, 'place.json'), JSON.stringify(place));
  writeFileSync(join(folder, 'app.tui'), APP);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('without a limit', () => {
  it('an image of a pixel is many times its bytes for the terminal', () => {
    const image = { protocol: 'kitty', columns: 1, rows: 1, width: 1, height: 1 } as const;
    const sent = transmission(1, { ...image, data: Buffer.alloc(4) }, false) + deletion(1, false);
    // Three messages: its size, its pixel, and that it is gone.
    expect(sent.length).toBeGreaterThan(2 * (24 + 12 + 12));
  });
});

describeTiers((tier) => {
  it('it is ended, and the launcher hears', async () => {
    const steps: PtyStep[] = [{ type: IMAGES }, { sleep: 300 }, { type: 'a' }];
    const flags = ['--trust', '--gfx-mode=auto', '--theme=fullcolor-dark'];
    const file = join(folder, 'app.tui');
    const { status, errors, restored } = await runOnPty(commandFile(), [...flags, file], steps, {
      TUI_SANDBOX_TIER: tier,
    });
    expect(errors).toContain('too many images');
    expect({ status, restored }).toEqual({ status: 1, restored: true });
  });
});
