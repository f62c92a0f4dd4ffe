/**
 * Bundles the specs of a project that are to run, and what they import, into two CommonJS files: `specs-N.cjs`, the
 * modules that are evaluated for each spec file, and `sources-N.cjs`, everything else, which a worker evaluates once.
 * In both, a module is evaluated when it is first required. See test-runner.mjs, which runs them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createFolder, root } from '../cache-folder.mjs';
import { bundleVariable } from './bundle-variable.mjs';

/** What the environment provides, or Node loads from `node_modules`. */
const EXTERNAL = [
  '@jest/globals',
  '#yoga',
  'esbuild',
  'typescript',
  '#clipboardy',
  'canvas',
  'jsdom',
];

/** A module that registers hooks with the spec file that imports it. */
const REGISTERS_HOOKS = join(root, 'cli/testing.ts');

/** @param {string} path */
const isEvaluatedForEachFile = (path) =>
  path === REGISTERS_HOOKS || path.startsWith(join(root, 'spec/'));

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

/**
 * Leaves what a worker evaluates once out of the bundle, to be required by its path.
 *
 * @param {Set<string>} sources receives these paths
 */
const withoutSources = (sources) => ({
  name: 'without-sources',
  setup({ onResolve, resolve }) {
    /** By kind and name: the importers are all in `spec/`. */
    const packages = new Map();
    const resolveByRules = async ({ path, importer, kind, namespace, resolveDir }) => {
      const pluginData = withoutSources;
      const found = await resolve(path, { importer, kind, namespace, resolveDir, pluginData });
      return found.external || found.errors.length > 0 ? found : located(found.path);
    };
    // Only the path: of a module whose package is known, esbuild reads `default` as Node reads it of CommonJS, but
    // what is required here has been bundled, by its own rules.
    const located = (path) => {
      if (isEvaluatedForEachFile(path)) return { path };
      sources.add(path);
      return { path, external: true };
    };
    onResolve({ filter: /./ }, (args) => {
      const { path, kind, pluginData, resolveDir } = args;
      if (pluginData === withoutSources) return undefined;
      if (path.startsWith('.')) {
        // Most are these, and a request of esbuild costs more than all else here.
        const file = join(resolveDir, path.replace(/\.js$/, '.ts'));
        return existsSync(file) && extname(file) !== '' ? located(file) : resolveByRules(args);
      }
      const key = `${kind} ${path}`;
      if (!packages.has(key)) packages.set(key, resolveByRules(args));
      return packages.get(key);
    });
  },
});

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
  const folder = createFolder(`specs-${projectConfig.displayName.name}`);
  runs++;
  const [sources, specs] = ['sources', 'specs'].map((name) => join(folder, `${name}-${runs}.cjs`));
  const required = new Set();
  const bundle = (modules, outfile, plugins) =>
    build({
      absWorkingDir: root,
      stdin: { contents: tableOf(modules), resolveDir: root },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      // As Node wraps a CommonJS module.
      banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
      footer: { js: '})' },
      target: 'node20',
      // The UMD build of jsonc-parser, its "main", hides its requires from every bundler.
      mainFields: ['module', 'main'],
      external: EXTERNAL,
      define: { 'import.meta.url': 'importMetaUrl' },
      plugins: [...plugins, ownUrls],
      sourcemap: 'linked',
      sourcesContent: globalConfig.collectCoverage,
      logLevel: 'warning',
    });
  await bundle(specsToRun(globalConfig, projectConfig), specs, [withoutSources(required)]);
  await bundle([...required].sort(), sources, []);
  process.env[bundleVariable(projectConfig)] = JSON.stringify({ sources, specs });
}

/** @param {readonly string[]} modules */
function tableOf(modules) {
  const entries = modules.map((name) => {
    const literal = JSON.stringify(name);
    return `${literal}: () => require(${literal})`;
  });
  return `module.exports = {\n${entries.join(',\n')} };`;
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
