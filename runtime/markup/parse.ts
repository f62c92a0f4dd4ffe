/**
 * Source text to nodes with source spans: the one door to htmlparser2.
 *
 * Its `Parser` closes tags by HTML's own rules, hides where attribute values are and moves whole
 * stacks for each tag; so its `Tokenizer` is driven directly. HTML mode is what authors mean by
 * `a < b` and `&nbsp;`; `isInForeignContext` keeps it from treating names like `textarea` as special.
 */
import { Tokenizer } from 'htmlparser2';
import type { Diagnostic, Source } from '../base/diagnostics.js';
import { TreeBuilder } from './builder.js';
import type { MarkupNode } from './nodes.js';

/** Elements whose content is text as written: tags and entities mean nothing in it. */
export const RAW_ELEMENTS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'policy',
  'messages',
  'help',
  'title',
  'textarea',
  'markdown',
  'code',
  'diff',
]);

export interface Markup {
  readonly nodes: readonly MarkupNode[];
  /** Errors only; the nodes are what a forgiving reader makes of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a document or a fragment. Never throws; linear in the length of the text, whatever its depth. */
export function parseMarkup(source: Source): Markup {
  const { text } = source;
  const builder = new TreeBuilder(source, RAW_ELEMENTS);
  const tokenizer = new Tokenizer({ xmlMode: false, recognizeSelfClosing: true }, builder);
  builder.pause = () => {
    tokenizer.pause();
  };
  let from = contentStart(text);
  for (;;) {
    builder.base = from;
    tokenizer.write(from === 0 ? text : text.slice(from));
    const raw = builder.takeRaw();
    if (raw === undefined) break;
    from = closeTagOf(text, raw.name, raw.from);
    builder.rawText(raw.from, from);
    tokenizer.reset();
  }
  tokenizer.end();
  return { nodes: builder.nodes, diagnostics: builder.diagnostics.list };
}

/** The offset after a byte order mark and a `#!` line. */
function contentStart(text: string): number {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  if (!text.startsWith('#!', start)) return start;
  const end = /[\r\n]/.exec(text.slice(start));
  // The line break stays: it is blank, and a text of nothing else is dropped anyway.
  return end === null ? text.length : start + end.index;
}

/** Where the close tag of a raw element starts; the end of the text where there is none. */
function closeTagOf(text: string, name: string, from: number): number {
  const closeTag = `</${name}`;
  let at = text.indexOf(closeTag, from);
  while (at !== -1) {
    const next = text.charAt(at + closeTag.length);
    if (next === '' || next === '>' || next === '/' || /\s/.test(next)) return at;
    at = text.indexOf(closeTag, at + closeTag.length);
  }
  return text.length;
}
