/** Anything in any order: what is selected exists, events tell the truth, the cursor stays in the box. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { makeChart, paintChart } from './chart.js';
import { propertyRuns } from '../../support/property-runs.js';
import { DEFAULT_ACTION, TOOLTIP_AT, PROPS, CARET } from '../../../runtime/element/internals.js';

const place = fc.oneof(fc.integer({ min: -2, max: 32 }), fc.constantFrom(NaN, 1e9, -1e9, 0.5));
const value = fc.oneof(
  fc.integer({ min: -50, max: 100 }),
  fc.constantFrom(0, null, 1e308, -1e308, 0.001),
);
const row = fc.array(value, { maxLength: 4 });
const key = fc.constantFrom(
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Enter',
  ' ',
  'Escape',
  '__proto__',
  'constructor',
  '',
);
const ids = fc.array(fc.constantFrom('a', 'b', 'v1', '__proto__'), { maxLength: 3 });

type Step = readonly [name: string, ...values: unknown[]];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('click'), place, place) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('key'), key) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('hover'), place, place) },
  fc.tuple(fc.constant('append'), row, fc.option(fc.string(), { nil: undefined })),
  fc.tuple(fc.constant('shift')),
  fc.tuple(fc.constant('set'), fc.array(row, { maxLength: 40 })),
  fc.tuple(fc.constant('ids'), ids),
  fc.tuple(fc.constant('controlled'), fc.option(ids, { nil: undefined })),
  fc.tuple(fc.constant('select'), fc.integer({ min: -1, max: 9 }), fc.integer({ min: -1, max: 4 })),
  fc.tuple(fc.constant('clear')),
  fc.tuple(fc.constant('box'), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 })),
);

const chart = fc.record({
  series: fc.integer({ min: 0, max: 3 }),
  stacked: fc.boolean(),
  bars: fc.array(row, { maxLength: 12 }),
  labels: fc.array(fc.constantFrom('a', 'b', 'c', '売上'), { maxLength: 12 }),
  withIds: fc.boolean(),
  style: fc.record({
    orientation: fc.constantFrom('horizontal', 'vertical'),
    barStyle: fc.constantFrom('solid', 'led'),
    downsample: fc.constantFrom('none', 'max', 'mean', 'last'),
  }),
});

function send(element: DataBars, type: string, fields: object): boolean {
  return element[DEFAULT_ACTION]({ type, target: element, ...fields });
}

function run(element: DataBars, [name, first, second]: Step, box: number[]): void {
  const pointer = { offsetX: first, offsetY: second, clientX: first, clientY: second };
  switch (name) {
    case 'click':
      send(element, 'mousedown', pointer);
      send(element, 'click', pointer);
      return;
    case 'key':
      send(element, 'keydown', { key: first });
      return;
    case 'hover':
      send(element, 'mousemove', pointer);
      element[TOOLTIP_AT](first as number, second as number);
      return;
    case 'append':
      element.appendEntry(first as number[], second as string | undefined);
      return;
    case 'shift':
      element.shiftEntry();
      return;
    case 'set':
      element.setValue(first as number[][]);
      return;
    case 'ids':
      element.setSelectedIds(new Set(first as string[]));
      return;
    case 'controlled':
      if (first === undefined) element.removeAttribute('selectedIds');
      else element.selectedIds = first as string[];
      return;
    case 'select':
      element.setSelectedBar(first as number, second as number);
      return;
    case 'clear':
      element.clearSelection();
      return;
    default:
      box.splice(0, 2, first as number, second as number);
  }
}

describe('a chart that is used at random', () => {
  it('tells the truth', () => {
    fc.assert(
      fc.property(chart, fc.array(step, { maxLength: 25 }), (spec, steps) => {
        const series = Array.from({ length: spec.series }, (_, index) => ({
          name: `s${index}`,
          ...(spec.stacked ? { stack: 'one' } : {}),
        }));
        const { bars, labels, style } = spec;
        const element = makeChart({
          series,
          bars,
          labels,
          style,
          selectable: true,
          tooltip: 'auto',
        });
        if (spec.withIds) element.getId = ({ label, values }) => label ?? `v${values.length}`;
        element.addState('focus');
        const box = [30, 10];
        let told = 0;
        element.addEventListener('select', (event) => check(event, true));
        element.addEventListener('hover', (event) => check(event, false));
        const check = (event: unknown, mayBeNone: boolean): void => {
          told++;
          const { entryIndex, seriesIndex, value } = event as Record<string, number | null>;
          if (mayBeNone && entryIndex === -1) {
            expect([seriesIndex, value]).toEqual([-1, undefined]);
            return;
          }
          const data = element.getValue();
          expect(entryIndex).toBeGreaterThanOrEqual(0);
          expect(entryIndex).toBeLessThan(data.length);
          expect(seriesIndex).toBeLessThan(spec.series);
          expect(value).toEqual(data[entryIndex!]?.[seriesIndex!] ?? null);
        };
        for (const each of [['box', 30, 10] as const, ...steps]) {
          const before = told;
          const controlled = element[PROPS].selectedIds !== undefined;
          const was = JSON.stringify([element.getSelectedBar(), [...element.getSelectedIds()]]);
          run(element, each, box);
          const [width, height] = box as [number, number];
          if (each[0] === 'click') {
            // A click without a place is nobody's.
            expect(told - before).toBe(each.includes(NaN) ? 0 : 1);
          }
          if (controlled && (each[0] === 'click' || each[0] === 'key')) {
            const is = JSON.stringify([element.getSelectedBar(), [...element.getSelectedIds()]]);
            expect(is).toBe(was);
          }
          paintChart(element, width, height);
          const bar = element.getSelectedBar();
          if (bar !== null) {
            expect(bar.entry).toBeLessThan(element.getValue().length);
            expect(bar.series).toBeLessThan(spec.series);
          }
          const caret = element[CARET]();
          if (caret !== null) {
            expect(caret.x >= 0 && caret.x < width).toBe(true);
            expect(caret.y >= 0 && caret.y < height).toBe(true);
          }
          expect(element.accessibleText()).not.toBe('');
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
