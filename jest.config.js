/**
 * Two projects, run together by `npm test`; docs/decisions/2026-11-22-two-test-projects.md says why.
 *
 * `process`: specs that start real processes: the command, sandboxes, terminals, other programs. One built
 * command serves them all.
 * `unit`: everything else.
 * The specs of both are bundled by esbuild and run without a transform.
 *
 * A third, `typed`, is run by `npm run test:typed`: tests in TypeScript that use the built package as a user's project
 * does, checked and compiled by ts-jest.
 */
import { availableParallelism } from 'node:os';

const PROCESS = [
  'spec/cli/process/',
  'spec/live/',
  'spec/sandbox/',
  'spec/browser/',
  'spec/mirror/',
  'spec/mcp/',
  'spec/config/command-starts\\.',
  'spec/config/save-concurrent\\.',
  'spec/docs/testing\\.',
  'spec/examples/git\\.',
  'spec/log/',
  'spec/script/programs\\.',
  'spec/terminal/tty\\.',
].map((path) => `/${path}`);

const shared = {
  roots: ['<rootDir>/spec'],
  // The sources import `./x.js`, which is `./x.ts` on disk.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironment: '<rootDir>/spec/support/bundled/environment.mjs',
  testRunner: '<rootDir>/spec/support/bundled/test-runner.mjs',
  setupFilesAfterEnv: ['<rootDir>/spec/support/guarded.cjs'],
  globalTeardown: '<rootDir>/spec/support/bundled/teardown.mjs',
  // The bundles, whose source maps lead to the sources.
  forceCoverageMatch: ['**/{sources,specs}-*.cjs'],
  transform: {},
};

const unit = {
  ...shared,
  displayName: 'unit',
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: PROCESS,
  globalSetup: '<rootDir>/spec/support/bundled/setup.mjs',
};

const processes = {
  ...shared,
  displayName: 'process',
  testRegex: PROCESS.map((path) => `${path}.*spec\\.ts$`),
  globalSetup: '<rootDir>/spec/support/bundled/setup-with-command.mjs',
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/spec/support/retry.cjs'],
};

/** Neither of the others: its files are called `.test.ts`, and it needs a build with declarations. */
export const typed = {
  displayName: 'typed',
  roots: ['<rootDir>/spec/typed'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/spec/typed/support/link-package.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  // What a user gets from `tui init --typescript`.
  transform: {
    '\\.ts$': [
      '<rootDir>/templates/init-typescript/ts-jest.js',
      { useESM: true, tsconfig: '<rootDir>/spec/typed/tsconfig.json' },
    ],
  },
  // Types depend on more than a file and its imports: each run checks them.
  cache: false,
};

/** A list of all specs on request; otherwise how far the run is, and what fails. */
const isVerbose = process.argv.includes('--verbose');

export default {
  reporters: [
    ...(isVerbose ? ['default'] : ['<rootDir>/spec/support/progress.mjs', 'summary']),
    '<rootDir>/spec/support/skipped-specs.mjs',
    '<rootDir>/spec/support/retry-reporter.mjs',
  ],
  // Ends a spec that hangs, on whatever machine. No spec sets its own; a wait for a state reports itself before.
  testTimeout: 300_000,
  coverageProvider: 'v8',
  testSequencer: '<rootDir>/spec/support/bundled/sequencer.mjs',
  // Specs of processes wait more than they compute, and some others wait for timers.
  // A number: jest takes more than 100 % for a count.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // A worker whose heap is larger is replaced: V8 collects late what spec files leave. Three workers of 1.5 GB are more
  // than small machines have.
  workerIdleMemoryLimit: '600MB',
  projects: [unit, processes],
};
