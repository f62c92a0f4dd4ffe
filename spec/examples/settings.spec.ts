/** `examples/settings.tui` in use: what is set and where it comes from, changed, saved, and refused. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;
interface Asked {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: string;
  readonly mayWrite?: boolean;
}

let home = '';
let config: Config;

const file = () => join(home, '.config/tui/config.json');
const saved = () => JSON.parse(readFileSync(file(), 'utf8')) as unknown;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-settings-'));
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), '{ "log": { "level": "DEBUG" } }\n');
});
afterEach(() => {
  unmountAll();
  rmSync(home, { recursive: true });
});

function open({ width = 80, height = 24, theme, mayWrite = true }: Asked = {}): Promise<App> {
  const env = { TUI_LOG_BUFFER_SIZE: '200' };
  config = new Config({ env, cwd: home, home, allowWrite: () => mayWrite });
  return mount({ file: 'examples/settings.tui' }, { width, height, theme, config });
}

/** Goes to a section by its label. */
async function section(app: App, label: string): Promise<void> {
  const y = app
    .text()
    .split('\n')
    .findIndex((line) => line.includes('General'));
  await app.click({ x: app.text().split('\n')[y]!.indexOf(label) + 1, y });
}

const line = (app: App, text: string) =>
  app
    .text()
    .split('\n')
    .find((each) => each.includes(text)) ?? '';

describe('settings.tui', () => {
  describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
    it.each([
      [120, 40],
      [80, 24],
      [40, 12],
    ])('at %i x %i', async (width, height) => {
      const app = await open({ width, height, theme });
      await section(app, 'Log');
      expect(app).toMatchScreen(`settings ${width}x${height} ${theme}`);
    });
  });

  it('tells where each value comes from', async () => {
    const app = await open({ width: 200 });
    await section(app, 'Log');
    expect(line(app, 'log.level')).toMatch(/file config\.json:1:\d+█?$/);
    expect(line(app, 'log.file')).toMatch(/not set█?$/);
    expect(line(app, 'log.bufferSize')).toMatch(/variable TUI_LOG_BUFFER_SIZE█?$/);
    await section(app, 'All keys');
    expect(line(app, 'ai.headers')).toContain('••••');
    expect(line(app, 'persist')).toMatch(/false +default/);
    expect(app).toMatchScreen('settings all keys');
  });

  it('changes the theme at once, by keys, and takes it back', async () => {
    const app = await open();
    expect(app.screen().theme).toBe('fullcolor-dark');
    await app.press('Tab', 'Tab', 'Enter');
    await app.type('bw-d');
    await app.press('Enter');
    expect(app.screen().theme).toBe('bw-dark');
    expect(line(app, 'theme')).toMatch(/set here█?$/);
    expect(app.text()).toContain('1 change in force, not saved');
    await app.press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
    expect(config.getSource('theme')).toBe('default');
    expect(app.text()).toContain('Nothing to save');
  });

  it('saves what was changed, by keys and mouse, and leaves', async () => {
    const app = await open({ height: 30 });
    await section(app, 'Terminal');
    await app.click('switch[aria-label="terminal.mouse"]');
    expect(config.terminalMouse).toBe(false);
    await section(app, 'Log');
    await app.click('input[aria-label="log.bufferSize"]');
    await app.press('Ctrl+A', 'Ctrl+K', 'Backspace', 'Backspace', 'Backspace');
    await app.type('300');
    await app.press('Tab');
    expect(app.text()).toContain('2 changes in force, not saved');
    await app.press('Ctrl+S');
    expect(app.notifications).toEqual(['Saved 2 values.']);
    expect(saved()).toEqual({
      log: { level: 'DEBUG', bufferSize: 300 },
      terminal: { mouse: false },
    });
    // The variable stands above the file.
    expect(line(app, 'log.bufferSize')).toMatch(/variable TUI_LOG_BUFFER_SIZE█?$/);
    expect(config.logBufferSize).toBe(200);
    expect(config.getSource('terminal.mouse')).toBe('file');
    await app.click('#leave');
    expect(app.exitCode).toBe(0);
  });

  it('refuses what does not fit, beside the field', async () => {
    const app = await open();
    await section(app, 'Log');
    await app.click('input[aria-label="log.bufferSize"]');
    await app.press('End');
    await app.type('00000');
    await app.press('Tab');
    expect(app.text()).toMatch(/10000/);
    expect(config.logBufferSize).toBe(200);
    expect(app.text()).toContain('Nothing to save');
  });

  it('shows what only its user may set, and does not change it', async () => {
    const app = await open();
    await section(app, 'Log');
    expect(app.text()).toMatch(/Set it by --log-file[\s█]+or[\s█]+TUI_LOG_FILE\./);
    await app.click('input[aria-label="log.file"]');
    await app.type('/home/u/.bashrc');
    await app.press('Tab');
    expect(config.logFile).toBeUndefined();
    expect(app.text()).toContain('Nothing to save');
  });

  it('explains a save that is not permitted, and goes on', async () => {
    const app = await open({ height: 30, mayWrite: false });
    await section(app, 'Terminal');
    await app.click('switch[aria-label="terminal.mouse"]');
    await app.press('Ctrl+S');
    expect(app.text()).toContain('Not saved');
    expect(app.text().replace(/[│\s]+/g, ' ')).toContain('agree to "write"');
    expect(readFileSync(file(), 'utf8')).toBe('{ "log": { "level": "DEBUG" } }\n');
    await app.press('Enter');
    expect(app.text()).toContain('1 change in force, not saved');
    expect(config.terminalMouse).toBe(false);
  });

  it('says so where there is no configuration', async () => {
    const app = await mount({ file: 'examples/settings.tui' });
    expect(app.text()).toContain('runs without a configuration');
  });
});
