/**
 * A document without code whose layout takes long, once a key is pressed: Ctrl+C is heard all the same. The control is
 * the same layout in the process that would have to hear it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mayHaveCode, mayTakeLong } from '../../../cli/sandbox/launch/has-code.js';
import { commandFile, tui } from '../../support/cli.js';
import { cpuTime } from '../../support/cpu-time.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();
const COUNT = 6000;
const TRACKS =
  'grid-template-columns: repeat(999, minmax(min-content, 1fr)); grid-auto-flow: dense';

/** @param isShown the layout is made at once; otherwise when a button has the focus */
function documentOf(isShown: boolean, count = COUNT): string {
  const shown = isShown
    ? 'container { display: grid; }'
    : 'button:focus ~ container { display: grid; }';
  const styles = `container { display: none; ${TRACKS} } ${shown}
    text { grid-column: span 500; grid-row: span 500; }`;
  return `<tui><style>${styles}</style><button>a</button><text style="margin-top: 6">READY</text>
    <container>${'<text>x y</text>'.repeat(count)}</container></tui>`;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-long-layout-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('in the process that paints it', () => {
  it('the layout takes seconds', async () => {
    const file = join(folder, 'control.tui');
    writeFileSync(file, documentOf(true, COUNT / 10));
    const started = performance.now();
    expect((await tui(['--headless', file])).code).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(2000);
  });
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

  it('are found in time that grows with the text', () => {
    const started = cpuTime();
    mayTakeLong('grd'.repeat(2000));
    expect(cpuTime() - started).toBeLessThan(1000);
  });
});

describeTiers((tier) => {
  const run = async (steps: PtyStep[]) => {
    const file = join(folder, 'app.tui');
    writeFileSync(file, documentOf(false));
    return await runOnPty(main, [file], [{ wait: 'READY' }, ...steps], { TUI_SANDBOX_TIER: tier });
  };

  it('Ctrl+C ends it once it is told of', async () => {
    const result = await run([{ type: '\t' }, { wait: 'not responding' }, { type: '\u0003' }]);
    expect(result).toMatchObject({ status: 130, restored: true });
  });

  it('a signal ends it', async () => {
    const result = await run([{ type: '\t' }, { wait: 'not responding' }, { signal: 'SIGTERM' }]);
    expect(result).toMatchObject({ status: 143, restored: true });
  });
});
