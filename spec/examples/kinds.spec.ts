/** Apps of five kinds, as people write them: what elements look like together, at the sizes of real terminals. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const KINDS = ['chat', 'files', 'logs', 'processes', 'wizard'];
const SIZES = [
  [120, 40],
  [80, 24],
  [50, 15],
] as const;

const show = (name: string, [width, height]: readonly [number, number], theme = 'fullcolor-dark') =>
  mount({ file: `fixtures/apps/${name}.tui` }, { width, height, theme });

describe.each(KINDS)('%s', (name) => {
  it.each(SIZES)('at %i x %i', async (...size) => {
    expect(await show(name, size)).toMatchScreen(`${name} ${size.join('x')}`);
  });

  it.each(['fullcolor-std', 'color16-dark', 'bw-std'])('in %s', async (theme) => {
    expect(await show(name, [80, 24], theme)).toMatchScreen(`${name} ${theme}`);
  });
});

it.each([
  ['files', 'F8'],
  ['processes', 'F9'],
])('%s asks on a narrow screen', async (name, key) => {
  const app = await show(name, [28, 12]);
  await app.press(key);
  expect(app).toMatchScreen(`${name} asks`);
});
