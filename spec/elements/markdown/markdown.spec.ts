import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { registry } from '../../../elements/index.js';
import { createApp } from '../../../runtime/app/app.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns, sized } from '../../support/property-runs.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from '../control.js';
import { open } from './painted.js';

afterEach(unmountAll);

const TOUR = `# Coffee *guide*

Grind *just before* brewing, with **1 g** to 16 ml and the water at \`93 °C\`. See
[the guide](https://example.org/brew "All of it") or <https://a.org>. ~~old~~

## Steps

1. Rinse the filter
2. Bloom for 30 s
   - [x] timer
   - [ ] scale

   Second paragraph
3. Pour

> Bitter? Grind coarser, and wait.
>
> - a
>
> \`\`\`js
> const a = \`x\`; // comment
> \`\`\`

| Bean       | Roast | Price |
| ---------- | :---: | ----: |
| Sidamo     | light |  9.50 |
| 曼特宁咖啡 ☕ | dark  | 11.00 |

---

<div>html *x*</div>

### Third
#### Fourth
##### Fifth
###### Sixth

![alt text](x.png) and <b>raw</b> 日本語のテキストはどこでも改行できます。
`;

describe('a tour of all blocks', () => {
  it.each(GOLDEN_THEMES)('%s', async (theme) => {
    const app = await mount(`<markdown>${TOUR}</markdown>`, { width: 56, height: 60, theme });
    expect(app).toMatchScreen(`tour ${theme}`);
  });

  it.each([
    [20, 30],
    [9, 20],
  ])('on %i x %i', async (width, height) => {
    const app = await mount(`<markdown>${TOUR}</markdown>`, { width, height });
    expect(app).toMatchScreen(`tour ${width} x ${height}`);
  });

  it('in ASCII', async () => {
    const app = await mount(`<markdown>${TOUR}</markdown>`, {
      width: 56,
      height: 60,
      theme: 'bw-dark',
      glyphs: 'ascii',
    });
    expect(app).toMatchScreen('tour in ASCII');
  });

  it('read aloud', async () => {
    const app = await mount(`<markdown>${TOUR}</markdown>`, { width: 56, height: 60 });
    expect(app.document.documentElement.accessibleText()).toMatchInlineSnapshot(`
      "heading "Coffee guide"
      Grind just before brewing, with 1 g to 16 ml and the water at 93 °C. See the guide (link) or https://a.org (link). old
      heading "Steps"
      list, 3 items
        item: Rinse the filter
        item
          Bloom for 30 s
          list, 2 items
            item: [x] timer
            item: [ ] scale
          Second paragraph
        item: Pour
      blockquote
        Bitter? Grind coarser, and wait.
        list, 1 item
          item: a
        code: const a = \`x\`; // comment
      table
        columnheader "Bean"
        columnheader "Roast"
        columnheader "Price"
        cell "Sidamo"
        cell "light"
        cell "9.50"
        cell "曼特宁咖啡 ☕"
        cell "dark"
        cell "11.00"
      separator
      <div>html *x*</div>
      heading "Third"
      heading "Fourth"
      heading "Fifth"
      heading "Sixth"
      alt text and <b>raw</b> 日本語のテキストはどこでも改行できます。"
    `);
  });
});

