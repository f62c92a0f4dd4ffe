/**
 * The order of the cascade against a plain implementation of it: the elements' own rules, a theme's, the
 * document's sheets with nesting, conditions and `!important`, `style` attributes, and inheritance.
 */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatColor } from '../../runtime/base/color.js';
import { StyleEngine } from '../../runtime/style/engine.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { ThemeFile } from '../../runtime/style/themes/theme-file.js';
import { getTheme } from '../../runtime/style/themes/themes.js';
import type { StyleRule } from '../../runtime/element/contract.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { elementsOf } from './documents.js';
import { propertyRuns } from '../support/property-runs.js';
import { COMPUTED } from '../../runtime/element/internals.js';

/** Selectors, their specificity counted by hand, and the same nested in `.a`: text, standing alone, specificity. */
const SELECTORS = [
  ['*', 0],
  ['row', 1],
  ['.a', 10],
  ['.b', 10],
  ['#i', 100],
  ['.a.b', 20],
  ['row > .b', 11],
  [':where(#i) row', 1],
  [':is(.a, #i)', 100],
  ['.a, #i', -1],
] as const;
const NESTED = [
  ['&', '.a', 10],
  ['&.b', '.a.b', 20],
  ['& > row', '.a > row', 11],
  ['row', '.a row', 11],
  ['.b &', '.b .a', 20],
  ['> .b', '.a > .b', 20],
] as const;
const VALUES = {
  color: ['red', 'lime', 'blue', 'inherit', 'initial', 'unset', 'var(--v)', 'var(--w, aqua)'],
  'background-color': ['red', 'lime', 'inherit', 'initial', 'unset', 'var(--v)'],
  'font-weight': ['bold', 'dim', 'inherit', 'initial', 'unset'],
  '--v': ['red', 'white', 'initial', 'inherit', 'var(--w)'],
  '--w': ['navy', 'unset', 'initial'],
} as const;
const MEDIA = [
  '(min-width: 50)',
  '(max-width: 49)',
  '(monochrome)',
  '(prefers-color-scheme: dark)',
];
const SCREENS = [
  { width: 80, theme: 'fullcolor-dark' },
  { width: 40, theme: 'fullcolor-std' },
  { width: 80, theme: 'bw-dark' },
] as const;

type Name = keyof typeof VALUES;
interface Declared {
  readonly name: Name;
  readonly value: string;
  readonly important: boolean;
}
interface Rule {
  readonly selector: number;
  readonly nested: number | undefined;
  readonly media: number | undefined;
  readonly declarations: readonly Declared[];
}

const declared: fc.Arbitrary<Declared> = fc
  .constantFrom(...(Object.keys(VALUES) as Name[]))
  .chain((name) =>
    fc.record({
      name: fc.constant(name),
      value: fc.constantFrom<string>(...VALUES[name]),
      important: fc.constantFrom(false, false, true),
    }),
  );
const rule: fc.Arbitrary<Rule> = fc.record({
  selector: fc.nat(SELECTORS.length - 1),
  nested: fc.option(fc.nat(NESTED.length - 1), { nil: undefined }),
  media: fc.option(fc.nat(MEDIA.length - 1), { nil: undefined }),
  declarations: fc.array(declared, { minLength: 1, maxLength: 3 }),
});
const rules = fc.array(rule, { maxLength: 5 });
const node = fc.record({
  parent: fc.nat(30),
  attributes: fc.subarray(['a', 'b', 'i']),
  inline: fc.array(declared, { maxLength: 2 }),
});

function body(declarations: readonly Declared[]): string {
  return declarations
    .map(({ name, value, important }) => `${name}: ${value}${important ? ' !important' : ''}`)
    .join('; ');
}

function css(all: readonly Rule[]): string {
  return all
    .map(({ selector, nested, media, declarations }) => {
      const inner =
        nested === undefined
          ? `${SELECTORS[selector]![0]} { ${body(declarations)} }`
          : `.a { ${NESTED[nested]![0]} { ${body(declarations)} } }`;
      return media === undefined ? inner : `@media ${MEDIA[media]!} { ${inner} }`;
    })
    .join('\n');
}

