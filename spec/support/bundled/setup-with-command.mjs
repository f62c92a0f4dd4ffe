/** Builds the command once, from the sources as they are, for all specs of a project, and bundles these. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder, root } from '../cache-folder.mjs';
import bundleSpecs from './setup.mjs';

/**
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export default async function setup(globalConfig, projectConfig) {
  const folder = createFolder('cli');
  const builder = join(root, 'scripts/build.mjs');
  await promisify(execFile)(process.execPath, [builder, '--no-types', '--out', folder]);
  process.env['TUI_SPEC_COMMAND'] = folder;
  await bundleSpecs(globalConfig, projectConfig);
}
