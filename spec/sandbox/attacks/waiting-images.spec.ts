/**
 * An app that sends images beside frames in which nothing changes, to a terminal that takes nothing: each image would wait in
 * the launcher.
 * @ci
 */
import { expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { imagesApp } from '../support/images-app.js';
import { describeLauncher } from '../support/tiers.js';

/** What a terminal answers that shows images. */
const IMAGES = '\x1bP>|kitty(0.38.0)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?62;c';

/** How many images were followed by others. */
async function rounds(tier: string, steps: readonly PtyStep[]): Promise<number> {
  const flags = ['--trust', '--gfx-mode=auto', '--theme=fullcolor-dark'];
  const file = await imagesApp('images that wait', [40, 10]);
  const { status } = await runOnPty(
    commandFile(),
    [...flags, file],
    [{ type: IMAGES }, { sleep: 300 }, { type: 'a' }, ...steps],
    { TUI_SANDBOX_TIER: tier },
  );
  return status;
}

describeLauncher((tier) => {
  it('a terminal that takes them is sent all of them', async () => {
    expect(await rounds(tier, [])).toBe(6);
  });

  it('a terminal that takes nothing is sent no more', async () => {
    // The app's own image, by which it learns its ids, is the last that is taken.
    expect(await rounds(tier, [{ next: '\x1b_Ga=p,U=1' }, { rate: 0 }])).toBeLessThan(3);
  });
});
