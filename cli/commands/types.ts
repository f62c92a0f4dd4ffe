/** `tui types`: writes declarations beside documents, so that `$tui` is typed in their scripts. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  readFileSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { resolve } from 'node:path';
import {
  DiagnosticError,
  printable,
  type Diagnostic,
  type Source,
} from '../../runtime/base/diagnostics.js';
import { pushAll } from '../../runtime/base/push-all.js';
import { replaceFile } from '../../config/files/write-file.js';
import { print, report } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { usageError } from '../command-line/usage-error.js';
import {
  appName,
  configOf,
  DECLARATIONS_HEAD,
  declarationsOf,
  type DeclarationInputs,
} from '../documents/declarations.js';
import { componentPage, PAGE_HEAD } from '../documents/component-pages.js';
import { isMarkdownName, noDocument } from '../documents/markdown-name.js';
import { openToRead, OutputFile } from '../documents/opened-file.js';
import { failure, readDocument } from '../documents/source.js';
import { mayHaveParts, type DocumentParts } from '../../runtime/element/components/parts.js';
import type { CompileAccess } from '../sandbox/broker/compiler/compile.js';
import type { Call } from './table.js';

/** Declarations are far smaller; a larger file is not read to compare it. In bytes. */
const MAX_SIZE = 64 * 1024 * 1024;

export async function types(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const output = options['output'] as string | undefined;
  const isCheck = options['check'] === true;
  const format = options['format'] === 'markdown' ? PAGE : DECLARATIONS;
  if (output !== undefined && operands.length > 1) {
    throw usageError(
      '--output names one file, and several apps are named',
      'leave it out: each file is written beside its app',
    );
  }
  const errors: Diagnostic[] = [];
  let isStale = false;
  for (const file of operands) {
    try {
      const text = await read(file, call, format);
      const target = output ?? (file === '-' ? '-' : `${file}${format.end}`);
      const place = { target, path: resolve(console.cwd, target), format };
      if (isCheck) {
        const stale = staleness(file, place, text);
        if (stale !== undefined) report(console, [stale]);
        isStale ||= stale !== undefined;
      } else if (target === '-') print(console, text);
      else if (output !== undefined && isStream(place.path)) await writeStream(place, text);
      else {
        const isNew = write(place, text, options['force'] === true);
        const name = printable(target);
        print(console, isNew ? `Wrote ${name}` : `${name} is up to date`);
      }
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      pushAll(errors, error.diagnostics);
    }
  }
  if (errors.length > 0) throw new DiagnosticError(errors);
  return isStale ? EXIT.failed : EXIT.done;
}

async function read(file: string, call: Call, format: Format): Promise<string> {
  const { console } = call;
  const source = await readDocument(file, console);
  if (isMarkdownName(file)) throw new DiagnosticError([noDocument(file)]);
  const { printed, ...readable } = await readableOf(source, file, call);
  try {
    const name = appName(file, console.cwd);
    // Errors of the document are errors of both.
    const declarations = declarationsOf(source, { name, cwd: console.cwd, ...readable });
    return format === PAGE ? componentPage(source, name, readable.parts) : declarations;
  } catch (error) {
    if (!(error instanceof DiagnosticError) || printed === undefined) throw error;
    throw new DiagnosticError(printed(error.diagnostics));
  }
}

interface Readable extends Pick<DeclarationInputs, 'messages' | 'parts'> {
  /** What may be printed of errors. */
  readonly printed?: ((diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]) | undefined;
}

/** Files that the app may read, of messages and those that it is made of: what is written here is in its folder. */
async function readableOf(
  source: Source,
  file: string,
  { console, permissions: flags }: Call,
): Promise<Readable> {
  const config = configOf(source, console.cwd);
  const hasMessages = config.getPath('i18n.messagesDir') !== undefined;
  const hasParts = mayHaveParts(source.text);
  if (!hasMessages && !hasParts) return {};
  const [{ loadGrants }, { readableMessages }, { agreedErrors }] = await Promise.all([
    import('../sandbox/launch/files/load-grants.js'),
    import('../sandbox/launch/files/messages-folder.js'),
    import('../sandbox/broker/compiler/agreed-errors.js'),
  ]);
  const appFile = file === '-' ? undefined : file;
  try {
    const inputs = { source, appFile, remote: undefined, flags, console, config };
    const { resolved } = await loadGrants(inputs);
    const { permissions, variables } = resolved;
    const parts = hasParts ? await readParts(source, { permissions, variables }) : undefined;
    const messages = hasMessages ? readableMessages(config, permissions, console.cwd) : undefined;
    const agreed = { document: source, resolved, trust: flags.trust };
    return { messages, parts, printed: (diagnostics) => agreedErrors(diagnostics, agreed) };
  } catch (error) {
    // What the policy has is reported with the rest.
    if (error instanceof DiagnosticError) return {};
    throw error;
  }
}

