import { afterEach, describe, expect, it } from '@jest/globals';
import { Label } from '../../elements/label.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { GOLDEN_THEMES, HOSTILE, escaped, isClean, use } from './control.js';

afterEach(unmountAll);

const [example] = Label.examples;

describe('label', () => {
  it.each(GOLDEN_THEMES)('in %s', async (theme) => {
    const [width, height] = example!.size;
    const { app } = await use(example!.markup, { width, height, theme });
    expect(app.diagnostics).toEqual([]);
    expect(app).toMatchScreen(`fields ${theme}`);
  });

  it('focuses its control and switches what can be switched', async () => {
    const { app, get, events } = await use(
      '<label for="a">Name</label><input id="a"/><label for="b">Gift</label><checkbox id="b"/><label>Wrap <switch id="c"/></label>',
    );
    await app.click({ x: 1, y: 0 });
    expect(get('#a').matches(':focus')).toBe(true);
    await app.click({ x: 1, y: 2 });
    expect(get('#b').matches(':focus:checked')).toBe(true);
    await app.click({ x: 1, y: 4 });
    expect(get('#c').matches(':focus:checked')).toBe(true);
    expect(events().filter((event) => event.startsWith('change'))).toEqual([
      'change#b',
      'change#c',
    ]);
  });

  it('is one of the labels of its control, in the order of the document', async () => {
    const { get } = await use(
      '<label id="x" for="a">Name</label><label id="y"><input id="a"/></label><label for="b">B</label>' +
        ['button', 'progress', 'slider', 'select', 'switch', 'textarea']
          .map((tag) => `<label id="l-${tag}" for="${tag}">L</label><${tag} id="${tag}"></${tag}>`)
          .join(''),
    );
    const labels = (selector: string): string[] =>
      [...(get(selector) as { labels?: Iterable<{ id: string }> }).labels!].map(({ id }) => id);
    expect(labels('#a')).toEqual(['x', 'y']);
    for (const tag of ['button', 'progress', 'slider', 'select', 'switch', 'textarea']) {
      expect(labels(tag)).toEqual([`l-${tag}`]);
    }
  });

  it('leaves a click on the control, or on what is by itself, alone', async () => {
    const { app, get, events } = await use(
      '<label>Wrap <switch id="c"/><text>or <a href="x:" id="l">read</a></text></label>',
    );
    await app.click({ x: 6, y: 0 });
    expect(get('#c').matches(':checked')).toBe(true);
    expect(events().filter((event) => event === 'change#c')).toHaveLength(1);
    await app.click('#l');
    expect(get('#c').matches(':checked')).toBe(true);
  });

  it('does nothing for a disabled control, none, itself or one that is gone', async () => {
    const { app, get } = await use(
      '<label for="a">Off</label><checkbox id="a" disabled="true"/><label for="nope">None</label><label id="self" for="self">Self</label>',
    );
    for (let y = 0; y < 4; y++) await app.click({ x: 1, y: y });
    expect(get('#a').matches(':checked')).toBe(false);
    get('#a').remove();
    await app.click({ x: 1, y: 0 });
    expect(app.diagnostics).toEqual([]);
  });

  it('is said with its control, once; without one it is text', async () => {
    const { app, get } = await use(
      '<label for="a">Full <b>name</b></label><input id="a" value="Ada"/><label>Bags <input id="b" type="number" value="2"/></label><label>Just words</label>',
    );
    expect(get('#a').accessibleText()).toContain('"Full name"');
    expect(app.document.documentElement.accessibleText().split('\n')).toEqual([
      'text field "Full name", "Ada"',
      'spin button "Bags", "2"',
      'Just words',
    ]);
    get('#a').setAttribute('aria-label', 'Other');
    expect(get('#a').accessibleText()).toContain('"Other"');
  });

  it.each(HOSTILE)('shows %j as text', async (text) => {
    const { app } = await use(`<label for="a">${escaped(text)}</label><input id="a"/>`);
    expect(isClean(app.output)).toBe(true);
    expect(isClean(app.document.documentElement.accessibleText())).toBe(true);
  });
});

it('a form with an address is told what to write instead', async () => {
  const app = await mount('<form action="/save"><button type="submit">Go</button></form>');
  expect(app.diagnostics.map(({ suggestion }) => suggestion)).toEqual([
    'write onSubmit="…": new FormData(event.target) has the values',
  ]);
});
