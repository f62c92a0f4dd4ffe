/** A twin that is brought to other items is the one that would be made of them, and keeps what has not changed. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import {
  AUTHOR_ROLES,
  ELEMENT_ROLES,
  FIELD_TYPES,
  type AccessibleItem,
} from '../../runtime/base/accessible-node.js';
import type { LiveDocument, LiveElement } from '../../runtime/page/page-document.js';
import { noteSent } from '../../runtime/page/field-echo.js';
import { noteFocus } from '../../runtime/page/focus-echo.js';
import { twinElement } from '../../runtime/page/twin.js';
import { updateTwin } from '../../runtime/page/update.js';
import { propertyRuns } from '../support/property-runs.js';

const PAGE = '<!doctype html><html><head></head><body></body></html>';

const DOCUMENTS: readonly (readonly [string, () => Document])[] = [
  ['jsdom', () => new JSDOM(PAGE).window.document],
  ['linkedom', () => parseHTML(PAGE).document],
];

const live = (document: Document): LiveDocument<LiveElement> =>
  document as unknown as LiveDocument<LiveElement>;

function show(document: Document, items: readonly AccessibleItem[], title = ''): HTMLElement {
  const main = twinElement(document, items, title);
  document.body.append(main);
  return main;
}

function update(
  document: Document,
  main: HTMLElement,
  items: readonly AccessibleItem[],
  title = '',
): void {
  updateTwin(live(document), main as unknown as LiveElement, items, title);
}

/** Its elements and texts, attributes by name: their order says nothing. */
function written(node: Node): string {
  if (node.nodeType === 3) return JSON.stringify(node.textContent);
  const element = node as Element;
  const attributes = Array.from(element.attributes, ({ name, value }) => `${name}=${value}`).sort();
  return `<${[element.localName, ...attributes].join(' ')}>${Array.from(element.childNodes, written).join('')}</>`;
}

const text = fc.constantFrom('', 'a', 'b c', '<b>', '\u001b[0m', '表示', 'x\ny');
const item: fc.Arbitrary<AccessibleItem> = fc.record(
  {
    role: fc.constantFrom(...AUTHOR_ROLES, ...ELEMENT_ROLES),
    depth: fc.integer({ min: 0, max: 4 }),
    ref: fc.constantFrom('1', '2', '3', '4.r1', '4.r2', '5', '6', '7'),
    name: text,
    value: text,
    invalid: text,
    placeholder: text,
    href: fc.constantFrom('https://a.example', 'x'),
    type: fc.constantFrom(...FIELD_TYPES),
    level: fc.integer({ min: 1, max: 6 }),
    valueNow: fc.integer({ min: 0, max: 9 }),
    rowIndex: fc.integer({ min: 1, max: 9 }),
    selected: fc.boolean(),
    expanded: fc.boolean(),
    disabled: fc.boolean(),
    focused: fc.boolean(),
    current: fc.boolean(),
    multiple: fc.boolean(),
    selectable: fc.boolean(),
    focusable: fc.boolean(),
    setSize: fc.integer({ min: 1, max: 5 }),
    checked: fc.boolean(),
  },
  { requiredKeys: ['role', 'depth'] },
);
const items = fc.array(item, { maxLength: 14 });

/** What may happen to a list between two trees. */
interface Change {
  readonly kind: 'insert' | 'remove' | 'replace' | 'move' | 'swap';
  readonly at: number;
  readonly to: number;
  readonly item: AccessibleItem;
}
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'replace', 'move', 'swap'),
  at: fc.nat(20),
  to: fc.nat(20),
  item,
});

function changed(
  list: readonly AccessibleItem[],
  { kind, at, to, item }: Change,
): AccessibleItem[] {
  const next = [...list];
  const place = next.length === 0 ? 0 : at % next.length;
  if (kind === 'insert' || next.length === 0) next.splice(place, 0, item);
  else if (kind === 'remove') next.splice(place, 1);
  else if (kind === 'replace') next[place] = { ...next[place], ...item };
  else if (kind === 'move') next.splice(to % next.length, 0, ...next.splice(place, 1));
  else next.reverse();
  return next;
}

