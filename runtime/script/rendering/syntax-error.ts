/** The place of an error of syntax in an expression: V8 does not report it, the compiler does. */
import type { ScriptCompiler } from '../compiler.js';

export interface SyntaxPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** In a template literal, a brace follows the code as in the document. */
const HEAD = 'return `${';
const TAIL = '}`';

/** Undefined where the compiler finds none, or cannot be reached. */
export async function findSyntaxError(
  code: string,
  compiler: ScriptCompiler,
): Promise<SyntaxPlace | undefined> {
  const found = await compiler.findHandlerError(HEAD + code + TAIL).catch(() => undefined);
  if (found === undefined) return undefined;
  const start = Math.max(0, found.span.start - HEAD.length);
  const end = Math.min(code.length, found.span.end - HEAD.length);
  if (start < code.length) return { message: found.message, start, end: Math.max(end, start + 1) };
  // It ends too early: what is open may be anywhere in it.
  const message = found.message
    .replace(/^Unexpected "}"$/, 'Unexpected end of the expression')
    .replace(/ but found "}"$/, ' but found the end of the expression');
  return { message, start: 0, end: code.length };
}
