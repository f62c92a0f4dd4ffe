import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';
import { PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

const DOCUMENT = `<collapsible id="a" summary="Network">bare text <b>too</b>
  <button id="in">Inside</button>
</collapsible><button id="after">After</button>`;

it('opens and closes by Enter, Space and the pointer', async () => {
  const { app, get, events, row } = await use(DOCUMENT);
  expect([row(0), row(1)]).toEqual(['▸ Network', '  After']);
  await app.press('Tab', 'Enter');
  expect([row(0), row(1), row(2), row(3)]).toEqual([
    '▾ Network',
    '  bare text too',
    '    Inside',
    '  After',
  ]);
  expect(events()).toEqual(['click#a', 'toggle#a']);
  await app.press('Space');
  expect(row(1)).toBe('  After');
  events();
  await app.click({ x: 3, y: 0 });
  expect(get('#a').matches(':open')).toBe(true);
  expect(events()).toEqual(['click#a', 'toggle#a']);
});

it('hears neither clicks nor keys of what is in it', async () => {
  const { app, get, events } = await use(DOCUMENT);
  get('#a').setAttribute('open', '');
  await app.settle();
  await app.click({ x: 4, y: 1 });
  await app.click('#in');
  await app.press('Enter', 'Space');
  expect(get('#a')[PROPS]['open']).toBe(true);
  expect(events()).not.toContain('toggle#a');
});

it('closed, what is in it is no stop of the Tab key and has no box', async () => {
  const { app, get } = await use(DOCUMENT);
  await app.press('Tab', 'Tab');
  expect(app.document.activeElement.id).toBe('after');
  expect(get('#in').getBoundingClientRect()).toMatchObject({ width: 0, height: 0 });
  get('#a').setAttribute('open', '');
  await app.settle();
  get('#in').focus();
  expect(app.document.activeElement.id).toBe('in');
  get('#a').removeAttribute('open');
  await app.settle();
  expect(app.document.activeElement.id).not.toBe('in');
});

it('is bound both ways', async () => {
  const { app, get, state } = await use(
    '<collapsible id="a" summary="x" bind="open">y</collapsible>',
    {
      state: { open: true },
    },
  );
  expect(get('#a')[PROPS]['open']).toBe(true);
  await app.click({ x: 0, y: 0 });
  expect(state['open']).toBe(false);
  state['open'] = true;
  await app.settle();
  expect(get('#a')[PROPS]['open']).toBe(true);
});

it('takes nothing while it is disabled', async () => {
  const { app, get, events } = await use(DOCUMENT);
  get('#a').setAttribute('disabled', '');
  await app.settle();
  await app.click({ x: 0, y: 0 });
  await app.press('Tab', 'Enter');
  expect(get('#a')[PROPS]['open']).toBe(false);
  expect(events()).not.toContain('toggle#a');
});

it('has its padding and border around what is in it', async () => {
  const { row } = await use(
    '<collapsible summary="Box" open="true" style="border: thin; padding: 1; width: 14">text</collapsible>',
  );
  expect([0, 1, 2, 3, 4, 5].map(row)).toEqual([
    '┌────────────┐',
    '│▾ Box       │',
    '│            │',
    '│   text     │',
    '│            │',
    '└────────────┘',
  ]);
});

it('scrolls below its summary', async () => {
  const { app, row } = await use(
    `<collapsible id="a" summary="Log" open="true" style="overflow: scroll; height: 4; width: 12">${Array.from({ length: 9 }, (_, n) => `<text>line ${n}</text>`).join('')}</collapsible>`,
  );
  expect([row(0), row(1).slice(0, 8)]).toEqual(['▾ Log', '  line 0']);
  await app.wheel({ x: 4, y: 2 }, 1);
  expect([row(0), row(1).slice(0, 8)]).toEqual(['▾ Log', '  line 3']);
  // The bar goes from under the summary to the bottom: a press at its end is one page.
  await app.click({ x: 11, y: 3 });
  expect([row(0), row(3).slice(0, 8)]).toEqual(['▾ Log', '  line 8']);
});

it('a thousand in one another', async () => {
  const depth = 1000;
  const { app, row } = await use(
    '<collapsible summary="x" open="true">'.repeat(depth) + '</collapsible>'.repeat(depth),
  );
  expect([row(0), row(1)]).toEqual(['▾ x', '  ▾ x']);
  await app.click({ x: 2, y: 1 });
  expect([row(1), row(2)]).toEqual(['  ▸ x', '']);
});

it('says what it is', async () => {
  const { get } = await use('<collapsible summary="Network" open="true">x</collapsible>');
  expect(get('collapsible').accessibleText()).toBe('collapsible "Network", open');
});

it('opens by the click of a script, wherever it is on the screen', async () => {
  const { app, get } = await use(
    `<text>above</text><text>it</text><collapsible id="c" summary="More">inside</collapsible>`,
  );
  get('#c').click();
  await app.settle();
  expect(app.text()).toContain('inside');
});

it.each(HOSTILE)('summary %#: no escape', async (summary) => {
  const { app } = await use(`<collapsible summary="${escaped(summary)}" style="width: 9"/>`);
  expect(isClean(app.output)).toBe(true);
  expect(app.text().split('\n')).toHaveLength(1);
});

const GALLERY = `<collapsible id="a" summary="Network" open="true">
  <switch checked="true">Wi-Fi</switch>
  <collapsible id="b" summary="Proxy" open="true">proxy.example.org</collapsible>
  <collapsible summary="Certificates">3 installed</collapsible>
</collapsible>
<collapsible summary="Developer" disabled="true">Nothing</collapsible>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it('as it is, one hovered', async () => {
    const { app } = await use(GALLERY, { theme, width: 26, height: 6 });
    await app.hover({ x: 5, y: 2 });
    expect(app).toMatchScreen(`collapsible ${theme}`);
  });
  it('focused', async () => {
    const { app, get } = await use(GALLERY, { theme, width: 26, height: 6 });
    get('#b').focus();
    await app.settle();
    expect(app).toMatchScreen(`collapsible focused ${theme}`);
  });
  it('narrow', async () => {
    const { app } = await use(GALLERY, { theme, width: 9, height: 12 });
    expect(app).toMatchScreen(`collapsible narrow ${theme}`);
  });
});
