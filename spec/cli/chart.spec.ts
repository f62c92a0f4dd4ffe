/** `tui chart`: calls that end before anything is read. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'data.csv': 'a,b\n1,2\n', 'folder/x': '' });
});
afterAll(async () => await rm(cwd, { recursive: true }));

describe('an error is reported', () => {
  it.each([
    [['nothing.csv'], /^nothing\.csv error no-file: there is no such file$/m],
    [['folder'], /^folder error is-directory: is a folder, not a file$/m],
    [
      ['data.csv', 'b.csv'],
      /error usage: "tui chart" accepts only \[FILE \| -\], found "b\.csv" as well/,
    ],
    [
      ['--type', 'lines', 'data.csv'],
      /error bad-value: --type: expected .*"line".*\n.*did you mean "line"\?/,
    ],
    [
      ['--delimiter', ';;', 'data.csv'],
      /error usage: --delimiter: expected one character or tab, found ";;"/,
    ],
    [['--follow', 'data.csv'], /error usage: --follow draws on a terminal, and stdout is not one/],
    [
      ['--header', '--no-header', 'data.csv'],
      /error usage: --header and --no-header exclude each other/,
    ],
    [['--last', '5', 'data.csv'], /error usage: --last has no effect without --follow/],
    [['--allow-read', 'data.csv'], /error usage: --allow-read is not a flag of "tui chart"/],
    [
      ['--hieght', '5', 'data.csv'],
      /error unknown-flag: --hieght is not a flag\n.*did you mean "--height"\?/,
    ],
  ])('for %j', async (args, message) => {
    const { code, stdout, stderr } = await call(['chart', ...args], { cwd });
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });
});

it('has help, with the choices of each option', async () => {
  const { code, stdout } = await call(['chart', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^tui chart \[FILE \| -\]\n/);
  expect(stdout).toContain('Type of the chart: bars, line, area, step, scatter, histogram,');
});
