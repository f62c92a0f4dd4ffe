/** `tui chart` in a pipe: text and other formats, input from files and pipes, exit codes, and data that is hostile. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shell, tui } from '../../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-chart-'));
const options = { cwd: folder, env: { HOME: folder } };
const CITIES = 'city,visits\nBerlin,120\nParis,340\nRome,90\n';

beforeAll(() => writeFileSync(join(folder, 'cities.csv'), CITIES));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a chart is printed', () => {
  it('as text, without an escape', async () => {
    const { code, stdout, stderr } = await tui(['chart', '--width', '40', 'cities.csv'], options);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^city\nBerlin █+▎ +120\nParis {2}█+ 340\nRome {3}█+▋ +90\n/);
    expect(stdout).not.toContain('\x1b');
  });

  it('of what is piped into it, in whatever way', async () => {
    const expected = (await tui(['chart', 'cities.csv'], options)).stdout;
    const piped = await tui(['chart'], { ...options, stdin: CITIES });
    expect([piped.stdout, piped.stderr, piped.code]).toEqual([expected, '', 0]);
    const named = await shell('$TUI chart - < cities.csv; $TUI chart <(cat cities.csv)', options);
    expect([named.stdout, named.stderr]).toEqual([expected + expected, '']);
  });

  it('in colours, as SVG, as a page and in words', async () => {
    const call = ['chart', 'cities.csv', '--title', 'Visits', '--format'];
    const [ansi, svg, html, words] = await Promise.all(
      ['ansi', 'svg', 'html', 'accessible'].map((format) => tui([...call, format], options)),
    );
    expect(ansi?.stdout).toMatch(/\x1b\[0;38;2;/);
    expect(svg?.stdout).toMatch(/^<svg[^]*Visits[^]*<\/svg>\s*$/);
    expect(html?.stdout).toMatch(/^<!doctype html>[^]*Visits/i);
    expect(words?.stdout).toContain('3 entries; from 0 to 340');
  });

  it('to a file', async () => {
    const call = ['chart', 'cities.csv', '--format', 'svg', '-o', 'a.svg'];
    const { code, stdout, stderr } = await tui(call, options);
    expect([code, stdout, stderr]).toEqual([0, '', '']);
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/^<svg/);
  });
});

describe('an error', () => {
  it('of the data has its place, and exit code 1', async () => {
    const data = 'a,b\n1,2\n3\n';
    const { code, stdout, stderr } = await tui(['chart'], { ...options, stdin: data });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^<stdin>:3:1 error ragged-row: expected 2 values, found 1\n 3 \| 3\n/);
  });

  it('of the call has exit code 2, and writes no file', async () => {
    const call = ['chart', 'cities.csv', '--y', 'visit', '-o', 'none.txt'];
    const { code, stderr } = await tui(call, options);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /error usage: --y: there is no column "visit"\n {2}did you mean "visits"\?/,
    );
    expect(() => readFileSync(join(folder, 'none.txt'))).toThrow(/ENOENT/);
  });
});

describe('hostile data', () => {
  /** Sequences that change a terminal, with controls of both kinds and of text direction. */
  const EVIL = '\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\x1b_Gi=1;AAAA\x1b\\';
  const UNSAFE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
  const hostile = `${EVIL}name,${EVIL}n\n${EVIL}a,1\n${EVIL}b,2\n`;

  it('is what the terminal would obey', () => {
    expect(hostile).toMatch(UNSAFE);
  });

  it.each([
    ['as text', hostile, []],
    ['in words', hostile, ['--format', 'accessible']],
    ['with a title', hostile, ['--title', EVIL]],
    ['as a wrong value', `a,b\n${'x,1\n'.repeat(9)}y,${EVIL}\n`, []],
    ['as a name that is not found', hostile, ['--y', EVIL]],
    ['as JSON', JSON.stringify([{ [EVIL]: EVIL, n: 1 }]), []],
    ['as wrong JSON', `[{"a": "${EVIL}" }`, []],
  ])('%s reaches no terminal as an escape', async (_, stdin, args) => {
    const { stdout, stderr } = await tui(['chart', ...args], { ...options, stdin });
    expect(stdout + stderr).not.toBe('');
    expect(stdout).not.toMatch(UNSAFE);
    expect(stderr).not.toMatch(UNSAFE);
  });

  it.each(['svg', 'html'])('is text in %s', async (format) => {
    const stdin = 'k,n\n<script>alert(1)</script>,1\n"</svg><img onerror=x>",2\n';
    const { code, stdout } = await tui(['chart', '--format', format], { ...options, stdin });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/<script>alert|<img/);
  });
});
