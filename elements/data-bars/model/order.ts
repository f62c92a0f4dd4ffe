/** The order in which entries are drawn, where it is not that of the data. */
import type { ChartModel } from './model.js';
import { isAbsent } from './row-ring.js';

export const SORTS = ['none', 'value', '-value', 'label', '-label'] as const;
export type Sort = (typeof SORTS)[number];

/** Numbers inside labels count as numbers: `item 9` comes before `item 10`. Made when it is needed: that takes milliseconds. */
let collator: Intl.Collator | undefined;

interface Known {
  readonly version: number;
  readonly sort: Sort;
  readonly order: Int32Array;
}

const orders = new WeakMap<ChartModel, Known>();

/**
 * The entries in the order of a sort, equal ones in the order of the data, those without a value or a label last;
 * undefined where they stay as they are. The value of an entry is the sum of its bars.
 */
export function orderOf(model: ChartModel, sort: Sort): Int32Array | undefined {
  if (sort === 'none') return undefined;
  const known = orders.get(model);
  if (known?.version === model.version && known.sort === sort) return known.order;
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = Int32Array.from({ length: model.count }, (_, entry) => entry);
  if (sort.endsWith('value')) {
    const values = Float64Array.from(order, (entry) => sumOf(model, entry));
    order.sort((a, b) => {
      const [left, right] = [values[a]!, values[b]!];
      if (isAbsent(left) || isAbsent(right))
        return Number(isAbsent(left)) - Number(isAbsent(right));
      return left === right ? 0 : left < right ? -sign : sign;
    });
  } else {
    const { compare } = (collator ??= new Intl.Collator('en', { numeric: true }));
    const labels = Array.from(order, (entry) => model.label(entry) ?? '');
    order.sort((a, b) => {
      const [left, right] = [labels[a]!, labels[b]!];
      if (left === '' || right === '') return Number(left === '') - Number(right === '');
      return sign * compare(left, right);
    });
  }
  orders.set(model, { version: model.version, sort, order });
  return order;
}

function sumOf(model: ChartModel, entry: number): number {
  let sum = NaN;
  for (const bar of model.bars) {
    const total = model.total(entry, bar);
    if (!isAbsent(total)) sum = isAbsent(sum) ? total : sum + total;
  }
  return sum;
}
