/** A `pattern` that is no regular expression. */
import { expect, it } from '@jest/globals';
import { mount } from '../../../cli/testing.js';

it('reports a pattern that does not compile when it is set, with one that does', async () => {
  const app = await mount('<input id="i" pattern="[a-z0-9-]*"/><input pattern="[a-z"/>', {
    errors: 'keep',
  });
  expect(app.diagnostics.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    [expect.stringContaining('"pattern" is no regular expression'), 'write [a-z0-9\\-]*'],
    [expect.stringContaining('"pattern" is no regular expression'), undefined],
  ]);
  expect(app.diagnostics.map(({ span }) => span?.start)).toEqual([23, 52]);
  app.document.getElementById('i')?.setAttribute('pattern', '[a-z0-9\\-]*');
  expect(app.diagnostics).toHaveLength(2);
});
