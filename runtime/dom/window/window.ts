/** The standard's `Window`: what scripts find as if it were global. */
import { Attr, NamedNodeMap } from '../attr.js';
import {
  CDATASection,
  CharacterData,
  Comment,
  DocumentType,
  ProcessingInstruction,
  Text,
} from '../character-data.js';
import { nameClass } from '../../base/class-name.js';
import { DocumentFragment } from '../document-fragment.js';
import { ShadowRoot } from '../shadow-root.js';
import { Document, DOMImplementation } from '../document.js';
import { Element } from '../element.js';
import { ErrorEvent } from '../events/error-event.js';
import { CustomEvent, Event } from '../events/event.js';
import { EventTarget, scopeOutside } from '../events/event-target.js';
import { defineHandlers, defineWindowOnError } from '../events/handlers.js';
import * as editingEvents from '../events/editing-events.js';
import * as uiEvents from '../events/ui-events.js';
import { HTMLElement } from '../html-element.js';
import { interfaces } from './html-interfaces.js';
import { HTMLCollectionClass, NodeListClass } from '../lists.js';
import { HashChangeEvent, History, Location, Navigation, PopStateEvent } from './location.js';
import { MediaQueryList, MediaQueryListEvent } from '../css/media-query-list.js';
import { MutationObserver, MutationRecord } from '../mutation-observer.js';
import { Node } from '../node.js';
import { NodeIterator } from '../node-iterator.js';
import { DOMParser } from '../parsing/dom-parser.js';
import { XMLSerializer } from '../parsing/xml-serializer.js';
import { TokenList } from '../token-list.js';
import { NodeFilter, TreeWalker } from '../tree-walker.js';
import { escapeIdentifier } from '../tree/escape.js';
import { ABSENT_GLOBALS, defineMissing } from './missing.js';
import { MATHML_NAMESPACE, SVG_NAMESPACE } from '../tree/namespaces.js';
import {
  elementKindOf,
  HTML_NAMESPACE,
  isDocument,
  isElement,
  isTreeNode,
  nameOf,
  ownerOf,
} from '../tree/tree-node.js';

/** Classes of the standard by their names in the window. */
const CLASSES = {
  EventTarget,
  Event,
  CustomEvent,
  ErrorEvent,
  ...uiEvents,
  ...editingEvents,
  PopStateEvent,
  HashChangeEvent,
  MediaQueryListEvent,
  MediaQueryList,
  Node,
  CharacterData,
  Text,
  CDATASection,
  Comment,
  ProcessingInstruction,
  DocumentType,
  DocumentFragment,
  Document,
  DOMImplementation,
  DOMParser,
  XMLSerializer,
  Element,
  HTMLElement,
  Attr,
  NamedNodeMap,
  NodeList: NodeListClass,
  HTMLCollection: HTMLCollectionClass,
  DOMTokenList: TokenList,
  MutationObserver,
  MutationRecord,
  NodeFilter,
  TreeWalker,
  NodeIterator,
  Location,
  History,
};
export type WindowClasses = Readonly<typeof CLASSES>;
for (const [name, value] of Object.entries(CLASSES)) {
  if (typeof value === 'function') nameClass(value, name);
}

/** An interface that is known by what an element is called. */
function named(name: string, test: (value: unknown) => boolean, Base: NodeClass): object {
  // Without arguments there is no owner, and nothing is constructed.
  abstract class Interface extends Base {
    static [Symbol.hasInstance](value: unknown): boolean {
      return test(value);
    }
  }
  nameClass(Interface, name);
  return Interface;
}
type NodeClass = typeof Element | typeof DocumentFragment | typeof Document;

function isIn(value: unknown, namespace: string, tags?: ReadonlySet<string>): boolean {
  return (
    isTreeNode(value) &&
    isElement(value) &&
    elementKindOf(value).namespace === namespace &&
    (tags === undefined || tags.has(nameOf(value)))
  );
}

/** Of an app's document, nothing is: its elements are of classes of their own. */
function isUnknown(value: unknown): boolean {
  return (
    isIn(value, HTML_NAMESPACE) &&
    Object.prototype.toString.call(value) === '[object HTMLUnknownElement]'
  );
}

function isDocumentOf(value: unknown, isXml: boolean): boolean {
  return isTreeNode(value) && isDocument(value) && ownerOf(value).isXml === isXml;
}

let byName: Readonly<Record<string, object>> | undefined;

