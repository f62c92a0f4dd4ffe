/** Items of a tree in markup: `<item label="src"><item>index.ts</item></item>`. */
import { PROPS } from '../../runtime/element/internals.js';
import { childElementsOf, idOf } from '../../runtime/element/tree.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { Item, ITEM_TEXT } from '../item.js';
import { MAX_DEPTH, type TreeItem } from './model/item.js';

const elements = new WeakMap<TreeItem, Item>();

/** The element that an item was read of; undefined for data. */
export function elementOf(item: TreeItem): Item | undefined {
  return elements.get(item);
}

/** True where the items are in markup. */
export function hasMarkup(tree: TuiElement): boolean {
  return childElementsOf(tree).some((child) => child instanceof Item);
}

export function readItems(around: TuiElement, depth = 0): TreeItem[] {
  if (depth === MAX_DEPTH) return [];
  return childElementsOf(around).flatMap((child) => {
    if (!(child instanceof Item)) return [];
    const { expanded, hasItems, selected, disabled, cells = {} } = child[PROPS];
    const id = idOf(child);
    const item: TreeItem = {
      ...(cells as Readonly<Record<string, unknown>>),
      ...(id === '' ? {} : { id }),
      label: child[ITEM_TEXT],
      items: readItems(child, depth + 1),
      expanded,
      hasItems,
      selected,
      disabled,
    };
    elements.set(item, child);
    return [item];
  });
}
