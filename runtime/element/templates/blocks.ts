/** The blocks of documents: `<for>` and `<if>` outside of other blocks, and the comment that each has become. */
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { MarkupNode } from '../../markup/nodes.js';
import { BLOCK_ELEMENTS } from '../builtin-elements.js';
import type { Registry, TuiDocument } from '../tui-element.js';
import type { Block } from './template.js';

type BlockName = keyof typeof BLOCK_ELEMENTS;

/** Whether markup is one of the elements that render from states; a class of the app that has the name takes precedence. */
export function isBlock(markup: MarkupNode, name: BlockName, registry: Registry): boolean {
  return (
    markup.type === 'element' && markup.name === name && registry.get(name) === BLOCK_ELEMENTS[name]
  );
}

const NONE: ReadonlyMap<TreeNode, Block> = new Map();
const blocks = new WeakMap<TuiDocument, Map<TreeNode, Block>>();

export function addBlock(document: TuiDocument, anchor: TreeNode, block: Block): void {
  let placed = blocks.get(document);
  if (placed === undefined) blocks.set(document, (placed = new Map<TreeNode, Block>()));
  placed.set(anchor, block);
}

export function removeBlock(document: TuiDocument, anchor: TreeNode): void {
  blocks.get(document)?.delete(anchor);
}

/** By the comment in front of which each renders. */
export function blocksOf(document: TuiDocument): ReadonlyMap<TreeNode, Block> {
  return blocks.get(document) ?? NONE;
}
