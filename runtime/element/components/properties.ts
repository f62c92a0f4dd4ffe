/** The attribute `properties` of `<template element>`: what it declares becomes the attributes of the component. */
import { parseJson, type JsonError, type JsonSchema } from '../../base/json/json.js';
import { kebabCase } from '../../markup/names.js';
import type { AttributeTable } from '../contract.js';

/** Types of properties. `array` and `json` have values of JavaScript, which scripts set and markup writes as JSON. */
const TYPES = ['string', 'boolean', 'number', 'integer', 'color', 'array', 'json'] as const;
type Type = (typeof TYPES)[number];

interface Written {
  readonly type: Type;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: boolean;
  readonly description?: string;
}

const SCHEMA: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$' },
  additionalProperties: {
    type: ['string', 'object'],
    if: { type: 'string' },
    then: { enum: TYPES },
    else: {
      required: ['type'],
      additionalProperties: false,
      properties: {
        type: { enum: TYPES },
        default: {},
        enum: { type: 'array', items: { type: 'string' }, minItems: 1 },
        minimum: { type: 'number' },
        maximum: { type: 'number' },
        required: { type: 'boolean' },
        description: { type: 'string' },
      },
    },
  },
};

export type Properties =
  | { readonly ok: true; readonly attributes: AttributeTable }
  | { readonly ok: false; readonly errors: readonly JsonError[] };

/** Reads the declarations: `{"label": "string", "tone": {"type": "string", "default": "info"}}`. */
export function readProperties(text: string, tag: string): Properties {
  if (text.trim() === '') return { ok: true, attributes: {} };
  const read = parseJson(text, { schema: SCHEMA });
  if (!read.ok) return read;
  const attributes: Record<string, AttributeTable[string]> = {};
  for (const [name, written] of Object.entries(read.value as Record<string, Type | Written>)) {
    const declared = typeof written === 'string' ? { type: written } : written;
    attributes[name] = declarationOf(name, declared, tag);
  }
  return { ok: true, attributes };
}

function declarationOf(name: string, written: Written, tag: string): AttributeTable[string] {
  const { type, description = `\`${kebabCase(name)}\` of \`<${tag}>\`.`, ...rest } = written;
  if (type === 'array') {
    return { type: 'json', schema: { type: 'array' }, description, ...rest } as never;
  }
  if (type === 'json') return { type, schema: {}, description, ...rest };
  // As the attributes of HTML: absent is false, and a text without a default is empty, if any text is valid.
  const value = rest.default ?? (rest.enum === undefined ? DEFAULTS[type] : undefined);
  return {
    type,
    description,
    ...rest,
    ...(value === undefined || rest.required === true ? {} : { default: value }),
  } as never;
}

const DEFAULTS: Readonly<Partial<Record<Type, unknown>>> = { string: '', boolean: false };
