/**
 * The screens of a document: which one shows, and those that it covers. Elements that are screens register here. The first
 * one shows at the start; a script pushes others on it.
 */
import { didYouMean } from '../../base/diagnostics.js';
import { notifyCommands } from '../commands/commands.js';
import { beforeFrame, enterFocus, fire } from '../services.js';
import {
  activeElementOf,
  blurElement,
  documentElementOf,
  focusElement,
  idOf,
  isConnected,
  isInside,
  queryAll,
} from '../tree.js';
import { addState, removeState, type TuiDocument, type TuiElement } from '../tui-element.js';

/** The state of the screen that shows. */
const CURRENT = 'current';

type Params = Readonly<Record<string, unknown>>;
const NO_PARAMS: Params = Object.freeze({});

interface Entry {
  element: TuiElement;
  params: Params;
  /** Ends the promise of `push`. */
  readonly resolve: (result: unknown) => void;
  /** What had the focus when it was covered. */
  focused: TuiElement | null;
}

class Screens {
  readonly all = new Set<TuiElement>();
  /** The last one shows. */
  stack: Entry[] = [];
  /** Called with each change of the screen that shows, or of its label. */
  onChange: () => void = () => undefined;
  #shown: Entry | undefined;
  #shownElement: TuiElement | undefined;
  /** Scripts have run: they receive the events. */
  #isStarted = false;
  #isChecking = false;

  readonly #document: TuiDocument;

  constructor(document: TuiDocument) {
    this.#document = document;
  }

  get current(): Entry | undefined {
    this.#dropRemoved();
    return this.stack.at(-1);
  }

  add(element: TuiElement): void {
    this.all.add(element);
    this.#dropRemoved();
    if (this.stack.length === 0) this.#begin(element);
  }

  /** A framework may put it back at once, elsewhere: looked at again before the next frame. */
  removed(element: TuiElement): void {
    this.all.delete(element);
    if (this.#isChecking) return;
    this.#isChecking = true;
    beforeFrame(documentElementOf(this.#document), () => {
      this.#isChecking = false;
      this.#dropRemoved();
    });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { current } = this;
    if (current !== undefined) fireShow(current);
  }

  push(element: TuiElement, params: Params): Promise<unknown> {
    return new Promise((resolve) => {
      this.stack.push({ element, params, resolve, focused: null });
      this.#show();
    });
  }

  pop(result: unknown): void {
    const entry = this.stack.pop();
    this.#show();
    entry?.resolve(result);
  }

  replace(element: TuiElement, params: Params): void {
    const top = this.stack.at(-1);
    const resolve = top?.resolve ?? (() => undefined);
    this.stack.splice(-1, 1, { element, params, resolve, focused: null });
    this.#show();
  }

  #begin(element: TuiElement): void {
    this.stack = [{ element, params: NO_PARAMS, resolve: () => undefined, focused: null }];
    this.#show();
  }

