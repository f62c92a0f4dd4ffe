/**
 * `npm run build`: dist/ from the sources.
 *
 * esbuild makes one bundle of the command, the runner, the library and the testing entry, so that `tui`
 * and `tui/testing` are one runtime. Beside it lies what V8 has compiled of it for each kind of start
 * (see code-cache.mjs); small entries load both. tsc checks the types and writes the declarations;
 * `--no-types` leaves that out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chmod, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import {
  evaluatedByHost,
  lateImports,
  lateModules,
  linkedomCore,
  unpackedEntities,
  yogaAtOnce,
} from './bundle-plugins.mjs';
import { APP, buildParts } from './bundle-parts.mjs';
import { writeCaches } from './code-cache.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = process.argv.indexOf('--out');
/** `--out DIR` builds elsewhere; specs of the command do. */
const dist = resolve(root, out < 0 ? 'dist' : (process.argv[out + 1] ?? 'dist'));
const SOURCES = ['runtime', 'elements', 'config', 'cli'];

/** Packages that not every start needs, as bundles of their own. */
const LATE = {
  ajv: 'ajv',
  'css-tree/parser': 'css-tree',
  culori: 'culori',
  yargs: 'yargs',
  ws: 'ws',
  'enhanced-resolve': 'enhanced-resolve',
};

/** What is loaded from files of its own when it is required: packages, and the app's part of the bundle. */
const LATE_FILES = { ...LATE, [APP]: 'app' };

/** What the bundle holds, each evaluated when it is called: the `Bundle` of cli/boot.ts. See bundle-parts.mjs. */
const PARTS = {
  command: 'cli/command.ts',
  runner: 'cli/sandbox/runner/runner.ts',
  library: 'cli/library.ts',
  testing: 'cli/testing.ts',
};

/** What the launcher of a scripted app evaluates: it does not read more. */
const LIGHT = [
  PARTS.command,
  'cli/commands/run.ts',
  'cli/sandbox/launch/launch.ts',
  'cli/sandbox/policy/load.ts',
  'cli/sandbox/launch/tier/tier.ts',
];

/** Files of this build; everything else in dist/ is from an earlier one. */
const written = new Set();

const SHARED = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // The UMD build of jsonc-parser, its "main", hides its requires from every bundler.
  mainFields: ['module', 'main'],
  target: 'node20',
  // Names stay: messages show those of classes. What is left to parse is a third less.
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the line of an error that nobody catches: it may not be all of a module.
  lineLimit: 160,
  logLevel: 'warning',
};

/** Everything is inside of a function: `run` in cli/boot.ts calls it. */
const WRAPPED = {
  ...SHARED,
  format: 'cjs',
  define: { 'import.meta.url': 'bundleUrl' },
  banner: {
    js: '(function (require, module, bundleUrl, bundleHost) { var exports = module.exports;',
  },
  footer: { js: '})' },
};

async function bundle() {
  const { text, app, legal } = await buildParts(
    {
      ...SHARED,
      define: WRAPPED.define,
      entryPoints: PARTS,
      plugins: [
        lateModules,
        yogaAtOnce,
        linkedomCore,
        unpackedEntities,
        evaluatedByHost,
        lateImports,
      ],
      // esbuild and clipboardy bring programs of their own, which have to stay where they are.
      // linkedom looks for canvas, which is not there and not needed.
      external: ['esbuild', 'clipboardy', 'canvas', ...Object.keys(LATE)],
    },
    LIGHT,
    finished,
  );
  const file = join(dist, 'bundle/tui.cjs');
  await mkdir(dirname(file), { recursive: true });
  const files = {
    [file]: text,
    [join(dist, 'bundle/app.cjs')]: app,
    [`${file}.LEGAL.txt`]: legal,
  };
  for (const [path, content] of Object.entries(files)) {
    if (content === '') continue;
    await writeFile(path, content);
    written.add(path);
  }
  for (const [name, file] of Object.entries(LATE)) {
    // Of an ES module the default export is everything, and itself: so both kinds of import find it.
    const contents = `const found = require('${name}');
      module.exports = found.__esModule && found.default ? Object.assign(found.default, { default: found.default }) : found;`;
    await writeBundle(file, {
      stdin: { contents, resolveDir: root, sourcefile: 'late.js' },
      legalComments: 'inline',
      // ws would look for native packages in every folder above this one: an app may write some of those.
      define: {
        ...WRAPPED.define,
        'process.env.WS_NO_BUFFER_UTIL': '"1"',
        'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      },
    });
  }
}

async function writeBundle(name, options) {
  const file = join(dist, 'bundle', `${name}.cjs`);
  const { outputFiles } = await build({ ...WRAPPED, ...options, outfile: file, write: false });
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, path === file ? finished(text) : text);
  }
  written.add(file);
}

