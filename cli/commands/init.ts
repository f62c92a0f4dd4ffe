/** `tui init`: writes a small app with its test and types, from templates/. */
import { createRequire } from 'node:module';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiagnosticError, printable, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { replaceFile } from '../../config/files/write-file.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { usageError } from '../command-line/usage-error.js';
import { NAME, ownPackage } from '../version.js';
import type { Call } from './table.js';

interface Template {
  /** Its path in the app's folder. */
  readonly name: string;
  /** Its path among the templates; default its name in `init`. */
  readonly from?: string;
  /** Its first line names the program that runs it. */
  readonly isProgram?: boolean;
  readonly does: string;
}

const APP = 'app.tui';
/** As `tui types app.tui` writes it. */
const DECLARATIONS = `${APP}.d.ts`;

const APP_TEMPLATES: readonly Template[] = [
  { name: APP, isProgram: true, does: 'the app: policy, style, markup' },
  { name: 'app.ts', does: 'its script' },
  { name: DECLARATIONS, does: 'types of its ids, by tui types' },
];

// npm leaves every .gitignore out of a package.
const GIT_TEMPLATE: Template = {
  name: '.gitignore',
  from: 'init/gitignore',
  does: 'files that git ignores',
};

const TEMPLATES: readonly Template[] = [
  ...APP_TEMPLATES,
  { name: 'app.test.js', does: 'its test, for node --test' },
  { name: 'package.json', does: 'start, test, lint' },
  { name: 'tsconfig.json', does: 'types for editors' },
  GIT_TEMPLATE,
  { name: 'README.md', does: 'how to run and test it' },
];

/** With `--typescript`. */
const TYPESCRIPT_TEMPLATES: readonly Template[] = [
  ...APP_TEMPLATES,
  ...[
    { name: 'app.test.ts', does: 'its test, for jest' },
    { name: '__screens__/task.screen', does: 'a picture that the test compares' },
    { name: 'jest.config.js', does: 'tests in TypeScript' },
    { name: 'ts-jest.js', does: 'ts-jest for ES modules' },
    { name: 'package.json', does: 'start, test, lint' },
    { name: 'tsconfig.json', does: 'types for editors and tests' },
    { name: 'README.md', does: 'how to run and test it' },
  ].map((template) => ({ ...template, from: `init-typescript/${template.name}` })),
  GIT_TEMPLATE,
];

/** Beside the bundles, see scripts/build.mjs; of the sources, in the folder of the package. */
function templateFile({ name, from = `init/${name}` }: Template): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = ['..', '../..'].map((way) => join(here, way, 'templates'));
  return join(places.find((place) => existsSync(place)) ?? join(here, '../templates'), from);
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
  const templates = options['typescript'] === true ? TYPESCRIPT_TEMPLATES : TEMPLATES;
  const texts = await textsFor(folder, templates);
  const existing = checkFolder({ folder, named, templates }, options['force'] === true);
  const made: Made = { folders: [], files: [] };
  try {
    makeFolders(folder, made);
    for (const template of templates) {
      write(folder, template, { text: texts.get(template.name) ?? '', existing, made });
    }
  } catch (error) {
    takeBack(made);
    throw cannotWrite(error, folder);
  }
  print(console, summary({ folder, named, templates }, console.cwd));
  return EXIT.done;
}

/** What is to be written, and where. */
interface Target {
  readonly folder: string;
  /** The folder as the user wrote it. */
  readonly named: string;
  readonly templates: readonly Template[];
}

/**
 * The names of templates that exist in the folder, which may be missing.
 *
 * @throws DiagnosticError where they may not be replaced
 */
function checkFolder(target: Target, mayReplace: boolean): ReadonlySet<string> {
  const { folder, named } = target;
  let existing: ReadonlyMap<string, Stats>;
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory())
      throw failure('exists', 'it is not a folder', named);
    existing = statsIn(target);
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
function statsIn({ folder, templates }: Target): Map<string, Stats> {
  const found = new Map<string, Stats>();
  for (const { name } of templates) {
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
  makeFolders(dirname(path), made);
  const mode = template.isProgram === true ? 0o777 : 0o666;
  // `wx` fails where something has appeared meanwhile, and follows no link.
  writeFileSync(path, text, { flag: 'wx', mode });
  made.files.push(path);
}

/** What is written, by the names of the files. */
async function textsFor(
  folder: string,
  templates: readonly Template[],
): Promise<ReadonlyMap<string, string>> {
  const { declarationsOf } = await import('../documents/declarations.js');
  const text = readFileSync(templateFile({ name: APP, does: '' }), 'utf8');
  return new Map(
    templates.map((template) => [
      template.name,
      template.name === DECLARATIONS
        ? declarationsOf({ file: APP, text }, { name: APP, cwd: folder })
        : textOf(template, folder),
    ]),
  );
}

function textOf(template: Template, folder: string): string {
  const text = readFileSync(templateFile(template), 'utf8');
  if (template.name !== 'package.json') return text;
  const manifest = JSON.parse(text) as { devDependencies: Record<string, string> };
  // The tui that runs now: by its name alone, the registry would install another package.
  const { folder: own, version } = ownPackage();
  const tui = own === undefined ? `^${version}` : `file:${relativeTo(folder, own)}`;
  const devDependencies = { ...manifest.devDependencies, [NAME]: tui };
  const json = { ...manifest, name: packageName(basename(folder)), devDependencies };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** As npm writes paths: relative, so that the project can be moved, or committed, together with what it names. */
function relativeTo(folder: string, path: string): string {
  return relative(realPath(folder), path).split(sep).join('/');
}

/** Of a folder that may not be there yet. */
function realPath(folder: string): string {
  const parent = dirname(folder);
  if (existsSync(folder) || parent === folder) return realpathSync(folder);
  return join(realPath(parent), basename(folder));
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

function summary({ folder, named, templates }: Target, cwd: string): string {
  const width = Math.max(...templates.map(({ name }) => name.length));
  const files = templates.map(({ name, does }) => `  ${name.padEnd(width)}  ${does}`);
  const next = [
    ...(folder === cwd ? [] : [`cd ${shellWord(named)}`]),
    'tui app.tui',
    isInstalled(folder, templates) ? 'npm test' : 'npm install && npm test',
  ];
  return [
    `Wrote to ${folder === cwd ? 'this folder' : named}:`,
    ...files,
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
  ].join('\n');
}

/** Whether a test in the folder finds what it imports, and its runner. */
function isInstalled(folder: string, templates: readonly Template[]): boolean {
  const { resolve: find } = createRequire(join(folder, 'package.json'));
  const needed = ['tui-runtime/testing', ...(templates === TYPESCRIPT_TEMPLATES ? RUNNER : [])];
  try {
    for (const name of needed) find(name);
    return true;
  } catch {
    return false;
  }
}

const RUNNER = ['@jest/globals', 'jest', 'ts-jest', 'typescript'];

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
