/** The steps of a walk, and how they are chosen. */
import fc from 'fast-check';
import {
  CHUNKS,
  CLASSES,
  FRAGMENTS,
  PARTS,
  PERCENTAGES,
  PLAIN_TAGS,
  STYLES,
  WIDE_FRAGMENTS,
  WORDS,
} from './vocabulary.js';

/** Elements and texts are named by their place in the document, counted round and round. */
export type Step =
  | { readonly kind: 'fragment'; readonly at: number; readonly which: number }
  | {
      readonly kind: 'element';
      readonly at: number;
      readonly tag: string;
      readonly word: string;
      readonly style: string;
    }
  | { readonly kind: 'part'; readonly at: number; readonly which: number }
  | { readonly kind: 'word'; readonly at: number; readonly before: number; readonly word: string }
  | { readonly kind: 'inline'; readonly at: number; readonly tag: string; readonly word: string }
  | { readonly kind: 'remove' | 'clone' | 'empty' | 'normalize'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'style'; readonly at: number; readonly style: string }
  | { readonly kind: 'data'; readonly at: number; readonly word: string }
  | { readonly kind: 'split'; readonly at: number; readonly offset: number }
  | { readonly kind: 'removeText'; readonly at: number }
  | { readonly kind: 'class'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'attribute';
      readonly at: number;
      readonly which: number;
      readonly value: number | null;
    }
  | { readonly kind: 'append'; readonly at: number; readonly value: number }
  | { readonly kind: 'scroll'; readonly at: number; readonly x: number; readonly y: number }
  | { readonly kind: 'focus'; readonly at: number }
  | { readonly kind: 'pointer'; readonly x: number; readonly y: number }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number };

/** Steps with what walks over the tree leave out: streams, pictures, and developer tools beside the app. */
export type WideStep =
  | { readonly kind: 'markup'; readonly at: number; readonly markup: string }
  | { readonly kind: 'stream'; readonly at: number; readonly chunk: string }
  | {
      readonly kind: 'draw';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      readonly word: string;
    }
  /** Of no cells: closed. */
  | { readonly kind: 'dock'; readonly side: 'right' | 'bottom'; readonly cells: number };

/** Steps of a person: what they change is in no markup. */
export type Act =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'mouse'; readonly action: string; readonly x: number; readonly y: number }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'notify'; readonly word: string };

const at = fc.nat({ max: 60 });
const style = fc.constantFrom(...STYLES);
const word = fc.constantFrom(...WORDS);
const which = fc.nat({ max: 30 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fragment' as const),
      at,
      which: fc.nat({ max: FRAGMENTS.length - 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('element' as const),
      at,
      tag: fc.constantFrom(...PLAIN_TAGS.filter((tag) => PARTS[tag] === undefined)),
      word,
      style,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('part' as const), at, which }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('word' as const), at, before: fc.nat(4), word }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('inline' as const),
      at,
      tag: fc.constantFrom('b', 'i', 'span', 'a', 'br'),
      word,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'remove' as const,
        'clone' as const,
        'empty' as const,
        'normalize' as const,
      ),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at, to: at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('style' as const), at, style }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('data' as const), at, word }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('split' as const), at, offset: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeText' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('class' as const),
      at,
      name: fc.constantFrom(...CLASSES),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('attribute' as const),
      at,
      which,
      value: fc.oneof(fc.constant(null), which),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      at,
      value: fc.integer({ min: -50, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('scroll' as const),
      at,
      x: fc.nat(6),
      y: fc.nat(6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('focus' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pointer' as const),
      x: fc.integer({ min: 0, max: 39 }),
      y: fc.integer({ min: 0, max: 13 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      width: fc.integer({ min: 2, max: 50 }),
      height: fc.integer({ min: 1, max: 16 }),
    }),
  },
);

const KEYS = [
  'Tab',
  'Shift+Tab',
  'Enter',
  'Space',
  'Escape',
  'Delete',
  'Backspace',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Shift+ArrowDown',
  'Ctrl+A',
  'Alt+ArrowDown',
  'Ctrl+PageDown',
  'a',
  't',
  '7',
  '表',
];

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('key' as const), key: fc.constantFrom(...KEYS) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mouse' as const),
      action: fc.constantFrom('press', 'release', 'drag', 'move', 'wheelUp', 'wheelDown'),
      x: fc.integer({ min: 0, max: 39 }),
      y: fc.integer({ min: 0, max: 13 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.constantFrom(20, 400, 6000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notify' as const), word }) },
);

/** Walks over the tree alone. */
export function treeWalk(maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: 1, maxLength });
}

/** Walks in which a person uses what is there. */
export function useWalk(maxLength: number): fc.Arbitrary<(Step | Act)[]> {
  const both = fc.oneof<fc.Arbitrary<Step | Act>[]>(step, act, act);
  return fc.array(both, { minLength: 1, maxLength });
}

const wide: fc.Arbitrary<WideStep | Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('markup' as const),
      at,
      markup: fc.constantFrom(...WIDE_FRAGMENTS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('style' as const),
      at,
      style: fc
        .array(fc.constantFrom(...PERCENTAGES), { minLength: 1, maxLength: 2 })
        .map((all) => all.join('; ')),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('stream' as const),
      at,
      chunk: fc.constantFrom(...CHUNKS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('draw' as const),
      at,
      x: fc.nat(30),
      y: fc.nat(24),
      word: fc.constantFrom('text', 'ab 保存', ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('dock' as const),
      side: fc.constantFrom('right' as const, 'bottom' as const),
      cells: fc.constantFrom(0, 5, 24, 30),
    }),
  },
);

/** A walk over the tree with everything that a document may have. */
export function wideWalk(length: number): fc.Arbitrary<(Step | WideStep)[]> {
  return fc.array(fc.oneof({ weight: 2, arbitrary: step }, { weight: 1, arbitrary: wide }), {
    minLength: Math.ceil(length / 2),
    maxLength: length,
  });
}