describe('the text', () => {
  it.each([
    ['between tags, with the indentation of the document', '\n    # A\n\n      - b\n  ', 'A b'],
    ['in one line', ' # A ', 'A'],
    ['with two blanks for a line break', '\n  a  \n  b\n', 'a\nb'],
    ['empty', '', ''],
    ['blank', '\n  \n', ''],
  ])('%s', async (_name, text, words) => {
    const { app } = await use(
      `<style>markdown text { border: none } markdown { row-gap: 0 }</style><markdown>${text}</markdown>`,
    );
    const shown = app
      .text()
      .replace(/[•◦] /g, '')
      .replace(/[ \n]*\n\n[ \n]*/g, ' ');
    expect(shown.replace(/\n(?=b$)/, words.includes('\n') ? '\n' : ' ').trim()).toBe(words);
  });

  it('is `value` where that is set, else what is between the tags', async () => {
    const { app, get } = await use('<markdown>a</markdown>');
    const markdown = get('markdown') as Markdown;
    markdown.value = '*b*';
    await app.settle();
    expect(app.text().trim()).toBe('b');
    markdown.removeAttribute('value');
    await app.settle();
    expect(app.text().trim()).toBe('a');
    markdown.textContent = '**c**';
    await app.settle();
    expect([app.text().trim(), markdown.value]).toEqual(['c', '**c**']);
  });

  it('follows a state that it is bound to', async () => {
    const { app, state } = await use('<markdown bind="text"/>', { state: { text: '# a' } });
    expect(app.text()).toContain('a');
    state['text'] = '# changed';
    await app.settle();
    expect(app.text()).toContain('changed');
  });

  it('is all that its markup and its copies have', async () => {
    const { app, get } = await use('<markdown># a &amp; b</markdown>');
    expect(get('markdown').outerHTML).toBe('<markdown># a &amp; b</markdown>');
    const copy = get('markdown').cloneNode(true);
    get('markdown').replaceWith(copy);
    await app.settle();
    expect(copy.childNodes).toHaveLength(2);
    expect(app.text()).toContain('a & b');
  });

  it('that grows between its tags keeps its elements', async () => {
    const { get } = await use('<markdown>one\n\ntwo</markdown>');
    const before = get('markdown .md-p');
    get('markdown').append(' and\n\nthree');
    expect(get('markdown .md-p')).toBe(before);
    expect(get('markdown').textContent).toContain('two and');
    expect(get('markdown').querySelectorAll('.md-p')).toHaveLength(3);
  });

  it('has line breaks of its source with `breaks`', async () => {
    const { row } = await use('<markdown breaks="true" value="a\nb"/>');
    expect([row(0), row(1)]).toEqual(['a', 'b']);
  });
});

describe('links', () => {
  it.each([
    ['https://a.org/x?y=1#z', 'https://a.org/x?y=1#z'],
    ['HTTP://A.org', 'HTTP://A.org'],
    ['mailto:a@b.org', 'mailto:a@b.org'],
    ['other.md#part', 'other.md#part'],
    ['#part', '#part'],
    ['../up.md', '../up.md'],
  ])('%s is one', async (target, href) => {
    const { get } = await use(`<markdown>[x](${target})</markdown>`);
    expect(get('markdown a').getAttribute('href')).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vscode://x',
    '//evil.org/x',
    '<java\tscript:alert(1)>',
    '&#106;avascript:alert(1)',
    `https://a.org/${'x'.repeat(3000)}`,
  ])('%s is text', async (target) => {
    const { app, get } = await use(`<markdown>[words](${target})</markdown>`);
    expect(get('markdown').querySelector('a[href]')).toBeNull();
    expect(app.text()).toContain('words');
  });

  it('are reached by Tab, and followed by Enter and a click', async () => {
    const { app, get } = await use(
      '<markdown>See [the *guide*](a.md) or [b](https://b.org)</markdown>',
    );
    const seen: unknown[] = [];
    get('markdown').addEventListener('link', (event: unknown) => {
      const { href, text } = event as { readonly href: string; readonly text: string };
      seen.push([href, text]);
    });
    await app.press('Tab');
    await app.press('Enter');
    await app.click(get('markdown a:last-of-type'));
    expect(seen).toEqual([
      ['a.md', 'the guide'],
      ['https://b.org', 'b'],
    ]);
  });
});

describe('a table', () => {
  const wide = (columns: number): string => {
    const row = (name: (n: number) => string): string =>
      `| ${Array.from({ length: columns }, (_, n) => name(n)).join(' | ')} |`;
    return [
      row((n) => `Head ${n}`),
      row(() => '---'),
      row((n) => `cell ${n} 表`),
      row((n) => `${n} 🙂`),
    ].join('\n');
  };

  it('of twelve columns on 40 cells is cards', async () => {
    const app = await mount(`<markdown>${wide(12)}</markdown>`, { width: 40, height: 30 });
    expect(app).toMatchScreen('twelve columns on 40 cells');
    for (let n = 0; n < 12; n++) expect(app.text()).toContain(`Head ${n}: cell ${n} 表`);
  });

  it('has columns again where there is room', async () => {
    const app = await mount(`<markdown>${wide(12)}</markdown>`, { width: 40, height: 30 });
    const cards = app.text();
    await app.resize(160, 30);
    expect(app.text().split('\n')[0]).toMatch(/^Head 0 +Head 1 /);
    await app.resize(40, 30);
    expect(app.text()).toBe(cards);
  });

  it('shares the width by content', async () => {
    const text = '| a | b |\n| - | - |\n| x | long words that are wrapped in the room there is |';
    const app = await mount(`<markdown>${text}</markdown>`, { width: 30, height: 8 });
    expect(app).toMatchScreen('shared width');
  });
});

