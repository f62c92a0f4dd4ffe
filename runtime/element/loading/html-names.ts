/**
 * Names of HTML that keep their rules in a document of an app. See docs/decisions/2026-11-22-html-in-apps.md.
 */
import { VOID_ELEMENTS } from '../../dom/tree/serialize.js';
import type { Registry } from '../tui-element.js';

/** HTML reads what is in these in modes of its own, whose rules are not those of our tables, lists and choices. */
const STRUCTURE = new Set(
  'table caption colgroup tbody thead tfoot tr td th select option optgroup li'.split(' '),
);

/** Registered or not, these are read as in HTML: text modes, templates, and formatting that is closed wrongly. */
const KEPT = new Set(
  (
    'script style title textarea template a b big code em font i nobr s small strike strong tt u ' +
    [...VOID_ELEMENTS].join(' ')
  ).split(' '),
);

/** What a start tag ends, unless one of `within` is between. */
export interface ImpliedEnd {
  readonly ends: ReadonlySet<string>;
  readonly within: (name: string) => boolean;
}

function rule(ends: string, within: string | ((name: string) => boolean)): ImpliedEnd {
  const barriers = typeof within === 'string' ? new Set(within.split(' ')) : undefined;
  return {
    ends: new Set(ends.split(' ')),
    within: typeof within === 'string' ? (name) => barriers!.has(name) : within,
  };
}

const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const IN_ITEM = new Set(['address', 'div', 'p', 'span', 'text', 'label', ...FORMATTING]);

const SECTION = rule('tbody thead tfoot caption colgroup tr td th', 'table template');
const CELL = rule('td th', 'tr table template');
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', rule('li', (name) => !IN_ITEM.has(name))],
  ['tr', rule('tr td th caption colgroup', 'tbody thead tfoot table template')],
  ['td', CELL],
  ['th', CELL],
  ['tbody', SECTION],
  ['thead', SECTION],
  ['tfoot', SECTION],
  ['option', rule('option', 'optgroup select datalist template')],
  ['optgroup', rule('option optgroup', 'select datalist template')],
]);

/** An end tag may be left out after these. */
const OPEN_ENDED = new Set(
  (
    'li dt dd p option optgroup tr td th tbody thead tfoot caption colgroup rb rt rp rtc html ' +
    'head body'
  ).split(' '),
);

const CELLS = new Set('table tr td th caption template'.split(' '));
const TABLES = new Set(['table', 'template']);
const TEMPLATES = new Set(['template']);

/**
 * What an end tag cannot reach out of; undefined for inline elements, which end nothing but themselves. Everything
 * else in the element ends with it.
 */
export function endBarriers(name: string, registry: Registry): ReadonlySet<string> | undefined {
  if (name === 'table') return TEMPLATES;
  if (STRUCTURE.has(name)) return TABLES;
  return registry.get(name)?.inline === true ? undefined : CELLS;
}

export function impliedEnds(name: string): ImpliedEnd | undefined {
  return IMPLIED_ENDS.get(name);
}

export function isFormatting(name: string): boolean {
  return FORMATTING.has(name);
}

export function needsEndTag(name: string): boolean {
  return !OPEN_ENDED.has(name);
}

/** True for an element that is like any other while its markup is read. */
export function isOrdinary(name: string, registry: Registry): boolean {
  if (STRUCTURE.has(name)) return true;
  return !KEPT.has(name) && registry.has(name) && !isRawElement(name, registry);
}

/** Its content is text as written, though HTML does not know it. */
export function isRawElement(name: string, registry: Registry): boolean {
  return !KEPT.has(name) && registry.get(name)?.raw === true;
}

/** True if `/>` closes an element of this name; in HTML it has no effect. */
export function isClosedBySlash(name: string, registry: Registry): boolean {
  return name.includes('-') || registry.has(name);
}
