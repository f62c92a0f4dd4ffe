import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { configPath, explain, getText, type Explanation } from '../../config/texts/explain.js';
import { PROPERTIES } from '../../config/schema.js';
import { KEY_CASES, LAYERS } from './support/keys.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

describe('print-config', () => {
  it('has a title, the file, the priority and a section a category', () => {
    const lines = world.config().getConfigText().split('\n');
    expect(lines.slice(0, 10)).toEqual([
      'tui configuration',
      '=================',
      '',
      `Config file: ${world.path}`,
      '(the file does not exist)',
      '',
      'Priority: default < policy < file < env < cli',
      '',
      '[General]',
      'theme = auto (--theme, TUI_THEME)',
    ]);
    world.writeFile('{}');
    expect(world.config().getConfigText()).toContain(`${world.path}\n(the file exists)\n`);
    for (const [key, { category, flag, env }] of PROPERTIES) {
      expect(lines).toContain(`[${category}]`);
      const line = lines.find((each) => each.startsWith(`${key} = `));
      expect(line?.endsWith(` (${flag}, ${env})`)).toBe(true);
    }
  });

  it.each(KEY_CASES)('says where $key came from in each layer', ({ key, env, samples }) => {
    const [sample] = samples;
    const flag = sample.args[0]?.split('=')[0] ?? '';
    const notes = { policy: 'policy', file: 'config.json', env, cli: flag };
    for (const layer of LAYERS) {
      world.clear();
      world.write(layer, key, env, sample);
      const lines = world.config().getConfigText().split('\n');
      const line = lines.find((each) => each.startsWith(`${key} = `));
      const { value } = sample;
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      const shown = PROPERTIES.get(key)?.secret === true ? '••••' : text;
      expect(line).toBe(`${key} = ${shown} <- ${notes[layer]}`);
    }
  });

  it("shows an app's keys under their own headings", () => {
    const config = world.config({
      env: { GAME_SPEED: '3' },
      policyConfig: { game: { level: 2 }, log: { colour: 'x' }, flat: true, list: { a: [1] } },
      configSchema: {
        'game.speed': { type: 'integer', env: 'GAME_SPEED' },
        'game.lives': { type: 'integer', default: 3, env: 'LIVES' },
        'game.name': { type: 'string', env: 'GAME_NAME' },
      },
    });
    const text = config.getConfigText();
    expect(text.slice(text.indexOf('[Game (app)]'))).toBe(`[Game (app)]
game.speed = 3 <- GAME_SPEED (GAME_SPEED)
game.lives = 3 (LIVES)
game.name = (unset) (GAME_NAME)
game.level = 2 <- policy

[Log (app)]
log.colour = x <- policy

[General (app)]
flat = true <- policy

[List (app)]
list.a = [1] <- policy
`);
  });

  it('lets no escape through and no line break in', () => {
    const config = world.config({
      policyConfig: { ai: { model: 'a\u001b[2J\nb' }, 'x\u001b]0;t\u0007': '\u202e', e: '' },
    });
    expect(config.getConfigText()).toContain('ai.model = a\ufffd[2J b <- policy');
    expect(config.getConfigText()).toContain('e = "" <- policy');

    expect(config.getConfigText()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const written: string[] = [];
    world.config({ output: { write: (text) => written.push(text) } }).printConfig();
    expect(written.join('')).toBe(world.config().getConfigText());
  });
});

describe('explain', () => {
  it('lists every layer, highest first, with the place of each value', () => {
    world.policy = '{"config": {"theme": "bw-dark"}}';
    world.writeFile('{\n  "theme": "gray-std"\n}');
    world.env['TUI_THEME'] = 'fullcolor-std';
    world.args = ['--theme', 'color-std'];
    const text = explain('theme', { config: world.config() }).replaceAll(world.home, '~');
    expect(text).toContain('theme = color-std\n  Colour theme, or a .css file that defines one');
    expect(text).toContain(`Layers, highest first:
  runtime  –
> cli      color-std      --theme
  env      fullcolor-std  TUI_THEME
  file     gray-std       ~/.config/tui/config.json:2:12
  policy   bw-dark        ~/apps/app.tui:2:32
  default  auto           schema
`);
  });

  it('gives the same as JSON, with what was left out and why', () => {
    world.env['TUI_DITHER_BITS'] = '9';
    const json = explain('dither.bits', { json: true, config: world.config() });
    const found = JSON.parse(json) as Explanation;
    expect(found).toMatchObject({
      key: 'dither.bits',
      source: null,
      place: null,
      env: 'TUI_DITHER_BITS',
      flag: '--dither-bits',
      secret: false,
    });
    expect(found.layers.map(({ source }) => source)).toEqual([
      'runtime',
      'cli',
      'env',
      'file',
      'policy',
      'default',
    ]);
    expect(found.layers[2]?.problem).toBe(
      'TUI_DITHER_BITS: expected a whole number from 1 to 8, found 9',
    );
  });

  it("explains an app's keys by their own layers, and refuses what nobody knows", () => {
    const config = world.config({
      configSchema: { 'game.speed': { type: 'integer', default: 3 } },
    });
    expect(explain('game.speed', { config })).toContain('> default  3  configSchema');
    expect(explain('game.speed', { config })).not.toContain('cli');
    expect(() => explain('game.sped', { config })).toThrow('did you mean "game.speed"?');
    expect(() => getText('them', config)).toThrow('did you mean "theme"?');
  });

  it('gets one value, and the path of the file', () => {
    expect(getText('theme', world.config())).toBe('auto\n');
    expect(getText('log.file', world.config())).toBe('\n');
    expect(configPath(world.config())).toBe(`${world.path}\n`);
  });
});
