/** The standard's `Document`: creates nodes and finds them. */
import type { Rect } from '../base/geometry.js';
import { Attr } from './attr.js';
import type { CDATASection } from './character-data.js';
import {
  Comment,
  createCDATASection,
  DocumentType,
  ProcessingInstruction,
  Text,
} from './character-data.js';
import { DocumentFragment } from './document-fragment.js';
import { defineHandlers } from './events/handlers.js';
import { createHost } from './document-host.js';
import { createEvent } from './events/create-event.js';
import type { Event } from './events/event.js';
import type { EventTarget } from './events/event-target.js';
import type { HTMLElement } from './html-element.js';
import type { HTMLCollection, StaticList } from './lists.js';
import { staticList } from './lists.js';
import { turn } from './window/fullscreen.js';
import type { FAMILY } from './node.js';
import { requireNode, type Node } from './node.js';
import { NodeIterator } from './node-iterator.js';
import { byClassName, byTagName, byTagNameNS, collectionOf, ParentNode } from './parent-node.js';
import { NodeFilter, TreeWalker, type NodeFilterGiven } from './tree-walker.js';
import { checkAttributeName, getAttribute, hasAttribute, setAttribute } from './tree/attributes.js';
import { cloneSubtree } from './tree/clone.js';
import { HTML_TYPE, PlainOwner, XML_TYPE } from './plain/plain-owner.js';
import { adopt, appendDetached, insert, remove, replace, setTextContent } from './tree/mutate.js';
import { defineMissing } from './window/missing.js';
import { checkNamespace, SVG_NAMESPACE } from './tree/namespaces.js';
import { filterElements } from './tree/selectors.js';
import { serialize } from './tree/serialize.js';
import {
  DOCTYPE_NODE,
  childElementsOf,
  childNodesOf,
  DOCUMENT_NODE,
  fail,
  firstChildOf,
  HTML_NAMESPACE,
  isDocument,
  isElement,
  knownOwner,
  Owner,
  kindOf,
  nameOf,
  ownerOf,
  retarget,
  parentOf,
  textIn,
  type NodeKind,
  type TreeNode,
} from './tree/tree-node.js';

type ElementOf<N extends Node> = N[typeof FAMILY]['element'];
/** What the nodes that a document makes have around them. */
interface Placed<N extends Node> {
  readonly [FAMILY]: N[typeof FAMILY];
}

/** A name that the markup parser takes, so that whatever it reads can be made. */
const NAME = /^[A-Za-z][^\t\n\f\r />]*$/;
/** Others that the standard allows. */
const OTHER_NAME = /^[:_\u0080-\u{10ffff}][-.:_0-9A-Za-z\u0080-\u{10ffff}]*$/u;

/** The types of what is around a node of a document without an app. */
interface PlainFamily {
  readonly node: Node;
  readonly parent: ParentNode;
  readonly element: PlainElement;
  readonly document: PlainDocument;
}
interface InPlain {
  readonly [FAMILY]: PlainFamily;
}
export type PlainElement = HTMLElement & InPlain;
export type PlainDocument = Document & InPlain;

const DOCUMENT: NodeKind = {
  nodeType: DOCUMENT_NODE,
  copy(node) {
    const owner = ownerOf(node);
    if (!(owner instanceof PlainOwner))
      fail('NotSupportedError', 'the document of an app cannot be cloned');
    return new Document(new PlainOwner(owner.contentType, owner.host, owner.url));
  },
};

/** A document: creates nodes and finds them. */
export class Document extends ParentNode {
  /** Scripts pass no owner: they create an empty XML document. */
  constructor(owner?: Owner) {
    const own = Owner.is(owner) ? owner : newOwner(XML_TYPE);
    super(own, DOCUMENT, '', null);
    if (own instanceof PlainOwner) own.document = this;
  }

