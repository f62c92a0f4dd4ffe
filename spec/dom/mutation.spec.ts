import { describe, expect, it } from '@jest/globals';
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { observe } from '../../runtime/element/tui-document.js';
import type { Label } from '../support/elements.js';
import { empty, load, one, Probe, watch, named } from '../support/elements.js';
import { CONNECTED, DISCONNECTED } from '../../runtime/element/internals.js';
import { setHook } from '../support/hooks.js';

function setup(markup = '<container><b>1</b><i>2</i><u>3</u></container>'): {
  document: TuiDocument;
  box: TuiElement;
  b: TuiElement;
  i: TuiElement;
  u: TuiElement;
  lines: string[];
} {
  const document = load(markup);
  const [box, b, i, u] = ['container', 'b', 'i', 'u'].map((name) => one(document, name));
  return { document, box: box!, b: b!, i: i!, u: u!, lines: watch(document) };
}

/** Every way to change the tree: what it makes of `<b>1</b><i>2</i><u>3</u>`, and its records. */
const WAYS: [string, (at: ReturnType<typeof setup>) => unknown, string, string[]][] = [
  [
    'append',
    ({ box, b, document }) => box.append(b, 'x', document.createElement('s')),
    '<i>2</i><u>3</u><b>1</b>x<s></s>',
    ['container: -b (- | i)', 'container: +b +x +s (u | -)'],
  ],
  [
    'prepend',
    ({ box, u }) => box.prepend('x', u),
    'x<u>3</u><b>1</b><i>2</i>',
    ['container: -u (i | -)', 'container: +x +u (- | b)'],
  ],
  [
    'appendChild',
    ({ box, b }) => box.appendChild(b),
    '<i>2</i><u>3</u><b>1</b>',
    ['container: -b (- | i)', 'container: +b (u | -)'],
  ],
  [
    'insertBefore',
    ({ box, u, i }) => box.insertBefore(u, i),
    '<b>1</b><u>3</u><i>2</i>',
    ['container: -u (i | -)', 'container: +u (b | i)'],
  ],
  [
    'insertBefore itself',
    ({ box, i }) => box.insertBefore(i, i),
    '<b>1</b><i>2</i><u>3</u>',
    ['container: -i (b | u)', 'container: +i (b | u)'],
  ],
  [
    'before',
    ({ i }) => i.before('x', 'y'),
    '<b>1</b>xy<i>2</i><u>3</u>',
    ['container: +x +y (b | i)'],
  ],
  [
    'before with a neighbour',
    ({ i, b }) => i.before(b),
    '<b>1</b><i>2</i><u>3</u>',
    ['container: -b (- | i)', 'container: +b (- | i)'],
  ],
  ['after', ({ i }) => i.after('x'), '<b>1</b><i>2</i>x<u>3</u>', ['container: +x (i | u)']],
  [
    'after with a neighbour',
    ({ i, u }) => i.after(u, 'x'),
    '<b>1</b><i>2</i><u>3</u>x',
    ['container: -u (i | -)', 'container: +u +x (i | -)'],
  ],
  [
    'replaceWith',
    ({ i }) => i.replaceWith('x', 'y'),
    '<b>1</b>xy<u>3</u>',
    ['container: +x +y -i (b | u)'],
  ],
  [
    'replaceWith itself',
    ({ i }) => i.replaceWith('x', i),
    '<b>1</b>x<i>2</i><u>3</u>',
    ['container: -i (b | u)', 'container: +x +i (b | u)'],
  ],
  [
    'replaceWith a neighbour',
    ({ i, u }) => i.replaceWith(u),
    '<b>1</b><u>3</u>',
    ['container: -u (i | -)', 'container: +u -i (b | -)'],
  ],
  [
    'replaceChild',
    ({ box, i, b }) => box.replaceChild(b, i),
    '<b>1</b><u>3</u>',
    ['container: -b (- | i)', 'container: +b -i (- | u)'],
  ],
  [
    'replaceChildren',
    ({ box, i }) => box.replaceChildren('x', i),
    'x<i>2</i>',
    ['container: -i (b | u)', 'container: +x +i -b -u (- | -)'],
  ],
  [
    'replaceChildren with nothing',
    ({ box }) => box.replaceChildren(),
    '',
    ['container: -b -i -u (- | -)'],
  ],
  ['remove', ({ i }) => i.remove(), '<b>1</b><u>3</u>', ['container: -i (b | u)']],
  [
    'removeChild',
    ({ box, i }) => box.removeChild(i),
    '<b>1</b><u>3</u>',
    ['container: -i (b | u)'],
  ],
  [
    'textContent',
    ({ box }) => (box.textContent = '<x>'),
    '&lt;x&gt;',
    ['container: +<x> -b -i -u (- | -)'],
  ],
  [
    'textContent of nothing',
    ({ box }) => (box.textContent = ''),
    '',
    ['container: -b -i -u (- | -)'],
  ],
  [
    'innerHTML',
    ({ box }) => (box.innerHTML = '<s>x</s>y'),
    '<s>x</s>y',
    ['container: +s +y -b -i -u (- | -)'],
  ],
  [
    'outerHTML',
    ({ i }) => (i.outerHTML = '<s>x</s>y'),
    '<b>1</b><s>x</s>y<u>3</u>',
    ['container: +s +y -i (b | u)'],
  ],
  [
    'insertAdjacentHTML',
    ({ i }) => i.insertAdjacentHTML('afterend', '<s></s>x'),
    '<b>1</b><i>2</i><s></s>x<u>3</u>',
    ['container: +s +x (i | u)'],
  ],
  [
    'insertAdjacentElement',
    ({ i, u }) => i.insertAdjacentElement('beforebegin', u),
    '<b>1</b><u>3</u><i>2</i>',
    ['container: -u (i | -)', 'container: +u (b | i)'],
  ],
  [
    'insertAdjacentText',
    ({ i }) => i.insertAdjacentText('afterbegin', 'x'),
    '<b>1</b><i>x2</i><u>3</u>',
    ['i: +x (- | 2)'],
  ],
  [
    'text.data',
    ({ i }) => ((i.firstChild as unknown as { data: string }).data = 'x'),
    '<b>1</b><i>x</i><u>3</u>',
    ['x was 2'],
  ],
  [
    'nodeValue',
    ({ i }) => (i.firstChild!.nodeValue = 'x'),
    '<b>1</b><i>x</i><u>3</u>',
    ['x was 2'],
  ],
  [
    'text.textContent',
    ({ i }) => (i.firstChild!.textContent = 'x'),
    '<b>1</b><i>x</i><u>3</u>',
    ['x was 2'],
  ],
  [
    'a fragment',
    ({ box, i, document }) => {
      const fragment = document.createDocumentFragment();
      fragment.append('x', document.createElement('s'));
      box.insertBefore(fragment, i);
      expect(fragment.childNodes).toHaveLength(0);
    },
    '<b>1</b>x<s></s><i>2</i><u>3</u>',
    ['container: +x +s (b | i)'],
  ],
  [
    'an empty fragment',
    ({ box, document }) => box.append(document.createDocumentFragment()),
    '<b>1</b><i>2</i><u>3</u>',
    [],
  ],
  [
    'a node given twice',
    ({ box, i }) => box.append(i, 'x', i),
    '<b>1</b><u>3</u>x<i>2</i>',
    ['container: -i (b | u)', 'container: +x +i (u | -)'],
  ],
];

