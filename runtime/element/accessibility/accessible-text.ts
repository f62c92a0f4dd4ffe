/**
 * A document read aloud: one line for each thing there is to say, in the order of the document, what is
 * in a named box indented under its name. What does not show is not read; nor is what lies behind a modal
 * dialog. Every line is safe to print.
 *
 * Loops instead of calls: documents are as deep as they like.
 */
import { sanitize, sanitizeLines } from '../../text/sanitize.js';
import type { ComputedStyle, ContentModel } from '../contract.js';
import {
  ACCESSIBLE_SUMMARY,
  BOX_TITLE,
  COLLAPSED,
  COMPUTED,
  DEFINITION,
  IS_NAME_ONLY,
  PAINT,
} from '../internals.js';

/** What of a node is read; elements are these, and knowing no more keeps this file below `element.ts`. */
export interface ReadNode {
  readonly nodeType: number;
  readonly firstChild: ReadNode | null;
  readonly nextSibling: ReadNode | null;
  /** Of a text. */
  readonly data?: string;
}

export interface ReadElement extends ReadNode {
  readonly localName: string;
  readonly [DEFINITION]: {
    readonly content: ContentModel;
    readonly isRaw: boolean;
    readonly isInlineBox: boolean;
  };
  readonly [BOX_TITLE]: string;
  readonly [COLLAPSED]: boolean;
  readonly [IS_NAME_ONLY]: boolean;
  readonly [COMPUTED]: ComputedStyle;
  readonly [PAINT]?: unknown;
  readonly ownerDocument: {
    readonly documentElement: unknown;
    readonly activeElement: unknown;
    readonly topLayer: readonly ReadElement[];
    querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string | null }>;
  };
  readonly isConnected: boolean;
  getAttribute(name: string): string | null;
  [ACCESSIBLE_SUMMARY](): string;
}

const INDENT = '  ';
/** As deep as lines are indented, so that a deep document is not mostly blanks. */
const DEEPEST = 20;

interface Line {
  readonly depth: number;
  text: string;
  /** Words and nothing more: alone in a named box they stand behind its name. */
  readonly plain: boolean;
}

/** A box that is being read: what is next in it, and how deep its lines are. */
interface Open {
  next: ReadNode | null;
  readonly depth: number;
  /** Place of the line with its name; -1 where it has none. */
  readonly heading: number;
  /** Its own words do not show; boxes in it may. */
  readonly isUnseen: boolean;
  /** What flows as text in it is said elsewhere. */
  readonly isNameOnly: boolean;
  run: string;
}

/** What is read instead of the whole document while a modal dialog is open. */
export function modalOver(element: ReadElement): ReadElement | undefined {
  const { documentElement, topLayer } = element.ownerDocument;
  return element === documentElement ? topLayer.findLast((each) => each.isConnected) : undefined;
}

/** Ids of what is but the name of a control, and said with it. */
export function idsOfNames(element: ReadElement): Set<string> {
  const ids = new Set<string>();
  for (const named of element.ownerDocument.querySelectorAll('[aria-labelledby]')) {
    ids.add(named.getAttribute('aria-labelledby')?.trim() ?? '');
  }
  return ids;
}

/** All that a screen reader says of an element and what is in it, a line each. */
export function readElement(element: ReadElement): string {
  return new Reading(element).read(modalOver(element) ?? element);
}

class Reading {
  private readonly lines: Line[] = [];
  private readonly open: Open[] = [];
  private readonly names: ReadonlySet<string>;

  constructor(private readonly asked: ReadElement) {
    this.names = idsOfNames(asked);
  }

  read(first: ReadElement): string {
    this.enter(first, 0);
    for (let box = this.open.at(-1); box !== undefined; box = this.open.at(-1)) {
      const node = box.next;
      if (node === null) {
        this.endRun(box);
        this.join(box.heading);
        this.open.pop();
        continue;
      }
      box.next = node.nextSibling;
      if (!isReadElement(node)) box.run += box.isUnseen ? '' : textOf(node);
      else if (!isHidden(node) && !this.names.has(node.getAttribute('id') ?? '')) {
        if (node[DEFINITION].isInlineBox) box.run += box.isNameOnly ? '' : readInline(node);
        else {
          this.endRun(box);
          this.enter(node, box.depth);
        }
      }
    }
    return this.lines
      .map(({ depth, text }) => `${INDENT.repeat(Math.min(depth, DEEPEST))}${text}`)
      .join('\n');
  }

