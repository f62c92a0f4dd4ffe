import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';

afterEach(unmountAll);

describe('button', () => {
  it('is as wide as its label and one row high, in a column too', async () => {
    const { get } = await use('<button id="a">Save</button>');
    const { width, height } = get('#a').getBoundingClientRect();
    expect([width, height]).toEqual([8, 1]);
  });

  it('stands where the column or its own style says', async () => {
    const { get } = await use(
      `<container style="width: 20; align-items: center"><button id="a">Save</button></container>
       <container style="width: 20"><button id="b" style="align-self: stretch">Save</button></container>
       <container style="width: 20; align-items: flex-end"><button id="c">Save</button></container>`,
    );
    expect(get('#a').getBoundingClientRect()).toMatchObject({ x: 6, width: 8 });
    expect(get('#b').getBoundingClientRect()).toMatchObject({ x: 0, width: 20 });
    expect(get('#c').getBoundingClientRect()).toMatchObject({ x: 12, width: 8 });
  });

  it('is pressed by Enter, Space and the pointer', async () => {
    const { app, events } = await use('<button id="a">Save</button>');
    await app.press('Tab', 'Enter');
    expect(events()).toEqual(['click#a']);
    await app.press('Space');
    expect(events()).toEqual(['click#a']);
    await app.click('#a');
    expect(events()).toEqual(['click#a']);
    await app.press('Ctrl+Enter', 'x');
    expect(events()).toEqual([]);
  });

  it('is not clicked by a press that slides off it, and selects no text', async () => {
    const { app, events } = await use('<button id="a">Save</button><text>below</text>');
    await app.drag({ x: 2, y: 0 }, { x: 2, y: 5 });
    expect(events()).not.toContain('click#a');
    expect(app.clipboard).toBe('');
  });

  it('looks pressed while the button is down, and for a moment after a key', async () => {
    const { app, get } = await use('<button id="a">Save</button>');
    const plain = app.screen().cell(3, 0);
    app.app.input(mouseBytes('press', 3, 0));
    await app.settle();
    expect(app.screen().cell(3, 0)).not.toEqual(plain);
    app.app.input(mouseBytes('release', 3, 0));
    await app.settle();
    await app.press('Enter');
    expect(get('#a').matches(':active')).toBe(true);
    await app.advance(119);
    expect(get('#a').matches(':active')).toBe(true);
    await app.advance(1);
    expect(get('#a').matches(':active')).toBe(false);
  });

  it('does not scroll or click what is around it', async () => {
    const { app, events } = await use(
      '<container id="box" tabindex="0"><button id="a">Save</button></container>',
    );
    await app.click('#a');
    expect(events()).toEqual(['click#a']);
  });

  it('takes nothing while it is disabled', async () => {
    const { app, get, events } = await use(
      '<button id="a" disabled="true">Save</button><button id="b">Go</button>',
    );
    await app.click('#a');
    expect(events()).toEqual([]);
    await app.press('Tab');
    expect(app.document.activeElement.id).toBe('b');
    get('#a').focus();
    expect(app.document.activeElement.id).toBe('b');
    expect(get('#a').matches(':disabled')).toBe(true);
    get('#a').removeAttribute('disabled');
    await app.settle();
    await app.click('#a');
    expect(events()).toEqual(['click#a']);
  });

  it('says what it is', async () => {
    const { get } = await use(
      '<button id="a">Save <b>all</b></button><button id="b" aria-label="Close" disabled="true">x</button>',
    );
    expect(get('#a').accessibleText()).toBe('button "Save all"');
    expect(get('#b').accessibleText()).toBe('button "Close", disabled');
  });

  it('has brackets where no colour says that it is one', async () => {
    const { row } = await use(
      `<button>Save</button><button variant="danger">Delete</button><button style="background-color: transparent">Bare</button>`,
      { theme: 'bw-std' },
    );
    expect([row(0), row(1), row(2)]).toEqual(['[ Save ]', '[! Delete !]', '[ Bare ]']);
    const { row: inColor } = await use(
      '<button>Save</button><button style="background-color: transparent">Bare</button>',
    );
    expect([inColor(0), inColor(1)]).toEqual(['  Save', '[ Bare ]']);
  });

  it.each(HOSTILE)('label %#: stays in its box and sends no escape', async (label) => {
    const { app } = await use(
      `<container style="width: 12"><button>${escaped(label)}</button></container><text>|</text>`,
    );
    expect(isClean(app.output)).toBe(true);
    for (const line of app.text().split('\n')) expect(line.length).toBeLessThanOrEqual(24);
  });

  it.each([0, 1, 2, 3, 4, 5])('cut to %i cells', async (width) => {
    const { row } = await use(
      `<container style="width: ${width}"><button variant="danger">Save</button></container><text>x</text>`,
      { width: 20, theme: 'bw-std' },
    );
    expect(row(0).length).toBeLessThanOrEqual(width);
    expect(row(1)).toBe('x');
  });
});

const GALLERY = `<container style="flex-direction: row; gap: 1">
  <button id="a">Cancel</button>
  <button variant="primary">Save</button>
  <button variant="success">Run</button>
  <button variant="warning">Stop</button>
  <button variant="danger">Delete</button>
  <button disabled="true">Off</button>
</container>
<container style="flex-direction: row; gap: 1; padding: 1 0 0 0">
  <button id="b" style="border: rounded; background-color: transparent">Bordered</button>
  <button id="c" variant="primary" style="padding: 1 3">Large</button>
</container>`;

describe.each(GOLDEN_THEMES)('button in %s', (theme) => {
  it.each([
    ['as it is', undefined],
    ['focused', ['Tab']],
    ['focused primary', ['Tab', 'Tab']],
    ['pressed', ['Tab', 'Enter']],
    ['bordered and focused', ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab']],
  ])('%s', async (name, keys) => {
    const { app } = await use(GALLERY, { theme, width: 64, height: 6 });
    await app.press(...(keys ?? []));
    expect(app).toMatchScreen(`button ${name} ${theme}`);
  });

  it('hovered', async () => {
    const { app } = await use(GALLERY, { theme, width: 64, height: 6 });
    await app.hover('#a');
    expect(app).toMatchScreen(`button hovered ${theme}`);
  });

  it('narrow', async () => {
    const { app } = await use(GALLERY, { theme, width: 20, height: 6 });
    expect(app).toMatchScreen(`button narrow ${theme}`);
  });
});
