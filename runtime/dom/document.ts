/** The standard's `Document`: makes nodes and finds them. */
import { Attr } from './attr.js';
import type { CDATASection } from './character-data.js';
import { Comment, createCDATASection, ProcessingInstruction, Text } from './character-data.js';
import { DocumentFragment } from './document-fragment.js';
import { defineHandlers } from './events/handlers.js';
import { CustomEvent, dispatchControl, Event } from './events/event.js';
import type { HTMLCollection, StaticList } from './lists.js';
import { staticList } from './lists.js';
import type { FAMILY } from './node.js';
import { nodeGiven, type Node } from './node.js';
import { byClassName, byTagName, byTagNameNS, collectionOf, ParentNode } from './parent-node.js';
import { NodeFilter, TreeWalker, type NodeFilterGiven } from './tree-walker.js';
import { checkAttributeName, getAttribute } from './tree/attributes.js';
import { cloneSubtree } from './tree/clone.js';
import { adopt, remove, setTextContent } from './tree/mutate.js';
import { checkNamespace } from './tree/namespaces.js';
import { filterElements } from './tree/selectors.js';
import { serialize } from './tree/serialize.js';
import {
  DOCTYPE_NODE,
  childElementsOf,
  childNodesOf,
  DOCUMENT_NODE,
  fail,
  HTML_NAMESPACE,
  isDocument,
  kindOf,
  nameOf,
  ownerOf,
  textIn,
  type NodeKind,
  type Owner,
  type TreeNode,
} from './tree/tree-node.js';

type ElementOf<N extends Node> = N[typeof FAMILY]['element'];
/** What the nodes that a document makes have around them. */
interface Placed<N extends Node> {
  readonly [FAMILY]: N[typeof FAMILY];
}

/** A name that the markup parser takes, so that whatever it reads can be made. */
const NAME = /^[A-Za-z][^\t\n\f\r />]*$/;

const DOCUMENT: NodeKind = {
  nodeType: DOCUMENT_NODE,
  copy: () => fail('NotSupportedError', 'a document cannot be cloned'),
};

/** Makes nodes and finds them. */
export abstract class Document extends ParentNode {
  /** @internal */
  constructor(owner: Owner) {
    super(owner, DOCUMENT, '', null);
  }

  override get [Symbol.toStringTag](): string {
    return 'Document';
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
  /** The text of the `<title>` element; setting it makes one where there is none. */
  get title(): string {
    const element = titleOf(this);
    return element === undefined ? '' : textIn(element).trim().replace(/\s+/g, ' ');
  }
  set title(text: unknown) {
    let element = titleOf(this);
    if (element === undefined) {
      element = ownerOf(this).createElement('title', HTML_NAMESPACE);
      this.head.prepend(element as Node);
    }
    setTextContent(element, String(text));
  }
  /** Where `title` puts its element. */
  abstract get head(): ElementOf<this> & ParentNode;
  /** The focused element, or the body. */
  get activeElement(): ElementOf<this> {
    return (ownerOf(this).activeElement ?? this.documentElement) as ElementOf<this>;
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
    return ownerOf(this).isXml ? 'application/xml' : 'text/html';
  }

  createElement(name: string, _options?: unknown): ElementOf<this> {
    const owner = ownerOf(this);
    const given = String(name);
    checkName(given);
    const localName = owner.isXml ? given : given.replace(/[A-Z]/g, (each) => each.toLowerCase());
    return owner.createElement(localName, HTML_NAMESPACE) as ElementOf<this>;
  }
  createElementNS(namespace: string | null, name: string, _options?: unknown): ElementOf<this> {
    const given = String(name);
    checkName(given);
    const space = checkNamespace(namespace, given);
    return ownerOf(this).createElement(given, space) as ElementOf<this>;
  }
  createTextNode(data: string): Text & Placed<this> {
    return new Text(String(data), ownerOf(this)) as never;
  }
  createComment(data: string): Comment & Placed<this> {
    return new Comment(String(data), ownerOf(this)) as never;
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
    return new DocumentFragment(ownerOf(this)) as never;
  }
  createAttribute(name: string): Attr {
    const given = String(name);
    checkAttributeName(given);
    return new Attr(ownerOf(this).isXml ? given : given.toLowerCase());
  }
  createAttributeNS(namespace: string | null, name: string): Attr {
    const given = String(name);
    checkAttributeName(given);
    return new Attr(given, checkNamespace(namespace, given));
  }
  /** An event that has no type until one of its `init…` methods gives it one. */
  createEvent(kind: string): Event {
    const event = /^customevents?$/i.test(kind) ? new CustomEvent('') : new Event('');
    dispatchControl.uninitialize(event);
    return event;
  }
  createTreeWalker(root: Node, whatToShow?: number, filter?: NodeFilterGiven): TreeWalker {
    nodeGiven(root);
    return new TreeWalker(root, whatToShow ?? NodeFilter.SHOW_ALL, filter ?? null);
  }
  createNodeIterator(root: Node, whatToShow?: number, filter?: NodeFilterGiven): TreeWalker {
    nodeGiven(root);
    return new TreeWalker(root, whatToShow ?? NodeFilter.SHOW_ALL, filter ?? null);
  }
  /** Null: scripts cannot read what is selected on the screen. */
  getSelection(): null {
    return null;
  }
  createRange(): never {
    return fail('NotSupportedError', 'there are no ranges here');
  }
  importNode<T extends Node>(node: T, deep = false): T {
    if (isDocument(nodeGiven(node))) fail('NotSupportedError', 'a document cannot be imported');
    return cloneSubtree(node, Boolean(deep), ownerOf(this)) as unknown as T;
  }
  adoptNode<T extends Node>(node: T): T {
    if (isDocument(nodeGiven(node))) fail('NotSupportedError', 'a document cannot be adopted');
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

function titleOf(document: TreeNode): TreeNode | undefined {
  return filterElements(document, (element) => nameOf(element) === 'title')[0];
}

function checkName(name: string): void {
  if (!NAME.test(name)) {
    fail('InvalidCharacterError', `${JSON.stringify(name)} is not an element name`);
  }
}
