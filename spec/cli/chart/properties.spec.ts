/** Random data: what is written as CSV is read again, whole or in pieces, and each value has its place. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateReader } from '../../../cli/chart/date-format.js';
import { RecordReader, type TextRecord } from '../../../cli/chart/delimited.js';
import { FollowedRows } from '../../../cli/chart/followed-rows.js';
import { formatCsv, parseCsv } from '../../../runtime/script/globals/csv.js';
import { propertyRuns } from '../../support/property-runs.js';
import { draw, errorOf, optionsWith } from './drawn.js';

const DELIMITERS = [',', ';', '\t', '|'];

/** Values with all that CSV has rules for. */
const value = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', 'a', '\t', 'é', '東', '|'),
    maxLength: 8,
  }),
);

const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(value, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 12,
  }),
);

function written(rows: readonly (readonly string[])[], delimiter: string): string {
  const columns = rows[0]!.map((_, at) => `c${at}`);
  const objects = rows.map((row) => Object.fromEntries(row.map((each, at) => [`c${at}`, each])));
  return formatCsv(objects, { columns, delimiter, header: false });
}

function readIn(pieces: readonly string[], delimiter: string): TextRecord[] {
  const found: TextRecord[] = [];
  const reader = new RecordReader({ file: 'a.csv', delimiter, isLenient: false });
  pieces.forEach((piece, at) =>
    reader.read(piece, at === pieces.length - 1, (record) => found.push(record)),
  );
  return found;
}

/** A text in pieces that end at these shares of it. */
function pieces(text: string, shares: readonly number[]): string[] {
  const ends = [...shares.map((share) => Math.floor(share * text.length)), text.length].toSorted(
    (a, b) => a - b,
  );
  return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });

