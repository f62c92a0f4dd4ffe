/** Settings as the dock changes them: at once, saved, explained and taken back; those of an app in a file of its own. */
import { mkdtempSync, readFileSync, existsSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appConfigPath, Config } from '../../config/index.js';
import { setAsUser } from '../../config/config.js';
import { attempt, DockSettings, type Override } from '../../cli/devtools/settings.js';

const SCHEMA = {
  speed: { type: 'integer', min: 0, max: 100, step: 5, default: 20 },
  ratio: { type: 'number', min: 0, max: 2, default: 1 },
  loud: { type: 'boolean', default: false },
  size: { type: 'integer', default: 3 },
  'api.token': { type: 'string', default: 'x', secret: true },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-dock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function open(env: Record<string, string> = {}): {
  config: Config;
  settings: DockSettings;
  overrides: (readonly Override[])[];
  saved: () => number;
  appFile: string;
} {
  const configPath = join(folder, 'config.json');
  const appFile = appConfigPath(configPath, '/apps/tune.tui');
  const config = new Config({
    env,
    cwd: folder,
    home: folder,
    configPath,
    appConfigPath: appFile,
    configSchema: SCHEMA,
    restrictPolicy: true,
  });
  const overrides: (readonly Override[])[] = [];
  let count = 0;
  const settings = new DockSettings({
    config,
    onOverrides: (list) => void overrides.push(list),
    onSaved: () => count++,
  });
  return { config, settings, overrides, saved: () => count, appFile };
}

describe('a setting', () => {
  it('has the control of its kind: a slider where min and max are given', () => {
    const { settings } = open();
    const controls = Object.fromEntries(settings.list().map(({ key, control }) => [key, control]));
    expect(controls).toMatchObject({
      speed: { kind: 'slider', min: 0, max: 100, step: 5 },
      ratio: { kind: 'slider', min: 0, max: 2, step: 0 },
      loud: { kind: 'switch' },
      size: { kind: 'number' },
      'api.token': { kind: 'fixed' },
      'log.bufferSize': { kind: 'slider', min: 10, max: 10_000, step: 1 },
      'log.level': { kind: 'select' },
      persist: { kind: 'switch' },
      'ai.headers': { kind: 'fixed' },
      'server.token': { kind: 'fixed' },
    });
    expect(settings.list()[0]!.key).toBe('speed');
  });

  it('changes at once, as source runtime, and is passed on whole', () => {
    const { config, settings, overrides } = open();
    expect(settings.change('speed', '75')).toBeUndefined();
    expect(settings.change('loud', 'true')).toBeUndefined();
    expect([config.getValue('speed'), config.getSource('speed')]).toEqual([75, 'runtime']);
    expect(overrides.at(-1)).toEqual([
      ['speed', 75],
      ['loud', true],
    ]);
  });

  it('that does not fit is refused in words, and nothing is passed on', () => {
    const { config, settings, overrides } = open();
    expect(settings.change('speed', '900')).toContain('from 0 to 100');
    expect(settings.change('size', 'many')).toContain('size');
    expect(config.getSource('speed')).toBe('default');
    expect(overrides).toEqual([]);
  });

  it('of the app is saved in its own file, explained with its place, and reset', () => {
    const { config, settings, overrides, saved, appFile } = open();
    settings.change('speed', '75');
    expect(settings.save()).toBe('Saved speed');
    expect(JSON.parse(readFileSync(appFile, 'utf8'))).toEqual({ speed: 75 });
    expect(existsSync(config.configPath)).toBe(false);
    expect([overrides.at(-1), saved()]).toEqual([[], 1]);
    expect(settings.explain('speed')).toContain(`> file     75  ${appFile}:2:12`);
    expect(open().config.getValue('speed')).toBe(75);
    expect(settings.reset('speed')).toBe('speed is not saved any more');
    expect(config.getValue('speed')).toBe(20);
    expect(open().config.getValue('speed')).toBe(20);
  });

  it('of tui is saved in the user’s file', () => {
    const { config, settings } = open();
    settings.change('log.level', 'DEBUG');
    settings.change('speed', '5');
    expect(settings.save()).toBe('Saved 2 settings');
    expect(JSON.parse(readFileSync(config.configPath, 'utf8'))).toEqual({
      log: { level: 'DEBUG' },
    });
    settings.reset('log.level');
    expect(JSON.parse(readFileSync(config.configPath, 'utf8'))).toEqual({ log: {} });
    expect(config.logLevel).toBe('INFO');
  });

  it('is taken back before it is saved, without a file', () => {
    const { config, settings, appFile } = open();
    settings.change('speed', '75');
    expect(settings.reset('speed')).toBe('speed is as it was');
    expect(settings.save()).toBe('Nothing has changed');
    expect([config.getValue('speed'), existsSync(appFile)]).toEqual([20, false]);
  });
});

describe('the file of an app', () => {
  const write = (appFile: string, text: string): void => {
    mkdirSync(dirname(appFile), { recursive: true });
    writeFileSync(appFile, text);
  };

  it('counts more than the policy and less than a variable', () => {
    const { appFile, config } = open();
    write(appFile, '{ "speed": 40 }');
    config.reload();
    expect([config.getValue('speed'), config.getSource('speed')]).toEqual([40, 'file']);
  });

  it('sets no key of tui, and none that the app does not declare', () => {
    const { appFile } = open();
    write(appFile, '{ "theme": "bw-std", "log": { "file": "/tmp/x" }, "gone": 5 }');
    const { config } = open();
    expect([config.getSource('theme'), config.getSource('log.file')]).toEqual([
      'default',
      undefined,
    ]);
    expect(config.hasKey('gone')).toBe(false);
    expect(config.problems).toEqual([]);
  });

  it.each(['{ "speed": "fast" }', '{', '[]'])('that cannot be used is a warning: %s', (text) => {
    const { appFile } = open();
    write(appFile, text);
    const { config } = open();
    expect(config.problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(config.blocking()).toEqual([]);
    expect(config.getValue('speed')).toBe(20);
  });

  it('crosses to the app’s process, where the app cannot write it', () => {
    const { config, appFile } = open();
    config.saveAppKeys(new Map([['speed', 60]]));
    const state = config.state({ mayRead: () => true });
    const other = new Config({
      env: {},
      cwd: '/',
      home: '/nonexistent',
      configSchema: SCHEMA,
      state,
      restrictPolicy: true,
      restrictCaller: true,
    });
    expect([other.getValue('speed'), other.getOrigin('speed')?.place]).toEqual([
      60,
      `${appFile}:2:12`,
    ]);
    expect(attempt(() => other.saveAppKeys(new Map([['speed', 0]])))).toContain('cannot be kept');
    setAsUser(other, 'log.file', '/tmp/by-the-user');
    expect(other.getSource('log.file')).toBe('runtime');
    expect(attempt(() => other.set('log.file', '/tmp/by-the-app'))).toBeDefined();
  });
});
