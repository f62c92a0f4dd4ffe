/** Forms: which controls belong to one, what it submits, checks and resets, and how keys and buttons do so. */
import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../elements/form/form.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import type { MountedApp } from '../../../cli/testing.js';
import { mount } from '../../support/mount.js';

const SCRIPT = `
export const log = [];
for (const type of ['submit', 'reset', 'formdata', 'invalid', 'click']) {
  document.addEventListener(type, (event) => {
    const by = type === 'submit' ? ' by ' + (event.submitter?.id ?? null) : '';
    if (type !== 'click' || event.target.localName === 'button') log.push(type + by);
  }, { capture: true });
}
export const entries = (form, submitter) => [...new FormData(form, submitter)].map((each) => each.join('='));
export const Data = FormData;`;

interface Exports {
  readonly log: string[];
  readonly entries: (form: unknown, submitter?: unknown) => string[];
  readonly Data: typeof FormData;
}

async function start(
  markup: string,
): Promise<{ app: MountedApp; form: Form; one: (selector: string) => TuiElement } & Exports> {
  const app = await mount(`${markup}<script>${SCRIPT}</script>`, { width: 40, height: 40 });
  const one = (selector: string): TuiElement => {
    const found = app.document.querySelector(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  return { app, form: one('form') as Form, one, ...(app.$tui.exports as unknown as Exports) };
}

const ALL = `<form id="f">
  <input name="user" value="ada"/>
  <textarea name="text">a\nb</textarea>
  <checkbox name="stay" checked>Stay</checkbox>
  <checkbox name="off">Off</checkbox>
  <switch name="wifi" checked>Wi-Fi</switch>
  <radio name="size" value="s">S</radio>
  <radio name="size" value="m" checked>M</radio>
  <select name="fruit"><option value="a">Apple</option><option value="b" selected>Berry</option></select>
  <slider name="volume" value="30"/>
  <radio-group name="color" value="red"><radio value="red">Red</radio><radio value="blue">Blue</radio></radio-group>
  <input value="nameless"/>
  <input name="disabled" value="no" disabled/>
  <button id="go" name="action" value="save">Save</button>
  <button id="other" name="action" value="other">Other</button>
  <button id="reset" type="reset">Reset</button>
  <button id="plain" type="button">Plain</button>
</form>
<input name="outside" form="f" value="far"/><input name="alone" value="x"/>`;

const SUBMITTED = [
  'user=ada',
  'text=a\nb',
  'stay=on',
  'wifi=on',
  'size=m',
  'fruit=b',
  'volume=30',
  'color=red',
];

describe('a form', () => {
  it('lists its controls, live, by index, id and name', async () => {
    const { form, one, app } = await start(ALL);
    const names = [...form.elements].map((each) => each.getAttribute('name') ?? each.localName);
    expect(names.slice(0, 9)).toEqual([
      'user',
      'text',
      'stay',
      'off',
      'wifi',
      'size',
      'size',
      'fruit',
      'volume',
    ]);
    expect(names.at(-1)).toBe('outside');
    expect(form).toHaveLength(form.elements.length);
    expect(form.elements.namedItem('user')).toBe(form.elements[0]);
    expect(form.elements.namedItem('go')).toBe(one('#go'));
    const before = form.length;
    form.append(app.document.createElement('input'));
    expect(form).toHaveLength(before + 1);
    form.elements[0]!.remove();
    expect(form).toHaveLength(before);
    expect(app.document.forms[0]).toBe(form);
  });

  it('is the nearest around a control, or the one that its attribute names', async () => {
    const { app, form, one } = await start(ALL);
    const formOf = (selector: string): unknown => (one(selector) as { form?: unknown }).form;
    for (const each of ['input', 'textarea', 'checkbox', 'switch', 'radio', 'select', 'slider']) {
      expect([each, formOf(each)]).toEqual([each, form]);
    }
    expect(formOf('button')).toBe(form);
    expect(formOf('radio-group')).toBe(form);
    expect(formOf('[name=outside]')).toBe(form);
    expect(formOf('[name=alone]')).toBeNull();
    one('[name=user]').setAttribute('form', 'none');
    expect(formOf('[name=user]')).toBeNull();
    const detached = app.document.createElement('form');
    const field = app.document.createElement('input');
    detached.append(field);
    expect((field as unknown as { form: unknown }).form).toBe(detached);
    expect((detached as Form).elements[0]).toBe(field);
  });

  it('submits the names and values of its controls', async () => {
    const { form, one, entries, log } = await start(ALL);
    expect(entries(form)).toEqual([...SUBMITTED, 'outside=far']);
    expect(entries(form, one('#go'))).toEqual([...SUBMITTED, 'action=save', 'outside=far']);
    expect(log).toEqual(['formdata', 'formdata']);
    one('select').toggleAttribute('multiple', true);
    expect(entries(form)).toContain('fruit=b');
  });

  it('lets a listener of formdata change what is submitted', async () => {
    const { form, entries } = await start(ALL);
    let reentrant: unknown;
    form.addEventListener('formdata', (event) => {
      const { formData } = event as unknown as { formData: FormData };
      formData.delete('text');
      formData.set('user', 'changed');
      try {
        entries(form);
      } catch (error) {
        reentrant = error;
      }
    });
    expect(entries(form).slice(0, 2)).toEqual(['user=changed', 'stay=on']);
    expect(reentrant).toHaveProperty('name', 'InvalidStateError');
  });

  it('refuses what is no form and no submitter of it', async () => {
    const { form, one, entries, Data } = await start(
      `${ALL}<form id="g"><button id="b2">x</button></form>`,
    );
    expect([...new Data()]).toEqual([]);
    expect(() => entries(one('input'))).toThrow(TypeError);
    expect(() => entries(null)).toThrow(TypeError);
    expect(() => entries(form, one('input'))).toThrow(TypeError);
    expect(() => entries(form, one('#reset'))).toThrow(TypeError);
    expect(() => entries(form, one('#b2'))).toThrow('belongs to another form');
    expect(() => form.requestSubmit(one('#b2'))).toThrow('belongs to another form');
    expect(() => form.requestSubmit(one('#plain'))).toThrow(TypeError);
  });
});

describe('submission', () => {
  it('comes of a press of a submit button, by key, pointer and script', async () => {
    const { app, one, log } = await start(ALL);
    await app.click('#go');
    await app.press('Enter');
    one('#go').click();
    expect(log).toEqual([...Array(3).fill(['click', 'submit by go'])].flat());
  });

  it('comes not of other buttons, disabled ones and prevented clicks', async () => {
    const { app, one, log } = await start(ALL);
    await app.click('#plain');
    one('#other').setAttribute('disabled', '');
    one('#other').click();
    one('#go').addEventListener('click', (event) => event.preventDefault());
    await app.click('#go');
    expect(log.filter((each) => each !== 'click')).toEqual([]);
  });

  it('comes of Enter in a field: the first submit button is pressed', async () => {
    const { app, one, log } = await start(ALL);
    one('[name=user]').focus();
    await app.press('Enter');
    expect(log).toEqual(['click', 'submit by go']);
    one('#go').setAttribute('disabled', '');
    await app.press('Enter');
    expect(log).toHaveLength(2);
  });

  it.each([
    '<checkbox id="c" name="c">Agree</checkbox>',
    '<switch id="c" name="c">On</switch>',
    '<radio id="c" name="c" value="a">A</radio>',
    '<slider id="c" name="c"/>',
  ])('comes of Enter in %s, which stays as it is', async (control) => {
    const { app, one, log } = await start(
      `<form id="form">${control}<button id="go">Go</button></form>`,
    );
    one('#c').focus();
    await app.press('Enter');
    expect(log.at(-1)).toBe('submit by go');
    expect(one('#c')).toMatchObject(
      control.startsWith('<slider') ? { value: 0 } : { checked: false },
    );
    if (control.startsWith('<slider')) return;
    await app.press('Space');
    expect(one('#c')).toMatchObject({ checked: true });
  });

  it('comes of Enter without a button', async () => {
    const { app, form, one, log } = await start('<form><input/></form>');
    one('input').focus();
    await app.press('Enter');
    expect(log).toEqual(['submit by null']);
    form.append(app.document.createElement('input'));
    await app.press('Enter');
    expect(log).toEqual(['submit by null', 'submit by null']);
  });

  it('comes not of Enter in a text area', async () => {
    const { app, one, log } = await start('<form><textarea></textarea><button>Go</button></form>');
    one('textarea').focus();
    await app.press('Enter');
    expect(log).toEqual([]);
  });

  it('waits for valid controls, of which the first that is not gets the focus', async () => {
    const { app, form, one, log } = await start(
      '<form><input id="a"/><input id="b" required/><button id="go">Go</button></form>',
    );
    expect(form.checkValidity()).toBe(false);
    await app.click('#go');
    expect(log).toEqual(['invalid', 'click', 'invalid']);
    expect(app.document.activeElement).toBe(one('#b'));
    expect(one('#b').matches(':user-invalid')).toBe(true);
    await app.type('x');
    await app.press('Enter');
    expect(log.at(-1)).toBe('submit by go');
    one('#b').setAttribute('value', '');
    form.noValidate = true;
    form.requestSubmit();
    expect(log.at(-1)).toBe('submit by null');
    const count = log.length;
    form.submit();
    expect(log).toHaveLength(count);
  });

  it('does not go by members that a script has replaced', async () => {
    const { app, form, one, log } = await start(ALL);
    const junk = { requestSubmit: 1, submit: null, reset: 'x', elements: 7, length: -1 };
    for (const [name, value] of Object.entries(junk)) {
      Object.defineProperty(form, name, { value, configurable: true });
    }
    one('[name=user]').focus();
    await app.press('Enter');
    await app.click('#reset');
    expect(log).toEqual(['click', 'submit by go', 'click', 'reset']);
  });

  it('is one at a time', async () => {
    const { form, log } = await start('<form><button>Go</button></form>');
    form.addEventListener('submit', () => form.requestSubmit());
    form.requestSubmit();
    expect(log).toEqual(['submit by null']);
  });

  it('closes the dialog around a form of that method', async () => {
    const { app, form, one } = await start(
      `<dialog open modal><form method="dialog"><input/><button id="yes" value="yes">Yes</button></form></dialog>`,
    );
    const dialog = one('dialog') as TuiElement & { open: boolean; returnValue: string };
    const keep = (event: { preventDefault(): void }): void => event.preventDefault();
    form.addEventListener('submit', keep);
    await app.click('#yes');
    expect(dialog.open).toBe(true);
    form.removeEventListener('submit', keep);
    await app.click('#yes');
    expect([dialog.open, dialog.returnValue]).toEqual([false, 'yes']);
    dialog.open = true;
    form.submit();
    expect([dialog.open, dialog.returnValue]).toEqual([false, 'yes']);
  });
});

describe('a reset', () => {
  it('takes back what the user has changed', async () => {
    const { app, form, one, entries, log } = await start(ALL);
    const before = entries(form);
    one('[name=user]').focus();
    await app.type('!');
    await app.click('[name=stay]');
    await app.click('[name=off]');
    await app.click('[name=wifi]');
    await app.click('[name=size][value=s]');
    await app.click('[value=blue]');
    one('select').focus();
    await app.press('ArrowDown', 'ArrowUp', 'Enter');
    one('slider').focus();
    await app.press('ArrowRight', 'ArrowRight');
    expect(entries(form)).toEqual([
      'user=ada!',
      'text=a\nb',
      'off=on',
      'size=s',
      'fruit=a',
      'volume=32',
      'color=blue',
      'outside=far',
    ]);
    one('#reset').click();
    expect(entries(form)).toEqual(before);
    expect(log.filter((each) => each === 'reset')).toHaveLength(1);
  });

  it('can be prevented', async () => {
    const { app, form, one, entries } = await start(ALL);
    one('[name=user]').focus();
    await app.type('!');
    form.addEventListener('reset', (event) => event.preventDefault());
    form.reset();
    expect(entries(form)[0]).toBe('user=ada!');
  });
});
