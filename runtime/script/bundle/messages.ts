/** esbuild's messages as diagnostics, with their places in the document and in imported files. */
import { dirname, join, relative } from 'node:path';
import type { Location, Message } from 'esbuild';
import { formatPlace, type Diagnostic, type Source, type Span } from '../../base/diagnostics.js';
import type { ScriptBlock } from './block.js';
import type { ConfigWarning, ImportFailureReason } from './modules.js';
import { BLOCK, modulePath, sourceName, type ModuleName } from './names.js';

/** Finds the place of a line (from 1) and a column (from 0, UTF-16) of one of the script's sources. */
export type Locate = (
  sourceName: string,
  line: number,
  column: number,
) => { source: Source; offset: number } | undefined;

/** What lines and columns of a script are lines and columns of. */
export interface ScriptSources {
  readonly blocks: readonly ScriptBlock[];
  /** Texts of imported files by the names that the bundler has for them. */
  readonly texts: Readonly<Record<string, Source>>;
  /** Names of blocks and files that are compiled from another text: their places are not known. */
  readonly reprinted: readonly string[];
  /** Source maps of blocks that are compiled twice: the code of components. */
  readonly maps: Readonly<Record<string, BlockMap>>;
}

export interface BlockMap {
  readonly json: string;
  /** Lines in front of what the map is about. */
  readonly linesBefore: number;
}

/** Finds places in blocks and in imported files. */
export function locator(
  { blocks, texts, reprinted, maps }: ScriptSources,
  document: Source,
): Locate {
  return (name, compiledLine, compiledColumn) => {
    const [line, column] = placeBefore(maps[name], compiledLine, compiledColumn);
    const isExact = !reprinted.includes(name);
    if (name.startsWith(`${BLOCK}:`)) {
      const block = blocks[Number(name.slice(BLOCK.length + 1))];
      if (block?.span === undefined) return undefined;
      const { start } = block.span;
      const source = block.origin?.source ?? document;
      if (block.src !== undefined || !isExact) return { source, offset: start };
      return { source, offset: start + offsetOf(block.code, line, column) };
    }
    const source = isExact && Object.hasOwn(texts, name) ? texts[name] : undefined;
    if (source === undefined) return undefined;
    return { source, offset: Math.min(source.text.length, offsetOf(source.text, line, column)) };
  };
}

/** The place in a block of a place in what it was compiled to first. */
function placeBefore(
  map: BlockMap | undefined,
  line: number,
  column: number,
): readonly [line: number, column: number] {
  if (map === undefined) return [line, column];
  const { SourceMap } = process.getBuiltinModule('node:module');
  const read = new SourceMap(JSON.parse(map.json) as ConstructorParameters<typeof SourceMap>[0]);
  const found = read.findEntry(line - 1 - map.linesBefore, column) as {
    readonly originalLine?: number;
    readonly originalColumn?: number;
  };
  return [(found.originalLine ?? 0) + 1, found.originalColumn ?? 0];
}

/** Offset of a line (from 1) and column (from 0) as JavaScript counts lines (ECMA-262, LineTerminator). */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  if (line > 1) {
    let seen = 1;
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
      if (++seen > line) break;
      start = match.index + match[0].length;
    }
  }
  return Math.min(text.length, start + column);
}

/**
 * The name of a file in diagnostics: relative to the document as the document is to the reader.
 *
 * @param folder the document's own, real
 */
export function shownName(path: string, folder: string, document: Source): string {
  const start = document.file.startsWith('<') ? '.' : dirname(document.file);
  return join(start, relative(folder, path));
}

export interface MessageContext {
  readonly locate: Locate;
  readonly document: Source;
  /** The document's own folder, real. */
  readonly folder: string;
  /** What is known of imports that failed, by their specifiers. */
  readonly failed: ReadonlyMap<string, ImportFailureReason>;
}

/** In a message of our plugin: an import failed. */
export class ImportFailure {
  constructor(readonly reason: ImportFailureReason) {}
}

