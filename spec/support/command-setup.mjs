/** Builds the command once, from the sources as they are, for all specs of the `process` project. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder, root } from './cache-folder.mjs';

export default async function setup() {
  const folder = createFolder('cli');
  const builder = join(root, 'scripts/build.mjs');
  await promisify(execFile)(process.execPath, [builder, '--no-types', '--out', folder]);
  process.env['TUI_SPEC_COMMAND'] = folder;
}