describe('every way to change the tree', () => {
  it.each(WAYS)('%s', (_, change, html, records) => {
    const at = setup();
    change(at);
    expect(at.box.innerHTML).toBe(html);
    expect(at.lines).toEqual(records);
    // The arrays and the links must agree.
    const forwards = [];
    for (let node = at.box.firstChild; node !== null; node = node.nextSibling) forwards.push(node);
    const backwards = [];
    for (let node = at.box.lastChild; node !== null; node = node.previousSibling)
      backwards.unshift(node);
    expect([...at.box.childNodes]).toEqual(forwards);
    expect(backwards).toEqual(forwards);
    for (const node of forwards) expect(node.parentNode).toBe(at.box);
  });
});

describe('what cannot be', () => {
  it.each<[string, (at: ReturnType<typeof setup>) => unknown, string]>([
    ['a node in itself', ({ box }) => box.append(box), 'HierarchyRequestError'],
    ['a node in its descendant', ({ box, i }) => i.append(box), 'HierarchyRequestError'],
    [
      'a reference that is no child',
      ({ box, i, document }) => box.insertBefore(document.createElement('s'), i.firstChild),
      'NotFoundError',
    ],
    ['removing what is no child', ({ box, i }) => box.removeChild(i.firstChild!), 'NotFoundError'],
    [
      'replacing what is no child',
      ({ box, i }) => box.replaceChild(i, i.firstChild!),
      'NotFoundError',
    ],
    ['a child of a text', ({ i, b }) => i.firstChild!.appendChild(b), 'HierarchyRequestError'],
    [
      'a document in an element',
      ({ box, document }) => box.append(document),
      'HierarchyRequestError',
    ],
    ['no node at all', ({ box }) => box.appendChild('x' as never), 'TypeError'],
    [
      'a name that is none',
      ({ document }) => document.createElement('a b'),
      'InvalidCharacterError',
    ],
  ])('%s', (_, change, name) => {
    const at = setup();
    const before = at.box.outerHTML;
    expect(() => change(at)).toThrow(named(name));
    expect(at.box.outerHTML).toBe(before);
    expect(at.lines).toEqual([]);
  });
});

