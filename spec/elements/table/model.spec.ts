/** Rows, order and selection against a model by the book, through random operations. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resolveColumns } from '../../../elements/table/model/columns.js';
import { TableModel } from '../../../elements/table/model/model.js';
import { RowSelection } from '../../../elements/table/model/selection.js';
import { compareValues, type Direction } from '../../../elements/table/model/sorting.js';
import { propertyRuns } from '../../support/property-runs.js';

interface Entry {
  readonly name: string;
  readonly size: number | null;
}

const entry = fc.record({
  name: fc.constantFrom('ant', 'bee', 'Bee 2', 'bee 10', 'cat', ''),
  size: fc.option(fc.integer({ min: 0, max: 5 })),
});
type Step =
  | { readonly do: 'append'; readonly row: Entry }
  | { readonly do: 'update' | 'select'; readonly at: number; readonly row: Entry }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'sort'; readonly key: string | undefined; readonly way: Direction }
  | { readonly do: 'filter'; readonly text: string };
const at = fc.nat(200);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), row: entry }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('update' as const, 'select' as const),
      at,
      row: entry,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at }) },
  fc.record({
    do: fc.constant('sort' as const),
    key: fc.constantFrom('name', 'size', undefined),
    way: fc.constantFrom<Direction>('ascending', 'descending'),
  }),
  fc.record({
    do: fc.constant('filter' as const),
    text: fc.constantFrom('', 'b', 'be', 'bee 1', 'e 2', 'x', '3 '),
  }),
);

describe('TableModel', () => {
  it('shows the rows that pass in order, and what is selected stays selected, after any operations', () => {
    const columns = resolveColumns(['name', 'size']);
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 20 }),
        fc.array(step, { maxLength: 40 }),
        (start, steps) => {
          const model = new TableModel();
          const selection = new RowSelection(model, () => undefined);
          model.setColumns(columns);
          model.setRows(start);
          const rows: Entry[] = [...start];
          const chosen = new Set<Entry>();
          let sort: { key: string | undefined; way: Direction } = {
            key: undefined,
            way: 'ascending',
          };
          let words: string[] = [];
          for (const each of steps) {
            const place = 'at' in each && rows.length > 0 ? each.at % rows.length : -1;
            if (each.do === 'append') {
              const row = { ...each.row };
              rows.push(row);
              model.append(row);
            } else if (each.do === 'sort') {
              sort = each;
              model.sort(each.key === undefined ? [] : [{ key: each.key, direction: each.way }]);
            } else if (each.do === 'filter') {
              words = each.text.split(' ').filter((word) => word !== '');
              model.setFilter(each.text);
            } else if (place >= 0 && each.do === 'remove') {
              chosen.delete(rows[place]!);
              rows.splice(place, 1);
              selection.removing(place);
              model.remove(place);
            } else if (place >= 0 && each.do === 'update') {
              const row = { ...each.row };
              if (chosen.delete(rows[place]!)) chosen.add(row);
              rows[place] = row;
              model.update(place, row);
            } else if (place >= 0 && each.do === 'select') {
              if (!chosen.delete(rows[place]!)) chosen.add(rows[place]!);
              selection.toggle(place);
            }
            const text = (row: Entry): string => `${row.name}\n${row.size ?? '–'}\n`.toLowerCase();
            const value = (row: Entry): unknown => row[sort.key as keyof Entry];
            const expected = rows
              .map((row, index) => ({ row, index }))
              .filter(({ row }) => words.every((word) => text(row).includes(word)));
            if (sort.key !== undefined) {
              expected.sort(
                (a, b) => compareValues(value(a.row), value(b.row), sort.way) || a.index - b.index,
              );
            }
            expect(model.shown).toBe(expected.length);
            const shown = expected.map((_, where) => model.indexAt(where));
            expect(shown).toEqual(expected.map(({ index }) => index));
            expect(shown.map((index) => model.placeOf(index))).toEqual([...expected.keys()]);
            expect(selection.indexes()).toEqual(
              [...rows.keys()].filter((index) => chosen.has(rows[index]!)),
            );
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('narrows what shows as words grow, and asks a function of a script for each row', () => {
    const model = new TableModel();
    model.setRows(Array.from({ length: 100 }, (_, index) => ({ name: `row ${index}` })));
    model.setFilter('ROW 1');
    expect(model.shown).toBe(11 + 8);
    model.setFilter('row 12');
    expect(model.shown).toBe(1);
    model.setFilter('row 1');
    expect(model.shown).toBe(19);
    model.setFilter((row) => (row as { name: string }).name.endsWith('5'));
    expect(model.shown).toBe(10);
    const thrown: unknown[] = [];
    model.onFilterError = (error) => thrown.push(error);
    model.setFilter(() => {
      throw new Error('no');
    });
    expect(model.shown).toBe(0);
    expect(thrown.length).toBeGreaterThan(0);
    model.setFilter(undefined);
    expect(model.shown).toBe(100);
  });

  it('keeps keys of every object out of the cells', () => {
    const model = new TableModel();
    model.setColumns(resolveColumns(['__proto__', 'constructor', 'toString', 'a']));
    model.setRows([{ a: 1 }, JSON.parse('{"__proto__":"own","a":2}') as object]);
    expect(model.columns.map((column) => model.text(0, column))).toEqual(['–', '–', '–', '1']);
    expect(model.text(1, model.columns[0]!)).toBe('own');
  });
});
