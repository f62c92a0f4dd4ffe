/** A heatmap in an app: its data, keys, pointer, tooltips, copies, accessible text and diagnostics. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataHeatmap } from '../../../elements/data-heatmap/data-heatmap.js';
import {
  ACCESSIBLE_NODE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  OPERATION,
  TOOLTIP_AT,
} from '../../../runtime/element/internals.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { escaped, HOSTILE, isClean, use, type App } from '../control.js';

afterEach(unmountAll);

const heatmapOf = (app: App): DataHeatmap =>
  app.document.querySelector('data-heatmap') as unknown as DataHeatmap;
const CELLS = '[[1,2,3],[4,null,6]]';
const chart = (rest = ''): string =>
  `<data-heatmap cells="${CELLS}" row-labels='["a","b"]' labels='["x","y","z"]' ${rest}/>`;
const mounted = async (rest = '', options = {}) => {
  const { app } = await use(chart(rest), { width: 20, height: 4, ...options });
  return { app, heatmap: heatmapOf(app) };
};

describe('the data of a heatmap', () => {
  it('is returned as it was set, row by row', async () => {
    const { heatmap } = await mounted();
    expect(heatmap.getValue()).toEqual([
      [1, 2, 3],
      [4, null, 6],
    ]);
    heatmap.setValue([[1, Infinity], [NaN]]);
    expect(heatmap.getValue()).toEqual([
      [1, null],
      [null, null],
    ]);
    heatmap.cells = [];
    expect(heatmap.cells).toEqual([]);
  });

  it('grows at the right and shrinks at the left', async () => {
    const { app, heatmap } = await mounted();
    heatmap.appendColumn([7, 8], 'w');
    heatmap.shiftColumn();
    expect(heatmap.getValue()).toEqual([
      [2, 3, 7],
      [null, 6, 8],
    ]);
    await app.settle();
    expect(app.text()).toMatch(/y +z +w/);
    heatmap.appendColumn([9, 9, 9]);
    expect(heatmap.getValue()[2]).toEqual([null, null, null, 9]);
  });

  it('of another shape is reported and ignored', async () => {
    const { app, heatmap } = await mounted('', { errors: 'keep' });
    heatmap.setValue([[1], 'x' as never]);
    heatmap.appendColumn(['1' as never]);
    heatmap.setValue([
      ...Array.from({ length: 9000 }, () => []),
      Array.from({ length: 9000 }, () => 1),
    ]);
    const messages = app.diagnostics.map(({ message }) => message);
    expect(messages).toEqual([
      'data-heatmap: cells[1]: expected an array of numbers, found the string "x"',
      'data-heatmap: values[0]: expected a number or null, found the string "1"',
      expect.stringContaining('expected rows of about the same length'),
    ]);
    expect(heatmap.getValue()).toEqual([
      [1, 2, 3],
      [4, null, 6],
    ]);
  });
});

describe('the user', () => {
  it('moves with keys and selects', async () => {
    const { app, heatmap } = await mounted('selectable autofocus');
    const selected: unknown[] = [];
    heatmap.addEventListener('select', (event: unknown) => {
      const { entryIndex, seriesIndex, rowLabel } = event as Record<string, unknown>;
      selected.push([entryIndex, seriesIndex, rowLabel]);
    });
    await app.press('ArrowRight');
    await app.press('ArrowRight', 'ArrowDown', 'Enter');
    expect(heatmap.getSelectedCell()).toEqual({ entry: 1, series: 1 });
    await app.press('End', 'PageUp', 'Space');
    expect(heatmap.getSelectedCell()).toEqual({ entry: 2, series: 0 });
    await app.press('Escape');
    expect(heatmap.getSelectedCell()).toBeNull();
    expect(selected).toEqual([
      [1, 1, 'b'],
      [2, 0, 'a'],
      [-1, -1, undefined],
    ]);
  });

  it('points at cells, and copies what is dragged over', async () => {
    const { heatmap } = await mounted('tooltip="auto" unit="ms"');
    expect(heatmap.cellAt(2, 0)).toEqual({ entry: 0, series: 0 });
    expect(heatmap[TOOLTIP_AT]!(2, 0)).toBe('a x\n1 ms');
    expect(heatmap[TOOLTIP_AT]!(9, 1)).toBe('b y\n–');
    expect(heatmap.cellAt(0, 0)).toBeUndefined();
    expect(heatmap[GET_SELECTION_HIGHLIGHT_BOUNDS]!(3, 9, 0, 0)).toEqual({
      startX: 2,
      endX: 13,
      startY: 0,
      endY: 0,
    });
    const bounds = { startX: 3, endX: 9, startY: 0, endY: 0 };
    expect(JSON.parse(heatmap[GET_SELECTABLE_TEXT]!(bounds))).toEqual({
      rowLabels: ['a'],
      labels: ['x', 'y'],
      cells: [[1, 2]],
    });
    expect(heatmap[GET_CLIPBOARD_DESCRIPTION]!(bounds)).toBe('2 cells (a x, a y)');
    heatmap.setSelectedCell(1, 2);
    expect(JSON.parse(heatmap[GET_SELECTABLE_TEXT]!()).cells).toEqual([[6]]);
  });

  it('selects whole columns by ids', async () => {
    const { app, heatmap } = await mounted(
      'selectable onGetId="item.label" selected-ids=\'["y"]\'',
    );
    await app.settle();
    expect(heatmap.getSelectedIds()).toEqual(new Set(['y']));
    expect(JSON.parse(heatmap[GET_SELECTABLE_TEXT]!()).labels).toEqual(['y']);
    expect(app).toMatchScreen('selected column');
  });

  it('sees the cursor and the selection', async () => {
    for (const theme of ['fullcolor-dark', 'color16-dark', 'bw-std']) {
      const { app, heatmap } = await mounted('selectable autofocus show-values', { theme });
      heatmap.setSelectedCell(0, 2);
      await app.press('ArrowRight', 'ArrowRight');
      expect(app).toMatchScreen(`cursor and selection ${theme}`);
    }
  });
});

describe('a screen reader', () => {
  it('reads the size, the range and where its ends are', async () => {
    const { heatmap } = await mounted('aria-label="Load" unit="%"');
    expect(heatmap[ACCESSIBLE_NODE]()).toMatchObject({
      role: 'img',
      name: 'Load, 2 rows, 3 columns, 1% to 6%, lowest at a x, highest at b z',
    });
    heatmap.setValue([[null]]);
    expect(heatmap[ACCESSIBLE_NODE]().name).toBe('Load, 1 row, 1 column, no values');
  });

  it('selects cells', async () => {
    const { heatmap } = await mounted('selectable');
    const { role, parts = [] } = heatmap[ACCESSIBLE_NODE]();
    expect(role).toBe('listbox');
    expect(parts.map(({ parts: [text] = [] }) => text?.name)).toEqual([
      'a x, 1',
      'b x, 4',
      'a y, 2',
      'b y, no value',
      'a z, 3',
      'b z, 6',
    ]);
    const select = heatmap[OPERATION]({ type: 'select', value: true }, parts[3]!.part!);
    if (typeof select === 'function') select();
    expect(heatmap.getSelectedCell()).toEqual({ entry: 1, series: 1 });
  });
});

it('reports settings that do not go together', async () => {
  const { app } = await mounted(
    'min="5" max="1" style="color-scale: diverging; value-scale: log" number-format="nope x" bind:selection="$app.none"',
    { errors: 'keep' },
  );
  const codes = app.diagnostics.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['bad-range', 'log-center', 'bad-value', 'no-ids']));
});

it.each(HOSTILE)('labels %#: no escape', async (text) => {
  const label = escaped(JSON.stringify([text]));
  const { app } = await use(
    `<data-heatmap cells="[[1]]" row-labels="${label}" labels="${label}" unit="${escaped(text)}" show-values show-legend value-label="${escaped(text)}"/>`,
    { width: 40, height: 6, errors: 'keep' },
  );
  expect(isClean(app.output)).toBe(true);
});
