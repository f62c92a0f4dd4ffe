import type { LanguageFn } from 'highlight.js';

/** By name. */
export const LANGUAGES: Readonly<Record<string, () => LanguageFn>>;
