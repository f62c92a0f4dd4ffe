/**
 * Code and files that take many times their size to compile: with each error the compiler reports the whole line, and the
 * launcher the whole document; JSON with places takes a hundred times its text. The launcher stays small, and the next code
 * compiles.
 * @ci
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BuildFailure } from 'esbuild';
import { packResult, unpackResult } from '../../../cli/sandbox/channel/sent-result.js';
import { compileScripts, type CompileResult } from '../../../runtime/script/compile.js';
import { ROOT, stopCompiler, withEsbuild } from '../../../runtime/script/esbuild.js';
import { commandFile } from '../../support/cli.js';
import { describeLauncher } from '../support/tiers.js';
import { Arena } from './support/arena.js';
import { outcomesOf, runCommand } from './support/watched.js';

afterAll(() => stopCompiler());

/** MB. At rest the launcher has some 90. */
const MAX_MEMORY = 300;

const errors = (count: number, end: string): string => `let a;${end}`.repeat(count + 1);
/** A line of a megabyte with some errors in it. */
const LONG_LINE = `${errors(40, ' ')}// ${'x'.repeat(1_000_000)}`;

async function compiled(code: string): Promise<CompileResult> {
  const text = `<script>${code}</script>`;
  const span = { start: 8, end: 8 + code.length };
  return await compileScripts([{ code, span, lang: 'js', ready: false }], { file: 'a.tui', text });
}

describe('the compiler', () => {
  it('control: it reports the line once for each error in it', async () => {
    const code = `${errors(10, ' ')}// ${'x'.repeat(100_000)}é`;
    const build = withEsbuild((compiler) =>
      compiler.build({
        stdin: { contents: code },
        write: false,
        absWorkingDir: ROOT,
        logLevel: 'silent',
      }),
    );
    const failure = (await build.catch((error: unknown) => error)) as BuildFailure;
    const lines = failure.errors.map(({ location }) => location?.lineText ?? '');
    expect(lines.join('').length).toBeGreaterThanOrEqual(10 * code.length - 10);
  });

  it('is ended where its report would be many times the code, and the next code compiles', async () => {
    const result = await compiled(LONG_LINE);
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [{ message: 'the compiler has too much to report of this code' }],
    });
    expect(await compiled('export const b = 1;')).toMatchObject({ ok: true });
  });

  it('reports the first errors and how many more there are', async () => {
    const result = await compiled(errors(150, '\n'));
    const found = result.ok ? [] : result.diagnostics;
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.message).toBe('scripts have 50 more errors');
    expect(await compiled(errors(1, '\n'))).toMatchObject({ ok: false });
  });

  it('what it reports crosses with the document once', async () => {
    const result = await compiled(errors(90, '\n') + '//'.padEnd(100_000, 'x'));
    const sent = JSON.stringify(packResult(result));
    // The control: each error has all of it.
    expect(JSON.stringify(result).length).toBeGreaterThan(90 * 100_000);
    expect(sent.length).toBeLessThan(2 * 100_000);
    expect(unpackResult(JSON.parse(sent) as ReturnType<typeof packResult>)).toEqual(
      JSON.parse(JSON.stringify(result)),
    );
  });
});

describe('without a limit', () => {
  it('JSON takes many times the memory of its text', () => {
    const code = `JSON.parse('[' + '{},'.repeat(1e7) + '{}]');
      console.log(process.resourceUsage().maxRSS / 1024)`;
    const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect(Number(stdout)).toBeGreaterThan(MAX_MEMORY);
  });
});

describeLauncher((tier) => {
  let arena: Arena;
  beforeEach(() => {
    arena = new Arena(commandFile());
  });
  afterEach(() => arena.remove());

  it.each([
    ['a tsconfig.json', 'app/tsconfig.json'],
    ['a package.json', 'app/node_modules/large/package.json'],
  ])('%s of 30 MB leaves the launcher small', async (_name, path) => {
    arena.put(path, `{"x":[${'{},'.repeat(10_000_000)}{}]}`);
    const script = `import 'large'; process.stdout.write('RAN')`;
    const file = arena.put('app/large.tui', `<text>x</text><script>${script}</script>`);
    arena.put('app/node_modules/large/index.js', 'export {};');
    const ended = await runCommand([commandFile(), 'snapshot', file, '--trust'], {
      cwd: arena.root,
      tier,
      memory: true,
      env: { HOME: join(arena.root, 'home') },
    });
    expect(ended.stdout).toContain('RAN');
    expect(ended.stderr).toContain('larger than 1 MB');
    if (ended.peak !== undefined) expect(ended.peak).toBeLessThan(MAX_MEMORY);
  });

  it('a hundred errors in a document of 4 MB leave the launcher small', async () => {
    const { root, app, cache, outside } = arena;
    writeFileSync(
      join(app, 'place.json'),
      JSON.stringify({ root, app, cache, outside, tier, canary: 'x' }),
    );
    arena.put(
      'app/errors.ts',
      `import { attack, done } from './kit.ts';
      import { data, frame, nextId, replyTo, request, send } from './wire.ts';
      await attack('SANE the compiler answers', () => {
        const code = 'let a;\\n'.repeat(101);
        const id = nextId();
        const payload = [{ size: code.length, span: { start: 1, end: 2 }, lang: 'js', ready: false }];
        const end = frame({ type: 'end', id });
        send(Buffer.concat([request(id, 'compile', payload, true), data(id, Buffer.from(code)), end]));
        return replyTo(id).value.diagnostics.length;
      });
      done();`,
    );
    const file = arena.put(
      'app/errors.tui',
      `<policy>{"permissions": {"read": ["."]}}</policy><text>x</text><!-- ${'x'.repeat(4_000_000)} --><script>import './errors.ts';</script>`,
    );
    const ended = await runCommand([commandFile(), 'snapshot', file, '--trust'], {
      cwd: root,
      tier,
      memory: true,
      env: { HOME: join(root, 'home') },
    });
    expect(Object.values(outcomesOf(ended))).toEqual([{ won: true, detail: '100' }]);
    if (ended.peak !== undefined) expect(ended.peak).toBeLessThan(MAX_MEMORY);
  });
});
