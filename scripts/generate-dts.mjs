/**
 * `docs/reference/tui.d.ts`: what a script finds in its app, for editors and type checkers. `$tui`, the
 * tree and the events are copied from the sources' own types, the elements are made from their
 * declarations.
 */
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { Collector, elementType } from './dts-collector.mjs';
import { elementSources } from './element-sources.mjs';
import { sources } from './generate-elements.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => `${root}${path}`;

/** Event types by the class of their events; the rest of the common ones are plain. */
const INPUT_EVENTS = {
  MouseEvent: [
    'click',
    'dblclick',
    'contextmenu',
    'mousedown',
    'mouseup',
    'mousemove',
    'mouseenter',
    'mouseleave',
    'mouseover',
    'mouseout',
  ],
  WheelEvent: ['wheel'],
  KeyboardEvent: ['keydown', 'keyup', 'keypress'],
  FocusEvent: ['focus', 'blur', 'focusin', 'focusout'],
  CopyEvent: ['copy'],
  PasteEvent: ['paste'],
};

const LISTENER = (map) => `
  addEventListener<K extends keyof ${map}>(type: K, listener: EventListener<${map}[K]>, options?: boolean | ListenerOptions): void;
  addEventListener<T extends TuiEvent = TuiEvent>(type: string, listener: EventListener<T>, options?: boolean | ListenerOptions): void;`;

const FIND = `<K extends keyof ElementTagNameMap>(selector: K): `;

/** What of the copied types is another thing to authors, or nothing of theirs. */
const EDITS = {
  DocumentApi: {
    skip: [
      'report',
      'reportError',
      'listenerBegins',
      'listenerEnds',
      'listenerReturned',
      'requestFocus',
      'boundsOf',
      'viewport',
      'runDefault',
      'setActiveElement',
      'timing',
    ],
    replace: {
      createElement: `createElement<K extends keyof ElementTagNameMap>(name: K): ElementTagNameMap[K];
        createElement(name: string): E;`,
      getElementById:
        '/** The type is yours to state: `getElementById<Tui.DataBarsElement>("cpu")`. */\ngetElementById<T extends TuiElement = TuiElement>(id: string): T | null;',
    },
  },
  ParentNodeApi: {
    replace: {
      querySelector: `querySelector${FIND}ElementTagNameMap[K] | null;
        /** Throws a \`SyntaxError\` DOMException for a selector that cannot be read. */
        querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;`,
      querySelectorAll: `querySelectorAll${FIND}readonly ElementTagNameMap[K][];
        querySelectorAll<T extends TuiElement = TuiElement>(selector: string): readonly T[];`,
    },
  },
  EventTargetApi: {
    replace: {
      dispatchEvent:
        '/** False where a listener prevented the default. */\ndispatchEvent(event: TuiEvent): boolean;',
    },
  },
  ListenerOptions: {
    replace: {
      // By its shape: the name is one of a library that may not be there.
      signal:
        'readonly signal?: { readonly aborted: boolean; addEventListener(type: "abort", listener: () => void): void } | undefined;',
    },
  },
  TuiEvent: {
    replace: {
      target: 'readonly target: TuiElement;',
      currentTarget: 'readonly currentTarget: TuiElement;',
      composedPath: 'composedPath(): TuiElement[];',
    },
    skip: ['srcElement', 'initEvent', 'cancelBubble', 'returnValue'],
  },
  TuiGlobal: {
    replace: {
      document: 'readonly document: TuiDocument;',
      getElementById:
        '/** The type is yours to state: `$tui.getElementById<Tui.DataBarsElement>("cpu")`. */\ngetElementById<T extends TuiElement = TuiElement>(id: string): T | null;',
      querySelector: `querySelector${FIND}ElementTagNameMap[K] | null;
        querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;`,
      querySelectorAll: `querySelectorAll${FIND}readonly ElementTagNameMap[K][];
        querySelectorAll<T extends TuiElement = TuiElement>(selector: string): readonly T[];`,
      createElement: `createElement<K extends keyof ElementTagNameMap>(name: K): ElementTagNameMap[K];
        createElement(name: string): TuiElement;`,
      exports:
        "/** What the document's scripts export; the same object as `$app`. */\nreadonly exports: Exports;",
    },
  },
};

