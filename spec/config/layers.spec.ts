import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PROPERTIES } from '../../config/schema.js';
import { KEY_CASES, LAYERS, type Layer } from './support/keys.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

/** What the place of a value looks like in each layer. */
function placeIn(layer: Layer, env: string, flag: string): string | RegExp {
  if (layer === 'policy') return /app\.tui:2:\d+$/;
  if (layer === 'file') return /config\.json:1:\d+$/;
  return layer === 'env' ? env : flag;
}

it('the table has every key of the schema', () => {
  expect(KEY_CASES.map(({ key }) => key)).toEqual([...PROPERTIES.keys()]);
});

describe.each(KEY_CASES)('$key', ({ key, env, samples }) => {
  it('is at its default without any layer', () => {
    const config = world.config();
    expect(config.getValue(key)).toEqual(PROPERTIES.get(key)?.default);
    expect(config.getSource(key)).toBe(config.hasKey(key) ? 'default' : undefined);
    expect(config.diagnostics).toEqual([]);
  });

  it.each(LAYERS)('is set by %s', (layer) => {
    for (const sample of samples) {
      world.clear();
      world.write(layer, key, env, sample);
      const config = world.config();
      expect(config.diagnostics).toEqual([]);
      expect(config.getValue(key)).toEqual(sample.value);
      expect(config.getSource(key)).toBe(layer);
      const spelt = sample.args[0]?.split('=')[0] ?? '';
      const place = config.getOrigin(key)?.place;
      const expected = placeIn(layer, env, spelt);
      if (expected instanceof RegExp) expect(place).toMatch(expected);
      else if (typeof sample.value !== 'boolean' || layer === 'env') expect(place).toBe(expected);
    }
  });

  const pairs = LAYERS.flatMap((low, index) =>
    LAYERS.slice(index + 1).map((high) => [low, high] as const),
  );
  it.each(pairs)('%s gives way to %s', (low, high) => {
    for (const [below, above] of [samples, [samples[1], samples[0]] as const]) {
      world.clear();
      world.write(low, key, env, below);
      world.write(high, key, env, above);
      const config = world.config();
      expect(config.getValue(key)).toEqual(above.value);
      expect(config.getSource(key)).toBe(high);
      const states = config.layersOf(key);
      expect(states.find(({ source }) => source === low)?.entry?.value).toEqual(below.value);
    }
  });

  it('runtime is above them all, and can be taken back', () => {
    world.write('cli', key, env, samples[0]);
    const config = world.config();
    config.set(key, samples[1].value);
    expect([config.getValue(key), config.getSource(key)]).toEqual([samples[1].value, 'runtime']);
    config.set(key, undefined);
    expect([config.getValue(key), config.getSource(key)]).toEqual([samples[0].value, 'cli']);
  });
});
