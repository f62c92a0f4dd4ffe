/** Which command a key reaches: scopes, fields, dialogs, chords. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MountedApp } from '../../../runtime/testing/mount.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';

afterEach(unmountAll);

interface Used {
  readonly app: MountedApp;
  /** Ids of the commands that ran since it was asked last. */
  ran(): string[];
  focus(id: string): Promise<void>;
}

async function use(markup: string): Promise<Used> {
  const app = await mount(`<tui>${markup}</tui>`, { width: 60, height: 20 });
  let ids: string[] = [];
  const listen = (element: TuiElement): void => {
    element.addEventListener('execute', () => void ids.push(element.id));
  };
  for (const element of app.document.querySelectorAll('command')) listen(element as TuiElement);
  return {
    app,
    ran: () => {
      const found = ids;
      ids = [];
      return found;
    },
    focus: async (id) => {
      app.document.getElementById(id)?.focus();
      await app.settle();
    },
  };
}

const command = (id: string, key: string, more = ''): string =>
  `<command id="${id}" key="${key}" ${more}/>`;

describe('scopes', () => {
  const APP = `${command('root', 'x')}${command('own', 'y')}
    <container id="a" tabindex="0">${command('outer', 'x')}
      <container id="b" tabindex="0">${command('inner', 'x')}</container></container>
    <button id="c">C</button>`;

  it.each([
    ['b', 'inner'],
    ['a', 'outer'],
    ['c', 'root'],
  ])('with the focus at %s it is %s', async (id, expected) => {
    const { app, ran, focus } = await use(APP);
    await focus(id);
    await app.press('x', 'y');
    expect(ran()).toEqual([expected, 'own']);
  });

  it('with nothing focused all that show are in force, the root first', async () => {
    const { app, ran } = await use(
      `<container>${command('far', 'x')}${command('alone', 'z')}</container>
       <container style="display: none">${command('unseen', 'w')}</container>${command('root', 'x')}`,
    );
    await app.press('x', 'z', 'w');
    expect(ran()).toEqual(['root', 'alone']);
  });

  it('a disabled command keeps its key, unless another one of its scope has it', async () => {
    const { app, ran, focus } = await use(
      `${command('root', 'x, s')}<container id="a" tabindex="0">${command('off', 'x', 'disabled="true"')}
       ${command('stop', 's', 'disabled="true"')}${command('start', 's')}</container>`,
    );
    await focus('a');
    await app.press('x', 's');
    expect(ran()).toEqual(['start']);
  });

  it('a dialog that shows: beside the focus, or alone if it is modal', async () => {
    const { app, ran, focus } = await use(
      `${command('root', 'x')}${command('under', 'u')}<button id="c">C</button>
       <dialog id="d">${command('over', 'x')}<text>open</text></dialog>`,
    );
    await focus('c');
    await app.press('x');
    const dialog = app.document.getElementById('d') as TuiElement & {
      show(): void;
      showModal(): void;
      close(): void;
    };
    dialog.show();
    await app.settle();
    await app.press('x', 'u');
    dialog.close();
    dialog.showModal();
    await app.settle();
    await app.press('x', 'u');
    expect(ran()).toEqual(['root', 'over', 'under', 'over']);
  });

  it('listeners of the document come first, then the focused element', async () => {
    const { app, ran, focus } = await use(
      `${command('space', 'space')}${command('x', 'x')}<button id="b">B</button>`,
    );
    await focus('b');
    await app.press('Space');
    expect(ran()).toEqual([]);
    app.document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    await app.press('x');
    expect(ran()).toEqual([]);
    await app.press('x');
    expect(ran()).toEqual(['x']);
  });

  it('they come before default actions: Tab, scrolling, Ctrl+Z', async () => {
    const { app, ran } = await use(
      `${command('tab', 'tab')}${command('down', 'down')}${command('undo', 'ctrl+z')}<button id="b">B</button>`,
    );
    await app.press('Tab', 'ArrowDown', 'Ctrl+Z');
    expect(ran()).toEqual(['tab', 'down', 'undo']);
    expect(app.document.activeElement.id).toBe('');
  });
});

