/** A tree for assistive technology: how many items it has, where the cursor is, and the rows near it. */
import { BUSY, type AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { RowsView } from '../support/rows/view.js';
import { labelOf } from './model/item.js';
import type { TreeModel } from './model/model.js';
import type { TreeNode } from './model/node.js';

const NAME_CELLS = 80;

export interface TreeSummary {
  readonly name: string;
  readonly focused: boolean;
  readonly isSelectable: boolean;
  readonly filterText: string;
  /** Texts of the other columns, with their labels. */
  cellsOf(node: TreeNode): readonly string[];
  partOf(node: TreeNode): string | undefined;
}

export function treeNodeOf(
  model: TreeModel,
  view: RowsView,
  summary: TreeSummary,
): Pick<AccessibleElement, 'role' | 'name' | 'focusable' | 'parts' | 'line'> {
  const nodes: TreeNode[] = [];
  const { from, to } = view.shown;
  for (let place = from; place < to; place++) nodes.push(...(at(model, place) ?? []));
  const cursor = model.node(view.cursorIndex);
  return {
    role: 'tree',
    name: summary.name,
    focusable: true,
    parts: nodes.map((node) => {
      const { place, size } = model.setOf(node);
      return {
        role: 'treeitem',
        name: [labelOf(node.item), ...summary.cellsOf(node)].join(', '),
        level: node.depth + 1,
        place,
        setSize: size,
        expanded: model.isParent(node) ? model.isOpen(node) : undefined,
        selected: summary.isSelectable ? model.selected.has(node) : undefined,
        disabled: node.item.disabled === true || undefined,
        valueText: node.state === 'loading' ? BUSY : undefined,
        invalid: node.state === 'failed' ? node.error : undefined,
        current: (node === cursor && summary.focused) || undefined,
        part: summary.partOf(node),
      };
    }),
    line: {
      text: describeTree(model, cursor, summary),
      more: nodes
        .map((node) => `\n${'  '.repeat(node.depth + 1)}${describeNode(model, node, summary)}`)
        .join(''),
    },
  };
}

function at(model: TreeModel, place: number): readonly TreeNode[] | undefined {
  const node = model.nodeAt(place);
  return node === undefined ? undefined : [node];
}

function describeTree(
  model: TreeModel,
  cursor: TreeNode | undefined,
  summary: TreeSummary,
): string {
  const { name, focused, filterText } = summary;
  const parts = [name === '' ? 'tree' : `tree "${safe(name)}"`];
  parts[0] += `, ${model.shown === 1 ? '1 item' : `${model.shown} items`}`;
  if (model.isFiltered) parts.push(`filtered by "${safe(filterText)}"`);
  if (model.selected.size > 0) parts.push(`${model.selected.size} selected`);
  if (focused && cursor !== undefined) parts.push(`at ${describeNode(model, cursor, summary)}`);
  return parts.join('; ');
}

function describeNode(model: TreeModel, node: TreeNode, summary: TreeSummary): string {
  const { place, size } = model.setOf(node);
  const words = [safe(labelOf(node.item)) || 'blank', ...summary.cellsOf(node).map(safe)];
  if (model.isParent(node)) words.push(model.isOpen(node) ? 'open' : 'closed');
  if (summary.isSelectable && model.selected.has(node)) words.push('selected');
  if (node.item.disabled === true) words.push('disabled');
  if (node.state === 'loading') words.push('busy');
  if (node.state === 'failed') words.push(`failed: ${safe(node.error)}`);
  words.push(`${place} of ${size}`, `level ${node.depth + 1}`);
  return words.join(', ');
}

function safe(text: string): string {
  return truncate(sanitize(text), NAME_CELLS);
}
