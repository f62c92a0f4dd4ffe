/** Neighbouring and empty text nodes. */
import {
  NEXT,
  TEXT_NODE,
  VALUE,
  endOf,
  nextSiblingOf,
  type LinkedCharacterData,
  type LinkedNode,
} from './linkedom.js';
import { remove, setData } from './mutate.js';

/** Joins neighbouring texts and drops empty ones, in the whole subtree. */
export function normalizeTexts(root: LinkedNode): void {
  const texts: LinkedCharacterData[] = [];
  const last = endOf(root);
  for (let node: LinkedNode | null = root; node !== null && node !== last; node = node[NEXT]) {
    if (node.nodeType === TEXT_NODE && node !== root) texts.push(node as LinkedCharacterData);
  }
  const gone = new Set<LinkedNode>();
  for (const text of texts) {
    if (gone.has(text)) continue;
    if (text[VALUE] === '') {
      remove(text);
      continue;
    }
    const run = [text[VALUE]];
    let next = nextSiblingOf(text);
    while (next?.nodeType === TEXT_NODE) {
      run.push((next as LinkedCharacterData)[VALUE]);
      gone.add(next);
      next = nextSiblingOf(next);
    }
    if (run.length === 1) continue;
    setData(text, run.join(''));
    for (
      let joined = nextSiblingOf(text);
      joined !== null && gone.has(joined);
      joined = nextSiblingOf(text)
    ) {
      remove(joined);
    }
  }
}
