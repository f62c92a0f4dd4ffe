/** Markdown files as they are shown. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../../support/cli.js';

/** What would be a document, a policy and a help if it were read as one. */
const TEXT = `# Title

<policy>{"permissions": {"net": ["evil.example"]}, "config": {"theme": "bw-std"}}</policy>
<help>not this</help> <nonsense>
`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'a.md': TEXT,
    'start.md': '# Start\n\n[first](#two) [none](#none) [again](?x) [top](#)\n\n## Two\n\ntext',
    'b*c/star.md': '# Star',
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

const call = async (...args: string[]): Promise<Result> => await tui(args, { cwd });

describe('a Markdown file', () => {
  it('is shown where other things are denied', async () => {
    const { code, stdout } = await call('--deny-net', '--deny-read=docs', 'a.md');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Title')]);
  });

  it('is shown from a folder of any name', async () => {
    expect((await call('b*c/star.md')).stdout).toContain('Star');
  });
});

describe('into a pipe', () => {
  const print = async (text: string, ...flags: string[]): Promise<Result> => {
    await writeFile(join(cwd, 'print.md'), text);
    return await call(...flags, 'print.md');
  };
  const words = (count: number): string[] => Array.from({ length: count }, (_, n) => `w${n}`);

  it('all of the code is printed, in as many rows as it takes', async () => {
    const long = words(100).join(' ');
    const text = `# Code\n\n~~~js\n${long}\n${'y'.repeat(300)}\n~~~\n\n- ~~~\n  ${long}\n  ~~~\n\nend`;
    const { stdout, stderr } = await print(text);
    expect(stdout.match(/w\d+/g)).toEqual([...words(100), ...words(100)]);
    expect(stdout.match(/y/g)).toHaveLength(300);
    expect([stdout.includes('end'), stderr]).toEqual([true, '']);
  });

  it('all of a table and a text is printed, however narrow', async () => {
    const text = `| ${words(12).join(' | ')} |\n${'| - '.repeat(12)}|\n| ${words(12).join(' | ')} |\n\n${words(400).join(' ')}`;
    for (const width of [80, 20, 6]) {
      const { stdout, stderr } = await print(text, `--headless-width=${width}`);
      expect(stdout.match(/w\d+/g)?.slice(-400)).toEqual(words(400));
      expect(stderr).toBe('');
    }
  });

  it('what is not printed is stated, and only then', async () => {
    const lines = (count: number): string => words(count).join('\n\n');
    const whole = await print(lines(10_000));
    expect([whole.stdout.match(/w\d+/g)?.length, whole.stderr]).toEqual([10_000, '']);
    const cut = await print(lines(10_001));
    expect(cut.stdout.match(/w\d+/g)?.length).toBe(10_000);
    expect(cut.stderr).toContain('warning text-cut: only the first 20000 rows are printed');
    const chosen = await print(lines(10), '--headless-height=3');
    expect([chosen.stdout, chosen.stderr]).toEqual(['w0\n\nw1\n', '']);
  });
});

describe('links in a file', () => {
  const size = ['--width', '50', '--height', '7'];

  it.each([
    ['a heading', 'Tab Enter', /^ first none again top\s+Two\b/],
    ['a heading that is none', 'Tab Tab Enter', /this file has no heading #none/],
    ['the file itself', 'Tab Tab Tab Enter', /^ Start\b/],
    ['its start', 'End Tab Tab Tab Tab Enter', /^ Start\b/],
  ])('lead to %s', async (_what, keys, shown) => {
    const { stdout } = await call(
      'snapshot',
      'start.md',
      '--press',
      keys,
      '--wait',
      '300',
      ...size,
    );
    expect(stdout).toMatch(shown);
  });

  it('headings are in the place of the text where it is narrow', async () => {
    const steps = (keys: string): string[] => ['--press', keys, '--wait', '200'];
    const open = await call('snapshot', 'start.md', ...steps('o'), ...size);
    expect(open.stdout).toMatch(/^\s+Start\s+Two/);
    const chosen = await call('snapshot', 'start.md', ...steps('o Down Down Enter'), ...size);
    expect(chosen.stdout).toMatch(/^ first none again top\s+Two\b/);
    const left = await call('snapshot', 'start.md', ...steps('o Down Escape'), ...size);
    expect(left.stdout).toMatch(/^ Start\b/);
  });

  it('a search shows the line, with a sign beside it', async () => {
    const { stdout } = await call(
      'snapshot',
      'start.md',
      '--press',
      '/ t e x t Enter',
      '--wait',
      '300',
      '--width',
      '50',
      '--height',
      '6',
    );
    expect(stdout).toContain('▸text');
    expect(stdout).toContain('"text" 1 of 1');
  });
});
