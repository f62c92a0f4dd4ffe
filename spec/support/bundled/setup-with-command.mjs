/**
 * Builds the command once, from the sources as they are, for all specs of a project, and bundles these. `TUI_SPEC_BUILT` is a
 * folder in which it has been built.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createFolder, root } from '../cache-folder.mjs';
import bundleSpecs from './setup.mjs';

const run = promisify(execFile);

/** A copy of the build has no such folder, and none is made in it. The home of a spec is that of its account. */
const MAIN = `const code = require('node:path').join(__dirname, '../code');
process.env.TUI_CODE_CACHE ??= require('node:fs').existsSync(code) ? code : 'off';
const os = require('node:os');
const { userInfo } = os;
os.userInfo = (...args) => {
  const found = userInfo(...args);
  return { ...found, homedir: process.env.HOME ?? found.homedir };
};
require('./main.cjs');
`;

/** The command as it is from its second start on, whatever home a spec gives it. See `commandFile`. */
async function keepCompiledCode(folder) {
  const TUI_CODE_CACHE = join(folder, 'code');
  const trainer = join(folder, 'cli/train.cjs');
  // The best tier of this machine, and the one of Node alone, whose flags of V8 differ.
  const alone = process.allowedNodeEnvironmentFlags.has('--allow-net') ? 'B' : 'C';
  const trained = [{}, { TUI_SANDBOX_TIER: alone }].map((tier) =>
    run(process.execPath, [trainer], { env: { ...process.env, ...tier, TUI_CODE_CACHE } }),
  );
  await Promise.all(trained);
  writeFileSync(join(folder, 'cli/main-compiled.cjs'), MAIN);
}

/**
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export default async function setup(globalConfig, projectConfig) {
  process.stderr.write('Preparing the command for the specs …\n');
  const folder = createFolder('cli');
  const built = process.env.TUI_SPEC_BUILT ?? '';
  if (built === '') {
    const builder = join(root, 'scripts/build.mjs');
    await run(process.execPath, [builder, '--no-types', '--out', folder]);
  } else {
    // Not its compiled code, which specs write and remove.
    const code = join(resolve(root, built), 'code');
    await cp(resolve(root, built), folder, { recursive: true, filter: (path) => path !== code });
  }
  await keepCompiledCode(folder);
  process.env['TUI_SPEC_COMMAND'] = folder;
  await bundleSpecs(globalConfig, projectConfig);
}
