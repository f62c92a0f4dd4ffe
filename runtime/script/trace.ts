/** From an error's stack back to the line of the document that raised it. */
import type { SourceMap } from 'node:module';
import {
  DiagnosticError,
  formatPlace,
  type Diagnostic,
  type Source,
  type Span,
} from '../base/diagnostics.js';
import type { Locate } from './bundle/messages.js';

/** A place in the text of a document or of a file it imports. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/** Finds the document's place of a line and column (both from 1) of one piece of evaluated code. */
export type FrameMap = (line: number, column: number) => Place | undefined;

/**
 * Evaluated code is named in stacks by a number of its own, so that errors of several apps in one
 * process are distinguished. The name survives in V8's stack text through `//# sourceURL`.
 */
const FRAME = /\btui-code-(\d+):(\d+):(\d+)/g;
const FIRST_FRAME = /\btui-code-(\d+):(\d+):(\d+)/;

let lastCode = 0;
const maps = new Map<number, FrameMap>();
/** Code of which a frame has another place from call to call. */
const shared = new Set<number>();

export interface CodeName {
  /** The line to put at the end of the code. */
  readonly comment: string;
  readonly id: number;
}

/**
 * Names a piece of code that is about to be evaluated. Forget it when its app stops.
 *
 * @param isShared the map answers for the call that runs
 */
export function nameCode(map: FrameMap, isShared = false): CodeName {
  const id = ++lastCode;
  maps.set(id, map);
  if (isShared) shared.add(id);
  return { id, comment: `\n//# sourceURL=tui-code-${id}` };
}

export function forgetCode(id: number): void {
  maps.delete(id);
  shared.delete(id);
}

/** A frame of a stack that is in evaluated code; line and column from 1. */
export interface CodeFrame {
  readonly id: number;
  readonly line: number;
  readonly column: number;
}

/** The stack frames of an error in evaluated code, innermost first. */
export function codeFrames(error: unknown): CodeFrame[] {
  return [...stackOf(error).matchAll(FRAME)].map(([, id, line, column]) => ({
    id: Number(id),
    line: Number(line),
    column: Number(column),
  }));
}

/** The innermost place of the document that an error names. */
export function placeOfError(error: unknown): Place | undefined {
  for (const { id, line, column } of codeFrames(error)) {
    const place = maps.get(id)?.(line, column);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Frames that are looked through for one of a script: loggers and consoles are few calls deep. */
const CALLER_FRAMES = 12;

/** Places of calls by their frame, for those that are made again and again. */
const places = new Map<string, Place | undefined>();
const MAX_PLACES = 1000;

/** Where the script that is calling now is: `file:line:column`; undefined where none is among the callers. */
export function callerPlace(): string | undefined {
  if (maps.size === 0) return undefined;
  const frame = FIRST_FRAME.exec(callerStack(CALLER_FRAMES))?.[0];
  const place = frame === undefined ? undefined : keptPlace(frame);
  return place && formatPlace(place.source, place.span);
}

/** The same as a place in the author's own text: of a framework the caller counts, if that is near. */
export function callerSource(): Place | undefined {
  if (maps.size === 0) return undefined;
  const found = [...callerStack(LIBRARY_FRAMES).matchAll(FRAME)]
    .map(([frame]) => keptPlace(frame))
    .filter((place) => place !== undefined);
  return found.find(({ source }) => !/[\\/]node_modules[\\/]/.test(source.file)) ?? found[0];
}

/** Frames that are looked through for one outside of a framework. */
const LIBRARY_FRAMES = 40;

function keptPlace(frame: string): Place | undefined {
  if (places.has(frame)) return places.get(frame);
  const place = sourceOfFrame(frame);
  if (shared.has(Number(FIRST_FRAME.exec(frame)?.[1]))) return place;
  if (places.size >= MAX_PLACES) places.clear();
  places.set(frame, place);
  return place;
}

/** The stack of the caller without lines that mean nothing to an author, one place a line. */
export function callerTrace(): string {
  const lines = callerStack(TRACE_FRAMES).matchAll(
    /^ +at (?:(.{1,200}?) \()?(tui-code-\d+:\d+:\d+)\)?$/gm,
  );
  return [...lines]
    .map(([, name, frame = '']) => [name, placeOfFrame(frame)] as const)
    .filter(([, place]) => place !== undefined)
    .map(([name, place = '']) => `  at ${framed(name, place)}`)
    .join('\n');
}

const TRACE_FRAMES = 60;
const NAMED_FRAME = /^( +)at (?:(.{1,200}?) \()?/;

/** A place with the function's name, where that is the author's. */
function framed(name: string | undefined, place: string): string {
  return name === undefined || /^(tui-block:\d+|eval|<anonymous>)$/.test(name)
    ? place
    : `${name} (${place})`;
}

/** A text that may have stacks in it, as an author reads them: places of documents, and no frames of the runtime. */
export function withPlaces(text: string): string {
  if (maps.size === 0 || !text.includes('tui-code-')) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      const frame = FIRST_FRAME.exec(line)?.[0];
      if (!/^ +at /.test(line)) return [line.replace(FRAME, (each) => placeOfFrame(each) ?? each)];
      const place = frame === undefined ? undefined : placeOfFrame(frame);
      const [, indent = '', name] = NAMED_FRAME.exec(line) ?? [];
      return place === undefined ? [] : [`${indent}at ${framed(name, place)}`];
    })
    .join('\n');
}

function placeOfFrame(frame: string): string | undefined {
  const place = sourceOfFrame(frame);
  return place && formatPlace(place.source, place.span);
}

function sourceOfFrame(frame: string): Place | undefined {
  const [, id, line, column] = FIRST_FRAME.exec(frame) ?? [];
  return maps.get(Number(id))?.(Number(line), Number(column));
}

/** The app may have set how deep stacks are, or how they are written. */
function callerStack(depth: number): string {
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = depth;
    return stackOf(new Error());
  } catch {
    return '';
  } finally {
    restoreLimit(limit);
  }
}

