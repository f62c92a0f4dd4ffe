/** Documents of 2 MB that are one long list: they are checked to their end, without an error of tui's own. @ci */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, tui } from '../../support/cli.js';
import { Arena } from './support/arena.js';

const COUNT = 200_000;
const list = (one: (at: number) => string): string =>
  Array.from({ length: COUNT }, (_, at) => one(at)).join('');

let arena: Arena;
beforeAll(() => {
  arena = new Arena(commandFile());
});
afterAll(() => arena.remove());

it.each([
  ['elements', `<tui>${list(() => '<text>a</text>')}</tui>`, ''],
  ['elements of a template', `<tui><template>${list(() => '<text>a</text>')}</template></tui>`, ''],
  [
    'attributes',
    `<tui><text${list((at) => ` a${at}="1"`)}>a</text></tui>`,
    'more than 200 warnings',
  ],
])('lint reads 200,000 %s', async (_, text, said) => {
  const { code, stdout, stderr } = await tui(['lint', arena.put('app/many.tui', text)]);
  expect(stdout + stderr).toContain(said);
  expect(stdout + stderr).not.toContain('internal error');
  expect(code).toBe(0);
  // Control: it was read to its end.
  const broken = text.replace(/<\/tui>$/, '<txt>x</txt></tui>');
  const found = await tui(['lint', arena.put('app/broken.tui', broken)]);
  expect(found.stdout + found.stderr).toMatch(/txt|more than 200 warnings/);
});
