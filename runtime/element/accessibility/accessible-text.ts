/**
 * A document as text for screen readers: one line for each item, in the order of the document, what is
 * in a named box indented under its name. What does not show is not read; nor is what is behind a modal
 * dialog. Every line is safe to print.
 *
 * Loops instead of calls: documents are as deep as they like.
 */
import { sanitize, sanitizeLines } from '../../base/text/sanitize.js';
import {
  dataOf,
  isElement,
  isText,
  topLayerOf,
  documentOf,
  documentElementOf,
  activeElementOf,
  firstChildOf,
  queryAll,
  isConnected,
  getAttribute,
  nextSiblingOf,
  localNameOf,
} from '../tree.js';
import type { TuiElement, TuiNode } from '../tui-element.js';
import {
  ACCESSIBLE_SUMMARY,
  BOX_TITLE,
  COLLAPSED,
  COMPUTED,
  DEFINITION,
  IS_NAME_ONLY,
  PAINT,
} from '../internals.js';

const INDENT = '  ';
/** As deep as lines are indented, so that a deep document is not mostly blanks. */
const MAX_DEPTH = 20;

interface Line {
  readonly depth: number;
  text: string;
  /** Words and nothing more: alone in a named box they are behind its name. */
  readonly plain: boolean;
}

/** A box that is being read: what is next in it, and how deep its lines are. */
interface Open {
  next: TuiNode | null;
  readonly depth: number;
  /** Place of the line with its name; -1 where it has none. */
  readonly heading: number;
  /** Its own words do not show; boxes in it may. */
  readonly isUnseen: boolean;
  /** What flows as text in it is said elsewhere. */
  readonly isNameOnly: boolean;
  /** Its words are what others show. */
  readonly isSource: boolean;
  run: string;
}

/** What is read instead of the whole document while a modal dialog is open. */
export function modalOver(element: TuiElement): TuiElement | undefined {
  const document = documentOf(element);
  if (element !== documentElementOf(document)) return undefined;
  return topLayerOf(document).findLast(isConnected);
}

/** Ids of what is but the name of a control, and said with it. */
export function idsOfNames(element: TuiElement): Set<string> {
  const ids = new Set<string>();
  for (const named of queryAll(documentOf(element), '[aria-labelledby]')) {
    ids.add(getAttribute(named, 'aria-labelledby')?.trim() ?? '');
  }
  return ids;
}

/** The text for screen readers of an element and its content, one line for each item. */
export function readElement(element: TuiElement): string {
  return new Reading(element).read(modalOver(element) ?? element);
}

class Reading {
  readonly #lines: Line[] = [];
  readonly #open: Open[] = [];
  readonly #names: ReadonlySet<string>;

  readonly #root: TuiElement;

  constructor(root: TuiElement) {
    this.#root = root;

    this.#names = idsOfNames(root);
  }

  read(first: TuiElement): string {
    this.#enter(first, 0);
    for (let box = this.#open.at(-1); box !== undefined; box = this.#open.at(-1)) {
      const node = box.next;
      if (node === null) {
        this.#endRun(box);
        this.#join(box.heading);
        this.#open.pop();
        continue;
      }
      box.next = nextSiblingOf(node);
      if (!isElement(node)) box.run += box.isUnseen || box.isSource ? '' : wordsOf(node);
      else if (!isHidden(node) && !this.#names.has(getAttribute(node, 'id') ?? '')) {
        if (node[DEFINITION].isInlineBox) box.run += box.isNameOnly ? '' : readInline(node);
        else {
          this.#endRun(box);
          this.#enter(node, box.depth);
        }
      }
    }
    return this.#lines
      .map(({ depth, text }) => `${INDENT.repeat(Math.min(depth, MAX_DEPTH))}${text}`)
      .join('\n');
  }

