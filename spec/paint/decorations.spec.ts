/** Underlines and strokes are those of text, as in CSS: blank cells and lines around it have none. */
import { expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

it.each([
  ['line-through', 'strike'],
  ['underline', 'underline'],
])('%s is in text alone', async (decoration, attribute) => {
  const app = await mount(
    `<container style="background: #334455; border: thin; overflow: scroll; height: 4; text-decoration: ${decoration}">
      <text style="background: #445566">one</text><text>two</text><text>six</text></container>`,
    { width: 8, height: 4 },
  );
  const screen = app.screen();
  const decorated = app
    .text()
    .split('\n')
    .map((line, y) =>
      [...line]
        .filter((_, x) => screen.cell(x, y).attributes.includes(attribute as 'strike'))
        .join(''),
    );
  expect(decorated).toEqual(['', 'one', 'two', '']);
});
