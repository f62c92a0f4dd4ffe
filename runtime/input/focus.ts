/**
 * The focus: the element that receives keys, the order in which Tab visits elements, and the focus events (`blur`,
 * `focusout`, `focus`, `focusin`, in that order).
 */
import type { RecordOf } from '../element/records.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { hostOf, type TuiNode } from '../element/query.js';
import {
  isElement,
  scrollIntoView,
  parentElementOf,
  queryAll,
  isConnected,
  parentNodeOf,
  nextSiblingOf,
  previousSiblingOf,
  tabIndexOf,
  getAttribute,
  documentElementOf,
  inOrder,
  isInside,
} from '../element/tree.js';
import { focusEvent } from './events.js';
import { isInert, modalOf } from './inert.js';
import { CARET, FOCUSABLE, TAB_STOP, PROPS, COMPUTED, COLLAPSED } from '../element/internals.js';
import { removeState, addState, statesOf } from '../element/tui-element.js';
import { observe, setActiveElement } from '../element/tui-document.js';

/** Where a focused element was before it was taken out. */
interface Gap {
  readonly parent: TuiNode;
  readonly previous: TuiNode | null;
  readonly next: TuiNode | null;
}

export class Focus {
  #focused: TuiElement | null = null;
  #gap: Gap | undefined;
  /** The element that lost the focus by being disabled or hidden: Tab continues there, and it may regain the focus. */
  #left: TuiElement | undefined;
  /** Counts requests, so that one made by a listener supersedes the request that called it. */
  #requests = 0;
  #started = false;
  /** True if the last input came from the keyboard: only then is the focus shown. */
  #byKeys = true;
  readonly #unobserve: () => void;

  readonly #document: TuiDocument;
  readonly #changed: () => void;
  /** Updates styles, so that an element that a script has just shown can receive the focus. */
  readonly #flush: () => void;

  constructor(
    document: TuiDocument,
    changed: () => void,

    flush: () => void,
  ) {
    this.#document = document;
    this.#changed = changed;
    this.#flush = flush;

    hostOf(document).provide({
      focus: (element) => this.request(element as TuiElement | null),
      enterFocus: (element) => this.enter(element as TuiElement),
    });
    this.#unobserve = observe(document, ['childList'], (record) => this.#record(record));
  }

  stop(): void {
    this.#unobserve();
  }

  get element(): TuiElement | null {
    return this.#focused;
  }

  /** Notes whether keys or the pointer are in use. */
  used(means: 'keys' | 'pointer'): void {
    this.#byKeys = means === 'keys';
  }

