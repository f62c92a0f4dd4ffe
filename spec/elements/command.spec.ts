/** Commands as elements, and the buttons that invoke them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { hasCommandWatchers } from '../../runtime/element/commands/commands.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { isClean, HOSTILE, escaped, use } from './control.js';

afterEach(unmountAll);

async function checked(markup: string): Promise<string[]> {
  const app = createApp(`<tui>${markup}</tui>`, {
    registry,
    file: 'app.tui',
    isForgiving: true,
    width: 40,
    height: 8,
  });
  const found = [...app.loadDiagnostics, ...(await app.check()), ...app.diagnostics];
  app.stop();
  return [...new Set(found.map(formatDiagnostic))];
}

describe('a command', () => {
  it('has no box, and says nothing', async () => {
    const { app, get } = await use('<command id="a" key="a" label="Act"/><text>x</text>');
    expect(app.text()).toBe('x');
    expect(get('command').getBoundingClientRect().height).toBe(0);
    expect(app.document.documentElement.accessibleText()).toBe('x');
  });

  it('a key that is none is an error with its place, and a suggestion', async () => {
    const [error = ''] = await checked('<command id="a" key="a, ctrl+entr" label="Act"/>');
    expect(error).toContain('app.tui:1:30 error bad-value: "key": "ctrl+entr" is not a key');
    expect(error).toContain('did you mean "Enter"?');
  });

  it('a key that a script sets is checked, and the last valid one stays', async () => {
    const { app, get } = await use('<command id="a" key="a"/><text>x</text>', { errors: 'keep' });
    get('#a').setAttribute('key', 'ctrl-x');
    await app.settle();
    expect(app.diagnostics.map(formatDiagnostic).join()).toContain('"ctrl-x" is not a key');
    expect(app.app.$tui.commands.list()[0]?.keys).toEqual(['a']);
  });

  it('lint warns of keys that two have, and of chords that a key begins', async () => {
    const found = await checked(
      `<command id="a" key="x"/><command id="b" key="y, x"/><command id="c" key="g"/><command id="d" key="g g"/>
       <command id="on" key="s" disabled="true"/><command id="off" key="s" bind:disabled="busy"/>
       <container><command id="e" key="x"/><text>inner</text></container>`,
    );
    const conflicts = found.filter((text) => text.includes('key-conflict'));
    expect(conflicts.map((text) => text.split('\n')[0])).toEqual([
      'app.tui:1:52 warning key-conflict: <command id="b">: x is the key of <command id="a">, too',
      'app.tui:1:105 warning key-conflict: <command id="d">: g begins g g: <command id="c"> waits for a second',
    ]);
  });

  it.each([
    ['ctrl+i', 'most terminals send Ctrl+I as "tab"', 'write "tab", or use another letter'],
    ['f12', 'F12 opens the developer tools', 'use another key'],
    ['ctrl+c', 'Ctrl+C ends the app when it is pressed twice', 'use another key'],
    ['ctrl+shift+s', 'most terminals send Ctrl+Shift+S as Ctrl+S', 'write "ctrl+s"'],
    ['ctrl+enter', 'most terminals do not send Ctrl+Enter', 'use another key'],
    ['ctrl+k ctrl+1', 'most terminals do not send Ctrl+1', 'use another key'],
    ['cmd+s', 'most terminals do not send Super+S', 'use another key'],
  ])('lint warns of %s', async (key, message, suggestion) => {
    const found = await checked(`<command id="a" key="${key}"/>`);
    expect(found.join()).toContain(`key-conflict: <command id="a">: ${message}`);
    expect(found.join()).toContain(suggestion);
  });

  it('lint says nothing of keys that arrive', async () => {
    const keys =
      'ctrl+s, shift+tab, alt+x, ctrl+/, ctrl+space, f2, G, ?, g g, ctrl+up, alt+enter, shift+f5';
    expect(await checked(`<command id="a" key="${keys}"/>`)).toEqual([]);
  });

  it.each(HOSTILE)('label %#: no escape in the palette and the help', async (label) => {
    const { app } = await use(`<command id="a" key="a" label="${escaped(label)}"/><text>x</text>`);
    await app.press('Ctrl+P', 'Escape', 'F1');
    expect(isClean(app.output)).toBe(true);
  });
});

describe('a button with a command', () => {
  const APP = `<command id="save" key="ctrl+s" label="Save" onExecute="run"/>
    <button id="b" command="save"/><button id="c" command="save">Keep</button>
    <script>export let runs = 0; let end; export function run() { runs++; return new Promise((resolve) => (end = resolve)); }
    export function finish() { end(); }</script>`;

  it('shows its label and its state', async () => {
    const { app, get } = await use(APP);
    expect(app.text()).toMatch(/Save[^]*Keep/);
    get('#save').setAttribute('label', 'Store');
    await app.settle();
    expect(app.text()).toMatch(/Store[^]*Keep/);
    get('#save').setAttribute('disabled', '');
    await app.settle();
    expect(get('#b').matches(':disabled')).toBe(true);
    expect(get('#b').accessibleText()).toBe('button "Store", disabled');
    await app.click('#b');
    expect(app.app.$tui.exports['runs']).toBe(0);
  });

  it('runs it by a click and by its keys, and is disabled while it is busy', async () => {
    const { app, get } = await use(APP);
    await app.click('#b');
    expect(app.app.$tui.exports['runs']).toBe(1);
    expect(get('#b').matches(':disabled')).toBe(true);
    await app.click('#c');
    expect(app.app.$tui.exports['runs']).toBe(1);
    (app.app.$tui.exports as unknown as { finish(): void }).finish();
    await app.settle();
    expect(get('#b').matches(':disabled')).toBe(false);
    get('#c').focus();
    await app.press('Enter');
    expect(app.app.$tui.exports['runs']).toBe(2);
    (app.app.$tui.exports as unknown as { finish(): void }).finish();
    await app.settle();
  });

  it('does not submit the form around it', async () => {
    const { app } = await use(
      `<form id="f"><command id="a" label="Act"/><button id="b" command="a"/><button id="s">Send</button></form>`,
    );
    const submitted: string[] = [];
    app.document.getElementById('f')!.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push('submit');
    });
    await app.click('#b');
    expect(submitted).toEqual([]);
    await app.click('#s');
    expect(submitted).toEqual(['submit']);
  });

  it('finds a command that comes, and forgets one that goes', async () => {
    const { app, get } = await use('<button id="b" command="later"/>');
    const command = app.document.createElement('command');
    command.id = 'later';
    command.setAttribute('label', 'Later');
    command.setAttribute('disabled', '');
    app.document.body.append(command);
    await app.settle();
    expect(get('#b').textContent).toBe('Later');
    expect(get('#b').matches(':disabled')).toBe(true);
    command.remove();
    await app.settle();
    expect(get('#b').matches(':disabled')).toBe(false);
  });

  it('a name of nothing is reported by lint', async () => {
    const found = await checked(
      '<command id="save" label="Save"/><button command="sav">Save</button><button command="close" commandfor="none">x</button>',
    );
    expect(found.join('\n')).toContain('no <command> has the id "sav"');
    expect(found.join('\n')).toContain('did you mean "save"?');
    expect(found.join('\n')).toContain('no element has the id "none"');
  });
});

describe('`commandfor`', () => {
  it('opens and closes dialogs, as in HTML', async () => {
    const { app, get } = await use(
      `<button id="open" command="show-modal" commandfor="d">Open</button>
       <dialog id="d"><button id="close" command="close" commandfor="d">Close</button><button id="ask" command="request-close" commandfor="d">Ask</button></dialog>`,
    );
    const dialog = get('#d') as TuiElement & { open: boolean };
    await app.click('#open');
    expect([dialog.open, dialog.matches(':state(modal)')]).toEqual([true, true]);
    await app.click('#close');
    expect(dialog.open).toBe(false);
    await app.click('#open');
    dialog.addEventListener('cancel', (event) => event.preventDefault(), { once: true });
    await app.click('#ask');
    expect(dialog.open).toBe(true);
    await app.click('#ask');
    expect(dialog.open).toBe(false);
  });

  it('fires `command`, which may be prevented, with names of the app too', async () => {
    const app = await mount(
      `<tui><button id="b" command="--turn" commandfor="t">Turn</button><button id="o" command="show-modal" commandfor="d">Open</button>
       <text id="t">x</text><dialog id="d">y</dialog>
       <script>const seen = []; export { seen };
       for (const id of ['t', 'd']) document.getElementById(id).addEventListener('command', (event) => { seen.push(event.command + ' ' + event.source.id); event.preventDefault(); });</script></tui>`,
      { width: 40, height: 6 },
    );
    await app.click('#b');
    await app.click('#o');
    expect(app.$tui.exports['seen']).toEqual(['--turn b', 'show-modal o']);
    expect((app.document.getElementById('d') as TuiElement & { open: boolean }).open).toBe(false);
  });
});

it('only buttons that name a command are notified of commands', async () => {
  const app = await mount('<command id="a" label="Act"/><button id="b">Go</button>');
  const button = app.document.getElementById('b')!;
  expect(hasCommandWatchers(app.document)).toBe(false);
  button.setAttribute('command', 'a');
  expect(hasCommandWatchers(app.document)).toBe(true);
  button.remove();
  expect(hasCommandWatchers(app.document)).toBe(false);
  app.document.documentElement.append(button);
  expect(hasCommandWatchers(app.document)).toBe(true);
  button.removeAttribute('command');
  expect(hasCommandWatchers(app.document)).toBe(false);
});
