/** `classList`: the standard's DOMTokenList over the class attribute. */

import { setAttribute, textByKey } from './tree/attributes.js';
import type { TreeNode } from './tree/tree-node.js';

const BLANKS = /[\t\n\f\r ]+/;

/** The tokens of a class text, each once, in order. */
export function parseTokens(text: string): readonly string[] {
  return [...new Set(text.split(BLANKS).filter((token) => token !== ''))];
}

let tokensOf: (list: object) => readonly string[];

/** The classes of an element, live: the standard's DOMTokenList. */
export class TokenList {
  readonly [index: number]: string | undefined;
  readonly #element: TreeNode;
  #text: string | null = null;
  #tokens: readonly string[] = [];

  /** @internal */
  constructor(element: TreeNode) {
    this.#element = element;
    addIndexes(this.#read().length);
  }
  static {
    tokensOf = (list) => (#element in list ? list.#read() : []);
  }

  get [Symbol.toStringTag](): string {
    return 'DOMTokenList';
  }
  get length(): number {
    return this.#read().length;
  }
  get value(): string {
    return textByKey(this.#element, 'class') ?? '';
  }
  set value(value: string) {
    setAttribute(this.#element, 'class', String(value));
  }
  item(index: number): string | null {
    return this.#read()[index] ?? null;
  }
  contains(token: string): boolean {
    return this.#read().includes(String(token));
  }
  add(...tokens: string[]): void {
    const checked = tokens.map(check);
    this.#write([...new Set([...this.#read(), ...checked])]);
  }
  remove(...tokens: string[]): void {
    const gone = new Set(tokens.map(check));
    this.#write(this.#read().filter((token) => !gone.has(token)));
  }
  toggle(token: string, force?: boolean): boolean {
    const name = check(token);
    const tokens = this.#read();
    if (tokens.includes(name)) {
      if (force === true) return true;
      this.#write(tokens.filter((other) => other !== name));
      return false;
    }
    if (force === false) return false;
    this.#write([...tokens, name]);
    return true;
  }
  replace(token: string, newToken: string): boolean {
    const [name, replacement] = [String(token), String(newToken)];
    // Of two errors the empty token is reported.
    if (name === '' || replacement === '') check('');
    check(name);
    check(replacement);
    const tokens = this.#read();
    if (!tokens.includes(name)) return false;
    this.#write([...new Set(tokens.map((other) => (other === name ? replacement : other)))]);
    return true;
  }
  /** Throws a TypeError, as the standard demands for class tokens. */
  supports(_token: string): boolean {
    throw new TypeError('classes have no list of supported tokens');
  }
  forEach(callback: (token: string, index: number, list: this) => void, self?: unknown): void {
    this.#read().forEach((token, index) => {
      callback.call(self, token, index, this);
    });
  }
  entries(): IterableIterator<[number, string]> {
    return this.#read().entries();
  }
  keys(): IterableIterator<number> {
    return this.#read().keys();
  }
  values(): IterableIterator<string> {
    return this.#read().values();
  }
  [Symbol.iterator](): IterableIterator<string> {
    return this.#read().values();
  }
  toString(): string {
    return this.value;
  }

  #read(): readonly string[] {
    const text = textByKey(this.#element, 'class') ?? '';
    if (text !== this.#text) {
      this.#text = text;
      this.#tokens = parseTokens(text);
      addIndexes(this.#tokens.length);
    }
    return this.#tokens;
  }

  #write(tokens: readonly string[]): void {
    // Removing nothing does not create an absent attribute.
    if (tokens.length === 0 && textByKey(this.#element, 'class') === null) return;
    setAttribute(this.#element, 'class', tokens.join(' '));
  }
}

/** `classList[0]`: as many getters as the longest list has needed. */
let indexed = 0;

function addIndexes(length: number): void {
  for (; indexed < length; indexed++) {
    const index = indexed;
    Object.defineProperty(TokenList.prototype, index, {
      configurable: true,
      get(this: object): string | undefined {
        return tokensOf(this)[index];
      },
    });
  }
}

function check(token: string): string {
  const text = String(token);
  if (text === '') throw new DOMException('a class name cannot be empty', 'SyntaxError');
  if (BLANKS.test(text)) {
    throw new DOMException('a class name cannot contain whitespace', 'InvalidCharacterError');
  }
  return text;
}
