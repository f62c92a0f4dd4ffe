/**
 * An app that speaks the frame protocol by hand: whatever it sends, the terminal gets nothing but what the
 * launcher's own encoder writes, the launcher stays small, and two Ctrl+C end the app.
 * @ci
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { sized } from '../../support/property-runs.js';
import { runOnPty, type PtyResult, type PtyStep } from '../../support/pty.js';
import { describeLauncher } from '../support/tiers.js';
import { foreign, putFrames } from './support/frames.js';

let main = '';
let folder = '';
beforeAll(() => {
  main = commandFile();
  folder = mkdtempSync(join(tmpdir(), 'tui-frames-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function attack(tier: string, kind: string, steps: readonly PtyStep[]): Promise<PtyResult> {
  return await attackWith(putFrames(folder, kind), tier, [{ type: 'a' }, ...steps]);
}

async function attackWith(file: string, tier: string, steps: readonly PtyStep[]) {
  return await runOnPty(main, ['--trust', file], [...steps], { TUI_SANDBOX_TIER: tier });
}

describe('a program of its own', () => {
  it('has the terminal obey what it writes', async () => {
    const file = join(folder, 'control.mjs');
    writeFileSync(file, `process.stdout.write('READY\\x1b]0;EVIL\\x07');`);
    expect(foreign((await runOnPty(file, [], [])).text)).not.toEqual([]);
  });

  it('leads the user of the terminal anywhere', async () => {
    const file = join(folder, 'links.mjs');
    writeFileSync(file, `process.stdout.write('READY\\x1b]8;;file:///etc/EVIL\\x1b\\\\x');`);
    const { text } = await runOnPty(file, [], []);
    expect(addresses(text)).toEqual(['file:///etc/EVIL']);
    expect(foreign(text)).not.toEqual([]);
  });
});

/** Where a terminal would lead its user. */
function addresses(text: string): string[] {
  return [...text.matchAll(/\x1b\]8;[^;]*;([^\x07\x1b]+)/g)].map(([, href = '']) => href);
}

const BROKEN = [
  'nonsense',
  'a frame before the last one was acknowledged',
  'an undeclared link',
  'more links than there may be',
  'links that are too long',
  'an image for a terminal without images',
  'pixels without an image',
  'an unknown image',
  'printed lines with control characters',
  'a printed line of another width',
  'too much printed text',
  'a live region without rows',
];

/** Milliseconds for which apps without an end go on. */
const SENDING = sized(4000, 1000);
const ENDLESS = ['colours that change', 'settings that change', 'titles that are hard to trim'];

/** What a terminal answers that shows images. */
const IMAGES = '\x1bP>|kitty(0.38.0)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?62;c';

describe('a program of its own', () => {
  it('sends images of any kind', async () => {
    const file = join(folder, 'images.mjs');
    writeFileSync(file, `process.stdout.write('READY\\x1b_Ga=d,d=A\\x1b\\\\');`);
    expect(foreign((await runOnPty(file, [], [])).text)).not.toEqual([]);
  });
});

describeLauncher((tier) => {
  it('an image with an id of another program ends it', async () => {
    const kind = 'an image with an id of another program';
    const steps: PtyStep[] = [{ type: IMAGES }, { sleep: 300 }, { type: 'a' }];
    const { text, status, errors, restored } = await attackWith(
      putFrames(folder, kind),
      tier,
      steps,
    );
    expect(errors).toContain(kind);
    expect({ status, restored, foreign: foreign(text) }).toEqual({
      status: 1,
      restored: true,
      foreign: [],
    });
  });

  it.each(BROKEN)('%s ends it', async (kind) => {
    const { text, status, errors, restored } = await attack(tier, kind, []);
    expect(errors).toContain('error runner-broken');
    expect({ status, restored, foreign: foreign(text) }).toEqual({
      status: 1,
      restored: true,
      foreign: [],
    });
  });

  it.each(['escape', 'two graphemes'])('a cluster that is none shows nothing: %s', async (kind) => {
    const { text } = await attack(tier, kind, [{ sleep: 300 }, { type: '\u001c' }]);
    expect(foreign(text)).toEqual([]);
    // What it wrote to stdout is printed after its end, and nothing of it obeyed.
    expect(text.replace(/\x1b\[\?1049l[^]*/, '')).not.toContain('EVIL');
  });

  it('an address that may not be opened is no link', async () => {
    const steps = [{ sleep: 300 }, { type: '\u001c' }];
    const { text } = await attack(tier, 'links that are none', steps);
    expect(foreign(text)).toEqual([]);
    const shown = text.replace(/\x1b\[\?1049l[^]*/, '');
    expect(addresses(shown)).toContain('https://good.example/a;b');
    expect(shown).not.toContain('EVIL');
    expect(new Set(addresses(shown))).toEqual(new Set(['https://good.example/a;b']));
  });

  // The launcher that takes long over each hears no key for minutes.
  describe('without an end', () => {
    const steps: PtyStep[] = [{ sleep: SENDING / 2 }, { type: '\u001c' }];
    const ended = new Map<string, Promise<PtyResult>>();
    // At a time: each lasts for as long as it is let.
    beforeAll(() => {
      for (const kind of ENDLESS) {
        const result = attack(tier, kind, steps);
        // Looked at by its own test.
        result.catch(() => undefined);
        ended.set(kind, result);
      }
    });

    it.each(ENDLESS)('%s: Ctrl+\\ ends it', async (kind) => {
      const result = await ended.get(kind);
      expect({ ...result, foreign: foreign(result?.text ?? '') }).toMatchObject({
        status: 130,
        restored: true,
        foreign: [],
      });
    });
  });

  it('a million messages leave the launcher small, and two Ctrl+C end it', async () => {
    const file = putFrames(folder, 'flood');
    const launcher = `$(pgrep -of '^[^ ]*node .*${file}')`;
    const peak = join(folder, 'peak');
    const look = `awk '/VmHWM/ {print $2}' /proc/${launcher}/status`;
    const steps: PtyStep[] = [
      { run: ['sh', '-c', `${look} > ${peak}.before`] },
      { sleep: SENDING },
      { run: ['sh', '-c', `${look} > ${peak}`] },
      { type: '\u0003' },
      { sleep: 100 },
      { type: '\u0003' },
    ];
    const { text, status, restored } = await attackWith(file, tier, [{ type: 'a' }, ...steps]);
    expect(status).toBe(130);
    expect(foreign(text)).toEqual([]);
    expect(restored).toBe(true);
    const kilobytes = (name: string): number => Number(readFileSync(name, 'utf8'));
    expect(kilobytes(peak) - kilobytes(`${peak}.before`)).toBeLessThan(60_000);
  });
});