/** The interfaces of HTML, SVG and MathML; made when a window is first requested. */
function interfaceObjects(): Readonly<Record<string, object>> {
  if (byName !== undefined) return byName;
  const made: Record<string, object> = {
    SVGElement: named('SVGElement', (value) => isIn(value, SVG_NAMESPACE), Element),
    MathMLElement: named('MathMLElement', (value) => isIn(value, MATHML_NAMESPACE), Element),
    ShadowRoot,
  };
  for (const [name, tags] of interfaces()) {
    made[name] = named(name, (value) => isIn(value, HTML_NAMESPACE, tags), HTMLElement);
  }
  made['HTMLUnknownElement'] = named('HTMLUnknownElement', isUnknown, HTMLElement);
  made['HTMLDocument'] = named('HTMLDocument', (value) => isDocumentOf(value, false), Document);
  made['XMLDocument'] = named('XMLDocument', (value) => isDocumentOf(value, true), Document);
  return (byName = made);
}

/** The classes that need no window. */
export function classNames(): Readonly<Record<string, object>> {
  return CLASSES;
}

/** Names that are the window itself. */
export const WINDOW_NAMES = ['window', 'self', 'frames', 'parent', 'top'] as const;

export class Window extends EventTarget {
  static {
    nameClass(this, 'Window');
  }

  [name: string]: unknown;

  /** @internal */
  constructor(document: Document, names: Readonly<Record<string, unknown>>) {
    const owner = ownerOf(document);
    super(scopeOutside(() => owner.host));
    const navigation = new Navigation(owner.url, this);
    const own: Record<string, unknown> = {
      ...CLASSES,
      ...interfaceObjects(),
      document,
      location: new Location(navigation),
      history: new History(navigation),
      matchMedia: (query: string) => new MediaQueryList(String(query), owner.host),
      getSelection: () => null,
      CSS: { escape: (text: unknown) => escapeIdentifier(String(text)) },
      devicePixelRatio: 1,
      name: '',
      length: 0,
      closed: false,
      opener: null,
      frameElement: null,
      event: undefined,
      ...names,
    };
    for (const name of [...WINDOW_NAMES, 'globalThis']) own[name] = this;
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true });
    }
    defineMissing(this, 'Window');
    defineScrolling(this, document);
    const size = { innerWidth: 'width', innerHeight: 'height' } as const;
    for (const [name, side] of Object.entries(size) as ['innerWidth', 'width'][]) {
      Object.defineProperty(this, name, {
        configurable: true,
        get: () => owner.host.screen?.[side] ?? 0,
      });
    }
    shareGlobals(this);
  }
  override get [Symbol.toStringTag](): string {
    return 'Window';
  }
}
/** What the window scrolls is the root. */
function defineScrolling(view: Window, document: Document): void {
  const of = { scrollX: 'scrollLeft', pageXOffset: 'scrollLeft' } as const;
  const all = { ...of, scrollY: 'scrollTop', pageYOffset: 'scrollTop' } as const;
  for (const [name, member] of Object.entries(all)) {
    const get = (): number => (document.scrollingElement as Element | null)?.[member] ?? 0;
    Object.defineProperty(view, name, { configurable: true, get });
  }
  for (const member of ['scroll', 'scrollTo', 'scrollBy'] as const) {
    const value = (left: number, top: number): void =>
      (document.scrollingElement as Element | null)?.[member](left, top);
    Object.defineProperty(view, member, { value, writable: true, configurable: true });
  }
}

defineWindowOnError(Window.prototype);
defineHandlers(Window.prototype, ['hashchange', 'popstate', 'message', 'unhandledrejection']);

/** What no window has. */
const OF_NODE: ReadonlySet<string> = new Set(['process', 'global', ...ABSENT_GLOBALS]);

const VALUE = { configurable: true, enumerable: true, writable: true } as const;

/** What the language and Node have for everybody: `Array`, `URL`, `fetch`. The window's own come first. */
function shareGlobals(view: Window): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (Object.hasOwn(view, name) || OF_NODE.has(name)) continue;
    // Accessors of Node answer for its own global object alone: `crypto`.
    const accessor = {
      get: (): unknown => Reflect.get(globalThis, name),
      set: (value: unknown) => Object.defineProperty(view, name, { ...VALUE, value }),
    };
    const own = descriptor.get === undefined ? descriptor : accessor;
    Object.defineProperty(view, name, { ...own, configurable: true });
  }
}
