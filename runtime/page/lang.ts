/** Names of languages (BCP 47), as documents state them. */

/** Where the document names no language. */
export const DEFAULT_LANG = 'en';
const LANG = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,8}$/i;

/** The name of a language; undefined for what is none. */
export function langOf(text: string | null | undefined): string | undefined {
  return text !== null && text !== undefined && LANG.test(text) ? text : undefined;
}