function restoreLimit(limit: number): void {
  try {
    Error.stackTraceLimit = limit;
  } catch {
    // Frozen.
  }
}

/**
 * Records the caller, for errors that occur later and whose stacks do not contain the script. The returned function
 * adds the stack frames of the call to an error.
 */
export function rememberCaller(): (error: unknown) => unknown {
  const site = new Error();
  return (error) => {
    const frames = stackOf(site).split('\n').slice(1);
    try {
      if (!isErrorLike(error) || codeFrames(error).length > 0) return error;
      const stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
      Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
    } catch {
      // Frozen, or hostile: passed through as it is.
    }
    return error;
  };
}

/** A `script-error` diagnostic of anything that was thrown. `fallback` is used where the stack names no place. */
export function scriptError(error: unknown, fallback?: Place): Diagnostic {
  const place = placeOfError(error) ?? fallback;
  const nested = diagnosticOf(error);
  return {
    severity: 'error',
    code: 'script-error',
    message: nested === undefined ? messageOf(error) : `${nested.code}: ${nested.message}`,
    source: place?.source,
    span: place?.span,
    suggestion: nested?.suggestion,
  };
}

function diagnosticOf(error: unknown): Diagnostic | undefined {
  try {
    return error instanceof DiagnosticError ? error.diagnostics[0] : undefined;
  } catch {
    // A proxy may throw for its prototype.
    return undefined;
  }
}

/** `TypeError: x is not a function`; anything else that was thrown in a few words. */
function messageOf(error: unknown): string {
  try {
    if (isErrorLike(error)) {
      const name = error.name === '' ? 'Error' : error.name;
      const text = error.message === '' ? name : `${name}: ${error.message}`;
      return text.length > 2000 ? `${text.slice(0, 1999)}…` : text;
    }
    if (typeof error === 'string') return `thrown: ${error.slice(0, 2000)}`;
    return `thrown: ${String(error)}`;
  } catch {
    // A hostile object may throw from a getter or from toString.
    return 'thrown: a value that cannot be shown';
  }
}

/** Empty where there is none that can be read. */
export function stackOf(error: unknown): string {
  try {
    return isErrorLike(error) && typeof error.stack === 'string' ? error.stack : '';
  } catch {
    return '';
  }
}

/** Not `instanceof`: errors of Node's own modules are of another realm under jest. Throws where a getter does. */
function isErrorLike(error: unknown): error is Error {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message } = error as Partial<Error>;
  return typeof name === 'string' && typeof message === 'string';
}

/** The word at an offset: what a caret should underline. */
export function wordAt(text: string, offset: number): Span {
  const match = /^[\p{ID_Continue}$]+/u.exec(text.slice(offset, offset + 100));
  return { start: offset, end: offset + Math.max(1, match?.[0].length ?? 1) };
}

/** The frame map of a compiled script: esbuild's source map, then the blocks' places in the document. */
export function bundleMap(mapJson: string, locate: Locate): FrameMap {
  let map: SourceMap | undefined;
  return (line, column) => {
    if (map === undefined) {
      // Parsed at the first error only: most apps never need it.
      const { SourceMap: Reader } = process.getBuiltinModule('node:module');
      map = new Reader(JSON.parse(mapJson) as ConstructorParameters<typeof SourceMap>[0]);
    }
    const found = map.findEntry(line - 1, column - 1) as Partial<
      ReturnType<SourceMap['findEntry']>
    > & { originalSource?: string; originalLine?: number; originalColumn?: number };
    if (found.originalSource === undefined || found.originalLine === undefined) return undefined;
    const place = locate(found.originalSource, found.originalLine + 1, found.originalColumn ?? 0);
    if (place === undefined) return undefined;
    return { source: place.source, span: wordAt(place.source.text, place.offset) };
  };
}
