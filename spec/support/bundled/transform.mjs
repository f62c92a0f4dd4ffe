/** A spec as jest loads it: its code is in the bundle. See environment.mjs. */
export default {
  process: () => ({ code: 'runBundledSpec(__filename, require);' }),
  getCacheKey: () => 'bundled-spec-1',
};
