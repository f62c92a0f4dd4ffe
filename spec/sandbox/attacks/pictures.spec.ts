/**
 * A document with nothing but pictures has no code, and names files all the same. They are read and decoded in the
 * sandbox: what is not granted is not shown, although the launcher could read it.
 * @ci
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mayShowFiles } from '../../../cli/sandbox/launch/has-code.js';
import { chunk, png, rgbaPng } from '../../graphics/files.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena } from './support/arena.js';
import { describeLauncher, describeTiers, TIERS } from '../support/tiers.js';

/** Two cells of a white picture, as characters. */
const WHITE = /^([@M%&WBR#$8])\1\s*$/;

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
  const white = rgbaPng(16, 16, new Uint8Array(16 * 16 * 4).fill(255));
  writeFileSync(join(arena.outside, 'secret.png'), white);
  arena.put('app/own.txt', 'no picture');
  writeFileSync(join(arena.root, 'app/own.png'), white);
});
afterEach(() => arena.remove());

const show = (tier: string, src: string, ...flags: string[]): Promise<Result> =>
  tui(
    [
      'snapshot',
      arena.put('app/p.tui', `<img src="${src}" alt="SHUT" gfx-mode="luma"/>`),
      ...flags,
    ],
    {
      cwd: arena.root,
      env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
    },
  );

describeTiers((tier) => {
  it('files that are not granted are not read, under any name', async () => {
    const names = [
      join(arena.outside, 'secret.png'),
      '../outside/secret.png',
      `file://${arena.outside}/secret.png`,
      `/proc/self/cwd/outside/secret.png`,
      '/etc/passwd',
    ];
    for (const name of names) {
      const { stdout, stderr } = await show(tier, name);
      expect([name, stdout.trim()]).toEqual([name, 'SHUT']);
      expect(stderr).toContain('error image-unread');
    }
  });

  it('the same file shows where it is granted', async () => {
    const name = join(arena.outside, 'secret.png');
    const { stdout } = await show(tier, name, `--allow-read=${arena.outside}`, '--trust');
    expect(stdout).toMatch(WHITE);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('a picture beside the document shows', async () => {
    const { stdout } = await show(tier, 'own.png');
    expect(stdout).toMatch(WHITE);
  });

  it('what is no picture is not shown as one', async () => {
    const { stdout, stderr } = await show(tier, 'own.txt');
    expect(stdout).toContain('SHUT');
    expect(stderr).toContain('error image-format');
  });
});

/** A file whose parts are millions, of which each would be an object of its own. */
function manyParts(head: Uint8Array, part: Uint8Array, count: number, tail: Uint8Array): Buffer {
  return Buffer.concat([head, Buffer.alloc(part.length * count, part), tail]);
}

describe('files of millions of parts show an error, or their picture, in 300 MB', () => {
  const COUNT = 8_000_000;
  const white = Buffer.from(rgbaPng(16, 16, new Uint8Array(16 * 16 * 4).fill(255)));
  const gif = Buffer.from('47494638396101000100800000000000ffffff21fe', 'hex');
  const files: readonly (readonly [string, () => Buffer, RegExp, string])[] = [
    [
      'blocks of a GIF',
      // A comment in blocks of one byte, and no picture behind it.
      () => manyParts(gif, Buffer.of(1, 65), COUNT, Buffer.of(0, 0x3b)),
      /SHUT/,
      'error image-damaged',
    ],
    [
      'chunks of a PNG',
      () =>
        manyParts(
          white.subarray(0, 33),
          chunk('IDAT', new Uint8Array()),
          COUNT / 2,
          white.subarray(33),
        ),
      WHITE,
      '',
    ],
    [
      'colours of a PNG',
      () => {
        const extra = [chunk('PLTE', new Uint8Array(3 * COUNT))];
        const rows = [Uint8Array.of(0)];
        return Buffer.from(png({ width: 1, height: 1, depth: 8, type: 3, rows, extra }));
      },
      /SHUT/,
      'error image-damaged',
    ],
  ];

  it.each(files)('%s', async (_, bytes, shown, error) => {
    writeFileSync(join(arena.root, 'app/own.png'), bytes());
    const { stdout, stderr } = await show(TIERS[0] ?? '', 'own.png', '--limits-memory=300');
    expect(stderr).not.toContain('out-of-memory');
    expect(stdout).toMatch(shown);
    expect(stderr).toContain(error);
  });
});

describe('pictures are seen', () => {
  it.each(['<img src="a"/>', '<IMG\nsrc="a">', '<img/>', '<container><img\tsrc=a></container>'])(
    'in %j',
    (text) => {
      expect(mayShowFiles(text)).toBe(true);
      expect(mayShowFiles(text.replace(/img/i, 'text'))).toBe(false);
    },
  );
});
