/** Items of a tree as the app has them, and what is read of them. */
import { kindOf } from '../../../runtime/base/json/json.js';

/** An item: what it is called, what is in it, and the cells of other columns by their keys. */
export interface TreeItem {
  readonly [key: string]: unknown;
  /** Names it in the whole tree; default: its place, as the labels from the top, separated by `/`. */
  readonly id?: string | number;
  readonly label?: string | number;
  readonly items?: readonly TreeItem[];
  /** What is in it is loaded when it is opened first. */
  readonly hasItems?: boolean;
  /** Open at the start. */
  readonly expanded?: boolean;
  /** Selected at the start. */
  readonly selected?: boolean;
  readonly disabled?: boolean;
  /** Text colour of the row. */
  readonly color?: string;
}

/** Levels that are shown: data may contain itself. */
export const MAX_DEPTH = 256;

const NONE: readonly TreeItem[] = [];

export function labelOf(item: TreeItem): string {
  const { label, id } = item;
  if (typeof label === 'string') return label;
  return typeof label === 'number' ? String(label) : String(id ?? '');
}

/** What is in an item by its data. */
export function itemsOf(item: TreeItem): readonly TreeItem[] {
  return Array.isArray(item.items) ? item.items : NONE;
}

/** @param around the id of the item around it; empty at the top */
export function idIn(item: TreeItem, around: string): string {
  const { id } = item;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return around === '' ? labelOf(item) : `${around}/${labelOf(item)}`;
}

/** A text is an item with that label. */
export function asItem(value: unknown): TreeItem {
  return typeof value === 'object' && value !== null
    ? (value as TreeItem)
    : { label: String(value) };
}

/** The first error in a list of items, not in what is in them; undefined without one. */
export function findItemsError(items: unknown, where = 'items'): string | undefined {
  if (!Array.isArray(items)) return `${where}: expected an array, found ${kindOf(items)}`;
  const list = items as readonly unknown[];
  for (let at = 0; at < list.length; at++) {
    const item = list[at];
    if (typeof item === 'string' || (typeof item === 'object' && item !== null)) continue;
    return `${where}[${at}]: expected an object or a text, found ${kindOf(item)}`;
  }
  return undefined;
}
