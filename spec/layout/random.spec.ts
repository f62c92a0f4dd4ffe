/** Of whatever document: siblings never overlap, and nothing leaves its parent, unless it is asked to. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { intersect, isEmpty, type Rect } from '../../runtime/base/geometry.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { propertyRuns } from '../support/property-runs.js';

interface Box {
  readonly style: string;
  readonly children: readonly Box[];
  readonly text: string;
}

const none = fc.constant('');
const gap = fc.constantFrom('', 'gap: 1; ', 'column-gap: 2; ');
const SOFT = [
  '1fr',
  '2fr',
  '0.3fr',
  'auto',
  '20%',
  'minmax(0, 3)',
  'minmax(auto, 2fr)',
  'fit-content(6)',
];
/** Sizes that are kept where there is no room for them. */
const HARD = ['3', 'min-content', 'max-content', 'minmax(4, 1fr)'];
const REPEATED = ['repeat(auto-fill, minmax(3, 1fr))', 'repeat(auto-fit, minmax(4, auto))'];

function tracks(hard: boolean): fc.Arbitrary<string> {
  const track = fc.constantFrom(...SOFT, ...(hard ? HARD : []));
  return fc.oneof(
    fc.array(track, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
    fc.constantFrom('none', 'repeat(3, 1fr)', ...(hard ? REPEATED : [])),
  );
}

const content = fc.constantFrom('normal', 'center', 'end', 'space-between', 'space-around');
const items = fc.constantFrom('stretch', 'start', 'center', 'end');

function grid(hard: boolean): fc.Arbitrary<string> {
  const flow = fc.constantFrom('row', 'column', 'dense');
  return fc
    .record({
      columns: tracks(hard),
      rows: tracks(hard),
      gap: hard ? gap : none,
      content,
      items,
      flow,
    })
    .map(
      ({ columns, rows, gap: room, content: justify, items: place, flow: fill }) =>
        `display: grid; grid-template-columns: ${columns}; grid-template-rows: ${rows}; ${room}` +
        `place-content: ${justify}; place-items: ${place}; grid-auto-flow: ${fill}; `,
    );
}
function flex(hard: boolean): fc.Arbitrary<string> {
  const direction = fc.constantFrom('row', 'column', 'row-reverse');
  return fc
    .record({ direction, gap: hard ? gap : none, content, items })
    .map(
      ({ direction: way, gap: room, content: justify, items: align }) =>
        `flex-direction: ${way}; ${room}justify-content: ${justify}; align-items: ${align}; `,
    );
}
const place = fc.constantFrom(
  '',
  '',
  '',
  'flex-grow: 1; ',
  'flex-grow: 2; flex-basis: 0; ',
  'max-height: 3; ',
  'grid-column: span 2; ',
  'grid-row: 2 / span 2; ',
  'grid-column: 1 / -1; ',
  'justify-self: end; ',
  'align-self: center; ',
  'grid-column: -2; ',
);
const frame = fc.constantFrom('', '', 'border: thin; ', 'padding: 1; ', 'margin: 1; ');
const word = fc.constantFrom('', '', 'word', 'two words', 'a longer run of words', '漢字かな');

/** @param framed with borders, margins, gaps and least sizes, which take room where there is none */
function document(framed: boolean, texts: boolean): fc.Arbitrary<Box> {
  return fc.letrec<{ box: Box }>((tie) => ({
    box: fc.record(
      {
        style: fc
          .tuple(fc.oneof(grid(framed), flex(framed)), place, framed ? frame : none)
          .map((parts) => parts.join('')),
        children: fc.oneof(
          { maxDepth: 3, depthSize: 'small' },
          fc.constant([]),
          fc.array(tie('box'), { maxLength: 5 }),
        ),
        text: texts ? word : fc.constant(''),
      },
      { noNullPrototype: true },
    ),
  })).box;
}

function markup({ style, children, text }: Box): string {
  const inner = text === '' ? children.map(markup).join('') : `<text>${text}</text>`;
  // For yoga a leaf of no size takes all there is where it is asked for its size in a row.
  const look = inner === '' ? `${style}display: flex; ` : style;
  return `<container style="${look}">${inner}</container>`;
}

/** Runs `check` with every element that has a box, and its children that have. */
function walk(
  box: Box,
  size: { width: number; height: number },
  check: (parent: TuiElement, children: readonly TuiElement[], tree: string) => void,
): void {
  const tree = `<tui>${markup(box)}</tui>`;
  const app = createApp(tree, { registry, ...size, theme: 'fullcolor-dark' });
  app.frame();
  for (const element of app.document.querySelectorAll('tui, container')) {
    check(element, [...element.children] as TuiElement[], tree);
  }
  app.stop();
}

const rectOf = (element: TuiElement): Rect => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};
const size = fc.record({ width: fc.nat({ max: 60 }), height: fc.nat({ max: 24 }) });
const numRuns = propertyRuns(150);
const id = ({ x, y, width, height }: Rect): string => `${x},${y} ${width}x${height}`;

describe('boxes', () => {
  it('do not overlap their siblings', () => {
    fc.assert(
      fc.property(document(true, true), size, (box, screen) => {
        walk(box, screen, (_, children, tree) => {
          const rects = children.map(rectOf);
          rects.forEach((one, index) => {
            for (const other of rects.slice(index + 1)) {
              if (isEmpty(intersect(one, other))) continue;
              throw new Error(`${id(one)} and ${id(other)} overlap in ${tree}`);
            }
          });
        });
      }),
      { numRuns },
    );
  });

  it.each([
    ['without text, in both axes', false],
    ['with text, in their width', true],
  ])('stay inside their parents: %s', (_, texts) => {
    fc.assert(
      fc.property(document(false, texts), size, (box, { width, height }) => {
        // Room for the gaps: those are asked for in cells.
        walk(box, { width: width + 60, height: height + 60 }, (parent, children, tree) => {
          const outer = rectOf(parent);
          for (const child of children) {
            const inner = rectOf(child);
            const across = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
            const down = inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
            if (across && (texts || down)) continue;
            throw new Error(`${id(inner)} leaves ${id(outer)} in ${tree}`);
          }
        });
      }),
      { numRuns },
    );
  });

  it('fill a grid of fractions exactly', () => {
    const fractions = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        fractions,
        fc.nat({ max: 3 }),
        fc.integer({ min: 30, max: 90 }),
        (all, space, width) => {
          const cells = all.map(() => '<container></container>').join('');
          const columns = all.map((part) => `${part}fr`).join(' ');
          const app = createApp(
            `<container style="display: grid; gap: ${space}; grid-template-columns: ${columns}">${cells}</container>`,
            { registry, width, height: 3, theme: 'fullcolor-dark' },
          );
          app.frame();
          const rects = [...app.document.querySelectorAll('container > container')].map(rectOf);
          app.stop();
          const room = width - space * (all.length - 1);
          const unit = room / all.reduce((sum, part) => sum + part, 0);
          expect(rects.reduce((sum, rect) => sum + rect.width, 0)).toBe(room);
          rects.forEach((rect, index) => {
            expect(Math.abs(rect.width - all[index]! * unit)).toBeLessThan(1);
            if (index > 0)
              expect(rect.x).toBe(rects[index - 1]!.x + rects[index - 1]!.width + space);
          });
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
