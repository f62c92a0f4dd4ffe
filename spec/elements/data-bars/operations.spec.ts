/** The operations of the element, its selection states, and what it says about bad data. */
import { describe, expect, it } from '@jest/globals';
import type { TuiEvent } from '../../../runtime/element/tui-element.js';
import { GridPainter } from '../../support/grid-painter.js';
import { makeChart, paintChart } from './chart.js';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { MEASURE, PAINT, COMPUTED } from '../../../runtime/element/internals.js';
import { setComputed } from '../../../runtime/element/tui-element.js';
import { ownerOf } from '../../../runtime/dom/tree/tree-node.js';

const series = [{ name: 'Sales' }, { name: 'Cost' }];
const labels = ['Mon', 'Tue', 'Wed'];
const bars = [
  [10, 5],
  [25, 17],
  [85, 60],
];

function chart(more: Record<string, unknown> = {}): DataBars {
  return makeChart({ series, labels, bars, ...more });
}

function rows(element: DataBars, width = 30, height = 12): string[] {
  return paintChart(element, width, height).rows();
}

describe('data', () => {
  it('is given back as it was set, absent as null', () => {
    const element = chart();
    expect(element.getValue()).toEqual(bars);
    element.setValue([[1, null], [2], [undefined, 3], [NaN, Infinity], [], [1, 2, 3]]);
    expect(element.getValue()).toEqual([[1, null], [2], [null, 3], [null, null], [], [1, 2, 3]]);
    expect(element.bars).toEqual(element.getValue());
  });

  it('is a copy both ways', () => {
    const element = chart();
    const own = [[1, 2]];
    element.setValue(own);
    own[0]![0] = 99;
    element.getValue()[0]![1] = 99;
    expect(element.getValue()).toEqual([[1, 2]]);
  });

  it('set again to what it is changes no cell', () => {
    const element = chart({ showValues: true, showLegend: true });
    element.setSelectedBar(1, 1);
    const before = rows(element);
    element.setValue(element.getValue());
    expect(rows(element)).toEqual(before);
    expect(element.getSelectedBar()).toEqual({ entry: 1, series: 1 });
  });

  it('grows at the end and is dropped at the front', () => {
    const element = chart();
    element.appendEntry([7, 8], 'Thu');
    element.shiftEntry();
    expect(element.getValue()).toEqual([bars[1], bars[2], [7, 8]]);
    expect(rows(element).join(' ')).toMatch(/Tue.*Wed.*Thu/);
    for (let i = 0; i < 5; i++) element.shiftEntry();
    expect(element.getValue()).toEqual([]);
    element.appendEntry([1, 2], 'again');
    expect(element.getValue()).toEqual([[1, 2]]);
  });

  it('turns into a sparkline without labels, and back with one', () => {
    const element = makeChart({ series: [{ name: 'CPU' }], bars: [[1], [2]] });
    expect(rows(element, 12, 1)).toEqual(['CPU: ▄█']);
    element.appendEntry([4], 'now');
    expect(rows(element, 20, 8).join('\n')).toContain('now ██');
  });

  it('set as attribute and as property is the same', () => {
    const element = chart();
    element.setAttribute('bars', '[[1,2]]');
    expect(element.getValue()).toEqual([[1, 2]]);
    (element as { bars: unknown }).bars = [[3, undefined]];
    expect(element.getValue()).toEqual([[3, null]]);
    (element as { bars: unknown }).bars = '[[5]]';
    expect(element.getValue()).toEqual([[5]]);
    element.removeAttribute('bars');
    expect(element.getValue()).toEqual([]);
  });

  it('may come before series and labels', () => {
    const element = makeChart({ bars, labels, series, showAxis: false });
    expect(rows(element, 12, 8)).toEqual(rows(chart({ showAxis: false }), 12, 8));
  });
});