describe('records', () => {
  it('of detached trees are only for those who ask', () => {
    const { document, lines } = setup();
    const all = watch(document, { detached: true });
    const b = document.createElement('b');
    b.append('x');
    b.setAttribute('id', '1');
    expect(lines).toEqual([]);
    expect(all).toEqual(['b: +x (- | -)', 'b@id/id was null']);
  });

  it('end when they are no longer asked for', () => {
    const { document, box } = setup();
    const seen: string[] = [];
    const stop = document.observe((record) => seen.push(record.type));
    box.append('x');
    stop();
    box.append('y');
    expect(seen).toEqual(['childList']);
  });

  it('are only for observers of their kind', () => {
    const { document, i } = setup();
    const seen: string[] = [];
    const stop = observe(document, ['state'], ({ type }) => seen.push(type));
    i.append('x');
    i.setAttribute('id', 'x');
    i.addState('hover');
    stop();
    i.removeState('hover');
    expect(seen).toEqual(['state']);
  });

  it('of states', () => {
    const { i, lines } = setup();
    i.addState('hover');
    i.addState('hover');
    i.removeState('hover');
    i.removeState('focus');
    expect(lines).toEqual(['i:hover', 'i:hover']);
    expect(i.states.has('hover')).toBe(false);
  });
});

describe('connected and disconnected', () => {
  it('are called once for each entry and exit, in tree order', () => {
    Probe.log = [];
    const document = empty();
    const outer = document.createElement('probe');
    outer.id = 'o';
    const inner = document.createElement('probe');
    inner.id = 'i';
    outer.append(inner);
    expect(Probe.log).toEqual([]);
    document.body.append(outer);
    document.body.append(outer);
    outer.remove();
    expect(Probe.log).toEqual(['+o', '+i', '-o', '-i', '+o', '+i', '-o', '-i']);
    expect([outer.isConnected, inner.isConnected]).toEqual([false, false]);
  });

  it('may change the tree themselves, and may throw', () => {
    const document = load('<container/>');
    const box = one(document, 'container');
    const probe = document.createElement('probe');
    const next = document.createElement('probe');
    const log: string[] = [];
    setHook(probe, CONNECTED, () => {
      log.push('in');
      next.remove();
      probe.remove();
      throw new Error('oh');
    });
    setHook(probe, DISCONNECTED, () => log.push('out'));
    setHook(next, CONNECTED, () => log.push('never'));
    setHook(next, DISCONNECTED, () => log.push('next out'));
    box.append(probe, next);
    expect(box.childNodes).toHaveLength(0);
    expect(log).toContain('in');
    expect(log).toContain('out');
    expect(log).not.toContain('never');
    expect(document.diagnostics[0]?.message).toBe('Error: oh at <probe>');
  });
});

