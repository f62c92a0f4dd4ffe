/**
 * The environment variable that tells workers where the bundles of their project are.
 *
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export function bundleVariable({ displayName }) {
  return `TUI_SPEC_BUNDLE_${displayName.name.toUpperCase()}`;
}
