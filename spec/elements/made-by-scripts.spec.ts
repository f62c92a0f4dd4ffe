/**
 * A document is its tree: read from a file, built by a script in any order, or changed while it runs,
 * the same tree is the same screen. Every example of every element, every attribute of each.
 */
import { expect, it } from '@jest/globals';
import { ROW_CLASS } from '../../elements/form/step-buttons.js';
import { elements, registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { ManualClock } from '../../runtime/script/clock.js';
import type { ElementClass, TuiElement } from '../../runtime/element/tui-element.js';
import { isElement, isText } from '../../runtime/element/tree.js';
import { fileMarkup } from '../support/file-markup.js';
import { tried } from '../support/property-runs.js';
import { valuesOf } from '../support/walk/vocabulary.js';
import { bufferLines } from '../support/xterm.js';

type Size = readonly [width: number, height: number];

function open(markup: string, [width, height]: Size): App {
  const clock = new ManualClock();
  const app = createApp(markup, { registry, width, height, theme: 'fullcolor-dark', clock });
  settle(app);
  return app;
}

function settle(app: App): void {
  for (let frames = 0; frames < 20 && !app.frame().skipped; frames++);
}

/** The screen with the focus where it is in another app: how it came there is in no markup. */
function screen(app: App, like: App): string[] {
  const at = [...like.document.querySelectorAll('*')].indexOf(like.document.activeElement);
  [...app.document.querySelectorAll('*')][at]?.focus();
  settle(app);
  return bufferLines(app.cells);
}

/** Examples without `autofocus`, which counts once and at the start. */
const EXAMPLES = (elements as readonly ElementClass[]).flatMap(({ tag, attributes, examples }) =>
  examples.map(({ name, size, markup }) => ({
    tag,
    attributes,
    name: `<${tag}> ${name}`,
    size,
    markup: markup.replaceAll(/ autofocus(="true")?/g, ''),
  })),
);

/** In what order a script makes a tree, and how often that is painted. */
interface Order {
  readonly attributes: 'first' | 'last';
  readonly parents: 'first' | 'last';
  readonly frames: boolean;
}

const ORDERS: readonly Order[] = (['first', 'last'] as const).flatMap((attributes) =>
  (['first', 'last'] as const).flatMap((parents) =>
    [false, true].map((frames) => ({ attributes, parents, frames })),
  ),
);

function rebuild(app: App, from: TuiElement, to: TuiElement, order: Order): void {
  const setAttributes = (): void => {
    for (const name of from.getAttributeNames()) to.setAttribute(name, from.getAttribute(name)!);
  };
  if (order.attributes === 'first') setAttributes();
  for (const child of from.childNodes) {
    // As a node: `append` of a log adds lines.
    if (isText(child)) to.appendChild(app.document.createTextNode(child.data));
    // Markdown makes its elements itself.
    if (!isElement(child) || from.localName === 'markdown') continue;
    // So does a form its row of buttons.
    if (child.classList.contains(ROW_CLASS)) continue;
    const made = app.document.createElement(child.localName);
    if (order.parents === 'first') to.append(made);
    rebuild(app, child, made, order);
    if (order.parents === 'last') to.append(made);
    if (order.frames) settle(app);
  }
  if (order.attributes === 'last') setAttributes();
}

it.each(tried(EXAMPLES, 80))('$name is the same, made by a script', ({ markup, size }) => {
  const app = open(markup, size);
  const expected = screen(app, app);
  for (const order of tried(ORDERS, 1)) {
    const made = open('<tui></tui>', size);
    rebuild(made, app.document.documentElement, made.document.documentElement, order);
    settle(made);
    expect({ order, screen: screen(made, app) }).toEqual({ order, screen: expected });
    made.stop();
  }
});

/** Names of what is not there: nothing changes, and a document that starts so has its own way. */
const NAMES = new Set(['tabs selected', 'label for', 'radio name']);
/**
 * What was lost by a value before is in no markup: the lines that a log has dropped, the item of a menu
 * that keys were at, the widths of a tree's columns, which do not shrink while it is filtered.
 */
const LOSSY = new Set(['log maxLines', 'item hidden', 'tree filterText']);

/** The first examples of each element: the others have the same attributes. */
const FIRST = EXAMPLES.filter(
  ({ tag }, at) => EXAMPLES.slice(0, at).filter((other) => other.tag === tag).length < 2,
);
const COMMON = {
  hidden: { type: 'boolean', description: '' },
  inert: { type: 'boolean', description: '' },
} as const;

it.each(tried(FIRST, 30))(
  '$name is the same, changed while it runs',
  ({ tag, attributes, markup, size }) => {
    let app = open(markup, size);
    const compare = (changed: string): void => {
      const fresh = open(fileMarkup(app.document.documentElement), size);
      const expected = screen(fresh, app);
      expect({ changed, screen: screen(app, app) }).toEqual({ changed, screen: expected });
      fresh.stop();
    };
    for (const [name, declaration] of tried(Object.entries({ ...attributes, ...COMMON }), 2)) {
      const which = `${tag} ${name}`;
      if (NAMES.has(which) || LOSSY.has(which) || name.startsWith('on')) continue;
      const before = app.document.querySelector(tag)!.getAttribute(name);
      for (const value of [...valuesOf(declaration), before]) {
        const element = app.document.querySelector(tag)!;
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
        settle(app);
        if (app.diagnostics.every(({ severity }) => severity !== 'error')) {
          compare(`${name}="${value}"`);
          continue;
        }
        app.stop();
        app = open(markup, size);
      }
    }
    app.stop();
  },
);
