/** The `configSchema` of a policy block: keys that an app declares for itself. */
import { checkValue } from '../../runtime/base/values.js';
import { parseJson, type JsonNode, type JsonSchema } from '../../runtime/base/json/json.js';
import type { Span } from '../../runtime/base/diagnostics.js';
import { member, members } from './flatten.js';
import { INTERNAL_VARIABLES, PROPERTIES, SECTIONS, appDeclaration } from '../schema.js';
import { isSecretSetting, isSecretVariable } from '../texts/secrets.js';
import type { AppKey } from '../types.js';

export type ReportAppKey = (key: string, message: string, span: Span, suggestion?: string) => void;

export const APP_KEY_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { enum: ['string', 'boolean', 'integer', 'number'] },
    default: {},
    min: { type: 'number' },
    max: { type: 'number' },
    step: { type: 'number', exclusiveMinimum: 0 },
    env: { type: 'string' },
    envInverted: { type: 'boolean' },
    description: { type: 'string' },
    secret: { type: 'boolean' },
  },
};

/** What other languages call the types, as JSON. */
const OTHER_NAMES: ReadonlyMap<string, AppKey['type']> = new Map([
  ['"int"', 'integer'],
  ['"bool"', 'boolean'],
  ['"float"', 'number'],
  ['"double"', 'number'],
  ['"text"', 'string'],
]);

type Definition = Partial<Omit<AppKey, 'key' | 'slider'>> & Pick<AppKey, 'type'>;

/** Names that would reach a prototype in anybody's plain object. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const OWN_VARIABLES: ReadonlySet<string> = new Set([
  ...[...PROPERTIES.values()].map((property) => property.env),
  ...INTERNAL_VARIABLES,
]);

/** Why a key cannot be an app's own, else undefined. */
export function findKeyError(key: string): string | undefined {
  const parts = key.split('.');
  if (parts.some((part) => part === '')) return 'a key has no empty parts';
  if (parts.some((part) => PROTOTYPE_NAMES.has(part))) return 'this name is not allowed in a key';
  return undefined;
}

export interface AppKeys {
  readonly keys: ReadonlyMap<string, AppKey>;
  readonly invalidKeys: ReadonlySet<string>;
  /** Where the variable of a key is written. */
  readonly variables: ReadonlyMap<string, Span>;
}

export const NO_APP_KEYS: AppKeys = {
  keys: new Map(),
  invalidKeys: new Set(),
  variables: new Map(),
};

/**
 * The keys with a valid declaration. `text` is the policy block's text, which the nodes' offsets
 * count in; an invalid declaration is reported and its key is in `invalidKeys`.
 */
export function readAppKeys(configSchema: JsonNode, text: string, report: ReportAppKey): AppKeys {
  const keys = new Map<string, AppKey>();
  const invalidKeys = new Set<string>();
  const variables = new Map<string, Span>();
  for (const { path, node, name } of members(configSchema)) {
    const key = path[0] ?? '';
    const reportError = (message: string, span: Span = name, suggestion?: string): void => {
      invalidKeys.add(key);
      keys.delete(key);
      report(key, `configSchema "${key}": ${message}`, span, suggestion);
    };
    const wrongName = findKeyError(key);
    if (wrongName !== undefined) {
      reportError(wrongName);
      continue;
    }
    if (PROPERTIES.has(key) || SECTIONS.has(key)) {
      reportError(
        'this is a key of tui itself; an app cannot declare it',
        name,
        `name it "app.${key}"`,
      );
      continue;
    }
    const body = text.slice(node.offset, node.offset + node.length);
    const result = parseJson<Definition>(body, { schema: APP_KEY_SCHEMA, lenient: true });
    if (!result.ok) {
      const { message, start = 0, end = body.length, suggestion } = result.errors[0]!;
      const span = { start: node.offset + start, end: node.offset + end };
      const type = OTHER_NAMES.get(body.slice(start, end).toLowerCase());
      reportError(
        message,
        span,
        suggestion ?? (type === undefined ? undefined : `write "${type}"`),
      );
      continue;
    }
    const app = appKey(key, result.value);
    const wrong = findDefinitionError(app, result.value);
    if (wrong !== undefined) reportError(wrong);
    else {
      invalidKeys.delete(key);
      keys.set(key, app);
      const variable = member(node, 'env');
      if (variable !== undefined) variables.set(key, spanOf(variable));
    }
  }
  return { keys, invalidKeys, variables };
}

function appKey(key: string, definition: Definition): AppKey {
  const { type, min, max, env } = definition;
  const step = definition.step ?? (type === 'integer' ? 1 : undefined);
  return {
    key,
    type,
    ...(definition.default === undefined ? {} : { default: definition.default }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
    slider: min !== undefined && max !== undefined,
    ...(env === undefined ? {} : { env }),
    envInverted: definition.envInverted === true,
    description: definition.description ?? '',
    secret:
      definition.secret === true ||
      (env !== undefined && isSecretVariable(env)) ||
      isSecretSetting(key, definition.default),
  };
}

/** Checks of a definition that JSON Schema cannot express. */
function findDefinitionError(app: AppKey, definition: Definition): string | undefined {
  const { type, min, max, env } = app;
  const isNumber = type === 'integer' || type === 'number';
  if (!isNumber && (min ?? max ?? definition.step) !== undefined) {
    return `min, max and step are for numbers, this is a ${type}`;
  }
  if (min !== undefined && max !== undefined && min > max) return `min ${min} is above max ${max}`;
  if (app.envInverted && type !== 'boolean')
    return `envInverted is for booleans, this is a ${type}`;
  if (app.envInverted && env === undefined) return 'envInverted needs env';
  if (env !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) {
    return 'env is not the name of a variable';
  }
  if (env !== undefined && OWN_VARIABLES.has(env)) return `${env} belongs to tui itself`;
  if (app.default === undefined) return undefined;
  const checked = checkValue(appDeclaration(app), app.default);
  if (checked.ok) return undefined;
  return app.secret ? 'the default does not fit' : `default: ${checked.error.message}`;
}

export function spanOf(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}
