/** Removes secrets from a server's response: one that repeats a request repeats its key. */

/** Shorter values are not secrets: taking them out would change ordinary text. */
const SHORTEST = 8;
const MASK = '••••';

export class Scrubber {
  readonly #secrets: readonly string[];
  /** The end of the text so far, where it may be the beginning of a secret. */
  #held = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST);
  }

  /** A whole text without them. */
  clean(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  }

  /** The same of JSON, whose strings may spell them with escapes. */
  cleanJson(text: string): string {
    // The quote at the end is optional: a search that fails would begin again at each of them.
    return this.clean(text).replace(/"(?:[^"\\]|\\[^])*"?/g, (literal) => {
      if (!literal.includes('\\')) return literal;
      let value: string;
      try {
        value = JSON.parse(literal) as string;
      } catch {
        return literal;
      }
      const cleaned = this.clean(value);
      return cleaned === value ? literal : JSON.stringify(cleaned);
    });
  }

  /** A value without them in any of its strings and keys. */
  cleanAll<T>(value: T): T;
  cleanAll(value: unknown): unknown {
    if (typeof value === 'string') return this.clean(value);
    if (Array.isArray(value)) return value.map((each: unknown) => this.cleanAll(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.clean(key), this.cleanAll(each)]),
    );
  }

  /** Another text that comes in pieces, without the same secrets. */
  fork(): Scrubber {
    return new Scrubber(this.#secrets);
  }

  /** The next piece of a text that comes in pieces. What may be the beginning of a secret comes with the next one. */
  next(piece: string): string {
    const text = this.clean(this.#held + piece);
    const length = Math.max(0, ...this.#secrets.map((secret) => overlap(text, secret)));
    this.#held = text.slice(text.length - length);
    return text.slice(0, text.length - length);
  }

  /** What was held back, at the end of the text. */
  rest(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

/** Characters at the end of the text that a secret begins with. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
