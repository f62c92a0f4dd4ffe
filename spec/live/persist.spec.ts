/** An app's state between its runs, on a real terminal: kept and restored. Kills: persist-kills.spec.ts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { call } from '../support/in-process.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';

const CANARY = 'c4nary-pw';

const APP = `<text>READY</text>
<input id="name" autofocus bind="name"/>
<input id="pw" type="password" bind="pw"/>
<checkbox id="box">Box</checkbox>
<container id="scroller" style="height: 2; overflow-y: scroll; flex-shrink: 0"><text>a</text><text>b</text><text>c</text><text>d</text><text>e</text></container>
<table id="table" columns='["k"]' rows='[{"k": 2}, {"k": 1}]' style="height: 4"/>
<input id="out" persist="false"/>
<script>
  export const state = $tui.createState({ name: '', pw: '', count: 0 });
  let writes = $tui.state.get('writes') ?? 0;
  $tui.document.addEventListener('keydown', (event) => {
    state.count += 1;
    $tui.state.set('writes', state.count);
    if (event.key === 'F2') $tui.exit();
    if (event.key === 'F5') process.exit(3);
    if (event.key === 'F3') {
      $tui.getElementById('box').checked = true;
      $tui.getElementById('scroller').scrollTop = 2;
      $tui.getElementById('table').sortBy = 'k';
    }
    if (event.key === 'F4') {
      const { checked } = $tui.getElementById('box');
      const shown = [state.name, state.pw, checked, $tui.getElementById('scroller').scrollTop, $tui.getElementById('table').sortBy, state.count, $tui.state.get('writes')];
      $tui.notify('[' + shown.join() + ']', { timeout: 0 });
    }
  });
</script>
`;

let home = '';
let file = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-persist-'));
  file = join(home, 'app', 'app.tui');
  spawnSync('mkdir', ['-p', join(home, 'app')]);
  writeFileSync(file, APP);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const F2 = '\u001bOQ';
const F3 = '\u001bOR';
const F4 = '\u001bOS';
const F5 = '\u001b[15~';

const run = (steps: PtyStep[], env: Readonly<Record<string, string>> = {}): Promise<PtyResult> =>
  runOnPty(commandFile(), ['--trust', '--persist', file], steps, { HOME: home, ...env });
const command = (...args: string[]) => call(args, { cwd: home, env: { HOME: home } });
const kept = async (): Promise<Record<string, never>> =>
  JSON.parse((await command('state', 'show', '--json', file)).stdout) as Record<string, never>;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

it('keeps what was typed, chosen, sorted and scrolled, and no password', async () => {
  await run([{ type: 'Ada' }, { type: '\t' }, { type: CANARY }, { type: F3 }, { type: F2 }]);
  const saved = await kept();
  expect(saved['elements']).toMatchObject({
    name: { tag: 'input', fields: { value: 'Ada' } },
    box: { tag: 'checkbox', fields: { checked: true } },
    scroller: { fields: { scroll: [0, 2] } },
  });
  expect(Object.keys(saved['elements'] ?? {})).not.toContain('pw');
  expect(Object.keys(saved['elements'] ?? {})).not.toContain('out');
  expect(Object.keys(saved['states'] ?? {})).toEqual(['name', 'count']);
  for (const path of filesBelow(home)) expect(readFileSync(path, 'utf8')).not.toContain(CANARY);
  const { text } = await run([{ type: F4 }, { wait: '[Ada,' }, { type: F2 }]);
  expect(text).toMatch(/\[Ada,,true,2,k,\d+,\d+\]/);
});

it.each<[string, PtyStep]>([
  ['a signal', { signal: 'SIGTERM' }],
  ['a terminal that is closed', { hangup: true }],
  ['process.exit in a script', { type: F5 }],
])('%s keeps the last letter', async (_, end) => {
  await run([{ type: 'Ada!' }, { wait: 'Ada!' }, end]);
  expect((await kept())['elements']).toMatchObject({ name: { fields: { value: 'Ada!' } } });
});

it('an app without a script keeps the last letter at a signal, and reports a file that it cannot use', async () => {
  writeFileSync(file, '<text>READY</text><input id="name" autofocus/>');
  const path = (await command('state', 'path', file)).stdout.trim();
  spawnSync('mkdir', ['-p', dirname(path)]);
  writeFileSync(path, 'not JSON');
  const { errors } = await run([{ type: 'Ada!' }, { wait: 'Ada!' }, { signal: 'SIGTERM' }]);
  expect(errors).toContain('unreadable-state');
  expect((await kept())['elements']).toMatchObject({ name: { fields: { value: 'Ada!' } } });
  expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe('not JSON');
});

it('a place that was scrolled to shows without a key', async () => {
  writeFileSync(file, '<text>READY</text><textarea id="note" style="height: 4"/>');
  const path = (await command('state', 'path', file)).stdout.trim();
  spawnSync('mkdir', ['-p', dirname(path)]);
  const value = Array.from({ length: 30 }, (_, row) => `row ${row}`).join('\n');
  const elements = { note: { tag: 'textarea', fields: { value, scroll: [0, 20] } } };
  writeFileSync(path, JSON.stringify({ version: 1, app: file, elements }));
  const { text } = await run([{ wait: '21' }, { signal: 'SIGTERM' }]);
  expect(text).toContain('21');
});

it('without --persist nothing is read or written', async () => {
  await run([{ type: 'Ada' }, { type: F2 }]);
  const before = await kept();
  const { text } = await runOnPty(
    commandFile(),
    ['--trust', file],
    [{ type: 'x' }, { type: F4 }, { wait: '[x,' }, { type: F2 }],
    { HOME: home },
  );
  expect(text).toMatch(/\[x,,false/);
  expect(await kept()).toEqual(before);
  expect((await command('state', 'clear', file)).stdout).toBe('The state was removed.\n');
  expect((await command('state', 'clear', file)).stdout).toBe('Nothing was saved.\n');
  expect(existsSync((await command('state', 'path', file)).stdout.trim())).toBe(false);
});

it('two instances keep what either has done', async () => {
  const [one, two] = await Promise.all([
    run([{ type: 'Ada' }, { sleep: 1500 }, { type: F2 }]),
    run([{ sleep: 500 }, { type: F3 }, { sleep: 500 }, { type: F2 }]),
  ]);
  expect([one.status, two.status]).toEqual([0, 0]);
  const { elements } = (await kept()) as unknown as {
    elements: Record<string, { fields: object }>;
  };
  expect(elements['name']?.fields).toEqual({ value: 'Ada' });
  expect(elements['box']?.fields).toEqual({ checked: true });
});
