/**
 * `npm run build`: dist/ from the sources.
 *
 * esbuild bundles the command, the library and the testing entry together, shared parts in chunks of
 * their own: the command starts about twice as fast as from single modules, and `tui` and
 * `tui/testing` are one runtime. tsc checks the types and writes the declarations; `--no-types`
 * leaves that out.
 */
import { chmod, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = process.argv.indexOf('--out');
/** `--out DIR` builds elsewhere; specs of the command do. */
const dist = resolve(root, out < 0 ? 'dist' : (process.argv[out + 1] ?? 'dist'));
const SOURCES = ['runtime', 'elements', 'config', 'cli'];
const ENTRIES = ['cli/main.ts', 'cli/launcher/runner.ts', 'cli/library.ts', 'cli/testing.ts'];

/**
 * `createRequire(import.meta.url)('x')` in our own files means "load x when it is first needed". Bundlers
 * leave it alone; written as a plain require it is bundled, and still evaluated late. A sandboxed app has
 * no node_modules to look in.
 */
const lateModules = {
  name: 'late-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/(runtime|elements|config|cli)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('createRequire(import.meta.url)(')) return undefined;
      const contents = text.replace(/createRequire\(import\.meta\.url\)\(/g, 'require(');
      return { contents, loader: 'ts' };
    });
  },
};

/** Files of this build; everything else in dist/ is from an earlier one. */
const written = new Set();

async function bundle() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: dist,
    outbase: '.',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // The UMD build of jsonc-parser, its "main", hides its requires from every bundler.
    mainFields: ['module', 'main'],
    target: 'node20',
    // Names stay: messages show those of classes. What is left to parse is a third less.
    minifyWhitespace: true,
    minifySyntax: true,
    charset: 'utf8',
    legalComments: 'linked',
    logLevel: 'warning',
    metafile: true,
    // esbuild and clipboardy bring programs of their own, which have to stay where they are.
    // linkedom looks for canvas, which is not there and not needed.
    plugins: [lateModules],
    external: ['esbuild', 'clipboardy', 'canvas'],
    // CommonJS packages ask for Node's modules with require, which ES modules do not have.
    banner: {
      js: "import { createRequire as tuiRequire } from 'node:module';\nconst require = tuiRequire(import.meta.url);",
    },
  });
  for (const path of Object.keys(result.metafile.outputs)) written.add(join(root, path));
  await chmod(join(dist, 'cli/main.js'), 0o755);
}

/** Declarations, checked; false where the types do not fit. */
async function declarations() {
  const { default: ts } = await import('typescript');
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(
    { ...config.config, include: SOURCES },
    ts.sys,
    root,
  );
  const options = {
    ...parsed.options,
    outDir: dist,
    emitDeclarationOnly: true,
    declaration: true,
    sourceMap: false,
    incremental: true,
    tsBuildInfoFile: join(root, 'node_modules/.cache/tui/declarations.tsbuildinfo'),
  };
  const expected = parsed.fileNames.map((file) =>
    join(dist, relative(root, file)).replace(/\.ts$/, '.d.ts'),
  );
  // What is up to date is not written again: where a file is gone, everything has to be.
  for (const file of expected) {
    if (await exists(file)) continue;
    await rm(options.tsBuildInfoFile, { force: true });
    break;
  }
  const program = ts.createIncrementalProgram({ rootNames: parsed.fileNames, options });
  const emitted = program.emit();
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
    ...emitted.diagnostics,
  ];
  for (const file of expected) written.add(file);
  if (found.length === 0) return true;
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), host));
  return false;
}

async function exists(path) {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** Removes what this build has not written, and folders left empty. True where the folder is gone. */
async function removeStale(folder) {
  let kept = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!(await removeStale(path))) kept++;
    } else if (written.has(path)) kept++;
    else await rm(path);
  }
  if (kept > 0) return false;
  await rm(folder, { recursive: true });
  return true;
}

const types = !process.argv.includes('--no-types');
await mkdir(dist, { recursive: true });
await bundle();
const ok = types ? await declarations() : true;
if (types && ok) await removeStale(dist);
process.exitCode = ok ? 0 : 1;
