/** Texts that patterns could take quadratic time on. */
import { expect, it } from '@jest/globals';
import { patternWayOut } from '../../elements/input/pattern.js';
import { checkScripts } from '../../cli/lint/script-checks.js';
import { createApp } from '../../cli/library.js';

const TIMES = 100_000;

it.each([
  ['comments', '/*'],
  ['members', 'a['],
  ['escaped quotes', "\\'"],
  ['escaped backticks', '\\`'],
])('%s that do not end', (_, part) => {
  const text = `<script>${part.repeat(TIMES)}</script><text bind="zz"/>`;
  const app = createApp(text, { theme: 'bw-std', isForgiving: true });
  const source = { file: 'a.tui', text };
  const before = process.cpuUsage();
  checkScripts({ source, document: app.document, files: [], members: [] });
  const { user } = process.cpuUsage(before);
  app.stop();
  // Quadratic, it takes more than 4 seconds.
  expect(user).toBeLessThan(2_000_000);
});

it('brackets of a pattern that do not close', () => {
  const before = process.cpuUsage();
  expect(patternWayOut('['.repeat(TIMES))).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
