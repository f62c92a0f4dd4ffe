/** A frame costs what changed: asserted by counting work, never by a clock. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app.js';
import type { TuiElement } from '../../runtime/tree/element.js';

const CHARTS = `<tui><style>.on { color: #ff0000 } .wide { padding: 1 }</style>
${Array.from(
  { length: 20 },
  (_, i) =>
    `<container class="row"><text id="t${i}">text ${i}</text><data-bars id="c${i}" series='[{"name":"s"}]' bars="[[1],[2],[3]]" max="10"/></container>`,
).join('')}</tui>`;

function mount(markup = CHARTS): { app: App; writes: () => number } {
  let writes = 0;
  const app = createApp(markup, {
    registry,
    width: 60,
    height: 45,
    theme: 'fullcolor-dark',
    output: { write: () => writes++ },
  });
  app.frame();
  return { app, writes: () => writes };
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
