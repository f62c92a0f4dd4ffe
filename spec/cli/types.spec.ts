/** `tui types`: what a checker makes of the declarations, and what the command leaves alone. */
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { folderOf, shell, type Result } from '../support/cli.js';
import { call } from '../support/in-process.js';

const APP = `<tui lang="en">
<policy>{"name": "App", "configSchema": {
  "app.speed": {"type": "integer", "default": 3, "min": 1, "max": 9, "description": "Frames a second"},
  "app.title": {"type": "string"},
  "app.ratio": {"type": "number", "default": 0.5},
  "app.loud": {"type": "boolean", "default": false}
}}</policy>
<messages lang="en">{"hi": "Hello", "nested": {"bye": "Bye"}}</messages>
<input id="name"/><data-bars id="cpu" series='[{"name":"a"}]' bars='[]'/><button id="with.dot">x</button>
<x-clock id="clock"/><text id="name">twice</text>
<script src="app.ts"></script>
</tui>`;

/** Of another app in the same project. */
const OTHER = `<tui><policy>{"configSchema": {"app.speed": {"type": "integer", "default": 1}}}</policy>
<button id="name">x</button><text id="only">y</text></tui>`;

const GOOD = `
const name: Tui.InputElement = $tui.getElementById('name');
name.value = name.placeholder ?? '';
$tui.querySelector('#cpu').appendEntry([1]);
document.getElementById('cpu').addEventListener('select', (event) => event.entryIndex);
const inside: Tui.DataBarsElement | null = document.body.querySelector('#cpu');
const dotted = $tui.getElementById('with.dot').variant;
const clock: Tui.TuiElement = $tui.getElementById('clock');
const made = $tui.getElementById('made later')?.id;
const stated = $tui.getElementById<Tui.TuiElement>('other');
const some = $tui.querySelector('#with.dot')?.id;
for (const index of [1, 2]) $tui.getElementById(\`row-\${index}\`)?.remove();
const config = $tui.config!;
const speed: number = config.getValue('app.speed') + config.getNumber('app.speed');
const title: string | undefined = config.getValue('app.title') ?? config.getString('app.title');
const surely: string = config.getString('app.title', 'none');
const loud: boolean = config.getBoolean('app.loud');
const theme: string | undefined = config.getString('theme');
const unknown: unknown = config.getValue('log.level');
config.set('app.ratio', 0.25);
config.set('app.ratio', undefined);
config.set('theme', 'bw-std');
config.save({ 'app.loud': true, theme: 'bw-std' });
const said: string = $tui.i18n.t('hi') + $tui.i18n.t('nested.bye', {});
for (const key of ['hi']) $tui.i18n.t(key);
$tui.i18n.t(\`nested.\${said}\`);
declare global {
  namespace Tui { interface StateValues { tasks: string[] } }
}
export {};
const first: string | undefined = $tui.state.get('tasks')?.[0];
$tui.state.set('tasks', ['a']);
$tui.state.set('other', 1);
`;

/** Each line is wrong in one way. */
const WRONG = [
  `$tui.getElementById('name').appendEntry([1]);`,
  `$tui.querySelector('#cpu').value;`,
  `document.body.querySelector('#cpu').series;`,
  `$tui.getElementById('not there').id;`,
  `const a: Tui.ButtonElement = $tui.getElementById('name');`,
  `$tui.querySelector('#with.dot').variant;`,
  `const b: string = $tui.config!.getValue('app.speed');`,
  `const c: string = $tui.config!.getString('app.title');`,
  `$tui.config!.getNumber('app.title');`,
  `$tui.config!.set('app.speed', 'fast');`,
  `$tui.config!.save({ 'app.loud': 1 });`,
  `$tui.i18n.t('helo');`,
];

const CARD = `<template element="ui-card" properties='{"label": {"type": "string", "required": true, "description": "Its title"}, "tone": {"type": "string", "enum": ["info", "bad"]}, "count": "integer", "rows": "array", "data": "json", "open": "boolean"}'>
<slot name="title"/><slot/><button onClick="host.emit('closed')"/><script>export const go = () => host.emit('opened', 1);</script></template>
<template element="x-plain"><text>a</text></template>
<template element="x-file" properties='{"label": "string"}'><text onClick="host.emit('pressed')">{label}</text><script src="file.ts"/></template>`;

