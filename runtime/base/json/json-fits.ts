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
  'minimum',
  'maximum',
  'pattern',
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
  if (!isArray(type)) return fitsType(schema, type, value, infinities, depth);
  // Keywords that are about another type do not count.
  return type.some((each) => fitsType(schema, each, value, infinities, depth));
}

function fitsType(
  schema: Schema,
  type: unknown,
  value: unknown,
  infinities: boolean,
  depth: number,
): boolean {
  switch (type) {
    case 'array':
      return isArray(value) && fitsItems(schema, value, infinities, depth);
    case 'object':
      return fitsProperties(schema, value, infinities, depth);
    default:
      return isOfType(value, type, infinities) && isInBounds(schema, value);
  }
}

const patterns = new Map<string, RegExp>();
const MAX_PATTERNS = 100;

function isInBounds({ minimum, maximum, pattern }: Schema, value: unknown): boolean {
  if (typeof value === 'number') {
    if (minimum !== undefined && !(typeof minimum === 'number' && value >= minimum)) return false;
    return maximum === undefined || (typeof maximum === 'number' && value <= maximum);
  }
  if (typeof value !== 'string' || pattern === undefined) return true;
  if (typeof pattern !== 'string') return false;
  let test = patterns.get(pattern);
  if (test === undefined) {
    try {
      // As ajv reads it.
      test = new RegExp(pattern, 'u');
    } catch {
      return false;
    }
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(pattern, test);
  }
  return test.test(value);
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
  const { items } = schema;
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
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!isSchema(properties) || !isArray(required)) return false;
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
