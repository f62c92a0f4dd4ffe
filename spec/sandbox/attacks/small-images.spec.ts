/**
 * An app that sends images of a pixel, as many as it can, to a terminal that takes nothing: each is forty bytes for the
 * launcher, and hundreds for the terminal.
 * @ci
 */
import { describe, expect, it } from '@jest/globals';
import { deletion, transmission } from '../../../runtime/terminal/images/kitty.js';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { imagesApp } from '../support/images-app.js';
import { describeLauncher } from '../support/tiers.js';

/** What a terminal answers that shows images. */
const IMAGES = '\x1bP>|kitty(0.38.0)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?62;c';

describe('without a limit', () => {
  it('an image of a pixel is many times its bytes for the terminal', () => {
    const image = { protocol: 'kitty', columns: 1, rows: 1, width: 1, height: 1 } as const;
    const sent = transmission(1, { ...image, data: Buffer.alloc(4) }, false) + deletion(1, false);
    // Three messages: its size, its pixel, and that it is gone.
    expect(sent.length).toBeGreaterThan(2 * (24 + 12 + 12));
  });
});

describeLauncher((tier) => {
  it('it is ended, and the launcher hears', async () => {
    const steps: PtyStep[] = [{ type: IMAGES }, { sleep: 300 }, { type: 'a' }];
    const flags = ['--trust', '--gfx-mode=auto', '--theme=fullcolor-dark'];
    const file = await imagesApp('images of one pixel', [40, 10]);
    const { status, errors, restored } = await runOnPty(commandFile(), [...flags, file], steps, {
      TUI_SANDBOX_TIER: tier,
    });
    expect(errors).toContain('too many images');
    expect({ status, restored }).toEqual({ status: 1, restored: true });
  });
});
