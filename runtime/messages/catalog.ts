/** Messages of one locale: JSON, flat or nested, to texts by key with their places. */
import type { Diagnostic, Source, Span } from '../base/diagnostics.js';
import { kindOf, parseJsonTree, jsonValue, type JsonNode } from '../base/json/json.js';

export interface Message {
  /** In the syntax of MessageFormat 2. */
  readonly text: string;
  readonly source: Source;
  readonly span: Span;
}

/** A `<locale>.json`. */
export interface MessagesFile extends Source {
  /** Why an existing file was not read; undefined if it was. */
  readonly error?: string;
}

/**
 * The place of a part of a message in its source.
 *
 * @param start offset in the message's text, as `end`
 */
export function placeInMessage({ source, span }: Message, start: number, end: number): Span {
  const offsets = offsetsIn(source.text.slice(span.start, span.end));
  const last = offsets.length - 1;
  if (last < 1) return span;
  const from = Math.max(0, Math.min(start, last - 1));
  const to = Math.max(from + 1, Math.min(end, last));
  return { start: span.start + offsets[from]!, end: span.start + offsets[to]! };
}

/** Where each UTF-16 unit of a JSON string is written, and where its closing quote is. */
function offsetsIn(json: string): number[] {
  const offsets: number[] = [];
  let at = 1;
  while (at < json.length - 1) {
    offsets.push(at);
    at += json[at] !== '\\' ? 1 : json[at + 1] === 'u' ? 6 : 2;
  }
  offsets.push(at);
  return offsets;
}

/** By key; keys of nested objects are joined by dots. */
export type Catalog = ReadonlyMap<string, Message>;

export interface ReadCatalog {
  readonly messages: Catalog;
  readonly diagnostics: readonly Diagnostic[];
}

/** Characters of one file or block. */
export const MAX_CATALOG = 1024 * 1024;
/** Characters of one message. */
const MAX_MESSAGE = 10_000;
const MAX_MESSAGES = 20_000;
/** Diagnostics reported for one file or block; further ones rarely differ. */
const MAX_DIAGNOSTICS = 20;

/**
 * @param text the JSON, which begins at `offset` of the source
 */
export function readCatalog(source: Source, text = source.text, offset = 0): ReadCatalog {
  const diagnostics: Diagnostic[] = [];
  const messages = new Map<string, Message>();
  const report = (message: string, span: Span, suggestion?: string): void =>
    void diagnostics.push({
      severity: 'error',
      code: 'bad-messages',
      message,
      source,
      span,
      suggestion,
    });
  const all = { start: offset, end: offset + text.length };
  if (text.length > MAX_CATALOG) {
    report(`expected messages of at most ${MAX_CATALOG} characters`, { ...all, end: offset + 1 });
    return { messages, diagnostics };
  }
  if (text.trim() === '') return { messages, diagnostics };
  const parsed = parseJsonTree(text);
  if (!parsed.ok) {
    const { start = 0, end = 1, message, suggestion } = parsed.error;
    report(message, { start: offset + start, end: offset + end }, suggestion);
    return { messages, diagnostics };
  }
  collect(parsed.tree, offset, { diagnostics, messages, source, report });
  return { messages, diagnostics };
}

interface Collected {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: Map<string, Message>;
  readonly report: (message: string, span: Span, suggestion?: string) => void;
}

/** The texts of the tree, by the keys on the way to them. */
function collect(tree: JsonNode, offset: number, into: Collected): void {
  const { diagnostics, messages, source, report } = into;
  const waiting: { node: JsonNode; key: string }[] = [{ node: tree, key: '' }];
  // What is found joins the end. Taking each from the front would take time by the square of their number.
  for (const { node, key } of waiting) {
    if (diagnostics.length >= MAX_DIAGNOSTICS) break;
    const span = { start: offset + node.offset, end: offset + node.offset + node.length };
    if (node.type === 'object') {
      for (const property of node.children ?? []) {
        const [name, value] = property.children ?? [];
        if (name === undefined || value === undefined) continue;
        const inner = String(jsonValue(name));
        waiting.push({ node: value, key: key === '' ? inner : `${key}.${inner}` });
      }
    } else if (node.type !== 'string' || key === '') {
      const expected = key === '' ? 'an object of messages' : 'a message or an object of messages';
      report(`expected ${expected}, found ${kindOf(jsonValue(node))}`, span);
    } else {
      const message = String(jsonValue(node));
      if (message.length > MAX_MESSAGE) {
        report(`expected a message of at most ${MAX_MESSAGE} characters`, {
          ...span,
          end: span.start + 1,
        });
      } else if (messages.size < MAX_MESSAGES) messages.set(key, { text: message, source, span });
      else {
        report(`expected at most ${MAX_MESSAGES} messages`, span);
        break;
      }
    }
  }
}
