/**
 * The contents of dist/: esbuild makes one bundle for each kind of process (the command, the runner, the library,
 * which holds the testing entry too, so that `tui` and `tui-runtime/testing` are one runtime), and one for each
 * package that few starts need. Small entries load them; see cli/boot/. `build.mjs` and `dev.mjs` call these
 * functions.
 */
import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import { readdirSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const BUNDLES = {
  command: 'cli/command.ts',
  runner: 'cli/sandbox/runner/bundle.ts',
  library: 'cli/library-bundle.cjs',
};

/** Packages that few starts need, each a bundle that `require` in another one loads. */
const LATE = {
  ajv: 'ajv',
  'css-tree/parser': 'css-tree',
  'culori/require': 'culori',
  parse5: 'parse5',
  yargs: 'yargs',
  ws: 'ws',
  'enhanced-resolve': 'enhanced-resolve',
  'eventsource-parser': 'eventsource-parser',
  'linkedom/worker': 'linkedom',
  messageformat: 'messageformat',
  // One bundle with the other: they share classes.
  'messageformat/functions': 'messageformat',
  'csv-parse/sync': 'csv-parse',
  diff: 'diff',
  'csv-stringify/sync': 'csv-stringify',
  'markdown-it': 'markdown-it',
  'highlight.js/lib/core': 'highlight',
  'fast-png': 'fast-png',
  'jpeg-js': 'jpeg-js',
  '@jsquash/webp/codec/dec/webp_dec.js': 'webp',
  oauth4webapi: 'oauth4webapi',
  uqr: 'uqr',
  ...(await languages()),
};

/** The languages that code is highlighted in, each a bundle. */
async function languages() {
  const file = join(root, 'elements/support/highlight/languages.cjs');
  const text = await readFile(file, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/'(highlight\.js\/lib\/languages\/(\w+))'/g)].map(([, name, language]) => [
      name,
      `highlight-${language}`,
    ]),
  );
}

/**
 * What packages use where it is there, and is there by chance: specs compare with a DOM that brings it. The bundles do
 * not look for it: it would be looked for in every folder above them, of which an app may write some.
 */
const WITHOUT_OPTIONAL = {
  name: 'without-optional',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cssstyle$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /./, namespace: 'absent' }, ({ path }) => ({
      contents: `throw new Error('${path} is not used');`,
    }));
  },
};

/** Those of them that are ES modules only. */
const MODULES = new Set([
  'linkedom/worker',
  'messageformat',
  'messageformat/functions',
  'fast-png',
  'oauth4webapi',
  'uqr',
]);
/** And those with nothing but a default export, which importers of CommonJS take the whole module for. */
const DEFAULTS = new Set(['@jsquash/webp/codec/dec/webp_dec.js']);

/** They bring programs: loaded from node_modules by the launcher and by users of the library. */
const EXTERNAL = ['esbuild', 'clipboardy', '@modelcontextprotocol/sdk'];

const SHARED = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The UMD build of jsonc-parser, its "main", hides its requires from every bundler.
  mainFields: ['module', 'main'],
  conditions: ['bundle'],
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the source line of an uncaught error, which must not be a whole module.
  lineLimit: 160,
  logLevel: 'warning',
};

/** ws would look for native packages in every folder above this one: an app may write some of those. */
const NO_NATIVE_PARTS = {
  'process.env.WS_NO_BUFFER_UTIL': '"1"',
  'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
};

/** A bundle is one function, called by cli/boot/bundle.ts. */
const FUNCTION = {
  // Strict from its first statement: else errors' call sites would hand functions and their `this` to apps.
  banner: {
    js: '(function (require, module, bundleUrl) { "use strict"; const exports = module.exports;',
  },
  footer: { js: '})' },
  define: { 'import.meta.url': 'bundleUrl' },
  // Code that V8 has read from a file does not know import().
  supported: { 'dynamic-import': false },
};

/** entities unpacks its table while it loads, one number after the other: 1 to 4 ms of each start. The bundles have the result. */
const UNPACKED_ENTITIES = {
  name: 'unpacked-entities',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]entities[\\/]dist[\\/]generated[\\/]decode-data-html\.js$/ },
      async ({ path }) => {
        const { htmlDecodeTree } = await import(pathToFileURL(path).href);
        // Most significant byte first on every machine.
        const bytes = Buffer.alloc(htmlDecodeTree.length * 2);
        htmlDecodeTree.forEach((value, at) => bytes.writeUInt16BE(value, at * 2));
        return {
          contents: `
          const bytes = Buffer.from('${bytes.toString('base64')}', 'base64');
          if (new Uint8Array(new Uint16Array([1]).buffer)[0] === 1) bytes.swap16();
          export const htmlDecodeTree = new Uint16Array(bytes.buffer, bytes.byteOffset, ${htmlDecodeTree.length});`,
        };
      },
    );
  },
};