describe.each(DOCUMENTS)('in %s', (_name, open) => {
  it('a twin is a fresh one after any updates', () => {
    fc.assert(
      fc.property(items, fc.array(fc.tuple(change, text), { maxLength: 8 }), (first, changes) => {
        const document = open();
        const main = show(document, first);
        let list: readonly AccessibleItem[] = first;
        for (const [step, title] of changes) {
          list = changed(list, step);
          update(document, main, list, title);
          const fresh = twinElement(document, list, title);
          expect(written(main)).toBe(written(fresh));
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('an update with equal items touches nothing', () => {
    fc.assert(
      fc.property(items, (list) => {
        const document = open();
        const main = show(document, list);
        const before = nodesIn(main);
        update(document, main, JSON.parse(JSON.stringify(list)) as AccessibleItem[]);
        const after = nodesIn(main);
        expect(after.length).toBe(before.length);
        expect(after.every((node, at) => node === before[at])).toBe(true);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

function nodesIn(node: Node): Node[] {
  return [node, ...Array.from(node.childNodes).flatMap(nodesIn)];
}

const button = (ref: string, name = ref): AccessibleItem => ({
  role: 'button',
  depth: 0,
  ref,
  name,
});
const field = (value: string, more: Partial<AccessibleItem> = {}): AccessibleItem => ({
  role: 'textbox',
  depth: 0,
  ref: '9',
  name: 'Name',
  type: 'text',
  value,
  ...more,
});

function opened(list: readonly AccessibleItem[]): {
  document: Document;
  main: HTMLElement;
  to: (list: readonly AccessibleItem[]) => void;
  of: <T extends HTMLElement>(ref: string) => T;
  records: () => MutationRecord[];
} {
  const { window } = new JSDOM(PAGE);
  const { document } = window;
  const main = show(document, list);
  const observer = new window.MutationObserver(() => undefined);
  observer.observe(main, { subtree: true, childList: true, attributes: true, characterData: true });
  return {
    document,
    main,
    to: (next) => update(document, main, next),
    of: <T extends HTMLElement>(ref: string) => main.querySelector<T>(`[data-ref="${ref}"]`)!,
    records: () => observer.takeRecords(),
  };
}

describe('nodes', () => {
  it('are those of their references, wherever these come to be', () => {
    const { to, of, main } = opened(['1', '2', '3', '4'].map((ref) => button(ref)));
    const [one, two, three, four] = ['1', '2', '3', '4'].map((ref) => of(ref));
    to(['4', '3', '5', '1'].map((ref) => button(ref, `new ${ref}`)));
    expect([of('1'), of('3'), of('4')]).toEqual([one, three, four]);
    expect(of('1')).toBe(one);
    expect(main.contains(two!)).toBe(false);
    expect(Array.from(main.children, (each) => each.textContent)).toEqual([
      'new 4',
      'new 3',
      'new 5',
      'new 1',
    ]);
  });

  it('with the focus are never moved, whatever else is', () => {
    const refs = fc.shuffledSubarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 });
    fc.assert(
      fc.property(refs, refs, fc.nat(6), (before, after, at) => {
        const { to, of, document } = opened(before.map((ref) => button(ref)));
        const focused = before[at % before.length]!;
        of(focused).focus();
        let isBlurred = false;
        document.addEventListener('blur', () => (isBlurred = true), true);
        to(after.map((ref) => button(ref)));
        if (after.includes(focused)) {
          expect(document.activeElement).toBe(of(focused));
          expect(isBlurred).toBe(false);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('that can be used no more, or can again, are no others', () => {
    const { to, of, main } = opened([button('1', 'Save')]);
    const save = of('1');
    to([{ role: 'button', depth: 0, name: 'Save', disabled: true }]);
    expect(main.querySelector('button')).toBe(save);
    to([button('1', 'Save')]);
    expect(of('1')).toBe(save);
  });

  it('open and close without another button', () => {
    const closed: AccessibleItem = {
      role: 'disclosure',
      depth: 0,
      ref: '1',
      name: 'More',
      expanded: false,
    };
    const { to, of, document } = opened([closed]);
    const button = of('1');
    button.focus();
    to([
      { ...closed, expanded: true },
      { role: 'button', depth: 1, ref: '2', name: 'in' },
    ]);
    expect(of('1')).toBe(button);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    to([closed]);
    expect(document.activeElement).toBe(button);
  });

  it('change alone, so that regions read aloud what is new in them', () => {
    const log = (...lines: string[]): AccessibleItem[] => [
      { role: 'log', depth: 0 },
      ...lines.flatMap((name): AccessibleItem[] => [
        { role: 'paragraph', depth: 1, ref: `0.${name}` },
        { role: 'text', depth: 2, name },
      ]),
      { role: 'paragraph', depth: 0 },
      { role: 'text', depth: 1, name: `clock ${lines.length}` },
    ];
    const { to, records, main } = opened(log('1', '2'));
    to(log('1', '2', '3'));
    const seen = records();
    const regions = seen.filter(({ target }) => main.querySelector('[role=log]')!.contains(target));
    expect(
      regions.map(({ type, addedNodes, removedNodes }) => [
        type,
        addedNodes.length,
        removedNodes.length,
      ]),
    ).toEqual([['childList', 1, 0]]);
    expect(seen.length).toBe(2);
    to(log('2', '3'));
    const after = records().map(({ type, removedNodes }) => [type, removedNodes.length]);
    expect(after.sort()).toEqual([
      ['characterData', 0],
      ['childList', 1],
    ]);
  });

  it('survive what others do to the page', () => {
    const list = [button('1'), button('2'), field('x')];
    const { to, main, document } = opened(list);
    main.querySelector('button')!.remove();
    main.append('junk');
    to(list);
    expect(written(main)).toBe(written(twinElement(document, list, '')));
    const font = document.createElement('font');
    const words = main.querySelector('button')!.firstChild!;
    words.replaceWith(font);
    font.append(words);
    to([button('1', 'new'), button('2'), field('x')]);
    expect(main.querySelector('button')!.textContent).toBe('new');
    // What a browser has translated stays so until it changes.
    for (const each of main.querySelectorAll('button')) each.replaceChildren('translated');
    to([button('1', 'new'), button('2', 'other'), field('x')]);
    expect(Array.from(main.querySelectorAll('button'), (each) => each.textContent)).toEqual([
      'translated',
      'other',
    ]);
    for (const each of main.querySelectorAll('*')) each.replaceChildren('junk', 'junk', 'junk');
    to(list);
    expect(main.textContent).toBe('12Name');
  });

  it('cannot be given to what is no twin', () => {
    const { document } = new JSDOM(PAGE).window;
    expect(() => update(document, document.createElement('main'), [])).toThrow(TypeError);
  });
});

describe('fields', () => {
  it('keep what their user types while older values come back', () => {
    const { to, of } = opened([field('')]);
    const input = of<HTMLInputElement>('9');
    input.focus();
    for (const value of ['a', 'ab', 'abc']) {
      input.value = value;
      noteSent(input as unknown as LiveElement, value);
    }
    input.setSelectionRange(1, 2);
    for (const value of ['a', 'ab', 'abc']) {
      to([field(value)]);
      expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['abc', 1, 2]);
    }
    // A value of the app's own shows, and the caret stays where it can.
    to([field('ABC')]);
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['ABC', 1, 2]);
    to([field('')]);
    expect([input.value, input.selectionStart]).toEqual(['', 0]);
  });

  it('keep it while the tree changes elsewhere', () => {
    const { to, of } = opened([field('old'), button('1', 'clock 1')]);
    const input = of<HTMLInputElement>('9');
    input.focus();
    input.value = 'new';
    noteSent(input as unknown as LiveElement, 'new');
    to([field('old', { invalid: 'Too old' }), button('1', 'clock 2')]);
    expect(input.value).toBe('new');
    to([field('new'), button('1', 'clock 2')]);
    expect(input.value).toBe('new');
  });

  it('go through all values that are typed and deleted again', () => {
    const { to, of } = opened([field('')]);
    const input = of<HTMLInputElement>('9');
    input.focus();
    for (const value of ['a', 'ab', 'a']) {
      input.value = value;
      noteSent(input as unknown as LiveElement, value);
    }
    for (const value of ['a', 'ab', 'a']) {
      to([field(value)]);
      expect(input.value).toBe('a');
    }
  });

  it('show any value while nobody is in them', () => {
    const { to, of } = opened([field('x', { type: 'multiline' })]);
    const area = of<HTMLTextAreaElement>('9');
    area.value = 'typed';
    noteSent(area as unknown as LiveElement, 'typed');
    to([field('typed\nmore', { type: 'multiline' })]);
    expect(area.value).toBe('typed\nmore');
  });

  it('that are secret lose their value with the app', () => {
    const secret = (valueText?: string): AccessibleItem => ({
      ...field(''),
      type: 'password',
      valueText,
    });
    const { to, of } = opened([secret()]);
    const input = of<HTMLInputElement>('9');
    input.value = 'hunter2';
    to([secret('filled')]);
    expect(input.value).toBe('hunter2');
    to([secret()]);
    expect(input.value).toBe('');
  });

  it('of choices follow the app', () => {
    const list = (chosen: string): AccessibleItem[] => [
      { role: 'select', depth: 0, ref: '1', name: 'City' },
      ...['Oslo', 'Riga'].map((name): AccessibleItem => ({
        role: 'option',
        depth: 1,
        ref: `1.${name.length}${name[0]!.toLowerCase()}`,
        name,
        value: name,
        selected: name === chosen,
      })),
    ];
    const { to, of } = opened(list('Oslo'));
    const select = of<HTMLSelectElement>('1');
    select.value = 'Riga';
    to([...list('Oslo'), button('2')]);
    expect(select.value).toBe('Riga');
    to(list('Riga'));
    expect(select.value).toBe('Riga');
    to(list('Oslo'));
    expect(select.value).toBe('Oslo');
  });
});

describe('the focus', () => {
  const at = (focused: string): AccessibleItem[] =>
    ['1', '2', '3'].map((ref) => ({ ...button(ref), focused: ref === focused }));

  it('goes where the app moves its own', () => {
    const { to, of, document } = opened(at('1'));
    of('1').focus();
    to(at('3'));
    expect(document.activeElement).toBe(of('3'));
  });

  it('stays outside where it is', () => {
    const { to, document } = opened(at('1'));
    to(at('3'));
    expect(document.activeElement).toBe(document.body);
  });

  it('is not taken back by the echo of moves', () => {
    const { to, of, main, document } = opened(at('1'));
    for (const ref of ['2', '3']) {
      of(ref).focus();
      noteFocus(main as unknown as LiveElement, ref);
    }
    to(at('2'));
    expect(document.activeElement).toBe(of('3'));
    to(at('3'));
    expect(document.activeElement).toBe(of('3'));
    to(at('1'));
    expect(document.activeElement).toBe(of('1'));
  });

  it('goes to what has the focus of the app where its element is gone', () => {
    const { to, of, document } = opened(at('2'));
    of('3').focus();
    to(at('2').slice(0, 2));
    expect(document.activeElement).toBe(of('2'));
  });
});
