/** Splits code into highlighted parts, with highlight.js and the languages that are named. */
import highlighter from 'highlight.js/lib/core';
import { LANGUAGES } from './languages.cjs';

/** A run of code that looks the same: what it is to its language (`keyword`, `string`), or undefined. */
export interface CodePart {
  readonly text: string;
  readonly scope: string | undefined;
}

/** What the names after a fence mean beside the languages' own. */
const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  zsh: 'bash',
  console: 'shell',
  'c++': 'cpp',
  h: 'c',
  hpp: 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  tui: 'xml',
  yml: 'yaml',
  jsonc: 'json',
  json5: 'json',
  toml: 'ini',
  conf: 'ini',
  md: 'markdown',
  mk: 'makefile',
  make: 'makefile',
  docker: 'dockerfile',
  kt: 'kotlin',
  pl: 'perl',
  ps1: 'powershell',
  patch: 'diff',
  gql: 'graphql',
  objc: 'objectivec',
  text: 'plaintext',
  txt: 'plaintext',
};

/** The language that a fence names; undefined for none that is known. */
export function languageOf(info: string): string | undefined {
  const name = (/^[^\s{,]+/.exec(info.trim())?.[0] ?? '').toLowerCase();
  const language = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  if (language === undefined || !Object.hasOwn(LANGUAGES, language)) return undefined;
  if (highlighter.getLanguage(language) === undefined) {
    highlighter.registerLanguage(language, LANGUAGES[language]!());
  }
  return language;
}

/** Endings of file names beside the names of languages and their aliases. */
const ENDINGS: Readonly<Record<string, string>> = {
  cts: 'typescript',
  pyi: 'python',
  cc: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  m: 'objectivec',
  mm: 'objectivec',
  htm: 'xml',
  xhtml: 'xml',
  rss: 'xml',
  plist: 'xml',
  kts: 'kotlin',
  pm: 'perl',
  psm1: 'powershell',
  rake: 'ruby',
  gemspec: 'ruby',
  sc: 'scala',
  ipynb: 'json',
  webmanifest: 'json',
  cfg: 'ini',
  properties: 'ini',
  service: 'ini',
  less: 'scss',
  log: 'plaintext',
};

/** Whole names of files. */
const FILES: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  jenkinsfile: 'java',
  '.bashrc': 'bash',
  '.bash_profile': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  '.npmrc': 'ini',
  '.babelrc': 'json',
};

/** The language of a file by its name; undefined where the name is of none. */
export function languageOfFile(path: string): string | undefined {
  const name = (/[^\\/]*$/.exec(path)?.[0] ?? '').toLowerCase();
  if (Object.hasOwn(FILES, name)) return languageOf(FILES[name]!);
  const ending = /\.([^.]+)$/.exec(name)?.[1];
  if (ending === undefined) return undefined;
  return languageOf(Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending]! : ending);
}

/** All names that `languageOf` knows. */
export function languageNames(): string[] {
  return [...Object.keys(LANGUAGES), ...Object.keys(ALIASES)];
}

interface ScopeNode {
  readonly scope?: string;
  readonly children: readonly (ScopeNode | string)[];
}

/**
 * Milliseconds of CPU time of one text; texts of programs take 5. Rules of some grammars try each word with all that follow it:
 * 16 kB of words without an end take 2 s.
 */
const SLOW = 100;
/** Of slow texts in all, after which a language is plain: nothing else is done meanwhile, not even at Ctrl+C. */
const MAX_SLOW = 1000;
/** By language. */
export const slowTexts = new Map<string, number>();

/** What a text is to its language, and the modes that are open at its end, the innermost first. */
export interface Highlighted {
  readonly parts: CodePart[];
  readonly modes: readonly object[];
}

/** The parts of a text, line feeds included; all of it as one part where nothing is known of the language. */
export function highlight(text: string, language: string | undefined): CodePart[] {
  return highlightOpen(text, language).parts;
}

/** The same, with what a text that follows would continue. */
export function highlightOpen(text: string, language: string | undefined): Highlighted {
  if (language === undefined || language === 'plaintext') return plain(text);
  const slow = slowTexts.get(language) ?? 0;
  if (slow > MAX_SLOW) return plain(text);
  const start = process.cpuUsage();
  try {
    const { _emitter: emitter, _top: top } = highlighter.highlight(text, {
      language,
      ignoreIllegals: true,
    });
    const root = (emitter as unknown as { readonly rootNode: ScopeNode }).rootNode;
    const parts: CodePart[] = [];
    collect(root, undefined, parts);
    return { parts, modes: modesFrom(top) };
  } catch {
    // If a grammar fails on a text, show the text without highlighting.
    return plain(text);
  } finally {
    const { user, system } = process.cpuUsage(start);
    const took = (user + system) / 1000;
    if (took > SLOW) slowTexts.set(language, slow + took);
  }
}

function plain(text: string): Highlighted {
  return { parts: [{ text, scope: undefined }], modes: [] };
}

interface OpenMode {
  readonly parent?: OpenMode;
}

/** Each open mode is an object of its own, made of the grammar's. */
function modesFrom(top: unknown): object[] {
  const modes: object[] = [];
  for (let mode = top as OpenMode | undefined; mode?.parent !== undefined; mode = mode.parent) {
    modes.push(Object.getPrototypeOf(mode) as object);
  }
  return modes;
}

/** True where the next line is read without what is in this text: it ends in no comment, string or tag. */
export function isBetween(text: string, language: string | undefined): boolean {
  return highlightOpen(text, language).modes.length === 0;
}

/** As deep as the language's modes are nested. */
function collect(node: ScopeNode, scope: string | undefined, parts: CodePart[]): void {
  // `title.function` is a title. What is in a language in the language has its own parts.
  const [own = scope] = node.scope?.split('.') ?? [scope];
  for (const child of node.children) {
    if (typeof child !== 'string') collect(child, own, parts);
    else if (child !== '') parts.push({ text: child, scope: own });
  }
}
