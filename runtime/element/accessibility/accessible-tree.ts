/**
 * A document as a tree of roles, names and states: what a page for screen readers is made of. What does
 * not show is not in it; nor is what is behind a modal dialog.
 *
 * The tree is written as a list, since documents are as deep as they like.
 */
import {
  AUTHOR_ROLES,
  type AccessibleElement,
  type AccessibleItem,
  type AccessibleNode,
  type AccessibleRole,
} from '../../base/accessible-node.js';
import { Audience } from './audience.js';
import { hasTabIndex, partOf, PRESSED_ROLES, refOf } from './references.js';
import {
  firstOf,
  inlineRun,
  tidy,
  walk,
  wordsOf,
  type Content,
  type Piece,
  type Writer,
} from './walk.js';
import {
  isElement,
  tabIndexOf,
  firstChildOf,
  documentOf,
  documentElementOf,
  activeElementOf,
  nextSiblingOf,
  getAttribute,
} from '../tree.js';
import type { TuiElement } from '../tui-element.js';
import { ACCESSIBLE_NODE, BOX_TITLE, DEFINITION } from '../internals.js';

/** Maximum depth; deeper boxes are listed as siblings at this depth. */
const MAX_DEPTH = 100;
/** Maximum nodes per document, and the text that replaces the rest. */
const MAX_NODES = 50_000;
const CUT = '…';

/** What an element is by its attribute `role`. */
const ROLES: ReadonlyMap<string, AccessibleRole> = new Map<string, AccessibleRole>([
  ...AUTHOR_ROLES.map((role) => [role, role] as const),
  ['heading', 'heading'],
  ['paragraph', 'paragraph'],
  ['img', 'img'],
  ['image', 'img'],
  ['list', 'list'],
  ['listitem', 'listitem'],
  ['main', 'region'],
  ['button', 'button'],
  ['link', 'link'],
]);

/** Boxes with one of these roles are one thing with a name, whatever is in them. */
const LEAF_ROLES: ReadonlySet<AccessibleRole> = new Set(['img', 'button', 'link']);

/** A node whose parts may be of other elements, each with its reference. */
type Part = AccessibleElement & Pick<AccessibleNode, 'ref'>;

/**
 * Lists what a screen reader finds of an element and its descendants, in document order.
 *
 * @param isOperable default true: the reader can operate the elements. False omits references, and what is only
 * needed with them.
 * @param isForAi default false. True leaves out what is `ai-hidden`.
 */
export function accessibleTree(
  element: TuiElement,
  isOperable = true,
  isForAi = false,
): AccessibleItem[] {
  const audience = new Audience(documentOf(element), isForAi);
  if (audience.isWithheld(firstOf(element))) return [];
  const tree = new Tree(isOperable, audience);
  walk(element, tree, audience);
  return tree.items;
}

class Tree implements Writer {
  readonly readsSource = true;
  readonly readsInlineLabels = true;
  readonly items: AccessibleItem[] = [];
  readonly #isOperable: boolean;
  readonly #audience: Audience;

  constructor(isOperable: boolean, audience: Audience) {
    this.#isOperable = isOperable;
    this.#audience = audience;
  }

