/**
 * Random operations on a plain document and on jsdom's: the same results, the same exceptions and the same trees
 * after each of them.
 */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { createWindow } from '../../runtime/dom/plain/create-window.js';
import { propertyRuns } from '../support/property-runs.js';

const PAGE = '<!DOCTYPE html><html><head></head><body><p id="a">x</p></body></html>';
const SVG = 'http://www.w3.org/2000/svg';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

type Thing = Readonly<Record<string, unknown>>;
type Arg = string | number | boolean | null | { readonly node: number };
interface Step {
  readonly kind: 'call' | 'get' | 'set' | 'list' | 'walk' | 'iterate';
  readonly on: number;
  readonly name: string;
  readonly args: readonly Arg[];
}

/** One of the two documents, with its nodes by number. */
class Side {
  readonly nodes: Thing[] = [];
  readonly #numbers = new Map<Thing, number>();

  readonly #serialize: (node: Thing) => string;

  constructor(
    readonly document: Thing,
    serialize: (node: Thing) => string,
  ) {
    this.#serialize = serialize;

    for (const node of [
      document,
      document['documentElement'],
      document['body'],
      this.make('createElement', 'div'),
      this.make('createElement', 'B'),
      this.make('createElement', 'template'),
      this.make('createElement', 'select'),
      this.make('createElementNS', SVG, 'svg'),
      this.make('createElementNS', 'u', 'p:q'),
      this.make('createTextNode', 'one two'),
      this.make('createTextNode', ''),
      this.make('createComment', 'c'),
      this.make('createDocumentFragment'),
      (document['implementation'] as Record<string, (...input: string[]) => unknown>)[
        'createDocumentType'
      ]!('d', '', ''),
    ]) {
      this.number(node as Thing);
    }
  }

  make(method: string, ...input: unknown[]): unknown {
    const methods = this.document as unknown as Record<string, (...input: unknown[]) => unknown>;
    return methods[method]!(...input);
  }

  number(node: Thing): number {
    let number = this.#numbers.get(node);
    if (number === undefined) {
      number = this.nodes.push(node) - 1;
      this.#numbers.set(node, number);
    }
    return number;
  }

  node(number: number): Thing {
    return this.nodes[number % this.nodes.length]!;
  }

  /** What a step gives, in words that both sides have. */
  run(step: Step): unknown {
    try {
      return this.describe(this.#do(step));
    } catch (error) {
      const { name } = error as Error;
      return `throws ${name}`;
    }
  }

  #do({ kind, on, name, args }: Step): unknown {
    const input = args.map((each) =>
      typeof each === 'object' && each !== null ? this.node(each.node) : each,
    );
    const target = this.node(on);
    // jsdom takes out an empty text that it is called on; the standard speaks of what is inside.
    if (name === 'normalize' && target['nodeType'] === 3) return undefined;
    switch (kind) {
      case 'get':
        return target[name];
      case 'set':
        if (!(name in target)) return 'no such property';
        (target as Record<string, unknown>)[name] = input[0];
        return 'set';
      case 'call':
      case 'list': {
        const object = kind === 'list' ? target['classList'] : target;
        const method = (object as Thing | undefined)?.[name];
        if (typeof method !== 'function') return 'no such method';
        return Reflect.apply(method, object, input) as unknown;
      }
      case 'walk':
        return this.#walk(target, name, args);
      case 'iterate':
        return this.#iterate(target, name, args);
    }
  }

