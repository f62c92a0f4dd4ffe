import { describe, expect, it } from '@jest/globals';
import { NodeFilter, type TreeWalker } from '../../runtime/dom/tree-walker.js';
import type { TuiNode } from '../../runtime/element/tui-element.js';
import { load, one } from '../support/elements.js';

const document = load('<container>1<b>2<i>3</i></b><!--4--><u>5</u></container>outside');
const box = one(document, 'container');

interface Walkable {
  createTreeWalker(root: TuiNode, whatToShow?: number, filter?: unknown): TreeWalker;
}
function walker(whatToShow?: number, filter?: unknown): TreeWalker {
  return (document as unknown as Walkable).createTreeWalker(box, whatToShow, filter);
}

function names(step: () => { nodeType: number } | null): string {
  const seen: string[] = [];
  for (let node = step(); node !== null; node = step()) {
    const { nodeName, nodeValue } = node as unknown as TuiNode;
    seen.push(nodeValue ?? nodeName.toLowerCase());
  }
  return seen.join(' ');
}

describe('TreeWalker', () => {
  it('goes forwards and back again, inside its root', () => {
    const walk = walker();
    expect(names(() => walk.nextNode())).toBe('1 b 2 i 3 4 u 5');
    expect(names(() => walk.previousNode())).toBe('u 4 3 i 2 b 1 container');
  });

  it('shows what it is asked to', () => {
    expect(names(() => texts.nextNode())).toBe('1 2 3 5');
    const elements = walker(NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    expect(names(() => elements.nextNode())).toBe('b i 4 u');
  });
  const texts = walker(NodeFilter.SHOW_TEXT);

  it('rejects subtrees and skips nodes', () => {
    const isBold = (node: TuiNode): boolean => node.nodeName === 'B';
    const reject = walker(NodeFilter.SHOW_ALL, (node: TuiNode) =>
      isBold(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    expect(names(() => reject.nextNode())).toBe('1 4 u 5');
    expect(names(() => reject.previousNode())).toBe('u 4 1 container');
    const skip = walker(NodeFilter.SHOW_ALL, {
      acceptNode: (node: TuiNode) =>
        isBold(node) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT,
    });
    expect(names(() => skip.nextNode())).toBe('1 2 i 3 4 u 5');
  });

  it('moves among relatives, and follows where it is put', () => {
    const walk = walker(NodeFilter.SHOW_ELEMENT);
    expect((walk.firstChild() as unknown as TuiNode).nodeName).toBe('B');
    expect((walk.nextSibling() as unknown as TuiNode).nodeName).toBe('U');
    expect((walk.previousSibling() as unknown as TuiNode).nodeName).toBe('B');
    expect((walk.lastChild() as unknown as TuiNode).nodeName).toBe('I');
    expect((walk.parentNode() as unknown as TuiNode).nodeName).toBe('B');
    walk.currentNode = one(document, 'u') as never;
    expect(walk.nextNode()).toBeNull();
    expect((walk.previousNode() as unknown as TuiNode).nodeName).toBe('I');
  });
});
