/** Texts that patterns could take quadratic time on. */
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { patternWayOut } from '../../elements/input/pattern.js';
import { checkScripts } from '../../cli/lint/script-checks.js';
import { elementsOf } from '../../cli/lint/elements-of.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { createApp } from '../../cli/library.js';

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
