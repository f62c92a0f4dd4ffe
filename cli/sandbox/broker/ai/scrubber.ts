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
