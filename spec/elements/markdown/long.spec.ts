import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { use } from '../control.js';

afterEach(unmountAll);

/** Blocks of every kind, each with its number. */
function long(blocks: number): string {
  const kinds = [
    (n: number) => `## Part ${n}`,
    (n: number) => `Paragraph ${n} ${'with some words that wrap '.repeat(n % 7)}`,
    (n: number) => `- item ${n}\n- two\n- three`,
    (n: number) => `~~~js\nconst n = ${n};\n~~~`,
    (n: number) => `| n | ${n} |\n| - | - |\n| a | b |`,
    (n: number) => `> Quote ${n}\n>\n> more`,
  ];
  return Array.from({ length: blocks }, (_, n) => kinds[n % kinds.length]!(n)).join('\n\n');
}

async function open(text: string, attributes = 'style="height: 10"') {
  const used = await use(`<markdown id="m" ${attributes}/>`, { width: 60, height: 12 });
  const markdown = used.get('#m') as Markdown;
  markdown.value = text;
  await used.app.settle();
  // The rest of a long text is read in parts.
  for (let n = 0; n < 200 && used.app.clock.pending > 0; n++) await used.app.advance(1);
  return { ...used, markdown };
}

describe('a text of 3000 blocks', () => {
  it('has elements for what shows, and a little more', async () => {
    const { markdown } = await open(long(3000));
    expect(markdown.querySelectorAll('*').length).toBeLessThan(500);
    expect(markdown.outline).toHaveLength(500);
  });

  it('is read to its end by pages, nothing left out', async () => {
    const { app, markdown } = await open(long(600));
    const seen = new Set<string>();
    for (let pages = 0; pages < 2000; pages++) {
      for (const [all] of app.text().matchAll(/(Part|Paragraph|item|n =|n +|Quote) \d+/g))
        seen.add(all);
      const before = markdown.scrollTop;
      markdown.scrollTop += 8;
      await app.settle();
      if (markdown.scrollTop === before) break;
    }
    const numbers = new Set([...seen].map((each) => Number(/\d+/.exec(each)?.[0])));
    expect(Array.from({ length: 600 }, (_, n) => n).filter((n) => !numbers.has(n))).toEqual([]);
    expect(markdown.querySelectorAll('*').length).toBeLessThan(900);
  });

  it('goes to its end and back to its start', async () => {
    const { app, markdown } = await open(long(3000));
    markdown.scrollTop = 1e9;
    await app.settle();
    markdown.scrollTop = 1e9;
    await app.settle();
    expect(app.text()).toContain('Quote 2999');
    markdown.scrollTop = 0;
    await app.settle();
    expect(app.text()).toContain('Part 0');
    expect(markdown.scrollTop).toBe(0);
  });

  it('shows a heading, a line and what was found, wherever it is', async () => {
    const { app, markdown } = await open(long(3000));
    for (const n of [1200, 2994, 6, 1800]) {
      expect(markdown.showHeading(`part-${n}`)).toBe(true);
      await app.settle();
      expect(app.text().split('\n')[0]).toMatch(new RegExp(`^Part ${n}\\b`));
    }
    expect(markdown.showHeading('nothing')).toBe(false);
    const [line = 0] = markdown.find('QUOTE 1505');
    markdown.showLine(line);
    await app.settle();
    expect(app.text().split('\n')[0]).toContain('Quote 1505');
  });

  it('does not move what shows when it goes up through parts of unknown height', async () => {
    const { app, markdown, row } = await open(long(3000));
    markdown.showHeading('part-1500');
    await app.settle();
    let before = row(0);
    for (let step = 0; step < 120; step++) {
      const shown = app.text().split('\n');
      markdown.scrollTop -= 1;
      await app.settle();
      // What was in the first row is in the second now; the scrollbar aside.
      expect(row(1).slice(0, 55).trimEnd()).toBe((shown[0] ?? '').slice(0, 55).trimEnd());
      before = row(0);
    }
    expect(before).toBeDefined();
  });

  it('keeps what shows when the width changes', async () => {
    const { app, markdown, row } = await open(long(3000), 'style="height: 10; width: 100%"');
    markdown.showHeading('part-1500');
    await app.settle();
    await app.resize(34, 12);
    expect(row(0)).toMatch(/^Part 1500\b/);
    await app.resize(60, 12);
    expect(row(0)).toMatch(/^Part 1500\b/);
  });

  it('says which part is read aloud', async () => {
    const { markdown } = await open(long(3000));
    expect(markdown.accessibleText().split('\n')[0]).toMatch(
      /^text of 3000 blocks, 1 to \d+ are read$/,
    );
  });

  it('in a box that scrolls has elements for what shows, too', async () => {
    const { app, get } = await use(
      '<container id="box" style="height: 10; overflow-y: scroll"><text>above</text><markdown id="m" style="flex-shrink: 0"/></container>',
      { width: 60, height: 12 },
    );
    (get('#m') as Markdown).value = long(3000);
    await app.settle();
    expect(get('#m').querySelectorAll('*').length).toBeLessThan(500);
    get('#box').scrollTop = 1e9;
    await app.settle();
    get('#box').scrollTop = 1e9;
    await app.settle();
    expect(app.text()).toContain('Quote 2999');
    expect(get('#m').querySelectorAll('*').length).toBeLessThan(900);
  });
});

describe('10 MB', () => {
  it.each([
    ['of all kinds of blocks', () => long(200_000)],
    ['of one list', () => '- an item of a list that does not end\n'.repeat(260_000)],
    [
      'of one code block',
      () => `~~~js\n${'const value = "of one code block";\n'.repeat(290_000)}~~~`,
    ],
    [
      'of one table',
      () =>
        `| a | b |\n| - | - |\n${'| some words | in a cell that is one of many |\n'.repeat(220_000)}`,
    ],
    ['of one paragraph', () => 'some words in a paragraph '.repeat(400_000)],
    ['in one line of code', () => `~~~\n${'x'.repeat(10_000_000)}\n~~~`],
    ['of quotes', () => '> quoted words that go on\n'.repeat(400_000)],
  ])('%s is shown, bounded', async (_name, make) => {
    const { app, get } = await use('<markdown id="m" style="height: 10"/>', {
      width: 60,
      height: 12,
    });
    const markdown = get('#m') as Markdown;
    markdown.value = make();
    await app.settle();
    expect(app.text().trim()).not.toBe('');
    expect(markdown.querySelectorAll('*').length).toBeLessThan(20_000);
    for (let n = 0; n < 300 && app.clock.pending > 0; n++) await app.advance(1);
    expect(markdown.querySelectorAll('*').length).toBeLessThan(20_000);
  });
});

it('scrolled at random shows what the text has there', async () => {
  const { app, markdown } = await open(long(1200));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -400, max: 400 }), { maxLength: 8 }),
      async (steps) => {
        for (const step of steps) {
          markdown.scrollTop = Math.max(0, markdown.scrollTop + step);
          await app.settle();
          const words = app
            .text()
            .replace(/[█▁▂▃▄▅▆▇]/g, '')
            .trim();
          expect(words).not.toBe('');
          const numbers = [...words.matchAll(/(?:Part|Paragraph|item|Quote) (\d+)/g)].map(([, n]) =>
            Number(n),
          );
          expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
        }
      },
    ),
    { numRuns: propertyRuns(30) },
  );
});
