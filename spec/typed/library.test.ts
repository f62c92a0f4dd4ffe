/** `tui-runtime`: an app in a program of one's own. */
import { describe, expect, it } from '@jest/globals';
import {
  createApp,
  DiagnosticError,
  formatDiagnostic,
  ManualClock,
  MemoryTerminal,
  type App,
  type FrameResult,
  type TuiElement,
  type TuiGlobal,
} from 'tui-runtime';

const CHART = '<data-bars id="chart" series=\'[{"name":"a"}]\' bars="[[3],[5]]"/>';

function open(markup: string): App {
  return createApp(markup, { width: 20, height: 3, theme: 'fullcolor-dark', env: {} });
}

describe('createApp', () => {
  it('paints frames, and writes each once', () => {
    const output = new MemoryTerminal(20, 3);
    const app = createApp('<text id="a">Hello</text>', { output, env: {} });
    const { cells, bytes, skipped }: FrameResult = app.frame();
    expect([cells > 0, bytes === output.total, skipped]).toEqual([true, true, false]);
    expect(output.take()).toContain('Hello');
    expect(app.frame()).toMatchObject({ cells: 0, bytes: 0, skipped: true });
  });

  it('has a document', () => {
    const app = open(CHART);
    const chart: TuiElement | null = app.document.getElementById('chart');
    expect(chart?.getAttribute('bars')).toBe('[[3],[5]]');
    expect(app.document.querySelectorAll('data-bars')).toHaveLength(1);
    chart?.setAttribute('title', 'Load');
    expect(app.document.body ?? app.document.documentElement).not.toBeNull();
  });

  it('has what its scripts have', () => {
    const app = open(CHART);
    const $tui: TuiGlobal = app.$tui;
    const text = $tui.createElement('text');
    text.textContent = 'below';
    $tui.document.documentElement.append(text);
    expect($tui.querySelector('text')?.textContent).toBe('below');
    const state = $tui.createState({ count: 1 });
    state.count += 1;
    expect(state.count).toBe(2);
  });

  it('runs on a clock of the program', async () => {
    const clock = new ManualClock(0);
    const app = createApp('<text>x</text>', { clock, env: {} });
    let fired = 0;
    clock.setTimer(() => fired++, 100);
    await clock.advance(100);
    expect([clock.now(), fired]).toEqual([100, 1]);
    app.stop();
  });

  it('reports errors of a document with their places', () => {
    let error: unknown;
    try {
      createApp('<text>a</txt>', { file: 'a.tui' });
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof DiagnosticError)) throw error;
    const [first] = error.diagnostics;
    expect(first?.severity).toBe('error');
    expect(formatDiagnostic(error.diagnostics[0]!)).toMatch(/^a\.tui:1:\d+ error /);
  });
});

/** Compiled, never called. */
export function wrong(app: App, clock: ManualClock, error: DiagnosticError): void {
  // @ts-expect-error: the option is width.
  createApp(CHART, { columns: 20 });
  // @ts-expect-error: a size is a number.
  createApp(CHART, { width: 'wide' });
  // @ts-expect-error: a frame is made at once.
  app.frame().then();
  // @ts-expect-error: the document may have no such element.
  app.document.getElementById('none').remove();
  // @ts-expect-error: an app exits with a number.
  app.$tui.exit('now');
  // @ts-expect-error: a state keeps its types.
  app.$tui.createState({ count: 1 }).count = 'two';
  // @ts-expect-error: milliseconds are a number.
  void clock.advance('100 ms');
  // @ts-expect-error: diagnostics are a list.
  formatDiagnostic(error.diagnostics);
}