/** The script of a component in a file: `host` is declared, with its properties and events. */
const SCRIPT_FILE = `declare const host: Tui.Component<'x-file'>;
export const label: string = host.label;
export const save = (): boolean => host.emit('saved', label);
host.addEventListener('pressed', () => host.shadowRoot?.querySelector('text')?.focus());
`;

const COMPONENTS_GOOD = `
const card: Tui.Component<'ui-card'> = $tui.getElementById('card');
const label: string = card.label;
card.tone = 'bad';
const count: number = card.count ?? 0;
const rows: readonly unknown[] = card.rows ?? [];
card.data = { any: [1] };
const open: boolean = card.open && card.hidden;
card.addEventListener('opened', (event) => { const detail: unknown = event.detail; });
card.addEventListener('click', (event) => event.preventDefault());
card.emit('closed');
const slot: Tui.SlotName<'ui-card'> = 'title';
$tui.querySelector('ui-card')?.label.trim();
for (const each of document.querySelectorAll('ui-card')) each.emit('opened', 2);
const made = $tui.createElement('x-plain');
made.emit('anything');
made.append(card);
`;

const COMPONENTS_WRONG = [
  `$tui.getElementById('card').lable;`,
  `$tui.getElementById('card').tone = 'sad';`,
  `$tui.getElementById('card').count = 'one';`,
  `$tui.createElement('ui-card').emit('opend');`,
  `const a: Tui.SlotName<'ui-card'> = 'titel';`,
  `const b: Tui.Component<'ui-crad'> = $tui.getElementById('card');`,
  `$tui.querySelector('ui-card')!.rows!.push(1);`,
  `$tui.querySelector('x-file')!.labl;`,
];

const OPTIONS = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    strict: true,
    noEmit: true,
  },
  files: [resolve('docs/reference/tui.d.ts')],
  include: ['*.ts'],
};

const GRANTED = '<policy>{"permissions": {"read": ["../outside.tui"]}}</policy>';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app/package.json': '{}',
    'app/app.tui': APP,
    'app/tsconfig.json': JSON.stringify(OPTIONS),
    'app/good.ts': GOOD,
    'parts/package.json': '{}',
    'parts/card.tui': CARD,
    'parts/app.tui':
      '<tui><import src="card.tui"/><ui-card id="card" label="x"/><x-plain id="plain"/></tui>',
    'parts/tsconfig.json': JSON.stringify(OPTIONS),
    'parts/good.ts': COMPONENTS_GOOD,
    'parts/file.ts': SCRIPT_FILE,
    'parts/wrong.ts': `${COMPONENTS_WRONG.join('\n')}\n`,
    'two/package.json': '{}',
    'two/app.tui': APP,
    'two/sub/other.tui': OTHER,
    'two/tsconfig.json': JSON.stringify({ ...OPTIONS, include: ['**/*.ts'] }),
    'two/script.ts': `
const either: Tui.InputElement | Tui.ButtonElement = $tui.getElementById('name');
const one: Tui.TuiElement | null = $tui.getElementById('only');
const speed: number = $tui.config!.getValue('app.speed');
$tui.getElementById('only').id;
`,
    'files/app.tui': '<tui><text id="a">a</text></tui>',
    'files/wrong.tui': '<tui><txt id="a">a</text></tui>',
    'files/policy.tui':
      '<tui><policy>{"configSchema": {"theme": {"type": "string"}}}</policy></tui>',
    'files/page.md': '# No app',
    'made/outside.tui': '<secret> line of another file',
    'made/app/card.tui': '<template element="x-card"><text>a</text></template>',
    'made/app/app.tui': '<tui><import src="card.tui"/><x-card id="a"/></tui>',
    'made/app/import.tui': '<tui><import src="../outside.tui"/></tui>',
    'made/app/style.tui': '<tui><style src="../outside.tui"/></tui>',
    'made/app/granted-import.tui': `<tui>${GRANTED}<import src="../outside.tui"/></tui>`,
    'made/app/granted-style.tui': `<tui>${GRANTED}<style src="../outside.tui"/></tui>`,
  });
});
afterAll(() => rm(cwd, { recursive: true }));

