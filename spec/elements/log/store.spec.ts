/** The lines of a log as they are stored: the same as a list of texts, whatever is written, dropped and read; and their colours. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Serials } from '../../../elements/support/text-lines/serials.js';
import { LineStore } from '../../../elements/log/model/store.js';
import { plainTextOf, runsOf } from '../../../runtime/base/text/program-text.js';
import { indexed } from '../../../runtime/base/color.js';
import { propertyRuns } from '../../support/property-runs.js';

const piece = fc
  .array(fc.constantFrom('a', 'é', '表', '\n', '\r\n', 'x'.repeat(40), '\u001b[31m', '\u001b[0m'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('lines', () => {
  it('are those of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), piece), { maxLength: 20 }),
        fc.integer({ min: 1, max: 12 }),
        (writes, max) => {
          const store = new LineStore();
          store.maxLines = max;
          const all: string[] = [];
          let isOpen = false;
          for (const [isStream, text] of writes) {
            if (isStream && text === '') continue;
            const before: string = isStream && isOpen ? (all.pop() ?? '') : '';
            if (isStream) store.write(text);
            else store.append(text);
            const whole: string = before + text;
            const lines = whole.split('\n');
            if (whole.endsWith('\n')) lines.pop();
            isOpen = isStream && !whole.endsWith('\n');
            all.push(...lines);
          }
          const kept = all
            .slice(Math.max(0, all.length - max))
            .map((line) => line.replace(/\r$/, ''));
          expect(store.end).toBe(all.length);
          const read: string[] = [];
          store.each(store.first, store.end, (_line, source) => read.push(source));
          expect(read).toEqual(kept);
          expect(kept.map((_, at) => store.source(store.first + at))).toEqual(kept);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('keep the colours that a stream leaves on', () => {
    const store = new LineStore();
    store.write('\u001b[31mred\nstill ');
    store.write('red\n\u001b[0mplain\n');
    expect([0, 1, 2].map((line) => store.penOf(line).fg === indexed(1))).toEqual([
      false,
      true,
      true,
    ]);
    store.append('next');
    expect(store.penOf(3).attributes).toBe(0);
  });

  it('are found across blocks, and a line may be longer than one', () => {
    const store = new LineStore();
    const long = 'y'.repeat(600_000);
    store.append(`${'x\n'.repeat(20_000)}${long}\nend`);
    expect(store.source(20_000)).toBe(long);
    expect(store.source(20_001)).toBe('end');
    expect(store.source(16_384)).toBe('x');
  });

  it('are a million in little more than their text', () => {
    const store = new LineStore();
    const line =
      '2026-11-27 09:14:02 INFO a line of eighty characters, as logs have them often, 000';
    for (let at = 0; at < 100; at++) store.append(`${line}\n`.repeat(10_000));
    expect(store.count).toBe(1_000_000);
    expect(store.source(999_999)).toBe(line);
    expect(store.byteLength).toBeLessThan(100 * 2 ** 20);
    store.maxLines = 10;
    store.trim();
    expect(store.byteLength).toBeLessThan(2 ** 20);
  });
});

describe('numbers', () => {
  it('are kept in order', () => {
    const serials = new Serials();
    for (let at = 0; at < 1000; at++) serials.push(at * 2);
    serials.drop(500);
    serials.truncate(1000);
    expect([
      serials.length,
      serials.at(0),
      serials.indexOf(501),
      serials.has(502),
      serials.has(503),
    ]).toEqual([250, 500, 1, true, false]);
  });
});

describe('text of programs', () => {
  it('has runs of one look', () => {
    const runs = runsOf('a\u001b[1;31mb\u001b[0mc');
    expect(runs.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(runs[1]?.pen).toMatchObject({ fg: indexed(1), attributes: 1 });
  });

  it.each([
    ['\u001b[2Kcleared\u001b[1G', 'cleared'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001bP1$r\u001b\\after', 'after'],
    ['\u001b(Bcharset', 'charset'],
    ['\u001b[?1049hno screen', 'no screen'],
    ['a\tb', 'a       b'],
    ['1\u001b[32m2\t3', '12      3'],
    ['50 %\r\u001b[32m100 %', '100 %'],
    ['bell\u0007', 'bell␇'],
    ['\u009b2Jc1', '\ufffd2Jc1'],
    ['unfinished \u001b]0;title', 'unfinished ␛]0;title'],
  ])('%j is %j', (source, expected) => {
    expect(plainTextOf(source)).toBe(expected);
  });

  it('never has a control character', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '\u001b',
            '[',
            ']',
            '3',
            ';',
            'm',
            'H',
            '\\',
            '\u0007',
            'P',
            'x',
            '\u009b',
            '\u202e',
            '\r',
            '\t',
          ),
          { maxLength: 40 },
        ),
        (parts) => {
          expect(plainTextOf(parts.join(''))).not.toMatch(
            /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/,
          );
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});
