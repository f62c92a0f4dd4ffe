/** Where imports lead: the same files as esbuild finds by itself, which is how bundlers for Node find them. */
import { builtinModules } from 'node:module';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatDiagnostic, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { FileModules } from '../../runtime/script/bundle/file-modules.js';
import { SourceFiles } from '../../runtime/script/bundle/files.js';
import { compileScripts, type CompileResult } from '../../runtime/script/compile.js';
import { stopCompiler, withEsbuild } from '../../runtime/script/esbuild.js';
import { ScriptModules } from '../../runtime/script/module.js';
import { nameCode } from '../../runtime/script/trace.js';

const json = (value: unknown): string => JSON.stringify(value);
const mark = (name: string): string => `globalThis.seen = ${json(name)};`;

const FILES: Readonly<Record<string, string>> = {
  'lib/a.ts': mark('a.ts'),
  'lib/a.js': mark('a.js'),
  'lib/only.ts': mark('only.ts'),
  'lib/view.tsx': mark('view.tsx'),
  'lib/strict.mts': mark('strict.mts'),
  'lib/old.cts': mark('old.cts'),
  'lib/data.json': '{"mark": "data.json"}',
  'lib/dir/index.ts': mark('dir/index.ts'),
  'lib/two/index.js': mark('two/index.js'),
  'lib/two.ts': mark('two.ts'),
  'lib/dotted.name.ts': mark('dotted.name.ts'),
  'lib/chart.js/index.js': mark('chart.js/index.js'),
  'lib/jsx.tsx': 'globalThis.seen = <b/>;',
  'lib/inner.ts': `import './dir'; import '../root.js'; ${mark('inner')}`,
  'lib/query.ts': mark('query.ts'),
  'root.ts': mark('root.ts'),
  'package.json': json({
    name: 'own',
    exports: { '.': './root.ts', './deep/*': './lib/*.ts' },
    imports: {
      '#only': './lib/only.ts',
      '#cond': { node: './lib/dir/index.ts', default: './root.ts' },
    },
  }),
  'tsconfig.json': `{
    // Comments, and a comma at the end.
    "extends": "./base.json",
    "compilerOptions": { "paths": { "@/*": ["./missing/*", "./lib/*"], "exact": ["./root.ts"], "@/view*": ["./lib/view*"] } },
  }`,
  'base.json': json({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'jsxlib' } }),
  'node_modules/main/package.json': json({ main: './lib/entry', module: './lib/module.js' }),
  'node_modules/main/lib/entry.js': mark('main/lib/entry.js'),
  'node_modules/main/lib/module.js': mark('main/lib/module.js'),
  'node_modules/onlymodule/package.json': json({ module: 'esm.js' }),
  'node_modules/onlymodule/esm.js': mark('onlymodule/esm.js'),
  'node_modules/nomain/index.js': mark('nomain/index.js'),
  'node_modules/maindir/package.json': json({ main: 'lib' }),
  'node_modules/maindir/lib/index.js': mark('maindir/lib/index.js'),
  'node_modules/badmain/package.json': json({ main: 'gone.js' }),
  'node_modules/badmain/index.js': mark('badmain/index.js'),
  'node_modules/dual/package.json': json({
    exports: {
      '.': { import: './esm.mjs', require: './cjs.cjs' },
      './types': { types: './t.d.ts', browser: './b.js', module: './m.js', default: './d.js' },
      './sub/*': './sub/*.js',
      './sub/private/*': null,
      './folder/': './folder/',
    },
  }),
  'node_modules/dual/esm.mjs': mark('dual/esm.mjs'),
  'node_modules/dual/cjs.cjs': mark('dual/cjs.cjs'),
  'node_modules/dual/m.js': mark('dual/m.js'),
  'node_modules/dual/d.js': mark('dual/d.js'),
  'node_modules/dual/b.js': mark('dual/b.js'),
  'node_modules/dual/sub/x.js': mark('dual/sub/x.js'),
  'node_modules/dual/sub/private/x.js': mark('private'),
  'node_modules/dual/hidden.js': mark('hidden'),
  'node_modules/@scope/pkg/package.json': json({
    name: '@scope/pkg',
    exports: { '.': './i.js', './self': './self.js' },
    imports: { '#in': { import: './in.js', require: './in.cjs' } },
  }),
  'node_modules/@scope/pkg/i.js': "import '@scope/pkg/self'; import '#in';",
  'node_modules/@scope/pkg/self.js': mark('self'),
  'node_modules/@scope/pkg/in.js': mark('in'),
  'node_modules/browserfield/package.json': json({
    main: 'm.js',
    browser: { './m.js': './b.js', fs: false },
  }),
  'node_modules/browserfield/m.js': `${mark('bf/m.js')} require('./b.js')`,
  'node_modules/browserfield/b.js': mark('bf/b.js'),
  'node_modules/jsfirst/index.ts': mark('jsfirst.ts'),
  'node_modules/jsfirst/index.js': mark('jsfirst.js'),
  'node_modules/chart.js/package.json': json({ main: 'dist/chart.js' }),
  'node_modules/chart.js/dist/chart.js': mark('chart.js'),
  'node_modules/nested/index.js': "require('inner')",
  'node_modules/nested/node_modules/inner/index.js': mark('nested inner'),
  'node_modules/inner/index.js': mark('outer inner'),
  'node_modules/jsxlib/package.json': json({ exports: { './jsx-runtime': './run.js' } }),
  'node_modules/jsxlib/run.js': 'export const jsx = () => 1; export const Fragment = 1;',
  'node_modules/optional/index.js': "try { require('not-there') } catch {} module.exports = 1;",
  'store/real/index.js': "require('peer')",
  'store/node_modules/peer/index.js': mark('peer of the real folder'),
};

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-resolution-')));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  symlinkSync('../store/real', join(root, 'node_modules/linked'));
  symlinkSync('only.ts', join(root, 'lib/link.ts'));
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await stopCompiler();
});

