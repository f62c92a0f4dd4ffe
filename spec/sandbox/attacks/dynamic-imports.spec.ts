/**
 * Calls of `import` and `require` with paths that are put together at run time, in every spelling that
 * esbuild takes for a pattern: none of them may make it list a folder.
 * @ci
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildFailure, Loader } from 'esbuild';
import fc from 'fast-check';
import { FileModules } from '../../../runtime/script/bundle/file-modules.js';
import { SourceFiles } from '../../../runtime/script/bundle/files.js';
import { compileScripts } from '../../../runtime/script/compile.js';
import { stopCompiler, withEsbuild } from '../../../runtime/script/esbuild.js';
import { propertyRuns } from '../../support/property-runs.js';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'tui-dynamic-')));
// A folder in a folder: the control lists what is above it as well.
const root = join(place, 'app');
mkdirSync(root);
writeFileSync(join(root, 'a.js'), '');
afterAll(async () => {
  rmSync(place, { recursive: true });
  await stopCompiler();
});

const CALLEES = [
  'import',
  'require',
  '(require)',
  '((require))',
  'require?.',
  '\\u0072equire',
  'requir\\u{65}',
  '(require as any)',
  '(<any>require)',
  'require!',
  'require<any>',
  '(require satisfies any)',
  'module.require',
  'module["require"]',
  'module[`require`]',
  "module['req' + 'uire']",
  '(module).require',
  '((module)).require',
  'module!.require',
  '(module as any)["require"]',
  '(<any>module).require',
  '(module<any>).require',
  'm\\u006fdule.require',
  'module[E.Q]',
  'module/*x*/.require',
  'module//y\n.require',
  'module\n[`require`]',
  'module.\n/**/require',
  '(module/*x*/).require',
  'module<!--\n.require',
  'module\n-->x\n.require',
  '(0, require)',
];
const PATHS = [
  '`./${n}`',
  "'./' + n",
  "('./' + n)",
  "'.' + '/' + n",
  "'\\x2e/' + n",
  "`${'./'}${n}`",
  "n ? './' + n : 'node:os'",
  "n ? 'node:os' : `./${n}`",
  "('./' as any) + n",
  "'../' + n + '.js'",
  'E.P + n',
  "'./' + n + '.js' as string",
  '(0, `./${n}`)',
  'n || `./${n}`',
  "`./${'x'}/${n}`",
];
const BLANKS = ['', ' ', '\n', '/*x*/', '/* ) */', '//y\n', '\u2028', '\u00a0', '/*")*/'];
const AFTER = ['', ',', ', { with: { type: "json" } }'];
const AROUND: readonly ((call: string) => string)[] = [
  (call) => call,
  (call) => `try { ${call} } catch {}`,
  (call) => `if (false) ${call}`,
  (call) => `false && ${call}`,
  (call) => `null?.[${call}]`,
  (call) => `async () => { await ${call} }`,
  (call) => `class A { x = ${call} }`,
  (call) => `\`require('x') \${${call}}\``,
  (call) => `"import(" + ${call} + ")"`,
  (call) => `'require("' + ${call} + '")'`,
  (call) => `/import('/.test(${call})`,
];
const BEFORE = [
  '',
  'export {};',
  'exports.a = 1;',
  "enum E { P = './', Q = 'require' }",
  '/* import( */',
];

const codes = fc
  .record({
    before: fc.constantFrom(...BEFORE),
    around: fc.constantFrom(...AROUND),
    callee: fc.constantFrom(...CALLEES),
    blanks: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(...BLANKS))),
    path: fc.constantFrom(...PATHS),
    after: fc.constantFrom(...AFTER),
  })
  .map(
    ({ before, around, callee, blanks: [a, b, c] = [], path, after }) =>
      // A comment with brackets in it must not hide the call behind it.
      `${before}\n;${around(`${callee}${a}(${b}${path}${c}${after})`)};`,
  );

/** Whether esbuild has listed a folder: it says so, or its code has what it found. */
async function listsFolder(code: string, loader: Loader): Promise<boolean> {
  try {
    const { outputFiles, warnings } = await withEsbuild(({ build }) =>
      build({
        stdin: { contents: code, resolveDir: root, loader },
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'node',
        logLevel: 'silent',
      }),
    );
    const isEmpty = warnings.some(({ id }) => id === 'empty-glob');
    return isEmpty || /\b__glob\b/.test(outputFiles[0]?.text ?? '');
  } catch (error) {
    // No folder of that name.
    return (error as BuildFailure).errors.some(({ text }) =>
      /^Could not resolve (import|require)\(/.test(text),
    );
  }
}

async function listsInApp(code: string, lang: string): Promise<boolean> {
  const source = { file: join(root, 'app.tui'), text: code };
  const files = new SourceFiles((real) => real.startsWith(`${root}/`));
  const result = await compileScripts(
    [{ code, lang, ready: false }],
    source,
    new FileModules(files, root),
  );
  const text = result.ok
    ? result.script.code + JSON.stringify(result.script.warnings)
    : JSON.stringify(result.diagnostics);
  return /\b__glob\b|glob pattern|Could not resolve (import|require)\(|cannot be loaded/.test(text);
}

describe('paths that are put together at run time', () => {
  it('make esbuild list folders where it looks by itself', async () => {
    const sample = fc.sample(codes, { numRuns: 300, seed: 7 });
    const found = await Promise.all(sample.map(async (code) => await listsFolder(code, 'ts')));
    expect(found.filter(Boolean).length).toBeGreaterThan(60);
  });

  it('do not in an app, however they are written', async () => {
    await fc.assert(
      fc.asyncProperty(codes, fc.constantFrom('ts', 'tsx', 'js', 'jsx'), async (code, lang) => {
        expect(await listsInApp(code, lang)).toBe(false);
      }),
      { numRuns: propertyRuns(1500) },
    );
  });

  it('are no burden on one line of a megabyte', async () => {
    const line = `export const all = [${'import(a + b),'.repeat(70_000)}];`;
    const start = process.memoryUsage().rss;
    expect(await listsInApp(line, 'js')).toBe(false);
    expect(process.memoryUsage().rss - start).toBeLessThan(1.5e9);
  });
});
