/** One step of a walk, done to an app. */
import type { App } from '../../../runtime/app/app.js';
import { keyBytes, mouseBytes } from '../../../runtime/testing/input-bytes.js';
import type { TuiElement, TuiText } from '../../../runtime/element/tui-element.js';
import { isText } from '../../../runtime/element/tree.js';
import type { Act, Step, WideStep } from './steps.js';
import { contentOf, FRAGMENTS, PARTS, settingsOf } from './vocabulary.js';
import { isInlineBox } from '../../../runtime/element/tui-element.js';

/** Elements that are boxes or text; sheets and scripts are not touched. */
function elementsOf(app: App): TuiElement[] {
  return [...app.document.querySelectorAll('*')].filter(
    // What was made of Markdown is in no markup.
    (each) => each.localName !== 'style' && !each.parentElement?.closest('markdown'),
  );
}

function textsOf(app: App): TuiText[] {
  const found: TuiText[] = [];
  for (const element of elementsOf(app)) {
    if (contentOf(element.localName) === 'none') continue;
    for (const node of element.childNodes) if (isText(node)) found.push(node);
  }
  return found;
}

function at<T>(all: readonly T[], place: number): T | undefined {
  return all[place % Math.max(1, all.length)];
}

/** The nearest element, from one outwards, that may have such content. */
function host(
  element: TuiElement | undefined,
  may: (content: ReturnType<typeof contentOf>) => boolean,
): TuiElement | undefined {
  for (let found = element; found !== undefined; found = found.parentElement ?? undefined) {
    if (may(contentOf(found.localName))) return found;
  }
  return undefined;
}

const boxes = (content: string): boolean => content === 'boxes';
const words = (content: string): boolean => content === 'boxes' || content === 'words';

/** Larger documents make slow walks and no other kind of fault. */
const MAX_ELEMENTS = 80;

function isFull(app: App): boolean {
  return elementsOf(app).filter(({ localName }) => localName !== 'li').length > MAX_ELEMENTS;
}

/** Of several that would be open only one is, and which of them markup does not tell. */
function closeOthers(app: App, added: TuiElement): void {
  for (const selector of ['select[open]']) {
    const open = [...app.document.querySelectorAll(selector)];
    for (const element of open.slice(1)) element.removeAttribute('open');
  }
  for (const dialog of [added, ...added.querySelectorAll('*')]) {
    // One is modal, and dims what is behind.
    if (dialog.localName === 'dialog' && app.document.querySelector('dialog[modal]') === null) {
      dialog.setAttribute('modal', 'true');
    }
  }
}

function addMarkup(app: App, parent: TuiElement, markup: string, place: number): void {
  const maker = app.document.createElement('container');
  maker.innerHTML = markup;
  const made = maker.firstElementChild;
  if (made === null) return;
  const before = parent.childNodes[place % (parent.childNodes.length + 1)] ?? null;
  parent.insertBefore(made, before);
  closeOthers(app, made);
}

export function applyStep(app: App, step: Step): void {
  const { document } = app;
  const all = elementsOf(app);
  const element = 'at' in step ? at(all, step.at) : undefined;
  switch (step.kind) {
    case 'fragment': {
      const parent = host(element, boxes);
      if (parent !== undefined && !isFull(app)) {
        addMarkup(app, parent, FRAGMENTS[step.which] ?? '', step.at);
      }
      return;
    }
    case 'element': {
      const parent = host(element, boxes);
      if (parent === undefined || isFull(app)) return;
      const made = document.createElement(step.tag);
      if (step.tag === 'dialog' || step.tag === 'collapsible') made.setAttribute('open', 'true');
      // As a node: `append` of a log adds lines.
      made.appendChild(document.createTextNode(step.word));
      made.setAttribute('style', step.style);
      parent.insertBefore(made, parent.firstChild);
      closeOthers(app, made);
      return;
    }
    case 'part': {
      const parent = host(element, (content) => content === 'parts');
      const markup = parent === undefined ? undefined : at(PARTS[parent.localName]!, step.which);
      if (parent === undefined || markup === undefined) return;
      // The place in an open list stays with its option, which is in no markup: others come after it.
      const isOption = parent.closest('select') !== null;
      addMarkup(app, parent, markup, isOption ? parent.childNodes.length : step.which);
      return;
    }
    case 'word': {
      const parent = host(element, words);
      if (parent === undefined) return;
      const before = parent.childNodes[step.before % (parent.childNodes.length + 1)] ?? null;
      parent.insertBefore(document.createTextNode(step.word), before);
      return;
    }
    case 'inline': {
      const parent = host(element, words);
      if (parent === undefined) return;
      const made = document.createElement(step.tag);
      if (step.tag !== 'br') made.append(step.word);
      parent.append(made);
      return;
    }
    case 'remove':
      if (element !== document.documentElement) element?.remove();
      return;
    case 'empty':
      if (element !== document.documentElement) element?.replaceChildren();
      return;
    case 'normalize':
      element?.normalize();
      return;
    case 'clone':
      clone(app, element);
      return;
    case 'move':
      move(app, element, at(all, step.to));
      return;
    default:
      applyChange(app, element, step);
  }
}

