/**
 * A quick check that a value fits a JSON schema. Schemas of attributes declare types, items and properties
 * and little else, and values mostly fit: then no validator has to be loaded and compiled, which takes
 * longer than the whole first frame (some 50 ms). Only a positive result is final; otherwise ajv decides,
 * which supports all keywords and explains the error.
 */

type Schema = Readonly<Record<string, unknown>>;

const { isArray } = Array;

/** Supported keywords; schemas with any other are left to ajv. */
const KEYWORDS = new Set([
  'type',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'enum',
  'infinities',
]);
/** Maximum depth of nested schemas. */
const MAX_DEPTH = 16;

/** True if `value` certainly fits; false if ajv has to decide. */
export function plainlyFits(schema: Schema, value: unknown): boolean {
  return fits(schema, value, schema['infinities'] === true, 0);
}

function fits(schema: Schema, value: unknown, infinities: boolean, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (!isUnderstood(schema)) return false;
  const { type, enum: known } = schema;
  if (known !== undefined && !(isArray(known) && isPrimitive(value) && known.includes(value))) {
    return false;
  }
  if (isArray(type)) return fitsUnion(schema, type, value, infinities);
  switch (type) {
    case 'array':
      return isArray(value) && fitsItems(schema, value, infinities, depth);
    case 'object':
      return fitsProperties(schema, value, infinities, depth);
    default:
      return isPlain(schema) && isOfType(value, type, infinities);
  }
}

const understood = new WeakMap<Schema, boolean>();

function isUnderstood(schema: Schema): boolean {
  let known = understood.get(schema);
  if (known === undefined) {
    known = Object.keys(schema).every((keyword) => KEYWORDS.has(keyword));
    understood.set(schema, known);
  }
  return known;
}

/** Unions are of plain types only: what they contain is not distinguished. */
function fitsUnion(
  schema: Schema,
  types: readonly unknown[],
  value: unknown,
  infinities: boolean,
): boolean {
  return isPlain(schema) && types.some((type) => isOfType(value, type, infinities));
}

function isPlain({ items, properties, required, additionalProperties }: Schema): boolean {
  return (
    items === undefined &&
    properties === undefined &&
    required === undefined &&
    additionalProperties === undefined
  );
}

function isOfType(value: unknown, type: unknown, infinities: boolean): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && (infinities || Number.isFinite(value));
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    default:
      return false;
  }
}

function isPrimitive(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function fitsItems(
  schema: Schema,
  values: readonly unknown[],
  infinities: boolean,
  depth: number,
): boolean {
  const { items, properties, required, additionalProperties } = schema;
  if (properties !== undefined || required !== undefined) return false;
  if (additionalProperties !== undefined) return false;
  if (items === undefined) return true;
  if (!isSchema(items)) return false;
  // By index, so that holes count as what they are: values that do not fit.
  for (let i = 0; i < values.length; i++) {
    if (!fits(items, values[i], infinities, depth + 1)) return false;
  }
  return true;
}

function fitsProperties(
  schema: Schema,
  value: unknown,
  infinities: boolean,
  depth: number,
): boolean {
  const { properties = {}, required = [], additionalProperties = true, items } = schema;
  if (items !== undefined || !isSchema(properties) || !isArray(required)) return false;
  if (typeof value !== 'object' || value === null) return false;
  // Nothing inherited counts, and nothing that hides.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name of required) {
    if (typeof name !== 'string' || !Object.hasOwn(value, name)) return false;
  }
  for (const [name, part] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const rule = own ?? additionalProperties;
    if (rule === true) continue;
    if (!isSchema(rule) || !fits(rule, part, infinities, depth + 1)) return false;
  }
  return true;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !isArray(value);
}
