/** Questions of scripts: `$tui.confirm`, `$tui.prompt` and `$tui.choose`, by keys, by the pointer and by tests. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { registry } from '../../../elements/index.js';
import { createApp } from '../../../runtime/app/app.js';
import { createRegistry } from '../../../runtime/element/registry.js';
import { unmountAll, type MountedApp, type MountOptions } from '../../../runtime/testing/mount.js';
import { Container } from '../../support/elements.js';
import { mount } from '../../support/mount.js';
import { GOLDEN_THEMES } from '../../elements/control.js';

afterEach(unmountAll);

/** An app whose button runs code that calls `show` with what it got. */
async function use(code: string, options: MountOptions = {}, more = ''): Promise<MountedApp> {
  return await mount(
    `<tui><button id="b" onClick="ask">Ask</button><button id="other">Other</button>
    <text id="out">-</text>${more}<script>
      const out = document.getElementById('out');
      const show = (value) => { out.textContent += ' ' + JSON.stringify(value); };
      const fail = (error) => { out.textContent += ' ' + error.name + ': ' + error.message; };
      export async function ask() { try { ${code} } catch (error) { fail(error); } }
    </script></tui>`,
    { width: 50, height: 14, ...options },
  );
}

const shown = (app: MountedApp): string | undefined =>
  app.document.getElementById('out')?.textContent?.slice(2);

async function ask(app: MountedApp): Promise<void> {
  app.document.getElementById('b')!.focus();
  await app.press('Enter');
}

const focused = (app: MountedApp): string => app.document.activeElement.textContent?.trim() ?? '';

describe('confirm', () => {
  const CODE = "show(await $tui.confirm('Delete three files?', { ok: 'Delete', danger: true }))";

  it.each([
    ['Enter', 'true'],
    ['Space', 'true'],
    ['Escape', 'false'],
  ])('%s answers %s, and the focus goes back', async (key, answer) => {
    const app = await use("show(await $tui.confirm('Go on?'))");
    await ask(app);
    expect(focused(app)).toBe('OK');
    await app.press(key);
    expect(shown(app)).toBe(answer);
    expect(app.document.activeElement.id).toBe('b');
    expect(app.document.querySelector('dialog')).toBeNull();
  });

  it('where there is danger, Enter answers Cancel', async () => {
    const app = await use(CODE);
    await ask(app);
    await app.press('Enter');
    await ask(app);
    await app.press('ArrowLeft', 'Enter');
    await ask(app);
    await app.press('Tab', 'Tab', 'Tab', 'Enter');
    await ask(app);
    await app.click(app.getByText('Delete'));
    expect(shown(app)).toBe('false true true true');
  });

  it('is an alert dialog with the text as its name', async () => {
    const app = await use(CODE);
    await ask(app);
    expect(app.document.documentElement.accessibleText()).toBe(
      'alert dialog "Delete three files?"\n  button "Delete"\n  button "Cancel", focused',
    );
    const [dialog] = app.app.accessibleItems();
    expect(dialog).toMatchObject({ role: 'alertdialog', name: 'Delete three files?', modal: true });
  });

  it('a text is only text', async () => {
    const app = await use("await $tui.confirm('<b>a</b>\\u001b[31m\\nnext &amp; <script>')");
    await ask(app);
    expect(app.text()).toContain('<b>a</b>');
    expect(app.text()).toContain('next &amp; <script>');
    expect(app.output).not.toContain('\u001b[31m');
    expect(app.document.querySelectorAll('dialog b')).toHaveLength(0);
  });
});

