/** Random sheets, trees and changes: the engine against a cascade that does everything the plain way. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StyleEngine } from '../../runtime/style/engine.js';
import { parseDeclaration } from '../../runtime/style/reading/parse.js';
import type { Affects, Property } from '../../runtime/style/properties/properties.js';
import { getTheme } from '../../runtime/style/themes/themes.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { elementsOf, styled, table, type Styled } from './documents.js';
import { propertyRuns } from '../support/property-runs.js';
import { COMPUTED } from '../../runtime/element/internals.js';

/** Selectors with their specificity, counted by hand. */
const SELECTORS: readonly (readonly [text: string, specificity: number])[] = [
  ['*', 0],
  ['row', 1],
  ['gauge', 1],
  ['.a', 10],
  ['.b', 10],
  ['#i', 100],
  ['row.a', 11],
  ['.a .b', 20],
  ['.a > .b', 20],
  ['.b + gauge', 11],
  ['.a ~ .b', 20],
  ['.a ~ row > gauge', 12],
  ['row > .a + .b gauge', 22],
  [':not(.a)', 10],
  [':is(.a, #i) > *', 100],
  [':not(.a > *) .b', 20],
  ['row:first-child', 11],
  ['row:last-child', 11],
  ['gauge:nth-child(2n)', 11],
  ['row:empty', 11],
  ['row:has(.b)', 11],
  ['row:has(> gauge)', 2],
  ['[title]', 10],
  ['[data-x="1"] gauge', 11],
  ['row:hover > *', 11],
  ['.a:focus-within', 20],
  ['row:nth-of-type(odd) .b', 21],
  ['gauge:nth-last-child(2n+1)', 11],
  ['row > :nth-child(n+2)', 11],
  ['.a :last-child', 20],
  [':is(row, .b) > :nth-last-of-type(2)', 20],
  ['row:only-child > *', 11],
  ['gauge:only-of-type', 11],
  ['.a > .b:first-child ~ gauge', 31],
  [':not(row > :first-of-type)', 11],
  ['row > .a + * > :first-child', 21],
];
const DECLARATIONS: readonly (readonly [name: string, value: string])[] = [
  ['color', 'red'],
  ['color', 'blue'],
  ['color', 'inherit'],
  ['color', 'initial'],
  ['color', 'var(--c)'],
  ['background-color', 'currentcolor'],
  ['background-color', 'inherit'],
  ['width', '1'],
  ['width', '2'],
  ['width', 'unset'],
  ['width', 'var(--w, 3)'],
  ['padding', '1 2'],
  ['padding-left', '5'],
  ['font-weight', 'bold'],
  ['font-weight', 'unset'],
  ['text-align', 'right'],
  ['--c', 'lime'],
  ['--c', 'var(--d)'],
  ['--d', 'aqua'],
  ['--w', '7'],
  ['--w', 'initial'],
  ['display', 'none'],
];
const WATCHED = [
  'color',
  'backgroundColor',
  'width',
  'paddingTop',
  'paddingLeft',
  'fontWeight',
  'textAlign',
  'display',
];

interface RuleModel {
  readonly selector: number;
  readonly declarations: readonly { readonly index: number; readonly important: boolean }[];
}