  #walk(root: Thing, moves: string, [show]: readonly Arg[]): unknown {
    const walker = this.make('createTreeWalker', root, show) as Record<string, () => unknown>;
    return [...moves].map((move) => {
      const found = walker[MOVES[Number(move)]!]!();
      return this.describe(found);
    });
  }

  #iterate(root: Thing, moves: string, [show, removed]: readonly Arg[]): unknown {
    const iterator = this.make('createNodeIterator', root, show) as Record<string, () => unknown>;
    return [...moves].map((move, at) => {
      const found = Number(move) % 3 === 0 ? iterator['previousNode']!() : iterator['nextNode']!();
      if (at === 1 && typeof removed === 'number') {
        const node = this.node(removed);
        // jsdom moves iterators whose root is inside what is removed; the standard does not.
        const isInside = (root['contains'] as (node: Thing) => boolean).call(root, node);
        if (isInside && node !== root) {
          const parent = node['parentNode'] as Record<string, (node: Thing) => unknown>;
          parent['removeChild']!(node);
        }
      }
      const { referenceNode, pointerBeforeReferenceNode: isBefore } = iterator as Thing;
      return [this.describe(found), this.describe(referenceNode), isBefore];
    });
  }

  describe(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const thing = value as Thing;
    if (Array.isArray(value)) return value.map((each) => this.describe(each));
    if (typeof thing['nodeType'] === 'number') {
      return thing['nodeType'] === 2 ? `@${String(thing['name'])}` : this.number(thing);
    }
    if (typeof thing['length'] === 'number') {
      return Array.from(value as unknown as ArrayLike<unknown>, (each) => this.describe(each));
    }
    return Object.prototype.toString.call(value);
  }

  /** Every tree that a node is in. */
  picture(): string[] {
    return this.nodes
      .filter((node) => node['parentNode'] === null)
      .map((node) => `${this.number(node)}: ${this.#serialize(node)}`);
  }
}

const MOVES = [
  'nextNode',
  'previousNode',
  'firstChild',
  'lastChild',
  'nextSibling',
  'previousSibling',
  'parentNode',
];

function serializerOf(document: Thing): (node: Thing) => string {
  return (node) => {
    switch (node['nodeType']) {
      case 1:
        return String(node['outerHTML']);
      case 9:
      case 11:
        return Array.from(node['childNodes'] as ArrayLike<Thing>, serializerOf(document)).join('');
      case 10:
        return `<!${String(node['name'])}>`;
      default:
        return `${String(node['nodeName'])} ${String(node['nodeValue'])}`;
    }
  };
}

const node = fc.nat(40).map((number) => ({ node: number }));
const nodeOrNull = fc.oneof(
  { arbitrary: node, weight: 4 },
  { arbitrary: fc.constant(null), weight: 1 },
);
const text = fc.constantFrom('', 'x', 'a b', ' ', 'é&"', 'a\u00a0b', '\u{1f600}');
const name = fc.constantFrom('id', 'class', 'data-x', 'X', 'p:q', 'xmlns', 'a b', '', 'lang');
const space = fc.constantFrom(null, '', 'u', 'v', SVG, XMLNS);
const nameNS = fc.constantFrom('q', 'p:q', 'xmlns:p', 'xmlns', 'r', 'P');
const tokens = fc.constantFrom('a', 'b', 'a b', '', 'c');
const markup = fc
  .array(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      'x',
      '<div class="a">',
      '</div>',
      '<table><tr><td>',
      '</table>',
      '<li>',
      '<br>',
      '<i id="b">',
      '</i>',
      '<!--c-->',
      '&amp;',
      '<svg>',
      '</svg>',
      '<template>',
      '</template>',
      '<option>',
      '<select>',
      '<a>',
      '<h1>',
      '</h1>',
      '<g/>',
      '<input/>',
      '<foreignObject>',
      '<textarea>',
      '</textarea>',
      '<style>',
      '</style>',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
// What nwsapi, which jsdom selects with, does as the standard has it in detached trees too.
const selector = fc.constantFrom(
  '*',
  'p',
  '.a',
  '#a',
  '[id]',
  'p > *',
  'div p',
  'b + i',
  ':not(p)',
  'p ~ *',
  '',
  '[class~="a"]',
  'p >',
  'svg',
  'div, p',
  '[data-x="x"]',
);
const offset = fc.constantFrom(0, 1, 3, 7, 100);
const position = fc.constantFrom('beforebegin', 'AfterBegin', 'beforeend', 'afterend', 'no');

function call(method: string, ...args: fc.Arbitrary<Arg>[]): fc.Arbitrary<Step> {
  return steps('call', method, args);
}
function steps(kind: Step['kind'], method: string, args: fc.Arbitrary<Arg>[]): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant(kind),
    on: fc.nat(40),
    name: fc.constant(method),
    args: fc.tuple(...args),
  });
}
function all(kind: Step['kind'], names: string, ...args: fc.Arbitrary<Arg>[]): fc.Arbitrary<Step> {
  return fc.oneof(...names.split(' ').map((each) => steps(kind, each, args)));
}

