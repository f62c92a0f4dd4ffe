/** Highlighting by line is what highlighting the whole text is, wherever it begins to be read. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  highlight,
  languageOf,
  languageOfFile,
  slowTexts,
} from '../../../elements/support/highlight/highlight.js';
import { LineHighlighter, type ScopeSpan } from '../../../elements/support/highlight/lines.js';
import { cpuTime, slowed } from '../../support/cpu-time.js';
import { propertyRuns } from '../../support/property-runs.js';

function whole(lines: readonly string[], language: string | undefined): ScopeSpan[][] {
  const spans: ScopeSpan[][] = [[]];
  let at = 0;
  for (const { text, scope } of highlight(lines.join('\n'), language)) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) {
        spans.push([]);
        at = 0;
      }
      const to = at + piece.length;
      if (scope !== undefined && to > at) spans.at(-1)!.push({ from: at, to, scope });
      at = to;
    }
  }
  return spans;
}

function reader(lines: readonly string[], language: string | undefined): LineHighlighter {
  const highlighter = new LineHighlighter();
  highlighter.reset(language, lines.length, (line) => lines[line] ?? '');
  return highlighter;
}

/** Lines whose looks differ, read from the start to the end. */
function differing(lines: readonly string[], language: string | undefined): number[] {
  const expected = whole(lines, language);
  const highlighter = reader(lines, language);
  const found: number[] = [];
  for (let line = 0; line < lines.length; line++) {
    if (JSON.stringify(highlighter.of(line)) !== JSON.stringify(expected[line])) found.push(line);
  }
  return found;
}

it.each([
  'elements/support/highlight/lines.ts',
  'elements/markdown/declaration.ts',
  'runtime/element/tui-element.ts',
  'cli/mirror/page/index.html',
  'examples/gallery.tui',
  'package.json',
  'bench/streaming.py',
  'CHANGELOG.md',
])('%s', (path) => {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, 1500);
  const language = languageOfFile(path);
  expect(language).toBeDefined();
  expect(differing(lines, language)).toEqual([]);
});

const PARTS = [
  'const a = `',
  '`;',
  '/* a',
  'b */',
  "it's 1",
  '// c',
  'function f(a, b) {',
  '}',
  '${a',
  '"x" + 2',
  '',
  'words and words',
];

describe.each(['javascript', 'c', 'python', 'xml', 'css'])('%s', (name) => {
  it('goes on in comments and strings of many lines', () => {
    const language = languageOf(name);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PARTS), { minLength: 30, maxLength: 200 }),
        (lines) => {
          // A mode that cannot be made of the lines that open it shows as if nothing was open.
          expect(differing(lines, language).length).toBeLessThanOrEqual(lines.length / 4);
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });
});

it('reads what is in view, and what comes before it little by little', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => (at === 5 ? '/* open' : `word ${at}`));
  const language = languageOf('javascript');
  let read = 0;
  const highlighter = new LineHighlighter();
  highlighter.reset(language, lines.length, (line) => {
    read++;
    return lines[line]!;
  });
  highlighter.of(0);
  expect(read).toBeLessThan(200);
  read = 0;
  // After a jump it shows as if nothing was open.
  expect(highlighter.of(90_000)).not.toEqual([{ from: 0, to: 10, scope: 'comment' }]);
  expect(read).toBeLessThan(200);
  expect(highlighter.isKnown(90_000)).toBe(false);
  let steps = 0;
  for (; !highlighter.isKnown(90_000); steps++) highlighter.advance(90_000);
  expect(steps).toBeGreaterThan(300);
  expect(highlighter.of(90_000)).toEqual([{ from: 0, to: 10, scope: 'comment' }]);
});

it('finds the language by the name of a file', () => {
  const names = ['a/b.ts', 'C:\\x\\main.GO', 'Makefile', 'x.tar', '.bashrc', 'a.h', 'noending', ''];
  expect(names.map(languageOfFile)).toEqual([
    'typescript',
    'go',
    'makefile',
    undefined,
    'bash',
    'c',
    undefined,
    undefined,
  ]);
});

describe('of a text that a grammar is slow with', () => {
  const before = new Map(slowTexts);
  afterEach(() => {
    slowTexts.clear();
    for (const [name, time] of before) slowTexts.set(name, time);
  });

  it('ends soon, and then shows the language plain', () => {
    const line = 'a b '.repeat(500);
    const lines = Array.from({ length: 2000 }, () => line);
    const start = cpuTime();
    const highlighter = reader(lines, languageOf('csharp'));
    for (let at = 0; at < lines.length; at++) highlighter.of(at);
    // Several minutes, if all of it was highlighted.
    expect(cpuTime() - start).toBeLessThan(slowed(10_000));
  });

  it('does not affect others', () => {
    slowTexts.set('csharp', 1e6);
    const spans = (language: string): number =>
      reader(['return 1;'], languageOf(language)).of(0).length;
    expect(spans('csharp')).toBe(0);
    expect(spans('java')).toBeGreaterThan(0);
  });
});
