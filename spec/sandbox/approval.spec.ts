import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { Admission, type Authorization } from '../../cli/sandbox/approval/approval.js';
import { ApprovalStore } from '../../cli/sandbox/approval/store.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import type { AppContent, Enforcement, Subject } from '../../cli/sandbox/policy/types.js';
import type { PromptAnswer, PromptContent } from '../../cli/sandbox/approval/prompt-content.js';

let home = '';
let store: ApprovalStore;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-approval-'));
  store = new ApprovalStore({}, home, home);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ENFORCEMENT: Enforcement = {
  tier: 'A',
  by: 'bubblewrap',
  levels: { read: 'system', write: 'system', net: 'system', run: 'system', env: 'system' },
};

/** Node alone, before 25.3. */
const WEAK: Enforcement = {
  tier: 'C',
  by: 'Node 20',
  levels: { read: 'node', write: 'node', net: 'none', run: 'node', env: 'node' },
};

/** Content of files by their names; hashes begin with what the text says. */
function contentOf(files: Readonly<Record<string, string>>): AppContent {
  const digit = (text: string): string => Buffer.from(text.padEnd(32, '.')).toString('hex');
  const names = new Map(Object.entries(files).map(([name, text]) => [name, digit(text)]));
  return { hash: digit(JSON.stringify(files).slice(-32)), files: names };
}
const CONTENT = contentOf({ '/app.tui': 'one' });

const asked: PromptContent[] = [];
interface Start {
  readonly answer?: PromptAnswer | undefined;
  readonly flags?: readonly string[];
  readonly subject?: Subject | undefined;
  readonly cwd?: string;
  readonly content?: AppContent;
  readonly enforcement?: Enforcement;
  readonly hasCode?: boolean;
}

/** Starts an app with these hosts in its policy; without an answer there is no terminal. */
async function start(net: readonly string[], args: Start = {}): Promise<Authorization> {
  asked.length = 0;
  const flags = readPermissionFlags(args.flags ?? []);
  const text = `<policy>${JSON.stringify({ permissions: { net } })}</policy>`;
  const loaded = loadPermissions({
    source: { file: 'app.tui', text },
    appFile: join(home, 'app/app.tui'),
    flags,
    env: {},
    cwd: home,
    home,
  });
  const { answer, content = CONTENT, enforcement = ENFORCEMENT } = args;
  const admission = new Admission({
    resolved: loaded.resolved,
    subject: 'subject' in args ? args.subject : loaded.subject,
    name: 'App',
    store,
    trust: flags.trust,
    allowUnenforced: flags.allowUnenforced,
    hasCode: args.hasCode ?? true,
    enforcement,
    ask:
      answer === undefined
        ? undefined
        : (question) => {
            asked.push(question);
            return Promise.resolve(answer);
          },
  });
  return await admission.decide(content);
}
const by = (result: Authorization): string => (result.allowed ? result.by : 'refused');
const messages = (result: Authorization): string =>
  result.diagnostics.map(formatDiagnostic).join('\n');