describe('prompt', () => {
  it('resolves to the text, or null', async () => {
    const app = await use("show(await $tui.prompt('Name', { value: 'draft' }))");
    await ask(app);
    await app.type('x');
    await app.press('Enter');
    await ask(app);
    await app.press('End', '!', 'Enter');
    await ask(app);
    await app.press('Escape');
    await ask(app);
    await app.click(app.getByText('Cancel'));
    await ask(app);
    await app.click(app.getByText('OK'));
    expect(shown(app)).toBe('"x" "draft!" null null "draft"');
  });

  it('shows why a value is not accepted, until it is another one', async () => {
    const app = await use(
      "show(await $tui.prompt('Branch', { validate: (v) => v.includes(' ') ? 'Without blanks' : v !== 'main' }))",
    );
    await ask(app);
    await app.type('a b');
    await app.press('Enter');
    expect(app.text()).toContain('Without blanks');
    expect(app.document.documentElement.accessibleText()).toContain('invalid');
    await app.press('Backspace');
    expect(app.text()).not.toContain('Without blanks');
    await app.press('Backspace', 'Backspace', 'm', 'a', 'i', 'n', 'Enter');
    expect(app.text()).toContain('This value is not accepted.');
    await app.press('2', 'Enter');
    expect(shown(app)).toBe('"main2"');
  });

  it('an asynchronous check: nothing else is accepted meanwhile, and Escape ends it', async () => {
    const app = await use(
      `show(await $tui.prompt('Name', { validate: async (v) => {
         await new Promise((done) => setTimeout(done, 100));
         return v === 'a' ? 'It is taken' : undefined; } }))`,
    );
    await ask(app);
    await app.press('a', 'Enter');
    expect(app.text()).toContain('Checking …');
    await app.press('b', 'Enter');
    await app.advance(100);
    expect(app.text()).toContain('It is taken');
    await app.press('b', 'Enter');
    await app.advance(100);
    await ask(app);
    await app.press('z', 'Enter', 'Escape');
    await app.advance(200);
    expect(shown(app)).toBe('"ab" null');
  });

  it.each([
    ['number', 'x', 'Please enter a number.', '12'],
    ['email', 'ada', 'Please enter an e-mail address.', '@example.org'],
    ['url', 'ada', 'Please enter a URL.', ':b'],
  ])('of the type %s', async (type, typed, message, more) => {
    const app = await use(`show(await $tui.prompt('Value', { type: '${type}' }))`);
    await ask(app);
    await app.type(typed);
    await app.press('Enter');
    if (type !== 'number') expect(app.text()).toContain(message);
    else await app.press('Escape');
    if (type === 'number') await ask(app);
    await app.type(more);
    await app.press('Enter');
    expect(shown(app)).toContain(JSON.stringify(type === 'number' ? more : typed + more));
  });

  it('a password does not show', async () => {
    const app = await use("show((await $tui.prompt('Password', { type: 'password' })).length)");
    await ask(app);
    await app.type('secret');
    expect(app.text()).not.toContain('secret');
    expect(JSON.stringify(app.app.accessibleItems())).not.toContain('secret');
    await app.press('Enter');
    expect(shown(app)).toBe('6');
  });

  it('what `validate` throws, the call rejects with', async () => {
    const app = await use(
      `show(await $tui.prompt('Name', { validate: () => { throw new Error('no'); } }).catch((e) => e.message));
       show(await $tui.prompt('Name', { validate: async () => { throw new Error('later'); } }).catch((e) => e.message))`,
    );
    await ask(app);
    await app.press('Enter', 'Enter');
    expect(shown(app)).toBe('"no" "later"');
    expect(app.document.querySelector('dialog')).toBeNull();
  });
});

