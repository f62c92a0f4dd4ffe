/**
 * The one walk over a document for assistive technology: what is hidden, behind a modal dialog, in a line of words or
 * the name of something else. `accessible-text.ts` and `accessible-tree.ts` write what it finds.
 *
 * Loops instead of calls: documents are as deep as they like.
 */
import { pushAll } from '../../base/push-all.js';
import type { AccessibleNode } from '../../base/accessible-node.js';
import { COLLAPSED, COMPUTED, DEFINITION, IS_NAME_ONLY, PAINT } from '../internals.js';
import {
  activeElementOf,
  documentElementOf,
  documentOf,
  firstChildOf,
  getAttribute,
  isConnected,
  isElement,
  isText,
  localNameOf,
  nextSiblingOf,
  queryAll,
  shownTextOf,
  topLayerOf,
} from '../tree.js';
import type { TuiElement, TuiNode } from '../tui-element.js';
import { partOf, refOf } from './references.js';

/** Whom a document is read for; `Audience` is one. */
interface Readers {
  isHidden(element: TuiElement): boolean;
}

const EVERYONE: Readers = { isHidden };

/** What a writer keeps of a box while its content is read. */
export interface Content {
  readonly depth: number;
  /** Place of the line with the name of the box; -1 where there is none. */
  readonly heading?: number;
}

/** Receives what a walk finds, in document order. */
export interface Writer {
  /** True to read the source of Markdown beside its rendering. */
  readonly readsSource: boolean;
  /** True to read the label of an inline element between boxes instead of its text. */
  readonly readsInlineLabels: boolean;
  /**
   * Called for a box, control or text. Its content is skipped if this returns undefined.
   *
   * @param isSilent true if it is hidden or names another element; its content may still be visible
   */
  enter(element: TuiElement, depth: number, isSilent: boolean): Content | undefined;
  /** Called for inline content between boxes. */
  addRun(run: readonly Piece[], depth: number): void;
  /** Called at the end of a box's content. */
  leave?(content: Content): void;
}

/** Text, or a link; the last piece of a link is empty. */
export interface Piece extends AccessibleNode {
  readonly endsLink?: true;
}

/** A box being read, and the next node in it. */
interface Open {
  next: TuiNode | null;
  readonly content: Content;
  /** Its own words do not show, or another element shows them; boxes in it may show. */
  readonly isSilent: boolean;
  /** What flows as text in it is said elsewhere: by the control that it names. */
  readonly isNameOnly: boolean;
  run: Piece[];
}

/** What is read of an element: all of it, or the modal dialog that is open over the document. */
export function firstOf(element: TuiElement): TuiElement {
  const document = documentOf(element);
  if (element !== documentElementOf(document)) return element;
  return topLayerOf(document).findLast(isConnected) ?? element;
}

export function walk(element: TuiElement, writer: Writer, readers = EVERYONE): void {
  const names = idsOfNames(element);
  const open: Open[] = [];
  const enter = (each: TuiElement, depth: number): void => {
    const isNameOnly = each[IS_NAME_ONLY];
    const isUnseen = isNameOnly || each[COMPUTED]['visibility'] === 'hidden';
    const { content: model, rendersText } = each[DEFINITION];
    const content = writer.enter(each, depth, isUnseen);
    if (model !== 'flow' || each[COLLAPSED] || content === undefined) return;
    const isSilent = isUnseen || (rendersText && !writer.readsSource);
    open.push({ next: firstChildOf(each), content, isSilent, isNameOnly, run: [] });
  };
  enter(firstOf(element), 0);
  for (let box = open.at(-1); box !== undefined; box = open.at(-1)) {
    const node = box.next;
    if (node === null) {
      endRun(box, writer);
      writer.leave?.(box.content);
      open.pop();
      continue;
    }
    box.next = nextSiblingOf(node);
    if (!isElement(node)) {
      const words = box.isSilent ? '' : wordsOf(node);
      if (words !== '') box.run.push({ role: 'text', name: words });
    } else if (!readers.isHidden(node) && !names.has(getAttribute(node, 'id') ?? '')) {
      if (!node[DEFINITION].isInlineBox) {
        endRun(box, writer);
        enter(node, box.content.depth);
      } else if (!box.isNameOnly) {
        pushAll(box.run, inlineRun(node, readers, writer.readsInlineLabels));
      }
    }
  }
}

function endRun(box: Open, writer: Writer): void {
  if (box.run.length > 0) writer.addRun(box.run, box.content.depth);
  box.run = [];
}

/** The words of what flows as text, and its links. */
export function inlineRun(element: TuiElement, readers = EVERYONE, isLabelled = true): Piece[] {
  const run: Piece[] = [];
  const open: {
    readonly element: TuiElement;
    next: TuiNode | null;
    readonly link: Link | null;
    /** Where it is a link, and not only in one. */
    readonly own: Link | undefined;
  }[] = [];
  const add = (name: string, link: Link | null): void => {
    if (name !== '') run.push({ role: link === null ? 'text' : 'link', name, ...link });
  };
  const begin = (each: TuiElement, around: Link | null): void => {
    const hasLabel = each !== element || (isLabelled && each[DEFINITION].isInlineBox);
    const label = hasLabel ? getAttribute(each, 'aria-label') : null;
    const own = linkOf(each);
    const link = own ?? around;
    add(localNameOf(each) === 'br' ? ' ' : (label ?? ''), link);
    open.push({ element: each, next: label === null ? firstChildOf(each) : null, link, own });
  };
  begin(element, null);
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const node = at.next;
    if (node === null) {
      if (at.own !== undefined) run.push({ role: 'link', ...at.own, endsLink: true });
      open.pop();
      continue;
    }
    at.next = nextSiblingOf(node);
    if (isElement(node)) {
      if (!readers.isHidden(node)) begin(node, at.link);
    } else if (at.element[COMPUTED]['visibility'] !== 'hidden') add(wordsOf(node), at.link);
  }
  return run;
}

type Link = Pick<AccessibleNode, 'href' | 'ref' | 'focused'>;

function linkOf(element: TuiElement): Link | undefined {
  const href = localNameOf(element) === 'a' ? getAttribute(element, 'href') : null;
  if (href === null) return undefined;
  const focused = element === activeElementOf(documentOf(element)) || undefined;
  const ref = partOf(element, 'link') === undefined ? undefined : refOf(element);
  return { href, ref, focused };
}

/** Ids of what is but the name of a control, and said with it. */
function idsOfNames(element: TuiElement): Set<string> {
  const ids = new Set<string>();
  for (const named of queryAll(documentOf(element), '[aria-labelledby]')) {
    ids.add(getAttribute(named, 'aria-labelledby')?.trim() ?? '');
  }
  return ids;
}

/** Comments have data too, and are not text. */
export function wordsOf(node: TuiNode): string {
  return isText(node) ? shownTextOf(node) : '';
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