describe('an app', () => {
  it('that wants nothing is not asked about', async () => {
    expect(by(await start([], { answer: 'deny' }))).toBe('default');
    expect(asked).toEqual([]);
  });

  it('that wants nothing is asked about where the network is not limited', async () => {
    expect(by(await start([], { answer: 'deny', enforcement: WEAK }))).toBe('refused');
    expect(asked).toHaveLength(1);
    expect(messages(await start([], { enforcement: WEAK }))).toBe(
      `error not-permitted: this app needs your approval, but there is no terminal to ask on; its access to the network cannot be limited here
  run it with --allow-unenforced or --trust, or approve it in a terminal`.replace(
        /^/,
        `${join(home, 'app/app.tui')} `,
      ),
    );
    for (const flag of ['--allow-unenforced', '--allow-all']) {
      expect(by(await start([], { flags: [flag], enforcement: WEAK }))).toBe('default');
    }
    expect(by(await start([], { flags: ['--trust'], enforcement: WEAK }))).toBe('trust');
    expect(by(await start([], { hasCode: false, enforcement: WEAK }))).toBe('default');
    expect(by(await start([], { answer: 'always', enforcement: WEAK }))).toBe('always');
    expect(by(await start([], { enforcement: WEAK }))).toBe('approval');
  });

  it('that wants more than a person can read is refused without a question', async () => {
    const name = (length: number, at: number): string =>
      `${'a'.repeat(60)}.${'b'.repeat(length)}.n${at}.example`;
    const hosts = (count: number): string[] =>
      Array.from({ length: count }, (_, at) => name(60, at));
    expect(by(await start(hosts(100), { answer: 'once' }))).toBe('once');
    expect(asked).toHaveLength(1);
    const long = Array.from({ length: 250 }, (_, at) => `${'a.'.repeat(200)}n${at}.example`);
    const result = await start(long, { answer: 'once' });
    expect(by(result)).toBe('refused');
    expect(asked).toEqual([]);
    expect(messages(result)).toContain('it requests more than a person can read');
  });

  it('is told of every flag that it takes where something is wanted besides', async () => {
    const text = messages(await start(['a.example'], { enforcement: WEAK }));
    expect(text).toContain('run it with --allow-net=a.example --allow-unenforced or --trust, or');
    expect(
      by(await start(['a.example'], { flags: ['--allow-unenforced'], enforcement: WEAK })),
    ).toBe('refused');
    const both = ['--allow-net=a.example', '--allow-unenforced'];
    expect(by(await start(['a.example'], { flags: both, enforcement: WEAK }))).toBe('default');
  });

  it('is asked about each time it was allowed once', async () => {
    expect(by(await start(['a.example'], { answer: 'once' }))).toBe('once');
    expect(by(await start(['a.example'], { answer: 'deny' }))).toBe('refused');
    expect(asked).toHaveLength(1);
  });

  it('is not asked about again after "always", until it wants more', async () => {
    expect(by(await start(['a.example', 'b.example'], { answer: 'always' }))).toBe('always');
    expect(by(await start(['b.example', 'A.example.']))).toBe('approval');
    expect(by(await start(['a.example']))).toBe('approval');
    expect(by(await start(['a.example', 'c.example'], { answer: 'deny' }))).toBe('refused');
    expect([...(asked[0]?.approvedBefore ?? [])]).toEqual(['net a.example', 'net b.example']);
    expect(by(await start(['*.example']))).toBe('refused');
    expect(by(await start(['a.example:80']))).toBe('refused');
  });

  it('is another one under another path', async () => {
    await start(['a.example'], { answer: 'always' });
    expect(by(await start(['a.example'], { subject: { id: '/elsewhere/app.tui' } }))).toBe(
      'refused',
    );
  });

  it('from stdin cannot be kept', async () => {
    expect(by(await start(['a.example'], { answer: 'always', subject: undefined }))).toBe('once');
    expect(asked[0]?.canKeep).toBe(false);
    expect(store.read().approvals).toEqual([]);
  });

  it('from the web is asked about whatever it wants, and again when its content changes', async () => {
    const from = (hash: string): Start => ({
      subject: { id: 'https://example.com/app.tui', hash },
      content: { hash, files: new Map([['https://example.com/app.tui', hash]]) },
    });
    const [first, second] = [from('a'.repeat(64)), from('b'.repeat(64))];
    expect(by(await start([], { answer: 'always', ...first }))).toBe('always');
    expect(by(await start([], first))).toBe('approval');
    expect(by(await start([], { answer: 'deny', ...second }))).toBe('refused');
    expect(asked[0]?.changed).toBe(true);
    expect(by(await start([], second))).toBe('refused');
  });

  it('is asked about again when its content changes, with what has changed', async () => {
    const folder = join(home, 'app');
    const files = { 'app.tui': '1', 'lib/a.js': '1', 'lib/b.js': '1' };
    const at = (all: Readonly<Record<string, string>>): AppContent =>
      contentOf(Object.fromEntries(Object.entries(all).map(([n, t]) => [join(folder, n), t])));
    const content = at(files);
    expect(by(await start(['a.example'], { answer: 'always', content }))).toBe('always');
    expect(by(await start(['a.example'], { content }))).toBe('approval');
    const changed = at({ 'app.tui': '1', 'lib/a.js': '2', 'lib/c.js': '1' });
    expect(by(await start(['a.example'], { answer: 'deny', content: changed }))).toBe('refused');
    expect(asked[0]).toMatchObject({
      changed: true,
      changes: ['changed: lib/a.js', 'added: lib/c.js', 'removed: lib/b.js'],
    });
    expect(messages(await start(['a.example'], { content: changed }))).toContain(
      '; it has changed since it was approved, changed: lib/a.js, added: lib/c.js, removed: lib/b.js',
    );
    // The links between the files count as well.
    const relinked = { ...content, hash: 'f'.repeat(64) };
    expect(by(await start(['a.example'], { answer: 'deny', content: relinked }))).toBe('refused');
    expect(asked[0]?.changes).toEqual(['changed: the file that an import resolves to']);
    // What it was before is approved still.
    expect(by(await start(['a.example'], { content }))).toBe('approval');
  });

  it('is asked about again where less is enforced, and not where more is', async () => {
    const net = ['a.example'];
    expect(by(await start(net, { answer: 'always', enforcement: ENFORCEMENT }))).toBe('always');
    expect(by(await start(net, { answer: 'deny', enforcement: WEAK }))).toBe('refused');
    expect(asked[0]).toMatchObject({ weakerThan: 'A', changed: false });
    expect(messages(await start(net, { enforcement: WEAK }))).toContain(
      '; it was approved on tier A, and this is tier C',
    );
    expect(by(await start(net))).toBe('approval');
    expect(by(await start(net, { answer: 'always', enforcement: WEAK }))).toBe('always');
    expect(by(await start(net, { enforcement: WEAK }))).toBe('approval');
    expect(by(await start(net))).toBe('approval');
  });

  it('is asked about again after an approval of an earlier version', async () => {
    mkdirSync(join(home, '.local/state/tui'), { recursive: true });
    const approvals = [{ id: join(home, 'app/app.tui'), granted: ['net a.example'], at: '2026' }];
    writeFileSync(store.path, JSON.stringify({ version: 1, approvals }), { mode: 0o600 });
    const result = await start(['a.example']);
    expect(by(result)).toBe('refused');
    expect(messages(result)).not.toContain('left out');
    expect(by(await start(['a.example'], { answer: 'always' }))).toBe('always');
    expect(by(await start(['a.example']))).toBe('approval');
  });

  it('is trusted by a flag, which is not kept and changes no permission', async () => {
    const result = await start(['a.example'], { flags: ['--trust', '--deny-net=a.example:80'] });
    expect(by(result)).toBe('trust');
    expect(result.allowed && result.permissions.net.deny).toHaveLength(1);
    expect(by(await start(['a.example']))).toBe('refused');
  });

  it('without a terminal is told what is missing and how to grant it', async () => {
    const result = await start(['a.example', 'b.example:443']);
    expect(messages(result)).toBe(
      `${join(home, 'app/app.tui')} error not-permitted: this app needs permission for "net" a.example, "net" b.example:443, but there is no terminal to ask on\n` +
        '  run it with --allow-net=a.example --allow-net=b.example:443 or --trust, or approve it in a terminal',
    );
    expect(
      by(
        await start(['a.example', 'b.example:443'], {
          flags: ['--allow-net=a.example', '--allow-net=b.example:443'],
        }),
      ),
    ).toBe('default');
  });
});

