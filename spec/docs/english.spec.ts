/**
 * The glossary of CONTRIBUTING.md, applied: no message, comment, description, page or example contains a phrase of its
 * first column. Code in backticks, and generated sources, are not checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const SOURCES = ['cli', 'config', 'elements', 'runtime'];
/** Pages of their day: they record decisions, and are not rewritten. */
const DECISIONS = join('docs', 'decisions');

/** How no first sentence of a file begins: it states what the file is or does. */
const QUESTIONS = /^(?:What|Whether|Who|Whoever|How|Where|When|Which|Why|There)\b/;

const BANNED = bannedPhrases(readFileSync('CONTRIBUTING.md', 'utf8'));

/** The phrases in backticks in the first column of the table below the heading "English". */
function bannedPhrases(page: string): RegExp {
  const section = page.split('\n## English\n')[1]?.split('\n## ')[0] ?? '';
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[1] ?? '');
  const phrases = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
  );
  return new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'i');
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Texts of a source that hold more than one word, with their lines. Substitutions are left out. */
function textsOf(file: string, source: string): { line: number; text: string }[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
            .map((part) => part.text)
            .join('…')
        : '';
    if (/\S\s+\S/.test(text)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push({ line: line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * Comments of a source, with their lines; adjacent line comments are one. Code in backticks is left out. The scanner
 * alone cannot distinguish a regular expression from a division, nor the rest of a template from a block: the tree can.
 */
function commentsOf(file: string, source: string): { line: number; text: string }[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const literals = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      literals.set(node.getStart(tree), node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, undefined, source);
  const found: { line: number; text: string }[] = [];
  let isAdjacent = false;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const start = scanner.getTokenStart();
    const end = literals.get(start);
    if (end !== undefined) scanner.resetTokenState(end);
    const isLine = token === ts.SyntaxKind.SingleLineCommentTrivia;
    if (isLine || token === ts.SyntaxKind.MultiLineCommentTrivia) {
      const text = scanner.getTokenText();
      const last = found.at(-1);
      if (isLine && isAdjacent && last !== undefined) last.text += `\n${text}`;
      else found.push({ line: tree.getLineAndCharacterOfPosition(start).line + 1, text });
      isAdjacent = isLine;
    } else if (token !== ts.SyntaxKind.WhitespaceTrivia && token !== ts.SyntaxKind.NewLineTrivia) {
      isAdjacent = false;
    }
  }
  return found.map(({ line, text }) => ({ line, text: withoutMarks(text) }));
}

/** The text of a comment without its marks, the starts of its lines and code in backticks. */
function withoutMarks(comment: string): string {
  return comment
    .replace(/^\/[*/]+|\*\/$/g, '')
    .replace(/\n\s*(?:\*|\/\/)?/g, ' ')
    .replace(/`[^`]*`/g, '…');
}

/** The first sentence of a source's first comment; undefined without one. */
function firstSentence(source: string): string | undefined {
  const comment = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(source)?.[1];
  const text = comment
    ?.replace(/\n \* ?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text?.replace(/`[^`]*`/g, '…').split(/(?<=\.)\s/)[0];
}

/** A page without fenced code, code in backticks and targets of links, its lines kept. */
function proseOf(page: string): string[] {
  return page
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1$/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/(`+)[^`][\s\S]*?\1/g, (code) => `…${code.replace(/[^\n]/g, '')}`)
    .replace(/\]\([^)]*\)/g, ']')
    .split('\n');
}

function linesOf(lines: readonly string[]): { line: number; text: string }[] {
  return lines.map((text, index) => ({ line: index + 1, text }));
}

/** "There is no" and "is no longer" are plain. */
const PLAIN = /\bthere (?:is|are) no\b|\b(?:is|are) no longer\b/gi;

function bannedPhrase(text: string): string | undefined {
  return BANNED.exec(text.replace(/\s+/g, ' ').replace(PLAIN, '…'))?.[0];
}

function bannedIn(file: string, texts: readonly { line: number; text: string }[]): string[] {
  return texts
    .map(({ line, text }) => ({ line, text, found: bannedPhrase(text) }))
    .filter(({ found }) => found !== undefined)
    .map(({ line, text, found }) => `${file}:${line}: "${found}" in ${text.trim()}`);
}

