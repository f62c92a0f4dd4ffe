/** `$tui.parseCsv` and `$tui.formatCsv`. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCsv, parseCsv } from '../../runtime/script/globals/csv.js';
import { cpuTime, slowed } from '../support/cpu-time.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

describe('parseCsv', () => {
  it('reads quotes, delimiters and line ends within values', () => {
    const text = 'name,says\nAda,"a ""b"", c\nd"\nBob,\n';
    expect(parseCsv(text)).toEqual({
      columns: ['name', 'says'],
      rows: [
        { name: 'Ada', says: 'a "b", c\nd' },
        { name: 'Bob', says: '' },
      ],
      delimiter: ',',
      problems: [],
    });
  });

  it.each([
    ['a;b\n1,5;2', ';'],
    ['a\tb,c\td\n', '\t'],
    ['"a;;;;",b\n', ','],
    ['a|b', '|'],
    ['a', ','],
    ['', ','],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(parseCsv(text).delimiter).toBe(delimiter);
  });

  it('takes line ends of all systems, also in one text, and the mark of UTF-8', () => {
    const { columns, rows } = parseCsv('\ufeffa,b\r\n1,2\n3,4\r5,6');
    expect(columns).toEqual(['a', 'b']);
    expect(rows.map((row) => Object.values(row).join())).toEqual(['1,2', '3,4', '5,6']);
  });

  it('names columns that have no name, or the same one', () => {
    expect(parseCsv('a,,a,a 2,__proto__\n1,2,3,4,5')).toMatchObject({
      columns: ['a', 'column 2', 'a 2', 'a 2 2', '__proto__'],
    });
    const [row = {}] = parseCsv('__proto__,constructor\n1,2').rows;
    expect(Object.entries(row)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(parseCsv('1,2\n3,4', { header: false })).toMatchObject({
      columns: ['1', '2'],
      rows: [
        { 1: '1', 2: '2' },
        { 1: '3', 2: '4' },
      ],
    });
  });

  it('names as many columns of one name as a text has, in linear time', () => {
    const start = cpuTime();
    const { columns } = parseCsv(`${'a,'.repeat(30_000)}a 30001\n1`);
    expect(columns.slice(0, 3)).toEqual(['a', 'a 2', 'a 3']);
    expect(columns.slice(-2)).toEqual(['a 30000', 'a 30001']);
    // Quadratic: a minute.
    expect(cpuTime() - start).toBeLessThan(slowed(3000));
  });

  it('keeps what is too much, and reports what is wrong by its line', () => {
    const { columns, rows, problems } = parseCsv('a,b\n\n1\n"x\ny",2\n3,4,5\n6,7" x\n');
    expect(columns).toEqual(['a', 'b', 'column 3']);
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['1', '', ''],
      ['x\ny', '2', ''],
      ['3', '4', '5'],
      ['6', '7" x', ''],
    ]);
    expect(problems).toEqual([
      { line: 3, message: 'expected 2 values, found 1' },
      { line: 6, message: 'expected 2 values, found 3' },
      { line: 7, message: 'a quote in a value is not doubled' },
    ]);
    expect(() => parseCsv('a,b\n1,"2\n3')).toThrow(
      new SyntaxError('$tui.parseCsv: a quote is not closed: the text ends in line 3'),
    );
  });

  it('rejects one row that is as wide as the text is long, and takes wide tables', () => {
    const text = `a\n${'1\n'.repeat(50_000)}${'2,'.repeat(50_000)}\n`;
    const start = cpuTime();
    expect(() => parseCsv(text)).toThrow(
      new RangeError(
        '$tui.parseCsv: expected rows of similar length, found 50001 values in line 50002, and 100002 in all 50002 rows',
      ),
    );
    // Filled up it has 2.5 thousand million values.
    expect(cpuTime() - start).toBeLessThan(slowed(3000));
    const wide = parseCsv(`${'a,'.repeat(999)}a\n${`${'1,'.repeat(999)}1\n`.repeat(100)}`);
    expect([wide.columns.length, wide.rows.length]).toEqual([1000, 100]);
    expect(parseCsv(`a\n${'1\n'.repeat(1000)}${'2,'.repeat(1000)}\n`).rows).toHaveLength(1001);
  });

  it('rejects what is no text or delimiter', () => {
    expect(() => parseCsv(5 as never)).toThrow(TypeError);
    expect(() => parseCsv('', { delimiter: ',,' })).toThrow('"delimiter" must be one character');
    expect(() => formatCsv([], { delimiter: '"' })).toThrow('"delimiter" must be one character');
    expect(() => formatCsv(['a' as never])).toThrow('expected rows as objects');
  });
});

describe('formatCsv', () => {
  it('quotes what has to be quoted, and nothing else', () => {
    const rows = [
      { a: 'plain', b: 'a,b', c: 1.5 },
      { a: '"', b: null, d: new Date(0) },
      { a: ['x'], b: true },
    ];
    expect(formatCsv(rows)).toBe(
      'a,b,c,d\nplain,"a,b",1.5,\n"""",,,1970-01-01T00:00:00.000Z\n"[""x""]",true,,\n',
    );
    expect(formatCsv(rows, { columns: ['c', 'a'], delimiter: ';', header: false })).toBe(
      '1.5;plain\n;""""\n;"[""x""]"\n',
    );
    expect(formatCsv([])).toBe('');
  });

  it('is read as it was written', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r', '\t', 'é', '=') }),
      fc.string(),
    );
    const name = fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string({ minLength: 1 }));
    const table = fc
      .uniqueArray(name, { minLength: 1, maxLength: 4 })
      .chain((columns) =>
        fc.tuple(
          fc.constant(columns),
          fc.array(fc.tuple(...columns.map(() => value)), { maxLength: 5 }),
          fc.constantFrom(',', ';', '\t', '|'),
        ),
      );
    fc.assert(
      fc.property(table, ([columns, values, delimiter]) => {
        const rows = values.map((row) =>
          Object.fromEntries(columns.map((each, at) => [each, row[at]!])),
        );
        const text = formatCsv(rows, { columns, delimiter });
        const read = parseCsv(text, { delimiter });
        expect(read.columns).toEqual(columns);
        expect(read.rows).toEqual(rows);
        expect(read.problems).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

it('is there for scripts', async () => {
  const app = await mount(
    `<text id="t"/><script>
      const { rows } = $tui.parseCsv('a;b\\n1;2');
      document.getElementById('t').textContent = $tui.formatCsv(rows, { header: false }).trim();
    </script>`,
  );
  expect(app.getByText('1,2')).toBeDefined();
});
