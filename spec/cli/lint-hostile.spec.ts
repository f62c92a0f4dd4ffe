/** Texts that patterns could take quadratic time on. */
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { patternWayOut } from '../../elements/input/pattern.js';
import { checkScripts } from '../../cli/lint/script-checks.js';
import { checkComponents } from '../../cli/lint/component-checks.js';
import { elementsOf } from '../../cli/lint/elements-of.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { createApp } from '../../cli/library.js';
import { formatDiagnostic, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { LoadDiagnostics } from '../../runtime/element/loading/load-diagnostics.js';

const TIMES = 100_000;
/** Milliseconds: many times what linear work takes, and a part of what quadratic work does. */
const LIMIT = 2000;

/** Texts, and expressions that would do as well, but that begin anew behind each beginning. */
it.each([
  // With a blank, so that no `*/` ends one.
  ['comments', '/* ', /\/\*[^]*?\*\//g],
  ['members', 'a[', /\w\[[^\]\n]*\]+\s*=[^=]/g],
  ['escaped quotes', "\\'", /(["'])(?:\\.|(?!\1)[^\\\n])*\1/g],
  ['variables', '--', /(--[\w-]+)\s*:/g],
  ['escaped backticks', '\\`', /`(?:\\[^]|[^\\`])*`/g],
])('%s that do not end', (_, part, naive) => {
  const code = part.repeat(TIMES);
  expect(() =>
    runInNewContext('match()', { match: () => code.match(naive) }, { timeout: LIMIT / 10 }),
  ).toThrow('timed out');

  const text = `<style>${code}</style><script>${code}</script><text bind="zz"/>`;
  const app = createApp(text, { theme: 'bw-std', isForgiving: true });
  const source = { file: 'a.tui', text };
  const before = process.cpuUsage();
  const found = checkScripts({
    source,
    document: app.document,
    theme: app.theme,
    files: [],
    parts: [],
    members: [],
    exports: new Set(),
    hasPackages: false,
    sheets: [...elementsOf(parseMarkup(source).nodes)].filter(({ name }) => name === 'style'),
  });
  const { user } = process.cpuUsage(before);
  app.stop();
  expect(user).toBeLessThan(LIMIT * 1000);
  expect(found.map(({ code }) => code)).toEqual(['unknown-key']);
});

it('brackets of a pattern that do not close', () => {
  const before = process.cpuUsage();
  expect(patternWayOut('['.repeat(TIMES))).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

const MANY = 10_000;
const many = (one: (at: number) => string): string =>
  Array.from({ length: MANY }, (_, at) => one(at)).join('');

/** Microseconds of this process that something takes. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}

/** Each is a document with ten thousand mistakes, in a component that has ten thousand of what is misnamed. */
it.each([
  [
    'slots',
    (at: number) => `<slot name="s${at}"/>`,
    (at: number) => `<text slot="q${at}">a</text>`,
  ],
  ['children', (at: number) => `<slot name="s${at}"/>`, () => '<text>a</text>'],
  ['events', (at: number) => `<text on-click="host.emit('s${at}')">a</text>`, () => ''],
])('many wrong %s of a component', (kind, has, child) => {
  const handlers = kind === 'events' ? many((at) => ` on-q${at}="1"`) : '';
  const text = `<template element="x-a">${many(has)}</template><x-a${handlers}>${many(child)}</x-a>`;
  const source = { file: 'a.tui', text };
  const { nodes } = parseMarkup(source);
  const files = [{ source, path: '', nodes, diagnostics: new LoadDiagnostics(source) }];
  let found: Diagnostic[] = [];
  const cost = costOf(() => {
    found = checkComponents({ files, words: new Set(), exports: new Set() });
    for (const each of found) formatDiagnostic(each);
  });
  expect(cost).toBeLessThan(LIMIT * 1000);
  if (kind !== 'events') expect(found.at(-1)?.message).toContain('more than 200 warnings');
  for (const { suggestion = '' } of found) expect(suggestion.length).toBeLessThan(1000);
});

it('many errors on one long line', () => {
  const source = { file: 'a.tui', text: 'x'.repeat(1_000_000) };
  const one = { severity: 'error', code: 'a', message: 'b', source } as const;
  const cost = costOf(() => {
    for (let at = 0; at < MANY; at++)
      formatDiagnostic({ ...one, span: { start: at, end: at + 1 } });
  });
  expect(cost).toBeLessThan(LIMIT * 1000);
});
