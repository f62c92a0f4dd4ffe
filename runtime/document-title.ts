/** The title that a document has, followed while scripts change it: by `document.title` or in its `<title>`. */
import type { MutationRecord, TuiDocument, TuiNode } from './element/tui-element.js';

/** Calls back with each title that is set, also where it is the same again. */
export function observeTitle(document: TuiDocument, onTitle: (title: string) => void): void {
  let last = document.title;
  document.observe((record) => {
    if (!mayChangeTitle(record)) return;
    const { title } = document;
    // `document.title = …` adds an empty <title> first, where there is none.
    if (title === '' && last === '') return;
    last = title;
    onTitle(title);
  });
}

function mayChangeTitle(record: MutationRecord): boolean {
  if (record.type === 'characterData') return isTitle(record.target.parentNode);
  if (record.type !== 'childList') return false;
  const { target, addedNodes, removedNodes } = record;
  return isTitle(target) || addedNodes.some(isTitle) || removedNodes.some(isTitle);
}

function isTitle(node: TuiNode | null): boolean {
  return node?.nodeName === 'TITLE';
}
