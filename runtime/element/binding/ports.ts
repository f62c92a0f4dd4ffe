/** Reads and writes one property of an element for a binding, by the declaration of its class. */
import { didYouMean } from '../../base/diagnostics.js';
import { camelCase } from '../../markup/names.js';
import { equalValues, formatBound, isSet, toIds } from './values.js';
import type { Bindable } from '../contract.js';
import type { ElementClass, TuiElement } from '../tui-element.js';
import { GLOBAL_ATTRIBUTES } from '../global-attributes.js';
import { DEFINITION } from '../internals.js';
import {
  localNameOf,
  getAttribute,
  removeAttribute,
  setAttribute,
  textOf,
  setText,
  isHidden,
} from '../tree.js';

/** One end of a binding: a property, an attribute, a pair of methods or the text of an element. */
export interface Port {
  /** True where changes go to the element only. */
  readonly oneWay: boolean;
  /** Events after which a person may have changed the value. */
  readonly events: readonly string[];
  read(): unknown;
  write(value: unknown): void;
  /** True where the element shows this value already. */
  shows(value: unknown): boolean;
  /** The state's value for a value of the element; `held` is the state's present value. */
  toState(value: unknown, held: unknown): unknown;
}

export interface PortError {
  readonly code: 'not-bindable' | 'unknown-attribute';
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** What changes when nothing is declared: the standard's events of form controls. */
const CONTROL_EVENTS = ['input', 'change'] as const;

type Fields = Record<string, unknown>;
type Methods = Record<string, ((value?: unknown) => unknown) | undefined>;

/** @param name What follows `bind:`, or `''` for plain `bind`. */
export function portOf(element: TuiElement, name: string): Port | PortError {
  return name === '' ? defaultPort(element) : namedPort(element, camelCase(name));
}

export function isPortError(port: Port | PortError): port is PortError {
  return 'code' in port;
}

function defaultPort(element: TuiElement): Port | PortError {
  const { attributes, isInline } = element[DEFINITION];
  const table = bindableOf(element);
  const declared = Object.keys(table).find((name) => table[name]?.default === true);
  if (declared !== undefined) return namedPort(element, declared);
  for (const name of ['checked', 'value'])
    if (attributes.has(name)) return namedPort(element, name);
  if (isInline) return textPort(element);
  const [first] = namesOf(element);
  return {
    code: 'not-bindable',
    message: `<${localNameOf(element)}> has no value of its own to bind`,
    suggestion: first === undefined ? undefined : `name a property, for example bind:${first}="…"`,
  };
}

function namedPort(element: TuiElement, name: string): Port | PortError {
  const table = bindableOf(element);
  const bindable = Object.hasOwn(table, name) ? table[name] : undefined;
  if (bindable !== undefined) return declaredPort(element, name, bindable);
  const { attributes, isInline } = element[DEFINITION];
  const declaration = attributes.get(name);
  if (declaration !== undefined && declaration.hook === undefined) {
    // A colour is kept as a number, which is not a value that a style sheet or another element knows.
    if (declaration.type === 'color') return attributePort(element, name);
    return propertyPort(element, name, declaration.type === 'string');
  }
  if ((name === 'text' || name === 'textContent') && isInline) return textPort(element);
  if (/^(aria|data)[A-Z]/.test(name)) {
    return attributePort(
      element,
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
  }
  if (Object.hasOwn(GLOBAL_ATTRIBUTES, name) && !name.startsWith('bind')) {
    return attributePort(element, name);
  }
  return {
    code: 'unknown-attribute',
    message: `<${localNameOf(element)}> has no property "${name}" to bind`,
    suggestion: didYouMean(name, namesOf(element)),
  };
}

function bindableOf(element: TuiElement): ElementClass['bindable'] {
  return (element.constructor as ElementClass).bindable;
}

function namesOf(element: TuiElement): string[] {
  const attributes = [...element[DEFINITION].attributes].filter(
    ([, { hook }]) => hook === undefined,
  );
  return [...Object.keys(bindableOf(element)), ...attributes.map(([name]) => name), 'hidden'];
}

function declaredPort(element: TuiElement, name: string, bindable: Bindable): Port {
  const { get, set, ids = false, oneWay = false, events = CONTROL_EVENTS } = bindable;
  const fields = element as unknown as Fields;
  const methods = element as unknown as Methods;
  const read = (): unknown => (get === undefined ? fields[name] : methods[get]?.());
  const convert = (value: unknown): unknown => (ids ? toIds(value) : value);
  return {
    oneWay,
    events,
    read,
    write: (value) => {
      if (set !== undefined) methods[set]?.(convert(value));
      else fields[name] = convert(value);
    },
    shows: (value) => equalValues(convert(read()), convert(value)),
    // Ids stay in what the app keeps them in: a list, or else a set.
    toState: (value, held) =>
      ids ? (Array.isArray(held) ? [...toIds(value)] : toIds(value)) : value,
  };
}

function propertyPort(element: TuiElement, name: string, text: boolean): Port {
  const fields = element as unknown as Fields;
  const convert = (value: unknown): unknown => {
    if (!text || value === null || value === undefined) return value ?? undefined;
    return formatBound(value);
  };
  return {
    oneWay: false,
    events: CONTROL_EVENTS,
    read: () => fields[name],
    write: (value) => {
      // An element that takes a list one by one may have kept the state's own: it is notified all the same.
      fields[name] = isSet(value) && !text ? [...value] : convert(value);
    },
    shows: (value) => {
      const shown = fields[name];
      if (typeof value === 'object' && shown === value) return false;
      return equalValues(shown, convert(value));
    },
    toState: (value, held) => keepKind(value, held),
  };
}

/** A number that is typed into a text stays a number, and what is not a number is not taken; a set stays a set. */
function keepKind(value: unknown, held: unknown): unknown {
  if (isSet(held) && Array.isArray(value)) return new Set<unknown>(value);
  if (typeof value !== 'string' || typeof held !== 'number') return value;
  const number = value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : held;
}

function attributePort(element: TuiElement, name: string): Port {
  const textOf = (value: unknown): string | null => {
    if (value === null || value === undefined || value === false) return null;
    return value === true ? '' : formatBound(value);
  };
  const flag = name === 'hidden';
  return {
    oneWay: false,
    events: [],
    read: () => (flag ? isHidden(element) : (getAttribute(element, name) ?? undefined)),
    write: (value) => {
      const text = flag ? (value ? '' : null) : textOf(value);
      if (text === null) removeAttribute(element, name);
      else setAttribute(element, name, text);
    },
    shows: (value) =>
      flag ? isHidden(element) === Boolean(value) : getAttribute(element, name) === textOf(value),
    toState: (value, held) => keepKind(value, held),
  };
}

function textPort(element: TuiElement): Port {
  return {
    oneWay: true,
    events: [],
    read: () => textOf(element),
    write: (value) => {
      setText(element, formatBound(value));
    },
    shows: (value) => textOf(element) === formatBound(value),
    toState: (value) => value,
  };
}