  /** Focuses an element, if it is focusable; null removes the focus. */
  request(element: TuiElement | null): void {
    if (element !== null) this.#flush();
    if (element !== null && !this.canFocus(element)) return;
    this.#left = undefined;
    if (element === this.#focused) return;
    const request = ++this.#requests;
    const document = this.#document;
    const before = this.#focused;
    this.#focused = null;
    this.#gap = undefined;
    setActiveElement(document, null);
    if (before !== null) {
      removeState(before, 'focus');
      removeState(before, 'focus-visible');
      dispatchTrusted(before, focusEvent('blur', element));
      dispatchTrusted(before, focusEvent('focusout', element));
    }
    this.#changed();
    // A listener may have moved the focus, or have taken the element away.
    if (request !== this.#requests || element === null || !this.canFocus(element)) return;
    this.#focused = element;
    setActiveElement(document, element);
    addState(element, 'focus');
    // In a text field the focus shows, however it was reached.
    if (this.#byKeys || element[CARET] !== undefined) addState(element, 'focus-visible');
    dispatchTrusted(element, focusEvent('focus', before));
    if (request !== this.#requests) return;
    dispatchTrusted(element, focusEvent('focusin', before));
    if (request !== this.#requests) return;
    scrollIntoView(element, { block: 'nearest', inline: 'nearest' });
    this.#changed();
  }

  /** The nearest element, from this one outwards, that can have the focus. */
  nearest(element: TuiElement | null): TuiElement | null {
    for (let at = element; at !== null; at = parentElementOf(at)) if (this.canFocus(at)) return at;
    return null;
  }

  /** Moves the focus on as the Tab key does: positive `tabindex` first, then tree order, round and round. */
  move(backwards: boolean): boolean {
    const stops = this.#stops();
    if (stops.length === 0) return false;
    const from =
      this.#focused ?? (this.#left !== undefined && isConnected(this.#left) ? this.#left : null);
    const at = from === null ? -1 : stops.indexOf(from);
    let next: number;
    if (at >= 0) next = at + (backwards ? -1 : 1);
    else if (from === null) next = backwards ? -1 : 0;
    else {
      // An element that is not a stop (tabindex -1, disabled by now): on from its place in the tree.
      const after = stops.findIndex((stop) => isBefore(from, stop));
      next = after < 0 ? (backwards ? -1 : 0) : backwards ? after - 1 : after;
    }
    this.request(stops[(next + stops.length) % stops.length] ?? null);
    return true;
  }

  /** After the first frame: the first element with `autofocus` has the focus, where nothing else has. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    if (this.#requests > 0) return;
    for (const element of queryAll(this.#document, '[autofocus]')) {
      if (!this.canFocus(element)) continue;
      this.request(element);
      return;
    }
  }

  /**
   * Once the tree has settled: where the focused element is gone, the next one beside it that can have the
   * focus takes it, else the one around it. One that was disabled or hidden loses it to none beside it, so
   * that the next key presses no button that was not meant.
   */
  settle(): void {
    const focused = this.#focused;
    const gap = this.#gap;
    const left = this.#left;
    const modal = modalOf(this.#document);
    if (modal !== undefined && !isInside(focused ?? left ?? null, modal)) {
      this.enter(modal);
      return;
    }
    if (focused === null) {
      if (left !== undefined && this.canFocus(left)) this.request(left);
      return;
    }
    if (isConnected(focused) && isShown(focused) && !isDisabled(focused) && !isInert(focused)) {
      this.#gap = undefined;
      return;
    }
    if (!isConnected(focused)) {
      this.request(gap === undefined ? null : this.#heir(gap));
      return;
    }
    // What is around something hidden, as a strip of tabs, has the keys next.
    this.request(isShown(focused) ? null : this.nearest(parentElementOf(focused)));
    if (this.element === null) this.#left = focused;
  }

  /** Removes the focus from an element that is not visible; no other gets it. */
  drop(): void {
    if (this.#focused !== null && !isShown(this.#focused)) this.request(null);
  }

  /**
   * Moves the focus into an element: to the one in it with `autofocus`, else to the first that the Tab
   * key would stop at, else to the element itself where it can have it.
   */
  enter(element: TuiElement): void {
    this.#flush();
    const autofocused = [...queryAll(element, '[autofocus]')].find((each) => this.canFocus(each));
    const target = autofocused ?? this.#firstIn(element, false) ?? element;
    this.request(this.canFocus(target) ? target : null);
  }

  #heir({ parent, previous, next }: Gap): TuiElement | null {
    for (
      let node = next;
      node !== null && parentNodeOf(node) === parent;
      node = nextSiblingOf(node)
    ) {
      const found = this.#firstIn(node);
      if (found !== null) return found;
    }
    for (
      let node = previous;
      node !== null && parentNodeOf(node) === parent;
      node = previousSiblingOf(node)
    ) {
      const found = this.#firstIn(node);
      if (found !== null) return found;
    }
    return isElement(parent) && isConnected(parent) ? this.nearest(parent) : null;
  }

  #firstIn(node: TuiNode, itself = true): TuiElement | null {
    if (!isElement(node)) return null;
    if (itself && this.#isStop(node)) return node;
    for (const inner of queryAll(node, '*')) if (this.#isStop(inner)) return inner;
    return null;
  }

  /** Whether the user can focus it now. */
  canFocus(element: TuiElement): boolean {
    return (
      isConnected(element) &&
      (element[FOCUSABLE] || hasTabindex(element)) &&
      !isDisabled(element) &&
      !isInert(element) &&
      isShown(element)
    );
  }

  #isStop(element: TuiElement): boolean {
    return (
      this.canFocus(element) &&
      (!hasTabindex(element) ? element[TAB_STOP] : tabIndexOf(element) >= 0)
    );
  }

  #stops(): TuiElement[] {
    const found = queryAll(this.#document, '*').filter((each) => this.#isStop(each));
    const documentElement = documentElementOf(this.#document);
    if (this.#isStop(documentElement) && found[0] !== documentElement) {
      found.unshift(documentElement);
    }
    const order = (element: TuiElement): number =>
      tabIndexOf(element) > 0 ? tabIndexOf(element) : Infinity;
    // Array.prototype.sort is stable, so tree order decides between equals.
    return found.sort((a, b) => {
      const [first, second] = [order(a), order(b)];
      return first === second ? 0 : first - second;
    });
  }

  #record(record: RecordOf<'childList'>): void {
    const focused = this.#focused;
    if (focused === null || isConnected(focused)) return;
    if (record.removedNodes.length === 0 || this.#gap !== undefined) return;
    const { target, previousSibling, nextSibling } = record;
    this.#gap = { parent: target, previous: previousSibling, next: nextSibling };
    this.#changed();
  }
}

function hasTabindex(element: TuiElement): boolean {
  return /^\s*[+-]?\d+\s*$/.test(getAttribute(element, 'tabindex') ?? '');
}

/** The document order of two elements, neither inside the other or the first around the second. */
function isBefore(first: TuiElement, second: TuiElement): boolean {
  return inOrder(first, second) < 0;
}

/** True for a control that takes no input. */
export function isDisabled(element: TuiElement): boolean {
  return statesOf(element).has('disabled') || element[PROPS]['disabled'] === true;
}

/** True where it is not hidden, by itself or by what it is in. */
export function isShown(element: TuiElement): boolean {
  // Inherited, so that the element's own says it all.
  if (element[COMPUTED]['visibility'] === 'hidden') return false;
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (at[COMPUTED]['display'] === 'none' || (at !== element && at[COLLAPSED])) return false;
  }
  return true;
}
