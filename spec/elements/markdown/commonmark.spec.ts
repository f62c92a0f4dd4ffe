import { afterAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { open, paintedText, textOfHtml } from './painted.js';

afterAll(unmountAll);

interface Case {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

/** The examples of a specification, in order. */
function examplesOf(file: string): Case[] {
  const text = readFileSync(file, 'utf8').replace(/^<!-- END TESTS -->[^]*/m, '');
  const pattern = /^`{32} example([ \w]+)?\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm;
  const cases: Case[] = [];
  let section = '';
  for (const [, kind = '', markdown = '', html = '', heading] of text.matchAll(pattern)) {
    if (heading !== undefined) section = heading;
    else cases.push({ number: cases.length + 1, section: section + kind, markdown, html });
  }
  return cases;
}

/** What is painted and what the reference says, for each case where that is not the same. */
async function differences(cases: readonly Case[]): Promise<unknown[]> {
  const { app, markdown, show } = await open();
  const found: unknown[] = [];
  for (const { number, section, markdown: text, html } of cases) {
    const source = text.replaceAll('→', '\t');
    show(source);
    const painted = paintedText(app, markdown);
    const expected = textOfHtml(html.replaceAll('→', '\t'));
    if (painted !== expected) found.push({ number, section, source, painted, wanted: expected });
  }
  return found;
}

/**
 * Comments of an older CommonMark, which a parser of HTML reads in another way; and tags that GitHub leaves out,
 * where all are text here.
 */
const OTHERS = new Set([645, 646, 653]);

describe('CommonMark', () => {
  it('all 652 examples: the painted cells say what the reference HTML says', async () => {
    const cases = examplesOf('node_modules/commonmark-spec/spec.txt');
    expect(cases).toHaveLength(652);
    expect(await differences(cases)).toEqual([]);
  });
});

describe('GitHub Flavored Markdown', () => {
  it('tables, strikethrough, task lists and plain addresses', async () => {
    const written = [
      [
        '| a | b |\n| - | - |\n| 1 | 2 |',
        '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      ],
      [
        '| a |\n| - |\n| b \\| c |\n| `\\|` |\n\nd',
        '<table><th>a</th><td>b | c</td><td><code>|</code></td></table><p>d</p>',
      ],
      ['| a | b |\n| - |\n| c |', '<p>| a | b | | - | | c |</p>'],
      ['~~a~~ b ~~c', '<p><del>a</del> b ~~c</p>'],
      ['- [ ] a\n- [x] b', '<ul><li><input type="checkbox"> a</li><li><input checked> b</li></ul>'],
      [
        'www.a.org https://a.org/b_c_d. a@b.org',
        '<p><a>www.a.org</a> <a>https://a.org/b_c_d</a>. <a>a@b.org</a></p>',
      ],
    ];
    const cases = written.map(([markdown = '', html = ''], number) => {
      return { number, section: 'extensions', markdown, html };
    });
    expect(await differences(cases)).toEqual([]);
  });

  const file = process.env['TUI_GFM_SPEC'];
  // The examples are not part of this project: TUI_GFM_SPEC is the path of the spec.txt of cmark-gfm.
  (file === undefined ? it.skip : it)('the examples of its specification', async () => {
    const cases = examplesOf(file ?? '');
    expect(cases.length).toBeGreaterThan(600);
    expect(await differences(cases.filter(({ number }) => !OTHERS.has(number)))).toEqual([]);
  });
});