describe('contentChanged', () => {
  it('tells a parent, and who lays out inline content, of changes below', () => {
    const document = load('<label>a<b>b</b></label>');
    const label = one<Label>(document, 'label');
    one(document, 'b').firstChild!.nodeValue = 'c';
    label.append('d');
    one(document, 'b').remove();
    expect(label.changes).toEqual(['ac', 'acd', 'ad']);
  });
});

describe('live lists', () => {
  it('follow the tree', () => {
    const { box, i } = setup();
    const { childNodes, children } = box;
    const tags = box.getElementsByTagName('i');
    const classes = box.getElementsByClassName('x y');
    expect(box.children).toBe(children);
    expect([childNodes.length, children[1], tags.length, classes.length]).toEqual([3, i, 1, 0]);
    i.className = 'y x z';
    box.prepend('t');
    expect([childNodes.length, children.length, children[1], classes[0]]).toEqual([4, 3, i, i]);
    i.remove();
    expect([children.length, tags.length, classes.length, childNodes[9]]).toEqual([
      2,
      0,
      0,
      undefined,
    ]);
    while (box.firstChild !== null) box.removeChild(childNodes[0]!);
    expect([...childNodes]).toEqual([]);
  });

  it('have the standard’s methods', () => {
    const { box, b } = setup();
    b.id = 'name';
    const seen: unknown[] = [];
    box.children.forEach((child, index) => seen.push(`${index}${child.localName}`));
    expect(seen).toEqual(['0b', '1i', '2u']);
    expect(box.children.item(2)?.localName).toBe('u');
    expect(box.children.item(3)).toBeNull();
    expect(box.children.namedItem('name')).toBe(b);
    expect([...box.children.entries()].length).toBe(3);
    expect(Array.from(box.children, (child) => child.localName)).toEqual(['b', 'i', 'u']);
    expect(0 in box.children && !(3 in box.children)).toBe(true);
  });
});

describe('ids', () => {
  it('are found through every change; of several, the first in the tree', () => {
    const { document, box, b, i, u } = setup();
    u.id = 'x';
    expect(document.getElementById('x')).toBe(u);
    i.id = 'x';
    expect(document.getElementById('x')).toBe(i);
    box.append(i);
    expect(document.getElementById('x')).toBe(u);
    u.remove();
    expect(document.getElementById('x')).toBe(i);
    i.setAttribute('id', 'y');
    expect(document.getElementById('x')).toBeNull();
    expect(document.getElementById('y')).toBe(i);
    box.innerHTML = '<b id="__proto__"/>';
    expect(document.getElementById('y')).toBeNull();
    expect(document.getElementById('__proto__')).toBe(box.firstChild);
    expect(document.getElementById('constructor')).toBeNull();
    expect(document.getElementById('')).toBeNull();
    expect(b.isConnected).toBe(false);
  });

  it('of detached elements are not found', () => {
    const document = empty();
    const b = document.createElement('b');
    b.id = 'x';
    expect(document.getElementById('x')).toBeNull();
    document.body.append(b);
    expect(document.getElementById('x')).toBe(b);
  });
});

describe('documents', () => {
  it('take nodes of one another', () => {
    const one = load('<b id="x">1</b>');
    const two = empty();
    const b = one.getElementById('x')!;
    two.body.append(b);
    expect(one.getElementById('x')).toBeNull();
    expect(two.getElementById('x')).toBe(b);
    expect([b.ownerDocument, b.firstChild?.ownerDocument]).toEqual([two, two]);
    const copy = one.importNode(b, true);
    expect([copy.ownerDocument, copy.outerHTML]).toEqual([one, '<b id="x">1</b>']);
    expect(one.adoptNode(b).parentNode).toBeNull();
  });
});
