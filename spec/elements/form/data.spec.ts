/** The data of a form: what each control is in JSON, and the way back. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Form } from '../../../elements/form/form.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { use, type Used } from '../control.js';

afterEach(unmountAll);

const ALL = `<form>
  <input name="user" value="ada"/>
  <input name="port" type="number" value="8080"/>
  <input name="ratio" type="number" step="any"/>
  <input name="secret" type="password" value="x"/>
  <textarea name="text">a\nb</textarea>
  <checkbox name="stay" checked>Stay</checkbox>
  <checkbox name="off">Off</checkbox>
  <switch name="wifi" checked>Wi-Fi</switch>
  <checkbox name="tag" value="red" checked>Red</checkbox>
  <checkbox name="tag" value="blue">Blue</checkbox>
  <checkbox name="tag" value="green" checked>Green</checkbox>
  <radio name="size" value="s">S</radio>
  <radio name="size" value="m" checked>M</radio>
  <radio name="none" value="a">A</radio>
  <radio name="none" value="b">B</radio>
  <select name="fruit"><option value="a">Apple</option><option value="b" selected>Berry</option><option value="x" disabled>No</option></select>
  <select name="open" placeholder="Choose…"><option value="a">A</option></select>
  <select name="many" multiple><option>one</option><option selected>two</option><option selected>three</option></select>
  <slider name="volume" value="30" step="10"/>
  <radio-group name="color" value="red"><radio value="red">Red</radio><radio value="blue">Blue</radio></radio-group>
  <input name="pair" value="1"/><input name="pair" value="2"/>
  <input value="nameless"/>
  <input name="fixed" value="as it is" readonly/>
  <input name="gone" value="no" disabled/>
  <button id="go" name="action" value="save">Save</button>
  <button id="plain" type="button" name="plain" value="x">Plain</button>
</form>`;

const DATA = {
  user: 'ada',
  port: 8080,
  ratio: null,
  secret: 'x',
  text: 'a\nb',
  stay: true,
  off: false,
  wifi: true,
  tag: ['red', 'green'],
  size: 'm',
  none: null,
  fruit: 'b',
  open: null,
  many: ['two', 'three'],
  volume: 30,
  color: 'red',
  pair: ['1', '2'],
  fixed: 'as it is',
};

const formOf = ({ get }: Used): Form => get('form') as Form;

describe('getData', () => {
  it('has every control by name, with its type', async () => {
    const used = await use(ALL, { height: 60 });
    const form = formOf(used);
    expect(form.getData()).toEqual(DATA);
    expect(Object.keys(form.getData())).toEqual(Object.keys(DATA));
    expect(form.getData(used.get('#go'))).toEqual({ ...DATA, action: 'save' });
    expect(() => form.getData(used.get('#plain'))).toThrow(TypeError);
  });

  it('follows the user', async () => {
    const used = await use(ALL, { height: 60 });
    const { app } = used;
    await app.click('[name=off]');
    await app.click('[name=tag][value=blue]');
    await app.click('[name=none][value=b]');
    await app.click('[value=blue]:not(checkbox)');
    used.get('[name=port]').focus();
    await app.press('ArrowUp');
    expect(formOf(used).getData()).toEqual({
      ...DATA,
      off: true,
      tag: ['red', 'blue', 'green'],
      none: 'b',
      color: 'blue',
      port: 8081,
    });
  });

  it('has any name as a property of its own', async () => {
    const used = await use(
      '<form><input name="__proto__" value="a"/><input name="constructor" value="b"/></form>',
    );
    const data = formOf(used).getData();
    expect(JSON.stringify(data)).toBe('{"__proto__":"a","constructor":"b"}');
    expect(Object.getPrototypeOf(data)).not.toBe('a');
  });
});

const OTHER = {
  user: 'grace',
  port: 22,
  ratio: 0.25,
  secret: 'y',
  text: 'one line',
  stay: false,
  off: true,
  wifi: false,
  tag: ['blue'],
  size: 's',
  none: 'a',
  fruit: 'a',
  open: 'a',
  many: ['one'],
  volume: 70,
  color: 'blue',
  pair: ['3', '4'],
};

describe('fill', () => {
  it('sets what getData returns, with events for what differs', async () => {
    const used = await use(ALL, { height: 60 });
    const form = formOf(used);
    form.fill(OTHER);
    expect(form.getData()).toEqual({ ...OTHER, fixed: 'as it is' });
    const changes = used.events().filter((each) => each === 'change');
    // Two checkboxes and the third of one list, and two fields of one name.
    expect(changes).toHaveLength(Object.keys(OTHER).length + 3);
    form.fill(OTHER);
    expect(used.events()).toEqual([]);
    form.fill({ size: null, color: null, open: null, port: null, many: [], tag: [] });
    expect(form.getData()).toMatchObject({ size: null, color: null, open: null, port: null });
    expect(form.getData()).toMatchObject({ many: [], tag: [] });
  });

  it('is undone by a reset', async () => {
    const used = await use(ALL, { height: 60 });
    formOf(used).fill(OTHER);
    formOf(used).reset();
    expect(formOf(used).getData()).toEqual(DATA);
  });

  it('reaches the states that controls are bound to', async () => {
    const used = await use(
      '<form><input name="user" bind="user"/><checkbox name="on" bind="on">On</checkbox></form>',
      { state: { user: 'ada', on: false } },
    );
    formOf(used).fill({ user: 'grace', on: true });
    await used.app.settle();
    expect({ ...used.state }).toEqual({ user: 'grace', on: true });
  });

  const REFUSED: readonly (readonly [unknown, string])[] = [
    [{ usr: 'x' }, 'the form has no control "usr"; did you mean "user"?'],
    [{ port: '22' }, '"port": expected a number, found "22"; write 22'],
    [{ user: 22 }, '"user": expected a text, found 22; write "22"'],
    [{ user: 'a\nb' }, '"user": expected a text of one line, found "a\\nb"'],
    [{ stay: 'yes' }, '"stay": expected true or false, found "yes"; write true'],
    [{ tag: 'red' }, '"tag": expected a list, found "red"; write ["red"]'],
    [
      { tag: ['rde'] },
      '"tag": expected a list of one of "red", "blue", "green", found a list; did you mean "red"?',
    ],
    [{ size: 'l' }, '"size": expected one of "s", "m", found "l"'],
    [{ fruit: 'x' }, '"fruit": expected one of "a", "b", found "x"'],
    [{ many: ['four'] }, '"many": expected a list of one of "one", "two", "three", found a list'],
    [
      { volume: 200 },
      '"volume": expected a number from 0 to 100 in steps of 10, found 200; write 100',
    ],
    [
      { volume: 33 },
      '"volume": expected a number from 0 to 100 in steps of 10, found 33; write 30',
    ],
    [{ color: 'green' }, '"color": expected one of "red", "blue", found "green"'],
    [{ pair: ['1'] }, '"pair": expected a list of 2 values, found a list'],
    [{ fixed: 'x' }, 'the control "fixed" is read-only'],
    [{ gone: 'x' }, 'the control "gone" is disabled'],
    [{ user: {} }, '"user": expected a text, found an object'],
    [[], 'expected an object with a value for each name, found a list'],
    [null, 'expected an object with a value for each name, found null'],
  ];

  it.each(REFUSED)('refuses %j, and sets nothing', async (data, message) => {
    const used = await use(ALL, { height: 60 });
    const form = formOf(used);
    const all = Array.isArray(data) || data === null ? data : { wifi: false, ...data };
    expect(() => form.fill(all as never)).toThrow(new TypeError(message));
    expect(form.getData()).toEqual(DATA);
    expect(used.events()).toEqual([]);
  });

  it('counts the length of a text as if it had been typed', async () => {
    const used = await use('<form><input name="a" maxlength="2"/></form>');
    formOf(used).fill({ a: 'abc' });
    expect(formOf(used).checkValidity()).toBe(false);
  });

  it('takes any text and number, and returns it as it was', async () => {
    const used = await use(
      '<form><input name="a"/><textarea name="b"></textarea><input name="c" type="number" step="any"/></form>',
    );
    const form = formOf(used);
    const line = fc.string({ unit: 'grapheme' }).filter((each) => !/[\r\n]/.test(each));
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\r'));
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(line, text, number, (a, b, c) => {
        form.fill({ a, b, c });
        expect(form.getData()).toEqual({ a, b, c: c === 0 ? expect.closeTo(0) : c });
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
