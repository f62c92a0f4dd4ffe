/** Walks over boxes alone, with percentages everywhere: after each change all are where a fresh layout has them. */
import fc from 'fast-check';
import { registry } from '../../../elements/index.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { fileMarkup } from '../file-markup.js';

const SIZE = { width: 12, height: 8 };

function open(markup: string, size = SIZE): App {
  const app = createApp(markup, { registry, ...size, theme: 'fullcolor-dark' });
  settle(app);
  return app;
}

export function settle(app: App): void {
  for (let frames = 0; frames < 20 && !app.frame().skipped; frames++);
}

/** Each element with its place, its size and what can be scrolled in it. */
export function boxesOf(app: App): string[] {
  return ([...app.document.querySelectorAll('*')] as TuiElement[]).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { localName, scrollWidth, scrollHeight } = element;
    return `${localName} ${x},${y} ${width}x${height} of ${scrollWidth}x${scrollHeight}`;
  });
}

interface Node {
  readonly tag: string;
  readonly style: string;
  readonly text: string;
  readonly children: readonly Node[];
}

const part = fc.constantFrom('10%', '33%', '50%', '100%', '150%');
const sized = fc
  .tuple(
    fc.constantFrom(
      'flex-basis',
      'width',
      'height',
      'min-width',
      'min-height',
      'max-width',
      'max-height',
      'margin',
      'margin-left',
      'padding',
      'padding-top',
      'top',
      'left',
    ),
    part,
  )
  .map(([name, value]) => `${name}: ${value}`);
const plain = fc.constantFrom(
  'flex-grow: 1',
  'flex-shrink: 0',
  'overflow: scroll',
  'overflow: visible',
  'margin: 1',
  'flex-direction: row',
  'flex-direction: row; flex-wrap: wrap',
  'align-items: flex-start',
  'align-self: center',
  'border: thin',
  'width: 5',
  'height: 3',
  'min-height: 2',
  'flex: 1',
  'max-height: 4',
  'max-width: 6',
  'justify-content: center',
  'gap: 1',
  'display: none',
  'position: absolute; left: 1; top: 50%',
  'position: absolute; width: 50%; height: 50%',
  'display: grid; grid-template-columns: auto 1fr',
  'display: grid; grid-template-rows: 50% auto',
);
const style = fc
  .array(fc.oneof({ weight: 3, arbitrary: sized }, { weight: 4, arbitrary: plain }), {
    maxLength: 3,
  })
  .map((all) => all.join('; '));
const text = fc.constantFrom('', 'a', 'two words', 'x\ny', 'a longer run of words');
const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record(
    {
      tag: fc.constantFrom('container', 'container', 'container', 'list', 'button', 'split-pane'),
      style,
      text,
      children: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constant([]),
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      ),
    },
    { noNullPrototype: true },
  ),
})).node;

function markupOf({ tag, style: look, text: words, children }: Node): string {
  if (children.length === 0 && tag !== 'button') return `<text style="${look}">${words}</text>`;
  const inner = tag === 'button' ? words : children.map(markupOf).join('');
  const items = tag === 'list' ? `<li style="${look}">${inner}</li>` : inner;
  return `<${tag} style="${look}">${items}</${tag}>`;
}

/** A change of the element at a place in the document, counted round and round. */
type Change =
  | { readonly kind: 'remove' | 'resize'; readonly at: number }
  | { readonly kind: 'style'; readonly at: number; readonly style: string }
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'add'; readonly at: number; readonly node: Node };

const at = fc.nat({ max: 30 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom('remove' as const, 'resize' as const), at }),
  fc.record({ kind: fc.constant('style' as const), at, style }),
  fc.record({ kind: fc.constant('text' as const), at, text }),
  fc.record({ kind: fc.constant('add' as const), at, node: tree }),
);

function apply(app: App, step: Change): void {
  const all = [...app.document.querySelectorAll('tui *')] as TuiElement[];
  const element = all[step.at % Math.max(1, all.length)] ?? app.document.documentElement;
  const isText = ['text', 'button'].includes(element.localName);
  switch (step.kind) {
    case 'remove':
      if (all.length > 0) element.remove();
      return;
    case 'resize':
      app.resize(SIZE.width + (step.at % 3) * 4, SIZE.height + (step.at % 4));
      return;
    case 'style':
      if (all.length > 0) element.setAttribute('style', step.style);
      return;
    case 'text':
      if (isText) element.textContent = step.text;
      return;
    case 'add': {
      const parent = isText || element.localName === 'list' ? element.parentElement! : element;
      if (parent.localName !== 'list' && all.length < 40)
        parent.insertAdjacentHTML('afterbegin', markupOf(step.node));
    }
  }
}

/** A document, and what happens to it. */
export interface BoxWalk {
  readonly nodes: readonly Node[];
  readonly changes: readonly Change[];
}

export const boxWalk: fc.Arbitrary<BoxWalk> = fc.record({
  nodes: fc.array(tree, { minLength: 1, maxLength: 3 }),
  changes: fc.array(change, { minLength: 1, maxLength: 6 }),
});

/** @throws Error where a box is elsewhere than in a fresh app */
export function walkBoxes({ nodes, changes }: BoxWalk): void {
  const app = open(`<tui>${nodes.map(markupOf).join('')}</tui>`);
  try {
    for (const step of changes) {
      apply(app, step);
      settle(app);
      const markup = fileMarkup(app.document.documentElement);
      const fresh = open(markup, { width: app.width, height: app.height });
      const differences = differencesOf(boxesOf(app), boxesOf(fresh));
      fresh.stop();
      if (differences.length === 0) continue;
      const where = `after ${JSON.stringify(step)}, ${app.width}x${app.height}`;
      throw new Error([where, markup, ...differences].join('\n'));
    }
  } finally {
    app.stop();
  }
}

function differencesOf(found: readonly string[], expected: readonly string[]): string[] {
  return found.flatMap((each, place) =>
    each === expected[place] ? [] : [`is ${each}, should be ${expected[place]}`],
  );
}
