/**
 * An app that speaks the frame protocol by hand: whatever it sends, the terminal gets nothing but what the
 * launcher's own encoder writes, the launcher stays small, and two Ctrl+C end the app.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../../support/pty.js';
import { describeTiers } from './support/arena.js';

const apps = join(dirname(fileURLToPath(import.meta.url)), 'apps');
let main = '';
let folder = '';
beforeAll(() => {
  main = commandFile();
  folder = mkdtempSync(join(tmpdir(), 'tui-frames-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An app that attacks in one way, in a folder of its own: several can run at a time. */
function put(kind: string): string {
  const own = mkdtempSync(join(folder, 'app-'));
  for (const name of ['wire.ts', 'kit.ts', 'frames.ts']) {
    copyFileSync(join(apps, name), join(own, name));
  }
  writeFileSync(join(own, 'place.json'), JSON.stringify({ kind, text: 'x'.repeat(3000) }));
  const file = join(own, 'app.tui');
  // The attack begins when a key is pressed, with the terminal taken over.
  writeFileSync(
    file,
    `<text style="margin-top: 8">READY</text><script>
      $tui.document.addEventListener('keydown', async ({ key }) => {
        if (key === 'a') await import('./frames.ts');
        if (key === 'q') $tui.exit(0);
      });
    </script>`,
  );
  return file;
}

async function attack(tier: string, kind: string, steps: readonly PtyStep[]): Promise<PtyResult> {
  return await attackWith(put(kind), tier, [{ type: 'a' }, ...steps]);
}

async function attackWith(file: string, tier: string, steps: readonly PtyStep[]) {
  return await runOnPty(main, ['--trust', file], [...steps], { TUI_SANDBOX_TIER: tier });
}

/** Every sequence that the encoder, the session and its questions to the terminal have. */
const OWN =
  /\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\|\x1b\]8;(?:id=\d+;(?:https?:|mailto:)[\x21-\x7e]{1,2000}|;)\x1b\\|\x1b\[[\d;:]*[ABCDGHKJXmPq@]|\x1b\[\?[\d;]+[hl]|\x1b\[[?>=<]?[\d;]*[ucqt]|\x1b\[\?\d+\$p|\x1b\]11;\?\x1b\\|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\|\x1b[78M]|\x07|\r|\n|\b/g;

function foreign(text: string): string[] {
  return text.replace(OWN, '').match(/[\x00-\x08\x0b-\x1f\x7f-\x9f].{0,20}/gs) ?? [];
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
];

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

describeTiers((tier) => {
  it('an image with an id of another program ends it', async () => {
    const kind = 'an image with an id of another program';
    const steps: PtyStep[] = [{ type: IMAGES }, { sleep: 300 }, { type: 'a' }];
    const { text, status, errors, restored } = await attackWith(put(kind), tier, steps);
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
    const steps: PtyStep[] = [{ sleep: 2000 }, { type: '\u001c' }];
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
    const file = put('flood');
    const launcher = `$(pgrep -of '^[^ ]*node .*${file}')`;
    const peak = join(folder, 'peak');
    const look = `awk '/VmHWM/ {print $2}' /proc/${launcher}/status`;
    const steps: PtyStep[] = [
      { run: ['sh', '-c', `${look} > ${peak}.before`] },
      { sleep: 4000 },
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
