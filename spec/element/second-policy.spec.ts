import { expect, it } from '@jest/globals';
import { mount } from '../../cli/testing.js';

it('is an error: a reader could take the one for what counts where the other does', async () => {
  const text =
    '<tui><policy>{}</policy>\n<container><policy>{"permissions": {}}</policy></container></tui>';
  await expect(mount(text)).rejects.toThrow(
    '2:12 error second-policy: a document has one <policy>',
  );
  await mount('<policy>{}</policy><text>a &lt;policy> more</text>');
});
