/**
 * The elements that a change has brought into the document. Several observers look at each of them: the tree is walked once for all.
 */
import { isElement } from './tree.js';
import { visitElements } from './query.js';
import type { RecordOf } from './records.js';
import type { TuiElement } from './tui-element.js';

const known = new WeakMap<object, readonly TuiElement[]>();

/**
 * All of them in document order, as they were when this was called first. An observer that was called before may have removed some;
 * those that it has added have records of their own.
 */
export function addedElements(record: RecordOf<'childList'>): readonly TuiElement[] {
  let found = known.get(record);
  if (found === undefined) {
    const elements: TuiElement[] = [];
    for (const node of record.addedNodes) {
      if (isElement(node)) visitElements(node, (element) => elements.push(element));
    }
    known.set(record, (found = elements));
  }
  return found;
}
