/** Listeners that return, throw or cause what nobody expects: it is reported, and keys go on. */
import { describe, expect, it } from '@jest/globals';
import { mount, type MountedApp } from '../../cli/testing.js';

const MARKUP =
  '<input id="field" autofocus/><button id="button">Go</button><text id="text">words</text>';

async function open(script: string, markup = MARKUP): Promise<MountedApp> {
  const names = `const [field, button, text] = ['field', 'button', 'text'].map((id) => document.getElementById(id));`;
  return await mount(`${markup}<script>${names}${script}</script>`, {
    width: 30,
    height: 8,
    errors: 'keep',
  });
}

/** Keys reach the field, and Ctrl+C ends the app. */
async function takesKeys(app: MountedApp): Promise<void> {
  await app.type('ab');
  expect(app.text()).toContain('ab');
  await app.press('Ctrl+C');
  expect(app.exitCode).toBe(130);
}

describe('a listener', () => {
  it.each([
    ['returns a promise without catch', 'const p = Promise.resolve(); p.catch = null; return p'],
    ['returns a proxy that throws', 'return new Proxy({}, { getPrototypeOf() { throw 2 } })'],
    ['throws a proxy that throws', 'throw new Proxy({}, { getPrototypeOf() { throw 2 } })'],
    ['throws what has no stack', 'throw { get stack() { throw 2 }, name: "n", message: "m" }'],
    ['throws what has no name', 'throw { get name() { throw 2 } }'],
    [
      'causes its own event',
      'field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }))',
    ],
  ])('that %s leaves keys alone', async (_, body) => {
    await takesKeys(await open(`document.addEventListener('keydown', () => { ${body} })`));
  });

  it('that gives the focus to and fro is told to have no end', async () => {
    const app = await open(
      `field.onfocus = () => button.focus(); button.onfocus = () => field.focus()`,
    );
    await app.press('Tab');
    expect(app.diagnostics[0]?.message).toContain('events are nested deeper than 100 levels');
    await app.press('Ctrl+C');
    expect(app.exitCode).toBe(130);
  });

  it('that changes the tree after it has spoilt nodes sees the change', async () => {
    const app = await open(
      `button.onclick = () => {
        const kept = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType');
        Object.defineProperty(Node.prototype, 'nodeType', { value: 'junk', configurable: true });
        text.append(document.createElement('b'));
        text.lastChild.textContent = ' and more';
        $tui.render();
        Object.defineProperty(Node.prototype, 'nodeType', kept);
      }`,
    );
    await app.press('Tab', 'Enter');
    expect(app.text()).toContain('words and more');
  });
});

it('an element that makes itself in its constructor is told to have no end', async () => {
  const app = await open(
    `class Endless extends HTMLElement { constructor() { super(); this.innerHTML = '<z-z></z-z>' } }
    customElements.define('z-z', Endless);
    button.onclick = () => { text.innerHTML = '<z-z>q</z-z>' };`,
  );
  await app.press('Tab', 'Enter');
  expect(app.diagnostics.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('creates <z-z> again'),
  );
});

it('every name of the window can be read', async () => {
  const app = await open(
    `for (const name of Object.getOwnPropertyNames(window)) window[name];
    text.textContent = typeof window.crypto.randomUUID;`,
  );
  expect(app.diagnostics).toEqual([]);
  expect(app.text()).toContain('function');
});

it('methods of the window are names', async () => {
  const app = await open(
    `const resized = () => (text.textContent = 'resized');
    addEventListener('resize', resized);
    dispatchEvent(new Event('resize'));
    removeEventListener('resize', resized);`,
  );
  expect(app.text()).toContain('resized');
});

it('states and classNames can be properties of a script', async () => {
  const app = await open(
    `for (const each of document.querySelectorAll('*')) each.states = each.classNames = 'x';
    text.textContent = text.states + text.classNames;`,
  );
  expect(app.text()).toContain('xx');
  await takesKeys(app);
});

it('a form closes its dialog whatever close is', async () => {
  const app = await open(
    `const dialog = document.getElementById('d'); dialog.close = 'x'; dialog.showModal()`,
    `<dialog id="d"><form method="dialog"><button value="x">OK</button></form></dialog>${MARKUP}`,
  );
  await app.press('Enter');
  expect(app.text()).not.toContain('OK');
});
