/** The policy layer: the `config` object of an app's policy block, and the keys its `configSchema` declares. */
import { dirname, resolve } from 'node:path';
import { formatPlace, nearest, type Source, type Span } from '../../runtime/base/diagnostics.js';
import { jsonValue, parseJsonTree, type JsonNode } from '../../runtime/base/json/json.js';
import { findKeyError, NO_APP_KEYS, readAppKeys, spanOf } from './app-keys.js';
import { freeze, fromAppKey, messageOf, readValue, type Declared } from '../declared.js';
import { flatten, member, type Leaf } from './flatten.js';
import { DECLARED, EMPTY_LAYER, type Entry, type Layer } from './layer.js';
import { ConfigDiagnostics, quotedKey } from '../diagnostics.js';
import { harmlessSpans, redacted, shownValue } from '../texts/redact.js';
import { PROPERTIES, SECTIONS } from '../schema.js';
import { isPathValue, isShownOfPolicy, policyRefusal, wholePath } from './set-by.js';
import type { AppKey } from '../types.js';

/** A policy block as it is in an app's file. */
export interface PolicyText {
  /** The JSON between the tags. */
  readonly text: string;
  /** The whole file. */
  readonly source: Source;
  /** Where `text` starts in the file, in UTF-16 units. */
  readonly offset: number;
}

/** A policy block's parts that have been read already; their values have no place but the policy. */
export interface PolicyValues {
  readonly config?: unknown;
  readonly configSchema?: unknown;
}

export interface PolicyLayer extends Layer {
  readonly appKeys: ReadonlyMap<string, AppKey>;
  readonly declared: ReadonlyMap<string, Declared>;
  /** Where the policy names the variables of the app's keys, in its file. */
  readonly variablePlaces: ReadonlyMap<string, Span>;
  /** Folder of the app's file; undefined where only values are known. */
  readonly folder: string | undefined;
}

export const EMPTY_POLICY: PolicyLayer = {
  ...EMPTY_LAYER,
  appKeys: new Map(),
  declared: new Map(),
  variablePlaces: new Map(),
  folder: undefined,
};

/** Values become text, so that both ways of giving a policy are read by the same rules. */
export function readPolicyValues(values: PolicyValues): PolicyLayer {
  let text: string;
  try {
    text = JSON.stringify({ config: values.config, configSchema: values.configSchema });
  } catch (error) {
    // A cycle, a BigInt or endless nesting: no JSON, so nothing a policy block can hold.
    const diagnostics = new ConfigDiagnostics('policy');
    const message = `the policy's config is not JSON: ${(error as Error).message.split('\n')[0] ?? ''}`;
    diagnostics.add({ severity: 'error', code: 'bad-json', message });
    return { ...EMPTY_POLICY, diagnostics: diagnostics.list() };
  }
  return read(text);
}

export interface PolicyOptions {
  /** What a relative file name of the source counts from. */
  readonly cwd: string;
  /** Leaves out the keys that no app's policy may set. */
  readonly isRestricted: boolean;
}

export function readPolicyText(
  policy: PolicyText,
  { cwd, isRestricted }: PolicyOptions,
): PolicyLayer {
  return {
    ...read(policy.text, policy, isRestricted),
    folder: dirname(resolve(cwd, policy.source.file)),
  };
}

/** A suggestion for a block that is not JSON. */
function repairOf(
  text: string,
  error: { readonly suggestion?: string | undefined },
): string | undefined {
  return text.trim() === '' ? 'write { … } between the tags' : error.suggestion;
}

