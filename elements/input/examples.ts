import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'kinds',
    size: [44, 7],
    markup: `<container style="gap: 0 2; flex-direction: row; align-items: flex-start">
  <container style="align-items: flex-end">
    <text>Name</text><text>Password</text><text>Age</text><text>Find</text><text>Mail</text><text>Fixed</text><text>Off</text>
  </container>
  <container style="flex-grow: 1">
    <input value="Ada Lovelace" autofocus/>
    <input type="password" value="countess"/>
    <input type="number" value="36" min="0" max="150" size="5"/>
    <input type="search" value="engine"/>
    <input type="email" placeholder="you@example.org"/>
    <input value="read only" readonly/>
    <input value="disabled" disabled/>
  </container>
</container>`,
  },
  {
    name: 'wide text in a narrow field',
    size: [24, 2],
    markup: `<input size="12" value="表示される長い文字列 👩‍👩‍👧‍👦" autofocus/>
<input size="12" value="The beginning shows while the focus is elsewhere"/>`,
  },
];
