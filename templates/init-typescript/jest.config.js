export default {
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['**/*.test.ts'],
  transform: { '\\.ts$': ['./ts-jest.js', { useESM: true }] },
  // jest's cache does not notice that app.tui.d.ts has changed: every run checks the types.
  cache: false,
  // Milliseconds. The first test of a file compiles the app: on a busy machine that takes longer than jest's 5 seconds.
  testTimeout: 60_000,
};
