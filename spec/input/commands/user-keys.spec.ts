/** Keys that the user has chosen by the setting `keys`: in place of the app's, wherever they show. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Config, setAsUser } from '../../../config/config.js';
import type { KeyBindings } from '../../../config/types.js';
import { appNameOf } from '../../../runtime/app/user-keys.js';
import type { MountedApp } from '../../../runtime/testing/mount.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const APP = `<policy>{ "name": "my.notes" }</policy>
<command id="save" key="ctrl+s" label="Save"/>
<command id="open" key="f2" label="Open"/>
<command id="quit" key="q" label="Quit"/>
<list id="rows" selectable="single"><command id="delete" key="d" label="Delete"/><li>one</li></list>
<text id="out">-</text>
<key-hints/>
<script>for (const each of document.querySelectorAll('command')) each.onexecute = () => { document.getElementById('out').textContent += each.id + ' '; };</script>`;

interface Used {
  readonly app: MountedApp;
  readonly config: Config;
  /** Ids of the commands that have run. */
  ran(): string;
}

async function use(keys: KeyBindings, markup = APP): Promise<Used> {
  const config = new Config({
    env: {},
    cwd: '/',
    home: '/nonexistent',
    withoutFile: true,
    cliFlags: { keys },
  });
  const app = await mount(`<tui>${markup}</tui>`, {
    width: 70,
    height: 12,
    config,
    errors: 'keep',
  });
  return {
    app,
    config,
    ran: () => app.document.getElementById('out')?.textContent?.slice(1) ?? '',
  };
}

const lastLine = (app: MountedApp): string => app.text().trimEnd().split('\n').at(-1) ?? '';
const messages = (app: MountedApp): string[] =>
  app.app.diagnostics.map(({ code, message, suggestion = '' }) =>
    [code, message, suggestion].join(' | '),
  );

describe('a key of the user', () => {
  it('replaces that of the app, by the name of its policy', async () => {
    const { app, ran } = await use({ 'my.notes': { save: 'f4, g g', quit: null } });
    await app.press('Ctrl+S', 'q', 'F4', 'g', 'g');
    expect(ran()).toBe('save save ');
    expect(lastLine(app)).toBe('F4 Save  F2 Open  d Delete');
  });

  it('is that of every app where this one has none of its own', async () => {
    const { app, ran } = await use({ '*': { save: 'f4', open: 'f5' }, 'my.notes': { open: 'f6' } });
    await app.press('F4', 'F5', 'F6');
    expect(ran()).toBe('save open ');
    expect(lastLine(app)).toContain('F4 Save  F6 Open');
  });

  it('takes the key from a command of the app beside it', async () => {
    const { app, ran } = await use({ 'my.notes': { quit: 'f2' } });
    await app.press('F2');
    expect(ran()).toBe('quit ');
    expect(lastLine(app)).toBe('^S Save  F2 Quit  d Delete');
    expect(messages(app)).toEqual([
      'key-conflict | --keys: keys."my.notes".quit: F2 is the key of "Open", too, which has it no longer | tui config unset keys."my.notes".quit',
    ]);
  });

  it('does not count in another app', async () => {
    const { app, ran } = await use({ notes: { save: 'f4' } });
    await app.press('F4', 'Ctrl+S');
    expect(ran()).toBe('save ');
  });

  it('counts where the focus is in the part of its command', async () => {
    const { app, ran } = await use({ 'my.notes': { delete: 'x', quit: 'x' } });
    app.document.getElementById('rows')?.focus();
    await app.settle();
    await app.press('x', 'd');
    expect(ran()).toBe('delete ');
    expect(lastLine(app)).toBe('x Delete  ^S Save  F2 Open');
  });

  it('shows in the help, in the palette and to scripts', async () => {
    const { app } = await use({ 'my.notes': { save: 'f4', quit: null } });
    await app.press('F1');
    expect(app.text()).toMatch(/F4\s+Save/);
    expect(app.text()).not.toContain('^S ');
    await app.press('Escape', 'Ctrl+P', 's', 'a', 'v');
    expect(app.text()).toMatch(/▸ Save\s+F4/);
    await app.press('Escape');
    const listed = app.$tui.commands.list().map(({ id, keys }) => `${id} ${keys.join()}`);
    expect(listed).toEqual(['save F4', 'open F2', 'quit ', 'delete d']);
  });

  it('changes while the app runs', async () => {
    const { app, config, ran } = await use({});
    expect(lastLine(app)).toContain('^S Save');
    setAsUser(config, 'keys', { 'my.notes': { save: 'f4' } });
    await app.settle();
    expect(lastLine(app)).toContain('F4 Save');
    await app.press('F4');
    setAsUser(config, 'keys', undefined);
    await app.settle();
    expect(lastLine(app)).toContain('^S Save');
    await app.press('F4', 'Ctrl+S');
    expect(ran()).toBe('save save ');
  });

  it.each([
    ['a command that the app has not', { svae: 'f4' }, 'unknown-command', 'did you mean "save"?'],
    ['a key that opens the developer tools', { save: 'f12' }, 'key-conflict', 'F12 opens'],
    ['a key that terminals send as another', { save: 'ctrl+i' }, 'key-conflict', 'as "tab"'],
    ['a chord that begins with a key', { save: 'q q' }, 'key-conflict', 'q begins q q'],
    ['one key twice', { save: 'f4', quit: 'f4' }, 'key-conflict', 'F4 is the key of "Save", too'],
  ])('%s is a warning', async (_, keys, code, part) => {
    const { app } = await use({ 'my.notes': keys });
    expect(messages(app)).toHaveLength(1);
    expect(messages(app)[0]).toContain(`${code} | --keys: keys."my.notes".`);
    expect(messages(app)[0]).toContain(part);
  });

  it('that is not known in all apps is not', async () => {
    expect(messages((await use({ '*': { svae: 'f4' } })).app)).toEqual([]);
  });
});

it.each([
  ['/home/ada/tasks.tui', '', 'tasks'],
  ['C:\\apps\\to.do.tui', '', 'to.do'],
  ['https://example.org/a/notes.tui?x=1.2', '', 'notes'],
  ['/home/ada/tasks.tui', '<policy>{ "name": "Notes" }</policy>', 'Notes'],
  ['/home/ada/tasks.tui', '<policy>{ "name": " " }</policy>', 'tasks'],
])('%s with %j is called %s', async (file, policy, expected) => {
  const { document } = await mount(`<tui>${policy}</tui>`, { width: 30, height: 2 });
  expect(appNameOf({ document, file })).toBe(expected);
});
