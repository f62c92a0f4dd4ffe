import { hostOf } from '../../runtime/element/query.js';
import { describe, expect, it } from '@jest/globals';
import { createDocument, setActiveElement } from '../../runtime/element/tui-document.js';
import {
  TuiElement,
  type AttributeTable,
  type ElementClass,
} from '../../runtime/element/tui-element.js';
import { elements, registry as standard } from '../../elements/index.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { Button, Container, empty, Gauge, Input, registry, Select } from '../support/elements.js';
import { PAINT, PROPS } from '../../runtime/element/internals.js';
import { mount } from '../support/mount.js';

function withAttributes(attributes: AttributeTable): ElementClass {
  return class extends TuiElement {
    static override readonly tag = 'x';
    static override readonly attributes = attributes;
  };
}

describe('createRegistry', () => {
  it('knows its classes, the built-in ones, and what unknown elements are', () => {
    expect(registry.get('gauge')).toBe(Gauge);
    expect(registry.has('script')).toBe(true);
    expect(registry.has('div')).toBe(false);
    expect(registry.has('constructor')).toBe(false);
    expect(registry.classOf('div')).toBe(Container);
    expect(registry.fallback).toBe(Container);
    expect(registry.tags).toHaveLength(registry.classes.length);
  });

  it('finds no fault with the standard elements, which are put together without looking', () => {
    expect(createRegistry(elements).tags).toEqual(standard.tags);
  });

  it('lets built-in ones be replaced', () => {
    class OwnBold extends TuiElement {
      static override readonly tag = 'b';
    }
    const own = createRegistry([Container, OwnBold]);
    expect(createDocument(own).createElement('b')).toBeInstanceOf(OwnBold);
    expect(own.tags.filter((tag) => tag === 'b')).toHaveLength(1);
  });

  it('names every fault of the declarations', () => {
    class Bad extends TuiElement {
      static override readonly tag = 'Bad Name';
    }
    const create =
      (...classes: ElementClass[]) =>
      () =>
        createRegistry([Container, ...classes]);
    const text = { type: 'string', description: '' } as const;
    expect(create(Gauge, Gauge)).toThrow('<gauge> is registered twice');
    expect(create(Bad)).toThrow('"Bad Name" (Bad) is not a tag name');
    expect(create(withAttributes({ 'show-values': text }))).toThrow(
      '"show-values" is not camelCase',
    );
    expect(create(withAttributes({ id: { ...text, type: 'number' } }))).toThrow(
      '"id" is a global attribute of another type',
    );
    expect(create(withAttributes({ id: text }))).not.toThrow();
    expect(create(withAttributes({ children: text }))).toThrow('"children" would hide a member');
    expect(create(withAttributes({ paintx: { ...text, enum: ['a'], default: 'b' } }))).toThrow(
      '"paintx" has a default that does not fit: expected one of "a", found "b"',
    );
    expect(
      create(withAttributes({ a: { type: 'number', default: Number.NaN, description: '' } })),
    ).toThrow('has a default');
    expect(() => createRegistry([Gauge])).toThrow('the fallback <container> is not registered');
    expect(createRegistry([Gauge], { fallback: 'gauge' }).fallback).toBe(Gauge);
  });
});

describe('a method that is named like a hook', () => {
  it('is an error without the hook: nothing would call it', () => {
    class Painted extends TuiElement {
      static override readonly tag: string = 'painted';
      paint(): void {
        throw new Error('called');
      }
    }
    class Focused extends TuiElement {
      static override readonly tag = 'focused';
      get focusable(): boolean {
        return true;
      }
    }
    class Derived extends Painted {
      static override readonly tag = 'derived';
    }
    const create = (elementClass: ElementClass) => () =>
      createRegistry([Container, elementClass]).get(elementClass.tag);
    expect(create(Painted)).toThrow(
      '<painted>: nothing calls "paint"; name it [PAINT] and import PAINT from elements/support/author.js',
    );
    expect(create(Derived)).toThrow('<derived>: nothing calls "paint"');
    expect(create(Focused)).toThrow('<focused>: nothing calls "focusable"; name it [FOCUSABLE]');
  });

  it('is right beside the hook, for names that are state, and for fields', () => {
    class Both extends TuiElement {
      static override readonly tag = 'both';
      readonly measure = 1;
      get props(): number {
        return this.measure;
      }
      override [PAINT](): void {
        this.paint();
      }
      paint(): void {
        return;
      }
    }
    expect(createRegistry([Container, Both]).get('both')).toBe(Both);
  });

  it('is right in a class of an app, which has no hooks', async () => {
    const app = await mount(`<tui>
  <my-gauge/>
  <script>
    class Gauge extends HTMLElement {
      connectedCallback() { this.paint(); }
      paint() { this.textContent = 'painted'; }
    }
    customElements.define('my-gauge', Gauge);
  </script>
</tui>`);
    expect(app.text()).toBe('painted');
    expect(app.diagnostics).toEqual([]);
  });
});

