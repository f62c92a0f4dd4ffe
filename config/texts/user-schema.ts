/** The JSON Schema of the user's file, for editors: `"$schema": "../schema.json"` gives completion. */
import type { ConfigProperty } from '../types.js';

interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  additionalProperties: boolean;
}

/**
 * The `config` object of a policy block: the keys that a policy may set, and any of the app's own beside them.
 */
export function buildPolicyConfigSchema(
  properties: Iterable<readonly [string, ConfigProperty]>,
): Readonly<Record<string, unknown>> {
  const settable = [...properties].filter(([, { setBy }]) => setBy.includes('policy'));
  return { ...nestedSchema(settable, {}, true) };
}

/** Draft 7, nested as the file is. Only standard keywords: it has to pass in any validator. */
export function buildUserSchema(
  properties: Iterable<readonly [string, ConfigProperty]>,
): Readonly<Record<string, unknown>> {
  const root = nestedSchema(
    properties,
    { $schema: { type: 'string', description: 'Where this schema is.' } },
    false,
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of tui',
    description:
      'The file ~/.config/tui/config.json. Comments and trailing commas are allowed in it.',
    ...root,
  };
}

function nestedSchema(
  properties: Iterable<readonly [string, ConfigProperty]>,
  first: Record<string, unknown>,
  additionalProperties: boolean,
): ObjectSchema {
  const section = (own: Record<string, unknown>): ObjectSchema => ({
    type: 'object',
    properties: own,
    additionalProperties,
  });
  const root = section(first);
  for (const [key, property] of properties) {
    const path = key.split('.');
    const name = path.pop() ?? key;
    let at = root;
    for (const part of path) {
      at.properties[part] ??= section({});
      at = at.properties[part] as ObjectSchema;
    }
    at.properties[name] = valueSchema(property);
  }
  return root;
}

/** A pattern for texts that end so; JSON Schema has no flag for case. */
function anyCase(suffix: string): string {
  const letters = [...suffix].map((letter) =>
    /[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : `\\${letter}`,
  );
  return `${letters.join('')}$`;
}

function valuesSchema(
  allowed: readonly string[] | undefined,
  suffix: string | undefined,
): Record<string, unknown> {
  if (allowed === undefined) return {};
  if (suffix === undefined) return { enum: allowed };
  return { anyOf: [{ enum: allowed }, { pattern: anyCase(suffix) }] };
}

/** What an object contains. */
function valuesOf({ values }: ConfigProperty): Record<string, unknown> {
  if (values !== 'keys') return { type: 'string' };
  return { type: 'object', additionalProperties: { type: ['string', 'null'], minLength: 1 } };
}

function valueSchema(property: ConfigProperty): Record<string, unknown> {
  const { type, enum: allowed, minimum, maximum, minLength, multipleOf, description } = property;
  return {
    type,
    description,
    ...(property.default === undefined ? {} : { default: property.default }),
    ...valuesSchema(allowed, property.orSuffix),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
    ...(type === 'object' ? { additionalProperties: valuesOf(property) } : {}),
  };
}
