/** Texts, comments and fragments. */
import {
  LinkedComment,
  LinkedFragment,
  LinkedText,
  NEXT,
  END,
  TEXT_NODE,
  VALUE,
  isElement,
  nextSiblingOf,
  ownerOf,
  previousSiblingOf,
  type LinkedCharacterData,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedOwner,
  type LinkedParent,
} from './linkedom.js';
import { COPY } from './copy.js';
import { fail, insert, setData } from './mutate.js';
import { install } from './node-members.js';
import { escapeText } from './escape.js';

type StoredData = new (owner: LinkedOwner, data: string) => LinkedCharacterData;

class DataMembers {
  get data(): string {
    return stored(this)[VALUE];
  }
  set data(value: unknown) {
    setData(stored(this), value === null ? '' : String(value));
  }
  get nodeValue(): string {
    return stored(this)[VALUE];
  }
  set nodeValue(value: unknown) {
    setData(stored(this), value === null ? '' : String(value));
  }
  get textContent(): string {
    return stored(this)[VALUE];
  }
  set textContent(value: unknown) {
    setData(stored(this), value === null ? '' : String(value));
  }
  get length(): number {
    return stored(this)[VALUE].length;
  }
  substringData(offset: number, count: number): string {
    const data = stored(this)[VALUE];
    checkOffset(data, offset);
    return data.slice(offset, offset + Math.max(0, count));
  }
  appendData(data: string): void {
    setData(stored(this), stored(this)[VALUE] + String(data));
  }
  insertData(offset: number, data: string): void {
    replaceData(stored(this), offset, 0, data);
  }
  deleteData(offset: number, count: number): void {
    replaceData(stored(this), offset, count, '');
  }
  replaceData(offset: number, count: number, data: string): void {
    replaceData(stored(this), offset, count, data);
  }
}

function stored(node: object): LinkedCharacterData {
  return node as LinkedCharacterData;
}

function checkOffset(data: string, offset: number): void {
  if (!(offset >= 0 && offset <= data.length)) {
    fail('IndexSizeError', `offset ${offset} is not in a text of ${data.length}`);
  }
}

function replaceData(node: LinkedCharacterData, offset: number, count: number, data: string): void {
  const old = node[VALUE];
  checkOffset(old, offset);
  const end = Math.min(old.length, offset + Math.max(0, count));
  setData(node, old.slice(0, offset) + String(data) + old.slice(end));
}

export class TextNode extends (LinkedText as StoredData) {
  get nodeName(): string {
    return '#text';
  }
  get wholeText(): string {
    const before: string[] = [];
    let node = previousSiblingOf(this);
    for (; node?.nodeType === TEXT_NODE; node = previousSiblingOf(node)) {
      before.push((node as LinkedCharacterData)[VALUE]);
    }
    const after: string[] = [];
    node = nextSiblingOf(this);
    for (; node?.nodeType === TEXT_NODE; node = nextSiblingOf(node)) {
      after.push((node as LinkedCharacterData)[VALUE]);
    }
    return [...before.reverse(), this[VALUE], ...after].join('');
  }
  splitText(offset: number): TextNode {
    const data = this[VALUE];
    checkOffset(data, offset);
    const rest = new TextNode(ownerOf(this), data.slice(offset));
    if (this.parentNode !== null) insert(this.parentNode, [rest], nextSiblingOf(this));
    setData(this, data.slice(0, offset));
    return rest;
  }
  [COPY](): TextNode {
    return new TextNode(ownerOf(this), this[VALUE]);
  }
  override toString(): string {
    return escapeText(this[VALUE]);
  }
}

export class CommentNode extends (LinkedComment as StoredData) {
  get nodeName(): string {
    return '#comment';
  }
  [COPY](): CommentNode {
    return new CommentNode(ownerOf(this), this[VALUE]);
  }
  override toString(): string {
    return `<!--${this[VALUE]}-->`;
  }
}

export class FragmentNode extends (LinkedFragment as new (owner: LinkedOwner) => LinkedParent) {
  get nodeName(): string {
    return '#document-fragment';
  }
  getElementById(id: string): LinkedElementNode | null {
    if (id === '') return null;
    for (let node: LinkedNode | null = this[NEXT]; node !== null && node !== this[END];) {
      if (isElement(node) && node.id === id) return node;
      node = node[NEXT];
    }
    return null;
  }
  [COPY](): FragmentNode {
    return new FragmentNode(ownerOf(this));
  }
}

for (const { prototype } of [TextNode, CommentNode]) {
  install(prototype, 'node', 'child');
  const members = Object.getOwnPropertyDescriptors(DataMembers.prototype);
  for (const [name, descriptor] of Object.entries(members)) {
    if (name !== 'constructor') Object.defineProperty(prototype, name, descriptor);
  }
}
install(FragmentNode.prototype, 'node', 'parent', 'content');
