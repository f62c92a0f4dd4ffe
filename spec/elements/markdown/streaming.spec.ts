import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../../elements/index.js';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { MarkdownSource } from '../../../elements/markdown/source.js';
import { repairInline } from '../../../elements/markdown/repair.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { bufferLines } from '../../support/xterm.js';
import { use } from '../control.js';

afterEach(unmountAll);

const SIZE = { width: 50, height: 400, theme: 'fullcolor-dark' } as const;

function create(): { app: App; markdown: Markdown } {
  const app = createApp('<markdown id="m" follow="false"/>', { registry, ...SIZE });
  return { app, markdown: app.document.getElementById('m') as unknown as Markdown };
}

function cellsOf(app: App): string[] {
  for (let frames = 0; frames < 5 && !app.frame().skipped; frames++);
  return bufferLines(app.cells);
}

/** Once the images of what shows have come, or turned out not to be there. */
async function settled(app: App): Promise<string[]> {
  for (let frames = 0; frames < 10; frames++) {
    app.frame();
    await app.loaded();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return cellsOf(app);
}

async function wholeSettled(text: string): Promise<string[]> {
  const { app, markdown } = create();
  markdown.value = text;
  const cells = await settled(app);
  app.stop();
  return cells;
}

function whole(text: string): string[] {
  const { app, markdown } = create();
  markdown.value = text;
  const cells = cellsOf(app);
  app.stop();
  return cells;
}

const WORD = fc.constantFrom(
  'word',
  '**bold**',
  '*it*',
  '`code`',
  '~~s~~',
  '[link](a.md)',
  '[ref]',
  '[late]',
  '表示',
  '🙂',
  'a_b_c',
  '<b>',
  'https://a.org',
  '&amp;',
  '\\*',
  '![x](y)',
  '**',
  '`',
  '[',
  '_',
);
const LINE = fc.array(WORD, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const BLOCK = fc.oneof(
  LINE,
  fc.array(LINE, { minLength: 2, maxLength: 3 }).map((lines) => lines.join('\n')),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), LINE)
    .map(([level, line]) => `${'#'.repeat(level)} ${line}`),
  LINE.map((line) => `${line}\n===`),
  fc
    .array(LINE, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.map((line) => `- ${line}`).join('\n')),
  fc
    .array(LINE, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map((line, n) => `${n + 1}. ${line}\n\n   more\n   - sub`).join('\n')),
  fc
    .array(LINE, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map((line) => `> ${line}`).join('\n>\n')),
  fc
    .array(LINE, { minLength: 1, maxLength: 4 })
    .map(
      (lines) => `| a | bb |\n| - | :-: |\n${lines.map((line) => `| ${line} | x |`).join('\n')}`,
    ),
  fc
    .array(LINE, { minLength: 1, maxLength: 60 })
    .map(
      (lines) =>
        `\`\`\`js\n${lines.map((line) => `const a = "${line}"; /* ${line}`).join('\n')}\n\`\`\``,
    ),
  fc.constantFrom(
    '---',
    '<div>\n*a*\n</div>',
    '    indented\n\n    code',
    '[ref]: /r "t"',
    '[late]: https://l.org',
    '- [ ] a\n- [x] b',
    '+',
    '1)',
    '#',
    '~~~\nopen',
  ),
);
const TEXT = fc
  .array(fc.tuple(BLOCK, fc.constantFrom('\n', '\n\n', '\n\n\n', '\r\n\r\n')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((blocks) => blocks.map(([block, gap]) => block + gap).join(''));

/** A text in pieces: at every one of the places it is cut. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
}

describe('a text that comes in pieces', () => {
  it('looks the same in the end as one that came whole, wherever it is cut', () => {
    fc.assert(
      fc.property(
        TEXT,
        fc.array(fc.nat(100_000), { maxLength: 30 }),
        fc.boolean(),
        (text, places, paints) => {
          const { app, markdown } = create();
          markdown.value = '';
          for (const piece of cut(text, places)) {
            markdown.append(piece);
            if (paints) app.frame();
          }
          const cells = cellsOf(app);
          app.stop();
          // A carriage return at the end may be half a line break until more comes.
          expect(cells).toEqual(whole(text));
        },
      ),
      { numRuns: propertyRuns(150, true) },
    );
  });

  it('as a stream too, whatever was shown while it was open', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, fc.array(fc.nat(100_000), { maxLength: 12 }), async (text, places) => {
        const { app, markdown } = create();
        const writer = markdown.stream().getWriter();
        for (const piece of cut(text, places)) {
          await writer.write(piece);
          app.frame();
        }
        await writer.close();
        const cells = await settled(app);
        app.stop();
        expect(cells).toEqual(await wholeSettled(text));
      }),
      { numRuns: propertyRuns(200, true) },
    );
  });

  it('has the same units in pieces of any size, also where they are very long', () => {
    const long = fc.oneof(
      fc.constant(Array.from({ length: 900 }, (_, n) => `- item ${n}\n  more`).join('\n')),
      fc.constant(`~~~js\n${'const a = 1;\n'.repeat(1500)}~~~`),
      fc.constant(`| a |\n| - |\n${'| row |\n'.repeat(700)}`),
      fc.constant('> quote\n'.repeat(4000)),
      fc.constant('word '.repeat(30_000)),
      fc.constant('word\n'.repeat(14_000)),
      BLOCK,
    );
    const texts = fc
      .array(long, { minLength: 1, maxLength: 3 })
      .map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400_000), { maxLength: 8 }), (text, places) => {
        const units = (pieces: readonly string[]): unknown[] => {
          const source = new MarkdownSource();
          for (const piece of pieces) {
            source.append(piece);
            while (source.isPending) source.read();
          }
          expect(source.text).toBe(text);
          return [...source.stable, ...source.tail].map(({ kind, text: own, line }) => [
            kind,
            line,
            own,
          ]);
        };
        expect(units(cut(text, places))).toEqual(units([text]));
      }),
      { numRuns: propertyRuns(40, true) },
    );
  });

  it('has the rows of a table, whatever they are and whatever follows', () => {
    const row = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(LINE, LINE).map(([a, b]) => `| ${a} | ${b} |\n`) },
      fc.constantFrom(
        '| one |\n',
        '| a | b | c |\n',
        'no pipes\n',
        '  | b | c |\n',
        '|\n',
        '| a \\| b |\n',
      ),
      fc.constantFrom(
        '\n',
        '  \n',
        '# h\n',
        '> q\n',
        '    | code |\n',
        '- | item |\n',
        '[late]: /x\n',
      ),
    );
    const head = fc.constantFrom(
      '| a | bb |\n| - | :-: |\n',
      'a | b\n-|-\n',
      '\n| a | [late] |\n|--|--:|\n',
    );
    const table = fc
      .tuple(head, fc.array(row, { minLength: 1, maxLength: 40 }))
      .map(([first, rows]) => first + rows.join(''));
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const { app, markdown } = create();
        markdown.value = '';
        for (let at = 0; at < text.length; at += size) markdown.append(text.slice(at, at + size));
        const cells = cellsOf(app);
        app.stop();
        expect(cells).toEqual(whole(text));
      }),
      { numRuns: propertyRuns(100, true) },
    );
  });

  it('has the items of a list, whatever they are and whatever follows', async () => {
    const item = fc
      .tuple(fc.constantFrom('- ', '* ', '-   ', '1. ', '2) ', '10. ', '-\t', ' - ', '   - '), LINE)
      .map(([sign, line]) => `${sign}${line}\n`);
    const line = fc.oneof(
      { weight: 8, arbitrary: LINE.map((words) => `- ${words}\n`) },
      { weight: 2, arbitrary: item },
      { weight: 2, arbitrary: item.map((inner) => `  ${inner}`) },
      { weight: 2, arbitrary: LINE.map((words) => `  ${words}\n`) },
      fc.constantFrom(
        '\n',
        '\n',
        '  \n',
        '\n\n',
        '\n  more\n',
        '\n    code\n',
        '  > q\n',
        'lazy\n',
      ),
      fc.constantFrom(
        '-\n',
        '-',
        '- -\n',
        '- - -\n',
        '---\n',
        '  ---\n',
        '* * *\n',
        '+ a\n',
        '-b\n',
        '# h\n',
        '- # h\n',
        '- - a\n',
        '- 1. a\n',
        '- > q\n',
        '- [ ] task\n',
        '- ```js\n',
        '  ```\n',
        '~~~\n',
        '- ~~~\n',
        '  | a | b |\n  | - | - |\n',
        '- a | b\n',
        '- | -\n',
        '  ===\n',
        '<b>\n',
        '[late]: /x\n',
        '- [late]: /x\n',
        '  [ref]: /y\n',
        '- [ref]: /y\n\n  a\n',
        '- ![a\n',
        '- **b\n',
      ),
    );
    const list = fc
      .tuple(
        fc.constantFrom('', 'words\n\n', 'words\n', '\n\n'),
        item,
        fc.array(line, { maxLength: 14 }),
      )
      .map(([before, first, lines]) => before + first + lines.join(''));
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (text, size, paints) => {
          const { app, markdown } = create();
          const writer = markdown.stream().getWriter();
          for (let at = 0; at < text.length; at += size) {
            await writer.write(text.slice(at, at + size));
            if (paints) app.frame();
          }
          await writer.close();
          const cells = await settled(app);
          app.stop();
          expect(cells).toEqual(await wholeSettled(text));
        },
      ),
      { numRuns: propertyRuns(200, true) },
    );
  });

  it('has the items of a long list, cut at 200 places', () => {
    fc.assert(
      fc.property(
        fc.array(LINE, { minLength: 20, maxLength: 60 }),
        fc.array(fc.constantFrom('', '', '', '\n', '  - sub\n', '  more\n'), {
          minLength: 60,
          maxLength: 60,
        }),
        fc.array(fc.nat(100_000), { minLength: 200, maxLength: 200 }),
        (lines, ends, places) => {
          const text = lines.map((each, n) => `- ${each}\n${ends[n] ?? ''}`).join('');
          const { app, markdown } = create();
          markdown.value = '';
          for (const piece of cut(text, places)) markdown.append(piece);
          const cells = cellsOf(app);
          app.stop();
          expect(cells).toEqual(whole(text));
        },
      ),
      { numRuns: propertyRuns(30, true) },
    );
  });

  it('keeps the items of a list that are complete', async () => {
    const { get, app } = await use('<markdown id="m"/>');
    get('#m').append('- a\n- b\n- c');
    const items = (): ReturnType<typeof get>[] => [...get('#m').querySelectorAll('li')];
    const before = items();
    for (let n = 0; n < 40; n++) get('#m').append(`x\n- ${n}`);
    await app.settle();
    expect(items().slice(0, 2)).toEqual(before.slice(0, 2));
    expect(items()).toHaveLength(43);
    get('#m').append('\n\n  loose');
    expect(get('list').className).toContain('md-loose');
  });

  it('keeps the cells of a table that are complete', async () => {
    const { get, app } = await use('<markdown id="m"/>');
    get('#m').append('| a | b |\n| - | - |\n| c | d |\n');
    const cells = (): ReturnType<typeof get>[] => [...get('#m').querySelectorAll('.md-td')];
    get('#m').append('| e');
    const before = cells();
    for (let n = 0; n < 40; n++) get('#m').append(`x |\n| ${n}`);
    await app.settle();
    expect(
      cells()
        .slice(0, 2)
        .map((cell, n) => cell === before[n]),
    ).toEqual([true, true]);
    expect(cells()).toHaveLength(84);
    expect(new Set(cells().map(({ parentElement }) => parentElement)).size).toBe(3);
  });

  it('has links whose definition comes late', async () => {
    const { app, get } = await use('<markdown id="m">see [the guide]</markdown>');
    expect(app.text()).toContain('see [the guide]');
    get('#m').append('\n\n[the guide]: https://a.org');
    await app.settle();
    expect(app.text().trim()).toBe('see the guide');
    expect(get('a').getAttribute('href')).toBe('https://a.org');
    get('#m').append('/more');
    expect(get('a').getAttribute('href')).toBe('https://a.org/more');
  });

  it('keeps the elements of what is complete', async () => {
    const { get } = await use('<markdown id="m"># a\n\n- x\n- y\n\nb</markdown>');
    const before = ['.md-h1', 'list', 'li', '.md-p'].map(get);
    get('#m').append(' more\n\nand more');
    expect(['.md-h1', 'list', 'li', '.md-p'].map(get)).toEqual(before);
  });
});

describe('a stream that is faster than frames', () => {
  const LOG = `<container id="log" style="height: 5; overflow-y: scroll; flex-shrink: 0"><markdown id="m" follow="false" style="flex-shrink: 0"/></container>`;
  const setUp = () => {
    const app = createApp(LOG, { registry, width: 40, height: 8 });
    app.frame();
    const [log, markdown] = ['log', 'm'].map((id) => app.document.getElementById(id)!);
    return { app, log: log!, markdown: markdown as unknown as Markdown };
  };

  it('is read and laid out once a frame, and is all there for a script at any time', async () => {
    const { app, markdown } = setUp();
    const writer = markdown.stream().getWriter();
    let reads = 0;
    const { append } = MarkdownSource.prototype;
    MarkdownSource.prototype.append = function (text) {
      reads++;
      append.call(this, text);
    };
    try {
      for (let frame = 1; frame <= 5; frame++) {
        for (let count = 0; count < 200; count++) await writer.write(`word ${count} `);
        expect([reads, app.pending]).toEqual([frame - 1, true]);
        app.frame();
        expect(reads).toBe(frame);
      }
      await writer.write('**the en');
      expect(markdown.value.endsWith('word 199 **the en')).toBe(true);
      await writer.write('d**');
      await writer.close();
      expect(markdown.value.endsWith('**the end**')).toBe(true);
    } finally {
      MarkdownSource.prototype.append = append;
      app.stop();
    }
  });

  it('waits where a frame has enough, and goes on with the next one', async () => {
    const { app, markdown } = setUp();
    const writer = markdown.stream().getWriter();
    let written = 0;
    void (async () => {
      for (; written < 100; written++) await writer.write('x'.repeat(10_000) + ' ');
    })();
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await turn();
    expect(written).toBe(6);
    app.frame();
    await turn();
    expect(written).toBe(13);
    // An element that is not in the document has no frame to wait for.
    (markdown as unknown as { remove(): void }).remove();
    for (let count = 0; count < 30 && written < 100; count++) {
      app.frame();
      await turn();
    }
    expect(written).toBe(100);
    app.stop();
  });

  it('stays at the end of what scrolls where a script scrolls there with each piece', async () => {
    const { app, log, markdown } = setUp();
    const writer = markdown.stream().getWriter();
    const atEnd = (): boolean => log.scrollTop === log.scrollHeight - log.clientHeight;
    for (let frame = 0; frame < 10; frame++) {
      for (let count = 0; count < 20; count++) {
        await writer.write(`line ${count}\n\n`);
        log.scrollTop = log.scrollHeight;
      }
      app.frame();
      expect([frame, atEnd(), log.scrollTop > frame]).toEqual([frame, true, true]);
    }
    // What the user, or the script, scrolls up stays there.
    await writer.write('more\n\n');
    log.scrollTop = log.scrollHeight;
    log.scrollTop = 3;
    await writer.close();
    app.frame();
    expect(log.scrollTop).toBe(3);
    app.stop();
  });
});

describe('a text that scrolls by itself', () => {
  it.each([
    ['nothing', () => undefined],
    ['a read', ({ scrollHeight }: Markdown) => void scrollHeight],
    [
      'scrolling',
      (outer: Markdown) => {
        outer.scrollTop = outer.scrollHeight;
      },
    ],
  ])('stays at its end where %s in a script lays out before the frame', async (_, act) => {
    for (const isStream of [true, false]) {
      const { app, get } = await use(
        '<container id="outer" style="height: 4; overflow-y: scroll"><markdown id="m"/></container>',
      );
      const [outer, markdown] = [get('#outer') as Markdown, get('#m') as Markdown];
      const writer = isStream ? markdown.stream().getWriter() : undefined;
      for (let count = 0; count < 12; count++) {
        if (writer === undefined) markdown.append(`line ${count}\n\n`);
        else await writer.write(`line ${count}\n\n`);
        act(outer);
        await app.settle();
        expect([isStream, app.text()]).toEqual([
          isStream,
          expect.stringContaining(`line ${count}`),
        ]);
      }
      await writer?.close();
    }
  });
});

describe('what is unfinished', () => {
  it.each([
    ['a **bo', 'a **bo**'],
    ['a **', 'a'],
    ['a *it **both', 'a *it **both***'],
    ['a ~~st', 'a ~~st~~'],
    ['a `co', 'a `co`'],
    ['a `', 'a'],
    ['a ``x`', 'a ``x``'],
    ['see [the gui', 'see [the gui'],
    ['see [the guide](htt', 'see the guide'],
    ['see ![alt](x', 'see alt'],
    ['done [a](b) **c** `d`', 'done [a](b) **c** `d`'],
    ['snake_case', 'snake_case'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['\\*no', '\\*no'],
  ])('%j is read as %j', (text, repaired) => {
    expect(repairInline(text).trimEnd()).toBe(repaired);
  });

  it.each(['[', '![[', '[a](b)', '[a](b', '[a](\\)', '*_', '`` `'])(
    'is read in one pass, also of nothing but %j',
    (part) => {
      // From each bracket to the end, this would take minutes.
      const text = part.repeat(300_000 / part.length);
      expect(repairInline(text).length).toBeLessThan(2 * text.length);
    },
  );

  it('is shown with an end in a stream, and as written once that is closed', async () => {
    const { app, get } = await use('<markdown id="m"/>');
    const markdown = get('#m') as Markdown;
    const writer = markdown.stream().getWriter();
    await writer.write('some **bold and `code');
    await app.settle();
    expect(app.text().trim()).toBe('some bold and code');
    expect(markdown.matches(':state(streaming)')).toBe(true);
    await writer.close();
    await app.settle();
    expect(app.text().trim()).toBe('some **bold and `code');
    expect(markdown.matches(':state(streaming)')).toBe(false);
  });

  it('takes bytes, of which a character may be cut', async () => {
    const { app, get } = await use('<markdown id="m"/>');
    const writer = (get('#m') as Markdown).stream().getWriter();
    const bytes = new TextEncoder().encode('表示');
    await writer.write(bytes.slice(0, 2));
    await writer.write(bytes.slice(2));
    await writer.close();
    await app.settle();
    expect(app.text().trim()).toBe('表示');
  });
});

describe('the end of a text that grows', () => {
  const open = async () => {
    const used = await use(
      `<markdown id="m" style="height: 6">${Array.from({ length: 9 }, (_, n) => `line ${n}\n\n`).join('')}</markdown>`,
    );
    return { ...used, markdown: used.get('#m') as Markdown };
  };

  it('is not followed by a text that does not grow', async () => {
    const { row } = await open();
    expect(row(0)).toMatch(/^line 0/);
  });

  it('stays in view, until the reader scrolls up, and again at the end', async () => {
    const { app, markdown } = await open();
    markdown.scrollTop = 1000;
    await app.settle();
    markdown.append('\n\nthe end');
    await app.settle();
    expect(app.text()).toContain('the end');
    markdown.scrollTop = 3;
    await app.settle();
    const before = app.text();
    markdown.append('\n\nmore\n\nand more');
    await app.settle();
    // But for the scrollbar.
    const words = (text: string): string => text.replace(/[^\w\n ]/g, ' ').replace(/ +$/gm, '');
    expect(words(app.text())).toBe(words(before));
    markdown.scrollTop = 1000;
    await app.settle();
    markdown.append('\n\nlast');
    await app.settle();
    expect(app.text()).toContain('last');
  });

  it('is followed by a stream into an empty element', async () => {
    const { app, get } = await use('<markdown id="m" style="height: 5"/>');
    const writer = (get('#m') as Markdown).stream().getWriter();
    for (let n = 0; n < 20; n++) {
      await writer.write(`line ${n}\n\n`);
      await app.settle();
      expect(app.text()).toContain(`line ${n}`);
    }
  });
});
