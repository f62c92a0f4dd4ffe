import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatDiagnostic, type Source } from '../../runtime/base/diagnostics.js';
import type { ScriptBlock } from '../../runtime/script/bundle/block.js';
import { locator } from '../../runtime/script/bundle/messages.js';
import { compileScripts, type CompiledScript } from '../../runtime/script/compile.js';
import { stopCompiler } from '../../runtime/script/esbuild.js';
import { codeLine, createAppObject, ScriptModules } from '../../runtime/script/module.js';
import { bundleMap, nameCode, scriptError } from '../../runtime/script/trace.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-script-'));
  mkdirSync(join(folder, 'lib'));
  writeFileSync(
    join(folder, 'lib', 'counter.ts'),
    'export let shared: number = 1;\nexport function add(by = 1): void {\n  shared += by;\n}\nexport const here = import.meta.url;\nexport function broken(): never {\n  throw new RangeError("too far");\n}\n',
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopCompiler();
});

/** A document whose `<script>` contents are found by the tags. */
function documentOf(text: string): { source: Source; blocks: ScriptBlock[] } {
  const source = { file: join(folder, 'app.tui'), text };
  const blocks = [...text.matchAll(/<script(?: src="([^"]*)")?>([^]*?)<\/script>/g)].map(
    (match) => {
      const start = match.index + match[0].indexOf('>') + 1;
      const code = match[2] ?? '';
      return { code, span: { start, end: start + code.length }, src: match[1], ready: false };
    },
  );
  return { source, blocks };
}

async function compiled(text: string): Promise<{ source: Source; script: CompiledScript }> {
  const { source, blocks } = documentOf(text);
  const result = await compileScripts(blocks, source);
  if (!result.ok) throw new Error(result.diagnostics.map(formatDiagnostic).join('\n'));
  return { source, script: result.script };
}

async function failure(text: string): Promise<string> {
  const { source, blocks } = documentOf(text);
  const result = await compileScripts(blocks, source);
  if (result.ok) throw new Error('compiled, though it should not');
  return result.diagnostics.map(formatDiagnostic).join('\n').replaceAll(folder, '');
}

async function run(
  text: string,
  names: Record<string, unknown> = {},
): Promise<{ app: Record<string, unknown>; modules: ScriptModules; source: Source }> {
  const { source, script } = await compiled(text);
  const locate = locator(script, source);
  const map = bundleMap(script.map, locate);
  const app = createAppObject(() => modules.namespaces);
  const modules: ScriptModules = new ScriptModules(
    script,
    { $app: app, ...names },
    nameCode((line, column) => map(codeLine(line), column)),
  );
  for (let index = 0; index < script.blocks.length; index++) await modules.run(index);
  return { app, modules, source };
}

