export default {
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['**/*.test.ts'],
  transform: { '\\.ts$': ['./ts-jest.js', { useESM: true }] },
  // jest's cache does not notice that app.tui.d.ts has changed: every run checks the types.
  cache: false,
};
