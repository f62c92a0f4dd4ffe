/** `tui view`: pictures in a pipe, in other formats, and what is no picture. @ci */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DITHER_ALGORITHMS } from '../../../runtime/graphics/dither/dither.js';
import { rgbaPng } from '../../graphics/files.js';
import { shell, tui } from '../../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-view-'));
const options = { cwd: folder, env: { HOME: folder } };

/** Red above blue: 8 x 4 cells. */
const data = new Uint8Array(64 * 64 * 4);
for (let at = 0; at < 64 * 64; at++) {
  data.set(at < 64 * 32 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
}

beforeAll(() => {
  copyFileSync('examples/pictures/sunset.jpg', join(folder, 'photo.jpg'));
  const awkward = rgbaPng(64, 64, data);
  writeFileSync(join(folder, 'flag.png'), awkward);
  writeFileSync(join(folder, 'a "b", <c> & \u4fdd\u5b58.png'), awkward);
  writeFileSync(join(folder, 'text.png'), '<tui><script>$tui.exit(9)</script></tui>');
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a picture is printed', () => {
  it('as text into a pipe, at most as large as was asked for', async () => {
    const { code, stdout, stderr } = await tui(['view', 'photo.jpg'], options);
    expect([code, stderr]).toEqual([0, '']);
    const rows = stdout.trimEnd().split('\n');
    // What is dark is blank, at its end too.
    expect(rows.length).toBeLessThanOrEqual(24);
    expect(rows.filter((row) => row.trim() !== '').length).toBeGreaterThan(12);
    expect(stdout).not.toContain('\x1b');
    const small = await tui(['view', '--width', '20', '--height', '4', 'photo.jpg'], options);
    expect(small.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(4);
    expect(Math.max(...small.stdout.split('\n').map((row) => [...row].length))).toBeLessThanOrEqual(
      20,
    );
  });

  it('in colours, and as SVG', async () => {
    const call = ['view', '--width', '8', '--height', '4', 'flag.png'];
    const ansi = await tui([...call, '--format', 'ansi'], options);
    expect(ansi.stdout).toContain('48;2;255;0;0');
    expect(ansi.stdout).toContain('48;2;0;0;255');
    const svg = await tui([...call, '--format', 'svg'], options);
    expect(svg.stdout).toMatch(/^<svg[^]*#ff0000[^]*<\/svg>\s*$/);
  });

  it('from every format that there is', async () => {
    for (const name of ['sunset.jpg', 'wheel.png', 'compass.gif', 'fields.webp']) {
      const { stderr, stdout } = await tui([
        'view',
        join(process.cwd(), 'examples/pictures', name),
      ]);
      expect([name, stderr]).toEqual([name, '']);
      expect(stdout.trim()).not.toBe('');
    }
  });

  it('in the mode of --gfx-mode', async () => {
    const call = ['view', '--width', '8', '--height', '4', 'flag.png'];
    const { stdout } = await tui(['--gfx-mode', 'luma', ...call], options);
    expect(stdout).toMatch(/^[ -~\n]+$/);
  });

  const BLOCKS = ' \u2580-\u259f\n';
  const ASCII = ' -~\n';
  it.each([
    ['sextant', `${BLOCKS}\u{1fb00}-\u{1fb3b}`],
    ['quadrant', BLOCKS],
    ['halfblock', BLOCKS],
    ['octant', `${BLOCKS}\u{1cd00}-\u{1cde5}\u{1cea0}-\u{1ceaf}\u{1fb00}-\u{1fbff}`],
    ['braille', ' \u2800-\u28ff\n'],
    ['pattern', ASCII],
    ['luma', ASCII],
    // Without colours there are no coloured blanks.
    ['block', ASCII],
    // A pipe shows no pixels.
    ['auto', `${BLOCKS}\u{1fb00}-\u{1fb3b}`],
    ['kitty', `${BLOCKS}\u{1fb00}-\u{1fb3b}`],
    ['sixel', `${BLOCKS}\u{1fb00}-\u{1fb3b}`],
    ['iterm2', `${BLOCKS}\u{1fb00}-\u{1fb3b}`],
  ])('in glyphs of the mode %s alone', async (mode, glyphs) => {
    const call = ['view', '--width', '24', '--height', '6', 'photo.jpg'];
    const { code, stdout, stderr } = await tui(['--gfx-mode', mode, ...call], options);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim()).not.toBe('');
    expect(stdout).toMatch(new RegExp(`^[${glyphs}]+$`, 'u'));
  });

  it.each(DITHER_ALGORITHMS)(
    'with the dither %s, in the colours of its bits',
    async (algorithm) => {
      const call = ['view', '--width', '24', '--height', '6', '--format', 'ansi', 'photo.jpg'];
      const flags = ['--dither-algorithm', algorithm, '--dither-bits', '2'];
      const { code, stdout, stderr } = await tui([...flags, ...call], options);
      expect([code, stderr]).toEqual([0, '']);
      // Beside the picture are the colours of the theme.
      const [, text, behind] = /^\x1b\[0;38;2;([\d;]+);48;2;([\d;]+)m/.exec(stdout)!;
      const colors = new Set(
        [...stdout.matchAll(/[34]8;2;(\d+;\d+;\d+)/g)].map(([, color]) => color!),
      );
      for (const color of [text!, behind!]) colors.delete(color);
      const parts = [...colors].flatMap((color) => color.split(';').map(Number));
      expect(colors.size).toBeGreaterThan(3);
      expect([...new Set(parts)].sort((a, b) => a - b)).toEqual([0, 85, 170, 255]);
    },
  );

  it('whatever its name is', async () => {
    const name = 'a "b", <c> & \u4fdd\u5b58.png';
    const { code, stdout, stderr } = await tui(['view', '--width', '8', name], options);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim()).not.toBe('');
  });

  it('by each line of the page on pictures', async () => {
    const page = readFileSync('docs/pictures.md', 'utf8');
    const lines = /```sh\n([^`]*)```/.exec(page)![1]!.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const { code, stdout } = await shell(line.replace(/^tui /, '$TUI '), options);
      expect([line, code]).toEqual([line, 0]);
      expect(stdout.length).toBeGreaterThan(1000);
    }
  });
});

describe('an error is reported', () => {
  it.each([
    ['text.png', 1, /^error image-format: .*text\.png" cannot be shown: expected a PNG, JPEG, GIF/],
  ])('for %j', async (name, code, message) => {
    const result = await tui(['view', name], options);
    expect(result.stderr).toMatch(message);
    expect([result.code, result.stdout]).toEqual([code, '']);
  });

  it('for a file of which the header promises more than there is', async () => {
    const cut = readFileSync(join(folder, 'flag.png')).subarray(0, 60);
    writeFileSync(join(folder, 'cut.png'), cut);
    const { code, stderr } = await tui(['view', 'cut.png'], options);
    expect([code, stderr]).toEqual([1, expect.stringContaining('error image-damaged')]);
  });
});
