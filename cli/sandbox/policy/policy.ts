/** The `name` and `permissions` of a `<policy>` block, with places. Its other parts are config/'s. */
import { harmlessSpans, redacted } from '../../../config/texts/redact.js';
import { APP_KEY_SCHEMA } from '../../../config/layers/app-keys.js';
import { member, members } from '../../../config/layers/flatten.js';
import { isShownPart } from '../../../config/layers/policy-layer.js';
import type { PolicyText } from '../../../config/index.js';
import {
  nearest,
  type Diagnostic,
  type Source,
  type Span,
} from '../../../runtime/base/diagnostics.js';
import {
  jsonValue,
  parseJson,
  parseJsonTree,
  type JsonNode,
  type JsonSchema,
} from '../../../runtime/base/json/json.js';
import { LIST_KINDS, SWITCH_KINDS, type ListKind, type SwitchKind } from './types.js';

/** One entry of a list, with its place in the app's file. */
export interface PolicyItem<T = string> {
  readonly value: T;
  readonly span: Span;
}

export interface Policy {
  /** As the author wrote it: not to be shown unsanitised. */
  readonly name: string | undefined;
  readonly lists: Readonly<Record<ListKind, readonly PolicyItem<string | readonly string[]>[]>>;
  /** Switches that are set; `false` is one. */
  readonly switches: Readonly<Partial<Record<SwitchKind, boolean>>>;
  /** The file, with everything but names and permissions masked: for diagnostics. */
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum number of entries: no user reads more before agreeing to them. */
const MAX_ENTRIES = 256;
const MAX_ENTRY_LENGTH = 4096;

const TEXT = { type: 'string', minLength: 1, maxLength: MAX_ENTRY_LENGTH };
const TEXTS = { type: 'array', items: TEXT, maxItems: MAX_ENTRIES };

const DESCRIPTIONS: Readonly<Record<ListKind | SwitchKind, string>> = {
  read: 'Files and folders that the app may read: paths that start with /, ~/, $appDir or cwd (the working folder), or are relative to the folder of the app. A folder includes everything in it; there are no wildcards.',
  write:
    'Files and folders that the app may write and read. ~/.config/tui lets it save settings, but not read or write files there.',
  net: 'Hosts that the app may connect to: example.com, example.com:443, *.example.com, 192.168.0.1, [::1]:8080.',
  run: 'Programs that the app may run, outside the sandbox: git, or git log for one of its commands.',
  env: 'Environment variables that the app may read; those named by configSchema need no entry.',
  oauth:
    'Hosts that $tui.oauth.fetch may send the token of the signed-in user to: api.example.com, as in net.',
  shader: 'Allows shaders.',
  clipboard: 'Allows the clipboard; default true.',
  terminal: 'Allows programs that the app may run to use the terminal, after a key press.',
  microphone: 'Allows recording sound, while the terminal shows a mark.',
  ai: 'Allows the AI service.',
  all: 'Allows everything.',
};

/** JSON Schema of the `permissions` object. */
export const PERMISSIONS_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      LIST_KINDS.map((kind) => [kind, { ...TEXTS, description: DESCRIPTIONS[kind] }]),
    ),
    run: {
      type: 'array',
      maxItems: MAX_ENTRIES,
      description: DESCRIPTIONS.run,
      items: {
        type: ['string', 'array'],
        minLength: 1,
        maxLength: MAX_ENTRY_LENGTH,
        items: { type: 'string', maxLength: MAX_ENTRY_LENGTH },
        minItems: 1,
        maxItems: MAX_ENTRIES,
      },
    },
    ...Object.fromEntries(
      SWITCH_KINDS.map((kind) => [kind, { type: 'boolean', description: DESCRIPTIONS[kind] }]),
    ),
  },
};

const NAME_SCHEMA: JsonSchema = {
  type: 'string',
  maxLength: MAX_ENTRY_LENGTH,
  description: 'Name of the app.',
};

/** JSON Schema of the whole block. Its `config` is the user's file's, and keys of `configSchema` beside. */
export const POLICY_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    name: NAME_SCHEMA,
    description: { type: 'string' },
    version: { type: 'string' },
    permissions: PERMISSIONS_SCHEMA,
    config: {
      type: 'object',
      description: 'Settings, and values of configSchema, nested or with dots.',
    },
    configSchema: {
      type: 'object',
      description: 'Settings of the app itself, by key.',
      additionalProperties: APP_KEY_SCHEMA,
    },
  },
};
const PARTS = Object.keys(POLICY_SCHEMA['properties'] as object);

const KINDS: readonly string[] = [...LIST_KINDS, ...SWITCH_KINDS];
/** Each kind is checked separately: an error of one does not hide those of another. */
const KIND_SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries(PERMISSIONS_SCHEMA['properties'] as object).map(([kind, schema]) => [
    kind,
    { type: 'object', properties: { [kind]: schema as JsonSchema } },
  ]),
);

