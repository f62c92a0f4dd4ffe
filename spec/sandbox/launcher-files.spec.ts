/** What the launcher starts and loads, and where it looks for it, by what an app may write. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limitLookups } from '../../cli/sandbox/launch/runner/environment.js';
import { accessTo, allowsRun, trustedPath } from '../../cli/sandbox/policy/check.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import { isPackageSafe } from '../../cli/sandbox/policy/launcher-files.js';
import { namedCode } from '../../cli/sandbox/policy/named-code.js';
import { loadPermissions, type Loaded } from '../../cli/sandbox/policy/load.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-launcher-')));
  for (const folder of ['app/bin', 'app/data', 'tools']) mkdirSync(at(folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const program = (name: string): string => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), '#!/bin/sh\n');
  chmodSync(at(name), 0o755);
  return at(name);
};
const path = (...folders: string[]): string => folders.map((each) => at(each)).join(delimiter);

function load(
  permissions: object,
  { flags = [], env = {} }: { flags?: string[]; env?: NodeJS.ProcessEnv } = {},
): Loaded['resolved'] {
  return loadPermissions({
    source: {
      file: 'app.tui',
      text: `<policy>\n${JSON.stringify({ permissions })}</policy>`,
    },
    appFile: at('app/app.tui'),
    flags: readPermissionFlags(flags),
    env,
    cwd: root,
    home: '/nonexistent',
    configPath: '/nonexistent/tui/config.json',
  }).resolved;
}
const told = (...inputs: Parameters<typeof load>): string =>
  load(...inputs)
    .diagnostics.map((each) => formatDiagnostic(each))
    .join('\n');

describe('a grant that holds what tui uses', () => {
  it('is an error with its place, and with a flag that would do', () => {
    const own = dirname(process.execPath);
    const message = told({ write: ['./data', own] });
    expect(message).toMatch(/^app\.tui:2:\d+ error bad-permission: write: the app could change /);
    expect(message).toContain(process.execPath);
    const [, denied = ''] = /--deny-write=(\S+)/.exec(message) ?? [];
    expect(denied.split(',')).toContain(process.execPath);
    expect(told({ write: [own] }, { flags: [`--deny-write=${denied}`] })).toBe('');
  });

  it('is one of a flag as well, and by a link, and by itself', () => {
    symlinkSync(dirname(process.execPath), at('app/node'));
    for (const flag of [dirname(process.execPath), process.execPath, at('app/node')]) {
      expect(told({}, { flags: [`--allow-write=${flag}`] })).toContain('error bad-permission');
    }
  });

  it('is none beside it, nor where it is denied', () => {
    expect(told({ write: ['./data', '~/notes'] })).toBe('');
    const own = dirname(process.execPath);
    expect(told({ write: [own] }, { flags: [`--deny-write=${own}`] })).toBe('');
    expect(told({ read: [own] })).toBe('');
  });

  it('is one where bubblewrap is only in there, and none where there is another', () => {
    program('app/bin/bwrap');
    const env = { PATH: path('app/bin', 'tools') };
    expect(told({ write: ['./bin'] }, { env })).toContain(at('app/bin/bwrap'));
    program('tools/bwrap');
    expect(told({ write: ['./bin'] }, { env })).toBe('');
    expect(told({ write: ['./data'] }, { env: { PATH: path('app/bin') } })).toBe('');
  });

  it('is one by each link on the way', () => {
    program('tools/real');
    symlinkSync(at('tools/real'), at('app/data/bwrap'));
    symlinkSync(at('app/data/bwrap'), at('tools/bwrap'));
    const env = { PATH: path('tools') };
    expect(told({ write: ['./data'] }, { env })).toContain(`could change ${at('app/data/bwrap')}`);
  });

  it('counts the compiler that a variable names', () => {
    const env = { ESBUILD_BINARY_PATH: at('app/data/esbuild') };
    expect(told({ write: ['./data'] }, { env })).toContain(at('app/data/esbuild'));
  });

  it.each([
    ['LD_LIBRARY_PATH', (path: string) => `/opt/x:${path}`],
    ['LD_LIBRARY_PATH', (path: string) => `${path};/opt/x`],
    ['LD_PRELOAD', (path: string) => `libx.so ${path}/a.so`],
    ['LD_AUDIT', (path: string) => `${path}/a.so`],
    ['DYLD_INSERT_LIBRARIES', (path: string) => `/x:${path}/a.dylib`],
    ['OPENSSL_CONF', (path: string) => `${path}/openssl.cnf`],
    ['OPENSSL_MODULES', (path: string) => path],
    ['NODE_EXTRA_CA_CERTS', (path: string) => `${path}/ca.pem`],
    ['NODE_OPTIONS', (path: string) => `--trace-warnings --openssl-config=${path}/openssl.cnf`],
    ['NODE_OPTIONS', (path: string) => `--openssl_config ${path}/openssl.cnf`],
    ['NODE_OPTIONS', (path: string) => `--require "${path}/with \\"blanks\\".js"`],
    ['NODE_OPTIONS', (path: string) => `--import=file://${path}/a.mjs`],
    ['NODE_OPTIONS', (path: string) => `-r ${path}/a.cjs`],
  ])('counts what %s has Node load first', (name, valueFor) => {
    const env = { [name]: valueFor(at('app/data')) };
    expect(told({ write: ['./data'] }, { env })).toMatch(
      /write: the app could change .*\/app\/data.*, which \S.* has tui load or read/,
    );
    expect(told({ write: ['./bin'] }, { env })).toBe('');
  });

  it('counts the working folder where an empty part means it, and a package that is loaded first', () => {
    const env = { LD_LIBRARY_PATH: '/opt/x:' };
    expect(namedCode(env).files.map((each) => each.path)).toEqual(['/opt/x', process.cwd()]);
    expect(told({ write: ['./data'] }, { env })).toBe('');
    const options = '--import tsx/esm -r @a/b/register --loader=./x.mjs --import node:fs';
    const { packages } = namedCode({ NODE_OPTIONS: options });
    expect(packages.map(({ name }) => name)).toEqual(['tsx', '@a/b']);
  });

  it('counts what a module imports that is loaded first', () => {
    writeFileSync(at('tools/first.mjs'), "import './second.mjs';\nimport 'some-package/x';");
    writeFileSync(at('tools/second.mjs'), "await import('../app/data/third.mjs');");
    const env = { NODE_OPTIONS: `--import=${at('tools/first.mjs')}` };
    expect(told({ write: ['./data'] }, { env })).toContain(at('app/data/third.mjs'));
    expect(told({ write: ['./bin'] }, { env })).toBe('');
    // A name that exists, and one that leads through a file.
    writeFileSync(at('app/data/third.mjs'), '');
    expect(told({ write: ['./data'] }, { env })).toContain(at('app/data/third.mjs'));
    const through = { OPENSSL_CONF: at('app/data/third.mjs/openssl.cnf') };
    expect(told({ write: ['./data'] }, { env: through })).toContain(at('app/data/third.mjs'));
    expect(namedCode(env).packages).toEqual([{ name: 'some-package', from: at('tools') }]);
    // Each other's.
    writeFileSync(at('tools/second.mjs'), "import './first.mjs';");
    expect(told({ write: ['./data'] }, { env })).toBe('');
  });

  it('counts no name that is looked up in folders of the system', () => {
    const env = { LD_PRELOAD: 'libjemalloc.so.2', NODE_OPTIONS: '--import data:text/javascript,1' };
    expect(told({ write: ['./data'] }, { env })).toBe('');
  });

  it('counts the folder of Node’s compile cache, of every version', () => {
    const members = process.getBuiltinModule('node:module') as unknown as Record<string, unknown>;
    const { getCompileCacheDir } = members;
    try {
      members['getCompileCacheDir'] = () => at('app/data/v99.1.0-x64-0');
      expect(told({ write: ['./data'] })).toContain(at('app/data'));
      expect(told({ write: ['./data/v98.0.0-x64-0'] })).toContain(at('app/data/v98.0.0-x64-0'));
      members['getCompileCacheDir'] = () => undefined;
      expect(told({ write: ['./data'] })).toBe('');
    } finally {
      if (getCompileCacheDir === undefined) delete members['getCompileCacheDir'];
      else members['getCompileCacheDir'] = getCompileCacheDir;
    }
  });

  it('is none where everything is granted: they are left out', () => {
    const { permissions, diagnostics } = load({}, { flags: ['--allow-write'] });
    expect(diagnostics).toEqual([]);
    expect(accessTo(permissions, process.execPath)).toBe('read');
    expect(accessTo(permissions, at('app/data'))).toBe('write');
    expect(told({ all: true })).toBe('');
  });

  it('is not safe for a package either', () => {
    const modules = realpathSync('node_modules');
    const { permissions } = load({}, { flags: [`--allow-write=${modules}/execa`] });
    expect(existsSync(`${modules}/execa`)).toBe(true);
    expect(isPackageSafe(permissions, 'clipboardy')).toBe(false);
    expect(isPackageSafe(load({ write: ['./data'] }).permissions, 'clipboardy')).toBe(true);
  });
});

describe('looking programs up', () => {
  it('leaves out folders that are relative or that the app may write', () => {
    symlinkSync(at('app/bin'), at('link'));
    symlinkSync(at('tools'), at('app/bin/tools'));
    const { permissions } = load({ write: ['./bin'] });
    const folders = `${path('app/bin', 'link', 'app/bin/tools', 'tools', 'none')}:.::bin:./tools`;
    expect(trustedPath(permissions, folders)).toBe(path('tools', 'none'));
  });

  it('does not make the working folder of nothing', () => {
    const { permissions } = load({ write: ['./bin'] });
    for (const none of ['', ':', '.', path('app/bin')]) {
      expect(trustedPath(permissions, none)).toBe(devNull);
    }
  });

  it('passes by what the app has put in front of it', () => {
    program('app/bin/tool');
    const own = program('tools/tool');
    const env = { PATH: path('app/bin', 'tools') };
    const { permissions, variables } = load({ write: ['./bin'], run: ['tool'] }, { env });
    expect(permissions.run.allow[0]?.path).toBe(own);
    expect(allowsRun(permissions, ['tool'], variables, env.PATH)?.path).toBe(own);
  });

  it('refuses what leads through a link of the app', () => {
    program('tools/real');
    symlinkSync(at('tools/real'), at('app/bin/tool'));
    symlinkSync(at('app/bin/tool'), at('tools/tool'));
    const env = { PATH: path('tools') };
    const granted = { write: ['./bin'], run: ['tool'] };
    expect(told(granted, { env })).toContain('could change the program');
    const { permissions, variables } = load(granted, { env });
    expect(allowsRun(permissions, ['tool'], variables, env.PATH)).toBeUndefined();
  });

  it('goes by the launcher’s own environment for everything that it starts by name', () => {
    const { permissions } = load({ write: ['./bin'] });
    mkdirSync(at('helpers'));
    symlinkSync(at('app/bin/xsel'), at('helpers/xsel'));
    mkdirSync(at('mux'));
    symlinkSync(at('app/bin/tmux'), at('mux/tmux'));
    const env: NodeJS.ProcessEnv = {
      PATH: `${path('app/bin', 'helpers', 'mux', 'tools')}:.`,
      LD_LIBRARY_PATH: `${path('app/bin', 'tools')}:lib:`,
      LD_PRELOAD: `libc.so ${at('app/bin/evil.so')} ./x.so`,
      DYLD_INSERT_LIBRARIES: at('app/bin/evil.dylib'),
      OTHER: at('app/bin'),
    };
    limitLookups(permissions, env);
    expect(env).toEqual({
      PATH: at('tools'),
      LD_LIBRARY_PATH: at('tools'),
      LD_PRELOAD: 'libc.so',
      OTHER: at('app/bin'),
    });
  });
});

describe('the question', () => {
  it('marks a folder of PATH that an app wants to write', () => {
    const env = { PATH: path('app/bin', 'tools') };
    mkdirSync(at('tools/inner'));
    const write = ['./bin', './data', '../tools/inner', '../tools/new.sh', '../tools/new'];
    const dangers = load({ write }, { env }).requested.map(
      ({ written, danger }) => `${written}: ${danger ?? '-'}`,
    );
    expect(dangers).toEqual([
      './bin: programs are started from there',
      './data: -',
      '../tools/inner: -',
      '../tools/new.sh: programs are started from there',
      // It is made a folder, and programs in it have another path.
      '../tools/new: -',
    ]);
  });
});
