import { dirname } from 'node:path';
import { removeFolder } from '../cache-folder.mjs';
import { bundleVariable } from './bundle-variable.mjs';

/**
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export default function teardown(globalConfig, projectConfig) {
  const bundles = process.env[bundleVariable(projectConfig)];
  if (bundles !== undefined) removeFolder(dirname(JSON.parse(bundles).specs));
  // The one who built it is the last to need it.
  removeFolder(process.env['TUI_SPEC_COMMAND']);
}
