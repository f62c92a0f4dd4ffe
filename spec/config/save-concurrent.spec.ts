/**
 * Twenty processes save different keys at once while some of them are killed. The file parses at every
 * look, and in the end no key has an older value than its last finished save.
 *
 * Three seconds by default; TUI_SPEC_SAVE_SECONDS=60 for longer.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Config } from '../../config/config.js';
import { itOnce } from '../support/other-nodes.js';

const SECONDS = Number(process.env['TUI_SPEC_SAVE_SECONDS'] ?? '3');

const KEYS = [
  'dither.blueNoisePath',
  'log.file',
  'ai.model',
  'ai.audioModel',
  'ai.endpoint',
  'ai.siteName',
  'ai.siteUrl',
  'server.host',
  'oauth.clientId',
  'oauth.path',
  'oauth.redirectUri',
  'oauth.scopes',
  'oauth.audience',
  'oauth.wellknownUrl',
  'i18n.messagesDir',
  'server.port',
  'oauth.port',
  'headless.width',
  'headless.height',
  'log.bufferSize',
];
/** Above every default of the number keys, below every maximum for as long as a spec runs. */
const FIRST = 100;

let folder: string;
let bundle: string;
/** Also after a failure no child may go on saving. */
let stopAll: () => Promise<unknown> = () => Promise.resolve();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-savers-'));
  bundle = join(folder, 'config.mjs');
  // esbuild as a program: its API wants the Uint8Array of its own realm, which jest replaces.
  execFileSync('node_modules/.bin/esbuild', [
    'config/config.ts',
    '--bundle',
    '--platform=node',
    '--format=esm',
    `--outfile=${bundle}`,
    '--main-fields=module,main',
    '--log-level=error',
    '--banner:js=import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  ]);
  // What is required late is not in the bundle.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

it('throws a permission error where the sandbox grants no writing', () => {
  const script = `
    const { Config } = await import(${JSON.stringify(bundle)});
    const config = new Config({ env: {}, cwd: '/', home: ${JSON.stringify(folder)} });
    try { config.save({ theme: 'bw-std' }); } catch (error) { console.log(error.name, error.code); }`;
  const [major = 0] = process.versions.node.split('.').map(Number);
  const permission = major < 22 ? '--experimental-permission' : '--permission';
  const args = [permission, '--allow-fs-read=*', '--input-type=module', '-e', script];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  expect(output).toBe('ConfigPermissionError not-permitted\n');
});

itOnce(
  'survives concurrent writers and SIGKILL',
  async () => {
    const configPath = join(folder, 'config.json');
    const notesOf = (key: string): string => join(folder, `${key}.notes`);
    const lastNoted = (key: string): number => {
      const lines = existsSync(notesOf(key)) ? readFileSync(notesOf(key), 'utf8').split('\n') : [];
      return Number(lines.at(-2) ?? FIRST - 1);
    };
    const errors: string[] = [];
    const children = new Map<string, ChildProcess>();
    const start = (key: string): void => {
      // A save may have been finished and not noted: the next number is one further.
      const args = [bundle, configPath, key, String(lastNoted(key) + 2), notesOf(key)];
      const child = spawn(process.execPath, ['spec/config/support/saver.mjs', ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (data: Buffer) => errors.push(`${key}: ${data.toString()}`));
      children.set(key, child);
    };
    const kill = async (key: string): Promise<void> => {
      const child = children.get(key)!;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    };
    const read = (): Config => new Config({ env: {}, cwd: '/', home: '/', configPath });

    // One process a key: two would both be right, and one of them would never be stopped.
    expect(new Set(KEYS).size).toBe(20);
    stopAll = () => Promise.all([...children.keys()].map(kill));
    KEYS.forEach(start);
    let looks = 0;
    let kills = 0;
    const until = Date.now() + SECONDS * 1000;
    // On a busy machine it goes on until enough has happened.
    while (Date.now() < until || kills < 3 || looks < 6) {
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60));
      expect(read().diagnostics).toEqual([]);
      looks++;
      const victim = KEYS[Math.floor(Math.random() * KEYS.length)]!;
      if (lastNoted(victim) < FIRST) continue;
      await kill(victim);
      kills++;
      start(victim);
    }
    await stopAll();
    expect(errors).toEqual([]);
    const config = read();
    expect(config.diagnostics).toEqual([]);
    let saves = 0;
    for (const key of KEYS) {
      const noted = lastNoted(key);
      if (noted < FIRST) continue;
      saves += noted - FIRST;
      // Paths come back absolute.
      const value = Number(String(config.getValue(key)).replace(/\D/g, ''));
      // Newer than what was noted: killed between a save and its note, perhaps more than once. Older: lost.
      expect({ key, noted, value, lost: !(value >= noted) }).toMatchObject({ lost: false });
    }
    expect(looks).toBeGreaterThan(5);
    expect(kills).toBeGreaterThan(2);
    expect(saves).toBeGreaterThan(20);
    // The dead leave no lock behind that the living cannot pass.
    expect(config.save({ lint: true })).toBe(1);
    const locks = readdirSync(folder).filter((name) => name.endsWith('.lock'));
    expect(locks).toEqual([]);
    if (process.env['TUI_SPEC_SAVE_SECONDS'] !== undefined) {
      process.stderr.write(`${saves} saves, ${kills} kills, ${looks} looks\n`);
    }
  },
  (SECONDS + 60) * 1000,
);
