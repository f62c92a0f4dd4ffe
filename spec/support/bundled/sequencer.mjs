/**
 * Which spec files a run has, and in what order: jest's own, the slow ones first, or with `TUI_SPEC_ORDER` a random one of
 * this seed. Files marked `@ci` in their first comment are for CI and for those that name them.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { root } from '../cache-folder.mjs';

export default class SeededSequencer extends TestSequencer {
  #isChosen;

  constructor(options) {
    super(options);
    const { testPathPatterns, runTestsByPath } = options.globalConfig;
    this.#isChosen = runTestsByPath || testPathPatterns.isSet();
  }

  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const chosen = this.#isChosen || isInFull() ? tests : withoutMarked(tests);
    const seed = process.env.TUI_SPEC_ORDER ?? '';
    // Those of CI take longest. On a clean machine, where jest knows no times, one of five minutes would come last, alone.
    if (seed === '') return markedFirst(super.sort(chosen));
    const keys = new Map(chosen.map((test) => [test, keyOf(seed, relative(root, test.path))]));
    return chosen.toSorted((a, b) => (keys.get(a) < keys.get(b) ? -1 : 1));
  }
}

/** As properties are tried in full: see property-runs.ts. */
function isInFull() {
  const { CI, TUI_PROPERTY_RUNS: factor = '' } = process.env;
  return factor === '' ? CI !== undefined : Number(factor) >= 0.5;
}

/** @param {import('@jest/test-result').Test[]} tests */
function withoutMarked(tests) {
  const others = tests.filter(({ path }) => !isMarked(path));
  const count = tests.length - others.length;
  if (count > 0) {
    process.stderr.write(
      `Left to CI: ${count} spec files; name them, or run all by TUI_PROPERTY_RUNS=0.5\n`,
    );
  }
  return others;
}

/** @param {import('@jest/test-result').Test[]} tests */
function markedFirst(tests) {
  const isMarkedTest = new Map(tests.map((test) => [test, isMarked(test.path)]));
  return tests.toSorted((a, b) => Number(isMarkedTest.get(b)) - Number(isMarkedTest.get(a)));
}

/** @param {string} path */
function isMarked(path) {
  const [comment] = readFileSync(path, 'utf8').split('*/', 1);
  return comment.startsWith('/**') && /@ci\s*$/.test(comment);
}

/** @param {string} seed @param {string} path */
function keyOf(seed, path) {
  return createHash('sha256').update(`${seed}\0${path}`).digest('hex');
}
