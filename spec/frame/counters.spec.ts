/** A frame costs what changed: asserted by counting work, never by a clock. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import type { App } from '../../runtime/app/app.js';
import type { FrameResult } from '../../runtime/app/frame.js';
import type { Screen } from '../../runtime/terminal/screen.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { createAppOnScreen } from '../support/screen.js';

const CHARTS = `<tui><style>.on { color: #ff0000 } .wide { padding: 1 }</style>
${Array.from(
  { length: 20 },
  (_, i) =>
    `<container class="row"><text id="t${i}">text ${i}</text><data-bars id="c${i}" series='[{"name":"s"}]' bars="[[1],[2],[3]]" max="10"/></container>`,
).join('')}</tui>`;

function mount(markup = CHARTS): { app: App; screen: Screen; writes: () => number } {
  let writes = 0;
  const { app, screen } = createAppOnScreen(markup, {
    registry,
    width: 60,
    height: 45,
    theme: 'fullcolor-dark',
    output: { write: () => writes++ },
  });
  app.frame();
  return { app, screen, writes: () => writes };
}

describe('a frame', () => {
  it('does nothing and writes nothing when nothing changed', () => {
    const { app, writes } = mount();
    expect(writes()).toBe(1);
    for (let i = 0; i < 3; i++) expect(app.frame()).toEqual({ cells: 0, bytes: 0, skipped: true });
    expect(writes()).toBe(1);
  });

  it('paints one element alone when its data changed, and only its changed cells are sent', () => {
    const { app } = mount();
    const chart = app.document.getElementById('c7') as TuiElement & {
      appendEntry(values: number[]): void;
      shiftEntry(): void;
    };
    chart.appendEntry([10]);
    chart.shiftEntry();
    const result = app.frame();
    expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
    // 1 2 3 becomes 2 3 10: three points, and the last and the largest of the value text.
    expect(result.cells).toBeLessThanOrEqual(9);
    expect(result.bytes).toBeLessThan(60);
  });

  it('paints one text alone when its words changed within its size', () => {
    const { app } = mount();
    (app.document.getElementById('t3')!.firstChild as unknown as { data: string }).data = 'next 3';
    app.frame();
    expect(app.counters).toMatchObject({ restyled: 0, painted: 1 });
    expect(app.counters.laidOut).toBe(0);
  });

  it('paints what paints itself when its own state changes, though no rule names the state', () => {
    const { app } = mount();
    const chart = app.document.getElementById('c7')!;
    chart.addState('pressed-somehow');
    app.frame();
    expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
    chart.parentElement!.addState('pressed-somehow');
    expect(app.frame().skipped).toBe(true);
  });

  it('restyles one element for a class that reaches no other', () => {
    const { app } = mount();
    app.document.getElementById('t3')!.classList.add('on');
    app.frame();
    expect(app.counters).toEqual({ restyled: 1, laidOut: 0, painted: 1 });
    app.document.getElementById('t3')!.classList.remove('on');
    app.frame();
    expect(app.counters).toEqual({ restyled: 1, laidOut: 0, painted: 1 });
  });

  it('runs no stage for an attribute that nothing looks at', () => {
    const { app, writes } = mount();
    app.document.getElementById('t3')!.setAttribute('data-note', 'x');
    expect(app.frame()).toEqual({ cells: 0, bytes: 0, skipped: true });
    expect(writes()).toBe(1);
  });

  it('moves what a taller sibling pushes down, and no more than that', () => {
    const { app } = mount();
    app.document.getElementById('t18')!.textContent = 'a text of many words '.repeat(6);
    app.frame();
    // The text, its chart and their box, and what comes below: not the eighteen boxes above.
    expect(app.counters.painted).toBeLessThanOrEqual(8);
  });

  it('writes once a frame, whatever changed', () => {
    const { app, writes } = mount();
    for (const text of app.document.querySelectorAll('text')) text.textContent = 'all new';
    app.frame();
    expect(writes()).toBe(2);
  });

  it('repaints all after a resize, and the theme fits every depth', () => {
    const { app } = mount();
    app.resize(30, 20);
    expect(app.frame().skipped).toBe(false);
    expect([app.width, app.height]).toEqual([30, 20]);
  });
});

interface Model {
  readonly sparks: number[][];
}

interface Workload {
  markup(model: Model): string;
  advance(model: Model): void;
  update(app: App, model: Model): () => void;
}

/** The benchmarks' own documents and data, so that what is measured is what is counted. */
async function workload(name: 'w1' | 'w2' | 'w3') {
  const folder = new URL('../../bench/', import.meta.url);
  const { Model } = (await import(new URL('model.mjs', folder).href)) as {
    Model: new () => Model;
  };
  const { [name]: work } = (await import(new URL('workloads.mjs', folder).href)) as Record<
    typeof name,
    Workload
  >;
  const model = new Model();
  const { app, screen } = createAppOnScreen(work.markup(model), {
    registry,
    width: 120,
    height: 40,
    theme: 'color16-dark',
    env: { TERM: 'xterm', LC_ALL: 'C.UTF-8' },
    output: { write: () => undefined },
  });
  const first = app.frame();
  const step = work.update(app, model);
  return {
    app,
    screen,
    first,
    next(): FrameResult {
      work.advance(model);
      step();
      return app.frame();
    },
  };
}

