/** The user's file as a layer: `~/.config/tui/config.json`, JSON with comments and trailing commas. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { formatPlace, type Source, type Span } from '../../runtime/base/diagnostics.js';
import { jsonValue, parseJsonTree, type JsonNode } from '../../runtime/base/json/json.js';
import { BINDINGS, bindingKey } from '../bindings.js';
import { messageOf, readValue } from '../declared.js';
import { flatten, member, members, type Leaf } from './flatten.js';
import { DECLARED, EMPTY_LAYER, suggestKey, type Entry, type Layer } from './layer.js';
import { ConfigDiagnostics, type ConfigDiagnostic, quotedKey } from '../diagnostics.js';
import { harmlessSpans, redacted } from '../texts/redact.js';
import { PROPERTIES, SECTIONS } from '../schema.js';

/** Larger files are not settings. UTF-8 bytes. */
export const MAX_FILE_BYTES = 1 << 20;

/** The path that means "no file", as for other programs. */
const NOTHING = '/dev/null';

/** A byte order mark in UTF-8. */
const MARK = Buffer.from('\ufeff');

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/tui/config.json`, else `~/.config/tui/config.json`. */
export function configPathIn(env: Environment, home: string): string {
  const base = Object.hasOwn(env, 'XDG_CONFIG_HOME') ? env['XDG_CONFIG_HOME'] : undefined;
  // The XDG specification: a relative path in the variable is to be ignored.
  const folder = base !== undefined && isAbsolute(base) ? base : join(home, '.config');
  return join(folder, 'tui', 'config.json');
}

export interface FileLayer extends Layer {
  readonly exists: boolean;
}

/** Reads the file. A missing file is an empty layer; a file that cannot be read is one with a problem. */
export function readFileLayer(path: string): FileLayer {
  const read = readConfigFile(path);
  if (read.state === 'missing') return { ...EMPTY_LAYER, exists: false };
  if (read.state === 'unreadable') {
    return { entries: new Map(), diagnostics: [read.diagnostic], exists: true };
  }
  return { ...layerOfText({ file: path, text: read.text }), exists: true };
}

export type ReadFile =
  | { readonly state: 'missing' }
  | {
      readonly state: 'read';
      readonly text: string;
      /** It begins with a byte order mark, which is not in `text`. */
      readonly hasMark: boolean;
    }
  | { readonly state: 'unreadable'; readonly diagnostic: ConfigDiagnostic };

/** The file's text without a byte order mark. Never waits: only regular files are opened. */
export function readConfigFile(path: string): ReadFile {
  const unreadable = (message: string): ReadFile => ({
    state: 'unreadable',
    diagnostic: {
      severity: 'error',
      code: 'unreadable-config',
      message: `the configuration file cannot be read: ${message}`,
      source: { file: path, text: '' },
      layer: 'file',
    },
  });
  try {
    const stat = statSync(path);
    if (path === NOTHING) return { state: 'missing' };
    if (!stat.isFile()) return unreadable('it is not a file');
    if (stat.size > MAX_FILE_BYTES) return unreadable(`it is larger than ${MAX_FILE_BYTES} bytes`);
    const bytes = readFileSync(path);
    // Text that is not UTF-8 would come back changed from a save: it is malformed.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { state: 'read', text, hasMark: bytes.subarray(0, 3).equals(MARK) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return unreadable('it is not UTF-8 text');
    return unreadable(code);
  }
}

export type ParsedFile =
  | { readonly ok: true; readonly tree: JsonNode }
  | { readonly ok: false; readonly diagnostic: ConfigDiagnostic };

/**
 * The tree of the file's object; blank text is an empty object.
 * @param so what follows from a malformed text, for its message
 */
export function parseConfigText(source: Source, so = 'the file is ignored'): ParsedFile {
  if (source.text.trim() === '')
    return { ok: true, tree: { type: 'object', offset: 0, length: 0 } };
  const whole = { start: 0, end: source.text.length };
  const result = parseJsonTree(source.text);
  const malformed = (
    code: string,
    message: string,
    span: Span,
    suggestion?: string,
  ): ParsedFile => ({
    ok: false,
    diagnostic: {
      severity: 'error',
      code,
      message,
      // Without a parsed tree, a secret cannot be recognized: no value is shown.
      source: redacted(source, whole, []),
      span,
      suggestion,
      layer: 'file',
    },
  });
  if (!result.ok) {
    const { code, message, start = 0, end = start + 1, suggestion } = result.error;
    return malformed(code, `${message}; ${so}`, { start, end }, suggestion);
  }
  if (result.tree.type !== 'object') {
    return malformed('bad-shape', `expected an object; ${so}`, spanOf(result.tree), 'start with {');
  }
  return { ok: true, tree: result.tree };
}

/** The layer of a file's text. */
export function layerOfText(source: Source): Layer {
  const parsed = parseConfigText(source);
  if (!parsed.ok) return { entries: new Map(), diagnostics: [parsed.diagnostic] };
  const diagnostics = new ConfigDiagnostics('file');
  const entries = new Map<string, Entry>();
  // Problems are rare, so the text is masked only when there is one to show.
  let shown: Source | undefined;
  const report = (
    severity: 'error' | 'warning',
    code: string,
    message: string,
    span: Span,
    rest: { key?: string; suggestion?: string | undefined } = {},
  ): void => {
    diagnostics.add({ severity, code, message, source: masked(), span, ...rest });
  };
  const masked = (): Source =>
    (shown ??= redacted(source, { start: 0, end: source.text.length }, [
      ...harmlessSpans(parsed.tree, 0, isHarmless, isBinding),
      ...leaves.map((leaf) => leaf.name),
      ...duplicates.map((leaf) => leaf.name),
    ]));
  const { leaves, duplicates } = flatten(parsed.tree, (key) => !SECTIONS.has(key));
  for (const leaf of duplicates) {
    const message = `${quotedKey(leaf.key)} appears twice; the last one counts`;
    report('warning', 'duplicate-key', message, leaf.name, { suggestion: 'remove this one' });
  }
  for (const leaf of leaves) {
    if (leaf.key === '$schema') continue;
    const declared = isNested(leaf) ? DECLARED.get(leaf.key) : undefined;
    if (declared === undefined) {
      unknown(leaf);
      continue;
    }
    const checked = readValue(declared, jsonValue(leaf.node));
    const span = spanOf(leaf.node);
    if (checked.ok) {
      entries.set(leaf.key, {
        value: checked.value,
        source: 'file',
        place: formatPlace(source, span),
        places: declared.values === 'keys' ? placesIn(leaf, source) : undefined,
        excerpt: () => ({ source: masked(), span }),
      });
    } else {
      const { suggestion, path = [], within } = checked;
      const at = path.length === 0 ? span : partSpan(leaf.node, path, within);
      report('error', 'bad-value', messageOf(leaf.key, checked), at, { key: leaf.key, suggestion });
    }
  }
  return { entries, diagnostics: diagnostics.list() };

  function unknown(leaf: Leaf): void {
    if (SECTIONS.has(leaf.key)) {
      const span = spanOf(leaf.node);
      const suggestion = `write it as { … }`;
      report('error', 'bad-value', `${leaf.key}: expected an object`, span, {
        key: leaf.key,
        suggestion,
      });
      return;
    }
    const nested = PROPERTIES.has(leaf.key)
      ? `write it nested: ${nestedText(leaf.key)}`
      : undefined;
    report(
      'warning',
      'unknown-key',
      `${quotedKey(leaf.key)} is not a key of the configuration`,
      leaf.name,
      {
        suggestion: nested ?? (diagnostics.full ? undefined : suggestKey(leaf.key)),
      },
    );
  }
}

/** `{ "log.level": … }` reads like a key, but the file's keys are nested. */
function isNested(leaf: Leaf): boolean {
  return !leaf.path.some((name) => name.includes('.'));
}

function nestedText(key: string): string {
  const parts = key.split('.');
  return `${parts.map((part) => `{ "${part}": `).join('')}…${' }'.repeat(parts.length)}`;
}

/** Where the parts of an object are, by their keys. */
function placesIn({ node }: Leaf, source: Source): Readonly<Record<string, string>> {
  const places = new Map<string, string>();
  for (const { node: commands, path } of members(node)) {
    const app = path[0] ?? '';
    places.set(bindingKey({ app }), formatPlace(source, spanOf(commands)));
    for (const each of members(commands)) {
      const command = each.path[0] ?? '';
      places.set(bindingKey({ app, command }), formatPlace(source, spanOf(each.node)));
    }
  }
  return Object.fromEntries(places);
}

/** What is at the end of a path, or a part of its text. */
function partSpan(node: JsonNode, path: readonly string[], within: Span | undefined): Span {
  let at = node;
  for (const name of path) at = member(at, name) ?? at;
  const whole = spanOf(at);
  // With escapes in it the text's offsets are others.
  const isPlain = typeof at.value === 'string' && at.value.length + 2 === at.length;
  if (within === undefined || !isPlain) return whole;
  const start = whole.start + 1;
  return { start: start + within.start, end: start + Math.max(within.end, within.start + 1) };
}

function spanOf(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}

/** A known key's value may appear in an excerpt unless it is secret; an unknown key may be one. */
function isHarmless(key: string): boolean {
  return key === '$schema' || isBinding(key) || DECLARED.get(key)?.secret === false;
}

/** Keys of commands are not secrets, whatever the apps and the commands are called. */
function isBinding(key: string): boolean {
  return key.startsWith(`${BINDINGS}.`);
}
