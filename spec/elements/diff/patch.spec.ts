/** Patches of some lines of a diff are what `git apply` makes of the files: staging and taking back, with real git. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts } from '../../../elements/diff/model/compare.js';
import { KIND, parseDiff, type Diff } from '../../../elements/diff/model/parse.js';
import { patchOf } from '../../../elements/diff/model/patch.js';
import { needs } from '../../support/programs.js';
import { propertyRuns } from '../../support/property-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

function git(args: readonly string[], input?: string): string {
  const { stdout, stderr, status } = spawnSync('git', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    },
  });
  if (status !== 0 && !(status === 1 && args.includes('--no-index'))) {
    throw new Error(`git ${args.join(' ')}: ${stderr}\n${input ?? ''}`);
  }
  return stdout;
}

beforeAll(() => {
  needs('git');
  git(['init', '-q']);
  git(['config', 'core.autocrlf', 'false']);
});

let seconds = 1_700_000_000;

/** Each with a time of its own: git takes a file of the same time and size for the one it knows. */
function write(name: string, content: string): void {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), seconds, seconds++);
}

interface Line {
  readonly text: string;
  /** It has no line break. */
  readonly isOpen: boolean;
}

function linesOf(text: string): Line[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const closed = lines.map((line) => ({ text: line, isOpen: false }));
  return last === '' ? closed : [...closed, { text: last, isOpen: true }];
}

function joined(lines: readonly Line[]): string {
  return lines
    .map(({ text, isOpen }, at) => text + (isOpen && at === lines.length - 1 ? '' : '\n'))
    .join('');
}

/** The file after the chosen changes were made to the old one, or taken back from the new one. */
function expected(
  diff: Diff,
  from: string,
  chosen: ReadonlySet<number>,
  isReverse: boolean,
): string {
  const file = linesOf(from);
  const result: Line[] = [];
  let at = 0;
  for (const hunk of diff.hunks) {
    const [first, count] = isReverse
      ? [hunk.newStart, hunk.newCount]
      : [hunk.oldStart, hunk.oldCount];
    const start = count === 0 ? first : first - 1;
    result.push(...file.slice(at, start));
    at = start + count;
    for (let line = hunk.from + 1; line < hunk.to; line++) {
      const kind = diff.kinds[line];
      if (kind === KIND.noNewline) continue;
      const isThere = kind === (isReverse ? KIND.added : KIND.removed);
      const isKept = kind === KIND.context || isThere !== chosen.has(line);
      const isOpen = diff.kinds[line + 1] === KIND.noNewline && line + 1 < hunk.to;
      if (isKept) result.push({ text: diff.lines.at(line).slice(1), isOpen });
    }
  }
  return joined([...result, ...file.slice(at)]);
}

const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  ' d',
  '+x',
  '-y',
  '\\ z',
  '@@ -1 +1 @@',
  'é\r',
  '\tt',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.boolean())
  .map(([lines, isOpen]) => lines.join('\n') + (lines.length === 0 || isOpen ? '' : '\n'));
const pair = text.chain((before) =>
  fc.tuple(
    fc.constant(before),
    fc.oneof(
      text,
      // Few changes.
      fc
        .tuple(fc.array(fc.tuple(fc.nat(30), line), { maxLength: 4 }), fc.boolean())
        .map(([edits, isOpen]) => {
          const lines = before.replace(/\n$/, '').split('\n');
          for (const [place, word] of edits) lines[place % Math.max(1, lines.length)] = word;
          return lines.join('\n') + (isOpen ? '' : '\n');
        }),
    ),
  ),
);

it.each(['git diff', 'two texts'])('of any lines of %s', (by) => {
  fc.assert(
    fc.property(
      pair,
      fc.nat(4),
      fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
      ([before, after], context, choices) => {
        const name = 'a file.txt';
        write(name, before);
        git(['add', '--', name]);
        const old = git(['show', `:${name}`]);
        write(name, after);
        const source =
          by === 'git diff'
            ? git(['diff', `-U${context}`, '--', name])
            : compareTexts(before, after, name, context);
        const diff = parseDiff(source);
        expect(diff.errors).toEqual([]);
        const changes = [...diff.kinds.keys()].filter(
          (at) => diff.kinds[at] === KIND.added || diff.kinds[at] === KIND.removed,
        );
        const lines = new Set(changes.filter((_, at) => choices[at % choices.length]));
        if (lines.size === 0) return;
        const options = ['apply', '--cached', '--whitespace=nowarn'];
        if (context === 0) options.push('--unidiff-zero');
        const choice = { lines, files: new Set<number>() };
        git(options, patchOf(diff, choice, false));
        expect(git(['show', `:${name}`])).toBe(expected(diff, old, lines, false));

        git(['add', '--', name]);
        git([...options, '--reverse'], patchOf(diff, choice, true));
        expect(git(['show', `:${name}`])).toBe(expected(diff, after, lines, true));
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

it('of new, removed, renamed and executable files, whole and in part', () => {
  git(['read-tree', '--empty']);
  rmSync(join(folder, 'a file.txt'), { force: true });
  const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
  write('gone.txt', 'one\ntwo\nthree\n');
  write('old "name"\té.txt', long);
  git(['add', 'gone.txt', 'old "name"\té.txt']);
  git(['commit', '-qm', 'a']);
  rmSync(join(folder, 'gone.txt'));
  rmSync(join(folder, 'old "name"\té.txt'));
  write('new name.txt', long.replace('line 3\n', 'line three\n').replace('line 18\n', ''));
  write('added.txt', 'first\nsecond');
  git(['add', '-A']);
  const diff = parseDiff(git(['diff', '--cached', '-M']));
  expect(diff.files.map(({ status, oldName, newName }) => [status, oldName, newName])).toEqual([
    ['added', 'added.txt', 'added.txt'],
    ['deleted', 'gone.txt', 'gone.txt'],
    ['renamed', 'old "name"\té.txt', 'new name.txt'],
  ]);
  const find = (words: string): number => diff.lines.slice(0, diff.lines.count).indexOf(words);
  const status = (): string =>
    git(['-c', 'core.quotePath=false', 'diff', '--cached', '--name-status', '-M']);
  const tryOut = (lines: readonly string[], isReverse: boolean): void => {
    const chosen = new Set(lines.map(find));
    expect(chosen.has(-1)).toBe(false);
    const patch = patchOf(diff, { lines: chosen, files: new Set() }, isReverse);
    if (!isReverse) git(['read-tree', 'HEAD']);
    git(['apply', '--cached', ...(isReverse ? ['--reverse'] : [])], patch);
  };
  tryOut(['+second', '-two', '+line three'], false);
  expect(git(['show', ':added.txt'])).toBe('second');
  expect(git(['show', ':gone.txt'])).toBe('one\nthree\n');
  expect(git(['show', ':new name.txt'])).toBe(long.replace('line 3\n', 'line 3\nline three\n'));
  expect(status()).toMatch(/^R\d+/m);
  git(['add', '-A']);
  tryOut(['+second', '-two', '+line three', '-line 3'], true);
  expect(git(['show', ':added.txt'])).toBe('first\n');
  expect(git(['show', ':gone.txt'])).toBe('two\n');
  expect(git(['show', ':new name.txt'])).toBe(long.replace('line 18\n', ''));
  // Whole files, with their names.
  git(['read-tree', 'HEAD']);
  const all = new Set(diff.files.keys());
  git(['apply', '--cached'], patchOf(diff, { lines: new Set(), files: all }, false));
  expect(status()).toMatch(/^R09\d/m);
});
