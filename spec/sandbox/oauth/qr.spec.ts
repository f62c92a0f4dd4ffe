/** The QR code of a sign-in by a code: read from the painted screen as a phone reads it. @ci */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jsQR from 'jsqr';
import { qrRows } from '../../../cli/sandbox/broker/oauth/qr.js';
import {
  channels,
  DEFAULT_COLOR,
  isRgb,
  paletteIndex,
  type Color,
} from '../../../runtime/base/color.js';
import { paletteRgb } from '../../../runtime/terminal/encoding/palette.js';
import { commandFile } from '../../support/cli.js';
import { SignInServers } from '../../support/sign-in.js';
import { describeInTmux, Tmux } from '../../support/tmux.js';
import { Xterm, type ShownCell } from '../../support/xterm.js';

const ROOM = { width: 80, height: 24 };
/** Pixels of half a cell. */
const DOT = 4;

/** What a phone reads in cells, on a screen whose own colours are `ink` and `paper`. */
function read(cells: readonly (readonly ShownCell[])[], ink: number, paper: number) {
  const width = (cells[0]?.length ?? 0) * DOT;
  const height = cells.length * 2 * DOT;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const rgbOf = (color: Color, own: number): readonly number[] => {
    if (color === DEFAULT_COLOR) return [own, own, own];
    return isRgb(color) ? channels(color) : paletteRgb(paletteIndex(color));
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = cells[Math.floor(y / DOT / 2)]?.[Math.floor(x / DOT)];
      const isUpper = Math.floor(y / DOT) % 2 === 0;
      const isInk = cell?.char === '█' || cell?.char === (isUpper ? '▀' : '▄');
      const color = isInk ? rgbOf(cell.fg, ink) : rgbOf(cell?.bg ?? DEFAULT_COLOR, paper);
      pixels.set([...color, 255], (y * width + x) * 4);
    }
  }
  // CommonJS whose types name a default export; the function carries itself as one.
  return jsQR.default(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data;
}

const folder = mkdtempSync(join(tmpdir(), 'tui-qr-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A theme of the user over a built-in one. */
function themeFile(base: string): string {
  const file = join(folder, `over-${base}.css`);
  writeFileSync(file, `:root { --base: ${base}; }`);
  return file;
}

describe('rows of a QR code', () => {
  it('have a quiet zone of four modules, and room for all of it', () => {
    const rows = qrRows('https://id.example.com/device?user_code=ABCD-EFGH', ROOM) ?? [];
    const [first = ''] = rows;
    expect(rows.length).toBe(Math.ceil(first.length / 2));
    for (const row of rows) expect(row).toMatch(/^ {4}.* {4}$/);
    expect([rows[0]?.trim(), rows[1]?.trim()]).toEqual(['', '']);
    const room = { width: first.length, height: rows.length };
    expect(qrRows('https://id.example.com/device?user_code=ABCD-EFGH', room)).toEqual(rows);
  });

  it('are none where the terminal is too narrow or too short, or the text too long', () => {
    expect(qrRows('https://id.example.com', { width: 20, height: 24 })).toBeUndefined();
    expect(qrRows('https://id.example.com', { width: 80, height: 10 })).toBeUndefined();
    expect(qrRows('a'.repeat(100_000), { width: 9999, height: 9999 })).toBeUndefined();
  });
});

describeInTmux('signed-in.tui', () => {
  let servers: SignInServers;
  beforeAll(async () => {
    servers = await SignInServers.start();
  });
  afterAll(() => servers.stop());

  async function screenOf(flags: string, columns = 90): Promise<ShownCell[][]> {
    const tmux = new Tmux();
    try {
      await tmux.start(columns, 24);
      const api = servers.authority('api');
      const env = `COLORTERM=truecolor LC_ALL=C.UTF-8 SSH_CONNECTION=x HOME=${tmux.folder} XDG_STATE_HOME= XDG_CONFIG_HOME= XDG_CACHE_HOME=`;
      tmux.keys(
        `${env} ${process.execPath} ${commandFile()} --trust --allow-oauth=${api} --oauth-client-id=tui-spec --oauth-wellknown-url=${servers.wellknownUrl} ${flags} ${resolve('examples/signed-in.tui')}`,
        'Enter',
      );
      await tmux.until('the app', () => /Not signed in/.test(tmux.screen()));
      tmux.keys('Tab');
      tmux.keys('Enter');
      await tmux.until('the code', () => /[A-Z]{4}-[A-Z]{4}[^]*Cancel/.test(tmux.screen()));
      const xterm = new Xterm(columns, 24);
      await xterm.write(
        tmux.run('capture-pane', '-p', '-e', '-N').trimEnd().replaceAll('\n', '\r\n'),
      );
      return xterm.cells();
    } finally {
      tmux.stop();
    }
  }

  it.each([
    ['fullcolor-dark', 230, 20],
    ['fullcolor-std', 20, 250],
    [themeFile('fullcolor-dark'), 230, 20],
  ])('shows a code that phones read in the theme %s', async (theme, ink, paper) => {
    const text = read(await screenOf(`--theme=${theme}`), ink, paper);
    const page = `${servers.origin('identity')}/device`;
    expect(text?.startsWith(`${page}?user_code=`)).toBe(true);
  });

  it.each([
    ['without room beside the words', '', 60],
    ['with ASCII alone', '--terminal-glyphs=ascii', 90],
    // Light on dark: few cameras read that.
    ['in a theme without colours', '--theme=bw-dark', 90],
    ['in a theme file without colours', `--theme=${themeFile('bw-dark')}`, 90],
  ])('shows none %s', async (_name, flags, columns) => {
    const cells = await screenOf(flags, columns);
    expect(cells.flat().some(({ char }) => /[▀▄█]/.test(char))).toBe(false);
    expect(read(cells, 230, 20)).toBeUndefined();
  });
});