describe('choose', () => {
  const SHORT = `show(await $tui.choose('Which?', ['one', { value: 2, label: 'Two', disabled: true }, { value: [3], label: 'Three' }]))`;
  const LONG = `show(await $tui.choose('Which?', Array.from({ length: 2000 }, (_, i) => ({ value: i, label: 'Number ' + i, disabled: i % 3 === 1 })), { value: 5 }))`;

  it('by keys, by letters and by the pointer', async () => {
    const app = await use(SHORT);
    await ask(app);
    await app.press('Enter');
    await ask(app);
    await app.press('ArrowDown', 'Space');
    await ask(app);
    await app.press('t', 'Enter');
    await ask(app);
    await app.click(app.getByText('Two'));
    await app.click(app.getByText('Three'));
    await ask(app);
    await app.press('Escape');
    await ask(app);
    await app.click(app.getByText('Cancel'));
    expect(shown(app)).toBe('"one" [3] [3] [3] null null');
  });

  it('a long list has a field that finds by letters', async () => {
    const app = await use(LONG);
    await ask(app);
    await app.press('Enter');
    await ask(app);
    await app.press('ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'Enter');
    await ask(app);
    await app.type('77');
    await app.press('Enter');
    await ask(app);
    await app.type('1998');
    await app.press('Enter');
    await ask(app);
    await app.type('zzz');
    expect(app.text()).toContain('Nothing matches');
    await app.press('Enter');
    expect(app.question).toBe('Which?');
    await app.press('Escape');
    expect(shown(app)).toBe('5 17 77 1998 null');
  });

  it('is a list box, of which disabled options are parts', async () => {
    const app = await use(SHORT);
    await ask(app);
    expect(app.document.documentElement.accessibleText()).toMatchInlineSnapshot(`
      "modal dialog "Which?"
        listbox "Which?", 3 items; selected one, focused
          item, selected: one
          item, disabled: Two
          item: Three
        button "Cancel""
    `);
  });

  it('what cannot be chosen', async () => {
    const app = await use(
      `for (const options of [[], [{ value: 1, disabled: true }], [{ label: 'x' }], [{ valeu: 1, value: 1 }], 'abc', [7]])
         await $tui.choose('Which?', options).catch(fail)`,
    );
    await ask(app);
    expect(shown(app)?.split(/ (?=\w+Error)/)).toEqual([
      'RangeError: $tui.choose: expected at least one option that can be chosen',
      'RangeError: $tui.choose: expected at least one option that can be chosen',
      'TypeError: $tui.choose: option 1: expected an object with "value"',
      'TypeError: $tui.choose: option 1: "valeu" is not an option; did you mean "value"?',
      'TypeError: $tui.choose: options: expected an array, found a string',
      'TypeError: $tui.choose: option 1: expected a string or an object, found a number',
    ]);
  });
});

describe('calls', () => {
  it('are asked in their order', async () => {
    const app = await use(
      `const all = [$tui.confirm('First?'), $tui.prompt('Second?'), $tui.choose('Third?', ['a'])];
       show(await Promise.all(all))`,
    );
    await ask(app);
    const seen = [app.question];
    await app.answer(true);
    seen.push(app.question);
    await app.answer('text');
    seen.push(app.question);
    await app.answer(null);
    expect([...seen, app.question]).toEqual(['First?', 'Second?', 'Third?', undefined]);
    expect(shown(app)).toBe('[true,"text",null]');
    expect(app.document.activeElement.id).toBe('b');
  });

  it('a check may ask on its own', async () => {
    const app = await use(
      `const other = $tui.confirm('Later?');
       show(await $tui.prompt('Name', { validate: async () => (await $tui.confirm('Sure?')) || 'No' }));
       show(await other)`,
    );
    app.document.getElementById('b')!.focus();
    await app.press('Enter');
    await app.answer(false);
    await app.answer('a');
    expect(app.question).toBe('Sure?');
    await app.answer(false);
    expect([app.question, app.text().includes('No')]).toEqual(['Name', true]);
    await app.answer('b');
    await app.answer(true);
    expect(shown(app)).toBe('"b" false');
  });

  it('wrong arguments', async () => {
    const app = await use(
      `for (const call of [() => $tui.confirm(), () => $tui.confirm('a', { dangr: true }), () => $tui.prompt('a', { type: 'numbr' }),
         () => $tui.prompt('a', { validate: 'x' })]) await call().catch(fail)`,
    );
    await ask(app);
    expect(shown(app)?.split(/ (?=\w+Error)/)).toEqual([
      'TypeError: $tui.confirm: text: expected a string, found undefined',
      'TypeError: $tui.confirm: "dangr" is not an option; did you mean "danger"?',
      'RangeError: $tui.prompt: "numbr" is not a type of field; did you mean "number"?',
      'TypeError: $tui.prompt: validate: expected a function, found a string',
    ]);
  });

  it('a test cannot give what is not an answer', async () => {
    const app = await use("show(await $tui.choose('Which?', ['a', 'b']))");
    await expect(app.answer(true)).rejects.toThrow(
      'no question of $tui.confirm, prompt or choose shows',
    );
    await ask(app);
    await expect(app.answer('c')).rejects.toThrow(
      'the question "Which?": expected one of "a", "b", or null to cancel',
    );
    await app.answer('b');
    expect(shown(app)).toBe('"b"');
  });

  it('an app that removes the dialog has cancelled it', async () => {
    const app = await use("show(await $tui.confirm('Go on?'))");
    await ask(app);
    app.document.querySelector('dialog')!.remove();
    await app.settle();
    expect(shown(app)).toBe('false');
    expect(app.document.activeElement.id).toBe('b');
  });

  it('an agent cannot answer, the user can', async () => {
    const app = await use("show(await $tui.confirm('Go on?'))");
    await ask(app);
    const { ref = '' } = app.app.accessibleItems().find(({ name }) => name === 'OK') ?? {};
    expect(app.app.operate(ref, { type: 'press' }, true)).toBe(false);
    await app.settle();
    expect(app.question).toBe('Go on?');
    expect(app.app.operate(ref, { type: 'press' })).toBe(true);
    await app.settle();
    expect(shown(app)).toBe('true');
  });

  it('labels are messages of the app', async () => {
    const messages = `<messages lang="de">{"tui": {"ok": "Ja", "cancel": "Abbrechen", "find": "Suchen", "no-match": "Nichts gefunden"}}</messages>`;
    const app = await use(
      "await $tui.confirm('Weiter?'); await $tui.choose('Wer?', Array.from({ length: 12 }, (_, i) => 'n' + i))",
      {},
      messages,
    );
    app.$tui.i18n.setLocale('de');
    await ask(app);
    expect(app.text()).toMatch(/Ja .*Abbrechen/);
    await app.press('Enter');
    expect(app.text()).toContain('Suchen');
    await app.type('zz');
    expect(app.text()).toContain('Nichts gefunden');
  });

  it('at the top level of a script: the app shows first', async () => {
    const app = await mount(
      `<tui><text id="out">-</text><input id="name" autofocus="true"/><button onClick="later">B</button><script>
        const name = await $tui.prompt('Your name');
        document.getElementById('out').textContent = 'Hello ' + name;
        export function later() { document.getElementById('out').textContent = 'later'; }
      </script><script async="ready">$tui.setTitle('ready')</script></tui>`,
      { width: 40, height: 8 },
    );
    expect([app.question, app.title]).toEqual(['Your name', undefined]);
    await app.type('Ada');
    await app.press('Enter');
    expect(app.text()).toContain('Hello Ada');
    expect(app.title).toBe('ready');
    await app.click(app.getByText('B'));
    expect(app.text()).toContain('later');
  });

  it('an error after that answer is that of the script', async () => {
    const app = await mount(
      `<tui><script>await $tui.confirm('Go on?'); throw new Error('broken');</script></tui>`,
    );
    await expect(app.press('Enter')).rejects.toThrow('broken');
  });

  it('without a user they reject', async () => {
    const app = createApp(
      `<tui><script>await $tui.confirm('Go on?')</script><text>x</text></tui>`,
      { registry },
    );
    await expect(app.load()).rejects.toThrow(
      '$tui.confirm: no user can answer: the app has no terminal',
    );
    app.stop();
  });

  it('without the elements that they show they reject', async () => {
    const app = await mount(
      `<tui><container/><script>await $tui.choose('Which?', ['a']).catch((error) => { $tui.setTitle(error.message); })</script></tui>`,
      { registry: createRegistry([Container]) },
    );
    expect(app.title).toBe(
      '$tui.choose: the elements of this app have no <dialog>, which it shows',
    );
  });
});

describe('on a screen of 20 by 5', () => {
  it.each([
    ['confirm', "$tui.confirm('Delete three files of this folder?', { danger: true })"],
    ['prompt', "$tui.prompt('Name of the branch')"],
    ['choose', "$tui.choose('Which one?', ['a', 'b', 'c'])"],
    [
      'choose-long',
      "$tui.choose('Which one?', Array.from({ length: 20 }, (_, i) => 'number ' + i))",
    ],
  ])('%s', async (name, code) => {
    const app = await use(code, { width: 20, height: 5 });
    await ask(app);
    expect(app).toMatchScreen(`${name} 20x5`);
  });
});

const FORMS: readonly (readonly [name: string, code: string, keys: readonly string[]])[] = [
  ['confirm', "$tui.confirm('Save the changes to notes.md?', { ok: 'Save' })", []],
  [
    'danger',
    "$tui.confirm('Delete the branch “feature/colours”?\\nIt has 3 commits that are nowhere else.', { ok: 'Delete', danger: true })",
    [],
  ],
  [
    'prompt',
    "$tui.prompt('Name of the new branch', { validate: () => 'A branch has this name.', value: 'main' })",
    ['Enter'],
  ],
  [
    'choose',
    "$tui.choose('Sort by', ['Name', { value: 's', label: 'Size', disabled: true }, 'Date'])",
    ['ArrowDown'],
  ],
  [
    'choose-long',
    "$tui.choose('Switch to', Array.from({ length: 60 }, (_, i) => ({ value: i, label: 'release/' + (100 - i), disabled: i === 2 })))",
    ['ArrowDown'],
  ],
];

describe.each([...GOLDEN_THEMES, 'color16-dark', 'gray-std'])('in %s', (theme) => {
  it.each([40, 80, 160])('at %i columns', async (width) => {
    for (const [name, code, keys] of FORMS) {
      const app = await use(code, { width, height: 16, theme });
      await ask(app);
      await app.press(...keys);
      expect(app).toMatchScreen(`${name} ${width} ${theme}`);
      app.unmount();
    }
  });
});