describe('elements', () => {
  it('of built-in names are of the registered classes', () => {
    const document = empty();
    for (const elementClass of [Button, Input, Select, Gauge]) {
      const element = document.createElement(elementClass.tag);
      expect(element).toBeInstanceOf(elementClass);
      expect(
        document.createElementNS('http://www.w3.org/1999/xhtml', elementClass.tag),
      ).toBeInstanceOf(elementClass);
    }
    const unknown = document.createElement('div');
    expect(unknown).toBeInstanceOf(Container);
    expect([unknown.localName, unknown.tagName, unknown.nodeName, unknown.nodeType]).toEqual([
      'div',
      'DIV',
      'DIV',
      1,
    ]);
  });

  it('keep an accessor of their own', () => {
    class Own extends TuiElement {
      static override readonly tag = 'own';
      static override readonly attributes = {
        value: { type: 'string', default: 'd', description: '' },
      } as const;
      get value(): string {
        return `<${String(this[PROPS]['value'])}>`;
      }
      set value(value: string) {
        this.setAttribute('value', value.toUpperCase());
      }
    }
    const own = createDocument(createRegistry([Container, Own])).createElement('own') as Own;
    expect(own.value).toBe('<d>');
    own.value = 'x';
    expect([own.value, own.getAttribute('value')]).toEqual(['<X>', 'X']);
  });

  it('inherit declarations with their class', () => {
    class Dial extends TuiElement {
      static override readonly tag: string = 'dial';
      static override readonly attributes = Gauge.attributes;
    }
    class Meter extends Dial {
      static override readonly tag = 'meter';
    }
    const meter = createDocument(createRegistry([Container, Dial, Meter])).createElement('meter');
    meter.setAttribute('value', '0.5');
    expect(meter[PROPS]).toMatchObject({ value: 0.5, kind: 'bar' });
  });

  it('share their defaults, which nobody can change', () => {
    const [one, two] = [empty().createElement('gauge'), empty().createElement('gauge')];
    expect(one[PROPS]).toBe(two[PROPS]);
    expect(Object.isFrozen(one[PROPS])).toBe(true);
    one.setAttribute('value', '1');
    expect([one[PROPS]['value'], two[PROPS]['value']]).toEqual([1, 0]);
  });

  it('answer for themselves', () => {
    const document = empty();
    const button = document.createElement('button');
    button.append('Save ', document.createElement('b'));
    expect(button.accessibleText()).toBe('Save');
    button.setAttribute('aria-label', 'Store');
    expect(button.accessibleText()).toBe('Store');
  });

  it('ask the app for focus and bounds', () => {
    const document = empty();
    const button = document.createElement('button');
    document.body.append(button);
    expect(button.getBoundingClientRect()).toMatchObject({ x: 0, width: 0 });
    hostOf(document).provide({ bounds: () => ({ x: 1, y: 2, width: 3, height: 4 }) });
    expect(button.getBoundingClientRect()).toMatchObject({ left: 1, top: 2, right: 4, bottom: 6 });
    const asked: unknown[] = [];
    button.focus();
    hostOf(document).provide({
      focus: (element) => {
        asked.push(element);
        setActiveElement(document, element as TuiElement | null);
      },
    });
    button.focus();
    expect(document.activeElement).toBe(button);
    button.blur();
    expect(asked).toEqual([button, null]);
    expect(document.activeElement).toBe(document.body);
  });
});

describe('defaultView', () => {
  it('is a window of its own, in which Node is not to be seen', () => {
    const { defaultView } = empty();
    expect(defaultView['process']).toBeUndefined();
    expect(defaultView['global']).toBeUndefined();
    expect(defaultView['globalThis']).toBe(defaultView);
    expect(defaultView['window']).toBe(defaultView);
    expect(empty().defaultView).not.toBe(defaultView);
    expect(Object.prototype.toString.call(defaultView)).toBe('[object Window]');
  });
});
