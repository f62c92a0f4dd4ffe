import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../config/lock.js';
import { ConfigLockedError, ConfigPermissionError } from '../../config/problems.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

const saved = (): unknown => JSON.parse(world.readFile());

describe('save', () => {
  it('makes the file and writes the overrides, nested', () => {
    const config = world.config();
    expect(config.save({ theme: 'bw-std', 'log.level': 'WARN', 'log.bufferSize': 20 })).toBe(3);
    expect(saved()).toEqual({ theme: 'bw-std', log: { level: 'WARN', bufferSize: 20 } });
    expect([config.theme, config.getSource('theme')]).toEqual(['bw-std', 'file']);
    expect(statSync(world.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(world.path))).toEqual(['config.json']);
  });

  it('writes what every other layer has set, where it is not the default', () => {
    world.env['TUI_THEME'] = 'gray-dark';
    world.env['TUI_LINT'] = 'no';
    world.args = ['--server-port', '80'];
    world.policy = '{"config": {"dither": {"bits": 2}, "own": 1}}';
    const config = world.config();
    config.set('persist', true);
    expect(config.save()).toBe(4);
    expect(saved()).toEqual({
      theme: 'gray-dark',
      persist: true,
      dither: { bits: 2 },
      server: { port: 80 },
    });
  });

  it('writes nothing where everything is at its default', () => {
    expect(world.config().save()).toBe(0);
    expect(world.config().save({ theme: 'auto', lint: undefined })).toBe(0);
    expect(existsSync(world.path)).toBe(false);
  });

  it('takes a key out that goes back to its default, unless the policy says otherwise', () => {
    world.writeFile('{"theme": "bw-std", "lint": true}');
    expect(world.config().save({ theme: 'auto' })).toBe(0);
    expect(saved()).toEqual({ lint: true });
    world.policy = '{"config": {"theme": "bw-dark"}}';
    expect(world.config().save({ theme: 'auto' })).toBe(1);
    expect(world.config().theme).toBe('auto');
  });

  it('keeps an override in force where a flag outranks the file', () => {
    world.args = ['--theme', 'gray-std'];
    const config = world.config();
    config.save({ theme: 'bw-std' });
    expect([config.theme, config.getSource('theme')]).toEqual(['bw-std', 'runtime']);
    expect(saved()).toEqual({ theme: 'bw-std' });
  });

  it('merges what others have written since, comments included', () => {
    world.writeFile('{\n  // mine\n  "theme": "bw-std", // why\n}\n');
    const config = world.config();
    world.writeFile('{\n  // mine\n  "theme": "bw-dark", // why\n  "unknown": [1], // kept\n}\n');
    config.save({ lint: true });
    expect(world.readFile()).toBe(
      '{\n  // mine\n  "theme": "bw-dark", // why\n  "unknown": [1], // kept\n  "lint": true,\n}\n',
    );
    expect(config.theme).toBe('bw-dark');
  });

  it('does not lose a value to a name that stands twice', () => {
    world.writeFile('{"log": {"level": "WARN"}, "log": {"file": "a", "file": "b"}}');
    world.config().save({ 'log.file': 'c' });
    expect(world.config().logFile).toBe('c');
    expect(world.config().problems).toEqual([]);
  });

  it('never writes over a malformed file', () => {
    for (const text of ['{"theme": "bw-std"', '[]', '{"log": 5}', '\u0000']) {
      world.writeFile(text);
      expect(() => world.config().save({ 'log.level': 'WARN' })).toThrow(
        /config\.json:1:\d+ error/,
      );
      expect(world.readFile()).toBe(text);
      expect(readdirSync(dirname(world.path))).toEqual(['config.json']);
    }
  });

  it("keeps the file's mode and follows symlinks to their target", () => {
    const target = join(world.home, 'dotfiles.json');
    writeFileSync(target, '{}');
    chmodSync(target, 0o640);
    mkdirSync(dirname(world.path), { recursive: true });
    symlinkSync('../../dotfiles.json', world.path);
    world.config().save({ theme: 'bw-std' });
    expect(lstatSync(world.path).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ theme: 'bw-std' });
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });

  it('makes the target of a symlink that leads nowhere yet', () => {
    mkdirSync(dirname(world.path), { recursive: true });
    symlinkSync(join(world.home, 'later', 'c.json'), world.path);
    world.config().save({ theme: 'bw-std' });
    expect(lstatSync(world.path).isSymbolicLink()).toBe(true);
    expect(existsSync(join(world.home, 'later', 'c.json'))).toBe(true);
  });

  it('refuses values and keys that do not fit, before anything is written', () => {
    const config = world.config({ configSchema: { 'my.key': { type: 'string' } } });
    expect(() => config.save({ 'dither.bits': 9 })).toThrow('from 1 to 8, found 9');
    expect(() => config.save({ thme: 'x' })).toThrow('did you mean "theme"?');
    expect(() => config.save({ 'my.key': 'x' })).toThrow("not kept in the user's file");
    expect(existsSync(world.path)).toBe(false);
  });

  it('throws a permission error where the policy or the system forbids writing', () => {
    const folders: string[] = [];
    const config = world.config({ allowWrite: (folder) => folders.push(folder) < 0 });
    expect(() => config.save({ theme: 'bw-std' })).toThrow(ConfigPermissionError);
    expect(folders).toEqual([dirname(world.path)]);
    expect(existsSync(world.path)).toBe(false);
    // A folder that not even root can make anything in. What the file system says comes through.
    const nowhere = world.config({ configPath: '/proc/tui/config.json' });
    expect(() => nowhere.save({ theme: 'bw-std' })).toThrow(/ENOENT|no permission to write/);
    const noFolder = world.config({ configPath: '/dev/null/.config/tui/config.json' });
    expect(() => noFolder.save({ theme: 'bw-std' })).toThrow('cannot be written (ENOTDIR)');
  });

  it('does not put secrets of variables on the disk, unless asked to', () => {
    world.env['TUI_AI_HEADERS'] = 'a: CANARY';
    const config = world.config();
    expect(config.save({ theme: 'bw-std' })).toBe(1);
    expect(world.readFile()).not.toContain('CANARY');
    expect(config.save({ 'ai.headers': config.getValue('ai.headers') })).toBe(1);
    expect(saved()).toEqual({ theme: 'bw-std', ai: { headers: { a: 'CANARY' } } });
  });
});

