/** Texts, comments and other nodes that are but data. */
import { insertAfterNode, insertBeforeNode, removeNode, replaceNode } from './child-node.js';
import type { FAMILY } from './node.js';
import { Node } from './node.js';
import { escapeText } from './tree/escape.js';
import { insert, setData } from './tree/mutate.js';
import {
  CDATA_NODE,
  COMMENT_NODE,
  currentOwner,
  dataOf,
  DOCTYPE_NODE,
  fail,
  INSTRUCTION_NODE,
  isText,
  nameOf,
  nextElementOf,
  nextSiblingOf,
  ownerOf,
  parentOf,
  previousElementOf,
  previousSiblingOf,
  Owner,
  TEXT_NODE,
  type NodeKind,
  type TreeNode,
} from './tree/tree-node.js';

type ElementOf<N extends Node> = N[typeof FAMILY]['element'];

/** A node that is text: a `Text`, a `Comment`, a processing instruction. */
export abstract class CharacterData extends Node {
  override get [Symbol.toStringTag](): string {
    return 'CharacterData';
  }
  get data(): string {
    return dataOf(this);
  }
  set data(value: unknown) {
    setData(this, value === null ? '' : String(value));
  }
  override get nodeValue(): string {
    return dataOf(this);
  }
  override set nodeValue(value: unknown) {
    setData(this, value === null || value === undefined ? '' : String(value));
  }
  /** In UTF-16 units, as are all offsets. */
  get length(): number {
    return dataOf(this).length;
  }
  get previousElementSibling(): ElementOf<this> | null {
    return previousElementOf(this) as ElementOf<this> | null;
  }
  get nextElementSibling(): ElementOf<this> | null {
    return nextElementOf(this) as ElementOf<this> | null;
  }
  substringData(...args: [offset: number, count: number]): string {
    const [offset, count] = allOf(args, 2);
    const data = dataOf(this);
    const start = offsetIn(data, offset);
    return data.slice(start, Math.min(data.length, start + toUnsigned(count)));
  }
  appendData(...args: [data: string]): void {
    const [data] = allOf(args, 1);
    setData(this, dataOf(this) + String(data));
  }
  insertData(...args: [offset: number, data: string]): void {
    const [offset, data] = allOf(args, 2);
    replaceData(this, offset, 0, data);
  }
  deleteData(...args: [offset: number, count: number]): void {
    const [offset, count] = allOf(args, 2);
    replaceData(this, offset, count, '');
  }
  replaceData(...args: [offset: number, count: number, data: string]): void {
    const [offset, count, data] = allOf(args, 3);
    replaceData(this, offset, count, data);
  }
  before(...nodes: (Node | string)[]): void {
    insertBeforeNode(this, nodes);
  }
  after(...nodes: (Node | string)[]): void {
    insertAfterNode(this, nodes);
  }
  replaceWith(...nodes: (Node | string)[]): void {
    replaceNode(this, nodes);
  }
  remove(): void {
    removeNode(this);
  }
}

/** @throws TypeError where arguments are missing; undefined is none that is missing */
function allOf<T extends readonly unknown[]>(args: T, count: number): T {
  if (args.length < count)
    throw new TypeError(
      `expected ${count} argument${count === 1 ? '' : 's'}, found ${args.length}`,
    );
  return args;
}

/** As the standard's unsigned long: negative numbers wrap round. */
function toUnsigned(value: unknown): number {
  return Number(value) >>> 0;
}

function offsetIn(data: string, offset: unknown): number {
  const start = toUnsigned(offset);
  if (start > data.length) {
    fail('IndexSizeError', `expected an offset from 0 to ${data.length}, found ${String(offset)}`);
  }
  return start;
}

function replaceData(node: CharacterData, offset: number, count: number, data: string): void {
  const old = dataOf(node);
  const start = offsetIn(old, offset);
  const end = Math.min(old.length, start + toUnsigned(count));
  setData(node, old.slice(0, start) + String(data) + old.slice(end));
}

/** Text in an element. */
export class Text extends CharacterData {
  /** Scripts pass only the data. */
  constructor(data = '', owner?: Owner, kind?: NodeKind) {
    const isOurs = Owner.is(owner);
    super(isOurs ? owner : currentOwner(), (isOurs ? kind : undefined) ?? TEXT, '', String(data));
  }

