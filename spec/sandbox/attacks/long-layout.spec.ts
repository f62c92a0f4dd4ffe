/**
 * A document without code whose layout takes long, once a key is pressed: Ctrl+C is heard all the same. The control is
 * that the launcher reports it as not responding: the layout has not ended until then.
 * @ci
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mayHaveCode, mayTakeLong } from '../../../cli/sandbox/launch/has-code.js';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeLauncher } from '../support/tiers.js';

const main = commandFile();
const COUNT = 6000;
const TRACKS =
  'grid-template-columns: repeat(999, minmax(min-content, 1fr)); grid-auto-flow: dense';

/** The layout is made when the button has the focus. */
function documentOf(): string {
  const styles = `container { display: none; ${TRACKS} } button:focus ~ container { display: grid; }
    text { grid-column: span 500; grid-row: span 500; }`;
  return `<tui><style>${styles}</style><button>a</button><text style="margin-top: 6">READY</text>
    <container>${'<text>x y</text>'.repeat(COUNT)}</container></tui>`;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-long-layout-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('documents that may take long', () => {
  const tag = (style: string): string => `<tui><text style="${style}">a</text></tui>`;

  it.each([
    ['long ones', `<tui>${'<text>a</text>'.repeat(1000)}</tui>`],
    ['a grid', tag('display: grid')],
    ['in capitals', tag('DISPLAY: GRID')],
    ['with an escape of styles', tag('display: gr\\69 d')],
    ['with an entity', tag('display: gr&#105;d')],
  ])('%s', (_, text) => {
    expect(mayHaveCode(text)).toBe(false);
    expect(mayTakeLong(text)).toBe(true);
  });

  it('not a short one, which is laid out in a moment', () => {
    expect(mayTakeLong(tag('display: flex'))).toBe(false);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  const run = async (steps: PtyStep[]) => {
    const file = join(folder, 'app.tui');
    writeFileSync(file, documentOf());
    return await runOnPty(main, [file], [{ wait: 'READY' }, ...steps], { TUI_SANDBOX_TIER: tier });
  };

  it('Ctrl+C ends it once it is reported as not responding', async () => {
    const result = await run([{ type: '\t' }, { wait: 'not responding' }, { type: '\u0003' }]);
    expect(result).toMatchObject({ status: 130, restored: true });
  });

  it('a signal ends it', async () => {
    const result = await run([{ type: '\t' }, { wait: 'not responding' }, { signal: 'SIGTERM' }]);
    expect(result).toMatchObject({ status: 143, restored: true });
  });
});
