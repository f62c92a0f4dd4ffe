/** `tui init`: writes a small app with its test and types, from templates/init. */
import { createRequire } from 'node:module';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiagnosticError, printable, type Diagnostic } from '../../runtime/diagnostics.js';
import { replaceFile } from '../../config/files/write-file.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { usageError } from '../command-line/usage-error.js';
import { NAME, ownPackage } from '../version.js';
import type { Call } from './table.js';

interface Template {
  readonly name: string;
  /** Its name among the templates, where that differs: npm leaves every .gitignore out of a package. */
  readonly from?: string;
  /** Its first line names the program that runs it. */
  readonly isProgram?: boolean;
  readonly does: string;
}

const APP = 'app.tui';
/** As `tui types app.tui` writes it. */
const DECLARATIONS = `${APP}.d.ts`;

const TEMPLATES: readonly Template[] = [
  { name: APP, isProgram: true, does: 'the app: policy, style, markup' },
  { name: 'app.ts', does: 'its script' },
  { name: DECLARATIONS, does: 'types of its ids, by tui types' },
  { name: 'app.test.js', does: 'its test, for node --test' },
  { name: 'package.json', does: 'start, test, lint' },
  { name: 'tsconfig.json', does: 'types for editors' },
  { name: '.gitignore', from: 'gitignore', does: 'files that git ignores' },
  { name: 'README.md', does: 'how to run and test it' },
];

/** Beside the bundles, see scripts/build.mjs; of the sources, in the folder of the package. */
function folderOfTemplates(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = ['..', '../..'].map((way) => join(here, way, 'templates/init'));
  return places.find((place) => existsSync(place)) ?? join(here, '../templates/init');
}

/** npm accepts no longer name. */
const MAX_PACKAGE_NAME = 214;

export async function init({ console, operands, options }: Call): Promise<number> {
  const named = operands[0] ?? '.';
  if (named === '') throw usageError('FOLDER is empty', 'write tui init my-app');
  // The name is printed, and goes into commands to paste.
  if (printable(named) !== named) {
    throw usageError(`the name of the folder has control characters: ${named}`);
  }
  const folder = resolve(console.cwd, named);
  const texts = await textsFor(folder);
  const existing = checkFolder(folder, named, options['force'] === true);
  const made: Made = { folders: [], files: [] };
  try {
    makeFolders(folder, made);
    for (const template of TEMPLATES) {
      write(folder, template, { text: texts.get(template.name) ?? '', existing, made });
    }
  } catch (error) {
    takeBack(made);
    throw cannotWrite(error, folder);
  }
  print(console, summary(named, folder, console.cwd));
  return EXIT.done;
}

/**
 * The names of templates that exist in the folder, which may be missing.
 *
 * @throws DiagnosticError where they may not be replaced
 */
function checkFolder(folder: string, named: string, mayReplace: boolean): ReadonlySet<string> {
  let existing: ReadonlyMap<string, Stats>;
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory())
      throw failure('exists', 'it is not a folder', named);
    existing = statsIn(folder);
  } catch (error) {
    throw cannotWrite(error, named);
  }
  const names = [...existing.keys()];
  if (names.length > 0 && !mayReplace) {
    throw failure(
      'exists',
      `${listOf(names)} ${names.length === 1 ? 'exists' : 'exist'}; nothing was written`,
      named,
      'choose another folder, or replace them with --force',
    );
  }
  const folders = names.filter((name) => existing.get(name)?.isDirectory());
  if (folders.length > 0) {
    const is = folders.length === 1 ? 'is a folder' : 'are folders';
    throw failure('exists', `${listOf(folders)} ${is}; nothing was written`, named);
  }
  return new Set(names);
}

/** Of the templates' names that exist, links that lead nowhere included. */
function statsIn(folder: string): Map<string, Stats> {
  const found = new Map<string, Stats>();
  for (const { name } of TEMPLATES) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat !== undefined) found.set(name, stat);
  }
  return found;
}

/** What this call has made, in order. */
interface Made {
  readonly folders: string[];
  readonly files: string[];
}

/** Not by mkdirSync's `recursive`, which never ends where a folder cannot be made in one that exists (/proc). */
function makeFolders(folder: string, made: Made): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), made);
  mkdirSync(folder);
  made.folders.push(folder);
}