describe('approvals', () => {
  it('are a file for its owner alone', async () => {
    await start(['a.example'], { answer: 'always' });
    expect(store.path).toBe(join(home, '.local/state/tui/approvals.json'));
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.local/state/tui')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(store.path, 'utf8'))).toMatchObject({ version: 2 });
  });

  it('follow XDG_STATE_HOME where it is absolute', () => {
    expect(new ApprovalStore({ XDG_STATE_HOME: '/x' }, home).path).toBe('/x/tui/approvals.json');
    expect(new ApprovalStore({ XDG_STATE_HOME: 'x' }, home).path).toBe(
      join(home, '.local/state/tui/approvals.json'),
    );
  });

  describe('where a variable leads', () => {
    const APPROVED = {
      id: '/x/app.tui',
      granted: ['read /etc/'],
      tier: 'A',
      content: { hash: 'a'.repeat(64), files: new Map() },
    } as const;
    const elsewhere = (of = home): ApprovalStore =>
      new ApprovalStore({ XDG_STATE_HOME: join(home, 'elsewhere') }, of, of);
    const change = (edit: (stored: Record<string, unknown>) => void): void => {
      const { path } = elsewhere();
      const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      edit(stored);
      writeFileSync(path, JSON.stringify(stored));
    };

    it('are sealed with a key that is in the usual place', () => {
      elsewhere().approve(APPROVED);
      const key = join(home, '.local/state/tui/approvals.key');
      expect(statSync(key).mode & 0o777).toBe(0o600);
      expect(elsewhere().find('/x/app.tui')?.granted).toEqual(['read /etc/']);
      elsewhere().approve({ ...APPROVED, id: '/y.tui' });
      expect(elsewhere().read().approvals).toHaveLength(2);
      expect(elsewhere().revoke('/x/app.tui')).toBe(1);
      expect(elsewhere().read()).toMatchObject({ approvals: [{ id: '/y.tui' }], error: undefined });
    });

    it.each<[string, () => void]>([
      ['without a seal', () => change((stored) => delete stored['seal'])],
      ['with another one', () => change((stored) => (stored['seal'] = 'a'.repeat(64)))],
      ['with a short one', () => change((stored) => (stored['seal'] = ''))],
      [
        'with other content',
        () => change((stored) => (stored['approvals'] = [{ id: '/x', granted: ['all'], at: '' }])),
      ],
      ['with another key', () => rmSync(join(home, '.local'), { recursive: true })],
      [
        'with a key that others can read',
        () => chmodSync(join(home, '.local/state/tui/approvals.key'), 0o644),
      ],
    ])('approve nothing %s', (_name, edit) => {
      elsewhere().approve(APPROVED);
      edit();
      const { approvals, error } = elsewhere().read();
      expect(approvals).toEqual([]);
      expect(error).toContain('it was not written by tui for this home');
    });

    it('count as they are now, and not as they were before a change', () => {
      elsewhere().approve(APPROVED);
      const { path } = elsewhere();
      const earlier = readFileSync(path);
      // The control.
      writeFileSync(path, earlier);
      expect(elsewhere().find('/x/app.tui')).toBeDefined();
      elsewhere().revoke('/x/app.tui');
      expect(elsewhere().read()).toEqual({ approvals: [], error: undefined });
      const other = new ApprovalStore({ XDG_STATE_HOME: join(home, 'third') }, home, home);
      other.approve({ ...APPROVED, id: '/other.tui' });
      for (const target of [path, other.path]) {
        const kept = readFileSync(target);
        writeFileSync(target, earlier);
        const store = target === path ? elsewhere() : other;
        expect(store.read()).toMatchObject({
          approvals: [],
          error: expect.stringContaining('it was not written by tui'),
        });
        writeFileSync(target, kept);
      }
      // Each folder has its own: what is approved in one of them may have been revoked in the other.
      other.approve(APPROVED);
      expect(other.find('/x/app.tui')).toBeDefined();
      writeFileSync(path, readFileSync(other.path));
      expect(elsewhere().read()).toMatchObject({
        approvals: [],
        error: expect.stringContaining('it was not written by tui'),
      });
      expect(other.find('/x/app.tui')).toBeDefined();
    });

    it('count where a write was cut off, before or after', () => {
      elsewhere().approve(APPROVED);
      const seals = join(home, '.local/state/tui/approvals.seals.json');
      const kept = JSON.parse(readFileSync(seals, 'utf8')) as Record<string, string[]>;
      const [[file = '', [seal = ''] = []] = []] = Object.entries(kept);
      writeFileSync(seals, JSON.stringify({ [file]: [seal, 'b'.repeat(64)] }));
      expect(elsewhere().find('/x/app.tui')).toBeDefined();
      elsewhere().approve({ ...APPROVED, id: '/y.tui' });
      expect(elsewhere().read().approvals).toHaveLength(2);
      expect(JSON.parse(readFileSync(seals, 'utf8'))).toMatchObject({
        [file]: [expect.any(String)],
      });
      for (const text of ['{', '{"x":1}', '{}']) {
        writeFileSync(seals, text);
        expect(elsewhere().read().approvals).toEqual([]);
      }
    });

    it('are sealed as well where HOME leads', () => {
      const other = new ApprovalStore({}, join(home, 'other'), home);
      const { path } = other;
      expect(path).toBe(join(home, 'other/.local/state/tui/approvals.json'));
      other.approve(APPROVED);
      expect(other.find('/x/app.tui')?.granted).toEqual(['read /etc/']);
      // As an app would write it that was granted the folder: as it is in the usual place.
      const usual = new ApprovalStore({}, home, home);
      usual.approve(APPROVED);
      writeFileSync(path, readFileSync(usual.path), { mode: 0o600 });
      expect(usual.find('/x/app.tui')).toBeDefined();
      expect(other.read()).toMatchObject({
        approvals: [],
        error: expect.stringContaining('$HOME leads to it'),
      });
    });

    it('cannot be stored where no key can be', () => {
      writeFileSync(join(home, '.local'), '');
      expect(() => elsewhere().approve(APPROVED)).toThrow();
      expect(elsewhere().read().approvals).toEqual([]);
    });
  });

  it.each<[string, () => void]>([
    ['that other users may write to', () => chmodSync(store.path, 0o666)],
    ['that are malformed', () => writeFileSync(store.path, '{"version": 1')],
    [
      'of another shape',
      () =>
        writeFileSync(
          store.path,
          '{"version": 1, "approvals": [{"id": "/x", "granted": "*", "at": ""}]}',
        ),
    ],
    [
      'behind a link',
      () => {
        const other = `${store.path}.other`;
        writeFileSync(other, readFileSync(store.path), { mode: 0o600 });
        rmSync(store.path);
        symlinkSync(other, store.path);
      },
    ],
    [
      'that are a folder',
      () => {
        rmSync(store.path);
        mkdirSync(store.path);
      },
    ],
  ])('%s approve nothing, and that is told', async (_name, change) => {
    await start(['a.example'], { answer: 'always' });
    change();
    const result = await start(['a.example']);
    expect(by(result)).toBe('refused');
    expect(messages(result)).toContain('the file of approvals is ignored');
  });

  it('are taken back, one or all', async () => {
    const approve = (id: string, granted: readonly string[]): void =>
      store.approve({ id, granted, content: CONTENT, tier: 'A' });
    approve('/a', ['net x']);
    approve('/b', ['net x']);
    approve('__proto__', ['net x']);
    approve('/a', ['net y']);
    expect(store.read().approvals.map(({ id, granted }) => [id, ...granted])).toEqual([
      ['/b', 'net x'],
      ['__proto__', 'net x'],
      ['/a', 'net y'],
    ]);
    expect(store.revoke('/a')).toBe(1);
    expect(store.revoke('/a')).toBe(0);
    expect(store.revoke()).toBe(2);
    expect(store.read().approvals).toEqual([]);
  });

  it('that cannot be kept hold for this time', async () => {
    writeFileSync(join(home, '.local'), 'in the way');
    const result = await start(['a.example'], { answer: 'always' });
    expect([by(result), messages(result)]).toEqual([
      'once',
      expect.stringContaining('the approval could not be saved'),
    ]);
  });

  it('keep names of files as long as the file can be read again', () => {
    const many = (count: number, mark: string): AppContent => ({
      hash: 'a'.repeat(64),
      files: new Map(
        Array.from({ length: count }, (_, n) => [
          `/${mark}${n}/${'x'.repeat(3800)}`,
          'ab'.repeat(32),
        ]),
      ),
    });
    const approve = (id: string, content: AppContent): void =>
      store.approve({ id, granted: [], content, tier: 'A' });
    approve('/too/many', many(513, 'a'));
    expect(store.find('/too/many')?.files).toBeUndefined();
    for (const id of ['/one', '/two', '/three', '/four', '/five', '/six'])
      approve(id, many(500, id));
    expect(statSync(store.path).size).toBeLessThan(8 << 20);
    const kept = store
      .read()
      .approvals.map(({ id, hash, files }) => [id, hash?.length, files !== undefined]);
    expect(kept[0]).toEqual(['/too/many', 64, false]);
    expect(kept[1]).toEqual(['/one', 64, false]);
    expect(kept.at(-1)).toEqual(['/six', 64, true]);
  });
});
