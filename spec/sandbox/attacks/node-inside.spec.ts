/**
 * Ways to what is behind Node's public functions: getters on what Node's objects inherit from, names of modules in
 * messages, functions that an app has replaced, objects that Node passes on while it works, and compiled code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  arena.put('outside/certificate.pem', rootCertificates[0] ?? '');
  arena.link('app/deep/er/back', arena.app);
  // From the folder of the app, `outside` of the link is in it.
  arena.put('app/outside/secret.txt', 'another');
  arena.link('app/a/b/c/link', '../../../outside');
  arena.put('app/plain/er/text.txt', 'text');
  mkdirSync(join(arena.cache, 'deep/er'), { recursive: true });
  arena.link('app/cache/deep/er/back', arena.cache);
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  try {
    const place = { victim: victim.pid };
    return await arena.fight(tier, 'node-inside', place, { permissions: { write: ['./cache'] } });
  } finally {
    victim.kill('SIGKILL');
    arena.remove();
  }
}

/** Node's own modules that are not strict: of these alone, an app could see how they are called. */
const NOT_STRICT = `
  const { internalBinding } = require('internal/test/binding');
  const { natives } = internalBinding('builtins');
  const strict = /^(\\s|\\/\\/[^\\n]*\\n|\\/\\*[^]*?\\*\\/)*(['"])use strict\\2/;
  Object.keys(natives).filter((id) => !strict.test(natives[id])).join(' ')`;

describe('modules of Node that are not strict', () => {
  it('are those that are loaded before an app, or load nothing of an app’s', () => {
    const flags = ['--expose-internals', '--no-warnings'];
    const { stdout } = spawnSync(process.execPath, [...flags, '-p', NOT_STRICT], {
      encoding: 'utf8',
    });
    const reviewed = [
      // What is around its strict function uses no globals.
      'internal/deps/acorn/acorn-walk/dist/walk',
      'internal/deps/acorn/acorn/dist/acorn',
      // See `node-internals.ts`.
      'internal/deps/cjs-module-lexer/lexer',
    ];
    const found = stdout.trim().split(' ');
    // Tools for logs of V8, which run only by a flag of Node.
    const others = found.filter((id) => !id.startsWith('internal/deps/v8/tools/'));
    expect(others).toContain(reviewed[0]);
    expect(others.filter((id) => !reviewed.includes(id))).toEqual([]);
  });
});

describe('files of tui that are started', () => {
  it('are strict from their first statement: else errors would pass their functions to apps', () => {
    const folder = dirname(main);
    const started = ['.', 'sandbox'].flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.cjs'))
        .map((file) => join(folder, name, file)),
    );
    const names = started.map((file) => basename(file));
    expect(names).toEqual(expect.arrayContaining(['main.cjs', 'runner.cjs']));
    // This one is written by the specs.
    const built = started.filter((file) => basename(file) !== 'main-compiled.cjs');
    const strict = /^(#![^\n]*\n)?"use strict";/;
    expect(built.filter((file) => !strict.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

/** In a process of its own, which it limits. */
const OWN_CODE = `
  const vm = require('node:vm');
  const codeOf = (text) => new vm.Script(text).createCachedData();
  const own = codeOf('"planted 1"');
  const ofApp = codeOf('"planted 2"');
  const createScript = require('./reject.cjs').rejectCompiledCode();
  const run = (script) => [script.cachedDataRejected, script.runInThisContext()];
  const again = (text, cachedData) => run(new vm.Script(text, { cachedData }));
  console.log(JSON.stringify([
    run(createScript('"written 1"', { filename: 'evalmachine.<anonymous>', cachedData: own })),
    again('"written 2"', ofApp),
    again('"written 3"', own),
    Reflect.setPrototypeOf(vm.Script, class {}),
  ]));`;

describe('compiled code', () => {
  it('is executed where tui loads its own, and nowhere else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-own-code-'));
    try {
      const entry = fileURLToPath(
        new URL('../../../cli/boot/reject-compiled-code.ts', import.meta.url),
      );
      buildSync({
        entryPoints: [entry],
        bundle: true,
        platform: 'node',
        outfile: join(folder, 'reject.cjs'),
      });
      writeFileSync(join(folder, 'own.cjs'), OWN_CODE);
      const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'own.cjs')], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual([
        // What V8 accepts is not compared with the text: the control.
        [false, 'planted 1'],
        [true, 'written 2'],
        [true, 'written 3'],
        false,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('without a sandbox', () => {
  it('they come through', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(control.changed.map((path) => path.replace(/.*\//, ''))).toContain('written');
  });
});

describeTiers((tier) => {
  it('none of them does, and what is granted works', async () => {
    const { outcomes, changed } = await fight(tier);
    const isSane = ([name]: readonly [string, unknown]): boolean => name.startsWith('SANE');
    const of = (list: readonly (readonly [string, Fight['outcomes'][string]])[]) => ({
      outcomes: Object.fromEntries(list),
    });
    const all = Object.entries(outcomes);
    expect(winners(of(all.filter((each) => !isSane(each))))).toEqual([]);
    expect(losers(of(all.filter(isSane)))).toEqual([]);
    expect(changed).toEqual([]);
    expect(all.length).toBeGreaterThan(14);
  });
});
