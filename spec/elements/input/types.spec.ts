/** Types of input that are other elements: in a document they are, and a script that sets one later is referred to the element. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

describe.each([
  ['date', 'date-input'],
  ['datetime', 'date-input'],
  ['datetime-local', 'date-input'],
  ['file', 'file-input'],
])('the type %s', (type, name) => {
  it('makes it another element in a document, and in what a script parses', async () => {
    const app = await mount(`<tui><input type="${type}" id="a"/><container id="c"/></tui>`);
    const container = app.document.getElementById('c')!;
    container.innerHTML = `<input type="${type}"/>`;
    expect(app.document.getElementById('a')?.localName).toBe(name);
    expect(container.firstElementChild?.localName).toBe(name);
  });

  it.each([
    ['an attribute', (input: Element) => input.setAttribute('type', type)],
    ['a property', (input: Element) => ((input as unknown as { type: string }).type = type)],
  ])('is reported where a script sets it as %s', async (_, set) => {
    const app = await mount('<tui><container id="c"/></tui>', { errors: 'keep' });
    const input = app.document.createElement('input');
    app.document.getElementById('c')!.append(input);
    set(input as unknown as Element);
    await app.settle();
    expect(
      app.diagnostics.map(({ code, message, suggestion }) => [code, message, suggestion]),
    ).toEqual([
      [
        'bad-value',
        `<input>: "type": expected the type of a text field, found "${type}": only in a document is <input type="${type}"> a <${name}>`,
        `write document.createElement('${name}'), or <${name}> in markup`,
      ],
    ]);
    expect((input as unknown as { type: string }).type).toBe('text');
  });
});

it('that is unknown is reported as any other value', async () => {
  const app = await mount('<tui><input id="i"/></tui>', { errors: 'keep' });
  app.document.getElementById('i')?.setAttribute('type', 'nubmer');
  await app.settle();
  const [first] = app.diagnostics;
  expect([first?.code, first?.suggestion]).toEqual([
    'bad-value',
    expect.stringContaining('number'),
  ]);
});
