/**
 * Members that browsers have and this DOM lacks: one table. A member that libraries test for is absent, so that they take
 * another way; one that they call without a test throws an error that names what to use.
 */
import { fail } from '../tree/tree-node.js';

export type MissingOwner = 'Window' | 'Document' | 'Element' | 'HTMLElement';

export interface Missing {
  readonly member: string;
  /** Where browsers have it. */
  readonly of: MissingOwner;
  readonly how: 'throws' | 'absent';
  /** What to use instead; where it is absent, also what libraries do without it. */
  readonly instead: string;
}

const RANGE = 'ranges do not exist: use textContent, and the selection members of fields';
const PARSED = 'append elements, or set innerHTML';
const ONE_PAGE = 'an app is one page: use a <dialog>';

/** `throws` first, each group by its owner. */
export const MISSING: readonly Missing[] = [
  {
    of: 'HTMLElement',
    member: 'attachInternals',
    how: 'throws',
    instead: 'set attributes, and states with addState()',
  },
  { of: 'Document', member: 'write', how: 'throws', instead: PARSED },
  { of: 'Document', member: 'writeln', how: 'throws', instead: PARSED },
  { of: 'Document', member: 'open', how: 'throws', instead: PARSED },
  { of: 'Document', member: 'close', how: 'throws', instead: PARSED },
  {
    of: 'Window',
    member: 'alert',
    how: 'throws',
    instead: 'use $tui.notify(), or a <dialog>',
  },
  {
    of: 'Window',
    member: 'confirm',
    how: 'throws',
    instead: 'there are no system dialogs: use a <dialog>',
  },
  {
    of: 'Window',
    member: 'prompt',
    how: 'throws',
    instead: 'there are no system dialogs: use a <dialog> with an <input>',
  },
  { of: 'Window', member: 'open', how: 'throws', instead: ONE_PAGE },
  {
    of: 'Window',
    member: 'print',
    how: 'throws',
    instead: 'write a file, or use tui snapshot',
  },

  {
    of: 'Element',
    member: 'animate',
    how: 'absent',
    instead: 'requestAnimationFrame, as animation libraries do without it',
  },
  // Libraries such as morphdom test for it.
  { of: 'Document', member: 'createRange', how: 'absent', instead: RANGE },
  { of: 'Element', member: 'getAnimations', how: 'absent', instead: 'nothing: none run' },
  {
    of: 'HTMLElement',
    member: 'showPopover',
    how: 'absent',
    instead: 'a <dialog>, or an element that is position: fixed',
  },
  { of: 'HTMLElement', member: 'popover', how: 'absent', instead: 'the same' },
  {
    of: 'HTMLElement',
    member: 'contentEditable',
    how: 'absent',
    instead: '<input> and <textarea>',
  },
  {
    of: 'HTMLElement',
    member: 'draggable',
    how: 'absent',
    instead: 'mousedown, mousemove and mouseup: the pressed element receives them all',
  },
  {
    of: 'Document',
    member: 'styleSheets',
    how: 'absent',
    instead: 'a <style> element, whose text scripts may change',
  },
  {
    of: 'Document',
    member: 'adoptedStyleSheets',
    how: 'absent',
    instead: 'a <style> element, as Lit does without it',
  },
  {
    of: 'Document',
    member: 'evaluate',
    how: 'absent',
    instead: 'querySelector: there is no XPath',
  },
  {
    of: 'Document',
    member: 'startViewTransition',
    how: 'absent',
    instead: 'change the document directly, as routers do without it',
  },
  {
    of: 'Window',
    member: 'IntersectionObserver',
    how: 'absent',
    instead: 'a scroll listener and getBoundingClientRect',
  },
  {
    of: 'Window',
    member: 'XMLHttpRequest',
    how: 'absent',
    instead: 'fetch, as HTTP clients do without it',
  },
  {
    of: 'Window',
    member: 'localStorage',
    how: 'absent',
    instead: '$tui.state, which keeps values between runs, and files',
  },
  {
    of: 'Window',
    member: 'sessionStorage',
    how: 'absent',
    instead: 'a variable: an app is loaded once',
  },
  { of: 'Window', member: 'indexedDB', how: 'absent', instead: 'files' },
  { of: 'Window', member: 'Range', how: 'absent', instead: 'textContent: there are no ranges' },
  {
    of: 'Window',
    member: 'Selection',
    how: 'absent',
    instead: 'the selection members of fields; getSelection() returns null',
  },
  {
    of: 'Window',
    member: 'CSSStyleSheet',
    how: 'absent',
    instead: 'a <style> element, as Lit does without it',
  },
  {
    of: 'Window',
    member: 'Image',
    how: 'absent',
    instead: 'document.createElement("img")',
  },
  { of: 'Window', member: 'Worker', how: 'absent', instead: 'await: long work in parts' },
];

/** Defines what throws among the members of one owner. */
export function defineMissing(target: object, owner: MissingOwner): void {
  for (const { member, of, how, instead } of MISSING) {
    if (of !== owner || how !== 'throws') continue;
    const value = (): never =>
      fail('NotSupportedError', `${owner}.${member} is not supported: ${instead}`);
    Object.defineProperty(value, 'name', { value: member });
    Object.defineProperty(target, member, { value, writable: true, configurable: true });
  }
}

/** Names that a version of Node has and a window lacks. */
export const ABSENT_GLOBALS: ReadonlySet<string> = new Set([
  ...MISSING.filter(({ of, how }) => of === 'Window' && how === 'absent').map(
    (each) => each.member,
  ),
  'Storage',
]);
