/**
 * Each kind of input that esbuild can load, made to bring something into the bundle that the app may not
 * read. The control is esbuild as it is: with a folder to look in, it reads, lists and waits.
 */
import { spawnSync } from 'node:child_process';
import {
  constants,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BuildFailure, BuildOptions, Loader } from 'esbuild';
import { compileFor } from '../../../cli/sandbox/broker/compiler/compile.js';
import { readPermissionFlags } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';
import { FileModules } from '../../../runtime/script/bundle/file-modules.js';
import { SourceFiles } from '../../../runtime/script/bundle/files.js';
import { compileScripts } from '../../../runtime/script/compile.js';
import { stopCompiler, withEsbuild } from '../../../runtime/script/esbuild.js';
import { until } from '../../support/until.js';
import { CANARY } from './support/arena.js';
import { mapOf, plantInputs } from './support/inputs.js';

const json = (value: unknown): string => JSON.stringify(value);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-inputs-')));
const app = join(root, 'app');
const outside = (name: string): string => join(root, 'outside', name);
const inputs = plantInputs(root);

function put(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await stopCompiler();
});

/** esbuild with the app's folder to look in; everything that comes back, errors too. */
async function oldWay(code: string, lang: string, more: BuildOptions = {}): Promise<string> {
  const options: BuildOptions = {
    stdin: { contents: code, resolveDir: app, loader: lang as Loader, sourcefile: 'entry' },
    bundle: true,
    write: false,
    outdir: join(app, 'out'),
    absWorkingDir: app,
    format: 'esm',
    platform: 'node',
    sourcemap: 'external',
    logLevel: 'silent',
    ...more,
  };
  try {
    const { outputFiles = [], warnings } = await withEsbuild(({ build }) => build(options));
    return outputFiles.map(({ text }) => text).join('\n') + json(warnings);
  } catch (error) {
    return json((error as BuildFailure).errors);
  }
}

/** What comes back to an app that may read its folder alone. */
async function ours(code: string, lang: string): Promise<string> {
  const source = { file: join(app, 'app.tui'), text: '' };
  const flags = readPermissionFlags([]);
  const { resolved } = loadPermissions({
    source,
    appFile: source.file,
    flags,
    env: {},
    cwd: app,
  });
  return json(await compileFor([{ code, lang, ready: false }], source, resolved));
}

async function unlimited(code: string, lang: string): Promise<string> {
  const source = { file: join(app, 'app.tui'), text: '' };
  const host = new FileModules(new SourceFiles(), app);
  return json(await compileScripts([{ code, lang, ready: false }], source, host));
}

describe.each(Object.entries(inputs))('%s', (_name, input) => {
  const { code, lang = 'ts', prepare, control, isOwn = false } = input;
  const sign = input.sign ?? new RegExp(CANARY);
  beforeAll(() => {
    rmSync(join(app, 'tsconfig.json'), { force: true });
    prepare?.();
  });

  it('comes through where esbuild looks by itself', async () => {
    const result = isOwn ? await unlimited(code, lang) : await oldWay(code, lang, control);
    // Not toMatch: what is found may be the environment, which a failure would print.
    expect(sign.test(result)).toBe(true);
  });

  it('does not in an app', async () => {
    expect(sign.test(await ours(code, lang))).toBe(false);
  });
});

/** A pipe opened to write, as soon as another process has opened it to read. */
function openForReader(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return undefined;
    throw error;
  }
}

describe('a pipe that nothing is written to', () => {
  const pipe = outside('pipe');
  const named = [
    `globalThis.a = 1;\n//# sourceMappingURL=${mapOf(pipe)}`,
    `globalThis.a = 1;\n//# sourceMappingURL=file://${pipe}`,
  ];
  beforeAll(() => {
    mkdirSync(join(app, 'node_modules/piped'), { recursive: true });
    const pipes = ['pipe.js', 'pipe.json', 'node_modules/piped/package.json'];
    spawnSync('mkfifo', [pipe, ...pipes.map((name) => join(app, name))]);
  });

  it('keeps esbuild waiting', async () => {
    for (const code of named) {
      let isBuilt = false;
      const built = oldWay(code, 'ts').finally(() => (isBuilt = true));
      const writer = await until(() => openForReader(pipe));
      expect(isBuilt).toBe(false);
      // A writer that says nothing ends the wait.
      closeSync(writer);
      await built;
    }
  });

  it('keeps no app waiting', async () => {
    for (const code of named)
      expect(JSON.parse(await ours(code, 'ts'))).toMatchObject({ ok: true });
    for (const specifier of [
      '../outside/pipe',
      './pipe.js',
      './pipe.json',
      './node_modules/piped',
    ]) {
      expect(JSON.parse(await ours(`import ${json(specifier)}`, 'ts'))).toMatchObject({
        ok: false,
      });
    }
  });
});

describe('files for the compiler', () => {
  const inApp = (real: string): boolean => real.startsWith(`${app}/`);

  it('are those that were checked, also where others take their place meanwhile', () => {
    put('app/race/inner/x.js', 'mine');
    put('outside/inner/x.js', CANARY);
    const path = join(app, 'race/inner/x.js');
    for (const swap of [
      () => {
        renameSync(join(app, 'race/inner'), join(app, 'race/gone'));
        symlinkSync(outside('inner'), join(app, 'race/inner'));
      },
      () => {
        rmSync(path);
        symlinkSync(outside('inner/x.js'), path);
      },
      () => {
        rmSync(path);
        spawnSync('mkfifo', [path]);
      },
    ]) {
      rmSync(join(app, 'race'), { recursive: true });
      put('app/race/inner/x.js', 'mine');
      expect(new SourceFiles(inApp).read(path)?.bytes.toString()).toBe('mine');
      let looks = 0;
      const files = new SourceFiles((real) => {
        // Between the look at the path and the opening.
        if (++looks === 1) swap();
        return inApp(real);
      });
      expect(files.read(path)).toBeUndefined();
      expect(looks).toBeGreaterThan(0);
    }
  });

  it('are regular, and not too large', () => {
    const files = new SourceFiles();
    for (const path of ['/dev/zero', '/dev/null', '/dev/stdin', app, outside('nothing')]) {
      expect([path, files.read(path)]).toEqual([path, undefined]);
    }
    const large = join(app, 'large.js');
    spawnSync('truncate', ['-s', '33M', large]);
    expect(files.read(large)).toBeUndefined();
    rmSync(large);
  });

  it('have nothing of this process', () => {
    // Regular files without a size.
    for (const path of ['/proc/self/environ', '/proc/self/cmdline', '/proc/self/maps']) {
      expect(new SourceFiles().read(path)?.bytes.length ?? 0).toBe(0);
    }
  });
});