  override get [Symbol.toStringTag](): string {
    const { isXml, contentType } = ownerOf(this);
    return !isXml ? 'HTMLDocument' : contentType === XML_TYPE ? 'XMLDocument' : 'Document';
  }
  get implementation(): DOMImplementation {
    let found = implementations.get(this);
    if (found === undefined) implementations.set(this, (found = new DOMImplementation(this)));
    return found;
  }
  get defaultView(): EventTarget | null {
    return ownerOf(this).view;
  }
  get readyState(): string {
    return 'complete';
  }
  override get nodeName(): string {
    return '#document';
  }
  get documentElement(): ElementOf<this> {
    return childElementsOf(this)[0] as ElementOf<this>;
  }
  get doctype(): Node | null {
    const found = childNodesOf(this).find((node) => kindOf(node).nodeType === DOCTYPE_NODE);
    return (found as Node | undefined) ?? null;
  }
  /** The text of the `<title>` element, which is created if it does not exist. */
  get title(): string {
    return titleTextOf(this);
  }
  set title(text: unknown) {
    let element = titleOf(this);
    if (element === undefined) {
      const { head } = this;
      if (head === null) return;
      element = ownerOf(this).createElement('title', HTML_NAMESPACE);
      // In an app, whose root is its head, the title comes before what is shown.
      insert(head, [element], ownerOf(this).root === head ? firstChildOf(head) : null);
    }
    setTextContent(element, String(text));
  }
  get head(): ElementOf<this> | null {
    return partOf(this, ['head']) as ElementOf<this> | null;
  }
  get body(): ElementOf<this> | null {
    return partOf(this, ['body', 'frameset']) as ElementOf<this> | null;
  }
  set body(element: unknown) {
    const input = requireNode(element);
    const { documentElement, body } = this;
    if (
      !isElement(input) ||
      !['body', 'frameset'].includes(nameOf(input)) ||
      documentElement === null
    ) {
      fail('HierarchyRequestError', 'expected a <body>');
    }
    if (body === null) insert(documentElement, [input], null);
    else if (body !== input) replace(documentElement, [input], body);
  }
  /** The focused element, or the body. */
  get activeElement(): ElementOf<this> {
    const { activeElement } = ownerOf(this);
    // Of what is in a shadow tree, the document has the host.
    const seen = activeElement === null ? null : retarget(activeElement, this);
    return (seen ?? this.body ?? this.documentElement) as ElementOf<this>;
  }
  get URL(): string {
    return ownerOf(this).url;
  }
  get documentURI(): string {
    return ownerOf(this).url;
  }
  get compatMode(): string {
    return 'CSS1Compat';
  }
  get characterSet(): string {
    return 'UTF-8';
  }
  get charset(): string {
    return 'UTF-8';
  }
  get inputEncoding(): string {
    return 'UTF-8';
  }
  get contentType(): string {
    return ownerOf(this).contentType;
  }

  get scripts(): HTMLCollection<ElementOf<this>> {
    return namedCollection(this, 'scripts', ['script']);
  }
  get forms(): HTMLCollection<ElementOf<this>> {
    return namedCollection(this, 'forms', ['form']);
  }
  get images(): HTMLCollection<ElementOf<this>> {
    return namedCollection(this, 'images', ['img']);
  }
  /** `<a>` elements with `href`. */
  get links(): HTMLCollection<ElementOf<this>> {
    return namedCollection(this, 'links', ['a', 'area'], 'href');
  }
  /** Null: scripts are modules. */
  get currentScript(): null {
    return null;
  }
  get hidden(): boolean {
    return false;
  }
  get visibilityState(): string {
    return 'visible';
  }
  /** True if the document has a window. */
  hasFocus(): boolean {
    return ownerOf(this).view !== null || ownerOf(this).root !== null;
  }
  /** The `dir` attribute of the root. */
  get dir(): string {
    const root = childElementsOf(this)[0];
    return (root === undefined ? null : getAttribute(root, 'dir')) ?? '';
  }
  set dir(value: unknown) {
    const root = childElementsOf(this)[0];
    if (root !== undefined) setAttribute(root, 'dir', String(value));
  }
  /** When it was loaded, as `11/22/2026 20:15:00`. */
  get lastModified(): string {
    let time = readAt.get(this);
    if (time === undefined) readAt.set(this, (time = new Date()));
    const two = (value: number): string => String(value).padStart(2, '0');
    const day = `${two(time.getMonth() + 1)}/${two(time.getDate())}/${time.getFullYear()}`;
    return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  }
  get referrer(): string {
    return '';
  }
  /** Always empty: an app has no cookies. */
  get cookie(): string {
    return '';
  }
  set cookie(_text: unknown) {
    return;
  }
  get scrollingElement(): ElementOf<this> | null {
    return (childElementsOf(this)[0] ?? null) as ElementOf<this> | null;
  }
  /** The root while the app has the whole screen; null while it runs below the shell's prompt. */
  get fullscreenElement(): ElementOf<this> | null {
    const { host, root } = ownerOf(this);
    return (host.fullscreen?.isFull === true ? root : null) as ElementOf<this> | null;
  }
  /** True if the app is shown on a screen. */
  get fullscreenEnabled(): boolean {
    return ownerOf(this).host.fullscreen !== undefined;
  }
  /** Turns from the whole screen to rows below the shell's prompt. */
  exitFullscreen(): Promise<void> {
    const { host, root } = ownerOf(this);
    return turn(root ?? this, host.fullscreen, false);
  }
  /** Returns the innermost element at a cell of the screen; null if there is none. */
  elementFromPoint(x: number, y: number): ElementOf<this> | null {
    const { host } = ownerOf(this);
    const [column, row] = [Math.floor(Number(x)), Math.floor(Number(y))];
    const { width, height } = host.screen ?? { width: 0, height: 0 };
    if (!(column >= 0 && row >= 0 && column < width && row < height)) return null;
    return host.elementAt(column, row) as ElementOf<this> | null;
  }
  /** Returns all elements whose boxes include a cell of the screen, innermost first. */
  elementsFromPoint(x: number, y: number): ElementOf<this>[] {
    const { host } = ownerOf(this);
    const [column, row] = [Math.floor(Number(x)), Math.floor(Number(y))];
    const found: TreeNode[] = [];
    let at = this.elementFromPoint(x, y) as TreeNode | null;
    for (; at !== null && isElement(at); at = parentOf(at)) {
      const rect = host.bounds(at);
      const isHit = rect !== undefined && containsCell(rect, column, row);
      if (found.length === 0 || isHit) found.push(at);
    }
    return found as ElementOf<this>[];
  }

