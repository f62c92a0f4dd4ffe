/** Checkboxes and switches. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';
import { PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

describe.each(['checkbox', 'switch'])('%s', (tag) => {
  it('is switched by Space, Enter and the pointer, and tells it once each', async () => {
    const { app, get, events } = await use(`<${tag} id="a">Save logs</${tag}>`);
    await app.press('Tab', 'Space');
    expect(get('#a').matches(':checked')).toBe(true);
    expect(events()).toEqual(['click#a', 'input#a', 'change#a']);
    await app.press('Enter');
    expect(get('#a').matches(':checked')).toBe(false);
    events();
    await app.click('#a');
    expect(get('#a')[PROPS]['checked']).toBe(true);
    expect(events()).toEqual(['click#a', 'input#a', 'change#a']);
  });

  it('is what a script says, without an event', async () => {
    const { app, get, events, row } = await use(`<${tag} id="a">Save logs</${tag}>`);
    const before = row(0);
    (get('#a') as unknown as { checked: boolean }).checked = true;
    await app.settle();
    expect(row(0)).not.toBe(before);
    expect(events()).toEqual([]);
  });

  it('stays as it is where a listener prevents the click', async () => {
    const { app, get } = await use(`<${tag} id="a" onClick="event.preventDefault()">Logs</${tag}>`);
    await app.click('#a');
    await app.press('Space');
    expect(get('#a')[PROPS]['checked']).toBe(false);
  });

  it('is bound both ways', async () => {
    const { app, get, state } = await use(`<${tag} id="a" bind="on">Logs</${tag}>`, {
      state: { on: true },
    });
    expect(get('#a')[PROPS]['checked']).toBe(true);
    await app.click('#a');
    expect(state['on']).toBe(false);
    state['on'] = true;
    await app.settle();
    expect(get('#a')[PROPS]['checked']).toBe(true);
  });

  it('takes nothing while it is disabled', async () => {
    const { app, get, events } = await use(`<${tag} id="a" disabled="true">Logs</${tag}>`);
    await app.click('#a');
    await app.press('Tab', 'Space');
    get('#a').click();
    expect(get('#a')[PROPS]['checked']).toBe(false);
    expect(events().filter((type) => !type.startsWith('click'))).toEqual([]);
  });

  it('wraps its label beside the mark', async () => {
    const { row } = await use(`<${tag} style="width: 14">one two three four</${tag}>`);
    expect(row(0).slice(4)).toBe('one two');
    expect(row(1)).toBe('    three four');
  });

  it('shows its mark without a label', async () => {
    const { get } = await use(`<${tag} id="a"/>`);
    expect(get('#a').getBoundingClientRect()).toMatchObject({ width: 4, height: 1 });
  });

  it.each(HOSTILE)('label %#: no escape', async (label) => {
    const { app } = await use(`<${tag} style="width: 9; height: 1">${escaped(label)}</${tag}>`);
    expect(isClean(app.output)).toBe(true);
    expect(app.text().split('\n').slice(1).join('')).toBe('');
  });

  it.each([0, 1, 2, 3])('%i cells wide', async (width) => {
    const { get } = await use(`<${tag} id="a" style="width: ${width}">Logs</${tag}>`, { width: 5 });
    // Four cells are the mark's: what is narrower is cut.
    expect(get('#a').getBoundingClientRect().width).toBeLessThanOrEqual(4);
  });
});

it('a checkbox has its three marks', async () => {
  const { app, get, row } = await use(
    '<checkbox checked="true">a</checkbox><checkbox>b</checkbox><checkbox id="c" indeterminate="true">c</checkbox>',
  );
  expect([row(0), row(1), row(2)]).toEqual(['[✓] a', '[ ] b', '[–] c']);
  await app.click('#c');
  expect(row(2)).toBe('[✓] c');
  expect(get('#c')[PROPS]).toMatchObject({ checked: true, indeterminate: false });
});

it('a switch has two shapes', async () => {
  const { row } = await use('<switch checked="true">a</switch><switch>b</switch>');
  expect([row(0), row(1)]).toEqual(['━━● a', '○── b']);
});

it('they say what they are', async () => {
  const { get } = await use(
    `<checkbox id="a" checked="true">Save logs</checkbox>
     <checkbox id="b" indeterminate="true" disabled="true" aria-label="All files">x</checkbox>
     <switch id="c">Wi-Fi</switch>`,
  );
  expect(get('#a').accessibleText()).toBe('checkbox "Save logs", checked');
  expect(get('#b').accessibleText()).toBe('checkbox "All files", partly checked, disabled');
  expect(get('#c').accessibleText()).toBe('switch "Wi-Fi", off');
});

const STATES = `<checkbox id="a" checked="true">Save logs</checkbox>
<checkbox id="b">Send statistics</checkbox>
<checkbox indeterminate="true">All files</checkbox>
<checkbox checked="true" disabled="true">Required</checkbox>
<switch id="c" checked="true">Wi-Fi</switch>
<switch id="d">Aeroplane mode</switch>
<switch checked="true" disabled="true">Updates</switch>
<switch disabled="true">Telemetry</switch>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it('as they are', async () => {
    const { app } = await use(STATES, { theme, width: 26, height: 8 });
    expect(app).toMatchScreen(`toggles ${theme}`);
  });

  it.each([
    ['first focused', 'a', 'b'],
    ['switch focused', 'c', 'd'],
  ])('%s, next hovered', async (name, focused, hovered) => {
    const { app, get } = await use(STATES, { theme, width: 26, height: 8 });
    get(`#${focused}`).focus();
    await app.hover(`#${hovered}`);
    expect(app).toMatchScreen(`toggles ${name} ${theme}`);
  });

  it('narrow', async () => {
    const { app } = await use(STATES, { theme, width: 10, height: 12 });
    expect(app).toMatchScreen(`toggles narrow ${theme}`);
  });
});