/** In a message of our plugin: esbuild's own message about a module that it has parsed by itself. */
export class Reported {
  readonly message: Message;
  constructor(message: Message, name: ModuleName) {
    const at = (location: Location | null): Location | null =>
      location === null ? null : { ...location, file: sourceName(name), namespace: name.namespace };
    const notes = message.notes.map((note) => ({ ...note, location: at(note.location) }));
    this.message = { ...message, location: at(message.location), notes };
  }
}

/** Most messages of one kind that are reported; the rest are counted. */
export const MAX_MESSAGES = 100;

/** The first messages, and how many more there are. */
export function diagnoseAll(
  messages: readonly Message[],
  severity: 'error' | 'warning',
  context: MessageContext,
): Diagnostic[] {
  const diagnostics = messages
    .slice(0, MAX_MESSAGES)
    .map((message) => diagnose(message, severity, context));
  const more = messages.length - MAX_MESSAGES;
  if (more <= 0) return diagnostics;
  const code = severity === 'warning' ? 'script-warning' : 'script-syntax';
  return [...diagnostics, { severity, code, message: `scripts have ${more} more ${severity}s` }];
}

function diagnose(
  original: Message,
  severity: Diagnostic['severity'],
  context: MessageContext,
): Diagnostic {
  const message = original.detail instanceof Reported ? original.detail.message : original;
  const problem = findFailureReason(message, context);
  const code = severity === 'warning' ? 'script-warning' : 'script-syntax';
  return {
    severity,
    code: problem === undefined ? code : 'script-import',
    message: (problem?.message ?? message.text).replace(/\.$/, ''),
    suggestion: problem === undefined ? noteOf(message, context) : problem.suggestion,
    ...(message.location === null ? {} : placeOf(message.location, context)),
  };
}

export function diagnoseConfig({ source, offset, message }: ConfigWarning): Diagnostic {
  const span = { start: offset, end: offset + 1 };
  return { severity: 'warning', code: 'script-warning', message, source, span };
}

/** An import that failed: reported by our plugin, or by esbuild at the string that names the module. */
function findFailureReason(
  { detail, location }: Message,
  { failed }: MessageContext,
): ImportFailureReason | undefined {
  if (detail instanceof ImportFailure) return detail.reason;
  if (location === null) return undefined;
  const bytes = Buffer.from(location.lineText);
  const text = bytes.subarray(location.column, location.column + location.length).toString();
  return /^(["'`]).*\1$/.test(text) ? failed.get(text.slice(1, -1)) : undefined;
}

/** A note that ends in "here:" is about a place of its own. */
function noteOf({ notes }: Message, context: MessageContext): string | undefined {
  const [note] = notes;
  const text = note?.text.split('\n').at(0) ?? '';
  if (text === '') return undefined;
  if (!text.endsWith(' here:') || !note?.location) return text;
  const { source, span } = placeOf(note.location, context);
  return `${text.slice(0, -' here:'.length)} at ${formatPlace(source, span)}`;
}

function placeOf(
  location: Location,
  { locate, document, folder }: MessageContext,
): { source: Source; span: Span } {
  // esbuild counts columns and lengths in bytes of UTF-8.
  const bytes = Buffer.from(location.lineText);
  const column = bytes.subarray(0, location.column).toString().length;
  const length = bytes
    .subarray(location.column, location.column + location.length)
    .toString().length;
  const place = locate(location.file, location.line, column);
  if (place !== undefined) {
    const { source, offset } = place;
    return { source, span: { start: offset, end: offset + Math.max(1, length) } };
  }
  // A file whose text is not at hand is shown by the line that esbuild quotes.
  const path = modulePath({
    namespace: location.namespace,
    path: location.file.slice(location.namespace.length + 1),
  });
  const file = path === undefined ? location.file : shownName(path, folder, document);
  const source = { file, text: '\n'.repeat(location.line - 1) + location.lineText };
  const start = location.line - 1 + column;
  return { source, span: { start, end: start + Math.max(1, length) } };
}
