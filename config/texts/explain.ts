/** Texts of `tui config explain KEY`, `get KEY`, `path` and `schema`. */
import { printable, printableJson, type Severity } from '../../runtime/base/diagnostics.js';
import { ANY_APP, bindingPath } from '../bindings.js';
import { Config } from '../config.js';
import { suggestKey } from '../layers/layer.js';
import { PRIORITY } from './print.js';
import { fail, quotedKey } from '../diagnostics.js';
import { maskedValue, shownValue } from './redact.js';
import { PROPERTIES } from '../schema.js';
import type { ConfigReader, ConfigSetter, ConfigSource } from '../types.js';
import { buildUserSchema } from './user-schema.js';

/** One layer in the JSON of `explain`. */
interface ExplainedLayer {
  readonly source: ConfigSource;
  /** The value as it is; `"••••"` where it is secret; absent where the layer does not set the key. */
  readonly value?: unknown;
  /** file:line:column, variable or flag. */
  readonly place?: string;
  /** Why the value of this layer is ignored. */
  readonly problem?: string;
}

/** The JSON of `explain`. Layers are listed highest first; the first with a value is in force. */
export interface Explanation {
  readonly key: string;
  readonly description: string;
  readonly expected: string;
  /** The value in force; `"••••"` where it is secret; null where the key is unset. */
  readonly value: unknown;
  readonly source: ConfigSource | null;
  readonly place: string | null;
  /** The variable and the flag that set the key; null where there is none. */
  readonly env: string | null;
  readonly flag: string | null;
  readonly secret: boolean;
  /** Who may set the key; null for an app's own keys. */
  readonly setBy: readonly ConfigSetter[] | null;
  /** Calls that read the key; null for an app's own keys. */
  readonly readBy: readonly ConfigReader[] | null;
  readonly layers: readonly ExplainedLayer[];
}

export interface ExplainOptions {
  /** JSON (an `Explanation`) instead of text. */
  readonly json?: boolean;
  readonly config?: Config;
  /** What a running app's process has in the highest layer, in place of what the configuration has there. */
  readonly runtime?: { readonly value: unknown; readonly place: string } | undefined;
}

/** Each layer's value of a key and where it was written. Throws a DiagnosticError for an unknown key. */
export function explain(key: string, options: ExplainOptions = {}): string {
  const explanation = explanationOf(key, options.config ?? Config.get(), options.runtime);
  return options.json === true ? json(explanation) : explanationText(explanation);
}

/** The JSON of `get`, and of each key in the JSON of the whole configuration. */
interface ValueJson {
  /** The value in force; `"••••"` where it is secret; null where the key is unset. */
  readonly value: unknown;
  readonly source: ConfigSource | null;
  /** file:line:column, variable or flag; null where the key is unset. */
  readonly place: string | null;
}

/** The JSON of the whole configuration. */
export interface ConfigJson {
  readonly file: { readonly path: string; readonly exists: boolean };
  /** The layers, lowest first. */
  readonly priority: readonly ConfigSource[];
  /** Every key, an app's own included. */
  readonly keys: Readonly<Record<string, ValueJson>>;
  /** Errors and warnings of the layers; the values concerned are ignored. */
  readonly problems: readonly {
    readonly severity: Severity;
    readonly code: string;
    readonly layer: ConfigSource;
    readonly key: string | null;
    readonly message: string;
  }[];
}

/** Every key with a value, one a line, that is not the default: `theme = bw-std <- config.json:1:11`. */
export function changedText(config: Config = Config.get()): string {
  return keysOf(config, true)
    .map((key) => {
      const shown = shownValue(config.getValue(key), isSecret(key, config));
      return `${printable(key)} = ${shown} <- ${printable(config.getOrigin(key)?.place ?? '')}\n`;
    })
    .join('');
}

function keysOf(config: Config, isChanged: boolean): readonly string[] {
  const own = config.getAppKeys().map((app) => app.key);
  const keys = [...config.getKeys(), ...own, ...config.getCustomKeys()];
  return isChanged
    ? keys.filter((key) => (config.getSource(key) ?? 'default') !== 'default')
    : keys;
}

/**
 * The merged configuration with the source of each value, as JSON (a `ConfigJson`).
 *
 * @param isChanged only the keys that are not at their default
 */
export function configJson(config: Config = Config.get(), isChanged = false): string {
  const keys = keysOf(config, isChanged);
  const { configPath: path, configExists: exists } = config;
  return json({
    file: { path, exists },
    priority: PRIORITY.split(' < ') as ConfigSource[],
    keys: Object.fromEntries(keys.map((key) => [key, valueJson(key, config)])),
    problems: config.diagnostics.map(({ severity, code, layer, key = null, message }) => ({
      severity,
      code,
      layer,
      key,
      message,
    })),
  } satisfies ConfigJson);
}

/** The path of the user's file, and whether it exists: `{ path, exists }`. */
export function configPathJson(config: Config = Config.get()): string {
  return json({ path: config.configPath, exists: config.configExists });
}

/** One key's value and where it comes from: `{ key, value, source, place }`. Throws for an unknown key. */
export function getJson(key: string, config: Config = Config.get()): string {
  requireKnown(key, config);
  return json({ key, ...valueJson(key, config) });
}

