/** What scrolls in an app is printed whole: random boxes that scroll, with limits of their heights, lose no word in `$tui.print`. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const LIMITS = ['height: 1', 'max-height: 2', 'height: 3', 'flex-grow: 1', ''];

interface Box {
  readonly style: string;
  readonly children: readonly (Box | string)[];
}

const { box } = fc.letrec<{ box: Box; child: Box | string; text: string }>((tie) => ({
  text: fc.constantFrom('<text>', '<text style="white-space: pre">', '<li>'),
  child: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('text'), tie('box')),
  box: fc.record({
    style: fc
      .tuple(
        fc.constantFrom('overflow-y: scroll', 'overflow: scroll'),
        fc.constantFrom('', 'flex-direction: row', 'display: grid', 'border: thin; padding: 0 1'),
        fc.constantFrom(...LIMITS),
      )
      .map((parts) => parts.filter((part) => part !== '').join('; ')),
    children: fc.array(tie('child'), { minLength: 1, maxLength: 5 }),
  }),
}));

/** Markup with a word of its own in each text. */
function markupOf(root: Box): { markup: string; words: string[] } {
  const words: string[] = [];
  const write = (each: Box | string): string => {
    if (typeof each !== 'string') {
      return `<container style="${each.style}">${each.children.map(write).join('')}</container>`;
    }
    const word = `w${words.length}.`;
    words.push(word);
    return each === '<li>' ? `<list><li>${word}</li></list>` : `${each}${word}</text>`;
  };
  return { markup: write(root), words };
}

describe('$tui.print of boxes that scroll', () => {
  it('prints each word once', async () => {
    await fc.assert(
      fc.asyncProperty(box, async (root) => {
        const { markup, words } = markupOf(root);
        const app = await mount(
          `<tui inline="true"><container id="x">${markup}</container></tui>`,
          { width: 400, height: 12 },
        );
        const before = app.text();
        app.$tui.print(app.$tui.getElementById('x')!);
        const found = app.printed[0]!.match(/w\d+\./g) ?? [];
        expect(found.toSorted()).toEqual(words.toSorted());
        await app.settle();
        expect(app.text()).toBe(before);
        unmountAll();
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it.each(['items', 'li'])('prints rows out of view, which have no boxes: of %s', async (kind) => {
    const labels = Array.from({ length: 500 }, (_, at) => `row ${at}.`);
    const inside = kind === 'li' ? labels.map((label) => `<li>${label}</li>`).join('') : '';
    const app = await mount(
      `<tui inline="true"><list id="l" selectable="single" style="height: 5">${inside}</list></tui>`,
      { width: 40, height: 20 },
    );
    const list = app.$tui.getElementById('l')!;
    if (kind === 'items') Object.assign(list, { items: labels });
    await app.settle();
    const before = app.text();
    app.$tui.print(list);
    expect(app.printed[0]!.match(/row \d+\./g)).toEqual(labels);
    await app.settle();
    expect(app.text()).toBe(before);
  });
});