  createElement(name: string, _options?: unknown): ElementOf<this> {
    const owner = ownerOf(this);
    const input = String(name);
    checkName(input);
    const localName = owner.isXml ? input : input.replace(/[A-Z]/g, (each) => each.toLowerCase());
    const isHtml = !owner.isXml || owner.contentType === 'application/xhtml+xml';
    return owner.createElement(localName, isHtml ? HTML_NAMESPACE : null) as ElementOf<this>;
  }
  createElementNS(namespace: string | null, name: string, _options?: unknown): ElementOf<this> {
    const input = String(name);
    checkName(input);
    const space = checkNamespace(namespace, input);
    return ownerOf(this).createElement(input, space) as ElementOf<this>;
  }
  createTextNode(data: string): Text & Placed<this> {
    return new Text(String(data), ownerOf(this));
  }
  createComment(data: string): Comment & Placed<this> {
    return new Comment(String(data), ownerOf(this));
  }
  createCDATASection(data: string): CDATASection {
    if (!ownerOf(this).isXml) fail('NotSupportedError', 'HTML has no CDATA sections');
    if (String(data).includes(']]>')) fail('InvalidCharacterError', 'the data ends the section');
    return createCDATASection(ownerOf(this), String(data));
  }
  createProcessingInstruction(target: string, data: string): ProcessingInstruction {
    const name = String(target);
    checkName(name);
    if (String(data).includes('?>')) fail('InvalidCharacterError', 'the data ends the instruction');
    return new ProcessingInstruction(ownerOf(this), name, String(data));
  }
  createDocumentFragment(): DocumentFragment & Placed<this> {
    return new DocumentFragment(ownerOf(this));
  }
  createAttribute(name: string): Attr {
    const input = String(name);
    checkAttributeName(input);
    return new Attr(ownerOf(this).isXml ? input : input.toLowerCase());
  }
  createAttributeNS(namespace: string | null, name: string): Attr {
    const input = String(name);
    checkAttributeName(input);
    return new Attr(input, checkNamespace(namespace, input));
  }
  /** Creates an event without a type, for its `init…` method. @throws NotSupportedError for an unknown class of event */
  createEvent(kind: string): Event {
    return createEvent(kind);
  }
  createTreeWalker(root: Node, whatToShow?: number, filter?: NodeFilterGiven): TreeWalker {
    requireNode(root);
    return new TreeWalker(root, whatToShow ?? NodeFilter.SHOW_ALL, filter ?? null);
  }
  createNodeIterator(root: Node, whatToShow?: number, filter?: NodeFilterGiven): NodeIterator {
    requireNode(root);
    return new NodeIterator(root, whatToShow ?? NodeFilter.SHOW_ALL, filter ?? null);
  }
  /** Returns null: scripts cannot read what is selected on the screen. */
  getSelection(): null {
    return null;
  }
  /** Returns false: no command is supported. */
  execCommand(_command: string, _showsInterface?: boolean, _value?: string): boolean {
    return false;
  }
  queryCommandSupported(_command: string): boolean {
    return false;
  }
  queryCommandEnabled(_command: string): boolean {
    return false;
  }
  importNode<T extends Node>(node: T, deep = false): T {
    if (isDocument(requireNode(node))) fail('NotSupportedError', 'a document cannot be imported');
    return cloneSubtree(node, Boolean(deep), ownerOf(this)) as unknown as T;
  }
  adoptNode<T extends Node>(node: T): T {
    if (isDocument(requireNode(node))) fail('NotSupportedError', 'a document cannot be adopted');
    remove(node);
    adopt(node, ownerOf(this));
    return node;
  }
  getElementById(id: string): ElementOf<this> | null {
    return ownerOf(this).ids.get(String(id), this) as ElementOf<this> | null;
  }
  getElementsByTagName(name: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byTagName(String(name)));
  }
  getElementsByTagNameNS(namespace: string | null, name: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byTagNameNS(namespace, String(name)));
  }
  getElementsByClassName(names: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byClassName(String(names)));
  }
  getElementsByName(name: string): StaticList<ElementOf<this>> {
    const found = filterElements(this, (element) => getAttribute(element, 'name') === String(name));
    return staticList(found) as StaticList<ElementOf<this>>;
  }
  override toString(): string {
    return serialize(this, false);
  }
  /** What `JSON.stringify` and printers of test runners get. */
  toJSON(): string {
    return serialize(this, false);
  }
}
defineHandlers(Document.prototype, ['readystatechange']);
defineMissing(Document.prototype, 'Document');

