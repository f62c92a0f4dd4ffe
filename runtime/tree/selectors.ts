/**
 * Queries: css-select on linkedom's list, through an adapter that shares its child arrays. Compiled
 * selectors are kept; what cannot be read throws the standard's `SyntaxError`.
 */
import { compile, type Options } from 'css-select';
import {
  END,
  NEXT,
  VALUE,
  TEXT_NODE,
  childElementsOf,
  childNodesOf,
  endOf,
  isElement,
  isInside,
  isParent,
  type LinkedCharacterData,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedParent,
} from './linkedom.js';
import { fail } from './mutate.js';

/** What selectors ask of an element beyond its place. */
export interface SelectableElement extends LinkedElementNode {
  readonly states: ReadonlySet<string>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

type Adapter = NonNullable<Options<LinkedNode, SelectableElement>['adapter']>;
export type Matcher = (element: LinkedElementNode) => boolean;

export const linkedAdapter: Adapter = {
  isTag: (node): node is SelectableElement => isElement(node),
  getAttributeValue: (element, name) => element.getAttribute(name) ?? undefined,
  hasAttrib: (element, name) => element.hasAttribute(name),
  getName: (element) => element.localName,
  getParent: (element) => element.parentNode,
  // The arrays are shared; css-select does not write to them.
  getChildren: (node) => (isParent(node) ? (childNodesOf(node) as LinkedNode[]) : []),
  getSiblings: (node) =>
    node.parentNode === null
      ? [node]
      : (childElementsOf(node.parentNode) as unknown as LinkedNode[]),
  prevElementSibling: (node) => {
    const { previousElementSibling } = node as {
      previousElementSibling?: SelectableElement | null;
    };
    return previousElementSibling ?? null;
  },
  getText: textOf,
  removeSubsets: (nodes) => {
    const all = new Set(nodes);
    return [...all].filter((node) => {
      for (let each = node.parentNode; each !== null; each = each.parentNode) {
        if (all.has(each)) return false;
      }
      return true;
    });
  },
};

function textOf(root: LinkedNode): string {
  const parts: string[] = [];
  const last = endOf(root);
  for (let node: LinkedNode | null = root; node !== null; node = node[NEXT]) {
    if (node.nodeType === TEXT_NODE) parts.push((node as LinkedCharacterData)[VALUE]);
    if (node === last) break;
  }
  return parts.join('');
}

type Pseudo = (element: SelectableElement, value?: string | null) => boolean;

function state(name: string): Pseudo {
  return (element) => element.states.has(name);
}

/** A boolean attribute is set unless it says `false`. */
function isSet(element: SelectableElement, name: string): boolean {
  const value = element.getAttribute(name);
  return value !== null && !/^\s*(false|0|no|off)\s*$/i.test(value);
}

function isDisabled(element: SelectableElement): boolean {
  return element.states.has('disabled') || isSet(element, 'disabled');
}

/** Pseudo-classes that stand for states; a function of two parameters takes an argument. */
export const statePseudos: Readonly<Record<string, Pseudo>> = {
  hover: state('hover'),
  active: state('active'),
  focus: state('focus'),
  'focus-visible': (element) => element.states.has('focus-visible'),
  'focus-within': (element) => {
    const { activeElement } = (element.ownerDocument ?? {}) as {
      activeElement?: LinkedNode | null;
    };
    return (
      element.states.has('focus') ||
      (activeElement?.parentNode !== undefined && isInside(activeElement, element))
    );
  },
  target: state('target'),
  visited: state('visited'),
  link: (element) => element.localName === 'a' && element.hasAttribute('href'),
  'any-link': (element) => element.localName === 'a' && element.hasAttribute('href'),
  disabled: isDisabled,
  enabled: (element) => !isDisabled(element),
  checked: (element) =>
    element.states.has('checked') || isSet(element, 'checked') || isSet(element, 'selected'),
  selected: (element) => element.states.has('selected') || isSet(element, 'selected'),
  required: (element) => isSet(element, 'required'),
  optional: (element) => !isSet(element, 'required'),
  invalid: state('invalid'),
  valid: (element) => !element.states.has('invalid'),
  'user-invalid': state('user-invalid'),
  open: (element) => element.states.has('open') || isSet(element, 'open'),
  state: (element: SelectableElement, value: string | null | undefined) =>
    value !== null && value !== undefined && element.states.has(value.trim()),
};

/**
 * The same for css-select, which prefers its own HTML meaning of `disabled`, `checked` and others to a
 * function of that name, but not to a selector.
 */
function pseudosForCssSelect(): Record<string, Pseudo | string> {
  const pseudos: Record<string, Pseudo | string> = { state: statePseudos['state']! };
  for (const [name, test] of Object.entries(statePseudos)) {
    if (name === 'state') continue;
    pseudos[`-tui-${name}`] = test;
    pseudos[name] = `:-tui-${name}`;
  }
  return pseudos;
}
const PSEUDOS = pseudosForCssSelect();

/** A selector longer than this is nobody's writing; css-select nests a closure for each part. */
const LONGEST = 10_000;
const REMEMBERED = 500;
const compiled = new Map<string, Matcher>();

/** Compiles a selector; `scope` is what `:scope` means. */
export function compileSelector(selector: string, scope?: LinkedNode): Matcher {
  const text = String(selector);
  const scoped = text.includes(':scope');
  const kept = scoped ? undefined : compiled.get(text);
  if (kept !== undefined) return kept;
  if (text.length > LONGEST) fail('SyntaxError', 'the selector is too long');
  // css-select takes these two for selectors that match everything.
  if (text.trim() === '' || /(^|[^\\])[>+~]\s*$/.test(text)) {
    fail(
      'SyntaxError',
      `${JSON.stringify(text.slice(0, 80))} is not a selector: it is not finished`,
    );
  }
  let matcher: Matcher;
  try {
    matcher = compile<LinkedNode, SelectableElement>(text, {
      adapter: linkedAdapter,
      pseudos: PSEUDOS,
      xmlMode: true,
      // Compiled selectors outlive changes of the document.
      cacheResults: false,
      relativeSelector: false,
      ...(scoped && scope !== undefined ? { context: scope } : {}),
    }) as Matcher;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail('SyntaxError', `${JSON.stringify(text.slice(0, 80))} is not a selector: ${reason}`);
  }
  if (!scoped) {
    if (compiled.size >= REMEMBERED) compiled.delete(compiled.keys().next().value!);
    compiled.set(text, matcher);
  }
  return matcher;
}

export function matches(element: LinkedElementNode, selector: string): boolean {
  return compileSelector(selector, element)(element);
}

export function closest(element: LinkedElementNode, selector: string): LinkedElementNode | null {
  const matcher = compileSelector(selector, element);
  for (let node: LinkedNode | null = element; node !== null; node = node.parentNode) {
    if (isElement(node) && matcher(node)) return node;
  }
  return null;
}

export function queryFirst(root: LinkedParent, selector: string): LinkedElementNode | null {
  const matcher = compileSelector(selector, scopeOf(root));
  for (let node = root[NEXT]; node !== root[END]; node = node[NEXT]!) {
    if (isElement(node) && matcher(node)) return node;
  }
  return null;
}

export function queryAll(root: LinkedParent, selector: string): LinkedElementNode[] {
  return filterElements(root, compileSelector(selector, scopeOf(root)));
}

/** The elements below `root`, in document order. */
export function filterElements(root: LinkedParent, test: Matcher): LinkedElementNode[] {
  const found: LinkedElementNode[] = [];
  for (let node = root[NEXT]; node !== root[END]; node = node[NEXT]!) {
    if (isElement(node) && test(node)) found.push(node);
  }
  return found;
}

/** In a document, `:scope` is its root. */
function scopeOf(root: LinkedParent): LinkedNode {
  return (root as { documentElement?: LinkedNode }).documentElement ?? root;
}
