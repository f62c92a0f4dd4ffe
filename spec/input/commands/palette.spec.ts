/** The palette and the list of commands in the help. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { cpuTime } from '../../support/cpu-time.js';
import { mount } from '../../support/mount.js';
import { GOLDEN_THEMES } from '../../elements/control.js';

afterEach(unmountAll);

const APP = `<title>Files</title><help>Files of a folder.</help>
<command id="save" key="ctrl+s, f2" label="Save" group="File"/>
<command id="all" key="ctrl+k s" label="Save all" group="File"/>
<command id="first" key="g g" label="First line" group="Go"/>
<command id="last" key="G" label="Last line" group="Go"/>
<command id="quit" key="q" label="Quit"/>
<command id="off" key="ctrl+z" label="Undo" disabled="true"/>
<command id="hid" label="Hidden" hidden="true"/>
<list id="list" selectable="single"><command id="del" key="delete" label="Delete" group="File"/><li>one</li><li>two</li></list>
<input id="field"/><textarea id="area"></textarea><text id="out">-</text>
<script>for (const each of document.querySelectorAll('command')) each.onexecute = () => { document.getElementById('out').textContent = each.id + ' ' + document.activeElement.id; };</script>`;

type App = Awaited<ReturnType<typeof mount>>;

async function open(more: object = {}, root = '<tui>'): Promise<App> {
  return await mount(`${root}${APP}</tui>`, { width: 60, height: 16, ...more });
}

async function focus(app: App, id: string): Promise<void> {
  app.document.getElementById(id)?.focus();
  await app.settle();
}

const out = (app: App): string => app.document.getElementById('out')?.textContent ?? '';
const rows = (app: App): string[] =>
  [...app.text().matchAll(/│ [▸ ] (\S.*?)\s+│/g)].map(([, row = '']) => row.replace(/ {2,}/g, '|'));

describe('the palette', () => {
  it('lists what is in force, and runs it where the focus was', async () => {
    const app = await open();
    await focus(app, 'list');
    await app.press('Ctrl+P');
    expect(rows(app)).toEqual([
      'Delete|File|Del',
      'Save|File|^S',
      'Save all|File|^K s',
      'First line|Go|g g',
      'Last line|Go|G',
      'Quit|q',
    ]);
    await app.type('sal');
    expect(rows(app)[0]).toBe('Save all|File|^K s');
    await app.press('Enter');
    expect(out(app)).toBe('all list');
    expect(app.text()).not.toContain('Find a command');
  });

  it('lists what was used last first', async () => {
    const app = await open();
    await app.press('q', 'Ctrl+S', 'Ctrl+P');
    expect(rows(app).slice(0, 2)).toEqual(['Save|File|^S', 'Quit|q']);
    await app.type('e');
    expect(rows(app)[0]).toBe('Save|File|^S');
  });

  it('moves by keys, round at the ends', async () => {
    const app = await open();
    await app.press('Ctrl+P', 'ArrowDown', 'Ctrl+N', 'Ctrl+P', 'Enter');
    expect(out(app)).toMatch(/^all/);
    await app.press('Ctrl+P', 'ArrowUp', 'Enter');
    expect(out(app)).toMatch(/^del/);
    await app.press('Ctrl+P', 'PageDown', 'PageUp', 'ArrowUp', 'PageUp', 'Enter');
    expect(out(app)).toMatch(/^del/);
  });

  it('a click runs, Escape closes, and no match runs nothing', async () => {
    const app = await open();
    await app.press('Ctrl+P');
    await app.click(app.getByText('Quit'));
    expect(app.text()).not.toContain('Find a command');
    await app.press('Ctrl+P');
    await app.type('zzzz');
    expect(app.text()).toContain('No command is called so');
    const before = out(app);
    await app.press('Enter', 'ArrowDown', 'Escape');
    expect(out(app)).toBe(before);
    expect(app.text()).not.toContain('No command');
  });

  it.each(['area', 'list', 'field'])('Ctrl+P with the focus at %s', async (id) => {
    const app = await open();
    await focus(app, id);
    await app.press('Ctrl+P');
    // A text area moves by it, also in its first line.
    expect(app.text().includes('Find a command')).toBe(id !== 'area');
  });

  it('`palette="false"`, no commands, or a command with its key: none', async () => {
    const none = await open({}, '<tui palette="false">');
    await none.press('Ctrl+P');
    expect(none.text()).not.toContain('Find a command');
    await none.press('F1');
    expect(none.text()).not.toContain('Find a command');
    const plain = await mount('<text>x</text>', { width: 60, height: 8 });
    await plain.press('Ctrl+P');
    expect(plain.text()).toBe('x');
    const own = await mount('<command id="p" key="ctrl+p" label="Print"/><text>x</text>', {
      width: 60,
      height: 8,
    });
    await own.press('Ctrl+P');
    expect(own.text()).toBe('x');
  });

  it('answers a key among 10,000 commands in linear time', async () => {
    const many = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) => `<command id="c${index}" label="Do ${index} things"/>`,
      ).join('');
    const spent = async (count: number): Promise<number> => {
      const app = await mount(`<tui>${many(count)}<text>x</text></tui>`, { width: 60, height: 16 });
      await app.press('Ctrl+P');
      const start = cpuTime();
      for (const letter of 'dothings') await app.press(letter);
      return cpuTime() - start;
    };
    await spent(100);
    const [small, large] = [await spent(1000), await spent(10_000)];
    expect(large).toBeLessThan(25 * small + 500);
  });
});

describe('the help', () => {
  it('lists the commands in force after its text, by groups', async () => {
    const app = await open();
    await focus(app, 'list');
    await app.press('?');
    expect(app).toMatchScreen('help of commands');
  });

  it('lists them without a text, too, and closes by its key', async () => {
    const app = await mount('<command id="a" key="a" label="Act"/><text>behind</text>', {
      width: 40,
      height: 10,
    });
    await app.press('F1');
    expect(app.text()).toMatch(/a +Act/);
    await app.press('F1');
    expect(app.text()).toBe('behind');
  });

  it('a command may have its keys', async () => {
    const app = await mount('<command id="a" key="?" label="Ask"/><text>x</text>', {
      width: 40,
      height: 10,
    });
    await app.press('?');
    expect(app.text()).toBe('x');
  });
});

describe.each([...GOLDEN_THEMES, 'color16-dark', 'gray-std'])('in %s', (theme) => {
  it.each([
    [40, 12],
    [80, 24],
    [160, 24],
  ])('%i cells wide', async (width, height) => {
    const app = await open({ width, height, theme });
    await app.press('Ctrl+P', 'a');
    expect(app).toMatchScreen(`palette ${width} ${theme}`);
    await app.press('Escape', 'F1');
    expect(app).toMatchScreen(`commands help ${width} ${theme}`);
  });
});
