/** What looks like a password, is named like one, or was copied from one is never kept. */
import { describe, expect, it } from '@jest/globals';
import { at, keptOf, later, open } from './support/kept-app.js';

const CANARY = 'canary-4711';

const set = (opened: Awaited<ReturnType<typeof open>>, id: string, value: string): void => {
  at(opened.app, id)['value'] = value as never;
};

describe('a password that was copied', () => {
  const markup = `<input id="pw" type="password" bind="pw"/><input id="copy"/><input id="other"/>
    <script>export const state = $tui.createState({ pw: '', copied: '', list: [] });</script>`;

  it('to a field, a state or a value of the app’s own is not kept there', async () => {
    const opened = await open(markup);
    const state = opened.app.$tui.exports['state'] as Record<string, unknown>;
    set(opened, 'pw', CANARY);
    set(opened, 'copy', CANARY);
    set(opened, 'other', 'fine');
    state['copied'] = `Basic user:${CANARY}`;
    state['list'] = [{ deep: CANARY }];
    opened.app.$tui.state.set('mine', { inner: CANARY });
    await later(opened);
    // The login is done, and the form goes away.
    set(opened, 'pw', '');
    await later(opened);
    at(opened.app, 'pw').remove();
    set(opened, 'other', 'still fine');
    await later(opened);
    opened.app.stop();
    expect(JSON.stringify(opened.sent)).not.toContain(CANARY);
    expect(keptOf(opened).elements).toEqual({
      other: { tag: 'input', fields: { value: 'still fine' } },
    });
  });

  it('as it is typed is not kept letter by letter', async () => {
    const opened = await open(markup);
    for (let length = 1; length <= CANARY.length; length++) {
      set(opened, 'pw', CANARY.slice(0, length));
      set(opened, 'copy', CANARY.slice(0, length));
      await later(opened);
    }
    expect(opened.sent).toEqual([]);
  });

  it('in a field that is removed at once is found all the same', async () => {
    const opened = await open(markup);
    set(opened, 'pw', CANARY);
    set(opened, 'copy', CANARY);
    at(opened.app, 'pw').remove();
    await later(opened);
    expect(opened.sent).toEqual([]);
  });

  it('and is short stays out of nothing else', async () => {
    const opened = await open(markup);
    set(opened, 'pw', 'a');
    set(opened, 'copy', 'banana');
    await later(opened);
    set(opened, 'pw', CANARY);
    set(opened, 'other', 'a');
    await later(opened);
    expect(keptOf(opened).elements).toMatchObject({
      copy: { fields: { value: 'banana' } },
      other: { fields: { value: 'a' } },
    });
  });
});

it('fields and states that are named like a secret, and what is bound to them', async () => {
  const opened =
    await open(`<input id="one" bind="apiToken"/><input id="two" name="password" bind="plain"/><input id="pin-code"/>
    <text id="shown" bind="apiToken"/><input id="fine"/>
    <script>export const state = $tui.createState({ apiToken: '', plain: '', fine: '' });</script>`);
  for (const id of ['one', 'two', 'pin-code']) set(opened, id, `${CANARY} ${id}`);
  set(opened, 'fine', 'x');
  await later(opened);
  expect(JSON.stringify(opened.sent)).not.toContain(CANARY);
  expect(keptOf(opened).elements).toEqual({ fine: { tag: 'input', fields: { value: 'x' } } });
  const again = await open(
    '<input id="one" bind="apiToken"/><script>export const state = $tui.createState({ apiToken: "" });</script>',
    { states: { apiToken: 'old' }, elements: { one: { tag: 'input', fields: { value: 'old' } } } },
  );
  expect(at(again.app, 'one')['value']).toBe('');
  await later(again);
  expect(again.sent[0]?.secret).toEqual(['apiToken']);
});

it('a type that a state or a script sets counts', async () => {
  const opened = await open(`<input id="x" bind:type="kind" bind="typed"/><input id="y"/>
    <script>export const state = $tui.createState({ kind: 'password', typed: '' });</script>`);
  const state = opened.app.$tui.exports['state'] as Record<string, unknown>;
  state['typed'] = CANARY;
  at(opened.app, 'y')['type'] = 'password' as never;
  set(opened, 'y', `${CANARY} y`);
  await later(opened);
  state['kind'] = 'text';
  at(opened.app, 'y')['type'] = 'text' as never;
  state['typed'] = `${CANARY} 2`;
  set(opened, 'y', `${CANARY} y2`);
  await later(opened);
  expect(JSON.stringify(opened.sent)).not.toContain(CANARY);
});

it('what the launcher leaves out is reported, once for each', async () => {
  const opened = await open('<textarea id="note"/>', {}, () => [
    'elements note',
    'own a',
    'states b',
  ]);
  for (const text of ['the pin = 1234', 'the pin = 12345']) {
    set(opened, 'note', text);
    await later(opened);
  }
  expect(opened.app.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'not-kept: #note is not saved: its name or value looks like a secret',
    'not-kept: $tui.state "a" is not saved: its name or value looks like a secret',
    'not-kept: state "b" is not saved: its name or value looks like a secret',
  ]);
});