function applyChange(
  app: App,
  element: TuiElement | undefined,
  step: Exclude<Step, { kind: 'fragment' | 'element' | 'part' | 'word' | 'inline' | 'move' }>,
): void {
  const { document } = app;
  switch (step.kind) {
    case 'style':
      if (element !== document.documentElement) element?.setAttribute('style', step.style);
      return;
    case 'data': {
      const text = at(textsOf(app), step.at);
      if (text !== undefined) text.data = step.word;
      return;
    }
    case 'split': {
      const text = at(textsOf(app), step.at);
      if (text !== undefined && text.data.length > step.offset) text.splitText(step.offset);
      return;
    }
    case 'removeText':
      at(textsOf(app), step.at)?.remove();
      return;
    case 'class':
      element?.classList.toggle(step.name);
      return;
    case 'attribute':
      if (element !== undefined && element !== document.documentElement)
        setAttribute(app, element, step);
      return;
    case 'append': {
      const charts = [...document.querySelectorAll('data-bars')] as (TuiElement & {
        appendEntry(values: number[]): void;
        series: readonly unknown[] | undefined;
      })[];
      const chart = at(charts, step.at);
      chart?.appendEntry((chart.series ?? []).map((_, series) => step.value + series));
      return;
    }
    case 'scroll':
      element?.scrollTo(step.x, step.y);
      return;
    case 'focus':
      element?.focus();
      return;
    case 'pointer':
      app.input(mouseBytes('move', step.x, step.y));
      return;
    case 'resize':
      app.resize(step.width, step.height);
  }
}

function clone(app: App, element: TuiElement | undefined): void {
  if (element === undefined || element === app.document.documentElement || isFull(app)) return;
  const copy = element.cloneNode(true) as TuiElement;
  for (const open of [copy, ...copy.querySelectorAll('*')]) {
    if (open.localName === 'select') open.removeAttribute('open');
    open.removeAttribute('modal');
  }
  element.after(copy);
}

/** To another place where it may be: parts stay with their kind. */
function move(app: App, node: TuiElement | undefined, target: TuiElement | undefined): void {
  if (node === undefined || node === app.document.documentElement) return;
  const parent = node.parentElement;
  const isPart = parent !== null && contentOf(parent.localName) === 'parts';
  const to = host(target, (content) => (isPart ? content === 'parts' : boxes(content)));
  if (to === undefined || node.contains(to)) return;
  if (isPart && to.localName !== parent.localName) return;
  if (isInlineBox(node) || contentOf(node.localName) !== 'none' || boxes(contentOf(to.localName))) {
    to.append(node);
  }
}

function setAttribute(
  app: App,
  element: TuiElement,
  { which, value }: Extract<Step, { kind: 'attribute' }>,
): void {
  const setting = at(settingsOf(element.localName), which);
  if (setting === undefined) return;
  const before = element.getAttribute(setting.name);
  const expected = value === null ? null : at(setting.values, value)!;
  const errors = app.diagnostics.length;
  put(element, setting.name, expected);
  if (setting.name === 'open' && element.localName === 'select') closeOthers(app, element);
  // What does not fit is an error at the start; here the last good value stays.
  if (app.diagnostics.slice(errors).some(({ severity }) => severity === 'error')) {
    put(element, setting.name, before);
  }
}

function put(element: TuiElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** What was drawn on a canvas, which is in no markup. */
const drawings = new WeakMap<TuiElement, Extract<WideStep, { kind: 'draw' }>[]>();

interface Canvas extends TuiElement {
  getContext(kind: '2d'): {
    fillStyle: string;
    fillRect(x: number, y: number, width: number, height: number): void;
    fillText(text: string, x: number, y: number): void;
  };
}

function draw(canvas: TuiElement, step: Extract<WideStep, { kind: 'draw' }>): void {
  const context = (canvas as Canvas).getContext('2d');
  context.fillStyle = step.x % 2 === 0 ? 'red' : 'white';
  context.fillRect(step.x, step.y, 5, 5);
  context.fillText(step.word, step.y, step.x);
  drawings.set(canvas, [...(drawings.get(canvas) ?? []), step]);
}

/** Draws on the canvases of an app what was drawn on those of another one. */
export function copyDrawings(app: App, other: App): void {
  const originals = [...app.document.querySelectorAll('canvas')];
  [...other.document.querySelectorAll('canvas')].forEach((canvas, place) => {
    for (const step of drawings.get(originals[place]!) ?? []) draw(canvas, step);
  });
}

export function applyWideStep(app: App, step: Exclude<WideStep, { kind: 'dock' }>): void {
  switch (step.kind) {
    case 'markup': {
      const parent = host(at(elementsOf(app), step.at), boxes);
      if (parent !== undefined && !isFull(app)) addMarkup(app, parent, step.markup, step.at);
      return;
    }
    case 'stream':
      at(
        elementsOf(app).filter(({ localName }) => ['markdown', 'text'].includes(localName)),
        step.at,
      )?.append(step.chunk);
      return;
    case 'draw': {
      const canvas = at([...app.document.querySelectorAll('canvas')], step.at);
      if (canvas !== undefined) draw(canvas, step);
    }
  }
}

const WIDE = ['markup', 'stream', 'draw', 'dock'];

export function isWide(step: Step | Act | WideStep): step is WideStep {
  return WIDE.includes(step.kind);
}

export function isAct(step: Step | Act): step is Act {
  return ['key', 'mouse', 'advance', 'notify'].includes(step.kind);
}

export async function applyAct(
  app: App,
  act: Act,
  advance: (ms: number) => Promise<void>,
): Promise<void> {
  switch (act.kind) {
    case 'key':
      app.input(keyBytes(act.key));
      return;
    case 'mouse':
      app.input(mouseBytes(act.action as 'press', act.x, act.y));
      return;
    case 'advance':
      await advance(act.ms);
      return;
    case 'notify':
      app.notify(act.word);
  }
}
