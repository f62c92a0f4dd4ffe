/** The inline content of a block as nodes: emphasis, code, links and breaks. */
import { append } from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import { linkTarget } from './links.js';
import { make, text } from './nodes.js';
import type { Token } from './parser.js';

const ELEMENTS: Readonly<Record<string, string>> = {
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

/**
 * Elements in elements. Each step of an element looks at those around it, and a text can nest emphasis as deep as it is long:
 * what is deeper shows as what is around it.
 */
const MAX_DEPTH = 100;

/** What a destination is shown as: an address whose text differs is followed by its target. */
const MAX_TOOLTIP = 200;

export interface InlineOptions {
  readonly document: TuiDocument;
}

export function buildInline(tokens: readonly Token[], options: InlineOptions): TuiNode[] {
  const { document } = options;
  const nodes: TuiNode[] = [];
  /** For each mark that is open, the element around it. */
  const open: (TuiElement | undefined)[] = [];
  let around: TuiElement | undefined;
  let depth = 0;
  const add = (node: TuiNode): void => {
    if (around === undefined) nodes.push(node);
    else append(around, node);
  };
  for (const token of tokens) {
    if (token.nesting > 0) {
      open.push(around);
      // Links are in no other link.
      if (depth++ >= MAX_DEPTH && token.type !== 'link_open') continue;
      const element = opened(document, token);
      add(element);
      around = element;
    } else if (token.nesting < 0) {
      depth--;
      around = open.pop();
    } else for (const node of leaf(token, options)) add(node);
  }
  return nodes;
}

function opened(document: TuiDocument, token: Token): TuiElement {
  if (token.type !== 'link_open') return make(document, ELEMENTS[token.type] ?? 'span');
  const title = String(token.attrGet('title') ?? '');
  const href = linkTarget(String(token.attrGet('href') ?? ''));
  if (href === undefined) return make(document, 'span', { class: 'md-no-link' });
  const target = href.length > MAX_TOOLTIP ? `${href.slice(0, MAX_TOOLTIP)}…` : href;
  return make(document, 'a', { href, tooltip: title === '' ? target : `${title}\n${target}` });
}

function leaf(token: Token, { document }: InlineOptions): TuiNode[] {
  switch (token.type) {
    case 'text':
      return token.content === '' ? [] : [text(document, token.content)];
    case 'code_inline':
      return [make(document, 'span', { class: 'md-code' }, [text(document, token.content)])];
    case 'softbreak':
      // With `breaks`, white space is kept.
      return [text(document, '\n')];
    case 'hardbreak':
      return [make(document, 'br')];
    case 'html_inline':
      return [make(document, 'span', { class: 'md-html' }, [text(document, token.content)])];
    case 'image':
      return [make(document, 'span', { class: 'md-image' }, [text(document, wordsOf(token))])];
    default:
      return [text(document, token.content)];
  }
}

/** What is read in place of an image: the words of its description. */
export function wordsOf(image: Token): string {
  const words: string[] = [];
  const collect = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'image') collect(token.children ?? []);
      else if (token.type === 'softbreak' || token.type === 'hardbreak') words.push(' ');
      else words.push(token.content);
    }
  };
  collect(image.children ?? []);
  return words.join('');
}
