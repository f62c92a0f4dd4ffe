/** `$tui.config` as the scripts of a `.tui` file use it, and what takes effect from it in the app. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createApp } from '../../cli/library.js';
import { mount, unmountAll } from '../../cli/testing.js';
import { policyOf } from '../../cli/documents/settings.js';
import { catchListeners } from '../../config/config.js';
import type { Config } from '../../config/index.js';
import { PROPERTIES } from '../../config/schema.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { KEY_CASES, nested } from './support/keys.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => {
  unmountAll();
  world.clear();
});
afterAll(() => world.remove());

/** What a script finds: its last expression, as JSON through an export. */
async function inScript(code: string, config: Config): Promise<unknown> {
  const app = await mount(`<text id="t">x</text><script>export const found = ${code};</script>`, {
    config,
  });
  return JSON.parse(JSON.stringify(app.$tui.exports['found'])) as unknown;
}

const getterOf = (key: string): string =>
  key.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());

it('has every key by its getter, its value and its source', async () => {
  world.writeFile(
    JSON.stringify(
      nested(Object.fromEntries(KEY_CASES.map(({ key, samples }) => [key, samples[1].value]))),
    ),
  );
  const names = Object.fromEntries(KEY_CASES.map(({ key }) => [key, getterOf(key)]));
  const found = await inScript(
    `Object.entries(${JSON.stringify(names)}).map(([key, name]) =>
      [key, $tui.config[name], $tui.config.getValue(key), $tui.config.getSource(key)])`,
    world.config(),
  );
  expect(found).toEqual(
    KEY_CASES.map(({ key, samples: [, { value }] }) => [key, value, value, 'file']),
  );
});

it('has the generic getters, the schema and the keys', async () => {
  const source = {
    file: `${world.home}/apps/app.tui`,
    text: `<policy>{"config": {"game": {"speed": 4}, "i18n": {"messagesDir": "m"}},
      "configSchema": {"game.speed": {"type": "integer", "env": "GAME_SPEED"}}}</policy>`,
  };
  const config = world.config({ policy: policyOf(source), env: { GAME_SPEED: '7' } });
  const found = await inScript(
    `(() => {
      const { config } = $tui;
      const message = (read) => { try { return read(); } catch (error) { return error.message; } };
      return {
        read: [config.getNumber('game.speed'), config.getString('theme'), config.getBoolean('lint')],
        fallbacks: [config.getString('log.file', 'f'), config.getNumber('no.such', 3), config.hasKey('log.file')],
        origin: config.getOrigin('game.speed'),
        path: config.getPath('i18n.messagesDir'),
        keys: config.getKeys(),
        schema: Object.keys(config.getSchema()),
        frozen: Object.isFrozen(config.getSchema().theme),
        app: config.getAppKeys().map(({ key }) => key),
        text: config.getConfigText().includes('game.speed = 7 <- GAME_SPEED (GAME_SPEED)'),
        wrong: message(() => config.getNumber('theme')),
        refused: message(() => config.set('theme', 'dracula')),
      };
    })()`,
    config,
  );
  expect(found).toEqual({
    read: [7, 'auto', false],
    fallbacks: ['f', 3, false],
    origin: { source: 'env', place: 'GAME_SPEED' },
    path: `${world.home}/apps/m`,
    keys: [...PROPERTIES.keys()],
    schema: [...PROPERTIES.keys()],
    frozen: true,
    app: ['game.speed'],
    text: true,
    wrong: expect.stringContaining('theme: expected a number, found the string "auto"'),
    refused: expect.stringContaining('theme: expected one of "auto", "bw-std"'),
  });
});

