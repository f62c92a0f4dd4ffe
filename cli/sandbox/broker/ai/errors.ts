/** Errors of AI services, as apps and users see them. No message holds a key. */
import { printable } from '../../../../runtime/base/diagnostics.js';

export type AiErrorCode =
  | 'ai-not-configured'
  | 'ai-bad-endpoint'
  | 'ai-bad-key'
  | 'ai-unauthorized'
  | 'ai-no-model'
  | 'ai-refused'
  | 'ai-rate-limited'
  | 'ai-overloaded'
  | 'ai-unreachable'
  | 'ai-timeout'
  | 'ai-redirected'
  | 'ai-cut'
  | 'ai-bad-answer';

export class AiError extends Error {
  override readonly name = 'AiError';
  constructor(
    readonly code: AiErrorCode,
    message: string,
    /** Milliseconds after which to retry, if the server sets them. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
  /** What crosses to the app beside the message. */
  get details(): { readonly retryAfter: number } | undefined {
    return this.retryAfter === undefined ? undefined : { retryAfter: this.retryAfter };
  }
}

/** UTF-16 units of a server's own words in a message. */
const MAX_WORDS = 300;

/** A server's own words for a message, on one line. */
export function wordsOf(text: string): string {
  const plain = printable(text.slice(0, MAX_WORDS * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > MAX_WORDS ? `${plain.slice(0, MAX_WORDS - 1)}…` : plain;
}
