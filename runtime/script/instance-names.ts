/** Names that code in a component sees beside those of the document: `host`, its properties, and what its scripts export. */
import { componentsOf } from '../element/components/component-element.js';
import { DEFINITION, PROPS } from '../element/internals.js';
import { documentOf } from '../element/tree.js';
import type { TuiElement } from '../element/tui-element.js';
import { isAnyShadow, rootOf, shadowHostOf } from '../dom/tree/tree-node.js';

/** The instances around an element, the innermost first. Each sees what the ones around it have. */
function* instancesAround(element: TuiElement): Generator<TuiElement> {
  if (!isAnyShadow) return;
  let host = shadowHostOf(rootOf(element)) as TuiElement | null;
  while (host !== null) {
    yield host;
    host = shadowHostOf(rootOf(host)) as TuiElement | null;
  }
}

/** What the nearest instance exports under a name; undefined where none does. */
export function exportNear(element: TuiElement, name: string): unknown {
  const [host] = instancesAround(element);
  return host === undefined ? undefined : componentsOf(documentOf(host)).exportsOf(host)?.[name];
}

/** Names of the component around an element that a code may mean. */
export function namesIn(element: TuiElement, code: string): readonly string[] {
  const [host] = instancesAround(element);
  if (host === undefined) return NONE;
  const words = new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []);
  const exported = componentsOf(documentOf(host)).exportsOf(host) ?? {};
  const names = ['host', ...host[DEFINITION].attributes.keys(), ...Object.keys(exported)];
  return [...new Set(names)].filter((name) => words.has(name) && !RESERVED.has(name));
}

/** The values of such names now: properties and exports change. */
export function valuesOf(element: TuiElement, names: readonly string[]): readonly unknown[] {
  const [host] = instancesAround(element);
  if (host === undefined || names.length === 0) return NONE;
  const exported = componentsOf(documentOf(host)).exportsOf(host) ?? {};
  return names.map((name) => {
    if (name === 'host') return host;
    return Object.hasOwn(exported, name) ? exported[name] : host[PROPS][name];
  });
}

const NONE: readonly never[] = [];
/** What a function cannot have as a parameter, or has already. */
const RESERVED = new Set(['default', 'event', 'this']);
