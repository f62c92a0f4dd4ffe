import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
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
import fc from 'fast-check';
import { acquireLock } from '../../config/files/lock.js';
import { ConfigLockedError, ConfigPermissionError } from '../../config/diagnostics.js';
import { KEY_CASES, nested } from './support/keys.js';
import { World } from './support/world.js';
import { propertyRuns } from '../support/property-runs.js';

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

  it('keeps a byte order mark, and a file that is read-only', () => {
    world.writeFile('\ufeff{"lint": true}\n');
    world.config().save({ theme: 'bw-std' });
    expect(world.readFile()).toBe('\ufeff{"lint": true, "theme": "bw-std"}\n');
    chmodSync(world.path, 0o444);
    const save = (): unknown => world.config().save({ theme: 'bw-dark' });
    expect(save).toThrow(`no permission to write ${world.path}: `);
    expect(world.readFile()).toContain('bw-std');
  });

  it('says what stands in the way of it: links in a circle, a value where a section has to be', () => {
    const save = (): unknown => world.config().save({ 'log.level': 'WARN' });
    world.writeFile('{"log": 5}');
    expect(save).toThrow(' 1 | {"log": •}\n   |         ^');
    world.clear();
    mkdirSync(dirname(world.path), { recursive: true });
    symlinkSync('config.json', world.path);
    expect(save).toThrow(`${world.path} cannot be written (ELOOP); nothing was saved`);
  });

  it('writes what was set at run time, and the overrides over that', () => {
    const config = world.config();
    config.set('persist', true);
    config.set('log.level', 'WARN');
    config.set('log.bufferSize', 20);
    expect(config.save({ 'log.level': 'ERROR', lint: true, 'log.bufferSize': undefined })).toBe(3);
    expect(saved()).toEqual({ persist: true, lint: true, log: { level: 'ERROR' } });
    for (const key of ['persist', 'log.level', 'lint']) expect(config.getSource(key)).toBe('file');
    expect([config.logBufferSize, config.getSource('log.bufferSize')]).toEqual([500, 'default']);
    // Nothing is left to write.
    expect(config.save()).toBe(0);
  });

  it('takes a default that was set at run time for the end of what the file says', () => {
    world.writeFile('{"theme": "bw-std", "lint": true}');
    const config = world.config();
    config.set('theme', 'auto');
    expect(config.save()).toBe(0);
    expect(saved()).toEqual({ lint: true });
    expect([config.theme, config.getSource('theme')]).toEqual(['auto', 'default']);
  });

  it('never writes what a flag, a variable or a policy says, whatever is saved beside it', () => {
    const layers = ['policy', 'env', 'cli'] as const;
    const some = fc.subarray([...KEY_CASES], { maxLength: 8 });
    fc.assert(
      fc.property(some, fc.constantFrom(...layers), fc.nat(1), (cases, layer, which) => {
        world.clear();
        const values = cases.map(({ key, samples }) => [key, samples[which]?.value] as const);
        if (layer === 'policy') {
          world.policy = JSON.stringify({ config: nested(Object.fromEntries(values)) });
        } else if (layer === 'env') {
          for (const { env, samples } of cases) world.env[env] = samples[which]?.env ?? '';
        } else {
          world.args = [...cases.flatMap(({ samples }) => samples[which]?.args ?? []), 'app.tui'];
        }
        world.writeFile('{"persist": true, "mine": 1}');
        const config = world.config();
        expect(config.save()).toBe(0);
        expect(saved()).toEqual({ persist: true, mine: 1 });
        config.save({ lint: true });
        expect(saved()).toEqual({ persist: true, mine: 1, lint: true });
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('leaves a call, a folder and an app to themselves', () => {
    // One call is headless and has its log in the working folder; one app is quiet.
    world.args = ['--headless', '--headless-width=160', '--log-file', './my.log', 'app.tui'];
    world.env['TUI_NO_SYNC'] = '1';
    world.policy = '{"config": {"log": {"level": "WARN"}}}';
    world.config().save({ theme: 'bw-dark' });
    expect(saved()).toEqual({ theme: 'bw-dark' });
    world.args = [];
    Reflect.deleteProperty(world.env, 'TUI_NO_SYNC');
    world.policy = '{"config": {"log": {"level": "TRACE"}}}';
    const later = world.config();
    expect(later.headlessEnabled).toBe(false);
    expect(later.getPath('log.file')).toBeUndefined();
    expect(later.logLevel).toBe('TRACE');
    expect(later.terminalSyncRendering).toBe(true);
  });

  it('keeps what a relative path means', () => {
    const config = world.config();
    config.set('log.file', './my.log');
    config.save({ 'i18n.messagesDir': '../messages', theme: 'dark/own.css' });
    const work = join(world.home, 'work');
    expect(saved()).toEqual({
      log: { file: join(work, 'my.log') },
      i18n: { messagesDir: join(world.home, 'messages') },
      theme: join(work, 'dark/own.css'),
    });
    expect(world.config().getPath('log.file')).toBe(join(work, 'my.log'));
    // What the file itself says counts from the file's folder, and stays as it stands there.
    world.writeFile('{"log": {"file": "./my.log"}}');
    world.config().save({ lint: true });
    expect(saved()).toEqual({ log: { file: './my.log' }, lint: true });
  });

  it('never makes a file that could not be read again', () => {
    world.writeFile('{"lint": true}');
    const config = world.config();
    expect(() => config.save({ 'ai.siteName': 'x'.repeat(1 << 20) })).toThrow('larger than');
    expect(saved()).toEqual({ lint: true });
  });

  it('takes keys for what they are', () => {
    const config = world.config();
    for (const key of [
      '__proto__',
      'constructor',
      'toString',
      'log',
      'log.',
      '.theme',
      'theme ',
      'Theme',
      'th\u0435me',
      'log\u2024level',
      'log/level',
      '\uff54heme',
      'theme\0',
      '',
    ]) {
      const overrides = JSON.parse(`{${JSON.stringify(key)}: "bw-std"}`) as Record<string, unknown>;
      expect(() => config.save(overrides)).toThrow('cannot be saved');
      expect(() => config.set(key, 'bw-std')).toThrow('is not a key');
    }
    expect(existsSync(world.path)).toBe(false);
    // A dotted name in the file is no key: it stays, and the nested one counts.
    world.writeFile('{"log.level": "TRACE", "log": {"level": "WARN"}}');
    world.config().save({ 'log.level': 'ERROR' });
    expect(saved()).toEqual({ 'log.level': 'TRACE', log: { level: 'ERROR' } });
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
    world.config().save({ 'log.file': '/c' });
    expect(world.config().logFile).toBe('/c');
    expect(world.config().diagnostics).toEqual([]);
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

  it('of another machine or container never blocks for as long as a frame, and is named', () => {
    for (const [owner, name] of [
      [
        { ...ownOwner(), pid: 1, place: 'elsewhere pid:[7]', token: 'ab' },
        'process 1 on elsewhere',
      ],
      [{}, 'another program'],
    ] as const) {
      plant(owner, 1);
      let waits = 0;
      const wait = jest.spyOn(Atomics, 'wait').mockImplementation(() => {
        waits++;
        return 'timed-out';
      });
      // The clock goes on by 5 ms with each look at it.
      const now = Date.now();
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 5 * waits);
      expect(() => acquireLock(lockPath())).toThrow(
        `is being written by ${name}; nothing was saved`,
      );
      expect(waits).toBeLessThanOrEqual(3);
      wait.mockRestore();
      clock.mockRestore();
      plant(owner, 60);
      acquireLock(lockPath()).release();
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
    // A writer that runs, and files of others.
    const kept = [
      `config.json.${process.pid}.cd.tmp`,
      'config.json.note.tmp',
      'other.json.1.ab.tmp',
    ];
    for (const name of kept) writeFileSync(join(dirname(world.path), name), '');
    world.config().save({ theme: 'bw-std' });
    expect(readdirSync(dirname(world.path)).sort()).toEqual(
      ['config.json', 'config.json.bak', ...kept].sort(),
    );
  });

  it('is followed at once by a sweep of what writers left that have been killed', () => {
    world.writeFile('{}');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const ended = { ...ownOwner(), pid, token: 'ab' };
    const at = (name: string): string => join(dirname(world.path), name);
    writeFileSync(at(`config.json.${pid}.0a1b.tmp`), '{"theme');
    for (const name of ['lock.ab.tmp', 'lock.cd.0']) {
      writeFileSync(at(`config.json.${name}`), JSON.stringify(ended));
    }
    const waits = 'config.json.lock.ef.tmp';
    writeFileSync(at(waits), JSON.stringify({ ...ownOwner(), token: 'ef' }));
    world.config().save({ theme: 'bw-std' });
    expect(readdirSync(dirname(world.path)).sort()).toEqual(['config.json', waits]);
  });
});

function ownOwnerOf(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}