describe('while typing', () => {
  const KEYS = 'delete, backspace, x, ?, G, space, left, home, ctrl+w, ctrl+d, shift+delete';

  it.each(['<input id="f"/>', '<textarea id="f"></textarea>', '<input id="f" type="number"/>'])(
    '%s keeps what edits, also where it has no effect',
    async (field) => {
      const { app, ran, focus } = await use(
        `<container>${command('list', KEYS)}${field}</container>${command('root', KEYS)}`,
      );
      await focus('f');
      for (const key of KEYS.split(', ')) await app.press(key);
      expect(ran()).toEqual([]);
    },
  );

  it('other keys are commands, and `while-typing` comes first', async () => {
    const { app, ran, focus } = await use(
      `<input id="f" value="ab"/>${command('save', 'ctrl+s')}${command('early', 'ctrl+w', 'while-typing="true"')}
       ${command('down', 'down')}${command('f2', 'f2')}`,
    );
    await focus('f');
    await app.press('Ctrl+S', 'Ctrl+W', 'ArrowDown', 'F2');
    expect(ran()).toEqual(['save', 'early', 'down', 'f2']);
    expect((app.document.getElementById('f') as TuiElement & { value: string }).value).toBe('ab');
  });

  it('Delete of a list deletes with the focus in the list, and never in a field inside it', async () => {
    const { app, ran, focus } = await use(
      `<list selectable="single" id="list">${command('delete', 'delete')}<li>one</li><li>two <input id="f"/></li></list>`,
    );
    await focus('list');
    await app.press('Delete');
    expect(ran()).toEqual(['delete']);
    await focus('f');
    await app.press('Delete', 'Backspace');
    await app.type('abc');
    await app.press('Home', 'Delete');
    expect(ran()).toEqual([]);
  });

  it('a field that cannot be edited does not keep letters', async () => {
    const { app, ran, focus } = await use(
      `<textarea id="f" readonly="true">text</textarea>${command('q', 'q')}${command('left', 'left')}`,
    );
    await focus('f');
    await app.press('q', 'ArrowLeft');
    expect(ran()).toEqual(['q']);
  });

  it('letters that find an item are commands first, but not within a word', async () => {
    const { app, ran, focus } = await use(
      `<list selectable="single" id="list"><li>beta</li><li>media</li></list>${command('d', 'd')}`,
    );
    await focus('list');
    await app.press('d');
    await app.press('m', 'e', 'd');
    expect(ran()).toEqual(['d']);
    await app.advance(2000);
    await app.press('d');
    expect(ran()).toEqual(['d']);
    expect(app.text()).toContain('▸ media');
  });

  it('never by what is typed, whatever the keys are', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'gGdx? '), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(letters, async (text) => {
        const { app, ran, focus } = await use(
          `<container>${command('a', 'g g')}${command('b', 'd, x')}<input id="f"/></container>${command('c', 'G, ?, space')}`,
        );
        await focus('f');
        for (const letter of text) await app.press(letter);
        await app.type(text);
        expect(ran()).toEqual([]);
        expect((app.document.getElementById('f') as TuiElement & { value: string }).value).toBe(
          text + text,
        );
        app.unmount();
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});

describe('chords', () => {
  const APP = `${command('top', 'g g')}${command('end', 'g e')}${command('j', 'j')}<key-hints/>`;

  it('show what goes on, and end by their last key', async () => {
    const { app, ran } = await use(APP);
    await app.press('g');
    expect(app.text()).toMatch(/g …\s+g top\s+e end/);
    expect(ran()).toEqual([]);
    await app.press('e');
    expect(ran()).toEqual(['end']);
    expect(app.text()).toMatch(/g g top\s+g e end\s+j j/);
  });

  it.each(['Escape', 'j', 'Tab'])('%s ends one, and does nothing else', async (key) => {
    const { app, ran } = await use(APP);
    await app.press('g', key);
    expect(ran()).toEqual([]);
    expect(app.text()).not.toContain('…');
    await app.press('g', 'g');
    expect(ran()).toEqual(['top']);
  });

  it('waits as long as it takes where the prefix is not a command', async () => {
    const { app, ran } = await use(APP);
    await app.press('g');
    await app.advance(60_000);
    await app.press('g');
    expect(ran()).toEqual(['top']);
  });

  it('where the prefix is a command, that runs after a second or with another key', async () => {
    const { app, ran } = await use(`${APP}${command('go', 'g')}`);
    await app.press('g');
    await app.advance(999);
    expect(ran()).toEqual([]);
    await app.advance(1);
    expect(ran()).toEqual(['go']);
    await app.press('g', 'j');
    expect(ran()).toEqual(['go', 'j']);
    await app.press('g', 'g');
    await app.advance(5000);
    expect(ran()).toEqual(['top']);
    await app.press('g', 'Escape');
    await app.advance(5000);
    expect(ran()).toEqual([]);
  });

  it('a press of the pointer and a paste end one', async () => {
    const { app, ran } = await use(APP);
    await app.press('g');
    await app.click({ x: 0, y: 9 });
    await app.press('g', 'Escape', 'g');
    await app.paste('x');
    await app.press('e');
    expect(ran()).toEqual([]);
  });

  it('goes on in a field where it began before its keys', async () => {
    const { app, ran, focus } = await use(
      `<input id="f"/>${command('all', 'ctrl+k a', 'while-typing="true"')}`,
    );
    await focus('f');
    await app.press('Ctrl+K', 'a');
    expect(ran()).toEqual(['all']);
  });
});

describe('running', () => {
  it('is busy until the promises of its listeners are settled, also those that fail', async () => {
    const app = await mount(
      `<tui>${command('slow', 's', 'label="Slow" onExecute="return $app.work()"')}<key-hints/>
       <script>let end; export let runs = 0; export function work() { runs++; return new Promise((resolve, reject) => (end = reject)); }
       export function finish() { end(new Error('no')); }</script></tui>`,
      { width: 40, height: 3, errors: 'keep' },
    );
    const slow = app.document.getElementById('slow')!;
    const { finish } = app.$tui.exports as unknown as { finish(): void };
    await app.press('s', 's');
    expect(slow.matches(':state(busy)')).toBe(true);
    await expect(app.$tui.commands.run('slow')).rejects.toThrow('the command "slow" is busy');
    expect(app.$tui.exports['runs']).toBe(1);
    finish();
    await app.settle();
    expect(slow.matches(':state(busy)')).toBe(false);
    await app.press('s');
    expect(app.$tui.exports['runs']).toBe(2);
    finish();
    await app.settle();
  });

  it('$tui.commands lists and runs', async () => {
    const { app, ran, focus } = await use(
      `${command('save', 'ctrl+s, f2', 'label="Save" group="File"')}${command('off', '', 'disabled="true" hidden="true"')}
       <container><button id="b">B</button></container><container>${command('far', 'g g')}<button>C</button></container>`,
    );
    await focus('b');
    const { commands } = app.$tui;
    const usual = { group: '', disabled: false, busy: false, hidden: false };
    expect(commands.list()).toEqual([
      { ...usual, id: 'save', label: 'Save', keys: ['ctrl+s', 'F2'], group: 'File', inForce: true },
      { ...usual, id: 'off', label: 'off', keys: [], disabled: true, hidden: true, inForce: true },
      { ...usual, id: 'far', label: 'far', keys: ['g g'], inForce: false },
    ]);
    await commands.run('save');
    await commands.run('far');
    expect(ran()).toEqual(['save', 'far']);
    await expect(commands.run('off')).rejects.toThrow('is disabled');
    await expect(commands.run('sav')).rejects.toThrow('has the id "sav"; did you mean "save"?');
  });

  it('follows what scripts change: keys, order, elements', async () => {
    const { app, ran } = await use(`${command('a', 'x')}<container id="c"></container>`);
    const a = app.document.getElementById('a')!;
    a.setAttribute('key', 'y');
    await app.press('x', 'y');
    expect(ran()).toEqual(['a']);
    a.setAttribute('disabled', '');
    await app.press('y');
    a.remove();
    await app.press('y');
    expect(ran()).toEqual([]);
    expect(app.$tui.commands.list()).toEqual([]);
  });
});
