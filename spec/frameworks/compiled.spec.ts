/** Libraries with a compiler, unmodified from npm; the apps are in fixtures/frameworks/. */
import { it } from '@jest/globals';
import { solidApp, svelteApp } from './support/compile.js';
import { useApp } from './support/scenario.js';

// A field with `bind:value` makes Svelte listen for resets of its form, as long as there is a document.
it('svelte', () => useApp(svelteApp('fixtures/frameworks/App.svelte'), { keeps: ['reset'] }));

// Solid hears the events of all its elements at the document, as long as there is one.
it('solid-js', () =>
  useApp(solidApp('fixtures/frameworks/Solid.jsx'), { keeps: ['click', 'input'] }));