function containsCell({ x, y, width, height }: Rect, column: number, row: number): boolean {
  return column >= x && column < x + width && row >= y && row < y + height;
}

/** The first child of `<html>` of one of these names. */
/** The words of a document's title; empty where it has none. */
export function titleTextOf(document: Document): string {
  const element = titleOf(document);
  return element === undefined ? '' : textIn(element).trim().replace(/\s+/g, ' ');
}

function partOf(document: Document, names: readonly string[]): TreeNode | null {
  const root = childElementsOf(document)[0];
  if (root === undefined || nameOf(root) !== 'html') return null;
  return childElementsOf(root).find((child) => names.includes(nameOf(child))) ?? null;
}

function newOwner(contentType: string): PlainOwner {
  return new PlainOwner(contentType, knownOwner()?.host ?? createHost());
}

const implementations = new WeakMap<TreeNode, DOMImplementation>();

/** The standard's `DOMImplementation`: makes documents that have no window. */
export class DOMImplementation {
  readonly #document: Document;

  /** @internal */
  constructor(document: Document) {
    if (!(document instanceof Document)) throw new TypeError('Illegal constructor');
    this.#document = document;
  }
  get [Symbol.toStringTag](): string {
    return 'DOMImplementation';
  }
  createHTMLDocument(...args: [title?: string]): PlainDocument {
    const owner = new PlainOwner(HTML_TYPE, ownerOf(this.#document).host);
    const document = new Document(owner);
    appendDetached(document, new DocumentType(owner, 'html', '', ''));
    const html = owner.createElement('html', HTML_NAMESPACE);
    const head = owner.createElement('head', HTML_NAMESPACE);
    insert(document, [html], null);
    insert(html, [head, owner.createElement('body', HTML_NAMESPACE)], null);
    if (args[0] !== undefined) {
      const title = owner.createElement('title', HTML_NAMESPACE);
      setTextContent(title, String(args[0]));
      insert(head, [title], null);
    }
    return document as PlainDocument;
  }
  createDocument(
    namespace: string | null,
    name: string | null,
    doctype: DocumentType | null = null,
  ): PlainDocument {
    const type =
      namespace === HTML_NAMESPACE
        ? 'application/xhtml+xml'
        : namespace === SVG_NAMESPACE
          ? 'image/svg+xml'
          : XML_TYPE;
    const document = new Document(new PlainOwner(type, ownerOf(this.#document).host));
    const qualified = name === null ? '' : String(name);
    const root = qualified === '' ? null : document.createElementNS(namespace, qualified);
    if (doctype !== null) insert(document, [requireNode(doctype)], null);
    if (root !== null) insert(document, [root], null);
    return document as PlainDocument;
  }
  createDocumentType(name: string, publicId: string, systemId: string): DocumentType {
    const input = String(name);
    checkName(input);
    return new DocumentType(ownerOf(this.#document), input, String(publicId), String(systemId));
  }
  /** Always true, as in a browser. */
  hasFeature(): boolean {
    return true;
  }
}

const collections = new WeakMap<TreeNode, Map<string, HTMLCollection<Node>>>();
const readAt = new WeakMap<TreeNode, Date>();

/** One list for each property, as long as the document lives. */
function namedCollection<D extends Document>(
  document: D,
  property: string,
  tags: readonly string[],
  attribute?: string,
): HTMLCollection<ElementOf<D>> {
  let known = collections.get(document);
  if (known === undefined)
    collections.set(document, (known = new Map<string, HTMLCollection<Node>>()));
  let list = known.get(property);
  if (list === undefined) {
    list = collectionOf<ParentNode>(
      document,
      (element) =>
        tags.includes(nameOf(element)) &&
        (attribute === undefined || hasAttribute(element, attribute)),
    );
    known.set(property, list);
  }
  return list;
}

function titleOf(document: TreeNode): TreeNode | undefined {
  return filterElements(document, (element) => nameOf(element) === 'title')[0];
}

function checkName(name: string): void {
  if (!NAME.test(name) && !OTHER_NAME.test(name)) {
    fail('InvalidCharacterError', `${JSON.stringify(name)} is not an element name`);
  }
}
