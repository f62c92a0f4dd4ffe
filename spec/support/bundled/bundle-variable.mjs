/**
 * The environment variable that tells workers where the bundle of their project is.
 *
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export function bundleVariable({ displayName }) {
  return `TUI_SPEC_BUNDLE_${displayName.name.toUpperCase()}`;
}
