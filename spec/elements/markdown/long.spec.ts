import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns, sized } from '../../support/property-runs.js';
import { use } from '../control.js';

afterEach(unmountAll);

const KINDS = [
  (n: number) => `## Part ${n}`,
  (n: number) => `Paragraph ${n} ${'with some words that wrap '.repeat(n % 7)}`,
  (n: number) => `- item ${n}\n- two\n- three`,
  (n: number) => `~~~js\nconst n = ${n};\n~~~`,
  (n: number) => `| n | ${n} |\n| - | - |\n| a | b |`,
  (n: number) => `> Quote ${n}\n>\n> more`,
];

/** Blocks of every kind, each with its number. */
function long(blocks: number): string {
  return Array.from({ length: blocks }, (_, n) => KINDS[n % KINDS.length]!(n)).join('\n\n');
}

/** Three times as many as may all have elements, or more: parts of a block of each kind. */
const PARTS = sized(500, 100);
const BLOCKS = PARTS * KINDS.length;
/** The first block of the part that is at this share of the text. */
const partAt = (share: number): number => Math.floor(PARTS * share) * KINDS.length;

async function open(text: string, attributes = 'style="height: 10"') {
  const used = await use(`<markdown id="m" ${attributes}/>`, { width: 60, height: 12 });
  const markdown = used.get('#m') as Markdown;
  markdown.value = text;
  await used.app.settle();
  // The rest of a long text is read in parts.
  for (let n = 0; n < 200 && used.app.clock.pending > 0; n++) await used.app.advance(1);
  return { ...used, markdown };
}

describe('a text of many blocks', () => {
  it('has elements for what shows, and a little more', async () => {
    const { markdown } = await open(long(BLOCKS));
    expect(markdown.querySelectorAll('*').length).toBeLessThan(500);
    expect(markdown.outline).toHaveLength(PARTS);
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
    const { app, markdown } = await open(long(BLOCKS));
    markdown.scrollTop = 1e9;
    await app.settle();
    markdown.scrollTop = 1e9;
    await app.settle();
    expect(app.text()).toContain(`Quote ${BLOCKS - 1}`);
    markdown.scrollTop = 0;
    await app.settle();
    expect(app.text()).toContain('Part 0');
    expect(markdown.scrollTop).toBe(0);
  });

  it('shows a heading, a line and what was found, wherever it is', async () => {
    const { app, markdown } = await open(long(BLOCKS));
    for (const n of [partAt(0.4), BLOCKS - 6, 6, partAt(0.6)]) {
      expect(markdown.showHeading(`part-${n}`)).toBe(true);
      await app.settle();
      expect(app.text().split('\n')[0]).toMatch(new RegExp(`^Part ${n}\\b`));
    }
    expect(markdown.showHeading('nothing')).toBe(false);
    const quote = partAt(0.5) + 5;
    const [line = 0] = markdown.find(`QUOTE ${quote}`);
    markdown.showLine(line);
    await app.settle();
    expect(app.text().split('\n')[0]).toContain(`Quote ${quote}`);
  });

  it('does not move what shows when it goes up through parts of unknown height', async () => {
    const { app, markdown, row } = await open(long(BLOCKS));
    markdown.showHeading(`part-${partAt(0.5)}`);
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
    const { app, markdown, row } = await open(long(BLOCKS), 'style="height: 10; width: 100%"');
    markdown.showHeading(`part-${partAt(0.5)}`);
    await app.settle();
    await app.resize(34, 12);
    expect(row(0)).toMatch(new RegExp(`^Part ${partAt(0.5)}\\b`));
    await app.resize(60, 12);
    expect(row(0)).toMatch(new RegExp(`^Part ${partAt(0.5)}\\b`));
  });

  it('says which part is read aloud', async () => {
    const { markdown } = await open(long(BLOCKS));
    expect(markdown.accessibleText().split('\n')[0]).toMatch(
      new RegExp(`^text of ${BLOCKS} blocks, 1 to \\d+ are read$`),
    );
  });

  it('in a box that scrolls has elements for what shows, too', async () => {
    const { app, get } = await use(
      '<container id="box" style="height: 10; overflow-y: scroll"><text>above</text><markdown id="m" style="flex-shrink: 0"/></container>',
      { width: 60, height: 12 },
    );
    (get('#m') as Markdown).value = long(BLOCKS);
    await app.settle();
    expect(get('#m').querySelectorAll('*').length).toBeLessThan(500);
    get('#box').scrollTop = 1e9;
    await app.settle();
    get('#box').scrollTop = 1e9;
    await app.settle();
    expect(app.text()).toContain(`Quote ${BLOCKS - 1}`);
    expect(get('#m').querySelectorAll('*').length).toBeLessThan(900);
  });
});

/** Of a text: many times what is read at once. */
const MEGABYTES = sized(10, 1);

describe('megabytes', () => {
  it.each([
    ['of all kinds of blocks', () => long(20_000 * MEGABYTES)],
    ['of one list', () => '- an item of a list that does not end\n'.repeat(26_000 * MEGABYTES)],
    [
      'of one code block',
      () => `~~~js\n${'const value = "of one code block";\n'.repeat(29_000 * MEGABYTES)}~~~`,
    ],
    [
      'of one table',
      () =>
        `| a | b |\n| - | - |\n${'| some words | in a cell that is one of many |\n'.repeat(22_000 * MEGABYTES)}`,
    ],
    ['of one paragraph', () => 'some words in a paragraph '.repeat(40_000 * MEGABYTES)],
    ['in one line of code', () => `~~~\n${'x'.repeat(1_000_000 * MEGABYTES)}\n~~~`],
    ['of quotes', () => '> quoted words that go on\n'.repeat(40_000 * MEGABYTES)],
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

describe('emphasis in emphasis', () => {
  const DEEP = sized(12_000, 2000);

  it('shows all of its text, and has no more elements in elements than can be walked through', async () => {
    const { app, markdown } = await open(
      `${'**a '.repeat(DEEP)}[deep](https://example.org) ${'b** '.repeat(DEEP)}`,
      'style="flex-shrink: 0"',
    );
    expect(markdown.textContent?.replace(/\s/g, '')).toBe(
      `${'a'.repeat(DEEP)}deep${'b'.repeat(DEEP)}`,
    );
    expect(app.text()).not.toContain('*');
    let [depth, element] = [0, markdown.querySelector('a')];
    expect(element?.textContent).toBe('deep');
    for (; element !== null && element !== markdown; depth++) element = element.parentElement;
    expect(depth).toBeGreaterThan(50);
    expect(depth).toBeLessThan(150);
  });
});

it('scrolled at random shows what the text has there', async () => {
  const { app, markdown } = await open(long(sized(200, 100) * KINDS.length));
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
