import type * as Ajv from 'ajv';
import type { CssNode, ParseOptions } from 'css-tree';
import type * as Culori from 'culori';
import type * as EnhancedResolve from 'enhanced-resolve';
import type * as Esbuild from 'esbuild';
import type * as MessageFormat from 'messageformat' with { 'resolution-mode': 'import' };
import type * as MessageFunctions from 'messageformat/functions' with {
  'resolution-mode': 'import',
};
import type Yargs from 'yargs' with { 'resolution-mode': 'import' };
import type * as Parse5 from 'parse5' with { 'resolution-mode': 'import' };

export function ajv(): typeof Ajv;
/** The parser alone: the whole package takes three times as long to load, for its property lexer. */
export function cssParser(): (text: string, options?: ParseOptions) => CssNode;
export function culori(): typeof Culori;
export function enhancedResolve(): typeof EnhancedResolve;
export function esbuild(): typeof Esbuild;
export function parse5(): typeof Parse5;
export function messageFormat(): typeof MessageFormat & typeof MessageFunctions;
/** 15 ms to load. */
export function yargs(): typeof Yargs;