describe('bad data', () => {
  it.each([
    ['a number', 5, /expected a set of strings, found the number 5/],
    ['a string', 'abc', /expected a set of strings, found the string "abc"/],
    ['nothing', undefined, /found undefined/],
    ['numbers', [1, 2], /expected strings, found the number 1/],
  ])('%s for ids is reported, and the last good ids stay', (_name, ids, message) => {
    const element = chart();
    element.setSelectedIds(['Mon']);
    const errors: string[] = [];
    element.addEventListener('error', (event: TuiEvent) => {
      errors.push((event as TuiEvent & { message: string }).message);
    });
    element.setSelectedIds(ids as never);
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect([...element.getSelectedIds()]).toEqual(['Mon']);
  });

  it('null for bounds is no bounds', () => {
    const element = chart();
    expect(element.getSelectableText(null as never)).toBe(element.getSelectableText());
    expect(element.getClipboardDescription(null as never)).toContain('3 bars');
  });

  it.each([
    ['text', 'abc', /expected an array of arrays, found the string "abc"/],
    [
      'an entry that is no array',
      [[1], 5],
      /bars\[1\]: expected an array of numbers, found the number 5/,
    ],
    ['a cell that is text', [[1], [2, '3']], /bars\[1\]\[1\]: expected a number or null/],
    ['nothing', undefined, /found undefined/],
  ])('%s is reported, and the last good value stays', (_name, value, message) => {
    const element = chart();
    const errors: string[] = [];
    element.addEventListener('error', (event: TuiEvent) => {
      errors.push((event as TuiEvent & { message: string }).message);
    });
    element.setValue(value as never);
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(element.ownerDocument.diagnostics).toMatchObject([
      { severity: 'error', code: 'bad-shape' },
    ]);
    expect(element.getValue()).toEqual(bars);
  });

  it('JSON that cannot be read is not read as characters', () => {
    const element = chart();
    element.setAttribute('bars', '[[1],[2');
    expect(element.ownerDocument.diagnostics).toMatchObject([{ code: 'bad-json' }]);
    expect(element.getValue()).toEqual(bars);
  });

  it.each([
    ['series', '[{"nam":"x"}]'],
    ['series', '[{"name":"x","colour":"red"}]'],
    ['series', '"Sales"'],
    ['labels', '["a",1]'],
    ['bars', '[1,2]'],
    ['selectedIds', '{"a":1}'],
    ['valueFormat', 'sums'],
    ['max', 'NaN'],
  ])('%s of another shape: %s', (name, text) => {
    const element = chart();
    const before = rows(element);
    element.setAttribute(name, text);
    expect(element.ownerDocument.diagnostics).toHaveLength(1);
    expect(rows(element)).toEqual(before);
  });

  it('appendEntry refuses what is no entry', () => {
    const element = chart();
    element.appendEntry('12' as never);
    element.appendEntry([1], 5 as never);
    expect(element.ownerDocument.diagnostics).toHaveLength(2);
    expect(element.getValue()).toEqual(bars);
  });

  it('a minimum above the maximum is an error, and the last good range stays', () => {
    const element = chart({ min: 0, max: 100 });
    const before = rows(element);
    element.setAttribute('min', '200');
    expect(element.ownerDocument.diagnostics).toMatchObject([
      {
        severity: 'error',
        message: 'data-bars: expected "min" to be at most "max" (100), found 200',
      },
    ]);
    expect(rows(element)).toEqual(before);
    element.setAttribute('max', '300');
    expect(element.ownerDocument.diagnostics).toHaveLength(1);
    expect(rows(element)).not.toEqual(before);
  });

  it('extra cells and labels are ignored with a warning, said once', () => {
    const element = makeChart({ series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[1, 2]] });
    element.appendEntry([3, 4, 5]);
    element.appendEntry([3, 4, 5]);
    expect(element.ownerDocument.diagnostics).toMatchObject([
      { severity: 'warning', code: 'extra-cells' },
      { severity: 'warning', code: 'extra-labels' },
    ]);
  });

  it('an invalid colour is warned of', () => {
    const element = makeChart({ series: [{ name: 'A', color: 'reddd' }], bars: [] });
    expect(element.ownerDocument.diagnostics).toMatchObject([
      { severity: 'warning', code: 'bad-color', message: expect.stringContaining('"reddd"') },
    ]);
  });
});