interface Written {
  readonly text: string;
  readonly existing: ReadonlySet<string>;
  readonly made: Made;
}

function write(folder: string, template: Template, { text, existing, made }: Written): void {
  const path = join(folder, template.name);
  if (existing.has(template.name)) {
    // Renamed into its place: what a link leads to is left alone.
    replaceFile(path, text, () => undefined);
    return;
  }
  const mode = template.isProgram === true ? 0o777 : 0o666;
  // `wx` fails where something has appeared meanwhile, and follows no link.
  writeFileSync(path, text, { flag: 'wx', mode });
  made.files.push(path);
}

/** What is written, by the names of the files. */
async function textsFor(folder: string): Promise<ReadonlyMap<string, string>> {
  const { declarationsOf } = await import('../documents/declarations.js');
  const text = readFileSync(join(folderOfTemplates(), APP), 'utf8');
  return new Map(
    TEMPLATES.map((template) => [
      template.name,
      template.name === DECLARATIONS
        ? declarationsOf({ file: APP, text }, { name: APP, cwd: folder })
        : textOf(template, folder),
    ]),
  );
}

function textOf({ name, from = name }: Template, folder: string): string {
  const text = readFileSync(join(folderOfTemplates(), from), 'utf8');
  if (name !== 'package.json') return text;
  const manifest = JSON.parse(text) as { devDependencies: Record<string, string> };
  // The tui that runs now: by its name alone, the registry would install another package.
  const { folder: own, version } = ownPackage();
  const tui = own === undefined ? `^${version}` : `file:${own}`;
  const devDependencies = { ...manifest.devDependencies, [NAME]: tui };
  const json = { ...manifest, name: packageName(basename(folder)), devDependencies };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** A name that npm accepts, as near to the folder's as can be. */
export function packageName(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_PACKAGE_NAME)
    .replace(/^[-._]+|[-._]+$/g, '');
  // The package must not be called as one that it imports.
  return name === '' || name === NAME || name === 'node_modules' ? 'my-app' : name;
}

/** Removes what was made before a failure: a folder that has something else in it stays. */
function takeBack({ folders, files }: Made): void {
  const steps = [
    ...files.map((path) => () => unlinkSync(path)),
    ...folders.reverse().map((path) => () => rmdirSync(path)),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // The failure that led here is the one to report.
    }
  }
}

function summary(named: string, folder: string, cwd: string): string {
  const width = Math.max(...TEMPLATES.map(({ name }) => name.length));
  const files = TEMPLATES.map(({ name, does }) => `  ${name.padEnd(width)}  ${does}`);
  const next = [
    ...(folder === cwd ? [] : [`cd ${shellWord(named)}`]),
    'tui app.tui',
    isInstalled(folder) ? 'npm test' : 'npm install && npm test',
  ];
  return [
    `Wrote to ${folder === cwd ? 'this folder' : named}:`,
    ...files,
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
  ].join('\n');
}

/** Whether a test in the folder finds `tui-runtime/testing` as it is. */
function isInstalled(folder: string): boolean {
  try {
    createRequire(join(folder, 'app.test.js')).resolve('tui-runtime/testing');
    return true;
  } catch {
    return false;
  }
}

/** As a shell reads it as one word, and `cd` as no option. */
function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\p{L}\p{N}_./:@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function listOf(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function failure(
  code: string,
  message: string,
  file: string,
  suggestion?: string,
): DiagnosticError {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code,
    message,
    suggestion,
    source: { file, text: '' },
  };
  return new DiagnosticError([diagnostic]);
}

function cannotWrite(error: unknown, folder: string): Error {
  if (error instanceof DiagnosticError) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  // An error of our own, not of the system.
  if (code === undefined) return error as Error;
  const reason = REASONS[code] ?? code;
  return failure('cannot-write', `the app cannot be written (${reason})`, path ?? folder);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'a read-only file system',
  ENOSPC: 'the disk is full',
  ENOENT: 'its folder cannot be made',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'it exists, or is a link that leads nowhere',
  ENAMETOOLONG: 'a name is too long',
  ELOOP: 'links lead to each other',
};
