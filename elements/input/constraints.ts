/** The constraints of an `input` that go beyond length: kinds of text, patterns, numbers. */
import type { Fault } from '../text-editing/validity.js';

/** HTML's own expression for a valid e-mail address (section 4.10.5.1.5). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export function typeFaults(type: string, text: string): Fault[] {
  if (text === '') return [];
  if (type === 'email' && !EMAIL.test(text)) {
    return [{ flag: 'typeMismatch', message: 'Please enter an e-mail address.' }];
  }
  if (type === 'url' && !URL.canParse(text)) {
    return [{ flag: 'typeMismatch', message: 'Please enter a URL.' }];
  }
  return [];
}

/** A `pattern`, which has to match the whole text; an Error where it cannot be read. */
export function compilePattern(pattern: string): RegExp | Error {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Brackets that do not close take quadratic time. */
const LONGEST_MENDED = 1000;

/** Flag `v`, which browsers compile patterns with, wants these escaped in a class: `[a-z0-9-]` is `[a-z0-9\\-]`. */
export function patternWayOut(pattern: string): string | undefined {
  if (pattern.length > LONGEST_MENDED) return undefined;
  const escaped = pattern.replace(/\[((?:\\.|[^\]\\])*)\]/g, (_, inside: string) => {
    const text = inside.replace(/\\.|[()[\]{}/|]|^-|-$/g, (part) =>
      part.startsWith('\\') ? part : `\\${part}`,
    );
    return `[${text}]`;
  });
  return escaped !== pattern && compilePattern(escaped) instanceof RegExp
    ? `write ${escaped}`
    : undefined;
}
