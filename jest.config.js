/** The route measured to work with ESM, ts-jest and every package used here. */
export default {
  testEnvironment: 'node',
  // What hangs is ended; what is slow on a busy machine is not wrong.
  testTimeout: 60_000,
  // Jest would take one process on two cores, and run all specs in itself: modules of ES kind are never
  // let go of in a process (some 25 MB a spec file), so that V8's heap is full before the last one.
  maxWorkers: 2,
  workerIdleMemoryLimit: '800MB',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      'ts-jest',
      { useESM: true, tsconfig: 'tsconfig.json', diagnostics: { exclude: ['**'] } },
    ],
  },
};
