/** All there is to know of one element, for developer tools. */
import { formatPlace } from '../base/diagnostics.js';
import { parseDeclarations } from '../dom/css/style-text.js';
import { listenersOf } from '../dom/events/event-target.js';
import { formatValue, type ValueDeclaration } from '../base/values.js';
import { ComponentElement } from '../element/components/component-element.js';
import {
  ACCESSIBLE_NODE,
  ACCESSIBLE_TEXT,
  COMPUTED,
  DEFINITION,
  PROPS,
} from '../element/internals.js';
import { kebabCase } from '../markup/names.js';
import { refOf } from '../element/accessibility/references.js';
import { hostOf } from '../element/query.js';
import { sourceOf, statesOf, type TuiElement } from '../element/tui-element.js';
import { attributeNamesOf, getAttribute, idOf, localNameOf } from '../element/tree.js';
import type { Rect } from '../base/geometry.js';
import type { AppParts } from '../app/app-options.js';
import type { MatchedRule } from '../style/engine.js';
import {
  MAX_ITEMS,
  MAX_LABEL,
  MAX_VALUE,
  type BoxModel,
  type ElementDetails,
  type ListenerReport,
  type PropertyReport,
  type RuleDeclaration,
  type RuleReport,
} from './report.js';

export function detailsOf(parts: AppParts, element: TuiElement): ElementDetails {
  const source = sourceOf(element);
  const { rules, set } = rulesOf(parts, element);
  const host = hostOf(parts.document);
  return {
    ref: refOf(element),
    name: nameOf(element),
    at: source === undefined ? '' : formatPlace(source.source, source.openTag),
    attributes: attributeNamesOf(element)
      .slice(0, MAX_ITEMS)
      .map((name) => ({
        name: cut(name),
        value: cut(getAttribute(element, name) ?? '', MAX_VALUE),
      })),
    ...(element instanceof ComponentElement ? { properties: propertiesOf(element) } : {}),
    states: [...statesOf(element)].sort(),
    computed: host.properties
      .map((name) => ({
        name,
        value: cut(host.computedText(element, name) ?? ''),
        isSet: set.has(camelCase(name)),
      }))
      .slice(0, MAX_ITEMS),
    rules,
    box: boxModelOf(parts, element),
    listeners: listenerReports(element),
    role: element[ACCESSIBLE_NODE]()?.role ?? '',
    words: cut(element[ACCESSIBLE_TEXT](), MAX_VALUE),
  };
}

function propertiesOf(element: ComponentElement): PropertyReport[] {
  const { attributes, defaults } = element[DEFINITION];
  return [...attributes].slice(0, MAX_ITEMS).map(([name, declaration]) => {
    const value = element[PROPS][name];
    let text: string | undefined;
    try {
      text = value === undefined ? '' : formatValue(declaration, value);
    } catch {
      // A value that refers to itself has no text.
    }
    return {
      name: kebabCase(name),
      type: cut(typeOf(declaration)),
      value: cut(text ?? 'a value without a text', MAX_VALUE),
      isSet: value !== defaults[name],
      isEditable: text !== undefined && text.length <= MAX_VALUE,
    };
  });
}

function typeOf(declaration: ValueDeclaration): string {
  if (declaration.type === 'string' && declaration.enum !== undefined) {
    return declaration.enum.join(' | ');
  }
  const isArray = declaration.type === 'json' && declaration.schema.type === 'array';
  return isArray ? 'array' : declaration.type;
}

/** As a selector would name it: `container#main.wide`. */
export function nameOf(element: TuiElement): string {
  const id = idOf(element);
  const classes = (getAttribute(element, 'class') ?? '').split(/\s+/).filter((each) => each !== '');
  const name = localNameOf(element) + (id === '' ? '' : `#${id}`);
  return cut([name, ...classes].join('.'));
}

