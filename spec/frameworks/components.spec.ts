/** Libraries that make nodes themselves, unmodified from npm; the apps are in fixtures/frameworks/. */
import { describe, it } from '@jest/globals';
import { useApp } from './support/scenario.js';

describe('an app', () => {
  it('of preact', () => useApp({ file: 'fixtures/frameworks/preact.tui' }));
  it('of react', () => useApp({ file: 'fixtures/frameworks/react.tui' }));
  it('of vue', () => useApp({ file: 'fixtures/frameworks/vue.tui' }));
  it('of mithril', () => useApp({ file: 'fixtures/frameworks/mithril.tui' }));
  it('of vanjs', () => useApp({ file: 'fixtures/frameworks/vanjs.tui' }));
  it('of d3', () => useApp({ file: 'fixtures/frameworks/d3-selection.tui' }));
  it('of jquery', () => useApp({ file: 'fixtures/frameworks/jquery.tui' }));
  it('of stimulus', () => useApp({ file: 'fixtures/frameworks/stimulus.tui' }));
});