/** Own rules know no nesting and no importance. */
function ownRules(all: readonly Rule[]): StyleRule[] {
  return all.map(({ selector, media, declarations }) => ({
    selector: SELECTORS[selector]![0],
    ...(media === undefined ? {} : { media: MEDIA[media]! }),
    declarations: Object.fromEntries(declarations.map(({ name, value }) => [name, value])),
  }));
}

type Screen = (typeof SCREENS)[number];

function mediaHolds(media: number | undefined, { width, theme }: Screen): boolean {
  if (media === undefined) return true;
  return [width >= 50, width < 50, theme.startsWith('bw'), theme.endsWith('dark')][media]!;
}

/** What wins on one element: origin and importance, then `style`, then specificity, then order. */
function winners(
  element: TuiElement,
  layers: readonly (readonly Rule[])[],
  inline: readonly Declared[],
  screen: Screen,
): Map<Name, string> {
  const found: { name: Name; value: string; weight: number[] }[] = [];
  layers.forEach((layer, origin) => {
    for (const { selector, nested, media, declarations } of layer) {
      if (!mediaHolds(media, screen)) continue;
      const isNested = nested !== undefined && origin > 0;
      const text = isNested ? NESTED[nested]![1] : SELECTORS[selector]![0];
      if (!element.matches(text)) continue;
      let specificity: number = isNested ? NESTED[nested]![2] : SELECTORS[selector]![1];
      if (specificity < 0) specificity = element.matches('#i') ? 100 : 10;
      for (const { name, value, important } of declarations) {
        const isImportant = important && origin > 0;
        // Normal: element, theme, document. Important: document, theme.
        const rank = isImportant ? 10 - origin : origin;
        found.push({ name, value, weight: [rank, 0, specificity, found.length] });
      }
    }
  });
  for (const { name, value, important } of inline) {
    found.push({ name, value, weight: [important ? 8 : 2, 1, 0, found.length] });
  }
  found.sort((a, b) => {
    const place = a.weight.findIndex((weight, index) => weight !== b.weight[index]);
    return place < 0 ? 0 : a.weight[place]! - b.weight[place]!;
  });
  return new Map(found.map(({ name, value }) => [name, value]));
}

interface Computed {
  readonly color: string;
  readonly 'background-color': string;
  readonly 'font-weight': string;
  readonly custom: ReadonlyMap<string, string>;
}

/** The colours that documents are written with, as they come out. */
const HEX: Readonly<Record<string, string>> = {
  red: '#ff0000',
  lime: '#00ff00',
  blue: '#0000ff',
  aqua: '#00ffff',
  white: '#ffffff',
  navy: '#000080',
};

function compute(
  won: ReadonlyMap<Name, string>,
  parent: Computed,
  root: Partial<Computed>,
): Computed {
  const custom = new Map(parent.custom);
  for (const name of ['--w', '--v'] as const) {
    const text = won.get(name);
    if (text === undefined || text === 'inherit' || text === 'unset') continue;
    const value = text === 'var(--w)' ? custom.get('--w') : text === 'initial' ? undefined : text;
    if (value === undefined) custom.delete(name);
    else custom.set(name, value);
  }
  const initial = { color: 'default', 'background-color': 'transparent', 'font-weight': 'normal' };
  const value = (name: keyof typeof initial): string => {
    const inherits = name !== 'background-color';
    const unset = inherits ? parent[name] : initial[name];
    let text = won.get(name);
    if (text === undefined) return root[name] ?? unset;
    if (text === 'var(--v)') text = custom.get('--v') ?? 'unset';
    if (text === 'var(--w, aqua)') text = custom.get('--w') ?? 'aqua';
    if (text === 'inherit') return parent[name];
    if (text === 'initial') return initial[name];
    return text === 'unset' ? unset : (HEX[text] ?? text);
  };
  return {
    color: value('color'),
    'background-color': value('background-color'),
    'font-weight': value('font-weight'),
    custom,
  };
}

