/** Libraries that make nodes themselves, unmodified from npm; the apps are in fixtures/frameworks/. */
import { it } from '@jest/globals';
import { withReact18 } from './support/react-18.js';
import { useApp } from './support/scenario.js';

const LIBRARIES = ['preact', 'mithril', 'vanjs-core', 'd3-selection', 'jquery', 'stimulus'];

it.each(LIBRARIES)('%s', (library) => useApp({ file: `fixtures/frameworks/${library}.tui` }));

/** React listens for it as long as there is a document. */
const REACT = { keeps: ['selectionchange'] };

it('react', () => useApp({ file: 'fixtures/frameworks/react.tui' }, REACT));
it('react 18', () => withReact18((file) => useApp({ file }, REACT)));

it('vue', () => useApp({ file: 'fixtures/frameworks/vue.tui' }, { logs: /Feature flags/ }));
