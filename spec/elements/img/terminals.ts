/** Terminals that show images, by the protocol that they have: what they answer. */
export const TERMINALS = {
  kitty: '\x1bP>|kitty(0.38)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;16;8t\x1b[?62;c',
  sixel: '\x1bP>|XTerm(390)\x1b\\\x1b[6;16;8t\x1b[?63;1;2;4;22c',
  iterm2: '\x1bP>|iTerm2 3.5.0\x1b\\\x1b[6;16;8t\x1b[?62;c',
} as const;
export type Protocol = keyof typeof TERMINALS;
export const PROTOCOLS = Object.keys(TERMINALS) as Protocol[];