export function cut(text: string, length = MAX_LABEL): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** In cells of the screen; undefined where the element has no box of its own. */
export function boxModelOf({ layout }: AppParts, element: TuiElement): BoxModel | undefined {
  const box = layout.boxOf(element);
  if (box === undefined) return undefined;
  const { rect, borders, content } = box;
  const side = (name: string): number => {
    const value = (element[COMPUTED] as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'number' ? value : 0;
  };
  const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map((name) =>
    side(`margin${name}`),
  ) as [number, number, number, number];
  const margin: Rect = {
    x: rect.x - left,
    y: rect.y - top,
    width: rect.width + left + right,
    height: rect.height + top + bottom,
  };
  const padding: Rect = {
    x: rect.x + borders.left,
    y: rect.y + borders.top,
    width: Math.max(0, rect.width - borders.left - borders.right),
    height: Math.max(0, rect.height - borders.top - borders.bottom),
  };
  return { margin, border: rect, padding, content };
}

interface Written {
  readonly origin: RuleReport['origin'];
  readonly selector: string;
  readonly at: string;
  readonly declarations: readonly {
    readonly name: string;
    readonly value: string;
    readonly important: boolean;
  }[];
}

/** Rules that match, strongest first, with what the cascade leaves of them, and the names that something sets. */
function rulesOf(
  { style }: AppParts,
  element: TuiElement,
): { readonly rules: readonly RuleReport[]; readonly set: ReadonlySet<string> } {
  const written = (style.matchedRules(element) ?? []).map(writtenOf);
  const own = getAttribute(element, 'style') ?? '';
  const source = sourceOf(element);
  if (own.trim() !== '') {
    written.push({
      origin: 'style',
      selector: 'style',
      at: source === undefined ? '' : formatPlace(source.source, source.valueSpan('style')),
      declarations: parseDeclarations(own),
    });
  }
  const winners = new Map<string, unknown>();
  const apply = (rule: Written, isImportant: boolean): void => {
    for (const declaration of rule.declarations) {
      if (declaration.important !== isImportant) continue;
      for (const name of style.namesOf(declaration.name, declaration.value) ?? []) {
        winners.set(name, declaration);
      }
    }
  };
  for (const rule of written) apply(rule, false);
  // Important declarations of the program win over an author's (CSS Cascade 4, section 6.1).
  for (const rule of written) if (rule.origin !== 'element') apply(rule, true);
  for (const rule of written) if (rule.origin === 'element') apply(rule, true);
  const winning = new Set(winners.values());
  const rules = written.reverse().map(({ origin, selector, at, declarations }): RuleReport => ({
    origin,
    selector: cut(selector),
    at,
    declarations: declarations.slice(0, MAX_ITEMS).map((declaration): RuleDeclaration => ({
      name: cut(declaration.name),
      value: cut(declaration.value),
      isImportant: declaration.important,
      isOverridden: !winning.has(declaration),
    })),
  }));
  return { rules: rules.slice(0, MAX_ITEMS), set: new Set(winners.keys()) };
}

function writtenOf({ isOfSheet, written }: MatchedRule): Written {
  const { selector, place, declarations = [] } = written;
  const origin = isOfSheet ? 'sheet' : 'element';
  if (place === undefined) {
    const known = declarations.map(([name, value]) => ({ name, value, important: false }));
    return { origin, selector, at: '', declarations: known };
  }
  const { source, span } = place;
  const block = source.text.slice(span.start, span.end).replace(/^\s*\{|\}\s*$/g, '');
  return {
    origin,
    selector,
    at: formatPlace(source, span),
    declarations: parseDeclarations(withoutRules(block)),
  };
}

/** A block without comments, and without the rules that are nested in it. */
function withoutRules(block: string): string {
  let text = block.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ');
  // The innermost ones first.
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/(^|[;}])[^;{}]*\{[^{}]*\}/g, '$1');
  }
  return text;
}

function listenerReports(element: TuiElement): ListenerReport[] {
  const source = sourceOf(element);
  const reports = listenersOf(element).map(({ type, capture, once, passive, name }) => ({
    type: cut(type),
    flags: [capture && 'capture', once && 'once', passive && 'passive'].filter(Boolean).join(' '),
    source: cut(name),
  }));
  for (const name of attributeNamesOf(element)) {
    if (!/^on[a-z]/i.test(name)) continue;
    const type = name.slice(2).replace(/^-/, '').toLowerCase();
    const span = source?.valueSpan(name);
    const at = span === undefined ? '' : formatPlace(source?.source, span);
    const isKnown = reports.findIndex((report) => report.type === type && report.source === '');
    if (isKnown >= 0) reports.splice(isKnown, 1);
    const written = cut(getAttribute(element, name) ?? '', 80);
    reports.push({ type, flags: 'attribute', source: at === '' ? written : `${at} ${written}` });
  }
  return reports.slice(0, MAX_ITEMS);
}

function camelCase(name: string): string {
  return name.startsWith('--')
    ? name
    : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
