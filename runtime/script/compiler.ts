/**
 * The compiler of an app's code: this process by default, or the one that the host names. A process in a sandbox
 * cannot start esbuild's.
 */
import type { Source, Span } from '../base/diagnostics.js';
import type { ScriptBlock } from './bundle/block.js';
import type { BuildMode } from './bundle/modules.js';
import type { CompileResult } from './compile.js';
import { transformCode } from './esbuild.js';

/** The place of a syntax error in handler code, in UTF-16 units of the code. */
export interface HandlerError {
  readonly message: string;
  readonly span: Span;
}

export interface ScriptCompiler {
  compileScripts(blocks: readonly ScriptBlock[], document: Source): Promise<CompileResult>;
  /** The first syntax error of an attribute's code; undefined if there is none, or none is known. */
  findHandlerError(code: string): Promise<HandlerError | undefined>;
}

/** Compiles in this process, and may import any file. */
export function ownCompilerOf(mode: BuildMode): ScriptCompiler {
  return {
    compileScripts: async (blocks, document) => {
      const { compileScripts, fileModulesOf } = await import('./compile.js');
      return await compileScripts(blocks, document, fileModulesOf(document, mode));
    },
    findHandlerError: findHandlerError,
  };
}

/** The same for an app that runs. */
export const ownCompiler = ownCompilerOf('production');

const BRACE = '"}"';

/** V8 does not report the place of a syntax error; esbuild does. */
export async function findHandlerError(code: string): Promise<HandlerError | undefined> {
  const found = await findErrorIn('async function handler(event) {\n', code, '\n}');
  if (!code.includes('}') || found?.message.includes(BRACE) === false) return found;
  // A brace of the code may have closed the function. Without one, `await` and `return` are not what they are in a handler.
  const alone = await findErrorIn('\n', code, '');
  if (alone?.message.includes(BRACE) !== true) return found;
  return found === undefined || alone.span.start < found.span.start ? alone : found;
}

async function findErrorIn(
  head: string,
  code: string,
  tail: string,
): Promise<HandlerError | undefined> {
  try {
    await transformCode(head + code + tail, 'js');
    return undefined;
  } catch (failure) {
    const [first] =
      (failure as { errors?: { text: string; location: EsbuildLocation | null }[] }).errors ?? [];
    if (first?.location == null) return undefined;
    const { line, column, length, lineText } = first.location;
    const bytes = Buffer.from(lineText);
    const start = offsetIn(code, line - 1, bytes.subarray(0, column).toString().length + 1);
    const end = start + bytes.subarray(column, column + length).toString().length;
    const message = first.text.replace(/\.$/, '');
    return {
      // The brace is not in the code.
      message:
        start >= code.length ? message.replace(/"}"|end of file/, 'end of the code') : message,
      span: { start, end: Math.max(end, start + 1) },
    };
  }
}

interface EsbuildLocation {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly lineText: string;
}

/** Offset of a line and column (both from 1) in handler code; lines behind the last one are its end. */
export function offsetIn(code: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const next = /\r\n|[\n\r\u2028\u2029]/.exec(code.slice(start));
    if (next === null) return code.length;
    start += next.index + next[0].length;
  }
  return Math.min(code.length, start + column - 1);
}
