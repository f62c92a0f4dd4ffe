import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import * as library from '../../cli/library.js';
import { explain } from '../../config/texts/explain.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterAll(() => world.remove());

const page = readFileSync('docs/configuration.md', 'utf8');
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

it('the page traces a key as it is', () => {
  expect(page).toContain(explain('log.level', { config: world.config() }));

  const app = block('xml');
  const text = /<policy>([\s\S]*)<\/policy>/.exec(app)?.[1] ?? '';
  const source = { file: 'app.tui', text: app };
  const policy = { text, source, offset: app.indexOf(text) };
  world.writeFile(block('jsonc'));
  const [, name = '', value = ''] = /`export (\w+)=(\w+)`/.exec(page) ?? [];
  world.env[name] = value;
  world.args = (/\$ tui (--.*)/.exec(page)?.[1] ?? '').split(' ');
  const config = world.config({ policy });
  expect(config.diagnostics).toEqual([]);
  const told = explain('log.level', { config }).replaceAll(world.home, '/home/u');
  expect(told).toContain('> cli      ERROR');
  expect(page).toContain(told.slice(told.indexOf('Layers,')));

  config.applyCliFlags({ 'log.level': undefined });
  expect(config.getConfigText()).toContain('log.level = TRACE <- TUI_LOG_LEVEL\n');
  expect(config.logLevel).toBe('TRACE');
  expect(config.getOrigin('log.level')).toEqual({ source: 'env', place: 'TUI_LOG_LEVEL' });
});

it("the page's app declares its key without fault", () => {
  const [text = ''] = /\{\n {2}"config"[\s\S]*?\n\}/.exec(page) ?? [];
  const source = { file: 'app.tui', text };
  const config = world.config({ policy: { text, source, offset: 0 }, env: { GAME_SPEED: '5' } });
  expect(config.diagnostics).toEqual([]);
  expect([config.getNumber('game.speed'), config.getSource('game.speed')]).toEqual([5, 'env']);
});

it('nothing of config/ scans arguments: it imports neither yargs nor flags.ts', () => {
  for (const file of readdirSync('config').filter((name) => name.endsWith('.ts'))) {
    const code = readFileSync(`config/${file}`, 'utf8');
    const imports = [...code.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
    expect([file, imports.includes('./flags.js')]).toEqual([file, false]);
    expect([file, imports.some((name) => name?.includes('yargs'))]).toEqual([file, false]);
  }
});

/** Where the singleton has what it is not given, once each. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['process.env', 'process.cwd'],
  'inputs.ts': ['homedir()'],
};

it('types.ts imports nothing, and importing config reads nothing of the process', () => {
  expect(readFileSync('config/types.ts', 'utf8')).not.toMatch(/^import|from '/m);
  for (const file of readdirSync('config').filter((name) => name.endsWith('.ts'))) {
    const code = readFileSync(`config/${file}`, 'utf8');
    const uses = [...code.matchAll(/process\.(env|argv|cwd)|homedir\(\)/g)].map(([text]) => text);
    expect([file, uses]).toEqual([file, DOORS[file] ?? []]);
  }
});

it("the page's program finds in the library what it imports", () => {
  const names = /import \{ (.*) \} from 'tui-runtime';/.exec(block('js'))?.[1]?.split(', ') ?? [];
  expect(names).toContain('parseCliFlags');
  for (const name of names) expect(library).toHaveProperty(name);
  const { flags, remaining } = library.parseCliFlags(['--log-level', 'debug', 'help', '--more']);
  expect([flags, remaining]).toEqual([{ 'log.level': 'DEBUG' }, ['help', '--more']]);
});
