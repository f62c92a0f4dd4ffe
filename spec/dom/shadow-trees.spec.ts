/** Shadow trees by the DOM standard: slots, events, ids, and what stays outside. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Event, CustomEvent } from '../../runtime/dom/events/event.js';
import type { ShadowRoot } from '../../runtime/dom/shadow-root.js';
import { flatChildNodesOf, flatParentOf } from '../../runtime/dom/tree/flat-tree.js';
import { isConnected, type TreeNode } from '../../runtime/dom/tree/tree-node.js';
import * as tree from '../../runtime/element/tree.js';
import { createDocument } from '../../runtime/element/tui-document.js';
import type { TuiDocument, TuiElement, TuiText } from '../../runtime/element/tui-element.js';
import { registry } from '../../elements/index.js';
import { propertyRuns } from '../support/property-runs.js';

interface Slot {
  assignedNodes(options?: object): readonly { readonly textContent: string | null }[];
}

function hostWith(
  shadow: string,
  light = '',
): {
  document: TuiDocument;
  host: TuiElement;
  root: ShadowRoot;
} {
  const document = createDocument(registry);
  const host = document.createElement('x-card');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = shadow;
  host.innerHTML = light;
  document.body.appendChild(host);
  return { document, host, root };
}

/** What is shown, as markup of names and texts. */
function shown(node: TreeNode): string {
  return flatChildNodesOf(node)
    .map((child) => {
      const text = tree.isText(child as never) ? tree.dataOf(child) : '';
      const name = text === '' ? tree.localNameOf(child as never) : '';
      return text === '' ? `<${name}>${shown(child)}</${name}>` : text;
    })
    .join('');
}

function slotOf(root: ShadowRoot, selector = 'slot'): TuiElement & Slot {
  return root.querySelector(selector) as never;
}