/** esbuild's options for bundles of our own code. @param {string} dist */
function ours(dist) {
  return {
    ...SHARED,
    ...FUNCTION,
    outdir: join(dist, 'bundle'),
    outExtension: { '.js': '.cjs' },
    external: [...EXTERNAL, ...Object.keys(LATE)],
    plugins: [UNPACKED_ENTITIES],
    legalComments: 'linked',
    metafile: true,
  };
}

/**
 * esbuild's options for the command and the runner.
 *
 * @param {string} dist
 * @param {boolean} keepsNames Where names stay, esbuild wraps each module in an object of its own, a tenth of the
 *   time of a start.
 */
export function processOptions(dist, keepsNames) {
  const { command, runner } = BUNDLES;
  return { ...ours(dist), entryPoints: { command, runner }, minifyIdentifiers: !keepsNames };
}

/** Packages that few starts need, and WebAssembly. */
export async function latePackages(dist) {
  const folder = join(dist, 'bundle');
  const [results] = await Promise.all([
    Promise.all(
      [...new Set(Object.values(LATE))].map((file) =>
        build({
          ...SHARED,
          ...FUNCTION,
          stdin: {
            contents: Object.keys(LATE)
              .filter((name) => LATE[name] === file)
              .map((name) =>
                MODULES.has(name)
                  ? `export * from '${name}';`
                  : `module.exports = require('${name}')${DEFAULTS.has(name) ? '.default' : ''};`,
              )
              .join('\n'),
            resolveDir: root,
          },
          define: { ...FUNCTION.define, ...NO_NATIVE_PARTS },
          plugins: [WITHOUT_OPTIONAL],
          outfile: join(folder, `${file}.cjs`),
          legalComments: 'inline',
          metafile: true,
        }),
      ),
    ),
    yoga(join(folder, 'yoga.wasm')),
    cp(WEBP, join(folder, 'webp.wasm')),
  ]);
  return results;
}

const PAGE = join(root, 'cli/mirror/page');
/** Members of the page's own objects, which get short names: no message, interface of the DOM or library has one of these. */
const PAGE_MEMBERS = [
  'addClasses',
  'addStyles',
  'cellAt',
  'chosen',
  'compose',
  'doubleClick',
  'fitting',
  'hasMoved',
  'hasSelection',
  'inside',
  'isDriving',
  'isFollowing',
  'isInside',
  'isInUse',
  'isLost',
  'isMac',
  'isResizable',
  'onMessage',
  'onState',
  'rects',
  'redirect',
  'reported',
  'selectedText',
  'setTimer',
  'sizeOfRoom',
  'takeModifiers',
  'virtual',
];

/** esbuild's options for the page that the mirror serves. @param {string} dist */
export function pageOptions(dist) {
  return {
    absWorkingDir: root,
    entryPoints: { page: join(PAGE, 'main.ts'), style: join(PAGE, 'style.css') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: join(dist, 'mirror'),
    mangleProps: new RegExp(`^(${PAGE_MEMBERS.join('|')})$`),
    logLevel: 'warning',
  };
}

/** @param {string} dist */
export async function writePageMarkup(dist) {
  const markup = await readFile(join(PAGE, 'index.html'), 'utf8');
  await mkdir(join(dist, 'mirror'), { recursive: true });
  await writeFile(
    join(dist, 'mirror/index.html'),
    markup.replace(/>\n\s*</g, '><').replace(/\n\s*/g, '\n'),
  );
}

const YOGA = join(root, 'node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js');
const WEBP = join(root, 'node_modules/@jsquash/webp/codec/dec/webp_dec.wasm');

/** yoga's WebAssembly, out of the text that its package keeps it in. */
async function yoga(file) {
  const text = await readFile(YOGA, 'utf8');
  const [, base64] = /"data:application\/octet-stream;base64,([^"]+)"/.exec(text) ?? [];
  if (base64 === undefined) throw new Error(`${YOGA} holds no WebAssembly`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(base64, 'base64'));
}

/** @throws Error where a bundle that every start loads has other characters than ASCII, as which cli/boot/bundle.ts reads it */
export function checkText(name, text) {
  // esbuild leaves them in regular expressions.
  const [found] = /.{0,40}[^\0-\x7f]/.exec(text) ?? [];
  if (found !== undefined && Object.hasOwn(BUNDLES, name)) {
    throw new Error(`${name}.cjs: write \\u escapes in ${found}`);
  }
}

/** Identifies the bundles by their content: compiled code is kept for one build. */
async function identify(dist, names) {
  const content = createHash('sha256');
  for (const name of names) {
    const text = await readFile(join(dist, 'bundle', `${name}.cjs`), 'utf8');
    checkText(name, text);
    content.update(text);
  }
  return content.digest('hex').slice(0, 16);
}

