/**
 * Components of imported files and of packages: their expressions, handlers, slots and scripts have what the app has and nothing more, and
 * an app that was approved is another one when one of these files changes. @ci
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { approveApp } from '../support/approve.js';
import { describeLauncher, describeTiers } from '../support/tiers.js';
import { Arena, CANARY } from './support/arena.js';

const main = commandFile();

/** Reads what only a grant opens, from wherever code of a component runs. */
const TAKE = (where: string): string =>
  `((name) => { try { return '${where} ' + process.getBuiltinModule('node:fs').readFileSync(name, 'utf8'); } catch (error) { return '${where} ' + error.code; } })(secret)`;

/** The places, in the order in which they show. */
const PLACES = ['expression', 'attribute', 'list', 'script', 'file', 'handler', 'slot'];

const CARD = `<template element="ui-card" properties='{"secret": "string"}'>
  <style src="look.css"></style>
  <text>{${TAKE('expression')}}</text>
  <if test="true"><text title="{${TAKE('attribute')}}" id="title">x</text></if>
  <for each="[${TAKE('list')}]" as="each"><text>{each}</text></for>
  <text>{fromScript}</text><text>{fromFile}</text>
  <button onClick="taken.handler = ${TAKE('handler')}">{taken.handler}</button>
  <slot></slot>
  <script>const secret = host.secret; export const fromScript = ${TAKE('script')};</script>
  <script src="code/card.ts"></script>
  <script>export const taken = $tui.createState({ handler: '' });</script>
</template>`;

const appOf = (policy: string, from: string): string => `<tui>
  <policy>${policy}</policy>
  <import src="${from}"/>
  <ui-card id="card" secret="../outside/secret.txt"><for each="[1]" as="one"><text>{${TAKE('slot').replace('(secret)', "('../outside/secret.txt')")}}</text></for></ui-card>
</tui>`;

const FILES: Readonly<Record<string, string>> = {
  'card.tui': CARD,
  'look.css': '#title { display: none }',
  'code/card.ts': `import { more } from './more.js';
declare const host: Tui.Component<'ui-card'>;
const secret: string = host.secret;
export const fromFile: string = ${TAKE('file')} + more;`,
  'code/more.js': "export const more = '';",
};

const PACKAGE = 'node_modules/@acme/cards';
const DESCRIPTION = '{"name": "@acme/cards", "version": "1.0.0"}';
const GRANT = '{"permissions": {"read": ["../outside"]}}';

let arena: Arena;
function put(folder: string, files = FILES): void {
  for (const [name, text] of Object.entries(files)) arena.put(join('app', folder, name), text);
}
beforeAll(() => {
  arena = new Arena(main);
  put('parts');
  put(PACKAGE);
  arena.put(`app/${PACKAGE}/package.json`, DESCRIPTION);
  for (const [name, from] of SOURCES) {
    arena.put(`app/${name}.tui`, appOf('{"permissions": {}}', from));
    arena.put(`app/${name}-granted.tui`, appOf(GRANT, from));
  }
});
afterAll(() => arena.remove());

const SOURCES: readonly (readonly [name: string, from: string])[] = [
  ['file', 'parts/card.tui'],
  ['package', '@acme/cards/card.tui'],
];

function start(tier: string, name: string, ...flags: string[]): Promise<Result> {
  const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
  const steps = ['--width', '60', '--height', '12', '--press', 'Tab Enter'];
  return tui(['snapshot', join(arena.app, name), ...steps, ...flags], { cwd: arena.app, env });
}

const lines = ({ stdout }: Result): string[] =>
  stdout
    .split('\n')
    // Without what marks the focus.
    .map((line) => line.replace(/^\W+|\W+$/g, ''))
    .filter((line) => line !== '');

describeTiers((tier) => {
  // On a tier that does not limit the network, every app with code is asked about.
  const run = tier === 'C' ? ['--allow-unenforced'] : [];

  it.each([...SOURCES])('a component of a %s reads nothing that the app may not', async (name) => {
    const found = await start(tier, `${name}.tui`, ...run);
    expect(found.stdout + found.stderr).not.toContain(CANARY);
    const shown = lines(found);
    const places = PLACES.filter((place) => place !== 'attribute');
    expect(shown.map((line) => line.split(' ')[0]).sort()).toEqual([...places].sort());
    expect(shown.filter((line) => !/^\w+ (EACCES|ENOENT|ERR_ACCESS_DENIED)$/.test(line))).toEqual(
      [],
    );
    // The control: with the grant, each place has it.
    const granted = lines(await start(tier, `${name}-granted.tui`, ...run, '--trust'));
    expect(granted.map((line) => line.split(' ')[1])).toEqual(places.map(() => CANARY));
  });
});

// What an approval covers is read by the launcher, before anything of the app runs.
describeLauncher((tier) => {
  describe.each([...SOURCES])('an approved app with a component of a %s', (name) => {
    const app = `${name}-granted.tui`;
    const folder = name === 'file' ? 'parts' : PACKAGE;
    beforeAll(async () => {
      const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
      await approveApp(join(arena.app, app), { cwd: arena.app, env });
    });

    it('starts without a question', async () => {
      const { code, stdout } = await start(tier, app);
      expect([code, stdout.includes(CANARY)]).toEqual([0, true]);
    });

    it.each([
      ['card.tui', CARD.replace('<slot>', '<text>EVIL</text><slot>')],
      ['look.css', '#title { color: red }'],
      ['code/card.ts', `${FILES['code/card.ts']!}\n// EVIL`],
      ['code/more.js', "export const more = 'EVIL';"],
    ])('is asked about when %s has changed, and does nothing before', async (file, text) => {
      put(folder, { [file]: text });
      const { code, stdout, stderr } = await start(tier, app);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain(`changed: ${folder}/${file}`);
      expect(stderr).not.toContain(CANARY);
      put(folder);
    });

    it('is asked about when the description of its package leads elsewhere', async () => {
      if (name !== 'package') return;
      const description = `app/${PACKAGE}/package.json`;
      arena.put(`app/${PACKAGE}/evil.tui`, CARD.replace('<slot>', '<text>EVIL</text><slot>'));
      arena.put(
        description,
        '{"name": "@acme/cards", "version": "1.0.0", "exports": {"./card.tui": "./evil.tui"}}',
      );
      const { code, stdout, stderr } = await start(tier, app);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain(`${PACKAGE}/package.json`);
      expect(stderr).not.toContain(CANARY);
      // The control: with the rights of the app, this is what would have run.
      expect((await start(tier, app, '--trust')).stdout).toContain('EVIL');
      arena.put(description, DESCRIPTION);
    });

    it('starts without a question again when all files are as they were', async () => {
      put(folder, { 'look.css': '' });
      expect((await start(tier, app)).code).toBe(3);
      put(folder);
      expect((await start(tier, app)).code).toBe(0);
    });
  });
});
