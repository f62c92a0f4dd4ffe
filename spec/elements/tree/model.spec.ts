/** The model of a tree, checked against a plain walk of the same data. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { labelOf, type TreeItem } from '../../../elements/tree/model/item.js';
import { TreeModel } from '../../../elements/tree/model/model.js';
import type { TreeNode } from '../../../elements/tree/model/node.js';
import { propertyRuns } from '../../support/property-runs.js';

interface Plain {
  label: string;
  isOpen: boolean;
  items: Plain[];
}

const shape = fc.letrec<{ item: { label: string; items: unknown[] } }>((tie) => ({
  item: fc.record({
    label: fc.constantFrom('a', 'b', 'ab', 'c'),
    items: fc.oneof(
      { maxDepth: 3 },
      fc.constant([]),
      fc.array(tie('item'), { maxLength: 4 }),
    ) as fc.Arbitrary<unknown[]>,
  }),
})).item as fc.Arbitrary<{ label: string; items: never[] }>;

/** Ids that do not depend on labels, as an app would have them. */
function numbered(
  items: readonly { label: string; items: never[] }[],
  next = { id: 0 },
): TreeItem[] {
  return items.map(({ label, items: inside }) => ({
    id: `n${next.id++}`,
    label,
    items: numbered(inside, next),
  }));
}

function plain(items: readonly TreeItem[], byId: Map<string, Plain>): Plain[] {
  return items.map((item) => {
    const made = { label: labelOf(item), isOpen: false, items: plain(item.items ?? [], byId) };
    byId.set(String(item.id), made);
    return made;
  });
}

function rowsOf(items: readonly Plain[], filter: string, depth = 0): string[] {
  return items.flatMap((item) => {
    const inside = rowsOf(item.items, filter, depth + 1);
    const row = `${depth}${item.label}`;
    if (filter === '') return item.isOpen ? [row, ...inside] : [row];
    return inside.length > 0 || item.label.includes(filter) ? [row, ...inside] : [];
  });
}

function shown(model: TreeModel): string[] {
  return Array.from({ length: model.shown }, (_, place) => {
    const node = model.nodeAt(place)!;
    expect(model.placeOf(node.serial)).toBe(place);
    return `${node.depth}${labelOf(node.item)}`;
  });
}

describe('rows', () => {
  it('are those of a plain walk, whatever is opened, closed, filtered, added, removed and moved', () => {
    const step = fc.record({
      what: fc.constantFrom('open', 'open', 'open', 'close', 'filter', 'add', 'remove', 'move'),
      at: fc.nat(30),
      to: fc.nat(30),
      filter: fc.constantFrom('', 'a', 'b', 'ab'),
    });
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 5 }),
        fc.array(step, { maxLength: 15 }),
        (data, steps) => {
          const items = numbered(data);
          const byId = new Map<string, Plain>();
          const root = plain(items, byId);
          const model = new TreeModel();
          model.setItems(items);
          let filter = '';
          const listOf = (plainItem: Plain, list = root): Plain[] | undefined => {
            if (list.includes(plainItem)) return list;
            for (const each of list) {
              const found = listOf(plainItem, each.items);
              if (found !== undefined) return found;
            }
            return undefined;
          };
          let added = 0;
          for (const { what, at, to, filter: text } of steps) {
            const place = model.shown === 0 ? -1 : at % model.shown;
            const node = model.nodeAt(place);
            const item = node === undefined ? undefined : byId.get(node.id);
            if (what === 'filter') {
              filter = text;
              model.setFilter(text);
            } else if (what === 'add') {
              const id = `new${added++}`;
              const made = { label: 'ab', isOpen: false, items: [] };
              byId.set(id, made);
              if (node === undefined || item === undefined) {
                root.push(made);
                model.insert(model.top, model.top.items.length, { id, label: 'ab' });
              } else {
                item.items.unshift(made);
                model.insert(model.childrenOf(node), 0, { id, label: 'ab' });
              }
            } else if (node !== undefined && item !== undefined) {
              if (what === 'remove') {
                const list = listOf(item)!;
                list.splice(list.indexOf(item), 1);
                model.remove(node);
              } else if (what === 'move') move(model, node, item, to, byId, root, listOf);
              else if (filter === '' && model.isParent(node)) {
                item.isOpen = what === 'open';
                model.setExpanded(node, item.isOpen);
              }
            }
            expect(shown(model)).toEqual(rowsOf(root, filter));
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  function move(
    model: TreeModel,
    node: TreeNode,
    item: Plain,
    to: number,
    byId: Map<string, Plain>,
    root: Plain[],
    listOf: (item: Plain) => Plain[] | undefined,
  ): void {
    const target = model.nodeAt(to % model.shown);
    for (let at = target; at !== undefined; at = at.parent) if (at === node) return;
    const around = target === undefined ? undefined : byId.get(target.id)!;
    const before = listOf(item)!;
    before.splice(before.indexOf(item), 1);
    (around?.items ?? root).unshift(item);
    model.move(node, target === undefined ? model.top : model.childrenOf(target), 0);
  }

  it('keep what was added in them when what is around them moves', () => {
    const model = new TreeModel();
    model.setItems([
      { label: 'a', items: [{ label: 'b', items: ['c'] }] },
      { label: 'd', items: ['e'] },
    ]);
    model.setExpanded(model.nodeAt(0)!, true);
    model.setExpanded(model.nodeAt(1)!, true);
    model.insert(model.childrenOf(model.nodeAt(1)!), 1, { label: 'new' });
    model.move(model.nodeAt(0)!, model.top, 1);
    expect(shown(model)).toEqual(['0d', '0a', '1b', '2c', '2new']);
  });

  it('other data with the same ids keeps what is open and selected', () => {
    const model = new TreeModel();
    const items = (): TreeItem[] => [
      { id: 1, label: 'a', items: [{ id: 2, label: 'b', items: [{ id: 3, label: 'c' }] }] },
    ];
    model.setItems(items());
    model.setExpanded(model.nodeAt(0)!, true);
    model.setExpanded(model.nodeAt(1)!, true);
    model.selected.add(model.nodeAt(2)!);
    model.setItems([{ id: 0, label: 'new' }, ...items()]);
    expect(shown(model)).toEqual(['0new', '0a', '1b', '2c']);
    expect([...model.selected].map(({ id }) => id)).toEqual(['3']);
  });

  it('make nodes of a million items only where they are looked at', () => {
    let read = 0;
    const item = {
      get label() {
        read++;
        return 'x';
      },
    };
    const model = new TreeModel();
    model.setItems(new Array(1_000_000).fill(item));
    expect(model.shown).toBe(1_000_000);
    expect(model.placeOf(model.indexAt(999_999))).toBe(999_999);
    expect(read).toBe(0);
  });

  it('data that contains itself ends', () => {
    const loop: { label: string; items: unknown[] } = { label: 'loop', items: [] };
    loop.items.push(loop, loop);
    const model = new TreeModel();
    model.setItems([loop]);
    model.setFilter('loop');
    expect(model.shown).toBe(3);
    expect(model.find('nothing')).toBeUndefined();
  });
});
