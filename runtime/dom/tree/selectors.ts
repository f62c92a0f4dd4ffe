/**
 * Queries: css-select through an adapter that shares the tree's child arrays. Compiled
 * selectors are kept; what cannot be read throws the standard's `SyntaxError`.
 */
import { compile, type Options } from 'css-select';
import { getAttribute, hasAttribute } from './attributes.js';
import { localNameOf } from './namespaces.js';
import {
  childElementsOf,
  childNodesOf,
  dataOf,
  elementKindOf,
  fail,
  firstChildOf,
  HTML_NAMESPACE,
  isAnyForeign,
  isDocument,
  isElement,
  isInside,
  isText,
  nameOf,
  nextInTree,
  ownerOf,
  parentOf,
  previousElementOf,
  rootOf,
  shadowHostOf,
  textIn,
  type TreeNode,
} from './tree-node.js';

type Adapter = NonNullable<Options<TreeNode, TreeNode>['adapter']>;
export type Matcher = (element: TreeNode) => boolean;

/** Nodes of the tree for css-select; its child arrays are shared and must not be written to. */
export const selectAdapter: Adapter = {
  isTag: (node): node is TreeNode => isElement(node),
  getAttributeValue: (element, name) => getAttribute(element, name) ?? undefined,
  hasAttrib: (element, name) => hasAttribute(element, name),
  getName: selectorName,
  getParent: (element) => parentOf(element),
  getChildren: (node) => childNodesOf(node) as TreeNode[],
  getSiblings: (node) => {
    const parent = parentOf(node);
    return parent === null ? [node] : (childElementsOf(parent) as TreeNode[]);
  },
  prevElementSibling: (node) => previousElementOf(node),
  getText: (node) => (isText(node) ? dataOf(node) : textIn(node)),
  removeSubsets: (nodes) => {
    const all = new Set(nodes);
    return [...all].filter((node) => {
      for (let each = parentOf(node); each !== null; each = parentOf(each)) {
        if (all.has(each)) return false;
      }
      return true;
    });
  },
};

/** Compiled selectors are in small letters; names of other vocabularies have capitals and prefixes. */
function selectorName(element: TreeNode): string {
  const name = nameOf(element);
  if (!isAnyForeign || elementKindOf(element).namespace === HTML_NAMESPACE) return name;
  return localNameOf(name).toLowerCase();
}

function hasState(element: TreeNode, state: string): boolean {
  return elementKindOf(element).hasState(element, state);
}

type Pseudo = (element: TreeNode, value?: string | null) => boolean;

function state(name: string): Pseudo {
  return (element) => hasState(element, name);
}

/** A boolean attribute is set unless its value is `false`. */
function isSet(element: TreeNode, name: string): boolean {
  const value = getAttribute(element, name);
  return value !== null && !/^\s*(false|0|no|off)\s*$/i.test(value);
}

function isDisabled(element: TreeNode): boolean {
  return hasState(element, 'disabled') || isSet(element, 'disabled');
}

/** Pseudo-classes that represent states; a function of two parameters takes an argument. */
export const statePseudos: Readonly<Record<string, Pseudo>> = {
  hover: state('hover'),
  active: state('active'),
  focus: state('focus'),
  'focus-visible': (element) => hasState(element, 'focus-visible'),
  'focus-within': (element) => {
    const { activeElement } = ownerOf(element);
    return hasState(element, 'focus') || isInside(activeElement, element);
  },
  target: state('target'),
  visited: state('visited'),
  link: (element) => nameOf(element) === 'a' && hasAttribute(element, 'href'),
  'any-link': (element) => nameOf(element) === 'a' && hasAttribute(element, 'href'),
  disabled: isDisabled,
  enabled: (element) => !isDisabled(element),
  checked: (element) =>
    hasState(element, 'checked') || isSet(element, 'checked') || isSet(element, 'selected'),
  selected: (element) => hasState(element, 'selected') || isSet(element, 'selected'),
  required: (element) => isSet(element, 'required'),
  optional: (element) => !isSet(element, 'required'),
  invalid: state('invalid'),
  valid: (element) => !hasState(element, 'invalid'),
  'user-invalid': state('user-invalid'),
  defined: (element) => elementKindOf(element).isDefined(element),
  open: (element) => hasState(element, 'open') || isSet(element, 'open'),
  lang: (element: TreeNode, value: string | null | undefined) =>
    typeof value === 'string' && speaks(languageOf(element), value),
  state: (element: TreeNode, value: string | null | undefined) =>
    value !== null && value !== undefined && hasState(element, value.trim()),
};

