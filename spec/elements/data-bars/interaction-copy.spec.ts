/** Dragging over a chart: what is highlighted, what is copied to the letter, and what is said. */
import { describe, expect, it } from '@jest/globals';
import { GROUPED, SPARKLINE, useChart, VERTICAL, type App } from './interaction.js';

const at = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Left, top, right and bottom cell that have another background than before; undefined for none. */
function changed(app: App, before: ReturnType<App['screen']>): number[] | undefined {
  const after = app.screen();
  let found: number[] | undefined;
  for (let y = 0; y < app.height; y++) {
    for (let x = 0; x < app.width; x++) {
      if (after.cell(x, y).bg === before.cell(x, y).bg) continue;
      const [left, top, right, bottom] = found ?? [x, y, x, y];
      found = [Math.min(left!, x), Math.min(top!, y), Math.max(right!, x), Math.max(bottom!, y)];
    }
  }
  return found;
}

describe('a drag', () => {
  it('over rows of a horizontal chart copies their entries, whole', async () => {
    const { app, chart, events } = await useChart(`${GROUPED} selectable`);
    await app.drag(at(9, 1), at(4, 4));
    expect(app.clipboard).toBe(
      '{"series":[{"name":"Sales"},{"name":"Cost"}],"bars":[[10,5],[25,null]],"labels":["Mon","Tue"]}',
    );
    expect(app.notifications).toEqual(['Copied 2 bars (Mon, Tue) to clipboard']);
    // It was no click.
    expect(chart.getSelectedBar()).toBeNull();
    expect(events().some(({ type }) => type === 'select')).toBe(false);
  });

  it('along one row is that row, and no click', async () => {
    const { app, chart } = await useChart(`${GROUPED} selectable`);
    await app.drag(at(5, 6), at(20, 6));
    expect(app.clipboard).toBe(
      '{"series":[{"name":"Sales"},{"name":"Cost"}],"bars":[[85,60]],"labels":["Wed"]}',
    );
    expect(app.notifications).toEqual(['Copied 1 bars (Wed) to clipboard']);
    expect(chart.getSelectedBar()).toBeNull();
  });

  it('over columns of a vertical chart copies theirs', async () => {
    const { app } = await useChart(VERTICAL);
    await app.drag(at(9, 2), at(5, 8));
    expect(app.clipboard).toBe(
      '{"series":[{"name":"Sales"}],"bars":[[25],[85]],"labels":["Tue","Wed"]}',
    );
    expect(app.notifications).toEqual(['Copied 2 bars (Tue, Wed) to clipboard']);
  });

  it('over points of a sparkline copies them without labels', async () => {
    const { app } = await useChart(SPARKLINE);
    await app.drag(at(6, 0), at(29, 0));
    expect(app.clipboard).toBe('{"series":[{"name":"CPU"}],"bars":[[85],[null],[30]]}');
    expect(app.notifications).toEqual(['Copied 3 bars to clipboard']);
  });

  it('over LED meters copies values, not segments', async () => {
    const { app } = await useChart(`${GROUPED} style="bar-style: led"`);
    await app.drag(at(9, 3), at(9, 7));
    expect(JSON.parse(app.clipboard)).toEqual({
      series: [{ name: 'Sales' }, { name: 'Cost' }],
      bars: [
        [25, null],
        [85, 60],
      ],
      labels: ['Tue', 'Wed'],
    });
  });

  it('keeps colours and stacks of the series as they were given', async () => {
    const { app } = await useChart(
      `series='[{"name":"A","color":"var(--accent)","stack":"s"}]' labels='["a","b"]' bars='[[1],[2]]'`,
    );
    await app.drag(at(3, 0), at(9, 0));
    expect(app.clipboard).toBe(
      '{"series":[{"name":"A","color":"var(--accent)","stack":"s"}],"bars":[[1]],"labels":["a"]}',
    );
  });

  it('where no entry is copies nothing and highlights nothing', async () => {
    const { app } = await useChart(`${GROUPED} style="height: 11"`);
    const before = app.screen();
    await app.drag(at(5, 9), at(20, 10));
    expect(app.clipboard).toBe('');
    expect(app.notifications).toEqual([]);
    expect(changed(app, before)).toBeUndefined();
  });
});

describe('the highlight', () => {
  it.each([
    ['rows of entries touched, over the whole width', GROUPED, [9, 1, 4, 3], [0, 0, 29, 4]],
    ['columns of entries touched, over the whole height', VERTICAL, [4, 5, 9, 6], [4, 0, 10, 9]],
    ['points', SPARKLINE, [6, 0, 7, 0], [6, 0, 7, 0]],
  ] as const)('is the %s', async (_name, attributes, [x1, y1, x2, y2], expected) => {
    const { app } = await useChart(attributes);
    const before = app.screen();
    app.app.input(new TextEncoder().encode(`\u001b[<0;${x1 + 1};${y1 + 1}M`));
    app.app.input(new TextEncoder().encode(`\u001b[<32;${x2 + 1};${y2 + 1}M`));
    await app.settle();
    expect(changed(app, before)).toEqual(expected);
  });
});