it('saves', async () => {
  const found = await inScript(
    `[$tui.config.save({ 'log.level': 'WARN', theme: 'bw-std' }), $tui.config.getSource('theme')]`,
    world.config(),
  );
  expect(found).toEqual([2, 'file']);
  expect(JSON.parse(world.readFile())).toEqual({ log: { level: 'WARN' }, theme: 'bw-std' });
  const refused = mount(`<script>$tui.config.save({ theme: 'x' })</script>`, {
    config: world.config({ allowWrite: () => false }),
  });
  await expect(refused).rejects.toThrow('theme: expected one of');
  const denied = mount(`<script>$tui.config.save({ lint: true })</script>`, {
    config: world.config({ allowWrite: () => false }),
  });
  await expect(denied).rejects.toThrow('no permission to write');
});

it('themes the app: at the start, and while it runs', async () => {
  world.env['TUI_THEME'] = 'gray-dark';
  const app = await mount(
    `<style>#t { color: var(--accent) }</style>
     <text id="t" tabindex="0" onKeydown="$tui.config.set('theme', event.key === 'a' ? 'fullcolor-dark' : undefined)">x</text>`,
    { config: world.config(), width: 2, height: 1 },
  );
  const painted = (): unknown => [app.app.theme.name, app.screen().cell(0, 0).fg];
  const before = painted();
  expect(before).toEqual(['gray-dark', expect.anything()]);
  await app.press('Tab');
  await app.press('a');
  expect(painted()).not.toEqual(before);
  expect(app.app.theme.name).toBe('fullcolor-dark');
  await app.press('b');
  expect(painted()).toEqual(before);
});

it('keeps the theme that the caller names until a script sets another', async () => {
  world.env['TUI_THEME'] = 'gray-dark';
  const config = world.config();
  const app = await mount('<text>x</text>', { config, theme: 'bw-std' });
  expect(app.app.theme.name).toBe('bw-std');
  config.set('theme', 'color-dark');
  expect(app.app.theme.name).toBe('color-dark');
  config.set('theme', 'auto');
  expect(app.app.theme.name).toBe('fullcolor-dark');
  app.unmount();
  config.set('theme', 'bw-dark');
  expect(app.app.theme.name).toBe('fullcolor-dark');
});

it('turns synchronized output off and on', () => {
  const config = world.config();
  const output = new MemoryTerminal(4, 1);
  const env = { TERM: 'xterm-kitty', COLORTERM: 'truecolor' };
  const app = createApp('<text id="t">x</text>', { config, output, env });
  const bracketed = (): boolean => {
    const from = output.text().length;
    app.repaint();
    app.frame();
    return output.text().slice(from).includes('\u001b[?2026h');
  };
  expect(bracketed()).toBe(true);
  config.set('terminal.syncRendering', false);
  expect(bracketed()).toBe(false);
  config.set('terminal.syncRendering', undefined);
  expect(bracketed()).toBe(true);
  app.stop();
});

it('calls every listener, whatever one of them throws, and throws that to the caller', () => {
  const config = world.config();
  let calls = 0;
  config.onChange(() => {
    throw new Error('the first');
  });
  config.onChange(() => void calls++);
  expect(() => config.set('dither.bits', 2)).toThrow('the first');
  expect(config.getValue('dither.bits')).toBe(2);
  expect(calls).toBe(1);
  const caught: unknown[] = [];
  catchListeners(config, (error) => caught.push(error));
  config.set('dither.bits', 3);
  expect(caught).toEqual([new Error('the first')]);
  expect(calls).toBe(2);
});

it('tells listeners what has changed, and only that', () => {
  const config = world.config();
  const told: (readonly string[])[] = [];
  const end = config.onChange((keys) => told.push(keys));
  config.set('theme', 'auto');
  config.set('dither.bits', 2);
  expect(() => config.set('dither.bits', 20)).toThrow();
  config.save({ lint: true, theme: 'bw-std' });
  config.applyCliFlags({ lint: false, persist: true });
  config.applyPolicyConfig({ ai: { model: 'm' } }, { 'a.b': { type: 'integer', default: 1 } });
  expect(told).toEqual([
    ['dither.bits'],
    ['theme', 'lint'],
    ['persist', 'lint'],
    ['ai.model', 'a.b'],
  ]);
  end();
  config.set('dither.bits', 3);
  expect(told).toHaveLength(4);
});
