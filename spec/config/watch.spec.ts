/** The user's file changes while an app runs. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigDiagnostic } from '../../config/diagnostics.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

it('is in force once it is read again, below what outranks it', () => {
  world.writeFile('{"theme": "bw-std"}');
  world.env['TUI_LOG_LEVEL'] = 'ERROR';
  const config = world.config();
  const heard: (readonly string[])[] = [];
  config.onChange((keys) => heard.push(keys));
  world.writeFile('{"theme": "bw-dark", "log": {"level": "WARN", "bufferSize": 20}}');
  expect(config.reload()).toEqual([]);
  expect([config.theme, config.logLevel, config.logBufferSize]).toEqual(['bw-dark', 'ERROR', 20]);
  rmSync(world.path);
  expect(config.reload()).toEqual([]);
  expect([config.theme, config.configExists]).toEqual(['auto', false]);
  expect(heard).toEqual([
    ['theme', 'log.bufferSize'],
    ['theme', 'log.bufferSize'],
  ]);
});

it('keeps the last values that fit where it is broken, and says so', () => {
  world.writeFile('{"theme": "bw-std", "log": {"level": "WARN"}}');
  const config = world.config();
  const reload = (text: string): (string | undefined)[] => {
    world.writeFile(text);
    return config.reload().map(({ code }) => code);
  };
  expect(reload('{"theme": "bw-dra", "log": {"level": "ERROR"}}')).toEqual(['bad-value']);
  expect([config.theme, config.logLevel]).toEqual(['bw-std', 'ERROR']);
  expect(reload('{"theme": "bw-dark", "log": 5}')).toEqual(['bad-value']);
  expect([config.theme, config.logLevel]).toEqual(['bw-dark', 'ERROR']);
  expect(reload('{"theme": ')).toEqual(['bad-json']);
  expect([config.theme, config.logLevel]).toEqual(['bw-dark', 'ERROR']);
  expect(reload('{}')).toEqual([]);
  expect([config.theme, config.logLevel]).toEqual(['auto', 'INFO']);
});

it('reaches a configuration in another process', () => {
  world.writeFile('{}');
  const config = world.config();
  const state = config.state({ mayRead: () => true });
  const other = world.config({ state });
  const heard: (readonly string[])[] = [];
  other.onChange((keys) => heard.push(keys));
  world.writeFile('{"theme": "bw-std", "ai": {"headers": {"a": "b"}}}');
  config.reload();
  other.applyFile(config.fileState());
  expect([other.theme, other.aiHeaders, heard]).toEqual(['bw-std', {}, [['theme']]]);
});

it('is followed wherever it comes from: made, behind a link, replaced', async () => {
  const config = world.config();
  let wake: (diagnostics: readonly ConfigDiagnostic[]) => void = () => undefined;
  const next = async (change: () => void): Promise<string> => {
    const read = new Promise((resolve) => (wake = resolve));
    change();
    await read;
    return config.theme;
  };
  const end = config.watch((diagnostics) => wake(diagnostics));
  try {
    const dotfiles = join(world.home, 'dotfiles.json');
    writeFileSync(dotfiles, '{"theme": "bw-std"}');
    const link = (): void => {
      mkdirSync(dirname(world.path), { recursive: true });
      symlinkSync(dotfiles, world.path);
    };
    expect(await next(link)).toBe('bw-std');
    expect(await next(() => writeFileSync(dotfiles, '{"theme": "bw-dark"}'))).toBe('bw-dark');
    writeFileSync(`${world.path}.new`, '{"theme": "gray-std"}');
    expect(await next(() => renameSync(`${world.path}.new`, world.path))).toBe('gray-std');
  } finally {
    end();
  }
});
