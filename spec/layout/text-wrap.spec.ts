/** `text-wrap`: lines that wrap, that do not, and that are about as long as each other. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { InlineContent } from '../../runtime/layout/inline.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const HEADLINE = 'The quick brown fox jumps over the dog';

async function lines(style: string, width = 20, text = HEADLINE): Promise<string[]> {
  const app = await mount(`<text id="t" style="${style}">${text}</text>`, { width, height: 6 });
  return app.text().split('\n');
}

describe('text-wrap', () => {
  it('wraps, does not, and balances', async () => {
    expect(await lines('')).toEqual(['The quick brown fox', 'jumps over the dog']);
    expect(await lines('text-wrap: nowrap')).toEqual(['The quick brown fox']);
    expect(await lines('', 30)).toEqual(['The quick brown fox jumps over', 'the dog']);
    expect(await lines('text-wrap: balance', 30)).toEqual([
      'The quick brown fox',
      'jumps over the dog',
    ]);
    expect(await lines('text-wrap: balance; text-align: right', 30)).toEqual([
      '           The quick brown fox',
      '            jumps over the dog',
    ]);
    expect(await lines('white-space: nowrap; text-wrap: balance', 20)).toEqual([
      'The quick brown fox',
    ]);
    expect(await lines('text-wrap: balance', 3, 'abcdefgh ij')).toEqual(['abc', 'def', 'gh', 'ij']);
  });

  it('follows a change, in elements and in bare text', async () => {
    const app = await mount(
      `<tui><text id="t">${HEADLINE}</text><container id="c">${HEADLINE}</container></tui>`,
      { width: 30, height: 6 },
    );
    const balanced = ['The quick brown fox', 'jumps over the dog'];
    const plain = ['The quick brown fox jumps over', 'the dog'];
    for (const [wrap, expected] of [
      ['balance', balanced],
      ['wrap', plain],
      ['nowrap', ['The quick brown fox jumps over']],
      ['balance', balanced],
    ] as const) {
      for (const id of ['t', 'c']) app.document.getElementById(id)!.style['text-wrap'] = wrap;
      app.app.frame();
      expect(app.text().split('\n')).toEqual([...expected, ...expected]);
    }
  });

  it('never takes more lines or a wider one, and says the same', () => {
    const word = fc.constantFrom('a', 'bc', 'def', '保存', 'longer', 'hyphen-ated', 'x'.repeat(15));
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 14 }),
        fc.integer({ min: 1, max: 30 }),
        (words, width) => {
          const text = words.join(' ');
          const of = (wrap: 'wrap' | 'balance'): InlineContent =>
            new InlineContent(text, [], 'normal', wrap);
          const plain = of('wrap').lines(width);
          const balanced = of('balance').lines(width);
          expect(balanced).toHaveLength(plain.length);
          const widest = (all: typeof plain): number =>
            Math.max(0, ...all.map((line) => line.width));
          expect(widest(balanced)).toBeLessThanOrEqual(widest(plain));
          const said = (all: typeof plain): string =>
            all
              .map(({ start, end }) => text.slice(start, end))
              .join('')
              .replaceAll(' ', '');
          expect(said(balanced)).toBe(said(plain));
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('zero-width spaces and soft hyphens', () => {
  it('let lines end inside words, and take no cell elsewhere', async () => {
    const spaced = 'aaaa\u200bbbbb\u200bcccc\u200bdddd';
    expect(await lines('', 10, spaced)).toEqual(['aaaabbbb', 'ccccdddd']);
    expect(await lines('', 20, spaced)).toEqual(['aaaabbbbccccdddd']);
    expect(await lines('white-space: pre-wrap', 10, spaced)).toEqual(['aaaabbbb', 'ccccdddd']);
    expect(await lines('white-space: nowrap', 10, spaced)).toEqual(['aaaabbbbcc']);
  });

  it('show the hyphen at which a line ends, where there is room for it', async () => {
    const text = 'hyphen\u00adation\u00adal words';
    expect(await lines('', 12, text)).toEqual(['hyphenation-', 'al words']);
    expect(await lines('', 11, text)).toEqual(['hyphen-', 'ational', 'words']);
    expect(await lines('', 20, text)).toEqual(['hyphenational words']);
    expect(await lines('', 6, text)).toEqual(['hyphen', 'ation-', 'al', 'words']);
    expect(await lines('text-align: right', 9, 'ab hy\u00adphenation')).toEqual([
      '   ab hy-',
      'phenation',
    ]);
  });

  it('hold across elements and collapsed blanks, and are not copied', async () => {
    const app = await mount(
      '<text style="width: 8">  <b>long</b>\u200b<i>words</i>  and\u00admore</text>',
      { width: 20, height: 6 },
    );
    expect(app.text().split('\n')).toEqual(['long', 'words', 'andmore']);
    await app.drag({ x: 0, y: 0 }, { x: 7, y: 2 });
    expect(app.clipboard).toBe('longwords andmore');
  });
});

describe('text without characters', () => {
  const rowOf = (inner: string): number => {
    const app = createApp(`<tui>${inner}<text id="end">end</text></tui>`, {
      registry,
      width: 12,
      height: 6,
      theme: 'fullcolor-dark',
    });
    app.frame();
    const { y } = app.document.getElementById('end')!.getBoundingClientRect();
    app.stop();
    return y;
  };

  it.each([
    ['<text style="white-space: pre"></text>', 1],
    ['<text style="white-space: pre-wrap"></text>', 1],
    [
      '<container style="white-space: pre"><text>a</text><text></text><text>b</text></container>',
      3,
    ],
    ['<text style="white-space: pre"><b></b></text>', 1],
    ['<text></text>', 0],
    ['<text style="white-space: pre-line"></text>', 0],
    ['<text>&#160;</text>', 1],
    ['<container style="white-space: pre"></container>', 0],
  ])('is a blank line where blanks are kept: %s', (inner, row) => {
    expect(rowOf(inner)).toBe(row);
  });

  it('has its row when it becomes empty, and when it is written again', () => {
    const app = createApp('<tui><text style="white-space: pre">a</text><text id="end"/></tui>', {
      registry,
      width: 12,
      height: 6,
      theme: 'fullcolor-dark',
    });
    const [line, end] = ['text', '#end'].map((each) => app.document.querySelector(each)!);
    for (const words of ['', 'b', '', 'c\nd']) {
      line!.textContent = words;
      app.frame();
      expect(end!.getBoundingClientRect().y).toBe(words === 'c\nd' ? 2 : 1);
    }
    app.stop();
  });
});
