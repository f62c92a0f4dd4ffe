/**
 * Requests that cost the launcher time: hundreds of them, about a path behind forty links. Ctrl+C is heard all the same.
 * Answered one after the other, without a rest, they would take longer than a spec may.
 * @ci
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { realPathOf } from '../../../cli/sandbox/policy/grants/paths.js';
import { commandFile } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { describeLauncher } from '../support/tiers.js';

const main = commandFile();
/** As many links as are followed. */
const LINKS = 40;
const COUNT = 10_000;

const REQUESTS = {
  permissions: `$tui.permissions.query('read', 'l0').catch(() => undefined)`,
  // Long ones do not wait for each other, which would take memory.
  'permissions, in long words': `$tui.permissions.query('read', '${'./'.repeat(1100)}l0').catch(() => undefined)`,
  programs: `$tui.run(['./l0/x/program']).catch(() => undefined)`,
};

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-slow-requests-')));
  mkdirSync(join(folder, 'x'));
  for (let at = 0; at < LINKS; at++) {
    const next = at + 1 === LINKS ? 'x' : `l${at + 1}`;
    symlinkSync(`${'x/../'.repeat(800)}${next}`, join(folder, `l${at}`));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('a path through one such link is followed, and one through all is not followed to its end', () => {
  expect(realPathOf(`l${LINKS - 1}`, folder)).toBe(join(folder, 'x'));
  expect(realPathOf('l0', folder)).toBeUndefined();
});

describeLauncher((tier) => {
  it.each(Object.keys(REQUESTS))('Ctrl+C ends an app that asks for %s', async (kind) => {
    const file = join(folder, 'app.tui');
    writeFileSync(
      file,
      `<text id="t" style="margin-top: 6">READY</text><script>
        document.addEventListener('keydown', (event) => {
          event.preventDefault();
          if (event.key !== 'a') return;
          for (let at = 0; at < ${COUNT}; at++) ${REQUESTS[kind as keyof typeof REQUESTS]};
          $tui.getElementById('t').textContent = 'ASKED';
        });
      </script>`,
    );
    const ctrlC = { type: '\u0003' };
    const { status, restored } = await runOnPty(
      main,
      ['--allow-unenforced', file],
      [{ type: 'a' }, { wait: 'ASKED' }, ctrlC, ctrlC],
      { TUI_SANDBOX_TIER: tier },
    );
    expect({ status, restored }).toEqual({ status: 130, restored: true });
  });
});
