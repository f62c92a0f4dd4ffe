/** `auto`: the theme follows what is known of the terminal, also when its answer is late. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, type App } from '../../cli/library.js';
import { formatColor } from '../../runtime/base/color.js';
import { detectCapabilities, learn } from '../../runtime/terminal/capabilities.js';

const apps: App[] = [];
afterEach(() => {
  for (const app of apps.splice(0)) app.stop();
});

function themeIn(env: Record<string, string>, isTTY = true): string {
  const app = createApp('<text>x</text>', { capabilities: detectCapabilities(env, isTTY), env });
  apps.push(app);
  return app.theme.name;
}

describe('auto', () => {
  it.each<[string, Record<string, string>]>([
    ['color16-dark', { TERM: 'xterm' }],
    ['color-dark', { TERM: 'xterm-256color' }],
    ['fullcolor-dark', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
    ['fullcolor-dark', { TERM: 'xterm-256color', COLORTERM: '24bit' }],
    ['fullcolor-dark', { TERM: 'xterm-direct' }],
    ['fullcolor-dark', { TERM: 'xterm-kitty' }],
    ['color16-dark', { TERM: 'linux' }],
    ['bw-dark', { TERM: 'vt100' }],
    ['bw-dark', { TERM: 'dumb' }],
    ['bw-dark', { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1' }],
    ['fullcolor-dark', { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '' }],
    ['color-dark', { TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '2' }],
    ['color-std', { TERM: 'xterm-256color', COLORFGBG: '0;15' }],
    ['color-std', { TERM: 'xterm-256color', COLORFGBG: '0;default;7' }],
    ['color-dark', { TERM: 'xterm-256color', COLORFGBG: '15;0' }],
    ['color-dark', { TERM: 'xterm-256color', COLORFGBG: '15;8' }],
    ['color-dark', { TERM: 'xterm-256color', COLORFGBG: 'nonsense' }],
  ])('is %s for %j', (name, env) => {
    expect(themeIn(env)).toBe(name);
  });

  it('is without colours in a pipe', () => {
    expect(themeIn({ TERM: 'xterm-256color' }, false)).toBe('bw-dark');
  });

  it('takes the terminal’s word over COLORFGBG, and where the depth is fixed keeps it', () => {
    const known = detectCapabilities({ TERM: 'xterm', COLORFGBG: '15;0' }, true);
    expect(known.dark).toBe(true);
    expect(learn(known, { name: 'background', red: 250, green: 250, blue: 240 }).dark).toBe(false);
    const fixed = detectCapabilities({ TERM: 'xterm', NO_COLOR: '1' }, true);
    expect(learn(fixed, { name: 'version', text: 'kitty(0.35)' }).depth).toBe('none');
  });

  it('paints anew when the answer about the background comes late, in a theme from a file too', () => {
    const bytes: Uint8Array[] = [];
    for (const theme of ['auto', { file: 'mine.css', text: ':root { --accent: #010203 }' }]) {
      const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
      const app = createApp('<text style="border: thin var(--accent)">x</text>', {
        theme,
        capabilities: detectCapabilities(env, true),
        env,
        width: 10,
        height: 3,
        output: { write: (part) => bytes.push(part) },
      });
      apps.push(app);
      app.frame();
      expect(app.theme.scheme).toBe('dark');
      const background = (): string => {
        const { table, styles } = app.cells;
        return formatColor(table.get(styles[29]!).bg);
      };
      expect(background()).toBe('#1e1e2e');
      // In two pieces, after keys: as a slow line sends it.
      app.input(new TextEncoder().encode('q\x1b]11;rgb:ffff/ff'));
      app.input(new TextEncoder().encode('ff/f0f0\x1b\\'));
      expect(app.frame().skipped).toBe(false);
      expect(app.theme.scheme).toBe('light');
      expect(background()).toBe('#ffffff');
      const front = formatColor(app.cells.table.get(app.cells.styles[0]!).fg);
      expect(front).toBe(theme === 'auto' ? '#0550ae' : '#010203');
      app.stop();
    }
    const fixed = createApp('<text>x</text>', { theme: 'fullcolor-dark', env: { TERM: 'xterm' } });
    apps.push(fixed);
    fixed.frame();
    fixed.input(new TextEncoder().encode('\x1b]11;rgb:ffff/ffff/ffff\x1b\\'));
    expect(fixed.theme.name).toBe('fullcolor-dark');
  });
});
