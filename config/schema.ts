/**
 * Derived from a key's declaration: its value type, its names, its order.
 *
 * The rule of names: the variable is `TUI_` and the key in capitals (`log.bufferSize` is
 * `TUI_LOG_BUFFER_SIZE`); the flag is the variable without `TUI_`, in small letters with dashes. Where the
 * specification names a variable or a flag, that name is in the schema instead.
 */
import type { ValueDeclaration } from '../runtime/base/values.js';
import { expected } from '../runtime/base/values.js';
import { SCHEMA } from './schema.generated.js';
import type { AppKey, ConfigProperty } from './types.js';

/** Every key in the order of the schema. A Map, so that no key can reach a prototype. */
export const PROPERTIES: ReadonlyMap<string, ConfigProperty> = new Map(Object.entries(SCHEMA));

/** The prefix of flags and variables that negate a boolean. */
const NO = '--no-';

export function environmentNameByRule(key: string): string {
  const words = key.replace(/\./g, '_').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return `TUI_${words.toUpperCase()}`;
}

export function flagByRule(environmentName: string): string {
  return `--${environmentName.slice('TUI_'.length).toLowerCase().replace(/_/g, '-')}`;
}

/** The other form of a boolean's flag: `--persist` and `--no-persist`, `--no-sync` and `--sync`. */
export function oppositeFlag(property: ConfigProperty): string | undefined {
  if (property.type !== 'boolean') return undefined;
  return property.flag.startsWith(NO)
    ? `--${property.flag.slice(NO.length)}`
    : `${NO}${property.flag.slice(2)}`;
}

/** The flag that sets a key to this value: for booleans one of two. */
export function flagFor(property: ConfigProperty, value: unknown): string {
  const plain = property.flagInverted !== true;
  return property.type !== 'boolean' || value === plain
    ? property.flag
    : (oppositeFlag(property) ?? property.flag);
}

const HEADERS = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** The declaration that runtime/base/values.ts parses and checks by. */
export function declarationOf(property: ConfigProperty, layer: 'text' | 'value'): ValueDeclaration {
  const { description } = property;
  switch (property.type) {
    case 'boolean':
      return { type: 'boolean', description };
    case 'integer':
    case 'number':
      return {
        type: property.multipleOf === 1 ? 'integer' : property.type,
        description,
        ...(property.minimum === undefined ? {} : { minimum: property.minimum }),
        ...(property.maximum === undefined ? {} : { maximum: property.maximum }),
      };
    case 'string':
      return {
        type: 'string',
        description,
        ...(property.enum === undefined ? {} : { enum: property.enum }),
        ...(property.orSuffix === undefined ? {} : { orSuffix: property.orSuffix }),
        ...(property.minLength === undefined ? {} : { minLength: property.minLength }),
        ...(property.format === undefined || property.format === 'path'
          ? {}
          : { format: property.format }),
        ignoreCase: layer === 'text' && property.ignoreCase === true,
      };
    case 'object':
      return { type: 'json', schema: HEADERS, description };
  }
}

/** An app's key as a declaration; its minimum and maximum are called min and max. */
export function appDeclaration(app: AppKey): ValueDeclaration {
  const { type, description } = app;
  if (type === 'string' || type === 'boolean') return { type, description };
  return {
    type,
    description,
    ...(app.min === undefined ? {} : { minimum: app.min }),
    ...(app.max === undefined ? {} : { maximum: app.max }),
  };
}

/** What a value of the key has to be, in words. */
export function expectedText(property: ConfigProperty): string {
  if (property.values === 'keys') return 'an object of keys by app and command';
  return property.type === 'object'
    ? 'an object of strings'
    : expected(declarationOf(property, 'value'));
}

/** Every object on the way to a key: `log`, `ai`. */
export const SECTIONS: ReadonlySet<string> = new Set(
  [...PROPERTIES.keys()].flatMap((key) => {
    const parts = key.split('.');
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  }),
);

/** Variables that tui reads or sets by itself; they are not part of the configuration. */
export const INTERNAL_VARIABLES: readonly string[] = [
  'TUI_CODE_CACHE',
  'TUI_HOSTED',
  'TUI_RUNNER',
  'TUI_REMOTE_URL',
  'TUI_RUNNING_HEADLESS',
  'TUI_SANDBOX_TIER',
  'TUI_CONFIG',
];
