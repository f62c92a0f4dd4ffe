/** Properties that are attributes, each with the inputs of the web platform tests, and as jsdom has them. */
import { describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { createWindow } from '../../runtime/dom/plain/create-window.js';
import {
  ELEMENT_REFLECTIONS,
  HTML_REFLECTIONS,
  type Reflection,
  type ReflectionTable,
} from '../../runtime/dom/reflection.js';
import { mount } from '../support/mount.js';

const TABLE: ReflectionTable = {
  id: { attribute: 'id', as: 'string' },
  className: { attribute: 'class', as: 'string' },
  ...HTML_REFLECTIONS,
  ...ELEMENT_REFLECTIONS,
};

const TEXTS = [
  '',
  ' ',
  'x',
  'X y',
  'null',
  'undefined',
  'true',
  'ltr',
  'RTL',
  'auto',
  '\u0000',
  'ſ',
  '0',
  '-0',
  '5',
  '-36',
  '+7',
  ' 12',
  '12px',
  '1.5',
  '2147483647',
  '-2147483648',
  '2147483648',
  '99999999999',
  '\t3',
  '\v3',
  '- 3',
];
const VALUES: readonly unknown[] = [
  '',
  ' ',
  'text',
  'RTL',
  undefined,
  null,
  true,
  false,
  7,
  1.5,
  -3.9,
  NaN,
  Infinity,
  -Infinity,
  { toString: () => 'made', valueOf: () => 3 },
  '12',
];

interface Reflecting {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  [property: string]: unknown;
}

/** What a property gives for each text, and what each value makes of the attribute. */
function observed(element: Reflecting, property: string, { attribute }: Reflection): unknown {
  element.removeAttribute(attribute);
  const initial = element[property];
  const read = TEXTS.map((text) => {
    element.setAttribute(attribute, text);
    return [text, element[property]];
  });
  const written = VALUES.map((value) => {
    element.removeAttribute(attribute);
    element[property] = value;
    return [String(value), element.getAttribute(attribute), element[property]];
  });
  element.removeAttribute(attribute);
  return { initial, read, written };
}

/** jsdom has these, and by the same rules. */
const IN_JSDOM = Object.entries(TABLE).filter(([property, { as }]) => {
  const { body } = new JSDOM('').window.document;
  // `hidden="false"` is not hidden here, and jsdom reads numbers by JavaScript's rules.
  return property in body && as !== 'boolean' && as !== 'integer';
});

const plain = createWindow('<p></p>').document;

describe('properties of plain elements', () => {
  it.each(IN_JSDOM)('reflect as those of jsdom: %s', (property, reflection) => {
    const ours = plain.createElement('div') as unknown as Reflecting;
    const theirs = new JSDOM('').window.document.createElement('div') as unknown as Reflecting;
    expect(observed(ours, property, reflection)).toEqual(observed(theirs, property, reflection));
  });

  it('read and write numbers by the rules of HTML', () => {
    const { tabIndex: row } = HTML_REFLECTIONS;
    const element = plain.createElement('div') as unknown as Reflecting;
    const { initial, read, written } = observed(element, 'tabIndex', row) as {
      readonly initial: unknown;
      readonly read: readonly (readonly [string, number])[];
      readonly written: readonly (readonly [string, string])[];
    };
    expect(initial).toBe(-1);
    const numbers = {
      '0': 0,
      '-0': 0,
      '5': 5,
      '-36': -36,
      '+7': 7,
      ' 12': 12,
      '12px': 12,
      '1.5': 1,
    };
    const ends = { '2147483647': 2 ** 31 - 1, '-2147483648': -(2 ** 31), '\t3': 3 };
    const known = new Map(Object.entries({ ...numbers, ...ends }));
    for (const [text, value] of read) expect([text, value]).toEqual([text, known.get(text) ?? -1]);
    expect(written.map(([, text]) => text)).toEqual([
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '1',
      '0',
      '7',
      '1',
      '-3',
      '0',
      '0',
      '0',
      '3',
      '12',
    ]);
  });

  it('are named as their attributes', () => {
    expect(IN_JSDOM.length).toBeGreaterThan(5);
    expect(Object.keys(TABLE)).toHaveLength(new Set(Object.keys(TABLE)).size);
    for (const [property, { attribute }] of Object.entries(TABLE)) {
      expect([property, attribute]).toEqual([property, expect.stringMatching(/^[a-z-]+$/)]);
    }
  });
});

describe('properties of elements of an app', () => {
  it.each(Object.entries(TABLE))('reflect as those of plain elements: %s', async (name, row) => {
    const app = await mount('<text>a</text>');
    const plainly = observed(plain.createElement('div') as unknown as Reflecting, name, row);
    for (const tag of ['text', 'span', 'separator', 'slider']) {
      const element = app.document.createElement(tag) as unknown as Reflecting;
      expect([tag, observed(element, name, row)]).toEqual([tag, plainly]);
    }
  });

  it('are members of the class where the standard has them', () => {
    const { Element, HTMLElement } = createWindow('').window as unknown as Record<
      string,
      { readonly prototype: object }
    >;
    for (const name of Object.keys(ELEMENT_REFLECTIONS)) {
      expect(Object.hasOwn(Element!.prototype, name)).toBe(true);
    }
    for (const name of Object.keys(HTML_REFLECTIONS)) {
      expect(Object.hasOwn(HTMLElement!.prototype, name)).toBe(true);
    }
  });

  it.each(['false', 'no', 'OFF', ' 0 '])('are false for a boolean that says %j', async (text) => {
    const app = await mount('<text>a</text>');
    const element = app.document.createElement('text');
    for (const name of ['hidden', 'inert', 'autofocus'] as const) {
      element.setAttribute(name, text);
      expect(element[name]).toBe(false);
      element[name] = true;
      expect(element.getAttribute(name)).toBe('');
    }
  });

  it('do what their attributes do', async () => {
    const app = await mount('<text id="a">first</text><button id="b">go</button>', {
      width: 12,
      height: 2,
    });
    const [text, button] = ['a', 'b'].map((id) => app.document.getElementById(id)!);
    text!.hidden = true;
    button!.ariaLabel = 'Start';
    await app.settle();
    expect(app.text()).not.toContain('first');
    expect(button!.accessibleText()).toContain('"Start"');
    button!.ariaLabel = null;
    button!.textContent = '';
    button!.title = 'Titled';
    expect(button!.accessibleText()).toContain('"Titled"');
    button!.inert = true;
    button!.focus();
    expect(app.document.activeElement).toBe(app.document.documentElement);
    const label = app.document.createElement('label') as unknown as {
      htmlFor: string;
      readonly control: unknown;
    };
    text!.replaceWith(label as never);
    label.htmlFor = 'b';
    expect(label.control).toBe(button);
  });
});
