/** Pictures of the reference and goldens of the element. */
import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'nested',
    size: [30, 7],
    markup: `<list>
  <li>Fruit
    <list><li>Apples</li><li>Pears
      <list><li>Conference</li></list>
    </li></list>
  </li>
  <li>Vegetables</li>
</list>`,
  },
  {
    name: 'ordered',
    size: [44, 6],
    markup: `<container style="flex-direction: row; gap: 4">
  <list ordered="true" start="8"><li>Eight</li><li>Nine</li><li>Ten</li></list>
  <list style="list-style-type: lower-alpha"><li>One</li><li>Two</li><li>Three</li></list>
  <list style="list-style-type: upper-roman"><li>Uno</li><li>Due</li><li>Tre</li></list>
</container>`,
  },
  {
    name: 'listbox',
    size: [24, 5],
    markup: `<list selectable="single"><li>Small</li><li selected="true">Medium</li><li>Large</li><li disabled="true">Giant</li></list>`,
  },
  {
    name: 'several',
    size: [24, 5],
    markup: `<list selectable="multiple"><li selected="true">Cheese</li><li>Olives</li><li selected="true">Basil</li><li>Ham</li></list>`,
  },
];
