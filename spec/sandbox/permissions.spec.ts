import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { grantKey } from '../../cli/sandbox/policy/requested.js';
import {
  accessTo,
  allowsEnv,
  allowsNet,
  allowsRead,
  allowsRun,
  allowsSwitch,
  allowsWrite,
  query,
} from '../../cli/sandbox/policy/check.js';
import { DeniedError } from '../../cli/sandbox/policy/denied.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import type { Resolved } from '../../cli/sandbox/policy/resolve.js';
import { propertyRuns } from '../support/property-runs.js';

let home = '';
let app = '';
let bin = '';
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tui-permissions-')));
  app = join(home, 'apps/one');
  bin = join(home, 'bin');
  for (const folder of [
    app,
    bin,
    join(home, 'notes/secret'),
    join(app, 'data'),
    join(home, '.ssh'),
  ])
    mkdirSync(folder, { recursive: true });
  for (const name of ['tool', 'other', 'odd', 'odd name']) {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync('tool', join(bin, 'alias'));
  writeFileSync(join(app, 'data/x'), 'x');
  symlinkSync(join(home, '.ssh'), join(app, 'way-out'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Policy {
  readonly permissions?: unknown;
  readonly configSchema?: unknown;
}

function resolved(
  policy: Policy | undefined,
  flags: readonly string[] = [],
  file = join(app, 'app.tui'),
): Resolved {
  const block = policy === undefined ? '' : `<policy>${JSON.stringify(policy)}</policy>`;
  return loadPermissions({
    source: { file: 'app.tui', text: `${block}<text>x</text>` },
    appFile: file,
    flags: readPermissionFlags(flags),
    env: { PATH: `${bin}:relative:/usr/bin` },
    cwd: home,
    home,
  }).resolved;
}

const expected = (policy: Policy, ...flags: string[]): string[] =>
  resolved(policy, flags).requested.map((each) => grantKey(each).replaceAll(home, '~'));
const told = (policy: Policy, ...flags: string[]): string =>
  resolved(policy, flags).diagnostics.map(formatDiagnostic).join('\n');

describe('an app without a policy', () => {
  it('may read its own folder and use the clipboard, and nothing else', () => {
    const { permissions, requested: none, variables } = resolved(undefined);
    expect(none).toEqual([]);
    expect(allowsRead(permissions, 'data/x', app)).toBe(join(app, 'data/x'));
    expect(allowsWrite(permissions, join(app, 'data/x'), app)).toBeUndefined();
    expect(allowsRead(permissions, join(home, 'notes'), app)).toBeUndefined();
    expect(allowsRead(permissions, '/etc/passwd', app)).toBeUndefined();
    expect(allowsSwitch(permissions, 'clipboard')).toBe(true);
    expect((['shader', 'ai', 'all'] as const).some((kind) => allowsSwitch(permissions, kind))).toBe(
      false,
    );
    expect(allowsNet(permissions, 'example.com', 443)).toBe(false);
    expect(allowsRun(permissions, ['tool'], variables, bin)).toBeUndefined();
    expect(allowsEnv(permissions, 'HOME')).toBe(false);
  });

  it('does not get out of its folder', () => {
    const { permissions } = resolved(undefined);
    for (const path of ['..', 'data/../../x', 'way-out/key', 'way-out', 'data/x\0', './/../one2']) {
      expect(allowsRead(permissions, path, app)).toBeUndefined();
    }
    expect(allowsRead(permissions, Buffer.from('../../notes'), app)).toBeUndefined();
    expect(allowsRead(permissions, new URL('file:///etc/passwd'), app)).toBeUndefined();
  });

  it('gets its file alone where its folder is the home', () => {
    const { permissions } = resolved(undefined, [], join(home, 'app.tui'));
    expect(accessTo(permissions, join(home, 'app.tui'))).toBe('read');
    expect(accessTo(permissions, join(home, '.ssh'))).toBe('none');
  });

  it('has no folder of its own where it comes from stdin', () => {
    const flags = readPermissionFlags([]);
    const source = { file: '<stdin>', text: '' };
    const { resolved: from, subject } = loadPermissions({
      source,
      appFile: undefined,
      flags,
      env: {},
      cwd: app,
      home,
    });
    expect(accessTo(from.permissions, join(app, 'data/x'))).toBe('none');
    expect(subject).toBeUndefined();
  });
});

describe('a policy', () => {
  it('wants what goes beyond the default', () => {
    expect(
      expected({
        permissions: {
          read: ['$appDir', 'data', './missing', '~/notes', 'cwd'],
          write: ['~/notes'],
          net: ['EXAMPLE.com', 'example.com.', '*.example.com:443', '[::1]:80'],
          run: ['tool', 'tool go $', ['tool', 'a b']],
          env: ['USER'],
          clipboard: true,
          shader: true,
        },
      }),
    ).toEqual([
      'shader',
      'read ~/notes/',
      'read ~/',
      'write ~/notes/',
      'net example.com',
      'net *.example.com:443',
      'net [::1]:80',
      'run ~/bin/tool',
      'run ~/bin/tool go $',
      'run ~/bin/tool "a b"',
      'env USER',
    ]);
  });

  it('is the same before and after what it may write is made', () => {
    const policy = {
      permissions: { write: ['./made', './made.db', './made.d/', '~/.config/tui'] },
    };
    const before = expected(policy);
    for (const name of ['made', 'made.d']) mkdirSync(join(app, name));
    writeFileSync(join(app, 'made.db'), '');
    mkdirSync(join(home, '.config/tui'), { recursive: true });
    const after = expected(policy);
    for (const name of ['made', 'made.d', 'made.db']) rmSync(join(app, name), { recursive: true });
    rmSync(join(home, '.config'), { recursive: true });
    expect(before).toHaveLength(4);
    expect(after).toEqual(before);
    // A file in the place of a folder is another wish.
    writeFileSync(join(app, 'made'), '');
    expect(expected(policy)).not.toEqual(before);
    rmSync(join(app, 'made'));
  });

  it('tells a program whose name has blanks from one with arguments', () => {
    expect(expected({ permissions: { run: [['~/bin/odd name'], '~/bin/odd name'] } })).toEqual([
      'run "~/bin/odd name"',
      'run ~/bin/odd name',
    ]);
  });

  it('wants everything in one word', () => {
    expect(expected({ permissions: { all: true, read: ['/etc'], shader: true } })).toEqual(['all']);
    expect(expected({ permissions: { all: true } }, '--allow-all')).toEqual([]);
    expect(expected({ permissions: { all: true, read: ['/etc'] } }, '--deny-all')).toEqual([]);
  });

  it('need not ask for what a flag grants or denies', () => {
    const permissions = {
      read: ['~/notes'],
      net: ['a.example.com', 'b.example.com:80'],
      run: ['tool go'],
      env: ['USER'],
      shader: true,
    };
    expect(
      expected(
        { permissions },
        '--allow-read',
        '--allow-net=*.example.com',
        '--allow-run=tool',
        '--allow-env',
        '--allow-shader',
      ),
    ).toEqual([]);
    expect(
      expected(
        { permissions },
        '--deny-read',
        '--deny-net',
        '--deny-run',
        '--deny-env',
        '--deny-shader',
      ),
    ).toEqual([]);
    expect(
      expected(
        { permissions },
        '--deny-read=notes',
        '--deny-net=a.example.com',
        '--deny-run',
        '--deny-env=USER',
        '--deny-shader',
      ),
    ).toEqual(['net b.example.com:80']);
  });

  it('may do without the clipboard', () => {
    expect(
      allowsSwitch(resolved({ permissions: { clipboard: false } }).permissions, 'clipboard'),
    ).toBe(false);
  });

  it('marks what is dangerous', () => {
    const dangers = resolved({
      permissions: {
        read: ['/', '~', '~/.ssh', '~/notes'],
        write: ['~/.bashrc'],
        net: ['localhost', '10.0.0.1', 'example.com'],
        run: ['tool', '/bin/sh'],
        env: ['GITHUB_TOKEN', 'USER'],
      },
    }).requested.map(({ written, danger }) => `${written}: ${danger ?? '-'}`);
    expect(dangers).toEqual([
      '/: every file on this machine',
      '~: all of your home folder',
      '~/.ssh: may hold keys and passwords',
      '~/notes: -',
      '~/.bashrc: programs read their settings there',
      'localhost: programs on this machine',
      '10.0.0.1: machines in your network',
      'example.com: -',
      'tool: it runs outside the sandbox, with all your rights',
      '/bin/sh: it can run anything, with all your rights',
      'GITHUB_TOKEN: it may hold a secret',
      'USER: -',
    ]);
  });

  it('cannot write what it may run', () => {
    expect(told({ permissions: { write: ['~/bin'], run: ['tool'] } })).toContain(
      'error bad-permission: run: the app could change the program',
    );
    expect(
      told({ permissions: { run: ['alias'] } }, `--allow-write=${join(home, 'bin/tool')}`),
    ).toContain('could change');
    const { permissions, variables } = resolved({ permissions: { run: ['tool'] } }, [
      '--allow-write',
    ]);
    expect(allowsRun(permissions, ['tool'], variables, bin)).toBeUndefined();
  });
});

describe('programs', () => {
  const run = (
    entries: readonly (string | string[])[],
    argv: readonly string[],
    ...flags: string[]
  ): boolean => {
    const { permissions, variables } = resolved({ permissions: { run: entries } }, flags);
    return allowsRun(permissions, argv, variables, `${bin}:/usr/bin`) !== undefined;
  };

  it.each<[string | string[], string[], boolean]>([
    ['tool', ['tool'], true],
    ['tool', ['tool', 'any', 'thing'], true],
    ['tool', ['other'], false],
    ['tool', ['TOOL'], false],
    ['tool log', ['tool', 'log', '-1'], true],
    ['tool log', ['tool', '-c', 'x', 'log'], false],
    ['tool log', ['tool'], false],
    ['tool log $', ['tool', 'log'], true],
    ['tool log $', ['tool', 'log', 'x'], false],
    ['tool * out', ['tool', 'in', 'out', 'x'], true],
    ['tool * out', ['tool', 'out'], false],
    [['tool', 'a b'], ['tool', 'a b'], true],
    [['tool', 'a b'], ['tool', 'a', 'b'], false],
    ['tool', ['tool', 'a\0b'], false],
    ['tool', ['./tool'], false],
    ['tool', [''], false],
    ['missing-program', ['missing-program'], false],
  ])('%j and %j: %s', (entry, argv, allowed) => expect(run([entry], argv)).toBe(allowed));

  it('go by the file, not by the name in the request', () => {
    expect(run(['tool'], [join(bin, 'tool')])).toBe(true);
    expect(run([join(bin, 'tool')], ['tool'])).toBe(true);
    // Programs like busybox do what the name says that they are called by.
    expect(run(['tool'], ['alias'])).toBe(false);
    expect(run(['alias', 'tool'], ['alias'], '--deny-run=tool')).toBe(false);
  });

  it('are denied before they are granted', () => {
    expect(run(['tool'], ['tool', 'rm'], '--deny-run=tool')).toBe(false);
    expect(run(['tool'], ['tool', 'x'], '--allow-run', '--deny-run')).toBe(false);
    expect(run([], ['tool'], '--allow-run')).toBe(true);
  });
});

describe('a diagnostic', () => {
  // A severity read out of the message would be the app's to choose: messages quote the policy.
  it('stays an error whatever the policy writes into its message', () => {
    const net = ['x:abc', 'x:is never passed to an app'];
    const { diagnostics } = resolved({ permissions: { net } });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error', 'error']);
  });
});

describe('denials', () => {
  it('beat every grant, as a naive model has it', () => {
    const folders = ['/v', '/v/a', '/v/a/b', '/v/a/b/c', '/v/x', '/vv'];
    const some = fc.uniqueArray(fc.constantFrom(...folders), { maxLength: 3 });
    const every = fc.boolean();
    fc.assert(
      fc.property(
        fc.record({
          policy: some,
          allow: some,
          deny: some,
          denyWrite: some,
          write: some,
          all: every,
        }),
        (sets) => {
          const flags = [
            ...sets.allow.map((path) => `--allow-read=${path}`),
            ...sets.deny.map((path) => `--deny-read=${path}`),
            ...sets.denyWrite.map((path) => `--deny-write=${path}`),
            ...(sets.all ? ['--allow-all'] : []),
          ];
          const { permissions } = resolved(
            { permissions: { read: sets.policy, write: sets.write } },
            flags,
          );
          for (const path of [...folders, '/v/a/b/c/d', '/']) {
            const covers = (set: readonly string[]): boolean =>
              set.some((each) => `${path}/`.startsWith(`${each}/`));
            const denied = covers(sets.deny);
            const writes = (sets.all || covers(sets.write)) && !covers(sets.denyWrite);
            const reads =
              sets.all || covers(sets.policy) || covers(sets.allow) || covers(sets.write);
            expect(accessTo(permissions, path)).toBe(
              denied ? 'none' : writes ? 'write' : reads ? 'read' : 'none',
            );
          }
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it('of everything leave nothing', () => {
    const { permissions, variables } = resolved({ permissions: { all: true, env: ['USER'] } }, [
      '--allow-all',
      '--deny-all',
    ]);
    expect(accessTo(permissions, join(app, 'data'))).toBe('none');
    expect(allowsNet(permissions, 'example.com', 443)).toBe(false);
    expect(allowsRun(permissions, ['tool'], variables, bin)).toBeUndefined();
    expect(allowsEnv(permissions, 'USER')).toBe(false);
    expect(allowsSwitch(permissions, 'clipboard')).toBe(false);
  });

  it('keep every app from its own approval', () => {
    const { permissions } = resolved(undefined, ['--allow-all']);
    expect(accessTo(permissions, join(home, '.local/state/tui/approvals.json'))).toBe('read');
    expect(accessTo(permissions, join(home, '.cache/tui/remote/x'))).toBe('read');
    expect(accessTo(permissions, join(home, '.local/state'))).toBe('write');
  });

  it("nor in the account's home, where HOME names another one", () => {
    // The guards of specs make this one that does not exist.
    const account = userInfo().homedir;
    expect(account).not.toBe(home);
    for (const flags of [[`--allow-write=${account}`], ['--allow-write'], ['--allow-all']]) {
      const { permissions } = resolved({}, flags);
      const access = (path: string): string => accessTo(permissions, join(account, path));
      expect(access('.local/state/tui/approvals.json')).not.toBe('write');
      expect(access('.cache/tui/code/command')).not.toBe('write');
      for (const path of ['.config/tui/config.json', '.local/state/tui/tokens/x']) {
        expect(access(path)).toBe('none');
      }
      // The control.
      expect(access('.local/state/other')).toBe('write');
    }
  });
});

describe('the question of a script', () => {
  it('is answered as the operation would be', () => {
    const { permissions, variables } = resolved({
      permissions: { net: ['example.com:443'], run: ['tool go'], env: ['USER'] },
    });
    const ask = (kind: string, value?: string | string[]): string =>
      query(permissions, kind, value, variables, bin);
    expect(ask('read', join(app, 'data'))).toBe('granted');
    expect(ask('read', '/etc')).toBe('denied');
    expect(ask('read')).toBe('denied');
    expect(ask('net', 'example.com:443')).toBe('granted');
    expect(ask('net', 'https://example.com/x')).toBe('granted');
    expect(ask('net', 'http://example.com/x')).toBe('denied');
    expect(ask('net', 'no host')).toBe('denied');
    expect(ask('run', 'tool go on')).toBe('granted');
    expect(ask('run', ['tool', 'stop'])).toBe('denied');
    expect(ask('env', 'USER')).toBe('granted');
    expect(ask('clipboard')).toBe('granted');
    // What lies elsewhere is not told of by going through it.
    expect(ask('read', `/etc/../${app}/data`)).toBe('granted');
    expect(ask('read', `/etc/nothing-there/../..${app}/data`)).toBe('granted');
    expect(ask('read', `${app}/data/../../..`)).toBe('denied');
    expect(ask('read', '')).toBe('denied');
    expect(() => ask('constructor')).toThrow('there is no permission "constructor"');
  });

  it('is refused with the flag that would grant it', () => {
    expect(new DeniedError('net', 'example.com:443').message).toBe(
      'connecting to example.com:443 is not permitted; it needs "net": run with --allow-net=example.com:443, or write "net": ["example.com:443"] in the policy\'s "permissions"',
    );
    expect(new DeniedError('read', "/a b's").message).toContain("'--allow-read=/a b'\\''s'");
    expect(new DeniedError('run', 'git push --force').message).toContain('--allow-run=git');
    expect(new DeniedError('read', `/\u001b[2J${'x'.repeat(9999)}`).message).not.toContain(
      '\u001b',
    );
  });
});
