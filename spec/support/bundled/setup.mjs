/**
 * Bundles the specs of a project that are to run, and everything they import, into one CommonJS
 * file. Each module of it is evaluated when it is first required, so a spec evaluates what it imports and
 * no more. See environment.mjs, which runs it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createFolder, root } from '../cache-folder.mjs';
import { BUILT_INS } from './built-ins.mjs';
import { bundleVariable } from './bundle-variable.mjs';

/** What the environment provides, or jest loads from `node_modules`. */
const EXTERNAL = [
  '@jest/globals',
  '#yoga',
  'esbuild',
  'typescript',
  '#clipboardy',
  'canvas',
  'jsdom',
];

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', ...BUILT_INS];

/** Gives each module its own `import.meta.url`, on its first line so that lines stay what they are. */
const ownUrls = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: `const importMetaUrl = ${url}; ${text}`,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
};

/** Runs of this process: more than one while it watches. A bundle's name is never used again. */
let runs = 0;

/**
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 */
export default async function setup(globalConfig, projectConfig) {
  // For workers and what they start. Node 20 reads these certificates in each start, whether it needs them or not: some 0.1 s
  // of CPU time. Specs connect to this machine only.
  delete process.env.NODE_EXTRA_CA_CERTS;
  process.stderr.write(`Bundling the specs of ${projectConfig.displayName.name} …\n`);
  const bundle = join(
    createFolder(`specs-${projectConfig.displayName.name}`),
    `specs-${++runs}.cjs`,
  );
  const modules = specsToRun(globalConfig, projectConfig);
  const table = modules.map((name) => {
    const literal = JSON.stringify(name);
    return `${literal}: () => require(${literal})`;
  });
  await build({
    absWorkingDir: root,
    stdin: { contents: `module.exports = {\n${table.join(',\n')} };`, resolveDir: root },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // As Node wraps a CommonJS module.
    banner: { js: `(function (${PARAMETERS.join(', ')}) {` },
    footer: { js: '})' },
    target: 'node20',
    // The UMD build of jsonc-parser, its "main", hides its requires from every bundler.
    mainFields: ['module', 'main'],
    external: EXTERNAL,
    define: { 'import.meta.url': 'importMetaUrl' },
    plugins: [ownUrls],
    sourcemap: 'linked',
    sourcesContent: globalConfig.collectCoverage,
    logLevel: 'warning',
  });
  process.env[bundleVariable(projectConfig)] = bundle;
}

/** Specs of the project that may run: those of the patterns on the command line, where there are any. */
function specsToRun(globalConfig, { rootDir, testPathIgnorePatterns, testRegex }) {
  const { testPathPatterns, findRelatedTests, runTestsByPath } = globalConfig;
  const isFiltered = testPathPatterns.isSet() && !findRelatedTests && !runTestsByPath;
  const patterns = testPathPatterns.toExecutor({ rootDir });
  const matched = testRegex.map((pattern) => new RegExp(pattern));
  const ignored = testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  return readdirSync(join(root, 'spec'), { recursive: true })
    .map((name) => join(root, 'spec', name))
    .filter((path) => path.endsWith('.spec.ts') && !ignored.some((pattern) => pattern.test(path)))
    .filter((path) => matched.length === 0 || matched.some((pattern) => pattern.test(path)))
    .filter((path) => !isFiltered || patterns.isMatch(path));
}
