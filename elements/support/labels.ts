/** Assigns labels to controls: by `for` and an id, or by containment. */
import { isInlineBox, listOf, type ElementList } from '../../runtime/element/tui-element.js';
import type { TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import {
  getAttribute,
  queryFirst,
  elementById,
  documentOf,
  parentElementOf,
  queryAll,
  localNameOf,
  closest,
  dataOf,
  lastChildOf,
  previousSiblingOf,
  idOf,
  isElement,
  isText,
} from '../../runtime/element/tree.js';

/** What a label around it is the label of. */
const CONTROLS =
  'input, textarea, select, checkbox, switch, radio-group, slider, list, table, button, progress';

/** The control of a label; null where there is none. */
export function controlOf(label: TuiElement): TuiElement | null {
  const id = getAttribute(label, 'for')?.trim();
  if (id === undefined || id === '') return queryFirst(label, CONTROLS);
  const found = elementById(documentOf(label), id);
  return found === label ? null : found;
}

/** The labels of a control, in the order of the document. */
export function labelsOf(control: TuiElement): ElementList {
  let root: TuiElement = control;
  for (let up = parentElementOf(root); up !== null; up = parentElementOf(up)) root = up;
  const labels = [root, ...queryAll(root, 'label')];
  return listOf(
    labels.filter((label) => localNameOf(label) === 'label' && controlOf(label) === control),
  );
}

/** The text of a control's labels, without the control's own text. */
export function labelText(control: TuiElement): string {
  const around = closest(control, 'label');
  const all = idOf(control) === '' ? [] : queryAll(documentOf(control), 'label[for]');
  const named = all.filter((label) => label !== around && controlOf(label) === control);
  const labels = around !== null && controlOf(around) === control ? [around, ...named] : named;
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
      if (isText(node)) text += dataOf(node);
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