  enter(element: TuiElement, depth: number, isSilent: boolean): Content | undefined {
    const node = isSilent ? undefined : nodeOf(element, this.#audience);
    if (node !== undefined) this.#add(node, depth, element);
    else if (!isSilent && element[DEFINITION].content === 'inline') this.#addText(element, depth);
    if (LEAF_ROLES.has(node?.role ?? 'none')) return undefined;
    return { depth: Math.min(node === undefined ? depth : depth + 1, MAX_DEPTH) };
  }

  addRun(run: readonly Piece[], depth: number): void {
    const parts = tidyRun(run);
    if (parts.length > 0) this.#add({ role: 'paragraph', parts }, depth);
  }

  /** A node, and the parts of it that are not boxes. */
  #add(
    { parts = [], part, line: _line, ...node }: Part,
    depth: number,
    element?: TuiElement,
  ): void {
    if (this.items.length > MAX_NODES) return;
    if (this.items.length === MAX_NODES) {
      this.items.push({ depth: 0, role: 'paragraph' }, { depth: 1, role: 'text', name: CUT });
      return;
    }
    this.items.push({ depth, ...node, ...this.#operable(node, part, element) });
    for (const inner of parts) this.#add(inner, depth + 1, element);
  }

  /** What those need who do something with it. */
  #operable(
    { ref, focusable, current }: Pick<Part, 'ref' | 'focusable' | 'current'>,
    part: string | undefined,
    element: TuiElement | undefined,
  ): Partial<AccessibleNode> {
    if (!this.#isOperable) return { ref: undefined, focusable: undefined, current: undefined };
    const own = part === undefined || element === undefined ? undefined : refOf(element, part);
    return { ref: ref ?? own, focusable, current };
  }

  #addText(element: TuiElement, depth: number): void {
    const label = getAttribute(element, 'aria-label');
    const run =
      label === null
        ? inlineRun(element, this.#audience)
        : [{ role: 'text', name: label } as const];
    const parts = tidyRun(run);
    if (parts.length === 0) return;
    const { role = 'paragraph', ...states } = authorNode(element) ?? {};
    const name = LEAF_ROLES.has(role) ? parts.map((part) => part.name).join('') : undefined;
    const fields = { ...states, ...common(element), role, name };
    const part = partOf(element, role);
    this.#add({ ...fields, part, parts: name === undefined ? parts : [] }, depth, element);
  }
}

/** The node as the element's class defines it; of a box without such a class, by its attributes. */
function nodeOf(element: TuiElement, audience: Audience): AccessibleElement | undefined {
  const declared = audience.cut(element, element[ACCESSIBLE_NODE]());
  if (declared !== undefined) {
    const { part = partOf(element, declared.role), focusable } = declared;
    const own = common(element);
    const all = { ...declared, ...own, focusable: focusable ?? own.focusable };
    // One of its parts represents it.
    if (declared.parts?.some((each) => each.part === '') !== true) return { ...all, part };
    return { ...all, focused: undefined, focusable: undefined };
  }
  if (element[DEFINITION].content !== 'flow') return undefined;
  const role = authorNode(element);
  const label = getAttribute(element, 'aria-label');
  const title = tidy(label ?? (element[BOX_TITLE] || (getAttribute(element, 'title') ?? '')));
  const isPressed = role !== undefined && PRESSED_ROLES.has(role.role);
  const name = title === '' && isPressed ? tidy(wordsIn(element, audience)) : title;
  const own = common(element);
  const part = partOf(element, role?.role);
  const isPlain = role === undefined && name === '' && own.lang === undefined;
  if (isPlain && part === undefined) return undefined;
  const isNamed = name !== '' || part !== undefined;
  return { role: isNamed ? 'group' : 'none', ...role, name, ...own, part };
}

/** All words of a box that is one thing, its boxes a blank apart. */
function wordsIn(element: TuiElement, audience: Audience): string {
  let text = '';
  for (let node = firstChildOf(element); node !== null; node = nextSiblingOf(node)) {
    if (!isElement(node)) text += wordsOf(node);
    else if (!audience.isHidden(node)) {
      const words = inlineRun(node, audience).map(({ name = '' }) => name);
      text += node[DEFINITION].isInlineBox ? words.join('') : ` ${words.join('')} `;
    }
  }
  return text;
}

/** The role of its attribute. */
function authorNode(element: TuiElement): AccessibleNode | undefined {
  const role = ROLES.get(getAttribute(element, 'role')?.trim().toLowerCase() ?? '');
  if (role !== 'heading') return role === undefined ? undefined : { role };
  const level = Math.round(Number(getAttribute(element, 'aria-level')));
  return { role, level: level >= 1 ? Math.min(level, 6) : 2 };
}

/** What any element has. */
function common(element: TuiElement): Partial<AccessibleNode> {
  const tooltip = getAttribute(element, 'tooltip');
  const document = documentOf(element);
  const root = documentElementOf(document);
  return {
    // The root's is that of the page.
    lang: element === root ? undefined : (getAttribute(element, 'lang') ?? undefined),
    description: tooltip === null || tooltip === '' ? undefined : tooltip,
    focused: element === activeElementOf(document) && element !== root,
    focusable: (hasTabIndex(element) && tabIndexOf(element) >= 0) || undefined,
  };
}

/** Blanks as a screen shows them, neighbours of one kind joined; empty where there are no words. */
function tidyRun(run: readonly Piece[]): AccessibleNode[] {
  const tidied: AccessibleNode[] = [];
  let endsBlank = true;
  for (const { name = '', endsLink, ...node } of run) {
    if (endsLink === true) continue;
    const spaced = name.replace(/\s+/g, ' ');
    const words: string = endsBlank && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (words === '') continue;
    endsBlank = words.endsWith(' ');
    const last = tidied.at(-1);
    if (last?.role === node.role && last.href === node.href && last.ref === node.ref) {
      tidied[tidied.length - 1] = { ...last, name: `${last.name ?? ''}${words}` };
    } else tidied.push({ ...node, name: words });
  }
  const last = tidied.at(-1);
  if (last !== undefined && endsBlank) {
    const name = (last.name ?? '').trimEnd();
    if (name === '') tidied.pop();
    else tidied[tidied.length - 1] = { ...last, name };
  }
  return tidied;
}