  /** Says the element, and goes into it. */
  private enter(element: ReadElement, depth: number): void {
    const isUnseen = element[COMPUTED]['visibility'] === 'hidden' || element[IS_NAME_ONLY];
    const summary = isUnseen ? '' : element[ACCESSIBLE_SUMMARY]();
    const isFlow = element[DEFINITION].content === 'flow';
    const plain = !isFlow && element.getAttribute('role') === null && summary === readBox(element);
    const texts = sanitizeLines(summary).filter((text) => text.trim() !== '');
    const heading = texts.length === 1 ? this.lines.length : -1;
    for (const [i, text] of texts.entries()) {
      this.lines.push({ depth, text: i === 0 ? `${text}${this.focus(element)}` : text, plain });
    }
    if (!isFlow || element[COLLAPSED]) return;
    const inside = texts.length === 0 ? depth : depth + 1;
    const { firstChild: next, [IS_NAME_ONLY]: isNameOnly } = element;
    this.open.push({ next, depth: inside, heading, isUnseen, isNameOnly, run: '' });
  }

  /** What has the focus says so, unless it is what was asked for. */
  private focus(element: ReadElement): string {
    const { activeElement, documentElement } = element.ownerDocument;
    if (element !== activeElement || element === documentElement) return '';
    return element === this.asked ? '' : ', focused';
  }

  private endRun(box: Open): void {
    const text = tidy(box.run);
    box.run = '';
    if (text !== '') this.lines.push({ depth: box.depth, text: sanitize(text), plain: true });
  }

  /** `item` and one line of words in it are one line: `item: Apples`. */
  private join(heading: number): void {
    const name = this.lines[heading];
    const only = this.lines[heading + 1];
    if (name === undefined || only?.plain !== true || this.lines.length !== heading + 2) return;
    name.text += `: ${only.text}`;
    this.lines.pop();
  }
}

/** What a box says of itself where its class says nothing else: its role and name, if it has any. */
export function readBox(element: ReadElement): string {
  const role = element.getAttribute('role');
  const label = element.getAttribute('aria-label');
  if (element[DEFINITION].content === 'flow') {
    const name = tidy(label ?? (element[BOX_TITLE] || (element.getAttribute('title') ?? '')));
    if (name === '') return isNoRole(role) ? '' : role;
    return `${isNoRole(role) ? 'group' : role} "${name}"`;
  }
  const text = tidy(label ?? (element[DEFINITION].content === 'none' ? '' : readInline(element)));
  return isNoRole(role) || text === '' ? text : `${role} "${text}"`;
}

function isNoRole(role: string | null): role is null {
  return role === null || ['', 'none', 'presentation', 'generic'].includes(role);
}

/** The words of what flows as text. A link is told to be one. */
function readInline(element: ReadElement): string {
  let text = '';
  const open: { readonly element: ReadElement; next: ReadNode | null }[] = [];
  const begin = (each: ReadElement): void => {
    const label = each === element ? null : each.getAttribute('aria-label');
    text += each.localName === 'br' ? ' ' : (label ?? '');
    open.push({ element: each, next: label === null ? each.firstChild : null });
  };
  begin(element);
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const node = at.next;
    if (node === null) {
      if (at.element.localName === 'a' && at.element.getAttribute('href') !== null) {
        const { activeElement } = element.ownerDocument;
        text += at.element === activeElement ? ' (link, focused)' : ' (link)';
      }
      open.pop();
      continue;
    }
    at.next = node.nextSibling;
    if (!isReadElement(node)) {
      if (at.element[COMPUTED]['visibility'] !== 'hidden') text += textOf(node);
    } else if (!isHidden(node)) begin(node);
  }
  return text;
}

/** Comments have data too, and are no text. */
export function textOf(node: ReadNode): string {
  return node.nodeType === 3 ? (node.data ?? '') : '';
}

export function isReadElement(node: ReadNode): node is ReadElement {
  return node.nodeType === 1;
}

export function isHidden(element: ReadElement): boolean {
  if (element[DEFINITION].isRaw && element[PAINT] === undefined) return true;
  if (element[COMPUTED]['display'] === 'none') return true;
  const inert = element.getAttribute('inert');
  return (inert !== null && inert !== 'false') || element.getAttribute('aria-hidden') === 'true';
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
