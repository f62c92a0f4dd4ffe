/**
 * Names that a piece of code reads and does not declare itself. It is read by its tokens, as far as a warning needs it: what may be a
 * declaration counts as one.
 */

export interface FreeName {
  readonly name: string;
  /** UTF-16 units from the beginning of the code. */
  readonly start: number;
}

interface Token {
  readonly type: 'name' | 'sign' | 'value';
  readonly text: string;
  readonly start: number;
}

const KEYWORDS = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for from function get if implements import in instanceof interface let new null of package private protected public ' +
    'return set static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** Tokens of one declaration: what follows is not read as part of it, so that hostile code costs no more than its length. */
const MAX_DECLARATION = 200;

export function freeNames(code: string): FreeName[] {
  const tokens = tokensOf(code);
  const partners = partnersOf(tokens);
  const declared = declaredNames(tokens, partners);
  return tokens.flatMap(({ type, text, start }, at): FreeName[] => {
    if (type !== 'name' || KEYWORDS.has(text) || declared.has(text)) return [];
    const before = tokens[at - 1]?.text ?? '';
    const after = tokens[at + 1]?.text ?? '';
    if (before === '.' || before === '?.' || before === '#') return [];
    const isInObject = before === '{' || before === ',';
    // `{ name: …, go() { … } }`
    const close = after === '(' ? partners.get(at + 1) : undefined;
    const isMethod = close !== undefined && tokens[close + 1]?.text === '{';
    if (isInObject && (after === ':' || isMethod)) return [];
    return [{ name: text, start }];
  });
}

function declaredNames(
  tokens: readonly Token[],
  partners: ReadonlyMap<number, number>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (from: number, to: number): void => {
    const start = Math.max(0, from, to - MAX_DECLARATION);
    for (let at = start; at < to; at++) {
      const token = tokens[at];
      if (token?.type === 'name') names.add(token.text);
    }
  };
  for (const [at, { type, text }] of tokens.entries()) {
    if (text === '=>') add(partners.get(at - 1) ?? at - 1, at);
    if (type !== 'name') continue;
    if (text === 'function' || text === 'catch' || text === 'class') {
      if (text !== 'catch') add(at + 1, at + 2);
      for (let open = at + 1; open <= at + 3; open++) {
        const close = tokens[open]?.text === '(' ? partners.get(open) : undefined;
        if (close === undefined) continue;
        add(open, close);
        break;
      }
    } else if (text === 'const' || text === 'let' || text === 'var') {
      let end = at + 1;
      while (end < at + MAX_DECLARATION && !/^(=|;|of|in)$/.test(tokens[end]?.text ?? ';')) end++;
      add(at + 1, end);
    }
  }
  return names;
}

/** By the place of each parenthesis, that of the other one. */
function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { type, text }] of tokens.entries()) {
    if (type !== 'sign') continue;
    if (text === '(') open.push(at);
    else if (text === ')') {
      const other = open.pop();
      if (other === undefined) continue;
      partners.set(other, at);
      partners.set(at, other);
    }
  }
  return partners;
}

const PART =
  /\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(["'])(?:\\[^]|(?!\1)[^\\\n])*(?:\1|$)?|(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|\d[\w.]*|\.\.\.|=>|\?\.(?!\d)|[^]/uy;
/** Longer ones are rare, and each slash may begin one. */
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,200}\/[a-z]*/y;

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  /** Braces that are open; true for those of an expression in a template literal. */
  const braces: boolean[] = [];
  let at = 0;
  const add = (type: Token['type'], end: number): void => {
    tokens.push({ type, text: type === 'value' ? '' : code.slice(at, end), start: at });
    at = end;
  };
  while (at < code.length) {
    const character = code.charAt(at);
    if (character === '`' || (character === '}' && braces.at(-1) === true)) {
      const isClosing = character === '}';
      if (isClosing) braces.pop();
      const end = endOfLiteral(code, at + 1);
      const hasCode = code.startsWith('${', end);
      if (hasCode) braces.push(true);
      add('value', Math.min(code.length, hasCode ? end + 2 : end + 1));
      continue;
    }
    if (character === '/' && startsRegExp(tokens.at(-1))) {
      REGEXP.lastIndex = at;
      const found = REGEXP.exec(code);
      const isComment = /^\/[/*]/.test(code.slice(at, at + 2));
      if (found !== null && !isComment) {
        add('value', at + found[0].length);
        continue;
      }
    }
    PART.lastIndex = at;
    const [text = character, quote] = PART.exec(code) ?? [];
    const end = at + text.length;
    if (/^\s|^\/[/*]/.test(text)) at = end;
    else if (quote !== undefined || /^\d/.test(text)) add('value', end);
    else if (/^[\p{ID_Start}$_]/u.test(text)) add('name', end);
    else {
      if (character === '{') braces.push(false);
      else if (character === '}') braces.pop();
      add('sign', end);
    }
  }
  return tokens;
}

/** Where a template literal ends, or an expression begins in it. */
function endOfLiteral(code: string, start: number): number {
  let at = start;
  while (at < code.length) {
    const character = code.charAt(at);
    if (character === '`' || (character === '$' && code.charAt(at + 1) === '{')) return at;
    at += character === '\\' ? 2 : 1;
  }
  return code.length;
}

/** After a value or a name a slash divides. */
function startsRegExp(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.type === 'sign') return !/^[)\]}]$/.test(before.text);
  return before.type === 'name' && /^(return|typeof|case|in|of|void|delete)$/.test(before.text);
}
