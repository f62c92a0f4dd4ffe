/** Text attributes, a bit each; SGR 1, 2, 3, 4, 5, 7, 9 (ECMA-48 section 8.3.117). */
export const BOLD = 1;
export const DIM = 2;
export const ITALIC = 4;
export const UNDERLINE = 8;
export const BLINK = 16;
export const REVERSE = 32;
export const STRIKE = 64;

/** Those that belong to text: blank cells, borders and scrollbars have none. */
export const DECORATIONS = UNDERLINE | STRIKE;
