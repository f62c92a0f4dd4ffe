/** Many lines that are set at once: stored in portions, those first that show, and the same as lines that were written one after the other. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineStore } from '../../../elements/log/model/store.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { numbered, use } from './use.js';

afterEach(unmountAll);

const COUNT = 20_000;

/** A text that counts how often it is read. */
function counted(): { readonly value: unknown; readonly reads: () => number } {
  let reads = 0;
  const value = {
    toString: () => {
      reads++;
      return 'counted';
    },
  };
  return { value, reads: () => reads };
}

describe('many lines that are set at once', () => {
  const special = fc.constantFrom(
    'two\nlines',
    '\n\n',
    '',
    'ended\n',
    '\u001b[31mred',
    '\u001b[0mplain',
    'é表',
    'x'.repeat(300_000),
    7,
    null,
  );
  const step = fc.oneof(
    fc.constantFrom('readEnd', 'settle', 'read', 'append', 'write', 'clear'),
    fc.nat(COUNT),
  );

  it('are those that are written, whatever is read first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(COUNT - 1), special), { maxLength: 6 }),
        fc.array(step, { maxLength: 6 }),
        (places, steps) => {
          const lines: unknown[] = numbered(COUNT);
          for (const [at, value] of places) lines[at] = value;
          const store = new LineStore();
          store.setLines(lines);
          const whole = new LineStore();
          whole.write(`${lines.map((line) => String(line).replace(/\n$/, '')).join('\n')}\n`);
          // The app's list is its own.
          lines.fill('changed');
          for (const each of steps) {
            if (typeof each === 'number') store.source(store.first + each);
            else if (each === 'readEnd') store.readEnd();
            else if (each === 'settle') store.settle();
            else if (each === 'read') store.read(5000);
            else if (each === 'clear') for (const one of [store, whole]) one.clear();
            else for (const one of [store, whole]) one[each]('more\u001b[32m');
          }
          store.settle();
          expect(store.count).toBe(whole.count);
          store.readAll();
          expect(store.isRead).toBe(true);
          const different: number[] = [];
          for (let at = 0; at < whole.count; at++) {
            const [line, other] = [store.first + at, whole.first + at];
            const isSame =
              store.source(line) === whole.source(other) &&
              store.penOf(line).fg === whole.penOf(other).fg;
            if (!isSame) different.push(at);
          }
          expect(different).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });

  it('are read where they show first', async () => {
    const { value, reads } = counted();
    const lines: unknown[] = numbered(100_000);
    lines[50_001] = value;
    const { app, log, rows } = await use('', { height: 3 });
    log.setLines(lines);
    await app.settle();
    expect(rows()).toEqual(['line 99997', 'line 99998', 'line 99999']);
    expect(reads()).toBe(0);
    await app.advance(1000);
    expect(reads()).toBeGreaterThan(0);
    expect(log.getLine(50_001)).toBe('counted');
  });

  it('stay where they are while the number of those before them becomes known', async () => {
    const lines: unknown[] = numbered(100_000);
    lines[50_001] = 'one\ntwo\nthree';
    const { app, log, rows } = await use('', { height: 3 });
    log.setLines(lines);
    await app.settle();
    const before = rows();
    await app.advance(1000);
    expect(rows()).toEqual(before);
    expect([log.lineCount, log.cursorLine]).toEqual([100_002, 100_001]);
    log.setLines(lines);
    await app.settle();
    await app.press('Up');
    expect(log.getLine(log.cursorLine)).toBe('line 99998');
    await app.advance(1000);
    expect(log.getLine(log.cursorLine)).toBe('line 99998');
    expect(rows()).toEqual(before);
  });

  it('show from the first one where the end is not followed, and their colours once these are known', async () => {
    const lines = numbered(100_000);
    lines[40_000] = '\u001b[31mred';
    const { app, log, rows } = await use('follow="false"', { height: 3 });
    log.setLines(lines);
    await app.settle();
    expect(rows()).toEqual(['line 0', 'line 1', 'line 2']);
    log.cursorLine = 99_999;
    await app.advance(1000);
    expect(rows()).toEqual(['line 99997', 'line 99998', 'line 99999']);
    expect(app.screen().cell(0, 0).fg).not.toBe('#e0e0e0');
  });

  it('are counted before the oldest are dropped', async () => {
    const lines: unknown[] = numbered(50_000);
    lines[3] = 'one\ntwo';
    const { app, log } = await use('max-lines="50000"', { height: 3 });
    const start = log.firstLine;
    log.setLines(lines);
    expect(log.firstLine).toBe(start + 1);
    log.append('more');
    await app.settle();
    expect([log.firstLine, log.lineCount]).toEqual([start + 2, 50_000]);
  });

  it('take little more than their text', () => {
    const store = new LineStore();
    const line =
      '2026-11-27 09:14:02 INFO a line of eighty characters, as logs have them often, 000';
    store.setLines(Array.from({ length: 200_000 }, () => line));
    expect(store.count).toBe(200_000);
    expect(store.byteLength).toBeLessThan(20 * 2 ** 20);
  });
});
