/** How `input` looks: every state, in a dark and a light theme and without colour. */
import { expect, it } from '@jest/globals';
import type { Input } from '../../../elements/input/input.js';
import { mount } from '../../support/mount.js';

const STATES = `<container style="flex-direction: row; gap: 2">
  <container style="align-items: flex-end">
    <text>default</text><text>empty</text><text>hover</text><text>password</text><text>number</text><text>search</text>
    <text>invalid</text><text>search, invalid</text><text>read-only</text><text>disabled</text><text>long</text><text>narrow</text><text>one cell</text><text>bordered</text>
  </container>
  <container style="align-items: flex-start">
    <input value="Ada Lovelace"/>
    <input placeholder="Your name"/>
    <input id="hover" value="the pointer is here"/>
    <input type="password" value="countess"/>
    <input type="number" value="36" size="5"/>
    <input type="search" value="engine"/>
    <input class="bad" type="email" value="nobody"/>
    <input class="bad" type="search" pattern="x" value="y"/>
    <input value="to be read" readonly/>
    <input value="not to be touched" disabled/>
    <input value="表示 The start shows while the focus is elsewhere"/>
    <input value="表示ab" style="width: 6"/>
    <input value="x" style="width: 1"/>
    <input value="framed" style="border: rounded"/>
  </container>
</container>`;

it.each(['fullcolor-dark', 'fullcolor-std', 'bw-std', 'color16-dark'])(
  'states in %s',
  async (theme) => {
    const app = await mount(STATES, { width: 44, height: 16, theme });
    for (const bad of app.document.querySelectorAll('.bad'))
      (bad as unknown as Input).reportValidity();
    await app.hover('#hover');
    expect(app).toMatchScreen(`states ${theme}`);
  },
);

it.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])(
  'focus and selection in %s',
  async (theme) => {
    const app = await mount(
      `<container style="gap: 1 0; align-items: flex-start"><input value="Ada Lovelace"/>
      <input value="framed" style="border: rounded"/><input placeholder="Your name" style="width: 12"/></container>`,
      { width: 30, height: 7, theme },
    );
    await app.press('Tab', 'Shift+Ctrl+ArrowLeft');
    expect(app).toMatchScreen(`selection ${theme}`);
    await app.press('Tab');
    expect(app).toMatchScreen(`bordered focus ${theme}`);
    await app.press('Tab');
    expect(app).toMatchScreen(`empty focus ${theme}`);
  },
);
