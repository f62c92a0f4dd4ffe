/** How `textarea` looks: wrapped, scrolled, selected, empty, disabled, narrow; with and without colour. */
import { expect, it } from '@jest/globals';
import { mount } from '../../support/mount.js';

const STATES = `<container style="flex-direction: row; gap: 2; align-items: flex-start">
  <textarea cols="24" rows="6">
Long lines go on in the next row, at words where there are words.

表示 and 👩‍👩‍👧‍👦 are never cut.
	a tab
One
Two</textarea>
  <container style="gap: 1 0">
    <textarea cols="18" rows="1" placeholder="Nothing here yet"></textarea>
    <textarea cols="18" rows="1" disabled>Not to be touched</textarea>
    <textarea cols="18" rows="2" wrap="off">a line that does not wrap
another</textarea>
  </container>
  <textarea style="width: 3; height: 6">abc 表示</textarea>
</container>`;

it.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', async (theme) => {
  const app = await mount(STATES, { width: 58, height: 7, theme });
  expect(app).toMatchScreen(`states ${theme}`);
  await app.press(
    'Tab',
    'ArrowDown',
    'End',
    'Shift+ArrowDown',
    'Shift+ArrowDown',
    'Shift+ArrowDown',
  );
  expect(app).toMatchScreen(`selection ${theme}`);
});