/** @param block where the text is in an app's file */
function read(
  text: string,
  block?: Pick<PolicyText, 'source' | 'offset'>,
  isRestricted = false,
): PolicyLayer {
  const { source, offset = 0 } = block ?? {};
  const diagnostics = new ConfigDiagnostics('policy');
  const region = { start: offset, end: offset + text.length };
  const secretKeys = new Set([...DECLARED.values()].filter((d) => d.secret).map((d) => d.key));
  // The block is the app's own text: its names may be shown, and the values of declared keys. Not those of
  // undeclared ones, which may be a secret's misspelt or misplaced, nor defaults: an invalid declaration may not
  // get as far as saying that it is of a secret.
  const isSecret = (key: string): boolean =>
    [...secretKeys].some((secret) => key === secret || key.startsWith(`${secret}.`));
  const mayShowValue = (key: string): boolean => {
    const bare = inConfig(key);
    if (bare === key) return isShownPart(key);
    return (DECLARED.has(bare) || declared.has(bare)) && !isSecret(bare);
  };
  const mayShowName = (key: string): boolean => !isSecret(inConfig(key));
  let declared: ReadonlyMap<string, Declared> = new Map();
  const report = (
    severity: 'error' | 'warning',
    code: string,
    message: string,
    span: Span,
    rest: { key?: string; suggestion?: string | undefined } = {},
  ): void => {
    const at = { start: offset + span.start, end: offset + span.end };
    diagnostics.add({
      severity,
      code,
      message,
      ...(source === undefined ? {} : { span: at }),
      ...rest,
    });
  };
  // Masked at the end, once: a secret may be declared after the first error was found.
  const done = (rest: Partial<PolicyLayer>): PolicyLayer => {
    const listed = diagnostics.list();
    if (source === undefined || listed.length === 0) {
      return { ...EMPTY_POLICY, ...rest, diagnostics: listed };
    }
    const shown = masked(source);
    return { ...EMPTY_POLICY, ...rest, diagnostics: listed.map((p) => ({ ...p, source: shown })) };
  };
  const masked = (whole: Source): Source => {
    // In a text that cannot be parsed any value may be secret: none is shown.
    const spans = result.ok ? harmlessSpans(result.tree, offset, mayShowValue, mayShowName) : [];
    return redacted(whole, region, spans);
  };

  const result = parseJsonTree(text);
  if (!result.ok) {
    const { code, message, start = 0, end = start + 1 } = result.error;
    report('error', code, message, { start, end }, { suggestion: repairOf(text, result.error) });
    return done({});
  }
  const { tree } = result;
  const objectOf = (name: string): JsonNode | undefined => {
    const node = tree.type === 'object' ? member(tree, name) : undefined;
    if (node === undefined || node.type === 'object') return node;
    report('error', 'bad-shape', `${name}: expected an object`, spanOf(node));
    return undefined;
  };
  if (tree.type !== 'object') {
    report('error', 'bad-shape', 'the policy must be a JSON object', spanOf(tree));
  }

  const schemaNode = objectOf('configSchema');
  const {
    keys: appKeys,
    invalidKeys,
    variables,
  } = schemaNode === undefined
    ? NO_APP_KEYS
    : readAppKeys(schemaNode, text, (key, message, span, suggestion) => {
        report('error', 'bad-config-schema', message, span, { key, suggestion });
      });
  declared = new Map([...appKeys].map(([key, app]) => [key, fromAppKey(app)]));
  for (const app of appKeys.values()) if (app.secret) secretKeys.add(app.key);
  // The key of an invalid declaration may be meant to be secret.
  for (const key of invalidKeys) secretKeys.add(key);

  const entries = new Map<string, Entry>();
  const config = objectOf('config');
  const variablePlaces = new Map(
    [...variables].map(([key, { start, end }]) => [
      key,
      { start: offset + start, end: offset + end },
    ]),
  );
  if (config === undefined) return done({ appKeys, declared, variablePlaces });
  const { leaves, duplicates } = flatten(config, (key) => DECLARED.has(key) || declared.has(key));
  for (const leaf of duplicates) {
    const message = `${quotedKey(leaf.key)} appears twice; the last one counts`;
    report('warning', 'duplicate-key', message, leaf.name, { suggestion: 'remove this one' });
  }
  for (const leaf of leaves) {
    if (invalidKeys.has(leaf.key)) continue;
    const value = accept(leaf, DECLARED.get(leaf.key) ?? declared.get(leaf.key));
    if (value === undefined) continue;
    const start = offset + leaf.node.offset;
    const span = { start, end: start + leaf.node.length };
    const place = source === undefined ? 'policy' : formatPlace(source, span);
    const excerpt = source && (() => ({ source: masked(source), span }));
    entries.set(leaf.key, { value, source: 'policy', place, excerpt });
  }
  return done({ entries, appKeys, declared, variablePlaces });

  /** The checked value of a key, or of a custom one that nothing declares; undefined after a report. */
  function accept(leaf: Leaf, known: Declared | undefined): unknown {
    const { key } = leaf;
    const refusal = isRestricted ? policyRefusal(key) : undefined;
    if (refusal !== undefined) {
      const { code, message, suggestion } = refusal;
      report('warning', code, message, leaf.name, { key, suggestion });
      return undefined;
    }
    if (known !== undefined) {
      const checked = readValue(known, jsonValue(leaf.node));
      if (checked.ok) return checked.value;
      const { suggestion } = checked;
      const message = messageOf(key, checked);
      report('error', 'bad-value', message, spanOf(leaf.node), { key, suggestion });
      return undefined;
    }
    const wrong = findKeyError(key);
    if (wrong !== undefined) {
      report('error', 'bad-key', `${quotedKey(key)}: ${wrong}`, leaf.name);
      return undefined;
    }
    if (SECTIONS.has(key)) {
      report('error', 'bad-value', `${key}: expected an object`, spanOf(leaf.node), { key });
      return undefined;
    }
    const suggestion = diagnostics.full ? undefined : suggestSetting(key, declared.keys());
    if (suggestion !== undefined) {
      const message = `${quotedKey(key)} is not a key of the configuration; it is treated as a key of the app`;
      report('warning', 'unknown-key', message, leaf.name, {
        suggestion: `did you mean "${suggestion}"?`,
      });
    }
    return freeze(jsonValue(leaf.node));
  }
}