describe('the workloads of the benchmarks', () => {
  it('w1: paints every box once, and sends no blank screen', async () => {
    const { app, screen, first } = await workload('w1');
    expect(app.counters.painted).toBe(app.counters.laidOut);
    expect(screen.cellsCompared).toBe(120 * 40);
    expect(first.bytes).toBeLessThan(11_000);
    app.stop();
  });

  it('w2: a frame of streaming runs no style and no layout, and shifts the sparklines', async () => {
    const { app, screen, next } = await workload('w2');
    let bytes = 0;
    let shifted = 0;
    for (let frame = 0; frame < 60; frame++) {
      const result = next();
      bytes += result.bytes;
      shifted += screen.rowsShifted;
      expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 16 });
      // Bars and values, not labels and borders: the whole screen is 4,800 cells.
      // The first time a chart refreshes itself it looks up its colours, and moves nothing yet.
      expect(screen.cellsCompared).toBeLessThan(frame === 0 ? 2000 : 1300);
      expect(result.cells).toBeLessThan(1100);
    }
    expect(bytes / 60).toBeLessThan(2700);
    expect(shifted / 60).toBeGreaterThan(7.5);
    app.stop();
  });

  it('w3: a cell of text is one box and at most ten bytes', async () => {
    const { app, screen, next } = await workload('w3');
    let bytes = 0;
    for (let frame = 0; frame < 60; frame++) {
      const result = next();
      bytes += result.bytes;
      expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
      // From the first character that differs to the last, and one cell beside them on either side.
      expect(screen.cellsCompared).toBeLessThanOrEqual(8);
      expect(result.cells).toBeLessThanOrEqual(3);
    }
    expect(bytes / 60).toBeLessThanOrEqual(10);
    app.stop();
  });

  it('a class among thousands of elements costs what it reaches', () => {
    const rows = Array.from(
      { length: 400 },
      (_, row) =>
        `<container class="row"><text class="cell" id="e${row}">a</text><text class="cell">b</text></container>`,
    ).join('');
    const { app } = mount(
      `<tui><style>.on { color: #ff0000 } .lit .cell { color: #00ff00 }</style><container style="height: 40; overflow: scroll">${rows}</container></tui>`,
    );
    app.document.getElementById('e10')!.classList.add('on');
    app.frame();
    expect(app.counters).toEqual({ restyled: 1, laidOut: 0, painted: 1 });
    app.document.querySelectorAll('.row')[10]!.classList.add('lit');
    app.frame();
    expect(app.counters.restyled).toBeLessThanOrEqual(2);
    expect(app.counters).toMatchObject({ laidOut: 0, painted: app.counters.restyled });
    app.stop();
  });

  it('a streaming chart costs the same, however many entries it has', () => {
    const work = (entries: number): unknown => {
      const { app, screen } = mount(
        `<tui><data-bars id="c" series='[{"name":"s"}]' max="10" bars="[]"/><text>below</text></tui>`,
      );
      const chart = app.document.getElementById('c') as unknown as {
        setValue(rows: number[][]): void;
        appendEntry(values: number[]): void;
        shiftEntry(): void;
      };
      chart.setValue(Array.from({ length: entries }, (_, entry) => [(entry % 9) + 1]));
      app.frame();
      chart.appendEntry([5]);
      chart.shiftEntry();
      const { bytes } = app.frame();
      app.stop();
      return { ...app.counters, compared: screen.cellsCompared, few: bytes < 400 };
    };
    expect(work(100_000)).toEqual(work(100));
  });

  it('a key in a field paints the field alone', () => {
    const { app } = mount(
      `<tui>${'<text>line</text>'.repeat(10)}<input id="i" size="20"/><button>ok</button></tui>`,
    );
    app.document.getElementById('i')!.focus();
    app.frame();
    app.input(new TextEncoder().encode('a'));
    const result = app.frame();
    expect(app.counters).toMatchObject({ laidOut: 0 });
    expect(app.counters.painted).toBeLessThanOrEqual(1);
    expect(result.bytes).toBeLessThan(40);
    app.stop();
  });
});