async function readParts(
  source: Source,
  access: Pick<CompileAccess, 'permissions' | 'variables'>,
): Promise<DocumentParts> {
  const { partsFor } = await import('../sandbox/broker/compiler/compile.js');
  return partsFor(source, access);
}

/** What is written. */
interface Format {
  /** Its files begin with this. */
  readonly head: string;
  /** Of its files' names, after that of the app. */
  readonly end: string;
  readonly content: string;
}

const DECLARATIONS: Format = { head: DECLARATIONS_HEAD, end: '.d.ts', content: 'declarations' };
const PAGE: Format = { head: PAGE_HEAD, end: '.md', content: 'page' };

/** The file that is written. */
interface Target {
  readonly format: Format;
  /** As the user writes it. */
  readonly target: string;
  readonly path: string;
}

function staleness(file: string, place: Target, text: string): Diagnostic | undefined {
  const { target, format } = place;
  const command = format === PAGE ? 'tui types --format markdown' : 'tui types';
  if (target === '-') {
    throw usageError('--check compares a file, and there is none', 'name it with --output FILE');
  }
  const found = readTarget(place, false);
  if (found === text) return undefined;
  const what = found === undefined ? 'no file' : 'others';
  return {
    severity: 'error',
    code: 'stale',
    message: `expected the ${format.content} of ${file} as it is, found ${what}`,
    source: { file: target, text: '' },
    suggestion: /^[\w./@+-]+$/.test(file) ? `run ${command} ${file}` : `run ${command}`,
  };
}

/**
 * Writes the file, unless it has the text already; whether it has.
 *
 * @throws DiagnosticError where it exists and is another's
 */
function write(place: Target, text: string, mayReplace: boolean): boolean {
  const { target, path } = place;
  try {
    const found = readTarget(place, mayReplace);
    if (found === text) return false;
    // Renamed into its place: what a link leads to is left alone. `wx` fails where something has appeared meanwhile.
    if (found !== undefined) replaceFile(path, text, () => undefined);
    else writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    throw cannotWrite(error, target);
  }
}

async function writeStream({ target, path }: Target, text: string): Promise<void> {
  try {
    await OutputFile.open(path).write(text);
  } catch (error) {
    throw cannotWrite(error, target);
  }
}

function cannotWrite(error: unknown, target: string): DiagnosticError {
  if (error instanceof DiagnosticError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return failure('cannot-write', target, `cannot be written (${code ?? message})`);
}

/** A pipe or a device that `--output` names. */
function isStream(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/**
 * The text of the file; undefined where there is none, empty for one of another's that may be replaced.
 *
 * @throws DiagnosticError where it was not written by this command
 */
function readTarget({ target, path, format }: Target, mayReplace: boolean): string | undefined {
  const named = lstatSync(path, { throwIfNoEntry: false });
  if (named === undefined) return undefined;
  if (named.isDirectory()) throw failure('exists', target, 'it is a folder');
  const text = named.isSymbolicLink() ? undefined : readFile(path);
  if (text?.startsWith(format.head) === true) return text;
  if (mayReplace) return '';
  throw failure('exists', target, `${otherFile(named)}; nothing was written`, REPLACE);
}

const REPLACE = 'choose another file with --output, or replace it with --force';

function otherFile(stat: Stats): string {
  if (stat.isSymbolicLink()) return 'it is a link';
  return stat.isFile() ? 'it was not written by tui types' : 'it is not a file';
}

function readFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openToRead(path);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= MAX_SIZE ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
