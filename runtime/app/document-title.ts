/** The title that a document has, followed while scripts change it: by `document.title` or in its `<title>`. */
import type { RecordOf } from '../element/records.js';
import type { TuiDocument, TuiNode } from '../element/tui-element.js';
import { parentNodeOf, isElement, localNameOf, titleOf } from '../element/tree.js';
import { observe } from '../element/tui-document.js';

/** Calls back with each title that is set, also where it is the same again. */
export function observeTitle(document: TuiDocument, onTitle: (title: string) => void): void {
  let last = titleOf(document);
  observe(document, ['characterData', 'childList'], (record) => {
    if (!mayChangeTitle(record)) return;
    const title = titleOf(document);
    // `document.title = …` adds an empty <title> first, where there is none.
    if (title === '' && last === '') return;
    last = title;
    onTitle(title);
  });
}

function mayChangeTitle(record: RecordOf<'characterData' | 'childList'>): boolean {
  if (record.type === 'characterData') return isTitle(parentNodeOf(record.target));
  const { target, addedNodes, removedNodes } = record;
  return isTitle(target) || addedNodes.some(isTitle) || removedNodes.some(isTitle);
}

function isTitle(node: TuiNode | null): boolean {
  return node !== null && isElement(node) && localNameOf(node) === 'title';
}
