/** Checks the arguments of public functions, for callers without types: errors state what was expected and found. */
import { didYouMean } from './diagnostics.js';

type Kind = 'object' | 'array' | 'string' | 'boolean' | 'number' | 'function' | 'size';

/** Most columns or rows of a screen, as of `headless.width`. */
const MAX_SIZE = 10_000;

/** What each option may be; one of several where a list is given. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, Kind | readonly Kind[]>>;

/**
 * @param call what is called, for messages
 * @throws TypeError where it is not an object, and for an option that is unknown or of another kind
 */
export function checkOptions<Options extends object>(
  call: string,
  options: unknown,
  kinds: OptionKinds<Options>,
): asserts options is Partial<Options> {
  checkKind(call, 'options', options, 'object');
  for (const [name, value] of Object.entries(options as object)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof Options] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds);
      const hint = didYouMean(name, names) ?? `expected one of ${names.join(', ')}`;
      throw new TypeError(`${call}: "${name}" is not an option; ${hint}`);
    }
    if (value !== undefined) checkKind(call, name, value, kind);
  }
}

/** The value itself is not shown: it may be a secret. @throws TypeError for one of another kind */
export function checkKind(
  call: string,
  name: string,
  value: unknown,
  kinds: Kind | readonly Kind[],
): void {
  if (kinds === 'size') {
    checkSize(call, name, value);
    return;
  }
  const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const allowed = [kinds].flat() as readonly string[];
  if (allowed.includes(found)) return;
  const expected = allowed.map(withArticle).join(' or ');
  throw new TypeError(`${call}: ${name}: expected ${expected}, found ${withArticle(found)}`);
}

/** @param value columns or rows */
function checkSize(call: string, name: string, value: unknown): void {
  checkKind(call, name, value, 'number');
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SIZE) return;
  throw new TypeError(
    `${call}: ${name}: expected a whole number from 0 to ${MAX_SIZE}, found ${String(value)}`,
  );
}

function withArticle(kind: string): string {
  if (kind === 'null' || kind === 'undefined') return kind;
  return `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