/** Members of the element class that are an author's; the rest is for those who write elements. */
const ELEMENT_MEMBERS = [
  'fire',
  'states',
  'addState',
  'removeState',
  'invalidate',
  'accessibleText',
];

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const { elements, BUILTIN_ELEMENTS, COMMON_EVENTS } = await sources();
  const collector = new Collector(EDITS);
  const element = collector.find(at('runtime/tree/element.ts'), 'TuiElement');
  const members = collector.members(element.source, element.node, {
    wants: (name) => ELEMENT_MEMBERS.includes(name),
  });
  // Named before they are met: theirs are written below, and must not be copied.
  for (const name of ['TuiElement', 'TuiDocument']) {
    const { node } = collector.find(at('runtime/tree/element.ts'), name);
    collector.declarations.delete(name);
    collector.declarations.set(name, { node, text: '' });
  }
  for (const name of ['ElementApi', 'DocumentApi', 'TextApi']) {
    collector.add(at('runtime/tree/api.ts'), name);
  }
  collector.add(at('runtime/tree/event.ts'), 'CustomEvent');
  for (const name of Object.keys(INPUT_EVENTS)) {
    collector.add(at('runtime/input/events.ts'), name);
  }
  collector.add(at('runtime/script/tui-global.ts'), 'TuiGlobal');
  const made = [...BUILTIN_ELEMENTS, ...elements].map((each) => elementTypes(each, collector));
  const parts = [
    eventMap(COMMON_EVENTS),
    `/** Any element. */
     interface TuiElement extends ElementApi<TuiElement, TuiDocument> {
       ${ELEMENT_MEMBERS.map((name) => memberOf(members, name)).join('\n')}
       ${LISTENER('ElementEventMap')}
     }`,
    `interface TuiDocument extends DocumentApi<TuiElement, TuiDocument> {${LISTENER('ElementEventMap')}}`,
    `/** What the document's scripts export. Add your own by declaration merging, or leave it loose. */
     interface Exports { readonly [name: string]: any; }`,
    ...made.map(({ text }) => text),
    `/** Elements by their names in markup. */
     interface ElementTagNameMap {
       ${made.map(({ tag, name, description }) => `/** ${description} */\n${JSON.stringify(tag)}: ${name};`).join('\n')}
     }`,
    ...[...collector.declarations.values()].map(({ text }) => text),
  ];
  const text = `${HEAD}
declare namespace Tui {
${parts.filter((part) => part !== '').join('\n\n')}
}

/** The app that this script is a part of. */
declare const $tui: Tui.TuiGlobal;
/** What the document's scripts export, live. */
declare const $app: Tui.Exports;
`;
  const options = await resolveConfig(at('package.json'));
  return { 'docs/reference/tui.d.ts': await format(text, { ...options, parser: 'typescript' }) };
}

const HEAD = `// Generated by scripts/generate-dts.mjs from the declarations: do not edit.
//
// Types of what a script finds in its app. Name this file under "files" in a tsconfig.json beside your
// scripts, with "types": ["node"] and without the library "DOM", whose names are a browser's.
`;

function memberOf(members, name) {
  const found = members.find((member) => member.name === name);
  if (found === undefined) throw new Error(`TuiElement has no member ${name}`);
  return found.text;
}

function eventMap(common) {
  const typed = Object.entries(INPUT_EVENTS).flatMap(([name, types]) =>
    types.map((type) => [type, name]),
  );
  const names = new Map(typed);
  const lines = common.map((type) => `${type}: ${names.get(type) ?? 'TuiEvent'};`);
  return `/** Events that every element hears, by type. */\ninterface ElementEventMap {\n${lines.join('\n')}\n}`;
}