const types = (folder: string, ...args: readonly string[]): Promise<Result> =>
  call(['types', ...args], { cwd: join(cwd, folder) });
const tsc = (folder: string): Promise<Result> =>
  shell(`node ${resolve('node_modules/typescript-7/bin/tsc')} -p .`, { cwd: join(cwd, folder) });
const text = (path: string): string => readFileSync(join(cwd, path), 'utf8');

describe('what tsc makes of it', () => {
  it('is right for a script that fits', async () => {
    expect(await types('app', 'app.tui')).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: 'Wrote app.tui.d.ts\n',
    });
    expect(await tsc('app')).toMatchObject({ code: 0, stdout: '' });
  });

  it('names each line that does not', async () => {
    await writeFile(join(cwd, 'app/wrong.ts'), `${WRONG.join('\n')}\n`);
    const { code, stdout } = await tsc('app');
    await rm(join(cwd, 'app/wrong.ts'));
    const lines = [...stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect(code).not.toBe(0);
    expect([...new Set(lines)]).toEqual(WRONG.map((_, index) => index + 1));
    expect(stdout).not.toMatch(/^(?!wrong\.ts|\s|$)/m);
  });

  it('passes those lines where nothing was written: the control', async () => {
    await rm(join(cwd, 'app/app.tui.d.ts'));
    await writeFile(join(cwd, 'app/wrong.ts'), `${WRONG.slice(8).join('\n')}\n`);
    const { stdout } = await tsc('app');
    await rm(join(cwd, 'app/wrong.ts'));
    expect(stdout).not.toMatch(/^wrong\.ts/m);
  });

  it('is of both apps, where a project has two', async () => {
    const { stdout } = await types('two', 'app.tui', 'sub/other.tui');
    expect(stdout).toBe('Wrote app.tui.d.ts\nWrote sub/other.tui.d.ts\n');
    expect(text('two/sub/other.tui.d.ts')).toContain('"sub/other.tui": {');
    expect((await tsc('two')).stdout).toMatch(
      /^script\.ts\(5,1\): error TS2531: Object is possibly 'null'\.\n$/,
    );
  });

  it('knows components: their properties, events and slots', async () => {
    await types('parts', 'app.tui');
    const { stdout } = await tsc('parts');
    const lines = [...stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(lines)]).toEqual(COMPONENTS_WRONG.map((_, index) => index + 1));
    expect(stdout).not.toMatch(/^(?!wrong\.ts|\s|$)/m);
    expect(text('parts/app.tui.d.ts')).toContain('/** Its title */\n          "label": string;');
  });

  it('describes a setting where it is used', async () => {
    const { stdout } = await types('app', 'app.tui', '-o', '-');
    expect(stdout).toContain(
      '/** Frames a second: at least 1, at most 9 */\n        "app.speed": number;',
    );
  });
});