/** The language of an element's words: `lang` of the nearest element that has one. */
function languageOf(element: TreeNode): string {
  for (let at: TreeNode | null = element; at !== null; at = parentOf(at)) {
    const lang = isElement(at) ? getAttribute(at, 'lang') : null;
    if (lang !== null) return lang.trim().toLowerCase();
  }
  return '';
}

/** `de` and `de-AT` are `de`; several languages are separated by commas, `*-AT` is any of Austria. */
function speaks(language: string, ranges: string): boolean {
  return ranges.split(',').some((range) => {
    const requested = range
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .toLowerCase();
    if (requested === '') return language === '';
    if (requested.startsWith('*')) {
      const rest = requested.slice(1);
      return language !== '' && (rest === '' || `${language}-`.includes(`${rest}-`));
    }
    return language === requested || language.startsWith(`${requested}-`);
  });
}

/** What is outermost in a tree; in a shadow tree there is a host around it. */
function isRoot(element: TreeNode): boolean {
  const parent = parentOf(element);
  return (parent === null || !isElement(parent)) && shadowHostOf(rootOf(element)) === null;
}

/**
 * The same for css-select, which prefers its own HTML meaning of `disabled`, `checked` and others to a
 * function of that name, but not to a selector.
 */
function pseudosForCssSelect(): Record<string, Pseudo | string> {
  const pseudos: Record<string, Pseudo | string> = {
    state: statePseudos['state']!,
    lang: statePseudos['lang']!,
    '-tui-root': isRoot,
    root: ':-tui-root',
  };
  for (const [name, test] of Object.entries(statePseudos)) {
    if (name === 'state' || name === 'lang') continue;
    pseudos[`-tui-${name}`] = test;
    pseudos[name] = `:-tui-${name}`;
  }
  return pseudos;
}
const PSEUDOS = pseudosForCssSelect();

/** Limit for selectors, far above any written by hand: css-select nests a closure for each part. */
const MAX_LENGTH = 10_000;
const REMEMBERED = 500;
const compiled = new Map<string, Matcher>();

/** Compiles a selector; `scope` is what `:scope` means. */
export function compileSelector(selector: string, scope?: TreeNode): Matcher {
  const text = String(selector);
  const scoped = text.includes(':scope');
  const kept = scoped ? undefined : compiled.get(text);
  if (kept !== undefined) return kept;
  if (text.length > MAX_LENGTH) fail('SyntaxError', 'the selector is too long');
  // css-select takes these two for selectors that match everything.
  if (text.trim() === '' || /(^|[^\\])[>+~]\s*$/.test(text)) {
    fail('SyntaxError', `${JSON.stringify(text.slice(0, 80))} is not a selector: unexpected end`);
  }
  let matcher: Matcher;
  try {
    matcher = compile<TreeNode, TreeNode>(text, {
      adapter: selectAdapter,
      pseudos: PSEUDOS,
      xmlMode: true,
      // HTML names are case-insensitive.
      lowerCaseTags: true,
      // Compiled selectors outlive changes of the document.
      cacheResults: false,
      relativeSelector: false,
      ...(scoped && scope !== undefined ? { context: scope } : {}),
    });
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

export function matches(element: TreeNode, selector: string): boolean {
  return compileSelector(selector, element)(element);
}

export function closest(element: TreeNode, selector: string): TreeNode | null {
  const matcher = compileSelector(selector, element);
  for (let node: TreeNode | null = element; node !== null; node = parentOf(node)) {
    if (isElement(node) && matcher(node)) return node;
  }
  return null;
}

export function queryFirst(root: TreeNode, selector: string): TreeNode | null {
  const matcher = compileSelector(selector, scopeOf(root));
  for (let node = firstChildOf(root); node !== null; node = nextInTree(node, root)) {
    if (isElement(node) && matcher(node)) return node;
  }
  return null;
}

export function queryAll(root: TreeNode, selector: string): TreeNode[] {
  // Much of the runtime looks at all elements of what is inserted.
  if (selector === '*') return filterElements(root, isElement);
  return filterElements(root, compileSelector(selector, scopeOf(root)));
}

/** The elements below `root`, in document order. */
export function filterElements(root: TreeNode, test: Matcher): TreeNode[] {
  const found: TreeNode[] = [];
  for (let node = firstChildOf(root); node !== null; node = nextInTree(node, root)) {
    if (isElement(node) && test(node)) found.push(node);
  }
  return found;
}

/** In a document, `:scope` is its root. */
function scopeOf(root: TreeNode): TreeNode {
  return isDocument(root) ? (childElementsOf(root)[0] ?? root) : root;
}
