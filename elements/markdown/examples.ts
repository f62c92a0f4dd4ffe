/** Pictures of the reference and goldens of the element. */
import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'text',
    size: [44, 16],
    markup: `<markdown>
# Coffee

Grind *just before* brewing, with **1 g** to
16 ml and the water at \`93 °C\`. See
[the guide](https://example.org/brew).

1. Rinse the filter
2. Bloom for 30 s
   - [x] timer
   - [ ] scale

> Bitter? Grind coarser.
</markdown>`,
  },
  {
    name: 'code and table',
    size: [44, 12],
    markup: `<markdown>
~~~js
// Exact to a cell
const width = Math.round(share * 44);
~~~

| Bean     | Roast  | Price |
| -------- | :----: | ----: |
| Sidamo   | light  |  9.50 |
| Mandheling | dark | 11.00 |
</markdown>`,
  },
  {
    name: 'cards',
    size: [20, 9],
    markup: `<markdown>
| Bean | Origin | Process | Altitude |
| ---- | ------ | ------- | -------- |
| Sidamo | Ethiopia | washed | 1900 m |
| Mandheling | Sumatra | wet-hulled | 1200 m |
</markdown>`,
  },
];
