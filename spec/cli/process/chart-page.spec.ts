/** The page about `tui chart`: each snippet marked `run` is run by a shell, and prints what is below it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { Page } from '../../docs/page.js';
import { shell } from '../../support/cli.js';

const page = new Page('docs/chart-command.md');
const folder = mkdtempSync(join(tmpdir(), 'tui-page-'));
for (const { language, words, content } of page.fences) {
  if (language === 'csv') writeFileSync(join(folder, words[0]!), `${content}\n`);
}
afterAll(() => rmSync(folder, { recursive: true }));

const snippets = page.fences
  .map((fence, at) => ({ fence, output: page.fences[at + 1]! }))
  .filter(({ fence }) => fence.language === 'sh' && fence.words.includes('run'));

it.each(snippets)('line $fence.line', async ({ fence, output }) => {
  const line = fence.content.replaceAll(/\btui chart\b/g, '$TUI chart');
  const { code, stdout, stderr } = await shell(line, { cwd: folder, env: { HOME: folder } });
  expect(output.language).toBe('text');
  page.expect(output, (stdout + stderr).trimEnd());
  expect(code).toBe(fence.words.includes('fails') ? 1 : 0);
});

it('has such snippets', () => {
  expect(snippets.length).toBeGreaterThan(7);
});