describe('--format markdown', () => {
  it('writes a page about the components', async () => {
    const { stdout } = await types('parts', '--format', 'markdown', 'card.tui');
    expect(stdout).toBe('Wrote card.tui.md\n');
    expect(text('parts/card.tui.md'))
      .toBe(`<!-- Written by "tui types", which replaces this file: do not edit it. -->

# Components of \`card.tui\`

## \`<ui-card>\`

### Attributes

| name | value | default |  |
| --- | --- | --- | --- |
| \`label\` | string, required |  | Its title |
| \`tone\` | \`info\`, \`bad\` |  |  |
| \`count\` | integer |  |  |
| \`rows\` | array |  |  |
| \`data\` | JSON |  |  |
| \`open\` | boolean | \`false\` |  |

### Slots

| slot | shows |
| --- | --- |
| \`title\` | Children with \`slot="title"\`. |
|  | Children without \`slot\`. |

### Events

| type | attribute |
| --- | --- |
| \`closed\` | \`onClosed\` |
| \`opened\` | \`onOpened\` |

## \`<x-plain>\`

## \`<x-file>\`

### Attributes

| name | value | default |  |
| --- | --- | --- | --- |
| \`label\` | string | \`""\` |  |

### Events

| type | attribute |
| --- | --- |
| \`pressed\` | \`onPressed\` |

Its script is in a file, which may fire more events.
`);
    const check = ['--check', '--format', 'markdown', 'card.tui'];
    expect((await types('parts', ...check)).code).toBe(0);
    await writeFile(join(cwd, 'parts/card.tui.md'), '# Written by hand');
    const stale = await types('parts', '--format', 'markdown', 'card.tui');
    expect(stale.stderr).toContain('it was not written by tui types; nothing was written');
    await rm(join(cwd, 'parts/card.tui.md'));
    expect((await types('parts', ...check)).stderr).toContain(
      'run tui types --format markdown card.tui',
    );
    // The app has those that it imports.
    const { stdout: all } = await types('parts', '--format=markdown', 'app.tui', '-o', '-');
    expect(all).toContain('## `<ui-card>`');
  });

  it('shows texts of the document as words', async () => {
    const properties = JSON.stringify({
      odd: {
        type: 'string',
        enum: ['a|b', '`c`', '\u001b[31mred\u202e'],
        description: '| <b>bold</b> [link](x) `code`\n# \u001b]0;title\u0007',
      },
    });
    const document = `<template element="x-odd" properties="${properties.replaceAll('"', '&quot;')}"/>`;
    await writeFile(join(cwd, 'files/odd.tui'), document);
    const { stdout } = await types('files', '--format', 'markdown', 'odd.tui', '-o', '-');
    expect(stdout).toContain(
      '| `odd` | `a\\|b`, `` `c` ``, `  [31mred  ` |  | \\| \\<b\\>bold\\</b\\> \\[link\\](x) \\`code\\` \\#  \\]0;title |',
    );
  });

  it('is an error without a component', async () => {
    const { code, stderr } = await types('files', '--format', 'markdown', 'app.tui');
    expect([code, stderr]).toEqual([
      2,
      'app.tui error no-component: expected a component, found none\n  define one: <template element="ui-card">\n',
    ]);
  });
});