describe('CSV', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), (rows, delimiter) => {
        const text = written(rows, delimiter);
        expect(readIn([text], delimiter).map(({ values }) => values)).toEqual(rows);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('is read in pieces as it is whole, with the same places', () => {
    fc.assert(
      fc.property(table, shares, (rows, ends) => {
        const text = written(rows, ',');
        expect(readIn(pieces(text, ends), ',')).toEqual(readIn([text], ','));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('is read as $tui.parseCsv reads it', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = written(rows, ',');
        const { rows: others } = parseCsv(text, { header: false, delimiter: ',' });
        expect(readIn([text], ',').map(({ values }) => values)).toEqual(others.map(Object.values));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has the line in which each record begins', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = written(rows, ',');
        const lines = readIn([text], ',').map(({ line }) => line);
        const starts = readIn([text], ',').map(
          ({ start }) => text.slice(0, start).split(/\r\n|\n|\r/).length,
        );
        expect(lines).toEqual(starts);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('values', () => {
  it('that are numbers are drawn as they are', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(numbers, (all) => {
        const { drawing } = draw(`x\n${all.join('\n')}\n`, { type: 'line' });
        // A negative zero is written as 0.
        expect(drawing.data.map(([, y]) => y)).toEqual(all.map((each) => each + 0));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('that are not are found at their places', () => {
    const good = fc.integer({ min: 0, max: 999 }).map(String);
    const rows = fc.array(fc.tuple(good, good), { minLength: 10, maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.nat(), fc.boolean(), (all, at, isQuoted) => {
        const row = at % all.length;
        const lines = all.map(([a, b], index) => {
          const bad = isQuoted ? '"wrong"' : 'wrong';
          return `${a},${index === row ? bad : b}`;
        });
        const column = all[row]![0].length + 2 + Number(isQuoted);
        const error = errorOf(`a,b\n${lines.join('\n')}\n`, { y: 'b', type: 'line' });
        expect(error).toMatch(new RegExp(`^data\\.csv:${row + 2}:${column} error not-a-number`));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('of any kind end in a chart or in a diagnostic', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab1.,;"\n{}[]:-e% \t'), maxLength: 40 }),
        fc.boolean(),
        (text, isLenient) => {
          try {
            draw(text, { isLenient, name: '<stdin>' });
          } catch (error) {
            expect((error as Error).name).toBe('DiagnosticError');
          }
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('dates', () => {
  const two = (number: number): string => String(number).padStart(2, '0');
  const FORMATS: readonly (readonly [string, (date: Date) => string])[] = [
    [
      '%d.%m.%Y %H:%M',
      (d) =>
        `${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`,
    ],
    [
      '%m/%d/%Y %I:%M %p',
      (d) =>
        `${d.getUTCMonth() + 1}/${d.getUTCDate()}/${d.getUTCFullYear()} ${d.getUTCHours() % 12 || 12}:${two(d.getUTCMinutes())} ${d.getUTCHours() < 12 ? 'AM' : 'pm'}`,
    ],
    [
      '%e %b %Y %R',
      (d) =>
        `${d.getUTCDate()} ${d.toUTCString().slice(8, 11)} ${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`,
    ],
    ['%Y%m%dT%H%MZ%%', (d) => `${d.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z%`],
  ];

  it.each(FORMATS)('are read by %s', (format, write) => {
    const read = dateReader(format);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 66_000_000 }), (minutes) => {
        const date = new Date(minutes * 60_000);
        expect(read(write(date))).toBe(date.toISOString().replace('Z', ''));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it.each([
    ['%d.%m.%Y', '30.02.2026'],
    ['%d.%m.%Y', '1.13.2026'],
    ['%d.%m.%Y', '1.1.2026 12:00'],
    ['%H:%M', '24:00'],
    ['%b %d', 'Foo 3'],
  ])('by %s are not %s', (format, text) => {
    expect(dateReader(format)(text)).toBeUndefined();
  });

  it.each([
    ['%s', '86400.5', 86_400_500],
    ['%L', '-5', -5],
    ['%FT%T%z', '2026-01-02T03:04:05+01:00', Date.UTC(2026, 0, 2, 2, 4, 5)],
    ['%d/%m/%y', '03/04/69', '1969-04-03T00:00:00.000'],
  ])('by %s has %s', (format, text, expected) => {
    expect(dateReader(format)(text)).toBe(expected);
  });
});

describe('rows that go on', () => {
  it('are the last ones, in whatever pieces they come', () => {
    const rows = fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(rows, shares, fc.integer({ min: 2, max: 20 }), (all, ends, last) => {
        const text = `a,b\n${all.map((row) => row.join(',')).join('\n')}\n`;
        const followed = new FollowedRows(optionsWith({ last }));
        for (const piece of pieces(text, ends)) followed.add(Buffer.from(piece));
        followed.end();
        const kept = all.slice(-last);
        expect(followed.table()).toMatchObject({
          names: ['a', 'b'],
          rows: kept.length,
          columns: [kept.map(([a]) => String(a)), kept.map(([, b]) => String(b))],
        });
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('of a file that replaces another are read without its header', () => {
    const followed = new FollowedRows(optionsWith());
    followed.add(Buffer.from('a,b\n1,2\n'));
    followed.add(Buffer.from('a,b\n3,4\n'));
    expect(followed.table()?.columns).toEqual([
      ['1', '3'],
      ['2', '4'],
    ]);
  });

  it('are lines of JSON, and what is not JSON is left out', () => {
    const followed = new FollowedRows(optionsWith({ name: '<stdin>' }));
    followed.add(Buffer.from('{"a":1}\n{"a":'));
    followed.add(Buffer.from('2}\nnonsense\n{"a":{"b":3}}\n'));
    expect(followed.table()).toMatchObject({
      names: ['a', 'a.b'],
      columns: [
        [1, 2, null],
        [null, null, 3],
      ],
    });
  });

  it.each([
    ['', 'x'],
    ['', ' '],
    ['a,b\n', 'x'],
    ['a,b\n', '1,'],
    ['a,b\n', '"a","'],
    ['{"a":1}\n', '[1,'],
  ])('after %j are not read on where %j never ends', (before, piece) => {
    const followed = new FollowedRows(optionsWith({ name: '<stdin>' }));
    const bytes = Buffer.from(piece.repeat(64 * 1024));
    if (before !== '') followed.add(Buffer.from(before));
    let added = 0;
    const add = (): void => {
      for (; added < 200; added++) followed.add(bytes);
    };
    expect(add).toThrow(/too-large: expected/);
    expect(added).toBeLessThan(64);
  });

  it('may be as long as a megabyte: the control', () => {
    const followed = new FollowedRows(optionsWith({ name: '<stdin>' }));
    const value = 'x'.repeat(500_000);
    for (const piece of ['\n \n\n', '\t', 'a\n', `1\t${value}`, value, '\n'])
      followed.add(Buffer.from(piece));
    expect(followed.table()).toMatchObject({
      names: ['column 1', 'a'],
      columns: [['1'], [value + value]],
    });
  });

  it('are not read of one JSON value', () => {
    const followed = new FollowedRows(optionsWith({ name: 'a.json' }));
    expect(() => followed.add(Buffer.from('[1,\n2]\n'))).toThrow(
      /--follow reads rows as they come/,
    );
  });
});
