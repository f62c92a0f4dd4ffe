import { describe, expect, it } from '@jest/globals';
import {
  capabilityQueries,
  detectCapabilities,
  learn,
  learnOfOuter,
  protocolFor,
  type Environment,
} from '../../runtime/terminal/capabilities.js';
import { readAnswer } from '../../runtime/terminal/tmux.js';
import { Xterm } from '../support/xterm.js';

const XTERM = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };

describe('detectCapabilities', () => {
  it.each<[string, Environment, boolean, object]>([
    [
      'a plain xterm',
      XTERM,
      true,
      {
        interactive: true,
        depth: '256',
        sync: false,
        glyphs: 'unicode',
        title: true,
        links: true,
        erasesWithBackground: true,
      },
    ],
    [
      '24-bit colour by COLORTERM',
      { ...XTERM, COLORTERM: 'truecolor' },
      true,
      { depth: 'truecolor' },
    ],
    ['kitty', { TERM: 'xterm-kitty' }, true, { depth: 'truecolor', sync: true }],
    [
      'the Windows terminal',
      { WT_SESSION: 'x' },
      true,
      { interactive: true, depth: 'truecolor', sync: true },
    ],
    [
      'Apple Terminal',
      { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' },
      true,
      { depth: '256', sync: false },
    ],
    ['a bare xterm', { TERM: 'xterm' }, true, { depth: '16' }],
    ['a VT100', { TERM: 'vt100' }, true, { depth: 'none' }],
    [
      'tmux inside kitty',
      { TERM: 'tmux-256color', TERM_PROGRAM: 'kitty', TMUX: 'x' },
      true,
      { depth: '256', sync: false, erasesWithBackground: false },
    ],
    ['a pipe', XTERM, false, { interactive: false, depth: 'none' }],
    [
      'TERM=dumb',
      { TERM: 'dumb' },
      true,
      { interactive: false, depth: 'none', title: false, links: false },
    ],
    ['an empty TERM', { TERM: '' }, true, { interactive: false, depth: 'none' }],
    ['no TERM', {}, true, { interactive: false, depth: 'none' }],
    ['CI', { ...XTERM, CI: '1' }, true, { interactive: true }],
    ['CI in a pipe', { ...XTERM, CI: '1' }, false, { interactive: false }],
    [
      'NO_COLOR',
      { ...XTERM, NO_COLOR: '1' },
      true,
      { interactive: true, depth: 'none', depthFixed: true },
    ],
    ['an empty NO_COLOR', { ...XTERM, NO_COLOR: '' }, true, { depth: '256', depthFixed: false }],
    [
      'FORCE_COLOR in a pipe',
      { ...XTERM, FORCE_COLOR: '3' },
      false,
      { interactive: false, depth: 'truecolor' },
    ],
    [
      'FORCE_COLOR over NO_COLOR',
      { ...XTERM, FORCE_COLOR: '2', NO_COLOR: '1' },
      true,
      { depth: '256' },
    ],
    [
      'the C locale',
      { TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'C' },
      true,
      { glyphs: 'ascii' },
    ],
    ['no locale', { TERM: 'xterm' }, true, { glyphs: 'unicode' }],
    ['an empty locale', { TERM: 'xterm', LC_ALL: '', LANG: '' }, true, { glyphs: 'unicode' }],
    [
      'LC_CTYPE over LANG',
      { TERM: 'xterm', LC_CTYPE: 'POSIX', LANG: 'C.UTF-8' },
      true,
      { glyphs: 'ascii' },
    ],
    [
      'LC_ALL over LC_CTYPE',
      { TERM: 'xterm', LC_ALL: 'C.utf8', LC_CTYPE: 'C' },
      true,
      { glyphs: 'unicode' },
    ],
    ['Latin-1', { TERM: 'xterm-256color', LANG: 'de_DE.ISO-8859-1' }, true, { glyphs: 'ascii' }],
    [
      'the Linux console',
      { TERM: 'linux', LANG: 'de_DE.UTF-8' },
      true,
      { glyphs: 'linux', title: false, links: false },
    ],
    ['the Linux console in C', { TERM: 'linux', LANG: 'C' }, true, { glyphs: 'ascii' }],
    ['a vt100', { TERM: 'vt100', LANG: 'de_DE.UTF-8' }, true, { glyphs: 'ascii', depth: 'none' }],
    ['a vt220', { TERM: 'vt220' }, true, { glyphs: 'ascii' }],
    ['ansi', { TERM: 'ansi', LANG: 'C.UTF-8' }, true, { glyphs: 'ascii' }],
    ['a dumb one', { TERM: 'dumb' }, true, { glyphs: 'ascii', interactive: false }],
    ['a pipe without TERM', {}, false, { glyphs: 'unicode' }],
    ['a Japanese locale', { TERM: 'xterm', LANG: 'ja_JP.UTF-8' }, true, { doubtAmbiguous: true }],
  ])('%s', (_name, env, isTTY, expected) => {
    expect(detectCapabilities(env, isTTY)).toMatchObject(expected);
  });
});

describe('learn', () => {
  const known = detectCapabilities(XTERM, true);

  it('takes what the terminal answers', () => {
    expect(learn(known, { name: 'mode', mode: 2026, state: 2 }).sync).toBe(true);
    expect(learn({ ...known, sync: true }, { name: 'mode', mode: 2026, state: 0 }).sync).toBe(
      false,
    );
    expect(learn(known, { name: 'keyboard', flags: 0 }).kittyKeyboard).toBe(true);
    expect(learn(known, { name: 'background', red: 30, green: 30, blue: 46 }).dark).toBe(true);
    expect(learn(known, { name: 'background', red: 250, green: 250, blue: 250 }).dark).toBe(false);
    expect(learn(known, { name: 'colorScheme', dark: false }).dark).toBe(false);
    expect(learn(known, { name: 'version', text: 'WezTerm 2024' }).depth).toBe('truecolor');
    expect(learn(known, { name: 'attributes', parameters: [62] }).answered).toBe(true);
  });

  it('has ids for images once the terminal has said that it shows some', () => {
    expect(learn(known, { name: 'images', isKnown: false })).toBe(known);
    const able = learn(known, { name: 'images', isKnown: true });
    expect(able.images).toMatchObject({ count: 255 });
    expect(learn(able, { name: 'images', isKnown: true })).toBe(able);
    expect(learn(known, { name: 'version', text: 'kitty(0.38)' }).hasPlaceholders).toBe(true);
    expect(learn(known, { name: 'version', text: 'ghostty 1.1' }).hasPlaceholders).toBe(true);
    expect(learn(known, { name: 'version', text: 'Konsole 24' }).hasPlaceholders).toBe(false);
    expect(detectCapabilities({ TERM: 'xterm-kitty' }, true).hasPlaceholders).toBe(true);
  });

  it('has images in the ways that it states, or that its name stands for', () => {
    const attributes = (...parameters: number[]) => ({ name: 'attributes', parameters }) as const;
    const sixel = learn(known, attributes(63, 1, 4, 22));
    expect(sixel.graphics).toEqual({ kitty: false, iterm2: false, sixel: true });
    expect(sixel.images).toMatchObject({ count: 255 });
    expect(protocolFor(sixel, 'auto')).toBe('sixel');
    expect(protocolFor(sixel, 'kitty')).toBeUndefined();
    // The class of the terminal, and none of its attributes.
    expect(learn(known, attributes(4, 6)).images).toBeUndefined();
    const named = learn(known, { name: 'version', text: 'WezTerm 20240203' });
    expect(named.images).toBeUndefined();
    const wezterm = learn(learn(named, { name: 'images', isKnown: true }), attributes(65, 4, 6));
    expect(wezterm.graphics).toEqual({ kitty: true, iterm2: true, sixel: true });
    // Kitty's protocol without placeholders would show nothing.
    expect(protocolFor(wezterm, 'auto')).toBe('iterm2');
    expect(protocolFor(wezterm, 'kitty')).toBe('kitty');
    expect(protocolFor({ ...wezterm, hasPlaceholders: true }, 'auto')).toBe('kitty');
    expect(protocolFor(wezterm, 'sixel')).toBe('sixel');
    for (const [env, isKnown] of [
      [{ TERM_PROGRAM: 'iTerm.app' }, true],
      [{ LC_TERMINAL: 'iTerm2' }, true],
      [{ TERM_PROGRAM: 'mintty' }, true],
      [{ TERM_PROGRAM: 'vscode' }, false],
      [{ TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/x,1,0' }, false],
    ] as const) {
      const { graphics, images } = detectCapabilities({ ...XTERM, ...env }, true);
      expect([env, graphics.iterm2, images]).toEqual([env, isKnown, undefined]);
    }
  });

  it('asks for images where no multiplexer is between', () => {
    expect(capabilityQueries(XTERM)).toContain('\x1b_Gi=31');
    expect(capabilityQueries({ ...XTERM, TMUX: 'x' })).not.toContain('_G');
    expect(capabilityQueries({ ...XTERM, STY: 'x' })).not.toContain('_G');
    expect(capabilityQueries({ ...XTERM, TERM_PROGRAM: 'Apple_Terminal' })).not.toContain('_G');
  });

  it.each([
    ['0\nxterm-kitty\nkitty(0.38.0)\n', 'auto', false],
    ['off\nxterm-kitty\n\n', 'kitty', false],
    ['1\nxterm-kitty\n\n', 'auto', true],
    ['on\nxterm-256color\nghostty 1.1.0\n', 'auto', true],
    ['all\nxterm-256color\nXTerm(390)\n', 'auto', false],
    ['all\nxterm-256color\nXTerm(390)\n', 'kitty', true],
    // tmux before 3.3 has no such option and passes everything.
    ['\nxterm-kitty\n\n', 'auto', true],
    ['\n\n\n', 'auto', false],
    ['', 'sixel', false],
  ] as const)(
    'learns from tmux, which answers %j, whether to use kitty for %s: %s',
    (answer, mode, is) => {
      const inTmux = detectCapabilities({ ...XTERM, TMUX: 'x' }, true);
      const { graphics, images } = learnOfOuter(inTmux, readAnswer(answer), mode);
      expect([graphics.kitty, images !== undefined]).toEqual([is, is]);
    },
  );

  it('believes tmux more than variables, which are of where tmux was started', () => {
    const env = { ...XTERM, TMUX: 'x', KITTY_WINDOW_ID: '1' };
    const { graphics } = learnOfOuter(
      detectCapabilities(env, true),
      readAnswer('1\nxterm-256color\n\n'),
      'auto',
    );
    expect(graphics.kitty).toBe(false);
  });

  it('takes the size of a cell that can be one', () => {
    const cell = (width: number, height: number): unknown =>
      learn(known, { name: 'cellSize', width, height }).cell;
    expect(cell(9, 20)).toEqual({ width: 9, height: 20 });
    for (const [width, height] of [
      [0, 0],
      [9, 0],
      [1, 16],
      [9, 2000],
      [40, 9],
      [5, 100],
      [9.5, 20],
      [-9, 20],
      [Number.NaN, 20],
    ] as const) {
      expect(cell(width, height)).toBeUndefined();
    }
    const once = learn(known, { name: 'cellSize', width: 9, height: 20 });
    expect(learn(once, { name: 'cellSize', width: 9, height: 20 })).toBe(once);
    expect(learn(once, { name: 'cellSize', width: 0, height: 0 })).toBe(once);
  });

  it('keeps what it knows where an answer says nothing new, and what the user fixed', () => {
    expect(learn(known, { name: 'mode', mode: 2026, state: 4 })).toBe(known);
    expect(learn(known, { name: 'mode', mode: 7, state: 1 })).toBe(known);
    expect(learn(known, { name: 'version', text: 'xterm(390)' })).toBe(known);
    expect(learn(known, { name: 'cursor', x: 0, y: 0 })).toBe(known);
    const fixed = detectCapabilities({ ...XTERM, NO_COLOR: '1' }, true);
    expect(learn(fixed, { name: 'version', text: 'kitty(0.35)' }).depth).toBe('none');
  });

  it('asks without leaving a trace on the screen', async () => {
    const xterm = new Xterm(40, 4);
    await xterm.write(`before${capabilityQueries(XTERM)}after`);
    expect(xterm.rows()).toEqual(['beforeafter', '', '', '']);
    expect(capabilityQueries({ TERM: 'linux' })).toBe('');
    expect(capabilityQueries({})).toBe('');
  });
});