const ENTRIES = {
  main: 'cli/main.ts',
  train: 'cli/train.ts',
  'sandbox/runner': 'cli/sandbox/runner/main.ts',
};

/**
 * esbuild's options for the files that are started.
 *
 * @param {string} dist
 * @param {string} buildId changes with the bundles
 */
export function entryOptions(dist, buildId, entryPoints = ENTRIES) {
  return {
    ...SHARED,
    entryPoints,
    outdir: join(dist, 'cli'),
    outExtension: { '.js': '.cjs' },
    // esbuild's own "use strict" comes after the banner, where it is none: apps would get the arguments of the loader.
    banner: {
      js: `"use strict"; const entryUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    define: {
      'import.meta.url': 'entryUrl',
      TUI_LATE: JSON.stringify(LATE),
      TUI_BUILD: JSON.stringify(buildId),
    },
  };
}

const STARTER = join(root, 'cli/sandbox/broker/compiler/esbuild.sh');

/** Files that are copied. @param {string} dist */
export async function copyFiles(dist) {
  const starter = join(dist, 'cli/sandbox/esbuild.sh');
  await Promise.all([
    cp(join(root, 'cli/training'), join(dist, 'training'), { recursive: true }),
    cp(join(root, 'templates'), join(dist, 'templates'), { recursive: true }),
    cp(STARTER, starter).then(() => chmod(starter, 0o755)),
  ]);
}

/** The ES modules that are imported. */
async function modules(dist) {
  const texts = {
    'library.js': reexport(dist, 'library', ({ library }) => library),
    'client.js': reexport(dist, 'client()', ({ client }) => client()),
    'dom.js': reexport(dist, 'dom()', ({ dom }) => dom()),
    'testing.js': reexport(dist, 'testing()', ({ testing }) => testing()),
  };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(dist, 'cli', name), text);
  }
}

/** An ES module has to name its exports: they are read off the bundle. */
function reexport(dist, expression, read) {
  process.env.TUI_CODE_CACHE = 'off';
  const names = Object.keys(read(createRequire(import.meta.url)(join(dist, 'cli/library.cjs'))));
  return `import bundle from './library.cjs';\nexport const { ${names.join(', ')} } = bundle.${expression};\n`;
}

/**
 * Writes the names of the packages that bundles import and do not contain. The launcher keeps apps from writing those:
 * cli/sandbox/policy/launcher-files.ts.
 */
async function writePackageNames(dist, results) {
  const imports = results
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap((output) => output.imports)
    .filter(({ path, external }) => external && !isBuiltin(path) && !Object.hasOwn(LATE, path))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)[0]);
  const names = [...new Set(imports)].sort();
  await writeFile(join(dist, 'bundle/packages.json'), `${JSON.stringify(names)}\n`);
}

/** Everything but the types. */
export async function buildPackage(dist, { keepsNames = false } = {}) {
  const { library } = BUNDLES;
  const [own, ofLibrary, late] = await Promise.all([
    build(processOptions(dist, keepsNames)),
    build({ ...ours(dist), entryPoints: { library } }),
    latePackages(dist),
    build(pageOptions(dist)),
    writePageMarkup(dist),
    copyFiles(dist),
  ]);
  await writePackageNames(dist, [own, ofLibrary, ...late]);
  const id = await identify(dist, [...Object.keys(BUNDLES), ...Object.values(LATE)]);
  await build(entryOptions(dist, id, { ...ENTRIES, library: 'cli/library-main.ts' }));
  await modules(dist);
  await chmod(join(dist, 'cli/main.cjs'), 0o755);
}

/**
 * What the command runs, and nothing else: no library.
 *
 * @returns the files and folders that it was made of
 */
export async function buildCommand(dist, { keepsNames = false } = {}) {
  const [own, page, late] = await Promise.all([
    build(processOptions(dist, keepsNames)),
    build({ ...pageOptions(dist), metafile: true }),
    latePackages(dist),
    writePageMarkup(dist),
    copyFiles(dist),
  ]);
  await writePackageNames(dist, [own, ...late]);
  const id = await identify(dist, ['command', 'runner', ...Object.values(LATE)]);
  const started = await build({ ...entryOptions(dist, id), metafile: true });
  const inputs = [own, page, ...late, started].flatMap(({ metafile }) =>
    Object.keys(metafile.inputs),
  );
  // Some are texts of ours: `<stdin>`, `<define:TUI_LATE>`.
  const bundled = inputs.filter((name) => !name.startsWith('<')).map((name) => join(root, name));
  const copied = ['cli/training', 'templates'].flatMap((folder) =>
    ['', ...readdirSync(join(root, folder), { recursive: true })].map((name) =>
      join(root, folder, name),
    ),
  );
  return [...new Set([...bundled, ...copied, join(PAGE, 'index.html'), YOGA, WEBP, STARTER])];
}
