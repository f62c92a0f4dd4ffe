/** The page that ends a sign-in in the browser. It is one of three, and has nothing of any request in it. */
import { createHash } from 'node:crypto';

export type CallbackPage = 'done' | 'failed' | 'other';

const WORDS: Readonly<Record<CallbackPage, readonly [title: string, text: string]>> = {
  done: ['You are signed in', 'You can close this page and go back to the terminal.'],
  failed: ['Signing in has failed', 'The terminal shows the reason. You can close this page.'],
  other: ['Unexpected request', 'This page is not part of the sign-in in progress.'],
};

const STYLE =
  ':root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center}h1{font-size:1.6rem;margin:0}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const CALLBACK_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The address has the code in it.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

export function callbackPage(page: CallbackPage): string {
  const [title, text] = WORDS[page];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>`;
}