describe('English', () => {
  it('has a glossary', () => {
    expect(BANNED.source.split('|').length).toBeGreaterThan(20);
  });

  it('finds a phrase in a message, and none in a comment or a name', () => {
    const source = "/* nobody */ const told = `the ${value} is told`; throw 'a fault in code';";
    expect(bannedIn('a.ts', textsOf('a.ts', source))).toEqual([
      'a.ts:1: "told" in the … is told',
      'a.ts:1: "fault" in a fault in code',
    ]);
  });

  it('finds a phrase in a comment, and none in its code or in a literal', () => {
    const source = [
      '/** It is',
      ' * told to `nobody`. */',
      'const a = /[/*]nobody/, b = `// ${a} // nobody`; // It is no',
      '// longer a fault.',
      'call({ /* There is no other. */ }); // Whoever calls',
    ].join('\n');
    expect(bannedIn('a.ts', commentsOf('a.ts', source))).toEqual([
      'a.ts:1: "told" in It is  told to ….',
      'a.ts:3: "fault" in It is no  longer a fault.',
      'a.ts:5: "Whoever" in Whoever calls',
    ]);
  });

  it('finds a phrase in a page, and none in code', () => {
    const page = 'It is `told`.\n```js\nnobody();\n```\n[Somebody](whoever.md) comes.';
    expect(bannedIn('a.md', linesOf(proseOf(page)))).toEqual([
      'a.md:5: "Somebody" in [Somebody] comes.',
    ]);
  });

  it.each(SOURCES)('is plain in the messages of %s/', (folder) => {
    const files = filesIn(folder, /\.c?ts$/);
    expect(files.length).toBeGreaterThan(10);
    expect(
      files.flatMap((file) => bannedIn(file, textsOf(file, readFileSync(file, 'utf8')))),
    ).toEqual([]);
  });

  it.each(SOURCES)('is plain in the comments of %s/', (folder) => {
    const files = filesIn(folder, /(?<!\.generated)\.c?ts$/);
    expect(files.length).toBeGreaterThan(10);
    expect(
      files.flatMap((file) => bannedIn(file, commentsOf(file, readFileSync(file, 'utf8')))),
    ).toEqual([]);
  });

  it.each([...SOURCES, 'scripts', 'bench'])('says first what a file of %s/ is', (folder) => {
    const sentences = filesIn(folder, /\.(?:c?ts|mjs)$/).flatMap((file) => {
      const text = firstSentence(readFileSync(file, 'utf8'));
      return text === undefined ? [] : [{ file, text }];
    });
    expect(sentences.length).toBeGreaterThan(10);
    expect(sentences.flatMap(({ file, text }) => bannedIn(file, [{ line: 1, text }]))).toEqual([]);
    expect(sentences.filter(({ text }) => QUESTIONS.test(text))).toEqual([]);
  });

  it.each(SOURCES)('names limits of %s/ MAX_ and MIN_', (folder) => {
    const limits = filesIn(folder, /\.c?ts$/).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/const ((?:MOST|LARGEST|LONGEST|DEEPEST)\w*) =/g),
      ].map(([, name = '']) => `${file}: ${name}`),
    );
    expect(limits).toEqual([]);
  });

  it('is plain in types for editors, the manual page and schemas', () => {
    for (const file of ['tui.d.ts', 'tui.1', 'config.schema.json', 'policy.schema.json']) {
      const path = join('docs', 'reference', file);
      expect(bannedIn(path, linesOf(proseOf(readFileSync(path, 'utf8'))))).toEqual([]);
    }
  });

  it('is plain in examples and templates', () => {
    const files = [...filesIn('examples', /\.(?:tui|tsx?|md)$/), ...filesIn('templates', /./)];
    expect(files.length).toBeGreaterThan(20);
    expect(
      files.flatMap((file) => bannedIn(file, linesOf(readFileSync(file, 'utf8').split('\n')))),
    ).toEqual([]);
  });

  it('is plain in the descriptions of settings', () => {
    const { properties } = JSON.parse(readFileSync('config/schema.json', 'utf8')) as {
      properties: Record<string, { description: string; descriptionOff?: string }>;
    };
    const texts = Object.values(properties).flatMap(({ description, descriptionOff = '' }) => [
      { line: 1, text: description },
      { line: 1, text: descriptionOff },
    ]);
    expect(texts.length).toBeGreaterThan(80);
    expect(bannedIn('config/schema.json', texts)).toEqual([]);
  });

  it('is plain on pages', () => {
    const pages = [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      ...filesIn('docs', /\.md$/).filter((file) => !file.startsWith(DECISIONS)),
    ];
    expect(pages.length).toBeGreaterThan(30);
    expect(
      pages.flatMap((file) => {
        return bannedIn(file, linesOf(proseOf(readFileSync(file, 'utf8'))));
      }),
    ).toEqual([]);
  });
});
