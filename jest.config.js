/** The route measured to work with ESM, ts-jest and every package used here. */
export default {
  testEnvironment: 'node',
  // What hangs is ended; what is slow on a busy machine is not wrong.
  testTimeout: 60_000,
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
