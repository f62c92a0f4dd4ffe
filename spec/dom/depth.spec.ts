import { describe, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { compileSelector } from '../../runtime/dom/tree/selectors.js';
import { empty, load } from '../support/elements.js';
import { cpuTime } from '../support/cpu-time.js';
import { sized } from '../support/property-runs.js';

/** Deeper than any call stack. */
const DEPTH = sized(20_000, 12_000);
const COUNT = sized(100_000, 20_000);
/** Work that grows with the square of these would take minutes. */
const BOUND = 30_000;

function timed(work: () => unknown): void {
  const before = cpuTime();
  work();
  expect(cpuTime() - before).toBeLessThan(BOUND);
}

describe(`${DEPTH} levels`, () => {
  const document = empty();
  document.body.innerHTML = '<b>'.repeat(DEPTH) + 'x' + '</b>'.repeat(DEPTH);
  const outer = document.body.firstElementChild!;
  const deepest = document.querySelectorAll('b')[DEPTH - 1]!;

  it.each<[string, () => unknown]>([
    ['textContent', () => expect(document.body.textContent).toBe('x')],
    ['outerHTML', () => expect(outer.outerHTML).toHaveLength(DEPTH * 7 + 1)],
    ['innerHTML', () => (document.createElement('container').innerHTML = outer.outerHTML)],
    ['cloneNode', () => expect((outer.cloneNode(true) as TuiElement).textContent).toBe('x')],
    ['isEqualNode', () => expect(outer.isEqualNode(outer.cloneNode(true))).toBe(true)],
    ['querySelectorAll', () => expect(document.querySelectorAll('b > b')).toHaveLength(DEPTH - 1)],
    ['querySelector', () => expect(document.querySelector('i, b[id=z]')).toBeNull()],
    [':has', () => expect(compileSelector(':has(i)')(outer)).toBe(false)],
    ['closest', () => expect(deepest.closest('tui')).toBe(document.body)],
    ['contains', () => expect(outer.contains(deepest)).toBe(true)],
    ['compareDocumentPosition', () => expect(outer.compareDocumentPosition(deepest)).toBe(20)],
    ['normalize', () => outer.normalize()],
    [
      'remove and append',
      () => {
        outer.remove();
        expect(deepest.isConnected).toBe(false);
        document.body.append(outer);
        expect(deepest.isConnected).toBe(true);
      },
    ],
    ['a change of the deepest text', () => (deepest.firstChild!.nodeValue = 'x')],
    [
      'adoption',
      () => {
        const other = empty();
        other.body.append(outer);
        expect(deepest.ownerDocument).toBe(other);
        document.body.append(outer);
      },
    ],
  ])('%s', (_, work) => {
    timed(work);
  });

  it('grow from above', () => {
    timed(() => {
      const fresh = empty();
      let top = fresh.body;
      for (let i = 0; i < DEPTH; i++) {
        const next = fresh.createElement('container');
        next.id = `n${i}`;
        top.append(next);
        top = next;
      }
      expect(fresh.getElementById(`n${DEPTH - 1}`)).toBe(top);
    });
  });
});

describe(`${COUNT} elements`, () => {
  it('are read', () => {
    timed(() => load('<b id="x">y</b>'.repeat(COUNT)));
  });

  it('are appended, found by id, and removed one by one', () => {
    timed(() => {
      const document = empty();
      for (let i = 0; i < COUNT; i++) {
        const element = document.createElement('b');
        element.id = `n${i}`;
        document.body.append(element);
      }
      let found = 0;
      for (let i = 0; i < COUNT; i++) if (document.getElementById(`n${i}`) !== null) found++;
      expect(found).toBe(COUNT);
      while (document.body.firstElementChild !== null) document.body.firstElementChild.remove();
      expect(document.getElementById('n5')).toBeNull();
    });
  });

  it('of one id', () => {
    timed(() => {
      const document = empty();
      for (let i = 0; i < COUNT; i++) {
        const element = document.createElement('b');
        element.id = 'same';
        document.body.append(element);
        if (i % 10 === 0) document.getElementById('same');
      }
      document.body.replaceChildren();
      expect(document.getElementById('same')).toBeNull();
    });
  });

  it('are walked through by index', () => {
    timed(() => {
      const document = empty();
      const box = document.createElement('container');
      for (let i = 0; i < COUNT; i++) box.append(document.createElement('b'));
      let seen = 0;
      for (let i = 0; i < box.children.length; i++) if (box.children[i]?.localName === 'b') seen++;
      expect(seen).toBe(COUNT);
      expect(box.querySelectorAll('b + b')).toHaveLength(COUNT - 1);
      expect(box.querySelectorAll(':first-child')).toHaveLength(1);
    });
  });

  it('of attributes on one element', () => {
    timed(() => {
      const element = empty().createElement('b');
      for (let i = 0; i < COUNT; i++) element.setAttribute(`x${i}`, '');
      for (let i = 0; i < COUNT; i++) element.append('x');
      expect(element.firstChild?.nodeValue).toBe('x');
      for (let i = 0; i < COUNT; i++) element.removeAttribute(`x${i}`);
      expect(element.hasAttributes()).toBe(false);
    });
  });

  it('texts joined by normalize, and a text of a million characters', () => {
    timed(() => {
      const document = empty();
      for (let i = 0; i < COUNT; i++) document.body.append('x');
      document.body.normalize();
      expect(document.body.childNodes).toHaveLength(1);
      document.body.textContent = 'y'.repeat(1_000_000);
      expect(document.body.innerHTML).toHaveLength(1_000_000);
    });
  });
});