/** The interface of one element, and of its events. */
function elementTypes(element, collector) {
  const { tag, description, attributes, events } = element;
  const own = ownMembers(element, collector);
  const lines = [...own.values()];
  for (const [name, declaration] of Object.entries(attributes)) {
    const { hook } = declaration;
    if (hook !== undefined) {
      if (!own.has(hook)) {
        lines.push(
          `/** ${declaration.description} */\n${hook}?: ((item: any) => unknown) | undefined;`,
        );
      }
    } else if (!own.has(name)) lines.push(property(name, declaration));
  }
  const types = Object.keys(events);
  if (lines.length === 0 && types.length === 0) {
    return { tag, description, name: 'TuiElement', text: '' };
  }
  const name = elementType(tag);
  const parts = [];
  if (types.length > 0) {
    const map = `${pascal(tag)}EventMap`;
    for (const [type, event] of Object.entries(events)) parts.push(eventType(tag, type, event));
    parts.push(
      `interface ${map} extends Omit<ElementEventMap, ${types.map((type) => JSON.stringify(type)).join(' | ')}> {
        ${types.map((type) => `${type}: ${pascal(tag)}${pascal(type)}Event;`).join('\n')}
      }`,
    );
    lines.push(
      ...types.map(
        (type) =>
          `on${type.toLowerCase()}: ((event: ${pascal(tag)}${pascal(type)}Event) => unknown) | null;`,
      ),
      LISTENER(map),
    );
  }
  parts.push(
    `/** ${description} */\ninterface ${name} extends TuiElement {\n${lines.join('\n')}\n}`,
  );
  return { tag, description, name, text: parts.join('\n\n') };
}

function eventType(tag, type, { description, fields = {}, types = {} }) {
  const lines = Object.entries(fields).map(
    ([field, about]) => `/** ${about} */\nreadonly ${field}: ${types[field] ?? 'unknown'};`,
  );
  return `/** ${description} */
    interface ${pascal(tag)}${pascal(type)}Event extends TuiEvent {
      readonly type: ${JSON.stringify(type)};
      ${lines.join('\n')}
    }`;
}

/** Text is read as the attribute's would be; no value takes the attribute away. */
function property(name, declaration) {
  const type = valueType(declaration);
  const absent = declaration.default === undefined && declaration.required !== true;
  const text = type === 'string' || declaration.enum !== undefined ? '' : ' | string';
  return `/** ${declaration.description} */
    get ${name}(): ${declaration.type === 'color' ? 'number' : type}${absent ? ' | undefined' : ''};
    set ${name}(value: ${type}${text} | null | undefined);`;
}

function valueType({ type, enum: allowed, schema }) {
  if (allowed !== undefined)
    return `(${allowed.map((value) => JSON.stringify(value)).join(' | ')})`;
  if (type === 'json') return schemaType(schema);
  if (type === 'color') return 'string';
  return type === 'integer' ? 'number' : type;
}

/** The TypeScript type of the part of JSON Schema that attributes use. */
function schemaType(schema) {
  const { type, enum: allowed, items, properties, required = [], additionalProperties } = schema;
  if (allowed !== undefined)
    return `(${allowed.map((value) => JSON.stringify(value)).join(' | ')})`;
  if (Array.isArray(type)) {
    return `(${type.map((each) => schemaType({ ...schema, type: each })).join(' | ')})`;
  }
  if (type === 'array')
    return `readonly ${items === undefined ? 'unknown' : schemaType(items)}[]`.replace(
      /^readonly (readonly .*)\[\]$/,
      'readonly ($1)[]',
    );
  if (type === 'object') {
    const lines = Object.entries(properties ?? {}).map(
      ([name, each]) =>
        `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${schemaType(each)};`,
    );
    if (additionalProperties !== false) lines.push('readonly [name: string]: unknown;');
    return `{ ${lines.join(' ')} }`;
  }
  return (
    { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[
      type
    ] ?? 'unknown'
  );
}

/** Methods and accessors of the class and of those it extends in elements/, from their sources. */
function ownMembers({ tag }, collector) {
  sourcesOf ??= elementSources((file) => collector.source(file));
  const found = new Map();
  for (const { source, node } of sourcesOf(tag)) {
    const wants = (name) => !['props', 'computed'].includes(name);
    for (const { name, text } of collector.members(source, node, { own: true, wants })) {
      if (!found.has(name)) found.set(name, text);
    }
  }
  return found;
}
let sourcesOf;

function pascal(name) {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
}
