/** Sparklines that stream: what the terminal is told to move, and what it is sent, come to the same picture. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../../elements/index.js';
import { createAppOnScreen } from '../../support/screen.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { bufferCells, visible, Xterm } from '../../support/xterm.js';
import { propertyRuns } from '../../support/property-runs.js';

type Chart = TuiElement & { appendEntry(values: number[]): void; shiftEntry(): void };

const points = Array.from({ length: 30 }, (_, i) => [(i * 7) % 11]);
const chart = (id: string): string =>
  `<data-bars id="${id}" min="0" max="10" show-values="true" value-format="value"
    series='[{"name":"${id}","color":"ansi-green"}]' bars='${JSON.stringify(points)}'/>`;
const MARKUP = `<tui>${chart('a')}${chart('b')}
  <container style="flex-direction: row"><text id="t" style="width: 6">text</text>${chart('c')}</container></tui>`;

const which = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ id: which, value: fc.nat(10), appends: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 6, arbitrary: fc.constant('frame' as const) },
  fc.constantFrom(
    'notice' as const,
    'text' as const,
    'color' as const,
    'repaint' as const,
    'narrow' as const,
  ),
);

describe('sparklines that stream', () => {
  it('show on the terminal what they show in the cells', async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const chunks: Uint8Array[] = [];
        const { app, screen } = createAppOnScreen(MARKUP, {
          registry,
          width: 48,
          height: 6,
          theme: 'fullcolor-dark',
          env: { TERM: 'xterm', LC_ALL: 'C.UTF-8' },
          output: { write: (bytes) => chunks.push(Buffer.from(bytes)) },
        });
        const terminal = new Xterm(48, 6);
        const show = async (): Promise<void> => {
          app.frame();
          for (const chunk of chunks.splice(0)) await terminal.write(chunk);
          moved += screen.rowsShifted;
          const look = (cells: ReturnType<typeof bufferCells>): unknown =>
            visible(cells).map((row) => row.map(({ char, fg, bg }) => `${char}${fg}/${bg}`));
          expect(look(terminal.cells())).toEqual(look(bufferCells(app.cells)));
        };
        await show();
        for (const each of steps) {
          const text = app.document.getElementById('t')!;
          if (each === 'frame') await show();
          else if (each === 'notice') app.notify('over it');
          else if (each === 'text')
            text.textContent = text.textContent === 'text' ? 'words' : 'text';
          else if (each === 'color')
            text.style['color'] = text.style['color'] === 'red' ? '' : 'red';
          else if (each === 'repaint') app.repaint();
          else if (each === 'narrow') text.style['width'] = text.style['width'] === '9' ? '6' : '9';
          else {
            const element = app.document.getElementById(each.id) as unknown as Chart;
            for (let i = 0; i < each.appends; i++) {
              element.appendEntry([(each.value + i) % 11]);
              element.shiftEntry();
            }
          }
        }
        await show();
        app.stop();
      }),
      { numRuns: propertyRuns(40) },
    );
    // Else nothing of this was tried.
    expect(moved).toBeGreaterThan(10);
  });
});