  override get [Symbol.toStringTag](): string {
    return 'Text';
  }
  override get nodeName(): string {
    return '#text';
  }
  /** The text with that of adjacent text nodes. */
  get wholeText(): string {
    const before: string[] = [];
    let node = previousSiblingOf(this);
    for (; node !== null && isText(node); node = previousSiblingOf(node)) before.push(dataOf(node));
    const after: string[] = [];
    node = nextSiblingOf(this);
    for (; node !== null && isText(node); node = nextSiblingOf(node)) after.push(dataOf(node));
    return [...before.reverse(), dataOf(this), ...after].join('');
  }
  /** Splits the text at an offset; returns the new node with the second part. */
  splitText(offset: number): Text {
    const data = dataOf(this);
    const at = offsetIn(data, offset);
    const rest = createText(ownerOf(this), data.slice(at));
    const parent = parentOf(this);
    if (parent !== null) insert(parent, [rest], nextSiblingOf(this));
    setData(this, data.slice(0, at));
    return rest;
  }
  override toString(): string {
    return escapeText(dataOf(this));
  }
}

export class CDATASection extends Text {
  override get [Symbol.toStringTag](): string {
    return 'CDATASection';
  }
  override get nodeName(): string {
    return '#cdata-section';
  }
}

/** A comment; it is not painted. */
export class Comment extends CharacterData {
  /** Scripts pass only the data. */
  constructor(data = '', owner?: Owner) {
    super(Owner.is(owner) ? owner : currentOwner(), COMMENT, '', String(data));
  }

  override get [Symbol.toStringTag](): string {
    return 'Comment';
  }
  override get nodeName(): string {
    return '#comment';
  }
  override toString(): string {
    return `<!--${dataOf(this)}-->`;
  }
}

export class ProcessingInstruction extends CharacterData {
  /** @internal */
  constructor(owner: Owner, target: string, data: string) {
    if (!Owner.is(owner)) throw new TypeError('Illegal constructor');
    super(owner, INSTRUCTION, target, data);
  }

  override get [Symbol.toStringTag](): string {
    return 'ProcessingInstruction';
  }
  override get nodeName(): string {
    return nameOf(this);
  }
  get target(): string {
    return nameOf(this);
  }
}

export class DocumentType extends Node {
  readonly #publicId: string;
  readonly #systemId: string;

  /** @internal */
  constructor(owner: Owner, name: string, publicId: string, systemId: string) {
    if (!Owner.is(owner)) throw new TypeError('Illegal constructor');
    super(owner, DOCTYPE, name, null);
    this.#publicId = publicId;
    this.#systemId = systemId;
  }

  static copy(node: TreeNode, owner: Owner): DocumentType {
    if (!(#publicId in node)) throw new TypeError('expected a doctype');
    return new DocumentType(owner, nameOf(node), node.#publicId, node.#systemId);
  }

  override get [Symbol.toStringTag](): string {
    return 'DocumentType';
  }
  override get nodeName(): string {
    return nameOf(this);
  }
  get name(): string {
    return nameOf(this);
  }
  get publicId(): string {
    return this.#publicId;
  }
  get systemId(): string {
    return this.#systemId;
  }
  before(...nodes: (Node | string)[]): void {
    insertBeforeNode(this, nodes);
  }
  after(...nodes: (Node | string)[]): void {
    insertAfterNode(this, nodes);
  }
  replaceWith(...nodes: (Node | string)[]): void {
    replaceNode(this, nodes);
  }
  remove(): void {
    removeNode(this);
  }
}

function createText(owner: Owner, data: string): Text {
  return new Text(data, owner);
}

const TEXT: NodeKind = {
  nodeType: TEXT_NODE,
  copy: (node, owner) => new Text(dataOf(node), owner),
};
const CDATA: NodeKind = {
  nodeType: CDATA_NODE,
  copy: (node, owner) => new CDATASection(dataOf(node), owner, CDATA),
};
const COMMENT: NodeKind = {
  nodeType: COMMENT_NODE,
  copy: (node, owner) => new Comment(dataOf(node), owner),
};
const INSTRUCTION: NodeKind = {
  nodeType: INSTRUCTION_NODE,
  copy: (node, owner) => new ProcessingInstruction(owner, nameOf(node), dataOf(node)),
};
const DOCTYPE: NodeKind = {
  nodeType: DOCTYPE_NODE,
  copy: (node, owner) => DocumentType.copy(node, owner),
};

export function createCDATASection(owner: Owner, data: string): CDATASection {
  return new CDATASection(data, owner, CDATA);
}
