/** Libraries that write HTML, unmodified from npm; the apps are in fixtures/frameworks/. */
import { it } from '@jest/globals';
import { useApp } from './support/scenario.js';

const LIBRARIES = ['petite-vue', 'lit-html', 'lit', 'alpinejs', 'htm'];

it.each(LIBRARIES)('%s', (library) => useApp({ file: `fixtures/frameworks/${library}.tui` }));

it('vue-template', () =>
  useApp({ file: 'fixtures/frameworks/vue-template.tui' }, { logs: /Feature flags/ }));
