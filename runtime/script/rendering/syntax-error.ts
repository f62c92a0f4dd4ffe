/** The place of an error of syntax in an expression: V8 does not report it, the compiler does. */
import type { ScriptCompiler } from '../compiler.js';

export interface SyntaxPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

interface Around {
  readonly head: string;
  readonly tail: string;
}

/** In a template literal, a brace follows the code as in the document. */
const IN_BRACES: Around = { head: 'return `${', tail: '\n}`' };
/** A brace in the code closes nothing here. */
const IN_BRACKETS: Around = { head: 'return [', tail: '\n]' };

/** Undefined where the compiler finds none, or cannot be reached. */
export async function findSyntaxError(
  code: string,
  compiler: ScriptCompiler,
): Promise<SyntaxPlace | undefined> {
  return (
    (await findWithin(code, IN_BRACES, compiler)) ?? (await findWithin(code, IN_BRACKETS, compiler))
  );
}

async function findWithin(
  code: string,
  { head, tail }: Around,
  compiler: ScriptCompiler,
): Promise<SyntaxPlace | undefined> {
  const found = await compiler.findHandlerError(head + code + tail).catch(() => undefined);
  if (found === undefined) return undefined;
  const start = Math.max(0, found.span.start - head.length);
  const end = Math.min(code.length, found.span.end - head.length);
  if (start < code.length) return { message: found.message, start, end: Math.max(end, start + 1) };
  // It ends too early: what is open may be anywhere in it.
  const message = found.message
    .replace(/^Unexpected "[\]}]"$/, 'Unexpected end of the expression')
    .replace(/ but found "[\]}]"$/, ' but found the end of the expression');
  return { message, start: 0, end: code.length };
}
