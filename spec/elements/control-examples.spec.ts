/** The examples of all elements load without a fault, and each fills the size it says that it has. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

/** Of these, examples show how they take the room that there is. */
const FILLS_WINDOW = new Set([
  'command',
  'dialog',
  'img',
  'list',
  'markdown',
  'screen',
  'split-pane',
  'table',
  'tree',
]);

const WITH_EXAMPLES = elements.filter(({ examples }) => examples.length > 0);

describe.each(WITH_EXAMPLES.map((each) => [each.tag, each.examples] as const))(
  '%s',
  (tag, examples) => {
    it.each(examples.map((example) => [example.name, example] as const))(
      '%s',
      async (_name, example) => {
        const [width, height] = example.size;
        const app = await mount(example.markup, { width, height, theme: 'bw-std' });
        expect(app.diagnostics).toEqual([]);
        if (FILLS_WINDOW.has(tag)) return;
        const lines = app.text().split('\n');
        expect(lines.length).toBeGreaterThanOrEqual(height - 2);
        // Nothing is cut: with more room there is no more to see.
        const larger = await mount(example.markup, { width, height: height + 9, theme: 'bw-std' });
        expect(larger.text().split('\n').length).toBeLessThanOrEqual(height);
      },
    );
  },
);