describe('what an element with a shadow tree shows', () => {
  it.each([
    ['<text>a</text>', 'b', '<text>a</text>'],
    [
      '<container><slot></slot></container>',
      '<text>1</text>2',
      '<container><text>1</text>2</container>',
    ],
    ['[<slot>none</slot>]', '', '[none]'],
    ['[<slot>none</slot>]', 'x', '[x]'],
    ['<slot name="b"></slot>|<slot></slot>', '1<text slot="b">2</text>3', '<text>2</text>|13'],
    ['<slot></slot>|<slot></slot>', '1', '1|'],
    ['<slot name="b">B</slot><slot name="c"></slot>', '<text slot="z">lost</text>', 'B'],
  ])('%s with %s', (shadow, light, expected) => {
    const { host } = hostWith(shadow, light);
    expect(shown(host)).toBe(expected);
  });

  it('follows each change of children, slots and their names', () => {
    const { host, root, document } = hostWith(
      '<slot name="a"></slot>-<slot></slot>',
      '<text>1</text>',
    );
    const text = host.querySelector('text')!;
    text.slot = 'a';
    expect(shown(host)).toBe('<text>1</text>-');
    host.append('2');
    expect(shown(host)).toBe('<text>1</text>-2');
    slotOf(root, '[name]').setAttribute('name', 'b');
    expect(shown(host)).toBe('-2');
    const slot = document.createElement('slot');
    slot.setAttribute('name', 'a');
    root.append(slot);
    expect(shown(host)).toBe('-2<text>1</text>');
    slot.remove();
    expect(shown(host)).toBe('-2');
    host.textContent = 'new';
    expect(shown(host)).toBe('-new');
    expect(root.childNodes).toHaveLength(3);
  });

  it('passes a slot on into a component in it', () => {
    const { root, host } = hostWith('<x-inner><slot></slot></x-inner>', 'deep');
    const inner = root.querySelector('x-inner') as unknown as TuiElement;
    inner.attachShadow({ mode: 'open' }).innerHTML = '<b><slot></slot></b>';
    expect(shown(host)).toBe('<x-inner><b>deep</b></x-inner>');
    expect(flatParentOf(host.firstChild as never)).toBe(inner.shadowRoot!.querySelector('b'));
    expect(slotOf(inner.shadowRoot!).assignedNodes({ flatten: true })[0]!.textContent).toBe('deep');
  });

  it('is walked the same forwards, backwards and upwards', () => {
    const names = fc.constantFrom('', 'a', 'b');
    const leaf = names.map((slot) => `<text slot="${slot}">t</text>`);
    const light = fc.array(fc.oneof(leaf, fc.constant('word')), { maxLength: 6 });
    const part = fc.oneof(
      names.map((name) => `<slot name="${name}">none</slot>`),
      names.map((name) => `<container><slot name="${name}"></slot>!</container>`),
      fc.constant('<text>own</text>'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), light, (parts, children) => {
        const { host } = hostWith(parts.join(''), children.join('<!-- -->'));
        const walk = (node: TreeNode): void => {
          const down = flatChildNodesOf(node);
          const forwards: TreeNode[] = [];
          const backwards: TreeNode[] = [];
          const own = node as never;
          for (let at = tree.firstChildOf(own); at !== null; at = tree.nextSiblingOf(at)) {
            forwards.push(at);
            expect(flatParentOf(at)).toBe(node);
          }
          for (let at = tree.lastChildOf(own); at !== null; at = tree.previousSiblingOf(at)) {
            backwards.push(at);
          }
          expect(forwards).toEqual(down);
          expect(backwards.reverse()).toEqual(down);
          for (const child of down) walk(child);
        };
        walk(host);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('what is outside', () => {
  it('finds no id, class or element of a shadow tree', () => {
    const { document, host, root } = hostWith('<text id="a" class="c">x</text>', '<b id="d">y</b>');
    expect(document.getElementById('a')).toBeNull();
    expect(document.querySelector('.c')).toBeNull();
    expect(host.textContent).toBe('y');
    expect(host.innerHTML).toBe('<b id="d">y</b>');
    expect(root.getElementById('a')!.textContent).toBe('x');
    expect(document.getElementById('d')).not.toBeNull();
    (root.getElementById('a') as unknown as TuiElement).id = 'e';
    expect(document.getElementById('e')).toBeNull();
    host.remove();
    expect(document.getElementById('d')).toBeNull();
    expect(isConnected(root.firstChild as never)).toBe(false);
    document.body.append(host);
    expect(isConnected(root.firstChild as never)).toBe(true);
    expect(document.getElementById('e')).toBeNull();
  });

  it('gets the host as the target of events, and none that are not composed', () => {
    const { document, host, root } = hostWith('<button>go</button>');
    const inner = root.querySelector('button')!;
    const seen: string[] = [];
    const name = (target: unknown): string =>
      target === inner ? 'inner' : target === host ? 'host' : 'other';
    for (const [at, target] of Object.entries({ document, host, root, inner })) {
      target.addEventListener('ping', (event) => {
        seen.push(`${at}:${name(event.target)}:${event.eventPhase}`);
      });
    }
    inner.dispatchEvent(new Event('ping', { bubbles: true }));
    expect(seen.splice(0)).toEqual(['inner:inner:2', 'root:inner:3']);
    const event = new Event('ping', { bubbles: true, composed: true });
    inner.dispatchEvent(event);
    expect(seen.splice(0)).toEqual([
      'inner:inner:2',
      'root:inner:3',
      'host:host:2',
      'document:host:3',
    ]);
    expect(event.target).toBe(host);
    inner.dispatchEvent(new CustomEvent('ping', { composed: true }));
    expect(seen).toEqual(['inner:inner:2', 'host:host:2']);
  });

  it('sees the path of an event through slots, but not of closed trees', () => {
    const document = createDocument(registry);
    const host = document.createElement('x-card');
    const root = host.attachShadow({ mode: 'closed' });
    root.innerHTML = '<slot></slot>';
    host.innerHTML = '<text>a</text>';
    document.body.append(host);
    expect(host.shadowRoot).toBeNull();
    const text = host.firstChild as unknown as TuiElement;
    expect(text.assignedSlot).toBeNull();
    let outside: readonly unknown[] = [];
    let inside: readonly unknown[] = [];
    document.addEventListener('ping', (event) => (outside = event.composedPath()));
    root.addEventListener('ping', (event) => (inside = event.composedPath()));
    text.dispatchEvent(new Event('ping', { bubbles: true }));
    expect(outside.slice(0, 3)).toEqual([text, host, document.body]);
    expect(inside.slice(0, 4)).toEqual([text, root.firstChild, root, host]);
  });

  it('observes changes of its own tree alone', async () => {
    const { document, host, root } = hostWith('<text>x</text>');
    const Observer = document.defaultView.MutationObserver as unknown as new (
      callback: (records: readonly { readonly target: unknown }[]) => void,
    ) => { observe(target: unknown, options: object): void };
    const targets: unknown[] = [];
    const watch = (target: unknown): void =>
      new Observer((records) => targets.push(...records.map((each) => each.target))).observe(
        target,
        {
          childList: true,
          subtree: true,
        },
      );
    watch(document);
    root.append('y');
    await Promise.resolve();
    expect(targets).toEqual([]);
    host.append('z');
    watch(root);
    root.append('w');
    await Promise.resolve();
    expect(targets).toEqual([host, root]);
  });
});

describe('attachShadow', () => {
  it('accepts elements that have no content of their own, once', () => {
    const document = createDocument(registry);
    expect(() => document.createElement('input').attachShadow({ mode: 'open' })).toThrow(
      '<input> cannot have a shadow tree',
    );
    expect(() => document.createElement('data-bars').attachShadow({ mode: 'open' })).toThrow(
      'cannot have a shadow tree',
    );
    const host = document.createElement('section');
    expect(() => host.attachShadow({} as never)).toThrow('expected { mode: "open" }');
    const root = host.attachShadow({ mode: 'open' });
    expect(() => host.attachShadow({ mode: 'open' })).toThrow('has a shadow tree already');
    expect(root.host).toBe(host);
    expect(root.getRootNode()).toBe(root);
    document.body.append(host);
    expect(root.getRootNode({ composed: true })).toBe(document);
    expect(() => root.append(host)).toThrow('into itself');
    expect(() => document.body.append(root)).toThrow('cannot be inserted');
  });

  it('is not copied with its host', () => {
    const { host } = hostWith('<text>a</text>', 'b');
    expect((host.cloneNode(true) as unknown as TuiElement).shadowRoot).toBeNull();
  });
});

describe('slotchange', () => {
  it('fires once after a script, at slots that have other nodes', async () => {
    const { host, root } = hostWith('<slot name="a"></slot><slot></slot>', 'x');
    const seen: string[] = [];
    await Promise.resolve();
    root.addEventListener('slotchange', ({ target }) => {
      seen.push((target as unknown as TuiElement).getAttribute('name') ?? 'default');
    });
    host.append('y');
    shown(host);
    host.append('z');
    await Promise.resolve();
    expect(seen).toEqual(['default']);
    (host.firstChild as TuiText).remove();
    await Promise.resolve();
    expect(seen).toEqual(['default', 'default']);
  });
});
