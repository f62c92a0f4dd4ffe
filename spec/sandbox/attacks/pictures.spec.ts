/**
 * A document with nothing but pictures has no code, and names files all the same. They are read and decoded in the
 * sandbox: what is not granted is not shown, although the launcher could read it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mayShowFiles } from '../../../cli/sandbox/launch/has-code.js';
import { rgbaPng } from '../../graphics/files.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena, describeTiers } from './support/arena.js';

jest.setTimeout(120_000);

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
  it('a picture beside the document shows', async () => {
    const { stdout } = await show(tier, 'own.png');
    expect(stdout).toMatch(WHITE);
  });

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

  it('what is no picture is not shown as one', async () => {
    const { stdout, stderr } = await show(tier, 'own.txt');
    expect(stdout).toContain('SHUT');
    expect(stderr).toContain('error image-format');
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
