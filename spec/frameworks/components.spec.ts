/** Libraries that make nodes themselves, unmodified from npm; the apps are in fixtures/frameworks/. */
import { expect, it } from '@jest/globals';
import { withReact18 } from './support/react-18.js';
import { useApp, WORKS, worksAndKeeps } from './support/scenario.js';

const LIBRARIES = ['preact', 'mithril', 'vanjs-core', 'd3-selection', 'jquery', 'stimulus'];

it.each(LIBRARIES)('%s', async (library) => {
  expect(await useApp({ file: `fixtures/frameworks/${library}.tui` })).toEqual(WORKS);
});

// React listens for `selectionchange` as long as there is a document.
it('react', async () => {
  const use = await useApp({ file: 'fixtures/frameworks/react.tui' });
  expect(use).toEqual(worksAndKeeps('selectionchange'));
});
it('react 18', async () => {
  const use = await withReact18((file) => useApp({ file }));
  expect(use).toEqual(worksAndKeeps('selectionchange'));
});

it('vue', async () => {
  const { logs, ...use } = await useApp({ file: 'fixtures/frameworks/vue.tui' });
  expect({ ...use, logs: [] }).toEqual(WORKS);
  expect(logs).toEqual([expect.stringMatching(/Feature flags/)]);
});