function caught(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('compileScripts', () => {
  it('runs TypeScript blocks as modules whose exports stay live', async () => {
    const { app } = await run(
      `<script>export let count: number = 1;\nexport function bump(): void { count++ }</script>
       <script>export const twice = () => ($app.count as number) * 2;</script>`,
    );
    expect(app['count']).toBe(1);
    (app['bump'] as () => void)();
    expect(app['count']).toBe(2);
    expect((app['twice'] as () => number)()).toBe(4);
    expect(Object.keys(app).sort()).toEqual(['bump', 'count', 'twice']);
    expect(() => Reflect.set(app, 'count', 9)).toThrow('$app.count is read-only');
  });

  it('shares one copy of a file between blocks, and gives each file its own import.meta', async () => {
    const { app } = await run(
      `<script>import { add, here } from './lib/counter.ts'; add(4); export { here }; export const own = import.meta.url</script>
       <script>import { shared } from './lib/counter'; export { shared }</script>`,
    );
    expect(app['shared']).toBe(5);
    expect(app['here']).toBe(`file://${folder}/lib/counter.ts`);
    expect(app['own']).toBe(`file://${folder}/app.tui`);
  });

  it('waits for top-level await, and imports modules of Node in every way', async () => {
    const { app } = await run(
      `<script>
        import path, { sep } from 'path';
        import * as os from 'node:os';
        export const value = await new Promise<number>((resolve) => setTimeout(() => resolve(7), 1));
        export const parts = [path.join('a', 'b'), sep, typeof os.EOL];
        export const lazily = (await import('node:url')).fileURLToPath('file:///x');
      </script>`,
    );
    expect(app['value']).toBe(7);
    expect(app['parts']).toEqual(['a/b', '/', 'string']);
    expect(app['lazily']).toBe('/x');
  });

  it('takes a block from a file', async () => {
    const { app } = await run('<script src="lib/counter.ts"></script>');
    expect(app['shared']).toBe(1);
  });

  it('lets a script name its own things like the given ones', async () => {
    const { app } = await run(
      `<script>const console = { log: () => 'mine' }; const $app = 3; export const said = console.log() + $app</script>
       <script>export const other = typeof console.log</script>`,
      { console: { log: 1 } },
    );
    expect(app['said']).toBe('mine3');
    expect(app['other']).toBe('number');
  });

  it('leaves nothing on globalThis and does not reach what is around it', async () => {
    const before = Object.getOwnPropertyNames(globalThis);
    const { app } = await run(
      '<script>var leak = 1; export const seen = [typeof modules, typeof evaluate, typeof this, leak]</script>',
    );
    expect(app['seen']).toEqual(['undefined', 'undefined', 'undefined', 1]);
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
  });
});

describe('places of faults', () => {
  it('names the line of a syntax error', async () => {
    expect(await failure('<text/>\n<script>\n  const é = ;\n</script>')).toBe(
      [
        '/app.tui:3:13 error script-syntax: Unexpected ";"',
        ' 3 |   const é = ;',
        '   |             ^',
      ].join('\n'),
    );
  });

  it('names the import that cannot be found', async () => {
    expect(await failure("<script>import './nowhere.ts'</script>")).toBe(
      [
        '/app.tui:1:16 error script-import: Could not resolve "./nowhere.ts"',
        " 1 | <script>import './nowhere.ts'</script>",
        '   |                ^^^^^^^^^^^^^^',
      ].join('\n'),
    );
  });

  it('says where packages come from, and which module of Node was meant', async () => {
    expect(await failure("<script>import x from '@no/pack/age'; x()</script>")).toMatch(
      /\n {2}install the package next to the app: npm install @no\/pack$/,
    );
    expect(await failure("<script>import x from 'node:fss'; x()</script>")).toMatch(
      /\n {2}did you mean "fs"\?$/,
    );
    expect(await failure("<script>import x from 'https://example.com/x.js'; x()</script>")).toMatch(
      /Could not resolve "https:\/\/example.com\/x.js"\n[^]*\n {2}only apps from the web import by address/,
    );
  });

  it('has the place of what a hint is about', async () => {
    expect(await failure('<script>let é = 1;\nlet é = 2;</script>')).toMatch(
      /\n {2}The symbol "é" was originally declared at \/app\.tui:1:13$/,
    );
  });

  it('names a file that src asks for and that is not there', async () => {
    expect(await failure('<text/>\n<script src="gone.ts"></script>')).toContain(
      '/app.tui:2:23 error script-import: Could not resolve "./gone.ts"',
    );
  });

  it('names the line of a syntax error in an imported file', async () => {
    writeFileSync(join(folder, 'lib', 'bad.ts'), 'export const a = 1;\nexport const b = = 2;\n');
    expect(await failure("<script>import './lib/bad.ts'</script>")).toContain(
      'lib/bad.ts:2:18 error script-syntax: Unexpected "="',
    );
  });

  it.each(['\n', '\r\n', '\r'])('names the line that throws, with line breaks %j', async (eol) => {
    const text = [
      '<box>',
      '<script>',
      'export function outer(): void {',
      '  const text: string = "保存" as string; inner(text);',
      '}',
      'function inner(_text: string): void { throw new TypeError("boom"); }',
      '</script>',
    ].join(eol);
    const { app } = await run(text);
    const error = caught(app['outer'] as () => void);
    expect(formatDiagnostic(scriptError(error)).replaceAll(folder, '')).toBe(
      [
        '/app.tui:6:45 error script-error: TypeError: boom',
        ' 6 | function inner(_text: string): void { throw new TypeError("boom"); }',
        '   |                                             ^^^',
      ].join('\n'),
    );
  });

  it('names the line of an imported file that throws', async () => {
    const { app } = await run(
      "<script>import { broken } from './lib/counter.ts'; export { broken }</script>",
    );
    const error = caught(app['broken'] as () => void);
    expect(formatDiagnostic(scriptError(error)).replaceAll(folder, '')).toBe(
      [
        '/lib/counter.ts:7:9 error script-error: RangeError: too far',
        ' 7 |   throw new RangeError("too far");',
        '   |         ^^^',
      ].join('\n'),
    );
  });

  it('says what was thrown, whatever it is', () => {
    const hostile = {
      get name(): string {
        throw new Error('no');
      },
    };
    expect(scriptError('text').message).toBe('thrown: text');
    expect(scriptError(null).message).toBe('thrown: null');
    expect(scriptError(hostile).message).toBe('thrown: a value that cannot be shown');
    expect(scriptError(Object.create(null)).message).toBe('thrown: a value that cannot be shown');
    expect(scriptError(new TypeError('x')).message).toBe('TypeError: x');
  });
});
