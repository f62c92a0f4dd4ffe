/** Boxes that went and come back, one inside the other, all at once. */
import { expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

it.each([
  '<container class="line"><text>a</text><container class="wide"><text>b</text></container></container>',
  '<container class="line"><container class="wide"><text>b</text></container></container>',
  '<container><container class="wide"><container class="wide"><text>b</text></container></container></container>',
])('what is inside comes back with what is around it: %s', async (content) => {
  const app = await mount(
    `<tui><style>
      @media (max-width: 60) { .wide { display: none; } }
      @media (max-height: 20) { #all { display: none; } }
    </style><container id="all">${content}</container><text>end</text></tui>`,
  );
  const before = app.text();
  expect(before).toContain('b');
  await app.resize(10, 5);
  expect(app.text()).toBe('end');
  await app.resize(80, 24);
  expect(app.text()).toBe(before);
});
