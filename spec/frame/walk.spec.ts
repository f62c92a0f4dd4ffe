/**
 * A slice of the random walks of `bench/walk.mjs`: after any walk over the tree, the cells of incremental
 * frames equal those of a fresh app of the same document; after any walk of a person, those of a full repaint;
 * and the bytes written so far, replayed in an independent terminal, show exactly those cells.
 */
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns, tried } from '../support/property-runs.js';
import { treeWalk, useWalk, wideWalk, type Act, type Step } from '../support/walk/steps.js';
import { FAR_ROWS, walkTree, walkUse, walkWide } from '../support/walk/walk.js';

/** Walks over the tree that once went wrong. */
const TREE: readonly (readonly [why: string, walk: Step[]])[] = [
  [
    'the same bare words, inherited to be broken by other rules: their box has another size',
    [
      { kind: 'element', at: 0, tag: 'container', word: 'two', style: '' },
      { kind: 'element', at: 1, tag: 'dialog', word: 'a longer run of several words', style: '' },
      { kind: 'style', at: 1, style: 'white-space: nowrap; text-overflow: ellipsis; width: 6' },
    ],
  ],
  [
    'what comes after a box that is pulled up lies over others as well, however empty that box is',
    [
      { kind: 'element', at: 0, tag: 'container', word: 'two', style: '' },
      { kind: 'style', at: 2, style: 'margin: -1 0 0 2' },
      { kind: 'remove', at: 3 },
      { kind: 'class', at: 0, name: 'a' },
      { kind: 'append', at: 0, value: 4 },
    ],
  ],
  [
    'a modal dialog that is laid out among the others dims nothing',
    [
      { kind: 'element', at: 0, tag: 'dialog', word: 'two', style: '' },
      {
        kind: 'style',
        at: 1,
        style: 'position: absolute; left: 3; top: 1; width: 9; height: 4; background: #552211',
      },
      { kind: 'class', at: 0, name: 'a' },
      { kind: 'style', at: 1, style: '' },
    ],
  ],
  [
    'a box is hovered into which the element under the pointer is moved',
    [
      { kind: 'pointer', x: 1, y: 4 },
      { kind: 'move', at: 39, to: 1 },
    ],
  ],
  [
    'bare text that sticks out of its element changes its colour with it',
    [
      { kind: 'pointer', x: 0, y: 0 },
      { kind: 'clone', at: 13 },
      { kind: 'style', at: 7, style: 'overflow: visible; height: 2' },
      { kind: 'fragment', at: 7, which: 0 },
    ],
  ],
  [
    'a chart with one bar more shrinks in another way',
    [
      { kind: 'move', at: 39, to: 1 },
      { kind: 'clone', at: 6 },
      { kind: 'append', at: 0, value: 0 },
    ],
  ],
];

/** Walks of a person that once went wrong. */
const USE: readonly (readonly [why: string, walk: (Step | Act)[]])[] = [
  [
    'what becomes inert is hovered no more',
    [
      { kind: 'pointer', x: 0, y: 0 },
      { kind: 'attribute', at: 56, which: 2, value: 0 },
    ],
  ],
  [
    'what is copied is announced when it is',
    [
      { kind: 'mouse', action: 'press', x: 0, y: 4 },
      { kind: 'mouse', action: 'drag', x: 0, y: 0 },
      { kind: 'mouse', action: 'release', x: 0, y: 0 },
    ],
  ],
];

describe('a walk over the tree', () => {
  it.each(TREE)('%s', async (_why, walk) => {
    await walkTree(walk);
  });

  it('paints what a fresh app paints, and the bytes show it', async () => {
    await fc.assert(
      fc.asyncProperty(treeWalk(14), (walk) => walkTree(walk)),
      {
        numRuns: propertyRuns(60),
      },
    );
  });
});

describe('a walk with percentages, streams, pictures and developer tools', () => {
  it('paints what a fresh app paints, beside the tools as without', async () => {
    await fc.assert(
      fc.asyncProperty(wideWalk(14), (walk) => walkWide(walk)),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('a walk of a person', () => {
  it.each(USE)('%s', async (_why, walk) => {
    await walkUse(walk);
  });

  it.each(tried(['fullcolor-dark', 'fullcolor-std', 'color16-dark', 'bw-std'], 1))(
    'paints what a full repaint paints, in %s',
    async (theme) => {
      await fc.assert(
        fc.asyncProperty(useWalk(14), (walk) => walkUse(walk, { theme })),
        {
          numRuns: propertyRuns(30),
        },
      );
    },
  );

  it('paints what a full repaint paints, also among rows that are far', async () => {
    await fc.assert(
      fc.asyncProperty(useWalk(14), (walk) => walkUse(walk, { markup: FAR_ROWS })),
      { numRuns: propertyRuns(10) },
    );
  });
});