const NO_LISTS: Policy['lists'] = {
  read: [],
  write: [],
  net: [],
  run: [],
  env: [],
  oauth: [],
};

/** What to write instead of a part that there is not. */
function insteadOf(key: string): string | undefined {
  const suggestion = nearest(key, [...PARTS, ...LIST_KINDS, ...SWITCH_KINDS]);
  if (suggestion === undefined) return undefined;
  return PARTS.includes(suggestion)
    ? `did you mean "${suggestion}"?`
    : `write it in "permissions": { "${suggestion}": … }`;
}

function kindInsteadOf(key: string): string | undefined {
  const suggestion = KINDS.find((kind) => key.startsWith(kind)) ?? nearest(key, KINDS);
  return suggestion && `did you mean "${suggestion}"?`;
}

/** Reads the block. Text that is not JSON is a policy of nothing, with the problem in it. */
export function readPolicy({ text, source, offset }: PolicyText): Policy {
  const diagnostics: Diagnostic[] = [];
  const result = parseJsonTree(text);
  const region = { start: offset, end: offset + text.length };
  const spans = result.ok ? harmlessSpans(result.tree, offset, isShownPart, () => true) : [];
  const shown = redacted(source, region, spans);
  const report = (
    severity: Diagnostic['severity'],
    code: string,
    message: string,
    span: Span,
    suggestion?: string,
  ): void => void diagnostics.push({ severity, code, message, source: shown, span, suggestion });
  const nothing = { name: undefined, lists: NO_LISTS, switches: {}, source: shown, diagnostics };
  if (!result.ok) {
    const { code, message, start = 0, end = start + 1, suggestion } = result.error;
    report('error', code, message, { start: offset + start, end: offset + end }, suggestion);
    return nothing;
  }
  const { tree } = result;
  const placed = (node: JsonNode): Span => ({
    start: offset + node.offset,
    end: offset + node.offset + node.length,
  });
  if (tree.type !== 'object') {
    report('error', 'bad-shape', 'the policy must be a JSON object', placed(tree));
    return nothing;
  }
  for (const { key, name } of members(tree)) {
    if (PARTS.includes(key)) continue;
    const message = `"${key.slice(0, 80)}" is not a key of a policy: it is ignored`;
    const span = { start: offset + name.start, end: offset + name.end };
    report('warning', 'unknown-key', message, span, insteadOf(key));
  }
  /** The value of a part that fits its schema; every other one is reported. */
  const checked = (part: string, schema: JsonSchema): JsonNode | undefined => {
    const node = member(tree, part);
    return node !== undefined && fits(part, node, schema) ? node : undefined;
  };
  /** @param node a value, or a property, which is checked as an object that has only that */
  const fits = (part: string, node: JsonNode, schema: JsonSchema): boolean => {
    const written = text.slice(node.offset, node.offset + node.length);
    const isProperty = node.type === 'property';
    const body = isProperty ? `{${written}}` : written;
    const read = parseJson(body, { schema, lenient: true });
    if (read.ok) return true;
    for (const { message, start = 0, end = body.length, suggestion } of read.errors) {
      const at = offset + node.offset - (isProperty ? 1 : 0);
      const span = { start: at + start, end: at + end };
      report('error', 'bad-permission', `${part}: ${message}`, span, suggestion);
    }
    return false;
  };
  const name = checked('name', NAME_SCHEMA);
  // Kinds that fit are kept, so that their entries are checked beside errors of others.
  const granted = new Map<string, JsonNode>();
  for (const property of checked('permissions', { type: 'object' })?.children ?? []) {
    const [name, value] = property.children ?? [];
    if (name === undefined || value === undefined) continue;
    const key = String(name.value);
    const schema = KIND_SCHEMAS.get(key);
    if (schema !== undefined) {
      if (fits('permissions', property, schema)) granted.set(key, value);
    } else {
      const message = `permissions: "${key.slice(0, 80)}" is not a permission`;
      report('error', 'bad-permission', message, placed(name), kindInsteadOf(key));
    }
  }
  const listOf = (kind: ListKind): Policy['lists'][ListKind] =>
    (granted.get(kind)?.children ?? []).map((item) => ({
      value: jsonValue(item) as string | readonly string[],
      span: placed(item),
    }));
  const lists = {
    read: listOf('read'),
    write: listOf('write'),
    net: listOf('net'),
    run: listOf('run'),
    env: listOf('env'),
    oauth: listOf('oauth'),
  };
  const switches: Partial<Record<SwitchKind, boolean>> = {};
  for (const kind of SWITCH_KINDS) {
    const node = granted.get(kind);
    if (node !== undefined) switches[kind] = node.value === true;
  }
  return {
    name: name === undefined ? undefined : String(name.value),
    lists,
    switches,
    source: shown,
    diagnostics,
  };
}
