import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { App } from './control.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';
import { cpuTime } from '../support/cpu-time.js';
import { sized } from '../support/property-runs.js';
import { PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

const SIZES = ['s', 'm', 'l'];
const radios = (attributes = ''): string =>
  SIZES.map((value) => `<radio id="${value}" value="${value}" ${attributes}>${value}</radio>`).join(
    '',
  );

function chosen(app: App): string[] {
  return [...app.document.querySelectorAll('radio')]
    .filter((each) => each[PROPS]['checked'] === true)
    .map(({ id }) => id);
}

describe.each([
  ['side by side', radios()],
  [
    'by name',
    `${radios('name="size"').replace('<radio id="l"', '<container></container><radio id="l"')}`,
  ],
  ['in a group', `<radio-group><container>${radios()}</container></radio-group>`],
])('a choice %s', (_name, markup) => {
  it('has one chosen at most', async () => {
    const { app, get, events } = await use(markup);
    await app.click('#m');
    expect(chosen(app)).toEqual(['m']);
    expect(events()).toEqual(['click#m', 'input#m', 'change#m']);
    await app.click('#s');
    expect(chosen(app)).toEqual(['s']);
    events();
    await app.click('#s');
    expect(events()).toEqual(['click#s']);
    get('#l').setAttribute('checked', '');
    expect(chosen(app)).toEqual(['l']);
    expect(events()).toEqual([]);
  });

  it('is one stop of the Tab key, and arrows choose round and round', async () => {
    const { app, events } = await use(
      `<button id="before">a</button>${markup}<button id="after">b</button>`,
    );
    await app.press('Tab', 'Tab');
    expect(app.document.activeElement.id).toBe('s');
    expect(chosen(app)).toEqual([]);
    await app.press('ArrowDown');
    expect(app.document.activeElement.id).toBe('m');
    expect(chosen(app)).toEqual(['m']);
    expect(events()).toEqual(['click#m', 'input#m', 'change#m']);
    await app.press('ArrowRight', 'ArrowDown');
    expect(chosen(app)).toEqual(['s']);
    await app.press('ArrowUp');
    expect(chosen(app)).toEqual(['l']);
    await app.press('Tab');
    expect(app.document.activeElement.id).toBe('after');
    await app.press('Shift+Tab');
    expect(app.document.activeElement.id).toBe('l');
    await app.press('Shift+Tab');
    expect(app.document.activeElement.id).toBe('before');
  });

  it('is chosen by Space', async () => {
    const { app } = await use(markup);
    await app.press('Tab', 'Space');
    expect(chosen(app)).toEqual(['s']);
  });

  it('passes over what is disabled', async () => {
    const { app, get } = await use(markup);
    get('#s').setAttribute('disabled', '');
    await app.press('Tab');
    expect(app.document.activeElement.id).toBe('m');
    await app.press('ArrowUp');
    expect(chosen(app)).toEqual(['l']);
    await app.click('#s');
    expect(chosen(app)).toEqual(['l']);
  });

  it('keeps one when radio buttons come and go', async () => {
    const { app, get } = await use(markup);
    await app.click('#m');
    const other = app.document.createElement('radio');
    other.id = 'x';
    const name = get('#m').getAttribute('name');
    if (name !== null) other.setAttribute('name', name);
    other.setAttribute('checked', '');
    get('#m').after(other);
    expect(chosen(app)).toEqual(['x']);
    other.remove();
    expect(chosen(app)).toEqual([]);
    await app.click('#l');
    expect(chosen(app)).toEqual(['l']);
  });
});

it('choices of other names, groups and places are others', async () => {
  const { app } = await use(
    `<radio-group><radio id="a" name="x" checked="true">a</radio></radio-group>
     <radio-group><radio id="b" name="x" checked="true">b</radio></radio-group>
     <radio id="c" name="x" checked="true">c</radio><radio id="d" name="y" checked="true">d</radio>
     <container><radio id="e" checked="true">e</radio></container>
     <container><radio id="f" checked="true">f</radio><radio id="g" checked="true">g</radio></container>`,
  );
  expect(chosen(app)).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
});

describe('bind', () => {
  it('binds the value of the choice to every radio button of it', async () => {
    const { app, state } = await use(radios('name="size" bind="size"'), { state: { size: 'm' } });
    expect(chosen(app)).toEqual(['m']);
    await app.click('#l');
    expect(state['size']).toBe('l');
    state['size'] = 's';
    await app.settle();
    expect(chosen(app)).toEqual(['s']);
    state['size'] = 'none of them';
    await app.settle();
    expect(chosen(app)).toEqual([]);
  });

  it('gives a state that has none the value of the chosen one', async () => {
    const markup = radios('name="size" bind="picked"').replace(
      'value="m"',
      'value="m" checked="true"',
    );
    const { app } = await use(
      `<script>export const own = $tui.createState({ picked: undefined });</script>${markup}`,
    );
    expect(app.$tui.exports['own']).toEqual({ picked: 'm' });
  });

  it('keeps numbers numbers', async () => {
    const markup = [1, 2, 3].map(
      (n) => `<radio id="n${n}" value="${n}" name="n" bind="n">${n}</radio>`,
    );
    const { app, state } = await use(markup.join(''), { state: { n: 2 } });
    expect(chosen(app)).toEqual(['n2']);
    await app.click('#n3');
    expect(state['n']).toBe(3);
  });

  it('binds a group', async () => {
    const { app, state, get } = await use(
      `<radio-group id="group" bind="size">${radios()}</radio-group>`,
      { state: { size: 'm' } },
    );
    expect(chosen(app)).toEqual(['m']);
    await app.click('#l');
    expect(state['size']).toBe('l');
    state['size'] = 'm';
    await app.settle();
    expect(chosen(app)).toEqual(['m']);
    expect((get('#group') as unknown as { value: string }).value).toBe('m');
  });
});

describe('radio-group', () => {
  it('chooses what its value names, also where that comes later', async () => {
    const { app, get } = await use(`<radio-group id="group" value="x">${radios()}</radio-group>`);
    expect(chosen(app)).toEqual([]);
    const late = app.document.createElement('radio');
    late.id = 'x';
    late.setAttribute('value', 'x');
    get('#group').append(late);
    expect(chosen(app)).toEqual(['x']);
    get('#group').setAttribute('value', 's');
    expect(chosen(app)).toEqual(['s']);
    get('#group').removeAttribute('value');
    expect(chosen(app)).toEqual([]);
  });

  it('says what is chosen', async () => {
    const { get } = await use(
      `<radio-group id="group" title="Size" value="m"><radio value="s">Small</radio><radio id="m" value="m">Medium</radio></radio-group>`,
    );
    expect(get('#group').accessibleText()).toBe('radio group "Size", "Medium" chosen');
    expect(get('#m').accessibleText()).toBe('radio button "Medium", chosen, 2 of 2');
  });
});

it('thousands of radio buttons: a press costs its own', async () => {
  const many = Array.from(
    { length: sized(10_000, 1000) },
    (_, n) => `<radio value="${n}">${n}</radio>`,
  ).join('');
  const { app } = await use(
    `<radio-group style="overflow: scroll; height: 9">${many}</radio-group>`,
  );
  const start = cpuTime();
  await app.press('Tab', 'ArrowDown', 'ArrowDown', 'Tab');
  expect(chosen(app)).toHaveLength(1);
  expect(cpuTime() - start).toBeLessThan(30_000);
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(`<radio style="width: 9; height: 1">${escaped(label)}</radio>`);
  expect(isClean(app.output)).toBe(true);
});

const GALLERY = `<radio-group title="Size" value="m" style="border: rounded; padding: 0 1; width: 24">
  <radio id="s" value="s">Small</radio>
  <radio id="m" value="m">Medium</radio>
  <radio value="l" disabled="true">Large</radio>
</radio-group>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it('as they are', async () => {
    const { app } = await use(GALLERY, { theme, width: 26, height: 5 });
    expect(app).toMatchScreen(`radio ${theme}`);
  });
  it('focused and hovered', async () => {
    const { app } = await use(GALLERY, { theme, width: 26, height: 5 });
    await app.press('Tab');
    await app.hover('#s');
    expect(app).toMatchScreen(`radio focused ${theme}`);
  });
  it('narrow', async () => {
    const { app } = await use(GALLERY, { theme, width: 9, height: 5 });
    expect(app).toMatchScreen(`radio narrow ${theme}`);
  });
});
