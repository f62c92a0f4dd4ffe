/** Themes from a file: a sheet over a built-in theme, its faults, and where it is read from. */
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../cli/library.js';
import { DiagnosticError, formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { ThemeFile } from '../../runtime/style/themes/theme-file.js';
import { getTheme } from '../../runtime/style/themes/themes.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

const table = createPropertyTable();
const folder = mkdtempSync(join(tmpdir(), 'theme-'));

afterEach(unmountAll);
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ThemeFile {
  return new ThemeFile({ file: 'my theme.css', text }, table);
}

function errors(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

describe('a theme from a file', () => {
  it('gives its variables and takes the others from its base', async () => {
    const text = ':root { --base: fullcolor-std; --accent: #123456; --error: var(--accent) }';
    const app = await mount(
      '<tui><text id="a" style="color: var(--accent); background: var(--surface)">x</text><text id="b" style="color: var(--error)">y</text></tui>',
      { theme: { file: 'my theme.css', text }, width: 4, height: 2 },
    );
    const screen = app.screen();
    expect(screen.theme).toBe('my-theme');
    expect(screen.cell(0, 0)).toMatchObject({ fg: '#123456', bg: '#eef0f4' });
    expect(screen.cell(0, 1)).toMatchObject({ fg: '#123456', bg: '#ffffff' });
    expect(app.app.theme).toMatchObject({ depth: 'truecolor', scheme: 'light' });
  });

  it('suits the terminal where it names no base, and goes on doing so', () => {
    const file = read(':root { --accent: red }');
    expect(file.base).toBeUndefined();
    const dark = file.over(getTheme('color16-dark')!);
    expect(dark).toMatchObject({ depth: '16', scheme: 'dark' });
    expect(file.over(getTheme('color16-dark')!)).toBe(dark);
    expect(file.over(getTheme('color16-std')!)).not.toBe(dark);
    const env = { TERM: 'xterm', NO_COLOR: '1' };
    const app = createApp('<text>x</text>', {
      theme: { file: 'a.css', text: ':root { --accent: red }' },
      capabilities: detectCapabilities(env, true),
      env,
    });
    expect(app.theme.depth).toBe('none');
    app.stop();
  });

  it('paints the background that it sets, whatever its base does', async () => {
    const paint = async (text: string): Promise<string> => {
      const app = await mount('<tui/>', { theme: { file: 'a.css', text }, width: 1, height: 1 });
      return app.screen().cell(0, 0)?.bg ?? '';
    };
    expect(await paint(':root { --base: color-dark; --background: #102030 }')).toBe('#102030');
    expect(await paint(':root { --base: color-dark }')).toBe('default');
  });

  it('may have any rules, under conditions too, below every sheet of a document', async () => {
    const text = `:root { --base: fullcolor-dark }
      text { color: red; @media (max-width: 9) { background: #010203 } }
      .own { color: blue !important }`;
    const app = await mount(
      '<tui><style>text { background: #0a0b0c } .own { color: lime }</style><text>a</text><text class="own">b</text></tui>',
      { theme: { file: 'a.css', text }, width: 5, height: 2 },
    );
    expect(app.screen().cell(0, 0)).toMatchObject({ fg: '#ff0000', bg: '#0a0b0c' });
    expect(app.screen().cell(0, 1)).toMatchObject({ fg: '#0000ff' });
    const bare = await mount('<text>a</text>', {
      theme: { file: 'a.css', text },
      width: 5,
      height: 1,
    });
    expect(bare.screen().cell(0, 0)?.bg).toBe('#010203');
    await bare.resize(10, 1);
    expect(bare.screen().cell(0, 0)?.bg).toBe('#1e1e2e');
  });

  it('tells every fault with its place', () => {
    const text = ':root {\n  --base: fullcolor-drak;\n  --accent: blurple;\n  colour: red;\n}\n';
    const told = errors(() => read(text)).join('\n');
    expect(told).toContain(
      'my theme.css:2:11 error unknown-theme: there is no theme "fullcolor-drak"',
    );
    expect(told).toContain('did you mean "fullcolor-dark"?');
    expect(told).toContain('my theme.css:3:13 error bad-style: --accent: expected a colour');
    expect(told).toContain('my theme.css:4:3 error unknown-property');
    expect(
      errors(() => read(':root { --accent: var(--error); --error: var(--accent) }')),
    ).toHaveLength(2);
    expect(
      errors(() => read('@charset "x"; :root { --text: color-mix(in oklab, red, blue) }')),
    ).toHaveLength(1);
  });

  it('warns of a name that is nearly a variable, and leaves others alone', () => {
    const { warnings } = read(':root { --acent: red; --brand-logo: 1 }');
    expect(warnings.map(formatDiagnostic).join()).toContain('did you mean "--accent"?');
    expect(warnings).toHaveLength(1);
    expect(read('').over(getTheme('bw-std')!).rules).toEqual(getTheme('bw-std')!.rules);
  });
});

describe('a path as a theme', () => {
  it('is read', () => {
    const path = join(folder, 'dusk.css');
    writeFileSync(path, ':root { --base: gray-dark }');
    const app = createApp('<text>x</text>', { theme: path });
    expect(app.theme).toMatchObject({ name: 'dusk', depth: '256' });
    app.stop();
  });

  it('tells why it cannot be', () => {
    const told = (path: string): string =>
      errors(() => createApp('<text>x</text>', { theme: path })).join();
    expect(told(join(folder, 'none.css'))).toContain('none.css error bad-theme');
    expect(told(join(folder, 'none.css'))).toContain('there is no such file');
    mkdirSync(join(folder, 'folder.css'));
    expect(told(join(folder, 'folder.css'))).toContain('it is not a file');
    writeFileSync(join(folder, 'large.css'), ' '.repeat(1024 * 1024 + 1));
    expect(told(join(folder, 'large.css'))).toContain('it has more than 1048576 bytes');
  });

  it('lists the themes where a name is none of them', () => {
    const told = errors(() => createApp('<text>x</text>', { theme: 'fullcolor-drak' }));
    expect(told.join()).toContain('the themes are auto, bw-std, bw-dark');
    expect(told.join()).toContain('did you mean "fullcolor-dark"?');
  });
});
