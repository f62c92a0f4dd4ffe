/**
 * Any character of Unicode, as `fc.string({ unit: 'binary' })` makes its texts of: `fc.string({ unit: anyCharacter })`
 * makes the same ones. fast-check's own unit has a table of a million characters, which each spec file
 * would build for a second.
 */
import fc from 'fast-check';

/** Surrogates are no characters. */
const SURROGATES = { first: 0xd800, count: 0x800 };

export const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || String.fromCodePoint(code) !== text) throw new Error('expected one character');
    if (code < SURROGATES.first) return code;
    if (code < SURROGATES.first + SURROGATES.count) throw new Error('found a surrogate');
    return code - SURROGATES.count;
  },
);