/**
 * The key that an undeclared one is likely a misspelling of. Most are the app's own on purpose: another letter in the
 * same place makes another word (`list`, `lint`) unless the word is long, and names of a letter or two are all alike.
 */
function suggestSetting(key: string, declared: Iterable<string>): string | undefined {
  const suggestion = nearest(key, [...PROPERTIES.keys(), ...declared]);
  if (suggestion === undefined) return undefined;
  const [word, known] = [key, suggestion].map((name) => name.slice(name.lastIndexOf('.') + 1));
  if (word === undefined || known === undefined || known.length < 4) return undefined;
  const isShort = known.length < 6 && known.length === word.length;
  const isSwapped = [...word].sort().join('') === [...known].sort().join('');
  return word !== known && isShort && !isSwapped ? undefined : suggestion;
}

/** What the policy sets of the keys that tui itself acts on, as text: secrets masked, paths absolute. */
export function shownSettings(
  { entries, folder = '/' }: PolicyLayer,
  home: string,
): { key: string; value: string }[] {
  const found: { key: string; value: string }[] = [];
  for (const [key, { value }] of entries) {
    const property = PROPERTIES.get(key);
    if (property === undefined || !isShownOfPolicy(property, value)) continue;
    const whole = isPathValue(property, value) ? wholePath(String(value), folder, home) : value;
    found.push({ key, value: shownValue(whole, property.secret === true) });
  }
  return found;
}

/** Parts of a policy block beside `config`: what they hold is meant to be seen, but for defaults of secret keys. */
export function isShownPart(key: string): boolean {
  return (
    /^(\$schema|name|description|version|permissions|configSchema)(\.|$)/.test(key) &&
    !/^configSchema\..*\.default$/.test(key)
  );
}

/** The key of a value in the policy's `config`. */
function inConfig(key: string): string {
  return key.replace(/^config\./, '');
}
