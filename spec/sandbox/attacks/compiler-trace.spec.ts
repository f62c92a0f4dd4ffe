/** What esbuild's process does with files, seen by strace: nothing, whatever it is given. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { plantInputs } from './support/inputs.js';
import { needs } from '../../support/programs.js';

const own = createRequire(import.meta.url);
const hasStrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

interface Code {
  readonly file: string;
  readonly code: string;
  readonly lang: string;
  readonly old?: boolean;
}

(hasStrace ? describe : describe.skip)("esbuild's process", () => {
  const main = commandFile();
  let root = '';
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-trace-')));
    const esbuild = createRequire(own.resolve('esbuild')).resolve(
      `@esbuild/linux-${process.arch}/bin/esbuild`,
    );
    writeFileSync(
      join(root, 'esbuild.sh'),
      `#!/bin/sh\nexec strace -f -qq -e trace=%file -o ${root}/trace ${esbuild} "$@"\n`,
    );
    chmodSync(join(root, 'esbuild.sh'), 0o755);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  /** Names of files in the calls of esbuild's process, but for what Go's runtime looks at when it starts. */
  function touched(codes: readonly Code[]): string[] {
    const list = join(root, 'codes.json');
    writeFileSync(list, JSON.stringify(codes));
    const script = fileURLToPath(new URL('./support/compile.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, main, list], {
      env: { PATH: process.env['PATH'], ESBUILD_BINARY_PATH: join(root, 'esbuild.sh') },
      cwd: join(root, 'app'),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const calls = readFileSync(join(root, 'trace'), 'utf8').matchAll(/^\d+ +(\w+)\(.*?"([^"]*)"/gm);
    return [...calls].flatMap(([, call, name = '']) =>
      call === 'execve' || /^\/(sys|proc\/self)\/(kernel|fs|cgroup|mountinfo)/.test(name)
        ? []
        : [name],
    );
  }

  it('touches no file with any kind of input', () => {
    const inputs = Object.values(plantInputs(root));
    for (const { prepare } of inputs) prepare?.();
    const file = join(root, 'app/app.tui');
    const codes = inputs.map(({ code, lang = 'ts' }) => ({ file, code, lang }));
    expect(codes.length).toBeGreaterThan(40);
    expect(touched(codes)).toEqual([]);
  });

  it('is seen to touch files where it looks by itself', () => {
    const code = "import '../outside/secret.js'";
    const found = touched([{ file: join(root, 'app/app.tui'), code, lang: 'ts', old: true }]);
    expect(found).toContain(join(root, 'outside/secret.js'));
  });
});

it('is traced where strace works', () => needs('strace'));