/** Modules of Node that take milliseconds to load, each wanted by some apps only. */
const HEAVY =
  'crypto|child_process|module|net|fs/promises|stream|stream/promises|readline|tls|http|https|dns';

function finished(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return (
    text
      .replace(/\bimport\("([^"]+)"\)/g, (_, name) =>
        Object.hasOwn(LATE, name)
          ? `Promise.resolve(require("${name}"))`
          : `bundleHost.import("${name}")`,
      )
      // Their members are looked up where they are used: the module can wait until then.
      .replace(
        new RegExp(`\\b(import_\\w+)\\s*=\\s*require\\("node:(${HEAVY})"\\)`, 'g'),
        '$1=new Proxy({},{get:(_,key)=>require("node:$2")[key]})',
      )
      // To copy what `process` has takes a millisecond, and its default export is all that is used.
      .replace(/\b(import_\w+)=__toESM\((require\("node:\w+"\))\)/g, (all, name, required) =>
        new RegExp(`\\b${name}\\b(?!\\.default\\b|=)`).test(text)
          ? all
          : `${name}={default:${required}}`,
      )
      // ASCII, as boot.ts reads it: esbuild leaves other characters in regular expressions only, where
      // an escape means the same.
      .replace(/[^\0-\x7f]/g, escape)
  );
}

/**
 * The files that are started and imported.
 *
 * @param folder they go into
 * @param cacheFolder where each writes what V8 has compiled when it ends; undefined in what is shipped
 */
async function entries(folder, cacheFolder) {
  const content = createHash('sha256');
  for (const name of ['tui', ...Object.values(LATE_FILES)]) {
    content.update(readFileSync(join(dist, 'bundle', `${name}.cjs`)));
  }
  const options = {
    ...SHARED,
    define: {
      TUI_LATE: JSON.stringify(LATE_FILES),
      TUI_BUILD: JSON.stringify(content.digest('hex').slice(0, 12)),
      TUI_CACHE_FOLDER: cacheFolder === undefined ? 'undefined' : JSON.stringify(cacheFolder),
    },
  };
  const commonJs = {
    ...options,
    format: 'cjs',
    define: { ...options.define, 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
  };
  const command = join(folder, 'cli/main.cjs');
  const runner = join(folder, 'cli/sandbox/runner.cjs');
  const library = join(folder, 'bundle/library.js');
  await Promise.all([
    build({ ...commonJs, entryPoints: ['cli/main.ts'], outfile: command }),
    build({ ...commonJs, entryPoints: ['cli/sandbox/runner/main.ts'], outfile: runner }),
    build({ ...options, format: 'esm', entryPoints: ['cli/library-main.ts'], outfile: library }),
  ]);
  const modules = {
    // Where the command was looked for before it was CommonJS, which starts sooner.
    'cli/main.js': "#!/usr/bin/env node\nimport './main.cjs';\n",
    'cli/library.js': reexport('library'),
    'cli/testing.js': reexport('testing'),
  };
  for (const [name, text] of Object.entries(modules)) {
    await writeFile(join(folder, name), text);
    written.add(join(folder, name));
  }
  for (const name of [command, join(folder, 'cli/main.js')]) await chmod(name, 0o755);
  for (const name of [command, runner, library]) written.add(name);
}

/** An ES module has to say its exports' names before it runs: they are asked of the bundle. */
function reexport(part) {
  const own = createRequire(import.meta.url);
  const read = (name) => {
    const module = { exports: {} };
    const file = join(dist, 'bundle', `${name}.cjs`);
    const require = (wanted) =>
      Object.hasOwn(LATE_FILES, wanted) ? read(LATE_FILES[wanted]) : own(wanted);
    new Script(readFileSync(file, 'latin1'), { filename: file }).runInThisContext()(
      ...[require, module, pathToFileURL(file).href, { evaluating: {} }],
    );
    return module.exports;
  };
  const names = Object.keys(read('tui')[part]());
  return `import { bundle } from '../bundle/library.js';\nexport const { ${names.join(', ')} } = bundle.${part}();\n`;
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

/** Programs beside the command that are not JavaScript. */
async function programs() {
  const file = join(dist, 'cli/sandbox/esbuild.sh');
  await copyFile(join(root, 'cli/sandbox/broker/compiler/esbuild.sh'), file);
  await chmod(file, 0o755);
  written.add(file);
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
await entries(dist);
await programs();
for (const file of await writeCaches(dist, entries)) written.add(file);
const ok = types ? await declarations() : true;
if (types && ok) await removeStale(dist);
process.exitCode = ok ? 0 : 1;
