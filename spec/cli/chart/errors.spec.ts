/** Data that cannot be drawn: each error has its place and one suggestion. */
import { describe, expect, it } from '@jest/globals';
import { DataError } from '../../../cli/command-line/data-error.js';
import { draw, errorOf } from './drawn.js';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('CSV', () => {
  it.each([
    [
      'a row that is too short',
      'a,b\n1,2\n3\n',
      /^data\.csv:3:1 error ragged-row: expected 2 values, found 1\n 3 \| 3\n/,
    ],
    [
      'a row that is too long',
      'a,b\n1,2\n3,4,5\n',
      /^data\.csv:3:5 error ragged-row: expected 2 values, found 3\n/,
    ],
    ['a row after a quoted line break', 'a,b\n"1\n1",2\n3\n', /^data\.csv:4:1 error ragged-row/],
    [
      'a quote that is not closed',
      'a,b\n1,"2\n3,4\n',
      /^data\.csv:2:3 error unclosed-quote: expected a closing quote, found the end of the data\n 2 \| 1,"2\n/,
    ],
    ['a quote that is not doubled', 'a,b\nx,"2"z\n', /^data\.csv:2:5 error stray-quote/],
    [
      'a word among numbers',
      `a,b\n${'x,2\n'.repeat(9)}y,oops\n`,
      /^data\.csv:11:3 error not-a-number: column "b": expected a number, found "oops"\n 11 \| y,oops\n/,
    ],
    [
      'a quoted word among numbers',
      `a,b\n${'x,2\n'.repeat(9)}"a ""b""","oops"\n`,
      /^data\.csv:11:12 error not-a-number/,
    ],
    [
      'a word among dates',
      `a,b\n${'2026-01-01,2\n'.repeat(9)}soon,1\n`,
      /^data\.csv:11:1 error not-a-date: column "a": expected a date or time, found "soon"\n/,
    ],
    ['nothing', '', /^data\.csv error empty-data: expected rows of data, found nothing\n/],
    ['blank lines', '\n\r\n  \n', /^data\.csv error empty-data/],
    [
      'a header alone',
      'a,b\n',
      /^data\.csv:1:1 error empty-data: expected rows of data, found only the names of columns\n/,
    ],
    [
      'columns without values',
      'a,b\n,\n,\n',
      /^data\.csv error no-numbers: expected a column of numbers, found "a", "b"\n/,
    ],
    ['a NUL byte', 'a,b\n1,\0\n', /^data\.csv:2:3 error not-text/],
  ])('with %s', (_, data, message) => {
    const error = errorOf(data);
    expect(error).toMatch(message);
    expect(error).toMatch(/\n  \S[^\n]*$/);
    expect(() => draw(data)).toThrow(DataError);
  });

  it('in Latin-1 is not taken for UTF-8', () => {
    const data = Buffer.concat([utf8('name,n\nZ'), Buffer.from([0xfc]), utf8('rich,1\n')]);
    expect(errorOf(data)).toMatch(
      /^data\.csv:2:2 error not-utf8: expected text in UTF-8, found the byte 0xfc\n/,
    );
  });

  it.each([
    ['--lenient and short rows', 'a,b\nx,2\ny\nz,3,4\n', [[2], [null], [3]]],
    ['--lenient and words', `a,b\n${'x,2\n'.repeat(4)}y,oops\n`, [[2], [2], [2], [2], [null]]],
    ['--lenient and stray quotes', 'a,b\n"x"y,2\nz,"3', [[2], [3]]],
  ])('with %s is drawn', (_, data, expected) => {
    expect(draw(data, { isLenient: true }).drawing.data).toEqual(expected);
  });
});

