/** Libraries with a compiler, unmodified from npm; the apps are in fixtures/frameworks/. */
import { expect, it } from '@jest/globals';
import { solidApp, svelteApp } from './support/compile.js';
import { useApp, worksAndKeeps } from './support/scenario.js';

it('svelte', async () => {
  // A field with `bind:value` makes Svelte listen for resets of its form, as long as there is a document.
  expect(await useApp(svelteApp('fixtures/frameworks/App.svelte'))).toEqual(worksAndKeeps('reset'));
});

it('solid-js', async () => {
  // Solid listens for the events of all its elements at the document, as long as there is one.
  const app = solidApp('fixtures/frameworks/Solid.jsx');
  expect(await useApp(app)).toEqual(worksAndKeeps('click', 'input'));
});
