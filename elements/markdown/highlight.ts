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

interface ScopeNode {
  readonly scope?: string;
  readonly children: readonly (ScopeNode | string)[];
}

/** The parts of a text, line feeds included; all of it as one part where nothing is known of the language. */
export function highlight(text: string, language: string | undefined): CodePart[] {
  if (language === undefined || language === 'plaintext') return [{ text, scope: undefined }];
  try {
    const { _emitter: emitter } = highlighter.highlight(text, { language, ignoreIllegals: true });
    const root = (emitter as unknown as { readonly rootNode: ScopeNode }).rootNode;
    const parts: CodePart[] = [];
    collect(root, undefined, parts);
    return parts;
  } catch {
    // If a grammar fails on a text, show the text without highlighting.
    return [{ text, scope: undefined }];
  }
}

/** True where the next line is read without what is in this text: it ends in no comment, string or tag. */
export function isBetween(text: string, language: string | undefined): boolean {
  if (language === undefined || language === 'plaintext') return true;
  try {
    const { _top: top } = highlighter.highlight(text, { language, ignoreIllegals: true });
    return (top as { readonly parent?: unknown } | undefined)?.parent === undefined;
  } catch {
    return true;
  }
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
