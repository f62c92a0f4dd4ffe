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

/** V8 does not report the place of a syntax error; esbuild does. */
export async function findHandlerError(code: string): Promise<HandlerError | undefined> {
  const head = 'async function handler(event) {\n';
  try {
    await transformCode(`${head}${code}\n}`, 'js');
    return undefined;
  } catch (failure) {
    const [first] =
      (failure as { errors?: { text: string; location: EsbuildLocation | null }[] }).errors ?? [];
    if (first?.location == null) return undefined;
    const { line, column, length, lineText } = first.location;
    const bytes = Buffer.from(lineText);
    const start = offsetIn(code, line - 1, bytes.subarray(0, column).toString().length + 1);
    const end = start + bytes.subarray(column, column + length).toString().length;
    return {
      message: first.text.replace(/\.$/, ''),
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

/** Offset of a line and column (both from 1) in handler code. */
export function offsetIn(code: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const next = /\r\n|[\n\r\u2028\u2029]/.exec(code.slice(start));
    if (next === null) break;
    start += next.index + next[0].length;
  }
  return Math.min(code.length, start + column - 1);
}
