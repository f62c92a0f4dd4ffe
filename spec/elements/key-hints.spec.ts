/** The line of keys: what fits, what is in force, the pointer, and how it looks. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { cpuTime, slowed } from '../support/cpu-time.js';
import { mount } from '../support/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';

afterEach(unmountAll);

const APP = `<command id="save" key="ctrl+s" label="Save"/>
<command id="find" key="/" label="Find"/>
<command id="first" key="g g" label="First line"/>
<command id="last" key="G" label="Last line"/>
<command id="undo" key="ctrl+z" label="Undo" disabled="true"/>
<command id="next" key="shift+tab, f6" label="Previous"/>
<command id="none" label="Without a key"/>
<command id="hid" key="h" label="Hidden" hidden="true"/>
<container id="box" tabindex="0" style="border: rounded"><command id="del" key="delete" label="Delete"/><text>box</text></container>
<text id="out">-</text>
<key-hints/>
<script>for (const each of document.querySelectorAll('command')) each.onexecute = () => { document.getElementById('out').textContent = each.id; };</script>`;

async function open(width: number, more: object = {}): Promise<Awaited<ReturnType<typeof mount>>> {
  return await mount(`<tui>${APP}</tui>`, { width, height: 6, ...more });
}

const last = (text: string): string => text.split('\n').at(-1) ?? '';

it.each([
  [90, '^S Save  / Find  g g First line  G Last line  ^Z Undo  ⇧⇥ Previous  Del Delete'],
  [60, '^S Save  / Find  g g First line  G Last line  ? More'],
  [32, '^S Save  / Find  ? More'],
  [15, '^S Save  ? More'],
  [8, '? More'],
  [5, '-'],
])('%i cells wide', async (width, expected) => {
  expect(last((await open(width)).text())).toBe(expected);
});

it('begins with the part that has the focus', async () => {
  const app = await open(60);
  app.document.getElementById('box')?.focus();
  await app.settle();
  expect(last(app.text())).toBe('Del Delete  ^S Save  / Find  g g First line  ? More');
  app.document.getElementById('save')?.setAttribute('label', 'Keep');
  await app.settle();
  expect(last(app.text())).toContain('^S Keep');
});

it('leaves out keys that a part further in has', async () => {
  const app = await mount(
    `<tui><command id="a" key="x, y" label="Outer"/><container id="b" tabindex="0"><command key="x" label="Inner"/></container><key-hints/></tui>`,
    { width: 40, height: 3 },
  );
  expect(app.text()).toContain('x Outer');
  app.document.getElementById('b')?.focus();
  await app.settle();
  expect(app.text()).toContain('x Inner  y Outer');
});

it('is words where glyphs are ASCII', async () => {
  const app = await open(90, { glyphs: 'ascii' });
  expect(last(app.text())).toBe(
    'Ctrl+S Save  / Find  g g First line  G Last line  Ctrl+Z Undo  Shift+Tab Previous  ? More',
  );
});

it('a click runs what was pressed, and nothing that is disabled', async () => {
  const app = await open(90);
  const y = app.text().split('\n').length - 1;
  await app.click({ x: 10, y });
  expect(app.document.getElementById('out')?.textContent).toBe('find');
  await app.click({ x: 48, y });
  expect(app.document.getElementById('out')?.textContent).toBe('find');
  await app.press('g');
  expect(last(app.text())).toBe('g …  g First line');
  await app.click({ x: 6, y });
  expect(app.document.getElementById('out')?.textContent).toBe('first');
});

it('"More" opens the help', async () => {
  const app = await open(32);
  await app.click({ x: 18, y: app.text().split('\n').length - 1 });
  expect(app.text()).toContain('Help (Esc closes)');
});

it('behind a modal dialog it shows the keys of that', async () => {
  const app = await mount(
    `<tui><command key="a" label="Behind"/><dialog id="d" open="true" modal="true"><command key="o" label="Fine"/><text>x</text></dialog><key-hints/></tui>`,
    { width: 40, height: 8 },
  );
  expect(app.text()).toContain('o Fine');
  expect(app.text()).not.toContain('Behind');
});

it('is a toolbar for assistive technology, whose buttons run commands', async () => {
  const app = await open(40);
  const hints = app.document.querySelector('key-hints')!;
  expect(hints.accessibleText()).toBe(
    'keys: ^S Save, / Find, g g First line, G Last line, ^Z Undo, ⇧⇥ Previous, Del Delete',
  );
  const items = app.app.accessibleItems();
  const at = items.findIndex(({ role }) => role === 'toolbar');
  const button = items.slice(at).find(({ name }) => name === 'Find')!;
  expect(button).toMatchObject({ role: 'button', keys: '/', value: 'find' });
  expect(app.app.operate(button.ref!, { type: 'press' })).toBe(true);
  expect(app.document.getElementById('out')?.textContent).toBe('find');
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(`<command key="a" label="${escaped(label)}"/><key-hints/>`);
  expect(isClean(app.output)).toBe(true);
});

describe.each([...GOLDEN_THEMES, 'color16-dark', 'gray-std'])('in %s', (theme) => {
  it.each([40, 80, 160])('%i cells wide', async (width) => {
    const app = await open(width, { theme });
    expect(app).toMatchScreen(`key-hints ${width} ${theme}`);
  });

  it('a chord', async () => {
    const app = await open(40, { theme });
    await app.press('g');
    expect(app).toMatchScreen(`key-hints chord ${theme}`);
  });
});

it('of thousands of commands with one key shows the first that can be run, in linear time', async () => {
  const start = cpuTime();
  const commands = Array.from({ length: 10_000 }, (_, n) => {
    const chord = n % 2 === 0 ? 'ctrl+a' : `g ${n % 26 < 13 ? 'x' : 'y'} ${n % 10} ${n % 7}`;
    return `<command key="${chord}" label="L${n}" disabled="${n % 3 === 0}"/>`;
  });
  const app = await mount(`<tui>${commands.join('')}<key-hints/></tui>`, { width: 40, height: 2 });
  expect(last(app.text())).toContain('^A L2 ');
  // Quadratic: half a minute.
  expect(cpuTime() - start).toBeLessThan(slowed(6000));
});
