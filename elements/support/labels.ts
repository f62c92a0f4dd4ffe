/** Assigns labels to controls: by `for` and an id, or by containment. */
import {
  isInlineBox,
  isLabelable,
  listOf,
  type ElementList,
} from '../../runtime/element/tui-element.js';
import type { TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import { LABELED_CONTROL } from './internals.js';
import {
  getAttribute,
  elementById,
  documentOf,
  parentElementOf,
  queryAll,
  shownTextOf,
  localNameOf,
  lastChildOf,
  previousSiblingOf,
  idOf,
  isElement,
  isText,
} from '../../runtime/element/tree.js';

/** What labels are: they know their control. */
interface Label extends TuiElement {
  readonly [LABELED_CONTROL]: TuiElement | null;
}

function isLabel(element: TuiElement): element is Label {
  return LABELED_CONTROL in element;
}

function isLabelOf(element: TuiElement, control: TuiElement): boolean {
  return isLabel(element) && element[LABELED_CONTROL] === control;
}

/** The control that a label refers to by `for`, or contains; null if there is none. */
export function controlOf(label: TuiElement): TuiElement | null {
  const id = getAttribute(label, 'for')?.trim();
  if (id === undefined || id === '') return queryAll(label, '*').find(isLabelable) ?? null;
  const found = elementById(label, id);
  return found === label ? null : found;
}

/** The labels of a control, in the order of the document. */
export function labelsOf(control: TuiElement): ElementList {
  let root: TuiElement = control;
  for (let up = parentElementOf(root); up !== null; up = parentElementOf(up)) root = up;
  return listOf([root, ...queryAll(root, '*')].filter((each) => isLabelOf(each, control)));
}

/** The text of a control's labels, without the control's own text. */
export function labelText(control: TuiElement): string {
  let around = parentElementOf(control);
  while (around !== null && !isLabel(around)) around = parentElementOf(around);
  const all = idOf(control) === '' ? [] : queryAll(documentOf(control), '[for]');
  const named = all.filter((each) => each !== around && isLabelOf(each, control));
  const labels = around !== null && isLabelOf(around, control) ? [around, ...named] : named;
  return labels.map((label) => wordsIn(label, (node) => node === control)).join(' ');
}

/**
 * The text in an element as it is read aloud: boxes and lines are a blank apart.
 * Documents are as deep as they like: a loop, not a call for each.
 */
export function wordsIn(
  element: TuiElement,
  isLeftOut: (node: TuiNode) => boolean = () => false,
): string {
  let text = '';
  const open: (TuiNode | ' ')[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === ' ') text += node;
    else if (!isLeftOut(node)) {
      if (isText(node)) text += shownTextOf(node);
      else if (isElement(node) && (!isInlineBox(node) || localNameOf(node) === 'br')) {
        text += ' ';
        open.push(' ');
      }
      for (let child = lastChildOf(node); child !== null; child = previousSiblingOf(child))
        open.push(child);
    }
  }
  return text.replace(/\s+/g, ' ').trim();
}