const declarations = fc.array(
  fc.record({
    index: fc.nat(DECLARATIONS.length - 1),
    important: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 3 },
);
const rule: fc.Arbitrary<RuleModel> = fc.record({
  selector: fc.oneof(
    fc.nat(SELECTORS.length - 1),
    // What reaches sideways goes wrong most easily.
    fc
      .constantFrom(...SELECTORS.keys())
      .filter((index) => /[+~]|-(child|type)/.test(SELECTORS[index]![0])),
  ),
  declarations,
});
const sheet = fc.array(rule, { maxLength: 8 });

function cssOf(rules: readonly RuleModel[]): string {
  return rules
    .map(({ selector, declarations: own }) => `${SELECTORS[selector]![0]} { ${inlineOf(own)} }`)
    .join('\n');
}

function inlineOf(own: RuleModel['declarations']): string {
  return own
    .map(({ index, important }) => {
      const [name, value] = DECLARATIONS[index]!;
      return `${name}: ${value}${important ? ' !important' : ''}`;
    })
    .join('; ');
}

/** A tree as nested markup. */
const tree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .record({
      tag: fc.constantFrom('row', 'row', 'gauge'),
      attributes: fc.subarray([
        'class="a"',
        'id="i"',
        'title="t"',
        'data-x="1"',
        'style="width: 4"',
      ]),
      more: fc.boolean(),
      children: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'tree' },
        fc.constant<string[]>([]),
        fc.array(tie('node'), { maxLength: 4 }),
      ),
    })
    .map(({ tag, attributes, more, children }) => {
      const names = more
        ? attributes.map((each) => each.replace('class="a"', 'class="b a"'))
        : attributes;
      const open = `${tag} ${names.join(' ')}`;
      return tag === 'gauge' ? `<${open}/>` : `<${open}>${children.join('')}</${tag}>`;
    }),
})).node;
const trees = fc.array(tree, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

/** Watched values of every element by the plain rules of CSS: all rules on all elements, from the top. */
function naive(
  document: Styled['document'],
  rules: readonly RuleModel[],
): Map<TuiElement, unknown[]> {
  const values = new Map<TuiElement, { own: Map<string, unknown>; custom: Map<string, string> }>();
  const theme = getTheme('fullcolor-dark')!.rules[0]!.declarations;
  for (const element of elementsOf(document)) {
    const found: { name: string; value: string; weight: readonly number[] }[] = [];
    const add = (name: string, value: string, weight: number[]): void => {
      found.push({ name, value, weight: [...weight, found.length] });
    };
    if (element.parentElement === null)
      for (const [name, value] of theme) add(name, value, [0, 0, 0]);
    rules.forEach(({ selector, declarations: own }) => {
      const [text, specificity] = SELECTORS[selector]!;
      if (!element.matches(text)) return;
      for (const { index, important } of own) {
        add(...DECLARATIONS[index]!, [important ? 2 : 1, 0, specificity]);
      }
    });
    for (const part of (element.getAttribute('style') ?? '').split(';')) {
      const [name, value] = part.split(':').map((each) => each.trim());
      if (name === undefined || value === undefined) continue;
      const important = value.endsWith('!important');
      add(name, value.replace(/\s*!important$/, ''), [important ? 2 : 1, 1, 0]);
    }
    found.sort((a, b) => {
      const place = a.weight.findIndex((weight, index) => weight !== b.weight[index]);
      return place < 0 ? 0 : a.weight[place]! - b.weight[place]!;
    });
    const parent = element.parentElement === null ? undefined : values.get(element.parentElement);
    const custom = new Map(parent?.custom);
    const declared = new Map<string, string>();
    for (const { name, value } of found) {
      if (name.startsWith('--')) declared.set(name, value);
    }
    for (const [name, value] of declared) {
      const target = /^var\((.*)\)$/.exec(value)?.[1];
      const text =
        target === undefined ? value : (declared.get(target) ?? parent?.custom.get(target));
      if (text === undefined || text === 'initial') custom.delete(name);
      else custom.set(name, text);
    }
    const own = new Map<string, unknown>();
    values.set(element, { own, custom });
    const all = new Map<string, unknown>(
      table.properties.map(({ name, inherited, initial }) => [
        name,
        inherited && parent !== undefined ? parent.own.get(name) : initial,
      ]),
    );
    for (const { name, value } of found) {
      if (name.startsWith('--')) continue;
      const parts = /^var\((--[a-z]+)(?:, *(.*))?\)$/.exec(value);
      const text = parts === null ? value : (custom.get(parts[1]!) ?? parts[2] ?? 'unset');
      const result = parseDeclaration(table, name, text);
      if (!result.ok) throw new Error(result.error.message);
      for (const { property, declared: what } of result.declarations) {
        const { name: key, initial } = property as Property;
        const above = parent === undefined ? initial : parent.own.get(key);
        if (what.kind === 'value') all.set(key, what.value);
        else if (what.kind === 'inherit') all.set(key, above);
        else if (what.kind === 'initial') all.set(key, initial);
        else if (what.kind === 'currentcolor') all.set(key, 'currentcolor');
        else throw new Error(what.kind);
      }
    }
    for (const [key, value] of all) {
      own.set(key, value === 'currentcolor' ? all.get('color') : value);
    }
  }
  return new Map(
    [...values].map(([element, { own }]) => [element, WATCHED.map((name) => own.get(name))]),
  );
}

function watched(document: Styled['document']): Map<TuiElement, unknown[]> {
  return new Map(
    elementsOf(document).map((element) => [
      element,
      WATCHED.map((name) => element[COMPUTED][name]),
    ]),
  );
}

describe('a first flush', () => {
  it('is what the plain cascade says', () => {
    fc.assert(
      fc.property(sheet, trees, (rules, markup) => {
        const { document, flush, engine } = styled(`<style>${cssOf(rules)}</style>${markup}`);
        flush();
        expect(engine.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(watched(document)).toEqual(naive(document, rules));
      }),
      { numRuns: propertyRuns(250) },
    );
  });
});

type Change = (page: Styled, pick: (n: number) => TuiElement) => void;

const at = fc.nat(1000);
/** Changes of a document; elements are picked by number from those that are there. */
const toggle: fc.Arbitrary<Change> = fc
  .tuple(at, fc.constantFrom('a', 'b'))
  .map(([n, name]): Change => (_page, pick) => {
    pick(n).classList.toggle(name);
  });
const change: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: toggle, weight: 6 },
  fc.tuple(at, fc.constantFrom('i', 'j')).map(([n, id]): Change => (_page, pick) => {
    pick(n).id = pick(n).id === id ? '' : id;
  }),
  fc
    .tuple(at, fc.constantFrom('title', 'data-x', 'hidden'))
    .map(([n, name]): Change => (_page, pick) => {
      if (pick(n).hasAttribute(name)) pick(n).removeAttribute(name);
      else pick(n).setAttribute(name, '1');
    }),
  fc.tuple(at, declarations).map(([n, own]): Change => (_page, pick) => {
    pick(n).setAttribute('style', inlineOf(own));
  }),
  fc.tuple(at, fc.constantFrom('hover', 'focus')).map(([n, state]): Change => (_page, pick) => {
    if (pick(n).states.has(state)) pick(n).removeState(state);
    else pick(n).addState(state);
  }),
  fc.tuple(at, at).map(([n, m]): Change => (_page, pick) => {
    const [node, target] = [pick(n), pick(m)];
    if (node.localName !== 'tui' && !node.contains(target)) target.prepend(node);
  }),
  fc.tuple(at, at).map(([n, m]): Change => (_page, pick) => {
    const [node, target] = [pick(n), pick(m)];
    if (node.localName !== 'tui' && target.localName !== 'tui' && !node.contains(target))
      target.after(node);
  }),
  at.map((n): Change => (page, pick) => {
    const made = page.document.createElement(n % 2 === 0 ? 'row' : 'gauge');
    made.className = n % 3 === 0 ? 'a b' : 'b';
    made.append(page.document.createElement('gauge'));
    pick(n).append(made);
  }),
  fc.tuple(at, at).map(([n, m]): Change => (_page, pick) => {
    const [node, target] = [pick(n), pick(m)];
    if (node.localName !== 'tui' && !node.contains(target)) target.append(node);
  }),
  fc.tuple(at, fc.constantFrom('row', 'gauge')).map(([n, tag]): Change => (page, pick) => {
    const target = pick(n);
    if (target.localName === 'tui') return;
    for (let i = 0; i < 2; i++) target.before(page.document.createElement(tag));
  }),
  at.map((n): Change => (_page, pick) => {
    if (pick(n).localName !== 'tui') pick(n).remove();
  }),
  at.map((n): Change => (_page, pick) => {
    pick(n).append('text');
  }),
  sheet.map((rules): Change => (page) => {
    const style = page.document.querySelector('style');
    if (style !== null) style.textContent = cssOf(rules);
  }),
  at.map((): Change => (page) => {
    const style = page.document.createElement('style');
    style.textContent = '.a { width: 9 } .b { color: blue }';
    page.document.documentElement.append(style);
  }),
  fc.boolean().map((dark): Change => ({ engine }) => {
    engine.setTheme(getTheme(dark ? 'fullcolor-dark' : 'color-std')!);
  }),
);

