/**
 * Two focuses that go together: the browser's in a twin, and the app's. Where the user moves the first, the app follows;
 * where the app moves its own, the browser's follows. What the app reports of a move by the user is an echo:
 * the user may be elsewhere by then, and is left there.
 */
import type { PageElement } from './page-document.js';
import { contentOf } from './twin.js';
import type { VirtualElement } from './virtual.js';

/** What is called of an element that can have the focus. */
interface FocusMembers {
  readonly childNodes: ArrayLike<object>;
  focus?(): void;
}

interface State {
  /** References that were reported to the app, oldest first, and that have not come back. */
  sent: string[];
  isFollowing: boolean;
}

const MAX_SENT = 100;
const states = new WeakMap<PageElement, State>();

function stateOf(main: PageElement): State {
  let state = states.get(main);
  if (state === undefined) states.set(main, (state = { sent: [], isFollowing: false }));
  return state;
}

/** Reports to the app that the user has moved the focus. */
export function noteFocus(main: PageElement, ref: string): void {
  const state = stateOf(main);
  state.sent = [...state.sent, ref].slice(-MAX_SENT);
}

/** True where the app has its focus there, and nothing is on its way that moves it. */
export function hasFocus(main: PageElement, ref: string): boolean {
  return stateOf(main).sent.length === 0 && contentOf(main)?.focused === ref;
}

/** Nothing is on its way to the app and back. */
export function settleFocus(main: PageElement): void {
  stateOf(main).sent = [];
}

/** True while the focus is moved to where the app has it: nothing to report to the app. */
export function isFollowing(main: PageElement): boolean {
  return stateOf(main).isFollowing;
}

export interface FocusMove {
  readonly virtual: VirtualElement;
  /** What has the app's focus now, and what had it. */
  readonly focused: string | undefined;
  readonly before: string | undefined;
  /** The browser's focus was in the twin. */
  readonly isInside: boolean;
  /** It was on something that is gone. */
  readonly isLost: boolean;
}

/** The browser's focus goes where the app has moved its own, if it is in the twin at all. */
export function followFocus(
  main: PageElement & FocusMembers,
  { virtual, focused, before, isInside, isLost }: FocusMove,
): void {
  const state = stateOf(main);
  const moved = focused !== before;
  const at = focused === undefined || !moved ? -1 : state.sent.indexOf(focused);
  if (at >= 0) state.sent = state.sent.slice(at + 1);
  if (focused === undefined || !isInside || !(isLost || (moved && at < 0))) return;
  // The user was somewhere on the way: the last word is the app's.
  state.sent = [];
  const element = find(main, virtual, focused);
  if (element?.focus === undefined) return;
  state.isFollowing = true;
  try {
    element.focus();
  } finally {
    state.isFollowing = false;
  }
}

/** The element of an item. */
function find(
  element: FocusMembers,
  virtual: VirtualElement,
  ref: string,
): FocusMembers | undefined {
  if (virtual.attributes.get('data-ref') === ref) return element;
  for (const [at, child] of virtual.children.entries()) {
    const node = typeof child === 'string' ? undefined : element.childNodes[at];
    if (node === undefined) continue;
    const found = find(node as FocusMembers, child as VirtualElement, ref);
    if (found !== undefined) return found;
  }
  return undefined;
}
