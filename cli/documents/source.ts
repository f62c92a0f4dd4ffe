/** Reads a document from disk or stdin, and reports errors. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DiagnosticError, didYouMean, type Source } from '../../runtime/base/diagnostics.js';
import { throwIfOutOfFiles } from '../boot/out-of-files.js';
import { BOOLEAN_WORDS } from '../../runtime/base/values.js';
import type { Console } from '../command-line/console.js';
import { isMarkdownName } from './markdown-name.js';
import { realPathOfOpen } from '../sandbox/policy/grants/paths.js';

const { O_NONBLOCK, O_RDONLY } = constants;

/** Documents are written by people: a larger file is some other kind of file. In bytes. */
const MAX_DOCUMENT_SIZE = 64 * 1024 * 1024;

/**
 * Reads a document; `-` is stdin.
 *
 * Throws a DiagnosticError: `no-file`, `is-directory`, `no-access`, `not-a-file`, `too-large`,
 * `not-text` (NUL bytes), `not-utf8`.
 */
export async function readDocument(path: string, console: DocumentConsole): Promise<Source> {
  return (await openDocument(path, console)).source;
}

/** What a path counts from, and what is read for `-`. */
export type DocumentConsole = Pick<Console, 'cwd' | 'stdin'>;

export interface OpenedDocument {
  readonly source: Source;
  /**
   * Where the text was read, whatever has that name by now: a real path, where the system knows it. Undefined
   * for stdin and for pipes, which lie in no folder.
   */
  readonly file: string | undefined;
}

/** The same, with the place of the file. */
export async function openDocument(
  path: string,
  console: DocumentConsole,
): Promise<OpenedDocument> {
  if (path === '-') {
    return { source: decode('<stdin>', await readStdin(console)), file: undefined };
  }
  return openFile(path, console.cwd);
}

/**
 * The same of a file; `-` is a name then.
 *
 * @param waits for what comes through a named pipe; otherwise one is an error
 */
export function openFile(path: string, cwd: string, { waits = true } = {}): OpenedDocument {
  const { bytes, file } = readBytes(path, cwd, waits);
  return { source: decode(path, bytes), file };
}

/** In one go: nothing else could be done meanwhile, and the promises of `fs` take milliseconds to load. */
function readBytes(
  path: string,
  cwd: string,
  waits: boolean,
): {
  readonly bytes: Uint8Array;
  readonly file: string | undefined;
} {
  const whole = wholePath(path, cwd);
  let file: number | undefined;
  try {
    // Opened first and asked afterwards, so that what is read is what was checked.
    file = openSync(whole, waits ? 'r' : O_RDONLY | (O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw folder(path, cwd);
    if (!stat.isFile() && !(waits && stat.isFIFO()))
      throw failure('not-a-file', path, 'is not a file');
    if (stat.size > MAX_DOCUMENT_SIZE) throw tooLarge(path);
    const place = stat.isFile() ? (realPathOfOpen(file) ?? whole) : undefined;
    return { bytes: readFileSync(file), file: place };
  } catch (error) {
    throw error instanceof DiagnosticError
      ? error
      : describe(path, cwd, error as NodeJS.ErrnoException);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function readStdin({ stdin }: DocumentConsole): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_SIZE) throw tooLarge('<stdin>');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(file: string, bytes: Uint8Array): Source {
  if (bytes.includes(0)) {
    const isPicture = /\.(png|jpe?g|gif|webp)$/i.test(file);
    const suggestion = isPicture ? `tui view ${file} shows a picture` : undefined;
    throw failure('not-text', file, 'is not text: it contains NUL bytes', suggestion);
  }
  // A byte order mark stays in the text, so that offsets are those of the file.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // Creating a TextDecoder, which would have the same result, takes a millisecond.
  if (isUtf8(bytes)) return { file, text };
  // The first replacement that is not in the file itself (EF BF BD) is where the text breaks.
  const line = firstBadLine(bytes);
  throw failure(
    'not-utf8',
    file,
    `is not UTF-8: line ${line} contains invalid bytes`,
    text.length > 0 ? 'save it as UTF-8' : undefined,
  );
}

function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
    line++;
  }
  return line;
}

/** An empty name stays one: it is not the folder itself. */
function wholePath(path: string, cwd: string): string {
  return path === '' ? path : resolve(cwd, path);
}

function describe(path: string, cwd: string, error: NodeJS.ErrnoException): DiagnosticError {
  throwIfOutOfFiles(error);
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (path === '') return failure('no-file', '""', 'the name of the file is empty');
      return failure('no-file', path, 'there is no such file', nearby(path, cwd));
    case 'EISDIR':
      return folder(path, cwd);
    case 'EACCES':
    case 'EPERM':
      return failure('no-access', path, 'may not be read by this user');
    case 'ERR_INVALID_ARG_VALUE':
      return failure('no-file', path, 'is not a path');
    default:
      return failure('no-access', path, `cannot be read (${error.code ?? error.message})`);
  }
}

/** What in a folder may have been meant. */
function folder(path: string, cwd: string): DiagnosticError {
  let names: readonly string[] = [];
  try {
    names = readdirSync(wholePath(path, cwd));
  } catch {
    // Then there is nothing to suggest.
  }
  const apps = names.filter((name) => name.endsWith('.tui'));
  const found = apps.length === 1 ? apps[0] : names.find((name) => /^readme\.md$/i.test(name));
  const file = found === undefined ? '' : join(path, found);
  const suggestion = /^[\w./@+-]+$/.test(file) ? `write tui ${file}` : undefined;
  return failure('is-directory', path, 'is a folder, not a file', suggestion);
}

/** A file of nearly the same name in the same folder. */
function nearby(path: string, cwd: string): string | undefined {
  try {
    // Word processors make one dash of two.
    if (/^[\u2013\u2014]/.test(path)) return `write --${path.replace(/^[\u2013\u2014]+-?/, '')}`;
    if (BOOLEAN_WORDS.has(path)) return `a flag has its value behind a "=": --flag=${path}`;
    // A link that leads nowhere has the name itself.
    const names = readdirSync(dirname(wholePath(path, cwd))).filter(
      (name) => name !== basename(path),
    );
    const whole = ['.tui', '.md'].find((end) => names.includes(basename(path) + end));
    return whole !== undefined
      ? `did you mean "${path}${whole}"?`
      : didYouMean(
          basename(path),
          names.filter((name) => name.endsWith('.tui') || isMarkdownName(name)),
        );
  } catch {
    return undefined;
  }
}

function tooLarge(path: string): DiagnosticError {
  return failure('too-large', path, `is larger than ${MAX_DOCUMENT_SIZE / 1024 / 1024} MB`);
}

/** An error of a file, without a place in it. */
export function failure(
  code: string,
  file: string,
  message: string,
  suggestion?: string,
): DiagnosticError {
  return new DiagnosticError([
    { severity: 'error', code, message, source: { file, text: '' }, suggestion },
  ]);
}
