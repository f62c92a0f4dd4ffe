/** `classList`: the standard's DOMTokenList over the class attribute. */

interface TokenHost {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
}

const BLANKS = /[\t\n\f\r ]+/;

/** The tokens of a class text, each once, in order. */
export function parseTokens(text: string): readonly string[] {
  return [...new Set(text.split(BLANKS).filter((token) => token !== ''))];
}

export class TokenList {
  readonly [index: number]: string | undefined;
  readonly #host: TokenHost;
  #text: string | null = null;
  #tokens: readonly string[] = [];

  constructor(host: TokenHost) {
    this.#host = host;
  }

  get length(): number {
    return this.#read().length;
  }
  get value(): string {
    return this.#host.getAttribute('class') ?? '';
  }
  set value(value: string) {
    this.#host.setAttribute('class', String(value));
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
    const name = check(token);
    const replacement = check(newToken);
    const tokens = this.#read();
    if (!tokens.includes(name)) return false;
    this.#write([...new Set(tokens.map((other) => (other === name ? replacement : other)))]);
    return true;
  }
  /** As the standard has it for class tokens: there is no list of supported ones. */
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
    const text = this.#host.getAttribute('class') ?? '';
    if (text !== this.#text) {
      this.#text = text;
      this.#tokens = parseTokens(text);
    }
    return this.#tokens;
  }

  #write(tokens: readonly string[]): void {
    // Nothing to remove from no attribute makes none.
    if (tokens.length === 0 && this.#host.getAttribute('class') === null) return;
    this.#host.setAttribute('class', tokens.join(' '));
  }
}

// `classList[0]`: found where no member is, so that no list pays for it.
Object.setPrototypeOf(
  TokenList.prototype,
  new Proxy(Object.prototype, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key) && receiver instanceof TokenList) {
        return receiver.item(Number(key)) ?? undefined;
      }
      return Reflect.get(target, key, receiver) as unknown;
    },
  }),
);

function check(token: string): string {
  const text = String(token);
  if (text === '') throw new DOMException('a class name cannot be empty', 'SyntaxError');
  if (BLANKS.test(text)) {
    throw new DOMException('a class name cannot hold blanks', 'InvalidCharacterError');
  }
  return text;
}
