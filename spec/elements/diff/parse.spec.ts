/** What git writes as a diff, read: all kinds of files and hunks, and what is damaged. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { headingOf, KIND, parseDiff } from '../../../elements/diff/model/parse.js';
import { unquote } from '../../../elements/diff/model/names.js';
import {
  counterpartOf,
  fileWords,
  splitOrder,
  unifiedOrder,
} from '../../../elements/diff/model/rows.js';
import { wordMarks } from '../../../elements/diff/model/words.js';
import { compareTexts } from '../../../elements/diff/model/compare.js';
import { patchOf } from '../../../elements/diff/model/patch.js';
import { cpuTime, slowed } from '../../support/cpu-time.js';
import { propertyRuns } from '../../support/property-runs.js';
import { TWO_FILES } from './use.js';

const NAMES = Object.entries(KIND);
const kindsOf = (text: string): string[] =>
  [...parseDiff(text).kinds].map((kind) => NAMES.find(([, each]) => each === kind)![0]);

describe('files', () => {
  it.each([
    [
      'a new one',
      'diff --git a/n b/n\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x',
      'n  new file',
    ],
    ['an empty new one', 'diff --git a/n b/n\nnew file mode 100644\nindex 0..0', 'n  new file'],
    [
      'a deleted one',
      'diff --git a/n b/n\ndeleted file mode 100644\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-x',
      'n  deleted',
    ],
    [
      'a renamed one',
      'diff --git a/x y b/z\nsimilarity index 100%\nrename from x y\nrename to z',
      'x y → z  renamed, 100 % the same',
    ],
    [
      'a copied one',
      'diff --git a/x b/y\nsimilarity index 80%\ncopy from x\ncopy to y',
      'x → y  copied, 80 % the same',
    ],
    [
      'another mode',
      'diff --git a/x b/x\nold mode 100644\nnew mode 100755',
      'x  mode 100644 → 100755',
    ],
    [
      'a binary one',
      'diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ',
      'x  binary',
    ],
    [
      'a binary patch',
      'diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ\n\nliteral 2\nJcmZ\n\ndiff --git a/y b/y\nold mode 1\nnew mode 2',
      'x  binary',
    ],
    [
      'a quoted name',
      'diff --git "a/\\303\\244\\t\\"b\\"" "b/\\303\\244\\t\\"b\\""\nold mode 1\nnew mode 2',
      'ä\t"b"  mode 1 → 2',
    ],
    [
      'names with blanks',
      'diff --git a/a b c b/a b c\nold mode 1\nnew mode 2',
      'a b c  mode 1 → 2',
    ],
    [
      'diff -u',
      '--- old.txt\t2026-01-01 00:00:00\n+++ new.txt\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b',
      'old.txt → new.txt',
    ],
  ])('%s', (_name, text, words) => {
    const diff = parseDiff(text);
    expect(diff.errors).toEqual([]);
    expect(fileWords(diff.files[0]!)).toBe(words);
  });

  it('follow each other without git, too', () => {
    const text = '--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n--- b\n+++ b\n@@ -1,2 +1 @@\n--- c\n d';
    const diff = parseDiff(text);
    expect(diff.errors).toEqual([]);
    expect(diff.files.map(({ newName, added, removed }) => [newName, added, removed])).toEqual([
      ['a', 1, 1],
      ['b', 0, 1],
    ]);
  });

  it('of a merge have a sign for each parent', () => {
    const text =
      'diff --cc a.txt\nindex 1,2..3\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,2 -1,3 +1,3 @@@ f\n  one\n- two\n -deux\n++both\n+ more';
    const diff = parseDiff(text);
    expect(diff.errors).toEqual([]);
    expect(kindsOf(text).slice(4)).toEqual([
      'hunk',
      'context',
      'removed',
      'removed',
      'added',
      'added',
    ]);
    expect(diff.files[0]).toMatchObject({
      newName: 'a.txt',
      isCombined: true,
      added: 2,
      removed: 2,
    });
  });
});

it('keeps what is around: the message of a commit, the end of a mail', () => {
  const text = `commit 3a1f\nAuthor: Ada\n\n    A message\n\n${TWO_FILES}-- \n2.39.5\n`;
  const kinds = kindsOf(text);
  expect(kinds.slice(0, 6)).toEqual(['text', 'text', 'text', 'text', 'text', 'file']);
  expect(kinds.slice(-2)).toEqual(['text', 'text']);
  expect(parseDiff(text).errors).toEqual([]);
});

it('numbers the lines of both files', () => {
  const diff = parseDiff(TWO_FILES);
  const { kinds, oldNumbers, newNumbers, hunks } = diff;
  const rows = [...kinds.keys()]
    .filter((at) => kinds[at]! >= KIND.context && kinds[at] !== KIND.noNewline)
    .map((at) => `${oldNumbers[at]} ${newNumbers[at]}`);
  expect(rows.join(', ')).toBe('1 1, 2 0, 0 2, 3 3, 20 20, 0 21, 21 22, 5 5, 6 0, 7 6, 30 0, 0 29');
  expect(headingOf(diff, hunks[0]!)).toBe('function one() {');
  expect([diff.lastNumber, diff.signs]).toEqual([30, 1]);
});

it('reads the colours of git as no part of it', () => {
  const text =
    '\u001b[1mdiff --git a/x b/x\u001b[m\n\u001b[1m--- a/x\u001b[m\n\u001b[1m+++ b/x\u001b[m\n\u001b[36m@@ -1 +1 @@\u001b[m\n\u001b[31m-a\u001b[m\n\u001b[32m+\u001b[m\u001b[32mb\u001b[m\n';
  expect(parseDiff(text).errors).toEqual([]);
  expect(parseDiff(text).lines.slice(4, 6)).toEqual(['-a', '+b']);
});

describe('damage', () => {
  it.each([
    ['@@ -1,3 +1,3 @@\n a\n-b\n', 'fewer lines'],
    ['@@ -1,3 +1,3 @@\n a\nGarbage\n', 'fewer lines'],
    ['@@ -1,x +1 @@\n-a\n', 'expected "@@ -line,count +line,count @@"'],
    ['@@ -1 +1,2 @@\n-a\n-b\n+c\n+d', 'other lines'],
  ])('%s', (hunk, words) => {
    const diff = parseDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk}`);
    expect(diff.errors[0]?.message).toContain(words);
    expect(diff.errors[0]?.line).toBe(3);
  });
});

const piece = fc.constantFrom(
  ...TWO_FILES.split('\n'),
  'diff --cc x',
  '@@@ -1 -1 +1 @@@',
  '+',
  '',
  '@@ -0,0 +0,0 @@',
  '@@ -99999999999 +1 @@',
  'GIT binary patch',
  'literal 5',
  'rename from "\\',
  '--- ',
  '+++ "a',
);

it('takes the first new name of a file that has several', () => {
  const text = '--- a/x\n+++ b/one\n+++ b/two\n+++ b/three\n@@ -1 +1 @@\n-a\n+b\n';
  const { files, hunks, errors } = parseDiff(text);
  expect(files.map(({ newName, added, removed }) => [newName, added, removed])).toEqual([
    ['one', 1, 1],
  ]);
  expect(hunks).toHaveLength(1);
  const message = 'expected one line with the new name of the file, found another';
  expect(errors).toEqual([
    { line: 2, message },
    { line: 3, message },
  ]);
  expect(kindsOf(text)).toEqual(['file', 'header', 'header', 'header', 'hunk', 'removed', 'added']);
});

it.each([
  ['@@ -1 +1 @@', [1, 1, 1, 1]],
  ['@@ -12,0 +34567,8 @@', [12, 0, 34_567, 8]],
  ['@@ -1,3 +1,4 @@ function one() {', [1, 3, 1, 4]],
  ['@@ -1234567890,1 +1,12345678901 @@', [1_234_567_890, 1, 1, 12_345_678_901]],
  ['@@ -1,3 +1,4 @@\r', [1, 3, 1, 4]],
  ['@@ -1,3  +1,4 @@', undefined],
  ['@@ -,3 +1,4 @@', undefined],
  ['@@ -1,3 +1,4', undefined],
  ['@@ -1,3 +1,4 @', undefined],
])('reads the numbers of %j', (header, expected) => {
  const [hunk] = parseDiff(`--- a/x\n+++ b/x\n${header}\n`).hunks;
  const { oldStart, oldCount, newStart, newCount } = hunk ?? {};
  const numbers = hunk === undefined ? undefined : [oldStart, oldCount, newStart, newCount];
  expect(numbers).toEqual(expected);
});

it('reads any lines: each has a kind, and rows have each once', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (lines) => {
      const diff = parseDiff(lines.join('\n'));
      expect(diff.kinds.length).toBe(diff.lines.count);
      const shown = [...diff.kinds.keys()].filter(
        (at) => diff.kinds[at] !== KIND.header && diff.kinds[at] !== KIND.binary,
      );
      const { left, count } = unifiedOrder(diff);
      expect([...left.subarray(0, count)]).toEqual(shown);
      const split = splitOrder(diff);
      const both = [
        ...split.left.subarray(0, split.count),
        ...split.right.subarray(0, split.count),
      ];
      expect([...new Set(both.filter((at) => at >= 0))].sort((a, b) => a - b)).toEqual(shown);
      for (const at of diff.kinds.keys()) {
        if (diff.kinds[at] !== KIND.added && diff.kinds[at] !== KIND.removed) continue;
        const other = counterpartOf(diff, at);
        if (other >= 0) expect(counterpartOf(diff, other)).toBe(at);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

it('marks the words that differ, where lines have something in common', () => {
  const marks = wordMarks('const total = price * 2;', 'const sum = price * rate;');
  const cut = (text: string, ranges: readonly (readonly [number, number])[]): string[] =>
    ranges.map(([from, to]) => text.slice(from, to));
  expect(cut('const total = price * 2;', marks.old)).toEqual(['total', '2']);
  expect(cut('const sum = price * rate;', marks.new)).toEqual(['sum', 'rate']);
  expect(wordMarks('nothing', 'alike here')).toEqual({ old: [], new: [] });
});

it('compares long texts that differ in much without comparing each line with each', () => {
  const line = (at: number, word: string): string => `${word} ${at}`;
  const before = Array.from({ length: 20_000 }, (_, at) => line(at, at % 3 === 0 ? 'a' : 'same'));
  const after = Array.from({ length: 20_000 }, (_, at) => line(at, at % 3 === 0 ? 'b' : 'same'));
  const start = process.cpuUsage();
  const diff = parseDiff(compareTexts(before.join('\n'), after.join('\n'), 'x', 3));
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  expect(diff.files[0]).toMatchObject({ added: 6667, removed: 6667 });
});

it('reads the names of git', () => {
  expect(['"a\\303\\244\\\\b"', 'plain', '"', '"\\x"', '"a\\0b"'].map(unquote)).toEqual([
    'aä\\b',
    'plain',
    '"',
    '\\x',
    'a\\0b',
  ]);
});

describe('texts of others, in linear time', () => {
  /** Milliseconds; what is quadratic in one of these takes minutes. */
  const BOUND = 4000;

  function cost<Result>(work: () => Result): { readonly result: Result; readonly time: number } {
    const start = cpuTime();
    const result = work();
    return { result, time: cpuTime() - start };
  }

  it('reads 200,000 lines about one file', () => {
    const text = `diff --git a/x b/x\n${'mode 1\n'.repeat(200_000)}--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n`;
    const { result, time } = cost(() => parseDiff(text));
    expect(result.files).toMatchObject([{ newName: 'x', added: 1, removed: 1 }]);
    expect(time).toBeLessThan(slowed(BOUND));
  });

  it('reads merges of more parents than any history has as text', () => {
    const merge = (parents: number): string =>
      `diff --cc x\n${'@'.repeat(parents + 1)} ${'-1,50000 '.repeat(parents)}+1,50000 ${'@'.repeat(parents + 1)}\n${' \n'.repeat(50_000)}`;
    const { result, time } = cost(() => parseDiff(merge(10_000)));
    expect(result.hunks).toEqual([]);
    expect(result.errors).toMatchObject([{ line: 1 }]);
    expect(time).toBeLessThan(slowed(BOUND));
    expect(parseDiff(merge(66)).hunks).toMatchObject([{ oldCount: 50_000, newCount: 50_000 }]);
  });

  it('compares texts that differ in all but a line of each 500', () => {
    const texts = ['a', 'b'].map((line) =>
      Array.from({ length: 200 }, (_, part) => `${`${line}\n`.repeat(510)}part ${part}\n`).join(''),
    );
    const { result, time } = cost(() => compareTexts(texts[0]!, texts[1]!, 'x', 3));
    expect(parseDiff(result).files).toMatchObject([{ added: 102_000, removed: 102_000 }]);
    expect(time).toBeLessThan(slowed(BOUND));
  });

  it('writes a patch of all lines of 50,000 files', () => {
    const text = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n'.repeat(50_000);
    const diff = parseDiff(text);
    const lines = new Set([...diff.kinds.keys()].filter((line) => diff.kinds[line] === KIND.added));
    const { result, time } = cost(() => patchOf(diff, { lines, files: new Set() }, false));
    expect(result).toBe('--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+b\n c\n'.repeat(50_000));
    expect(time).toBeLessThan(slowed(BOUND));
  });
});