describe('the file', () => {
  it('is beside the app, elsewhere, or stdout', async () => {
    const beside = await types('files', 'app.tui');
    expect(beside.stdout).toBe('Wrote app.tui.d.ts\n');
    const again = await types('files', 'app.tui');
    expect(again.stdout).toBe('app.tui.d.ts is up to date\n');
    expect((await types('files', 'app.tui', '--output', 'own.d.ts')).code).toBe(0);
    expect(text('files/own.d.ts')).toBe(text('files/app.tui.d.ts'));
    const { stdout } = await types('files', 'app.tui', '-o', '-');
    expect(stdout).toBe(text('files/app.tui.d.ts'));
    const piped = await call(['types', '-'], {
      cwd: join(cwd, 'files'),
      stdin: text('files/app.tui'),
    });
    expect(piped.stdout).toBe(stdout.replace('app.tui', '<stdin>'));
  });

  it('is checked', async () => {
    await types('files', 'app.tui');
    expect(await types('files', '--check', 'app.tui')).toMatchObject({ code: 0, stdout: '' });
    const app = text('files/app.tui');
    await writeFile(join(cwd, 'files/app.tui'), app.replace('id="a"', 'id="b"'));
    const before = text('files/app.tui.d.ts');
    expect(await types('files', '--check', 'app.tui')).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'app.tui.d.ts error stale: expected the declarations of app.tui as it is, found others\n' +
        '  run tui types app.tui\n',
    });
    expect(text('files/app.tui.d.ts')).toBe(before);
    await writeFile(join(cwd, 'files/app.tui'), app);
    const missing = await types('files', '--check', 'app.tui', '-o', 'none.d.ts');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('found no file')]);
    expect(existsSync(join(cwd, 'files/none.d.ts'))).toBe(false);
  });

  it.each([
    ['wrong.tui', /^wrong\.tui:1:\d+ error/m],
    ['policy.tui', /configSchema "theme": this is a key of tui itself/],
    ['page.md', /page\.md/],
    ['none.tui', /none\.tui error no-file/],
  ])('is not written where %s has an error', async (file, message) => {
    const { code, stderr } = await types('files', file);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(cwd, `files/${file}.d.ts`))).toBe(false);
  });

  it.each([
    [['app.tui', 'wrong.tui', '-o', 'x.d.ts'], '--output names one file'],
    [['--check', '-'], '--check compares a file'],
  ])('has one name: %j', async (args, message) => {
    const { code, stderr } = await types('files', ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('what is not its own', () => {
  beforeAll(async () => {
    await mkdir(join(cwd, 'guard'));
    await writeFile(join(cwd, 'guard/app.tui'), '<tui><text id="a">a</text></tui>');
  });

  it.each([
    ['a file of the author', 'it was not written by tui types'],
    ['a link to a file', 'it is a link'],
    ['a link to its own', 'it is a link'],
    ['a link to nothing', 'it is a link'],
    ['a pipe', 'it is not a file'],
  ])('%s stays, unless --force says otherwise', async (kind, reason) => {
    const target = join(cwd, 'guard/app.tui.d.ts');
    const other = join(cwd, 'guard/other');
    await rm(target, { force: true });
    await writeFile(other, 'mine');
    if (kind === 'a file of the author') await writeFile(target, 'mine');
    else if (kind === 'a link to nothing') await symlink('nothing', target);
    else if (kind === 'a pipe') await shell(`mkfifo ${target}`);
    else {
      if (kind === 'a link to its own') await types('guard', 'app.tui', '-o', 'own');
      await symlink(kind === 'a link to its own' ? 'own' : 'other', target);
    }
    expect(await types('guard', 'app.tui')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `app.tui.d.ts error exists: ${reason}; nothing was written\n  choose another file with --output, or replace it with --force\n`,
    });
    expect(text('guard/other')).toBe('mine');
    expect(existsSync(join(cwd, 'guard/nothing'))).toBe(false);
    expect((await types('guard', 'app.tui', '--force')).stdout).toBe('Wrote app.tui.d.ts\n');
    expect(lstatSync(target).isFile()).toBe(true);
    expect(text('guard/other')).toBe('mine');
    expect(existsSync(join(cwd, 'guard/nothing'))).toBe(false);
  });

  it('is the script that --output names by mistake', async () => {
    await writeFile(join(cwd, 'guard/app.ts'), 'export {};');
    expect((await types('guard', 'app.tui', '-o', 'app.ts')).code).toBe(2);
    expect(text('guard/app.ts')).toBe('export {};');
  });

  it('is a folder', async () => {
    await mkdir(join(cwd, 'guard/folder'));
    const { code, stderr } = await types('guard', 'app.tui', '-o', 'folder', '--force');
    expect([code, stderr]).toEqual([2, 'folder error exists: it is a folder\n']);
  });

  it('leaves nothing half-written, and no temporary file', async () => {
    const { code } = await types('guard', 'app.tui', '-o', 'none/app.d.ts');
    expect(code).toBe(2);
    const names = await readdir(join(cwd, 'guard'));
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await types('guard', 'app.tui', '--force');
    expect(statSync(join(cwd, 'guard/app.tui.d.ts')).mode & 0o111).toBe(0);
  });
});

describe('hostile names', () => {
  const NAMES = [
    `x"; } } } declare const evil: 1; //`,
    `*/ declare const evil: 1; /*`,
    `a\u2028declare const evil: 1`,
    'a\\',
    '${evil}',
    `'`,
    '\u202eevil\u0007',
    '// @ts-nocheck',
    '__proto__',
    'constructor',
  ];
  const attribute = (name: string): string =>
    name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const schema = Object.fromEntries(
    NAMES.filter((name) => !/__proto__|constructor/.test(name)).map((name) => [
      name.replaceAll('.', ''),
      { type: 'string', description: `${name} */ evil() /* @ts-ignore\n@deprecated\u2029 x` },
    ]),
  );
  const hostile = `<tui>
<policy>${JSON.stringify({ configSchema: schema }).replaceAll('<', '\\u003c')}</policy>
<messages lang="en">${JSON.stringify(Object.fromEntries(NAMES.slice(0, 8).map((name) => [name, 'x'])))}</messages>
${NAMES.map((name) => `<text id="${attribute(name)}">x</text>`).join('\n')}
<${'x-'}evil id="custom">y</x-evil>
</tui>`;

  it('are strings, and nothing else of the file', async () => {
    const name = 'a"\n} declare const evil: 1; *⁄.tui';
    await writeFile(join(cwd, 'guard', name), hostile);
    const { code, stdout, stderr } = await types('guard', name, '-o', '-');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[\x20-\x7e\n]*$/);
    const file = ts.createSourceFile('a.d.ts', stdout, ts.ScriptTarget.Latest, true);
    const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
    expect(parseDiagnostics).toEqual([]);
    expect(file.statements).toHaveLength(1);
    const app = childAt(file.statements[0]!, 'Apps');
    expect(app).toHaveLength(1);
    expect(app[0]!.name).toBe(name);
    const ids = app[0]!.members.find((each) => each.name === 'ids')!.members;
    expect(ids.map((each) => each.name)).toEqual(expect.arrayContaining(NAMES.slice(0, 2)));
    expect(ids.find((each) => each.name === 'custom')?.type).toBe('TuiElement');
    expect(new Set(ids.map(({ type }) => type))).toEqual(
      new Set(['ElementTagNameMap["text"]', 'TuiElement']),
    );
    // In strings a directive is none.
    expect(stdout.replace(/^ +"(\\.|[^"\\])*"/gm, '')).not.toContain('@');
  });

  it('are shown where the comment is not cleaned: the control', () => {
    const file = ts.createSourceFile(
      'a.d.ts',
      `declare namespace Tui { /** ${NAMES[1]!} */ interface Apps {} }`,
      ts.ScriptTarget.Latest,
    );
    const [space] = file.statements as unknown as readonly ts.ModuleDeclaration[];
    expect((space!.body as ts.ModuleBlock).statements).toHaveLength(2);
  });
});

interface Member {
  readonly name: string;
  readonly type: string;
  readonly members: readonly Member[];
}

/** The members of an interface in a namespace. */
function childAt(node: ts.Statement, name: string): readonly Member[] {
  const { statements } = (node as ts.ModuleDeclaration).body as ts.ModuleBlock;
  const found = statements.filter(ts.isInterfaceDeclaration);
  expect(found.map((each) => each.name.text)).toEqual([name]);
  expect(statements).toHaveLength(1);
  return membersOf(found[0]!.members);
}

function membersOf(members: ts.NodeArray<ts.TypeElement>): readonly Member[] {
  return members.filter(ts.isPropertySignature).map((member) => ({
    name: (member.name as ts.StringLiteral).text,
    type: member.type?.getText() ?? '',
    members:
      member.type !== undefined && ts.isTypeLiteralNode(member.type)
        ? membersOf(member.type.members)
        : [],
  }));
}

describe('the files that a document is made of', () => {
  it('are read beside it', async () => {
    const { code, stderr } = await types('made/app', 'app.tui');
    expect([code, stderr]).toEqual([0, '']);
    expect(text('made/app/app.tui.d.ts')).toContain('"a"');
  });

  it.each(['import.tui', 'style.tui'])('are those that the app may read: %s', async (file) => {
    const refused = await types('made/app', file);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('may not be read: it needs "read"');
    expect(refused.stderr + refused.stdout).not.toContain('secret');
    // The control: with the permission it is read. Its lines are displayed in a folder that holds it.
    const { stderr } = await types('made/app', `granted-${file}`);
    expect(stderr).toContain('is not displayed');
    expect(stderr).not.toContain('secret');
    expect((await types('made', `app/granted-${file}`)).stderr).toContain('secret');
  });
});