describe('JSON', () => {
  it.each([
    [
      'a comma too many',
      '[{"a":1},\n{"a":2,}]',
      /^data\.json:2:8 error bad-json: .*\n 2 \| \{"a":2,\}\]\n.*\^\n  remove the comma before it$/,
    ],
    [
      'a row of another kind',
      '[{"a":1},\n3]',
      /^data\.json:2:1 error not-a-table: expected an object, as the rows before, found a number\n/,
    ],
    [
      'lists of other lengths',
      '{"a":[1,2],"b":[3]}',
      /^data\.json:1:16 error ragged-row: expected 2 values, found 1\n/,
    ],
    ['one number', '42', /^data\.json:1:1 error not-a-table/],
    ['nothing in it', '[]', /^data\.json error empty-data/],
    [
      'a word among numbers',
      `[${'{"a":1},'.repeat(9)}\n{"a":"x"}]`,
      /^data\.json:2:6 error not-a-number: column "a": expected a number, found "x"\n/,
    ],
    [
      'too many brackets',
      '['.repeat(100_000),
      /^data\.json:1:65 error too-deep: expected at most 64 levels of brackets\n/,
    ],
  ])('with %s', (_, data, message) => {
    expect(errorOf(data, { name: 'data.json' })).toMatch(message);
  });

  it('lines with an error have its place', () => {
    const data = '{"t":1,"b":4}\n{"t":2,"b":}\n';
    const options = { name: 'log.jsonl' };
    expect(errorOf(data, options)).toMatch(/^log\.jsonl:2:12 error bad-json: expected a value\n/);
    expect(draw(data, { ...options, isLenient: true }).drawing.data).toHaveLength(1);
  });
});

describe('a call', () => {
  const DATA = 'time,load,name\n1,5,a\n2,6,b\n';

  it.each([
    [{ y: 'laod' }, /^error usage: --y: there is no column "laod"\n  did you mean "load"\?$/],
    [
      { x: 'nothing' },
      /^error usage: --x: there is no column "nothing"\n  the columns are "time", "load", "name"$/,
    ],
    [{ x: '9' }, /^error usage: --x: expected a column from 1 to 3, found 9\n/],
    [{ y: 'name' }, /^data\.csv:2:5 error no-numbers: --y: the column "name" has no numbers\n/],
    [
      { type: 'line', x: 'name' },
      /^error usage: --type line needs numbers or dates as x, and the column "name" has words\n/,
    ],
    [{ type: 'bars', bins: 4 }, /^error usage: --bins has no effect on --type bars\n/],
    [{ type: 'line', top: 4 }, /^error usage: --top has no effect on --type line\n/],
    [{ type: 'bars', logScale: 'x' }, /^error usage: --log-scale has no effect on --type bars\n/],
    [{ dateFormat: '%Q' }, /^error usage: --date-format: %Q is not a field of it\n/],
    [{ dateFormat: 'day' }, /^error usage: --date-format: expected fields such as %Y, %m and %d\n/],
  ] as const)('with %j', (options, message) => {
    expect(errorOf(DATA, options)).toMatch(message);
    expect(() => draw(DATA, options)).toThrow();
  });
});

describe('text is read', () => {
  const TEXT = 'name,n\r\nÄrger,1\r\nb,2\r\n';
  it.each([
    ['UTF-8', utf8(TEXT)],
    ['UTF-8 with a mark', utf8(`\ufeff${TEXT}`)],
    ['UTF-16 with a mark', utf16(`\ufeff${TEXT}`)],
    ['UTF-16 without one', utf16(TEXT)],
    ['UTF-16 in the other order', utf16(`\ufeff${TEXT}`).swap16()],
  ])('in %s', (_, bytes) => {
    const { drawing, choice } = draw(bytes);
    expect(choice.x?.cells).toEqual(['Ärger', 'b']);
    expect([drawing.names, drawing.data]).toEqual([['n'], [[1], [2]]]);
  });

  it.each(['\n', '\r\n', '\r'])('with lines that end in %j', (end) => {
    expect(draw(`a,b${end}x,2${end}y,3`).drawing.data).toEqual([[2], [3]]);
  });
});
