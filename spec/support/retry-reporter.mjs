/** Names the specs that passed only on another try, at the end of a run: each of them is a bug. See retry.cjs. */
import { relative } from 'node:path';
import { root } from './cache-folder.mjs';

export default class RetryReporter {
  /** @param {Set<unknown>} _contexts @param {import('@jest/test-result').AggregatedResult} results */
  onRunComplete(_contexts, { testResults }) {
    const tests = testResults.flatMap(({ testFilePath, testResults: all }) =>
      all
        .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
        .map(({ fullName }) => `  ${relative(root, testFilePath)}: ${fullName}`),
    );
    if (tests.length === 0) return;
    const lines = ['Failed, and passed on another try (scripts/flaky.mjs shows why):', ...tests];
    process.stderr.write(`\n${lines.join('\n')}\n`);
  }
}
