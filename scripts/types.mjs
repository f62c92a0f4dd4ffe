/**
 * Types, proved once: `npm run types` checks sources, specs and the mirror's page with TypeScript 7, which emits the
 * declarations in the same run. What is made of those is kept in `node_modules/.cache/tui/types.json` until a source
 * changes: the build and the generators read it. docs/decisions/2026-11-26-types-once.md says why.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const kept = join(root, 'node_modules/.cache/tui/types.json');
/** Beside it, `node_modules/.bin/tsc` is of either version. */
const compiler = join(
  dirname(fileURLToPath(import.meta.resolve('typescript-7/package.json'))),
  'bin/tsc',
);

/** Modules that users import: `tui-runtime`, `tui-runtime/testing` … */
const ENTRIES = ['library', 'testing', 'dom', 'client'];
const SOURCES = ['cli', 'config', 'elements', 'runtime'];
/** They decide, beside the sources, what declarations there are. */
const SETTINGS = [
  'package-lock.json',
  'package.json',
  'scripts/types.mjs',
  'tsconfig.json',
  'tsconfig.sources.json',
];

/**
 * @typedef {object} Declarations
 * @property {string} library all that the package exports, and all that it names, as one text
 * @property {string} scripts the same of cli/script-types.ts, with everything that is named exported
 * @property {[string, string[]][]} exported names of values and types, by entry
 */

/**
 * The declarations of the sources as they are.
 *
 * @returns {Declarations}
 * @throws Error where the types do not fit; what is wrong has been printed then
 */
export function declarations() {
  const sources = hashOf(SOURCES);
  const known = readKept();
  if (known.sources === sources) return known.declarations;
  const made = inFolder((folder) => {
    compile('tsconfig.sources.json', emitsTo(folder));
    return rollUp(folder);
  });
  keep({ sources, declarations: made });
  return made;
}

/** Writes those of the package. @throws Error where the types do not fit */
export function writeTypes(dist) {
  const { library, exported } = declarations();
  const folder = join(dist, 'cli');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'types.d.ts'), library);
  copyFileSync(join(root, 'cli/jest.d.ts'), join(folder, 'jest.d.ts'));
  for (const [name, names] of exported) {
    const jest = name === 'testing' ? "import './jest.js';\n" : '';
    const list = names.map((each) => `  ${each},\n`).join('');
    writeFileSync(join(folder, `${name}.d.ts`), `${jest}export {\n${list}} from './types.js';\n`);
  }
}

/** @throws Error where the types do not fit; what is wrong has been printed then */
function check() {
  const everything = hashOf([...SOURCES, 'spec']);
  const known = readKept();
  if (known.everything === everything) {
    console.log('types: nothing has changed since the last check');
    return;
  }
  const sources = hashOf(SOURCES);
  const isKnown = known.sources === sources;
  const made = inFolder((folder) => {
    compile('tsconfig.json', isKnown ? ['--noEmit'] : emitsTo(folder));
    compile('cli/mirror/page', []);
    return isKnown ? known.declarations : rollUp(folder);
  });
  keep({ everything, sources, declarations: made });
}

function compile(project, options) {
  execFileSync(execPath, [compiler, '-p', project, ...options], { cwd: root, stdio: 'inherit' });
}

function emitsTo(folder) {
  return ['--emitDeclarationOnly', '--sourceMap', 'false', '--outDir', folder];
}

/**
 * Calls it with an empty folder, which is removed afterwards. Not below node_modules: what is there is a package to
 * dts-bundle-generator.
 */
function inFolder(use) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-types-')));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is made of the declarations that a folder has. */
function rollUp(folder) {
  // Written by hand, so that nothing emits it.
  copyFileSync(join(root, 'cli/jest.d.ts'), join(folder, 'cli/jest.d.ts'));
  const { imports, ...settings } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const declared = Object.entries(imports).map(([name, { default: file }]) => [
    name,
    file.replace(/\.ts$/, '.d.ts'),
  ]);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: settings.type, imports: Object.fromEntries(declared) }),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const bundled = (name, exportReferencedTypes) => ({
    filePath: join(folder, `cli/${name}.d.ts`),
    output: { noBanner: true, exportReferencedTypes },
  });
  const [library, scripts] = generateDtsBundle(
    // Where they are exported, types that were only named keep their comments.
    [bundled('types', false), bundled('script-types', true)],
    { preferredConfigPath: join(root, 'tsconfig.sources.json') },
  );
  const exported = ENTRIES.map((name) => [name, exportsOf(join(folder, `cli/${name}.d.ts`))]);
  return { library, scripts, exported };
}

/** What a file of declarations exports, functions first. @throws Error where it exports all of another one */
function exportsOf(file) {
  const text = readFileSync(file, 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found = statements.filter(
    (node) =>
      ts.isExportDeclaration(node) ||
      node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  const [functions, others] = [true, false].map((isFunction) =>
    found.filter((node) => ts.isFunctionDeclaration(node) === isFunction),
  );
  return [...functions, ...others].flatMap((node) => {
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.map(({ name }) => name.text);
    }
    if (!ts.isExportDeclaration(node)) return [node.name.text];
    if (node.exportClause === undefined) throw new Error(`${file}: name what is exported`);
    return node.exportClause.elements.map(({ name }) => name.text);
  });
}

/** Changes with the text or name of any TypeScript file in these folders, and with the settings. */
function hashOf(folders) {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts') || name.endsWith('tsconfig.json'))
      .sort()
      .map((name) => join(folder, name)),
  );
  for (const file of [...files, ...SETTINGS]) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @returns {{ everything?: string, sources?: string, declarations?: Declarations }} */
function readKept() {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
}

function keep(value) {
  mkdirSync(dirname(kept), { recursive: true });
  const own = `${kept}.${process.pid}`;
  writeFileSync(own, JSON.stringify(value));
  renameSync(own, kept);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    check();
  } catch (error) {
    // The compiler has printed what is wrong.
    if (error.status === undefined) throw error;
    process.exitCode = 1;
  }
}