function valueJson(key: string, config: Config): ValueJson {
  const origin = config.getOrigin(key);
  return {
    value: maskedValue(config.getValue(key), isSecret(key, config)),
    source: origin?.source ?? null,
    place: origin?.place ?? null,
  };
}

function json(value: unknown): string {
  return `${printableJson(value, 2)}\n`;
}

/** The value in force on one line, empty where it is unset; secrets are masked. Throws for an unknown key. */
export function getText(key: string, config: Config = Config.get()): string {
  requireKnown(key, config);
  const value = config.getValue(key);
  if (value === undefined || value === '') return '\n';
  return `${shownValue(value, isSecret(key, config))}\n`;
}

/** Where the user's file is, or would be. */
export function configPath(config: Config = Config.get()): string {
  return `${printable(config.configPath)}\n`;
}

/** The JSON Schema of the user's file. */
export function userSchema(): string {
  return json(buildUserSchema(PROPERTIES));
}

function valueNow(
  inForce:
    { readonly value: unknown; readonly source: ConfigSource; readonly place: string } | undefined,
  shown: (value: unknown, source: ConfigSource) => unknown,
): Pick<Explanation, 'value' | 'source' | 'place'> {
  if (inForce === undefined) return { value: null, source: null, place: null };
  const { value, source, place } = inForce;
  return { value: shown(value, source), source, place: place ?? null };
}

function explanationOf(
  key: string,
  config: Config,
  runtime: ExplainOptions['runtime'],
): Explanation {
  requireKnown(key, config);
  const property = PROPERTIES.get(key);
  const app = config.getAppKeys().find((found) => found.key === key);
  const shown = (value: unknown, source: ConfigSource): unknown =>
    maskedValue(value, isSecret(key, config, source, value));
  const layers = config
    .layersOf(key)
    .map((layer) =>
      layer.source === 'runtime' && runtime !== undefined
        ? { ...layer, entry: { ...runtime, source: layer.source } }
        : layer,
    );
  const inForce = layers.find(({ entry }) => entry !== undefined)?.entry;
  return {
    key,
    description: property?.description ?? app?.description ?? describeKey(key),
    expected: config.declared(key)?.expected ?? 'any value',
    ...valueNow(inForce, shown),
    env: property?.env ?? app?.env ?? null,
    flag: property?.flag ?? null,
    secret: config.isSecret(key),
    setBy: property?.setBy ?? null,
    readBy: property?.readBy ?? null,
    layers: layers.map(({ source, entry, diagnostic: error }) => ({
      source,
      ...(entry === undefined ? {} : { value: shown(entry.value, source), place: entry.place }),
      ...(error === undefined ? {} : { problem: error.message }),
    })),
  };
}

function describeKey(key: string): string {
  const binding = bindingPath(key);
  if (binding === undefined) return 'A value of the app.';
  const of = binding.app === ANY_APP ? 'every app' : `the app "${binding.app}"`;
  return binding.command === undefined
    ? `Keys of the commands of ${of}, in place of their own.`
    : `Keys of the command "${binding.command}" of ${of}, in place of its own.`;
}

function explanationText(found: Explanation): string {
  const rows = found.layers.map(
    ({ source, value, place, problem: error }): [string, string, string] => [
      source,
      error !== undefined ? '(left out)' : value === undefined ? '–' : shownValue(value, false),
      error ?? (value === undefined ? '' : (place ?? '')),
    ],
  );
  const inForce = found.layers.findIndex((layer) => layer.value !== undefined);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const value = found.source === null ? '(unset)' : shownValue(found.value, false);
  return `${[
    `${printable(found.key)} = ${value}`,
    `  ${printable(found.description)}`,
    `  Expected: ${found.expected}`,
    ...ways(found),
    ...setters(found.setBy),
    '',
    'Layers, highest first:',
    ...rows.map((row, index) => {
      const cells = row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0));
      return `${index === inForce ? '>' : ' '} ${cells.join('  ')}`.trimEnd();
    }),
  ].join('\n')}\n`;
}

/** How the user sets it. */
function ways({ key, flag, env }: Explanation): string[] {
  if (bindingPath(key)?.command !== undefined) {
    return [`  Set it with: tui config set ${key} KEY`];
  }
  if (flag !== null)
    return [`  Set it with ${flag}, ${env ?? ''}, or: tui config set ${key} VALUE`];
  return env === null ? [] : [`  Set it with ${env}`];
}

function setters(setBy: Explanation['setBy']): string[] {
  if (setBy === null || setBy.includes('app')) return [];
  return [
    setBy.includes('policy')
      ? '  Set by you or by the policy of an app; scripts may not set it.'
      : '  Set by you; neither the policy nor the scripts of an app may set it.',
  ];
}

/** A default of the schema is not a secret; one that an app declares may be. */
function isSecret(
  key: string,
  config: Config,
  source = config.getSource(key),
  value = config.getValue(key),
): boolean {
  const isOwnDefault = source === 'default' && config.declared(key)?.app === false;
  return config.isSecret(key, value) && !isOwnDefault;
}

function requireKnown(key: string, config: Config): void {
  if (config.declared(key) !== undefined || config.hasKey(key)) return;
  const own = [...config.getAppKeys().map((app) => app.key), ...config.getCustomKeys()];
  fail('unknown-key', `${quotedKey(key)} is not a key of the configuration`, suggestKey(key, own));
}