describe('selection', () => {
  it('by index: none, a bar, none', () => {
    const element = chart();
    expect(element.getSelectedBar()).toBeNull();
    element.setSelectedBar(1, 0);
    expect(element.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    element.clearSelection();
    expect(element.getSelectedBar()).toBeNull();
  });

  it.each([
    [9, 0],
    [0, 9],
    [-1, 0],
    [0.5, 0],
    [NaN, NaN],
  ])('of a bar that does not exist (%d, %d) is none', (entry, index) => {
    const element = chart();
    element.setSelectedBar(0, 0);
    element.setSelectedBar(entry, index);
    expect(element.getSelectedBar()).toBeNull();
  });

  it('goes with its entry, and away with it', () => {
    const element = chart();
    element.setSelectedBar(1, 1);
    element.appendEntry([1, 1], 'Thu');
    expect(element.getSelectedBar()).toEqual({ entry: 1, series: 1 });
    element.shiftEntry();
    expect(element.getSelectedBar()).toEqual({ entry: 0, series: 1 });
    element.shiftEntry();
    expect(element.getSelectedBar()).toBeNull();
  });

  it('by id wins over the index', () => {
    const element = chart();
    element.getId = ({ label, index, values }) => `${label ?? ''}:${index}:${values.length}`;
    element.setSelectedBar(0, 0);
    expect([...element.getSelectedIds()]).toEqual(['Mon:0:2']);
    element.setSelectedIds(new Set(['Wed:2:2']));
    const selected = rows(element).filter((row) => row.includes('▸'));
    expect(selected).toHaveLength(2);
    expect(rows(element).findIndex((row) => row.includes('▸'))).toBeGreaterThan(5);
    element.clearSelection();
    expect([...element.getSelectedIds()]).toEqual([]);
  });

  it('by ids that match nothing selects nothing', () => {
    const element = chart({ selectedIds: ['nobody'] });
    element.setSelectedBar(0, 0);
    expect([...element.getSelectedIds()]).toEqual(['nobody']);
    expect(rows(element).join('')).not.toContain('▸');
    element.selectedIds = ['a', 'b'];
    expect(element.selectedIds).toEqual(['a', 'b']);
    element.removeAttribute('selectedIds');
    expect(rows(element).join('')).toContain('▸');
  });

  it('survives a script that throws, and one that gives no text', () => {
    const element = chart({ selectedIds: ['x'] });
    element.getId = () => {
      throw new Error('no');
    };
    expect(rows(element).join('')).not.toContain('▸');
    element.getId = () => 5 as never;
    expect(rows(element).join('')).not.toContain('▸');
  });

  it('is named to a screen reader', () => {
    const element = chart();
    element.setSelectedBar(1, 1);
    expect(element.accessibleText()).toBe(
      'Bar chart of Sales, Cost; 3 entries; from 0 to 85; largest 85; selected Tue, Cost 17',
    );
    const sparkline = makeChart({
      series: [{ name: 'CPU' }],
      bars: [[10], [85], [30]],
      'aria-label': 'Load',
    });
    expect(sparkline.accessibleText()).toBe('Load of CPU; 3 entries; from 0 to 85; last 30');
  });
});

describe('pointing', () => {
  it('finds the bar that was painted under a cell', () => {
    const element = chart();
    rows(element);
    expect(element.barAt(4, 0)).toEqual({ entry: 0, series: 0 });
    expect(element.barAt(4, 1)).toEqual({ entry: 0, series: 1 });
    expect(element.barAt(4, 2)).toBeUndefined();
    expect(element.barAt(29, 0)).toBeUndefined();
    expect(element.barAt(29, 6)).toEqual({ entry: 2, series: 0 });
    expect(element.barBounds(2, 0)).toEqual({ x: 4, y: 6, width: 26, height: 1 });
    expect(element.barBounds(7, 0)).toBeUndefined();
  });

  it('finds a zero and an absent value by their place', () => {
    const element = makeChart({
      series: [{ name: 'A' }],
      labels: ['a', 'b'],
      bars: [[0], [null]],
      style: { rowGap: 0 },
    });
    rows(element);
    expect([element.barAt(2, 0), element.barAt(2, 1)]).toEqual([
      { entry: 0, series: 0 },
      { entry: 1, series: 0 },
    ]);
  });

  it('finds the points of a sparkline over the whole height of their rows', () => {
    const element = makeChart({ series, bars });
    paintChart(element, 20, 6);
    expect(element.barAt(7, 0)).toEqual({ entry: 0, series: 0 });
    expect(element.barAt(9, 5)).toEqual({ entry: 2, series: 1 });
    expect(element.barAt(12, 0)).toBeUndefined();
  });
});

describe('copying', () => {
  it('gives the rows between two lines of a horizontal chart', () => {
    const element = chart();
    rows(element);
    const bounds = { startX: 3, endX: 9, startY: 4, endY: 6 };
    expect(JSON.parse(element.getSelectableText(bounds))).toEqual({
      series,
      bars: [bars[1], bars[2]],
      labels: ['Tue', 'Wed'],
    });
    expect(element.getClipboardDescription(bounds)).toBe('Copied 2 bars (Tue, Wed) to clipboard');
    expect(element.getSelectionHighlightBounds(3, 9, 4, 6)).toEqual({
      startX: 0,
      endX: 29,
      startY: 3,
      endY: 7,
    });
  });

  it('gives the columns of a vertical chart and of a sparkline', () => {
    const element = chart({ showAxis: false, style: { orientation: 'vertical' } });
    paintChart(element, 12, 6);
    expect(JSON.parse(element.getSelectableText({ startX: 6, endX: 4 }))).toMatchObject({
      labels: ['Tue'],
    });
    expect(element.getSelectionHighlightBounds(4, 6)).toEqual({
      startX: 4,
      endX: 6,
      startY: 0,
      endY: 5,
    });
    const sparkline = makeChart({ series: [{ name: 'CPU' }], bars: [[10], [85], [30]] });
    paintChart(sparkline, 20, 1);
    expect(sparkline.getSelectableText({ startX: 6, endX: 19, startY: 0, endY: 0 })).toBe(
      '{"series":[{"name":"CPU"}],"bars":[[85],[30]]}',
    );
    expect(sparkline.getClipboardDescription({ startX: 6, endX: 19 })).toBe(
      'Copied 2 bars to clipboard',
    );
  });

  it('gives nothing where nothing is', () => {
    const element = chart();
    rows(element);
    const bounds = { startX: 0, endX: 9, startY: 9, endY: 11 };
    expect(JSON.parse(element.getSelectableText(bounds))).toEqual({
      series,
      bars: [],
      labels: [],
    });
    expect(element.getClipboardDescription(bounds)).toBeUndefined();
    expect(element.getSelectionHighlightBounds(0, 9, 9, 11)).toBeUndefined();
  });

  it('gives the selected bars without bounds, else all', () => {
    const element = chart();
    expect(JSON.parse(element.getSelectableText())).toMatchObject({ bars });
    element.setSelectedBar(2, 0);
    expect(JSON.parse(element.getSelectableText())).toMatchObject({
      bars: [bars[2]],
      labels: ['Wed'],
    });
    expect(element.getClipboardDescription()).toBe('Copied 1 bars (Wed) to clipboard');
    expect(element.isTextSelectable()).toBe(true);
  });

  it('names no label in a way that could reach the terminal', () => {
    const element = makeChart({
      series: [{ name: 'A' }],
      labels: ['\u001b[31mred\u202e'],
      bars: [[1]],
    });
    expect(element.getClipboardDescription()).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('what has to be done again', () => {
  function asked(element: DataBars, change: () => void): string[] {
    const found: string[] = [];
    const stop = ownerOf(element).watch((record) => {
      if (record.type === 'invalidate') found.push(record.kind);
    });
    change();
    stop();
    return found;
  }

  it('is paint where the size stays, asked for once a frame', () => {
    const element = makeChart({ series: [{ name: 'CPU' }], bars });
    element[MEASURE]({ width: 40, height: Infinity });
    expect(
      asked(element, () => {
        element.appendEntry([1]);
        element.shiftEntry();
        element.setValue(bars);
      }),
    ).toEqual(['paint']);
    element[PAINT](new GridPainter(40, 2));
    expect(asked(element, () => element.appendEntry([2]))).toEqual(['paint']);
  });

  it('is layout where a horizontal chart gets another height', () => {
    const element = chart();
    element[MEASURE]({ width: 40, height: Infinity });
    expect(asked(element, () => element.appendEntry([1, 2], 'Thu'))).toEqual(['layout']);
    expect(asked(element, () => element.setValue(element.getValue()))).toEqual(['paint']);
    setComputed(element, { ...element[COMPUTED], height: 6, width: 40 });
    element[PAINT](new GridPainter(40, 6));
    expect(asked(element, () => element.appendEntry([1, 2], 'Fri'))).toEqual(['paint']);
  });

  it('measures the rows it needs', () => {
    const size = (more: Record<string, unknown>): unknown =>
      chart(more)[MEASURE]({ width: 40, height: Infinity });
    expect(size({})).toEqual({ width: 40, height: 10 });
    expect(size({ showLegend: true, showAxis: false })).toEqual({ width: 40, height: 9 });
    expect(size({ style: { rowGap: 0, barWidth: 2 } })).toEqual({ width: 40, height: 14 });
    expect(size({ style: { orientation: 'vertical' } })).toEqual({ width: 40, height: 10 });
    expect(size({ labels: [] })).toEqual({ width: 40, height: 2 });
    expect(chart()[MEASURE]({ width: 40, height: 6 })).toEqual({ width: 40, height: 6 });
    expect(chart()[MEASURE]({ width: 0, height: 0 })).toEqual({ width: 0, height: 0 });
    const free = chart()[MEASURE]({ width: Infinity, height: Infinity });
    expect(Number.isFinite(free.width) && free.width > 20).toBe(true);
  });
});
