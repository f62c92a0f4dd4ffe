/** Whether a run is CI's: it has the specs marked `@ci`, and properties are tried in full. See property-runs.ts. */
export function isInFull() {
  const { CI, TUI_PROPERTY_RUNS: factor = '' } = process.env;
  return factor === '' ? CI !== undefined : Number(factor) >= 1;
}