  /** What is not in the document any more cannot show; who has pushed it waits no longer. */
  #dropRemoved(): void {
    const gone = this.stack.filter(({ element }) => !isConnected(element));
    if (gone.length === 0) return;
    this.stack = this.stack.filter((entry) => !gone.includes(entry));
    const [next] = this.stack.length === 0 ? this.#inOrder() : [];
    if (next !== undefined) this.#begin(next);
    else this.#show();
    for (const { resolve } of gone) resolve(undefined);
  }

  #inOrder(): readonly TuiElement[] {
    return queryAll(this.#document, '*').filter((element) => this.all.has(element));
  }

  /** Brings the elements, the focus and the title in step with the stack. */
  #show(): void {
    const before = this.#shown;
    const beforeElement = this.#shownElement;
    const next = this.stack.at(-1);
    if (before === next) return;
    this.#shown = next;
    this.#shownElement = next?.element;
    const document = this.#document;
    const root = documentElementOf(document);
    const active = activeElementOf(document);
    const wasInside = beforeElement !== undefined && isInside(active, beforeElement);
    if (before !== undefined && wasInside) before.focused = active;
    mark(beforeElement, next?.element);
    if (this.#isStarted && before !== undefined) {
      fire(before.element, 'hide', {}, { bubbles: false, cancelable: false });
    }
    // A listener may have gone on to another one.
    if (this.#shown !== next) return;
    const isFree = wasInside || active === root || !isConnected(active);
    if (this.#isStarted && isFree) this.#focus(next, before);
    if (root !== null) notifyCommands(root);
    this.onChange();
    if (this.#isStarted && next !== undefined) fireShow(next);
    if (root !== null) beforeFrame(root, () => undefined);
  }

  /** What had the focus has it again; what is new has it where a dialog would. */
  #focus(next: Entry | undefined, before: Entry | undefined): void {
    const { focused } = next ?? {};
    if (next !== undefined && focused != null && isInside(focused, next.element)) {
      focusElement(focused);
    } else if (next !== undefined && before !== undefined && this.stack.length > 1) {
      enterFocus(next.element);
    }
    const active = activeElementOf(this.#document);
    const isLeft = before !== undefined && isInside(active, before.element);
    if (isLeft && before.element !== next?.element) blurElement(active);
  }
}

function mark(before: TuiElement | undefined, next: TuiElement | undefined): void {
  if (before !== undefined && before !== next) removeState(before, CURRENT);
  if (next !== undefined) addState(next, CURRENT);
}

function fireShow({ element, params }: Entry): void {
  fire(element, 'show', { params }, { bubbles: false, cancelable: false });
}

const screensOfDocument = new WeakMap<TuiDocument, Screens>();

function screensOf(document: TuiDocument): Screens {
  let found = screensOfDocument.get(document);
  if (found === undefined) screensOfDocument.set(document, (found = new Screens(document)));
  return found;
}

/** To be called when an element that is a screen is connected. */
export function addScreen(element: TuiElement, document: TuiDocument): void {
  screensOf(document).add(element);
}

/** To be called when it is disconnected. */
export function removeScreen(element: TuiElement, document: TuiDocument): void {
  screensOf(document).removed(element);
}

/** To be called when the label of a screen is another one. */
export function screenChanged(element: TuiElement, document: TuiDocument): void {
  const screens = screensOf(document);
  if (screens.current?.element === element) screens.onChange();
}

/** Once scripts have run: from now on screens fire events; the one that shows fires `show`. */
export function startScreens(document: TuiDocument): void {
  screensOfDocument.get(document)?.start();
}

/** Calls back when another screen shows, or its label has changed. */
export function onScreenChange(document: TuiDocument, listener: () => void): void {
  screensOf(document).onChange = listener;
}

/** The screen that shows; undefined in a document without screens. */
export function currentScreen(document: TuiDocument): TuiElement | undefined {
  return screensOfDocument.get(document)?.current?.element;
}

/** Whether a screen shows, or is below the one that shows; undefined for other elements, and for a screen that is not open. */
export function screenPlace(
  document: TuiDocument,
  element: TuiElement,
): 'current' | 'covered' | undefined {
  const screens = screensOfDocument.get(document);
  const top = screens?.current;
  if (top === undefined) return undefined;
  if (top.element === element) return 'current';
  return screens?.stack.some((entry) => entry.element === element) ? 'covered' : undefined;
}

/** What the screen that shows was pushed with. */
export function screenParams(document: TuiDocument): Params {
  return screensOfDocument.get(document)?.current?.params ?? NO_PARAMS;
}

/** Shows a screen over the one that shows. Resolves to what closes it. @throws Error */
export function pushScreen(document: TuiDocument, id: string, params: Params): Promise<unknown> {
  const screens = screensOf(document);
  const element = find(screens, id, 'push');
  const isOpen = screens.stack.some((entry) => entry.element === element);
  if (isOpen) {
    const isCurrent = screens.current?.element === element;
    throw new Error(
      isCurrent
        ? `$tui.screens.push: the screen "${id}" shows already; to show it with other parameters, call replace`
        : `$tui.screens.push: the screen "${id}" is below the one that shows; to go back to it, call pop`,
    );
  }
  return screens.push(element, params);
}

/** Whether a screen is below the one that shows. */
export function canPopScreen(document: TuiDocument): boolean {
  const screens = screensOfDocument.get(document);
  return screens?.current !== undefined && screens.stack.length > 1;
}

/** Goes back to the screen below. @throws Error where there is none */
export function popScreen(document: TuiDocument, result: unknown): void {
  if (!canPopScreen(document)) {
    throw new Error(
      '$tui.screens.pop: no screen is below the one that shows; to end the app, call $tui.exit()',
    );
  }
  screensOf(document).pop(result);
}

/** Shows a screen in place of the one that shows; who has pushed that waits for this one. @throws Error */
export function replaceScreen(document: TuiDocument, id: string, params: Params): void {
  const screens = screensOf(document);
  const element = find(screens, id, 'replace');
  const { current } = screens;
  if (current?.element !== element && screens.stack.some((entry) => entry.element === element)) {
    throw new Error(
      `$tui.screens.replace: the screen "${id}" is below the one that shows; to go back to it, call pop`,
    );
  }
  screens.replace(element, params);
}

/**
 * Opens screens as they were in the app before, as far as they exist and no other is open. What had pushed them is
 * gone, so that nothing waits for them.
 */
export function restoreScreens(document: TuiDocument, open: ReturnType<typeof openScreens>): void {
  const screens = screensOfDocument.get(document);
  if (screens?.current === undefined || screens.stack.length > 1) return;
  for (const [place, { id, params }] of open.entries()) {
    const element = [...screens.all].find((each) => id !== '' && idOf(each) === id);
    if (element === undefined) return;
    if (place === 0) screens.replace(element, params);
    else void screens.push(element, params);
  }
}

/** The screens that are open, the one that shows last. */
export function openScreens(
  document: TuiDocument,
): readonly { readonly id: string; readonly params: Params }[] {
  const screens = screensOfDocument.get(document);
  if (screens?.current === undefined) return [];
  return screens.stack.map(({ element, params }) => ({ id: idOf(element), params }));
}

function find(screens: Screens, id: string, call: string): TuiElement {
  void screens.current;
  const found = [...screens.all].find((element) => idOf(element) === id);
  if (found !== undefined) return found;
  const ids = [...screens.all].map(idOf).filter((each) => each !== '');
  const hint =
    didYouMean(id, ids) ??
    (ids.length === 0
      ? 'write <screen id="…" label="…"> in <tui>'
      : `screens are ${ids.slice(0, 10).join(', ')}`);
  throw new RangeError(`$tui.screens.${call}: no screen has the id ${JSON.stringify(id)}; ${hint}`);
}