const STRENGTH: Readonly<Record<Affects, number>> = { paint: 1, layout: 2, display: 3 };

describe('a flush after changes', () => {
  it('leaves every element as a new engine would, and tells of each that differs', () => {
    fc.assert(
      fc.property(
        sheet,
        trees,
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        (rules, markup, batches) => {
          const page = styled(
            `<style>${cssOf(rules)}</style>${markup}`,
            getTheme('fullcolor-dark'),
          );
          page.flush();
          for (const batch of batches) {
            const before = new Map(
              elementsOf(page.document).map((element) => [element, element[COMPUTED]]),
            );
            for (const apply of batch) {
              const all = elementsOf(page.document);
              apply(page, (n) => all[n % all.length]!);
            }
            const changes = page.flush();
            const styles = new Map(
              elementsOf(page.document).map((element) => [element, element[COMPUTED]]),
            );
            const untold: string[] = [];
            for (const [element, computed] of styles) {
              const old = before.get(element);
              if (old === computed) continue;
              const affects = changes.get(element);
              const told = affects === undefined ? 0 : STRENGTH[affects];
              for (const property of table.properties) {
                const isSame = old?.[property.name] === computed[property.name];
                if (!isSame && told < STRENGTH[property.affects]) untold.push(property.name);
              }
            }
            expect(untold).toEqual([]);
            expect(page.engine.pending).toBe(false);
            const fresh = new StyleEngine({
              document: page.document,
              table,
              theme: page.engine.theme,
            });
            fresh.flush(() => undefined);
            const wrong = table.properties.filter(({ name }) =>
              [...styles].some(([element, computed]) => computed[name] !== element[COMPUTED][name]),
            );
            expect(wrong.map(({ name }) => name)).toEqual([]);
          }
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });
});