describe('code', () => {
  it('never wraps, and scrolls sideways in its block', async () => {
    const { app, row, get } = await use(
      `<markdown>~~~js\nconst a = "${'0123456789'.repeat(8)}";\n~~~</markdown>`,
    );
    expect(row(0)).toMatch(/^ const a = "0123/);
    expect(row(1)).not.toContain('0');
    get('.md-pre').scrollLeft = 20;
    await app.settle();
    expect(row(0)).not.toContain('const');
  });

  it.each(['js', 'ts', 'python title="x"', 'C++', 'nothing', '', '__proto__', 'constructor'])(
    'in %j shows all of it',
    async (info) => {
      const { app } = await use(
        `<markdown>~~~${info}\nif (a) { return "b"; } // c\n~~~</markdown>`,
      );
      expect(app.text()).toContain('if (a) { return "b"; } // c');
    },
  );
});

describe('hostile text', () => {
  it.each(HOSTILE.map((text) => [escaped(text), text]))('%s', async (_name, text) => {
    for (const markup of [
      text,
      `# ${text}`,
      `[${text}](${text})`,
      `~~~${text}\n${text}\n~~~`,
      `|${text}|\n|-|\n|${text}|`,
    ]) {
      const { app, show } = await open('', { width: 40, height: 12 });
      show(markup);
      expect(isClean(app.text())).toBe(true);

      expect(app.text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      app.unmount();
    }
  });

  const piece = fc.oneof(
    fc.constantFrom(...'#*_`~[](){}<>!|\\-+>=\n\t :&;"\'/1.'),
    fc.constantFrom(
      '\n\n',
      '```',
      '> ',
      '- ',
      '1. ',
      '|-|',
      '[a]: /b',
      '<!--',
      '&#27;',
      '\u001b]8;;',
      '\u001b[2J',
    ),
    fc.string({ maxLength: 4, unit: 'grapheme' }),
    fc.constantFrom('\u0000', '\u007f', '\u009b', '\u202e', '\ud800', '🙂', '表', 'é'),
  );

  it('whatever it is, is shown without a control character', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const app = createApp('<markdown id="m"/>', { registry, width: 30, height: 12 });
        const markdown = app.document.getElementById('m') as unknown as Markdown;
        markdown.value = pieces.join('');
        app.frame();
        const rows = Array.from({ length: 12 }, (_, y) => app.cells.rowText(y)).join('');

        expect(rows).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
        expect(app.diagnostics).toEqual([]);
        app.stop();
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it.each([
    ['quotes in quotes', '>'.repeat(5000)],
    ['lists in lists', Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['brackets', '['.repeat(20_000)],
    ['emphasis', '*a_ '.repeat(10_000)],
    ['backticks', Array.from({ length: 500 }, (_, n) => '`'.repeat(n)).join(' ')],
    [
      'references',
      Array.from({ length: sized(3000, 500) }, (_, n) => `[${n}]: /x\n[${n}] `).join('\n'),
    ],
    ['one long line', 'x'.repeat(sized(500_000, 200_000))],
    [
      'a table of many cells',
      `${'|a'.repeat(400)}|\n${'|-'.repeat(400)}|\n${`${'|b'.repeat(400)}|\n`.repeat(sized(100, 20))}`,
    ],
    ['a table of many columns', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b'.repeat(500)}|`],
    ['code in one line', `~~~js\n${'a("b");'.repeat(sized(30_000, 6000))}\n~~~`],
    ['comments that do not end', '<!--\n'.repeat(5000)],
    ['entities', '&amp'.repeat(20_000)],
  ])('%s is shown', (_name, text) => {
    const app = createApp('<markdown id="m"/>', { registry, width: 40, height: 10 });
    const markdown = app.document.getElementById('m') as unknown as Markdown;
    markdown.value = text;
    app.frame();
    expect(app.cells.rowText(0).trim()).not.toBe('');
    expect(app.diagnostics).toEqual([]);
    app.stop();
  });
});

it('keeps an empty item of a list', async () => {
  const app = await mount('<markdown value="- a&#10;-&#10;- b&#10;&#10;1. c&#10;2.&#10;3. d"/>', {
    width: 30,
    height: 12,
  });
  const rows = app
    .text()
    .split('\n')
    .map((row) => row.trim());
  expect(rows.filter((row) => row !== '')).toEqual(['• a', '•', '• b', '1. c', '2.', '3. d']);
});
