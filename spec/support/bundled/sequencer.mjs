/** The order of spec files: jest's own, the slow ones first, or with `TUI_SPEC_ORDER` a random one of this seed. */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { root } from '../cache-folder.mjs';

export default class SeededSequencer extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const seed = process.env.TUI_SPEC_ORDER ?? '';
    if (seed === '') return super.sort(tests);
    const keys = new Map(tests.map((test) => [test, keyOf(seed, relative(root, test.path))]));
    return tests.toSorted((a, b) => (keys.get(a) < keys.get(b) ? -1 : 1));
  }
}

/** @param {string} seed @param {string} path */
function keyOf(seed, path) {
  return createHash('sha256').update(`${seed}\0${path}`).digest('hex');
}
