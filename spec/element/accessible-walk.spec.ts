/** The accessible text and the accessible tree are of the same elements: what is hidden in one is hidden in both. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessibleTree } from '../../runtime/element/accessibility/accessible-tree.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

/** Words of the form `w1`, each once however often it is in there. */
function wordsIn(text: string): string[] {
  return [...new Set(text.match(/w\d+/g))].sort();
}

async function wordsOf(markup: string): Promise<{ text: string[]; tree: string[] }> {
  const app = await mount(`<tui>${markup}</tui>`, { width: 60, height: 20 });
  const { documentElement } = app.document;
  const names = accessibleTree(documentElement).map(({ name = '', value = '' }) => name + value);
  const text = documentElement.accessibleText();
  unmountAll();
  return { text: wordsIn(text), tree: wordsIn(names.join(' ')) };
}

const ATTRIBUTES = [
  '',
  'hidden',
  'inert',
  'inert="false"',
  'aria-hidden="true"',
  'aria-hidden="false"',
  'style="display: none"',
  'style="visibility: hidden"',
  'style="visibility: visible"',
  'id="named"',
  'aria-label="LABEL"',
  'title="LABEL"',
];
const BOXES = [
  'container',
  'text',
  'label',
  'b',
  'a href="#"',
  'list',
  'li',
  'button',
  'collapsible',
  'collapsible open',
  'tabs',
  'tab',
  'split-pane',
  'form',
  'dialog',
  'dialog open',
  'dialog open modal',
  'checkbox',
  'radio-group',
];
const LEAVES = [
  'words',
  '<input aria-labelledby="named"/>',
  '<!-- LABEL -->',
  '<br/>',
  '<markdown>words</markdown>',
];

interface Box {
  readonly tag: string;
  readonly attribute: string;
  readonly content: readonly Part[];
}
type Part = string | Box;

const { parts } = fc.letrec<{ part: Part; parts: Part[] }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...LEAVES),
    fc.record({
      tag: fc.constantFrom(...BOXES),
      attribute: fc.constantFrom(...ATTRIBUTES),
      content: tie('parts'),
    }),
  ),
  parts: fc.array(tie('part'), { maxLength: 4 }),
}));

function markupOf(content: readonly Part[]): string {
  let count = 0;
  const write = (part: Part): string => {
    if (typeof part === 'string') return part.replace(/words|LABEL/g, () => ` w${count++} `);
    const { tag, attribute, content: inner } = part;
    const [name = ''] = tag.split(' ');
    const isInline = name === 'a' || name === 'b';
    // The text has the words of an inline element instead of its label.
    const given = isInline ? attribute.replace('aria-label', 'title') : attribute;
    const own = given.replace('LABEL', () => `w${count++}`);
    return `<${tag} ${own}>${inner.map(write).join('')}</${name}>`;
  };
  return content.map(write).join('');
}

describe('the accessible text and tree', () => {
  it('are of the same words, whatever is hidden, modal or a name', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (content) => {
        const { text, tree } = await wordsOf(markupOf(content));
        expect(text).toEqual(tree);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