const step = fc.oneof(
  { arbitrary: call('appendChild', node), weight: 8 },
  { arbitrary: call('insertBefore', node, nodeOrNull), weight: 6 },
  { arbitrary: call('replaceChild', node, node), weight: 3 },
  { arbitrary: call('removeChild', node), weight: 2 },
  {
    arbitrary: all('call', 'append prepend before after replaceWith replaceChildren', node),
    weight: 6,
  },
  all('call', 'append prepend before after replaceWith replaceChildren', text),
  all('call', 'remove normalize hasChildNodes getAttributeNames hasAttributes'),
  call('cloneNode', fc.boolean()),
  call('splitText', offset),
  call('substringData', offset, offset),
  call('insertData', offset, text),
  call('deleteData', offset, offset),
  call('replaceData', offset, offset, text),
  call('appendData', text),
  { arbitrary: call('setAttribute', name, text), weight: 3 },
  all('call', 'getAttribute hasAttribute removeAttribute toggleAttribute getAttributeNode', name),
  call('setAttributeNS', space, nameNS, text),
  all('call', 'getAttributeNS hasAttributeNS removeAttributeNS', space, nameNS),
  all('call', 'getElementsByTagNameNS', space, nameNS),
  all('list', 'add remove toggle contains', tokens),
  steps('list', 'replace', [tokens, tokens]),
  { arbitrary: all('call', 'querySelector querySelectorAll matches closest', selector), weight: 3 },
  all('call', 'getElementsByTagName getElementsByClassName', fc.constantFrom('*', 'p', 'B', 'a')),
  call('insertAdjacentElement', position, node),
  call('insertAdjacentText', position, text),
  call('insertAdjacentHTML', position, markup),
  all('call', 'contains isEqualNode isSameNode', node),
  all('call', 'lookupNamespaceURI isDefaultNamespace lookupPrefix', space),
  { arbitrary: all('set', 'innerHTML outerHTML', markup), weight: 3 },
  all('set', 'textContent nodeValue data id', text),
  all(
    'get',
    'firstChild lastChild nextSibling previousSibling parentNode parentElement children childNodes ' +
      'nodeName nodeValue nodeType textContent tagName localName prefix namespaceURI isConnected ' +
      'childElementCount firstElementChild lastElementChild nextElementSibling attributes ' +
      'previousElementSibling wholeText id classList innerHTML content data',
  ),
  steps('walk', '0000000', [fc.constantFrom(-1, 1, 4, 5, 128)]),
  fc.record({
    kind: fc.constantFrom('walk' as const, 'iterate' as const),
    on: fc.nat(40),
    name: fc.stringMatching(/^[0-6]{1,8}$/),
    args: fc.tuple(fc.constantFrom(0xffffffff, 1, 4, 129), fc.nat(40)),
  }),
);

it('agrees with jsdom after every operation', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (list) => {
      const ours = createWindow(PAGE).document as unknown as Thing;
      const theirs = new JSDOM(PAGE).window.document as unknown as Thing;
      const [left, right] = [
        new Side(ours, serializerOf(ours)),
        new Side(theirs, serializerOf(theirs)),
      ];
      for (const each of list) {
        const [mine, other] = [left.run(each), right.run(each)];
        expect({ each, result: mine, trees: left.picture() }).toEqual({
          each,
          result: other,
          trees: right.picture(),
        });
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});
