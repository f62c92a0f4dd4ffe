/** parse5's door to the tree: it makes nodes of a document where they belong, without a record or a hook. */
import type { html, Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5' with {
  'resolution-mode': 'import',
};
import { Comment, DocumentType } from '../character-data.js';
import { loadAttribute, loadAttributeNS } from '../tree/attributes.js';
import { appendDetached } from '../tree/mutate.js';
import { templateContent } from '../tree/template.js';
import {
  attributesOf,
  childNodesOf,
  COMMENT_NODE,
  dataOf,
  DOCTYPE_NODE,
  elementKindOf,
  firstChildOf,
  isElement,
  isText,
  kindOf,
  lastChildOf,
  nameOf,
  ownerOf,
  parentOf,
  previousSiblingOf,
  writing,
  type Owner,
  type TreeNode,
} from '../tree/tree-node.js';
import { localNameOf } from '../tree/namespaces.js';

/** All of parse5's kinds of nodes are one type here. */
export type NodeTypes = TreeAdapterTypeMap<
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode
>;
type Mode = html.DOCUMENT_MODE;

export class DomAdapter implements TreeAdapter<NodeTypes> {
  #mode = 'no-quirks' as Mode;

  readonly #document: TreeNode | undefined;

  /** @param document Where a whole document is parsed into; nothing for fragments. */
  constructor(
    protected readonly owner: Owner,
    document?: TreeNode,
  ) {
    this.#document = document;
  }

  createDocument(): TreeNode {
    return this.#document ?? this.owner.createFragment();
  }
  createDocumentFragment(): TreeNode {
    return this.owner.createFragment();
  }
  createElement(name: string, namespace: string, attributes: readonly Token.Attribute[]): TreeNode {
    const element = this.owner.createElement(name, namespace);
    loadTokenAttributes(element, attributes);
    return element;
  }
  createCommentNode(data: string): TreeNode {
    return new Comment(data, this.owner);
  }
  createTextNode(value: string): TreeNode {
    return this.owner.createText(value);
  }

  appendChild(parent: TreeNode, node: TreeNode): void {
    if (parentOf(node) !== null) writing.unlink(node);
    appendDetached(parent, node);
  }
  insertBefore(parent: TreeNode, node: TreeNode, before: TreeNode): void {
    if (parentOf(node) !== null) writing.unlink(node);
    writing.link(parent, node, before);
    ownerOf(parent).version++;
  }
  detachNode(node: TreeNode): void {
    writing.unlink(node);
    ownerOf(node).version++;
  }
  insertText(parent: TreeNode, text: string): void {
    const last = lastChildOf(parent);
    if (last !== null && isText(last)) writing.setData(last, dataOf(last) + text);
    else this.appendChild(parent, this.createTextNode(text));
  }
  insertTextBefore(parent: TreeNode, text: string, before: TreeNode): void {
    const previous = previousSiblingOf(before);
    if (previous !== null && isText(previous)) writing.setData(previous, dataOf(previous) + text);
    else this.insertBefore(parent, this.createTextNode(text), before);
  }
  adoptAttributes(element: TreeNode, attributes: readonly Token.Attribute[]): void {
    const names = new Set([...(attributesOf(element)?.values() ?? [])].map(({ name }) => name));
    loadTokenAttributes(
      element,
      attributes.filter(({ name }) => !names.has(name)),
    );
  }
  /** The tree keeps a content for each template. */
  setTemplateContent(): void {
    return;
  }
  getTemplateContent(template: TreeNode): TreeNode {
    return templateContent(template);
  }
  setDocumentType(document: TreeNode, name: string, publicId: string, systemId: string): void {
    appendDetached(document, new DocumentType(ownerOf(document), name, publicId, systemId));
  }
  setDocumentMode(_document: TreeNode, mode: Mode): void {
    this.#mode = mode;
  }
  getDocumentMode(): Mode {
    return this.#mode;
  }

  getTagName(element: TreeNode): string {
    return nameOf(element);
  }
  getNamespaceURI(element: TreeNode): html.NS {
    return (isElement(element) ? elementKindOf(element).namespace : '') as html.NS;
  }
  getAttrList(element: TreeNode): Token.Attribute[] {
    return [...(attributesOf(element)?.values() ?? [])].map(({ name, text }) => ({
      name,
      value: text ?? '',
    }));
  }
  getFirstChild(node: TreeNode): TreeNode | null {
    return firstChildOf(node);
  }
  getChildNodes(node: TreeNode): TreeNode[] {
    return [...childNodesOf(node)];
  }
  getParentNode(node: TreeNode): TreeNode | null {
    return parentOf(node);
  }
  getTextNodeContent(node: TreeNode): string {
    return dataOf(node);
  }
  getCommentNodeContent(node: TreeNode): string {
    return dataOf(node);
  }
  getDocumentTypeNodeName(node: TreeNode): string {
    return nameOf(node);
  }
  getDocumentTypeNodePublicId(node: TreeNode): string {
    return node instanceof DocumentType ? node.publicId : '';
  }
  getDocumentTypeNodeSystemId(node: TreeNode): string {
    return node instanceof DocumentType ? node.systemId : '';
  }
  isElementNode(node: TreeNode): node is TreeNode {
    return isElement(node);
  }
  isTextNode(node: TreeNode): node is TreeNode {
    return isText(node);
  }
  isCommentNode(node: TreeNode): node is TreeNode {
    return kindOf(node).nodeType === COMMENT_NODE;
  }
  isDocumentTypeNode(node: TreeNode): node is TreeNode {
    return kindOf(node).nodeType === DOCTYPE_NODE;
  }

  // Places in the source, for diagnostics.
  setNodeSourceCodeLocation(_node: TreeNode, _location: Token.ElementLocation | null): void {
    return;
  }
  getNodeSourceCodeLocation(_node: TreeNode): Token.ElementLocation | null | undefined {
    return undefined;
  }
  updateNodeSourceCodeLocation(_node: TreeNode, _end: Partial<Token.ElementLocation>): void {
    return;
  }
}

/** The attributes of a tag just read, in lower case but for those of SVG that have capitals. */
export function loadTokenAttributes(
  element: TreeNode,
  attributes: readonly Token.Attribute[],
): void {
  for (const { name, namespace, prefix, value } of attributes) {
    if (namespace === undefined || namespace === '') {
      loadAttribute(element, elementKindOf(element).attributeKey(name), name, value);
    } else {
      const qualified = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
      loadAttributeNS(element, namespace, localNameOf(qualified), qualified, value);
    }
  }
}
