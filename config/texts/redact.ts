/**
 * Keeps secrets out of everything that is displayed.
 *
 * An error in a file is shown with the line it is in, and that line may hold a secret: under its own
 * key, under a misspelt one, or somewhere in a text that cannot be parsed. So an excerpt shows what is known
 * to be harmless (values of known keys that are not secret, the schema's own words, punctuation) and a dot
 * for every other letter. Lengths and line breaks stay, so that carets still point at what they mean.
 */
import { jsonValue, type JsonNode } from '../../runtime/base/json/json.js';
import { printable, type Source, type Span } from '../../runtime/base/diagnostics.js';
import { PROPERTIES } from '../schema.js';
import { isSecretName, isSecretSetting, isSecretVariable, secretSpans } from './secrets.js';

/** Replaces a secret value. */
export const MASK = '••••';

/** One value as text on one line: strings as they are, objects as JSON, secrets masked. */
export function shownValue(value: unknown, secret: boolean): string {
  if (value === undefined) return '(unset)';
  if (secret) return MASK;
  if (value === '') return '""';
  const shown = maskedValue(value, false);
  return printable(typeof shown === 'string' ? shown : JSON.stringify(shown));
}

/** The same for JSON: secrets masked, also those inside; everything else as it is; null where it is unset. */
export function maskedValue(value: unknown, secret: boolean): unknown {
  if (value === undefined) return null;
  if (secret) return MASK;
  // Undeclared keys of an app hold any JSON: its depth is bounded where it was read.
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  // `{ "name": "API_TOKEN", "value": … }`
  const named = members.some(
    ([name, inner]) =>
      /^(name|key|id)$/i.test(name) &&
      typeof inner === 'string' &&
      (isSecretName(inner) || isSecretVariable(inner)),
  );
  return Object.fromEntries(
    members.map(([name, inner]) => [
      name,
      maskedValue(inner, isSecretSetting(name, inner) || (named && /^value$/i.test(name))),
    ]),
  );
}

/** Masks what is secret in a text: passwords of addresses, secret parameters, tokens. */
export function withoutSecrets(text: string): string {
  return replaced(text, () => MASK);
}

/** The same, with every length kept. */
function withSecretDots(text: string): string {
  return replaced(text, (length) => '•'.repeat(length));
}

function replaced(text: string, mask: (length: number) => string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of secretSpans(text)) {
    shown += text.slice(from, start) + mask(end - start);
    from = end;
  }
  return shown + text.slice(from);
}

/** Words that reveal nothing about a user: names of the schema, its enum values, JSON's own words. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...[...PROPERTIES].flatMap(([key, { enum: allowed }]) => [...key.split('.'), ...(allowed ?? [])]),
  'true',
  'false',
  'null',
  '$schema',
  'name',
  'permissions',
  'config',
  'configSchema',
]);

/** A text part that is one word of its own: neither blank nor JSON's punctuation. */
const WORD = /[^\s{}[\]:,"'/]+/g;

/**
 * The source with everything in `region` masked that is neither in `shown` nor harmless.
 * A new Source: its offsets are those of the old one.
 */
export function redacted(source: Source, region: Span, shown: readonly Span[]): Source {
  const spans = [...shown].sort((a, b) => a.start - b.start);
  let text = source.text.slice(0, region.start);
  let at = region.start;
  for (const { start, end } of spans) {
    if (start < at || end > region.end) continue;
    text += masked(source.text.slice(at, start)) + excerptOf(source.text.slice(start, end));
    at = end;
  }
  text += masked(source.text.slice(at, region.end)) + source.text.slice(region.end);
  return { file: source.file, text };
}

/** JSON as it is written. With escapes in it a secret does not look like one: then nothing of it is shown. */
function excerptOf(json: string): string {
  if (!json.includes('\\')) return withSecretDots(json);
  let text = json;
  try {
    text = String(JSON.parse(json));
  } catch {
    // A part of a text that is not JSON.
  }
  return secretSpans(text).length === 0 ? json : json.replace(/[^"\s]/g, '•');
}

function masked(text: string): string {
  return text.replace(WORD, (word) => (HARMLESS.has(word) ? word : '•'.repeat(word.length)));
}

/**
 * Spans of the values and of the names that may be shown, by their key; `offset` is where the tree's text
 * starts in its source.
 */
export function harmlessSpans(
  tree: JsonNode,
  offset: number,
  mayShowValue: (key: string) => boolean,
  mayShowName: (key: string) => boolean = () => false,
): Span[] {
  const spans: Span[] = [];
  const waiting: { node: JsonNode; key: string }[] = [{ node: tree, key: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, key } = next;
    if (node.type === 'object') {
      for (const property of node.children ?? []) {
        const [name, value] = property.children ?? [];
        if (name === undefined || value === undefined) continue;
        const text = String(jsonValue(name));
        const inner = key === '' ? text : `${key}.${text}`;
        if (mayShowName(inner)) {
          spans.push({ start: offset + name.offset, end: offset + name.offset + name.length });
        }
        waiting.push({ node: value, key: inner });
      }
    } else if (node.type === 'array') {
      for (const item of node.children ?? []) waiting.push({ node: item, key });
    } else if (mayShowValue(key)) {
      spans.push({ start: offset + node.offset, end: offset + node.offset + node.length });
    }
  }
  return spans;
}