it('is that of CSS', () => {
  fc.assert(
    fc.property(
      rules,
      rules,
      fc.array(rules, { maxLength: 2 }),
      fc.array(node, { minLength: 1, maxLength: 8 }),
      (own, themed, sheets, nodes) => {
        class Row extends TuiElement {
          static override readonly tag: string = 'row';
          static override readonly rules = ownRules(own);
        }
        const registry = createRegistry([Row], { fallback: 'row' });
        const table = createPropertyTable(registry.classes);
        const children = nodes.map(({ parent }, index) => ({
          index,
          parent: index === 0 ? -1 : parent % index,
        }));
        const write = (index: number): string => {
          const { attributes, inline } = nodes[index]!;
          const names = attributes.filter((name) => name !== 'i').join(' ');
          const inside = children
            .filter(({ parent }) => parent === index)
            .map((child) => write(child.index));
          const id = attributes.includes('i') ? ' id="i"' : '';
          return `<row class="${names}" data-n="${index}"${id} style="${body(inline)}">${inside.join('')}</row>`;
        };
        const text = `<tui>${sheets.map((sheet) => `<style>${css(sheet)}</style>`).join('')}${write(0)}</tui>`;
        const { document } = loadDocument({ file: 'a.tui', text }, registry);
        const file = new ThemeFile({ file: 'a.css', text: css(themed) }, table);
        const themeOf = ({ theme }: Screen) => file.over(getTheme(theme)!);
        const engine = new StyleEngine({
          document,
          table,
          theme: themeOf(SCREENS[0]),
          size: { width: SCREENS[0].width, height: 24 },
        });
        // The same engine goes from screen to screen, so that what it keeps is tried, too.
        for (const screen of [...SCREENS, SCREENS[0]]) {
          engine.setTheme(themeOf(screen));
          engine.setSize(screen.width, 24);
          engine.flush(() => undefined);
          const computed = new Map<TuiElement | null, Computed>();
          const nothing: Computed = {
            color: 'default',
            'background-color': 'transparent',
            'font-weight': 'normal',
            custom: new Map(),
          };
          for (const element of elementsOf(document)) {
            if (element.localName === 'style') continue;
            const parent = computed.get(element.parentElement) ?? nothing;
            const index = Number(element.getAttribute('data-n') ?? -1);
            const isRoot = element.parentElement === null;
            const { bg, fg } = rootColors(screen);
            const base = isRoot ? { color: fg, 'background-color': bg } : {};
            const layers = [own, themed, sheets.flat()];
            const won = winners(element, layers, nodes[index]?.inline ?? [], screen);
            // The built-in theme's rule for the root is of the theme's origin: it is beaten by what
            // comes later there, and beats the elements' own.
            const result = compute(
              isRoot ? withoutOwn(won, element, layers, screen) : won,
              parent,
              base,
            );
            computed.set(element, result);
            const { color, backgroundColor, fontWeight } = element[COMPUTED];
            expect([
              formatColor(Number(color)),
              formatColor(Number(backgroundColor)),
              fontWeight,
            ]).toEqual([result.color, result['background-color'], result['font-weight']]);
          }
        }
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});

function rootColors({ theme }: Screen): { fg: string; bg: string } {
  if (theme === 'fullcolor-dark') return { fg: '#e0e0e0', bg: '#1e1e2e' };
  return theme === 'fullcolor-std'
    ? { fg: '#1f2328', bg: '#ffffff' }
    : { fg: 'default', bg: 'default' };
}

/** The root's winners where the built-in theme's rule (`:root`, specificity 10) has its say. */
function withoutOwn(
  won: ReadonlyMap<Name, string>,
  element: TuiElement,
  [own = [], themed = [], sheets = []]: readonly (readonly Rule[])[],
  screen: Screen,
): Map<Name, string> {
  // The root has no class, no id and is no row: `*` and `:where(#i) row` aside nothing matches it, so
  // that every rule of the theme that does is weaker than `:root`, unless it is important.
  const strong = themed.map((each) => ({
    ...each,
    declarations: each.declarations.filter(
      ({ name, important }) => important || (name !== 'color' && name !== 'background-color'),
    ),
  }));
  const weak = own.map((each) => ({
    ...each,
    declarations: each.declarations.filter(
      ({ name }) => name !== 'color' && name !== 'background-color',
    ),
  }));
  return won.size === 0 ? new Map() : winners(element, [weak, strong, sheets], [], screen);
}
