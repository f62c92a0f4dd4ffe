/** Which `label` belongs to which control: by `for` and an id, or by standing around it. */
import { listOf, type ElementList } from '../../runtime/element/tui-element.js';
import type { TuiElement, TuiNode, TuiText } from '../../runtime/element/tui-element.js';

/** What a label around it is the label of. */
const CONTROLS =
  'input, textarea, select, checkbox, switch, radio-group, slider, list, table, button, progress';

/** The control of a label; null where there is none. */
export function controlOf(label: TuiElement): TuiElement | null {
  const id = label.getAttribute('for')?.trim();
  if (id === undefined || id === '') return label.querySelector(CONTROLS);
  const found = label.ownerDocument.getElementById(id);
  return found === label ? null : found;
}

/** The labels of a control, in the order of the document. */
export function labelsOf(control: TuiElement): ElementList {
  let root: TuiElement = control;
  while (root.parentElement !== null) root = root.parentElement;
  const labels = [root, ...root.querySelectorAll('label')];
  return listOf(
    labels.filter((label) => label.localName === 'label' && controlOf(label) === control),
  );
}

/** What the labels of a control say, without the words of the control itself. */
export function labelText(control: TuiElement): string {
  const { id, ownerDocument } = control;
  const around = control.closest('label');
  const all = id === '' ? [] : [...ownerDocument.querySelectorAll('label[for]')];
  const named = all.filter((label) => label !== around && controlOf(label) === control);
  const labels = around !== null && controlOf(around) === control ? [around, ...named] : named;
  return labels.map((label) => wordsOf(label, control)).join(' ');
}

/** Documents are as deep as they like: a loop, not a call for each. */
function wordsOf(label: TuiElement, control: TuiElement): string {
  let text = '';
  const open: TuiNode[] = [label];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === control) continue;
    // Node.TEXT_NODE
    if (node.nodeType === 3) text += (node as TuiText).data;
    for (let child = node.lastChild; child !== null; child = child.previousSibling)
      open.push(child);
  }
  return text;
}