describe('the lock', () => {
  const lockPath = (): string => `${world.path}.lock`;
  const plant = (owner: object, age = 0): void => {
    mkdirSync(dirname(world.path), { recursive: true });
    writeFileSync(lockPath(), JSON.stringify(owner));
    const then = Date.now() / 1000 - age;
    utimesSync(lockPath(), then, then);
  };
  /** The owner that a lock of this process names. */
  const ownOwner = (): Record<string, unknown> => {
    mkdirSync(dirname(world.path), { recursive: true });
    const lock = acquireLock(lockPath());
    const owner = JSON.parse(readFileSync(lockPath(), 'utf8')) as Record<string, unknown>;
    lock.release();
    return owner;
  };

  it('is waited for while its owner lives, and no longer than told', () => {
    mkdirSync(dirname(world.path), { recursive: true });
    const lock = acquireLock(lockPath());
    expect(() => acquireLock(lockPath(), 50)).toThrow(ConfigLockedError);
    expect(lock.isHeld()).toBe(true);
    lock.release();
    acquireLock(lockPath(), 0).release();
    expect(readdirSync(dirname(world.path))).toEqual([]);
  });

  it('of a dead process is broken at once', () => {
    // The id of a process that cannot exist, and one that exists but started at another time.
    for (const change of [{ pid: 2 ** 22 + 1 }, { started: '1' }]) {
      plant({ ...ownOwner(), ...change, token: 'ab' });
      acquireLock(lockPath(), 0).release();
    }
    expect(readdirSync(dirname(world.path))).toEqual([]);
  });

  it('is broken by the next in line where a breaker died at it', () => {
    const dead = { ...ownOwner(), pid: 2 ** 22 + 1 };
    plant({ ...dead, token: 'ab' });
    writeFileSync(`${lockPath()}.ab.0`, JSON.stringify({ ...dead, token: 'cd' }));
    acquireLock(lockPath(), 0).release();
    expect(readdirSync(dirname(world.path))).toEqual([]);
  });

  it('of another machine, or of nobody, is broken only when old', () => {
    for (const owner of [{ ...ownOwner(), place: 'elsewhere', token: 'ab' }, {}]) {
      plant(owner, 1);
      expect(() => acquireLock(lockPath(), 20)).toThrow(ConfigLockedError);
      plant(owner, 60);
      acquireLock(lockPath(), 100).release();
    }
  });

  it('that was lost is not written under', () => {
    world.writeFile('{}');
    const lock = acquireLock(lockPath());
    plant({ ...ownOwnerOf(lockPath()), token: 'ef' });
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(existsSync(lockPath())).toBe(true);
  });

  it('is followed by a sweep of what killed writers left', () => {
    world.writeFile('{}');
    const old = Date.now() / 1000 - 3600;
    for (const name of ['config.json.1.ab.tmp', 'config.json.lock.ab.0', 'config.json.bak']) {
      writeFileSync(join(dirname(world.path), name), '');
      utimesSync(join(dirname(world.path), name), old, old);
    }
    writeFileSync(join(dirname(world.path), 'config.json.2.cd.tmp'), '');
    world.config().save({ theme: 'bw-std' });
    expect(readdirSync(dirname(world.path)).sort()).toEqual([
      'config.json',
      'config.json.2.cd.tmp',
      'config.json.bak',
    ]);
  });
});

function ownOwnerOf(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}
