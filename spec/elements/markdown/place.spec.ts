/** Lines of the text on the screen: where they are in their blocks, and that the reader keeps the place. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { tried } from '../../support/property-runs.js';
import { use } from '../control.js';

afterEach(unmountAll);

const many = (make: (n: number) => string): string =>
  Array.from({ length: 300 }, (_, n) => make(n)).join('\n');

const TEXT = [
  '\n\n# Title',
  `~~~js\n${many((n) => `const c${n} = ${n};`)}\n~~~`,
  many((n) => `- item ${n}`),
  `| a | b |\n| - | - |\n${many((n) => `| row ${n} | ${n} |`)}`,
  `> ${many((n) => `quoted ${n} words`).replaceAll('\n', '\n> ')}`,
  many((n) => `    indented ${n}`),
  many((n) => `line ${n} of a paragraph that wraps`),
  '## Last',
].join('\n\n');

async function open(text: string) {
  const used = await use('<markdown id="m" style="height: 10; padding: 0 1"/>', {
    width: 60,
    height: 12,
  });
  const markdown = used.get('#m') as Markdown;
  markdown.value = text;
  await used.app.settle();
  return { ...used, markdown };
}

describe('a line', () => {
  const WORDS = [
    'c0',
    'c7',
    'c160',
    'c299',
    'item 3',
    'item 149',
    'item 151',
    'item 299',
    'row 0',
    'row 17',
    'row 200',
    'row 299',
    'indented 5',
    'indented 250',
  ];

  it.each(tried(WORDS, 5))('of %s is in the first row, and marked', async (words) => {
    const { app, markdown, row } = await open(TEXT);
    const [line = 0] = markdown.find(words);
    markdown.showLine(line);
    markdown.markLine(line);
    await app.settle();
    expect(row(0)).toMatch(new RegExp(`^▸.*\\b${words}\\b`));
    markdown.markLine(null);
    await app.settle();
    expect(row(0)).toMatch(new RegExp(`^ .*\\b${words}\\b`));
  });

  it.each(['quoted 4 ', 'quoted 280 ', 'line 6 ', 'line 290 '])(
    'that is wrapped, as %s, shows',
    async (words) => {
      const { app, markdown } = await open(TEXT);
      const [line = 0] = markdown.find(words);
      markdown.showLine(line);
      await app.settle();
      expect(app.text()).toContain(words.trim());
    },
  );

  it('is the one of its file, whatever it is called with', async () => {
    const { app, markdown, row } = await open(TEXT);
    for (const line of [1e9, -1, NaN, 'x', undefined]) {
      markdown.showLine(line);
      markdown.markLine(line);
      await app.settle();
    }
    expect(row(0)).toContain('Title');
  });
});

describe('the place of the reader', () => {
  const SHORT = `# A\n\n${'some words that wrap where it is narrow '.repeat(40)}\n\n## B\n\n${many((n) => `${n}\\`).slice(0, 400)}`;

  it('is not taken back to what was shown before', async () => {
    const { app, markdown, row } = await open(SHORT);
    markdown.showHeading('b');
    await app.settle();
    expect(row(0)).toMatch(/^ B/);
    markdown.scrollTop -= 4;
    await app.settle();
    const before = row(0);
    expect(before).toContain('some');
    // Another layout, of something else.
    markdown.append('\n\nmore');
    await app.settle();
    markdown.append(' and more');
    await app.settle();
    expect(row(0)).toBe(before);
  });

  it('stays when the width changes, in a text that has all its elements', async () => {
    const { app, markdown, row } = await open(SHORT);
    markdown.showHeading('b');
    await app.settle();
    await app.resize(30, 12);
    expect(row(0)).toMatch(/^ B/);
    await app.resize(60, 12);
    expect(row(0)).toMatch(/^ B/);
    markdown.scrollTop = 0;
    await app.settle();
    await app.resize(30, 12);
    expect(row(0)).toMatch(/^ A/);
  });
});
