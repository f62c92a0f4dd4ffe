/** Neighbouring and empty text nodes. */
import { remove, setData } from './mutate.js';
import {
  dataOf,
  firstChildOf,
  kindOf,
  nextInTree,
  nextSiblingOf,
  TEXT_NODE,
  type TreeNode,
} from './tree-node.js';

/** Joins neighbouring texts and drops empty ones, in the whole subtree. */
export function normalizeTexts(root: TreeNode): void {
  const texts: TreeNode[] = [];
  for (let node = firstChildOf(root); node !== null; node = nextInTree(node, root)) {
    if (isPlainText(node)) texts.push(node);
  }
  const gone = new Set<TreeNode>();
  for (const text of texts) {
    if (gone.has(text)) continue;
    if (dataOf(text) === '') {
      remove(text);
      continue;
    }
    const run = [dataOf(text)];
    for (let next = nextSiblingOf(text); next !== null; next = nextSiblingOf(next)) {
      if (!isPlainText(next)) break;
      run.push(dataOf(next));
      gone.add(next);
    }
    if (run.length === 1) continue;
    setData(text, run.join(''));
    for (let joined = nextSiblingOf(text); joined !== null && gone.has(joined);) {
      remove(joined);
      joined = nextSiblingOf(text);
    }
  }
}

/** A CDATA section is not joined. */
function isPlainText(node: TreeNode): boolean {
  return kindOf(node).nodeType === TEXT_NODE;
}