  /** Adds the element's line, then its content. */
  #enter(element: TuiElement, depth: number): void {
    const isUnseen = element[COMPUTED]['visibility'] === 'hidden' || element[IS_NAME_ONLY];
    const summary = isUnseen ? '' : element[ACCESSIBLE_SUMMARY]();
    const isFlow = element[DEFINITION].content === 'flow';
    const plain = !isFlow && getAttribute(element, 'role') === null && summary === readBox(element);
    const texts = sanitizeLines(summary).filter((text) => text.trim() !== '');
    const heading = texts.length === 1 ? this.#lines.length : -1;
    for (const [i, text] of texts.entries()) {
      this.#lines.push({ depth, text: i === 0 ? `${text}${this.#focus(element)}` : text, plain });
    }
    if (!isFlow || element[COLLAPSED]) return;
    const inside = texts.length === 0 ? depth : depth + 1;
    const next = firstChildOf(element);
    const { [IS_NAME_ONLY]: isNameOnly } = element;
    const { rendersText: isSource } = element[DEFINITION];
    this.#open.push({ next, depth: inside, heading, isUnseen, isNameOnly, isSource, run: '' });
  }

  /** What has the focus says so, unless it is what was requested. */
  #focus(element: TuiElement): string {
    const document = documentOf(element);
    if (element !== activeElementOf(document) || element === documentElementOf(document)) return '';
    return element === this.#root ? '' : ', focused';
  }

  #endRun(box: Open): void {
    const text = tidy(box.run);
    box.run = '';
    if (text !== '') this.#lines.push({ depth: box.depth, text: sanitize(text), plain: true });
  }

  /** `item` and one line of words in it are one line: `item: Apples`. */
  #join(heading: number): void {
    const name = this.#lines[heading];
    const only = this.#lines[heading + 1];
    if (name === undefined || only?.plain !== true || this.#lines.length !== heading + 2) return;
    name.text += `: ${only.text}`;
    this.#lines.pop();
  }
}

/** The default text of a box: its role and name, if it has any. */
export function readBox(element: TuiElement): string {
  const role = getAttribute(element, 'role');
  const label = getAttribute(element, 'aria-label');
  if (element[DEFINITION].content === 'flow') {
    const name = tidy(label ?? (element[BOX_TITLE] || (getAttribute(element, 'title') ?? '')));
    if (name === '') return isNoRole(role) ? '' : role;
    return `${isNoRole(role) ? 'group' : role} "${name}"`;
  }
  const text = tidy(label ?? (element[DEFINITION].content === 'none' ? '' : readInline(element)));
  return isNoRole(role) || text === '' ? text : `${role} "${text}"`;
}

function isNoRole(role: string | null): role is null {
  return role === null || ['', 'none', 'presentation', 'generic'].includes(role);
}

/** The words of what flows as text. A link is named as one. */
function readInline(element: TuiElement): string {
  let text = '';
  const open: { readonly element: TuiElement; next: TuiNode | null }[] = [];
  const begin = (each: TuiElement): void => {
    const label = each === element ? null : getAttribute(each, 'aria-label');
    text += localNameOf(each) === 'br' ? ' ' : (label ?? '');
    open.push({ element: each, next: label === null ? firstChildOf(each) : null });
  };
  begin(element);
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const node = at.next;
    if (node === null) {
      if (localNameOf(at.element) === 'a' && getAttribute(at.element, 'href') !== null) {
        text +=
          at.element === activeElementOf(documentOf(element)) ? ' (link, focused)' : ' (link)';
      }
      open.pop();
      continue;
    }
    at.next = nextSiblingOf(node);
    if (!isElement(node)) {
      if (at.element[COMPUTED]['visibility'] !== 'hidden') text += wordsOf(node);
    } else if (!isHidden(node)) begin(node);
  }
  return text;
}

/** Comments have data too, and are not text. */
export function wordsOf(node: TuiNode): string {
  return isText(node) ? dataOf(node) : '';
}

export function isHidden(element: TuiElement): boolean {
  const { isRaw, rendersText } = element[DEFINITION];
  if (isRaw && !rendersText && element[PAINT] === undefined) return true;
  if (element[COMPUTED]['display'] === 'none') return true;
  const inert = getAttribute(element, 'inert');
  return (inert !== null && inert !== 'false') || getAttribute(element, 'aria-hidden') === 'true';
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
