/** Settings as the dock changes them: at once, saved, explained and taken back; those of an app in a file of its own. */
import { mkdtempSync, readFileSync, existsSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appConfigPath, Config } from '../../config/index.js';
import { setAsUser } from '../../config/config.js';
import { attempt, DockSettings, type Override } from '../../cli/devtools/settings.js';
import type { Overrides } from '../../cli/sandbox/channel/task.js';
import { RunnerSettings } from '../../cli/sandbox/runner/config.js';

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
  touched: (readonly string[])[];
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
  const touched: (readonly string[])[] = [];
  let count = 0;
  const settings = new DockSettings({
    config,
    onOverrides: (list, keys) => {
      overrides.push(list);
      touched.push(keys);
    },
    onSaved: () => count++,
  });
  return { config, settings, overrides, touched, saved: () => count, appFile };
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
    expect(settings.reset('speed')).toBe('speed is reset');
    expect(settings.save()).toBe('Nothing has changed');
    expect([config.getValue('speed'), existsSync(appFile)]).toEqual([20, false]);
  });
});

describe('what scripts set', () => {
  it('shows with its value as source runtime, and is not what the launcher goes by', () => {
    const { config, settings } = open();
    settings.setByScripts([{ key: 'speed', value: 35 }]);
    expect(settings.list()[0]).toMatchObject({
      key: 'speed',
      value: '35',
      origin: 'runtime by a script',
      isOfScript: true,
      isChanged: false,
    });
    expect(settings.explain('speed')).toMatch(/^speed = 35$[^]*^> runtime {2}35 {2}by a script$/m);
    expect(config.getValue('speed')).toBe(20);
    settings.setByScripts([]);
    expect(settings.list()[0]).toMatchObject({ value: '20', origin: 'default' });
  });

  it('is not saved, nor is what it has replaced', () => {
    const { settings, appFile } = open();
    settings.change('speed', '75');
    settings.setByScripts([{ key: 'speed', value: 35 }]);
    expect(settings.save()).toBe('Nothing to save: only scripts changed settings');
    expect(existsSync(appFile)).toBe(false);
    settings.change('loud', 'true');
    expect(settings.save()).toBe('Saved loud');
    expect(JSON.parse(readFileSync(appFile, 'utf8'))).toEqual({ loud: true });
  });

  it('is replaced by what the user sets, and reset', () => {
    const { settings, touched } = open();
    settings.setByScripts([{ key: 'speed', value: 35 }]);
    settings.change('speed', '75');
    expect(settings.list()[0]).toMatchObject({ value: '75', origin: 'runtime', isChanged: true });
    settings.setByScripts([{ key: 'speed', value: 40 }]);
    expect(settings.reset('speed')).toBe('speed is reset');
    expect(settings.list()[0]).toMatchObject({ value: '20', origin: 'default' });
    expect(touched).toEqual([['speed'], ['speed']]);
  });

  it('is left out where a script cannot have set it', () => {
    const { settings } = open();
    const before = settings.list();
    settings.setByScripts([
      { key: 'speed', value: 900 },
      { key: 'loud', value: 'yes' },
      { key: 'log.file', value: '/tmp/x' },
      { key: 'server.token', value: 'taken' },
      { key: '__proto__', value: 1 },
      { key: 'gone', value: 1 },
      { key: 'size', value: undefined },
    ]);
    expect(settings.list()).toEqual(before);
  });

  it('shows no secret', () => {
    const { settings } = open();
    settings.setByScripts([{ key: 'api.token', value: undefined }]);
    expect(settings.list().find(({ key }) => key === 'api.token')).toMatchObject({
      value: '••••',
      origin: 'runtime by a script',
    });
    expect(settings.explain('api.token')).toContain('api.token = ••••');
  });
});

describe('in the app’s process', () => {
  const start = (): { config: Config; settings: RunnerSettings; changes: () => number } => {
    const { config } = open();
    const settings = new RunnerSettings();
    settings.start(config, undefined);
    let count = 0;
    settings.onSet = () => count++;
    return { config, settings, changes: () => count };
  };
  const speed = (value?: number): Overrides => ({
    values: value === undefined ? [] : [['speed', value]],
    touched: ['speed'],
  });

  it('the last one who sets a key counts, the user or a script', () => {
    const { config, settings } = start();
    settings.override(speed(75));
    expect(settings.setByScripts()).toEqual([]);
    config.set('speed', 35);
    expect(settings.setByScripts()).toEqual([{ key: 'speed', value: 35 }]);
    // Another key of the user's.
    settings.override({ values: [...speed(75).values, ['loud', true]], touched: ['loud'] });
    expect([config.getValue('speed'), config.getValue('loud')]).toEqual([35, true]);
    settings.override(speed(75));
    expect([config.getValue('speed'), settings.setByScripts()]).toEqual([75, []]);
  });

  it('a reset takes back what a script has set', () => {
    const { config, settings } = start();
    config.set('speed', 35);
    settings.override(speed());
    expect([config.getSource('speed'), settings.setByScripts()]).toEqual(['default', []]);
  });

  it('what was saved comes from the file, and what a script has set since stays', () => {
    const { config, settings } = start();
    const values: Overrides['values'] = [
      ['speed', 75],
      ['loud', true],
    ];
    settings.override({ values, touched: ['speed', 'loud'] });
    config.set('speed', 35);
    settings.override({ values: [], touched: [] });
    expect([config.getSource('speed'), config.getSource('loud')]).toEqual(['runtime', 'default']);
  });

  it('reports follow a set that changes no value, and have no secret', () => {
    const { config, settings, changes } = start();
    config.set('speed', 20);
    config.set('api.token', 'hush');
    expect(changes()).toBe(2);
    expect(settings.setByScripts()).toEqual([
      { key: 'speed', value: 20 },
      { key: 'api.token', value: undefined },
    ]);
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
    expect(config.diagnostics).toEqual([]);
  });

  it.each(['{ "speed": "fast" }', '{', '[]'])('that cannot be used is a warning: %s', (text) => {
    const { appFile } = open();
    write(appFile, text);
    const { config } = open();
    expect(config.diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
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