interface Outcome {
  readonly files: readonly string[];
  readonly result: CompileResult;
}

async function ours(code: string, lang = 'ts'): Promise<Outcome> {
  const files = new SourceFiles();
  const host = new FileModules(files, root);
  const source = { file: join(root, 'app.tui'), text: code };
  const result = await compileScripts([{ code, lang, ready: false }], source, host);
  const names = [...new Set(host.imports.values())].map((path) => relative(root, path));
  return { files: names.sort(), result };
}

/** What esbuild finds where it looks by itself, as it was used before. */
async function esbuilds(code: string): Promise<string[]> {
  const { metafile } = await withEsbuild(({ build }) =>
    build({
      stdin: { contents: code, resolveDir: root, loader: 'ts', sourcefile: join(root, 'app.tui') },
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
      format: 'esm',
      platform: 'neutral',
      target: 'node20',
      conditions: ['browser', 'module', 'production'],
      mainFields: ['main', 'module'],
      external: builtinModules.flatMap((name) => [name, `node:${name}`]),
    }),
  );
  return Object.keys(metafile.inputs)
    .filter((name) => name !== 'app.tui' && !name.startsWith('('))
    .map((name) => name.replace(/[?#].*/, ''))
    .sort();
}

const IMPORTS = [
  './lib/a',
  './lib/a.js',
  './lib/a.ts',
  './lib/only',
  './lib/only.js',
  './lib/view.js',
  './lib/view.jsx',
  './lib/strict.mjs',
  './lib/old.cjs',
  './lib/data.json',
  './lib/data',
  './lib/dir',
  './lib/dir/',
  './lib/two',
  './lib/two/',
  './lib/dotted.name',
  './lib/inner',
  './lib/chart.js',
  './lib',
  '.',
  './',
  '..',
  './lib/query.ts?x=1',
  './lib/query?x#y',
  './lib/link',
  'linked',
  'own',
  'own/deep/only',
  'own/gone',
  '#only',
  '#cond',
  '#gone',
  'main',
  'main/lib/module',
  'main/lib/module.js',
  'onlymodule',
  'nomain',
  'maindir',
  'badmain',
  'dual',
  'dual/types',
  'dual/sub/x',
  'dual/sub/private/x',
  'dual/hidden.js',
  'dual/hidden',
  '@scope/pkg',
  '@scope/pkg/self',
  '@scope/pkg/in.js',
  'browserfield',
  'jsfirst',
  'chart.js',
  'nested',
  'inner',
  'optional',
  'gone',
  '@scope/gone',
  '@/only',
  '@/view',
  '@/gone',
  'exact',
];

describe('the file that an import means', () => {
  it.each(IMPORTS)('%s', async (specifier) => {
    for (const code of [`import ${json(specifier)};`, `require(${json(specifier)});`]) {
      const expected = await esbuilds(code).catch(() => 'none');
      const { files, result } = await ours(code);
      expect([code, result.ok ? files : 'none']).toEqual([code, expected]);
    }
  });

  it('is found by an absolute path and by a file: URL', async () => {
    for (const specifier of [join(root, 'lib/only'), `file://${root}/lib/only.ts`]) {
      expect((await ours(`import ${json(specifier)};`)).files).toEqual(['lib/only.ts']);
    }
  });

  it('is that of the JSX runtime of the tsconfig.json, which extends another', async () => {
    const code = "import './lib/jsx.tsx'";
    expect((await ours(code)).files).toEqual(await esbuilds(code));
    expect((await ours(code)).files).toEqual(['lib/jsx.tsx', 'node_modules/jsxlib/run.js']);
  });
});

describe('what a package.json says of its modules', () => {
  /** What the app sees of the import. */
  async function run(code: string): Promise<unknown> {
    const { result } = await ours(code);
    if (!result.ok) throw new Error(json(result.diagnostics));
    const names = { console: {} };
    const place = nameCode(() => undefined);
    const modules = new ScriptModules(result.script, names, place);
    return (await modules.run(0))['seen'];
  }
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };

  it('decides what the default import of CommonJS is, as in Node', async () => {
    put({
      'node_modules/babel/index.js':
        "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'inner'; exports.x = 1;",
      'node_modules/typed/package.json': json({ type: 'module', main: 'index.js' }),
      'node_modules/typed/index.js':
        "import all from 'babel'; export const seen = Object.keys(all);",
      'node_modules/untyped/index.js': "import all from 'babel'; export const seen = all;",
      'node_modules/untyped/package.json': json({ module: 'index.js' }),
    });
    expect(await run("export { seen } from 'typed'")).toEqual(['default', 'x']);
    expect(await run("export { seen } from 'untyped'")).toBe('inner');
  });

  it('leaves out modules without side effects of which nothing is used', async () => {
    const text = "globalThis.sideEffect = 'it ran'; export const used = 1;";
    put({
      'node_modules/pure/package.json': json({ sideEffects: false }),
      'node_modules/pure/index.js': text,
      'node_modules/partly/package.json': json({ sideEffects: ['./with/*.js', '**/also.js'] }),
      'node_modules/partly/with/it.js': text,
      'node_modules/partly/deep/also.js': text,
      'node_modules/partly/without.js': text,
    });
    const holds = async (code: string): Promise<boolean> => {
      // TypeScript leaves out what is not used in any case.
      const { result } = await ours(code, 'js');
      return result.ok && result.script.code.includes('it ran');
    };
    for (const specifier of ['pure', 'partly/with/it.js', 'partly/deep/also', 'partly/without']) {
      const code = `import { used } from ${json(specifier)}; export const seen = 1;`;
      const loader = { contents: code, resolveDir: root, loader: 'js' as const };
      const { outputFiles } = await withEsbuild(({ build }) =>
        build({ stdin: loader, bundle: true, write: false, platform: 'node', format: 'esm' }),
      );
      const expected = outputFiles[0]?.text.includes('it ran');
      expect([specifier, await holds(code)]).toEqual([specifier, expected]);
    }
  });

  it('is reported where it is not JSON, and ignored', async () => {
    put({
      'node_modules/torn/package.json': '{ "main": nothing }',
      'node_modules/torn/index.js': mark('torn'),
    });
    const { result, files } = await ours("import 'torn'");
    expect(files).toEqual(['node_modules/torn/index.js']);
    const [warning] = result.ok ? result.script.warnings : [];
    expect(warning).toMatchObject({ severity: 'warning', code: 'script-warning' });
    expect(formatDiagnostic(warning as Diagnostic)).toContain('torn/package.json:1:11 warning');
  });
});

describe('modules that are no files of their own', () => {
  it.each([
    ["import x from 'data:text/javascript,export default 1 + 1'; export const seen = x", 2],
    ["import x from 'data:application/json,[7]'; export const seen = x[0]", 7],
    ["import x from 'data:text/plain;base64,aMOk'; export const seen = x", 'hä'],
    [
      "import x from './lib/data.json' with { type: 'json' }; export const seen = x.mark",
      'data.json',
    ],
    ["import x from './lib/data.json' with { type: 'text' }; export const seen = x[0]", '{'],
    ["import x from './lib/data.json' with { type: 'bytes' }; export const seen = x[0]", 123],
    ["export const seen = await import('node:' + 'path').then((m) => typeof m.join)", 'function'],
    ["export const seen = require('pa' + 'th').sep", '/'],
    [
      "export const seen = await import(`./lib/${'only'}.ts`).catch((e) => e.message.slice(0, 60))",
      'import of "./lib/only.ts": only a path that is written as on',
    ],
    ['const r = require; export const seen = typeof r', 'function'],
    [
      "export const seen = (() => { try { return require('gone') } catch { return 'caught' } })()",
      'caught',
    ],
    ["export const seen = await import('gone').catch(() => 'caught')", 'caught'],
  ])('%s', async (code, expected) => {
    const { result } = await ours(code);
    if (!result.ok) throw new Error(json(result.diagnostics));
    const modules = new ScriptModules(
      result.script,
      {},
      nameCode(() => undefined),
    );
    expect((await modules.run(0))['seen']).toBe(expected);
  });

  it('lets module.require be called as what it is', async () => {
    const code =
      "export const seen = [typeof module.require, false && module['require'](`./${1}`)]";
    const { result } = await ours(code, 'js');
    if (!result.ok) throw new Error(json(result.diagnostics));
    const modules = new ScriptModules(
      result.script,
      { module: { require: () => 1 } },
      nameCode(() => undefined),
    );
    expect((await modules.run(0))['seen']).toEqual(['function', false]);
  });

  it.each([
    ["import x from 'data:image/png;base64,AA'; x()", 'cannot be read'],
    ["import x from './lib/data.json' with { type: 'file' }; x()", 'no import with type "file"'],
    ["require('gone')", 'Could not resolve "gone"'],
  ])('%s is an error', async (code, message) => {
    const { result } = await ours(code);
    expect(result.ok ? '' : result.diagnostics[0]?.message).toContain(message);
  });
});
