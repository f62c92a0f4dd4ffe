/**
 * JSON with places: the one door to ajv and to jsonc-parser's reading (config/ also uses its editing).
 *
 * Good JSON takes the short way (JSON.parse, then the compiled schema). Only when something is
 * wrong is the text read again by a parser that knows offsets, to point at the very token.
 */
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  type ParseOptions,
} from 'jsonc-parser';
import { didYouMean } from '../diagnostics.js';
import { plainlyFits } from './json-fits.js';
import { ajv as loadAjv } from '../packages.cjs';

/**
 * JSON Schema, draft 7, as ajv 8 reads it by default. One keyword is our own and is at the top
 * only: `infinities: true` lets NaN and the infinities be numbers (JSON can write one: `1e999`).
 */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An error in a JSON text or value. */
export interface JsonError {
  /** `bad-json` (cannot be read) or `bad-shape` (does not fit the schema). */
  readonly code: 'bad-json' | 'bad-shape';
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** UTF-16 offsets inside the JSON text; absent where a value, not a text, was checked. */
  readonly start?: number;
  readonly end?: number;
}

export type JsonResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly JsonError[] };

export interface JsonOptions {
  readonly schema?: JsonSchema;
  /** Comments and trailing commas are read; default false. */
  readonly lenient?: boolean;
}

/** A part of a JSON text with its offsets. */
export type JsonNode = Node;

/**
 * Deepest nesting of a text that is read with places. jsonc-parser calls itself once a level, and V8's
 * stack ends somewhere above 5,000 of them.
 */
const MAX_NESTING = 2_500;

/** Parses JSON with comments and trailing commas to a tree with offsets; a text with errors has no tree. */
export function parseJsonTree(
  text: string,
):
  | { readonly ok: true; readonly tree: JsonNode }
  | { readonly ok: false; readonly error: JsonError } {
  const deep = findNestingError(text);
  if (deep !== undefined) return { ok: false, error: deep };
  const errors: ParseError[] = [];
  const tree = readTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || tree === undefined)
    return { ok: false, error: findSyntaxError(text, true) };
  return { ok: true, tree };
}

/** The parts of a malformed text that could still be read; undefined if nothing could. */
function partialJsonTree(text: string): JsonNode | undefined {
  return findNestingError(text) === undefined
    ? readTree(text, [], { allowTrailingComma: true })
    : undefined;
}

/** Parses a JSON text and checks it against a schema; every error has offsets into the text. */
export function parseJson<T = unknown>(text: string, options: JsonOptions = {}): JsonResult<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (options.lenient !== true) return { ok: false, errors: [findSyntaxError(text)] };
    const result = parseJsonTree(text);
    if (!result.ok) return { ok: false, errors: [result.error] };
    value = jsonValue(result.tree);
  }
  if (options.schema === undefined) return { ok: true, value: value as T };
  if (plainlyFits(options.schema, value)) return { ok: true, value: value as T };
  const validate = compileSchema(options.schema);
  if (validate(value)) return { ok: true, value: value as T };
  const tree = partialJsonTree(text);
  return {
    ok: false,
    errors: distinct(validate.errors ?? []).map((error) => toShapeError(error, value, tree)),
  };
}

/** Checks a value that never was text (a script's array) against a schema. */
export function checkJson<T = unknown>(value: unknown, schema: JsonSchema): JsonResult<T> {
  if (plainlyFits(schema, value)) return { ok: true, value: value as T };
  const validate = compileSchema(schema);
  if (validate(value)) return { ok: true, value: value as T };
  return {
    ok: false,
    errors: distinct(validate.errors ?? []).map((error) => toShapeError(error, value)),
  };
}

let ajv: Ajv | undefined;
let ajvOfInfinities: Ajv | undefined;
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** The validator of a schema, compiled once per schema object. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate =
      schema['infinities'] === true
        ? (ajvOfInfinities ??= createAjv(false)).compile(schema)
        : (ajv ??= createAjv(true)).compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

function createAjv(strictNumbers: boolean): Ajv {
  // Loaded with the first schema: most apps start without any.
  const { Ajv } = loadAjv();
  return new Ajv({
    allErrors: false,
    allowUnionTypes: true,
    strict: true,
    strictNumbers,
    verbose: true,
    logger: false,
    ...(strictNumbers ? {} : { keywords: ['infinities'] }),
  });
}

/** The value of a part. jsonc-parser's own `getNodeValue` lets `__proto__` set the prototype; this does not. */
export function jsonValue(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(jsonValue);
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    Object.defineProperty(object, String(key.value), {
      value: jsonValue(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}

/** What the parser's error codes mean to a person. */
const SYNTAX: Record<string, string> = {
  InvalidSymbol: 'this is not JSON',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'expected a property name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'expected the end of the JSON',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'this comment is not closed',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is incomplete',
  InvalidUnicode: 'this \\u escape is not valid',
  InvalidEscapeCharacter: 'this escape is not valid',
  InvalidCharacter: 'this character is not allowed in a string',
};

/** The fix for an error, if the message alone does not state it. */
const MENDS: Record<string, string> = {
  CommaExpected: 'put a comma before it',
  ColonExpected: 'put a colon between the name and its value',
};

/** Brackets that do not match (`[}[}…`) nest deeper for the parser than they look; nothing is returned then. */
function readTree(text: string, errors: ParseError[], options: ParseOptions): Node | undefined {
  try {
    return parseTree(text, errors, options);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Brackets are counted outside strings and comments, by the rules of jsonc-parser's scanner. */
function findNestingError(text: string): JsonError | undefined {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22 || code === 0x0a || code === 0x0d) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2f && (text[index + 1] === '/' || text[index + 1] === '*')) {
      const lines = text[index + 1] === '/';
      const end = lines ? text.slice(index).search(/[\r\n]/) : text.indexOf('*/', index + 2);
      if (end < 0) return undefined;
      index = lines ? index + end : end + 1;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_NESTING) {
        return {
          code: 'bad-json',
          message: `this is nested deeper than ${MAX_NESTING} levels`,
          start: index,
          end: index + 1,
        };
      }
    } else if ((code === 0x7d || code === 0x5d) && depth > 0) depth--;
  }
  return undefined;
}

function findSyntaxError(text: string, lenient = false): JsonError {
  const deep = findNestingError(text);
  if (deep !== undefined) return deep;
  const errors: ParseError[] = [];
  if (text.trim() === '') {
    return {
      code: 'bad-json',
      message: 'expected a JSON value, found nothing',
      start: 0,
      end: text.length,
    };
  }
  readTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  const first = errors[0];
  if (first === undefined) {
    return { code: 'bad-json', message: 'this is not JSON', start: 0, end: text.length };
  }
  const name = printParseErrorCode(first.error);
  const token = text.slice(first.offset, first.offset + first.length);
  return {
    code: 'bad-json',
    message: SYNTAX[name] ?? 'this is not JSON',
    suggestion: token.startsWith("'")
      ? 'put JSON strings in double quotes'
      : isBareName(text, first)
        ? `write ${JSON.stringify(token)}, in double quotes`
        : MENDS[name],
    start: first.offset,
    end: first.offset + Math.max(1, first.length),
  };
}

/** True where a name of a property is written without quotes, as JavaScript allows. */
function isBareName(text: string, { offset, length }: ParseError): boolean {
  const before = text.slice(0, offset).trimEnd();
  const after = text.slice(offset + length).trimStart();
  const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text.slice(offset, offset + length));
  return isName && /[{,]$/.test(before) && after.startsWith(':');
}

/** anyOf and oneOf report each branch that failed; the branch's own line is more specific than the summary. */
function distinct(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const last = errors.at(-1);
  return last === undefined ? [] : [last];
}

function toShapeError(error: ErrorObject, root: unknown, tree?: Node): JsonError {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  const { message, suggestion, property } = describe(error);
  const place = tree === undefined ? undefined : placeOf(tree, root, path, property);
  const where = pathText(root, path);
  return {
    code: 'bad-shape',
    message: where === '' ? message : `${where}: ${message}`,
    suggestion,
    ...(place === undefined ? {} : { start: place.offset, end: place.offset + place.length }),
  };
}

function placeOf(
  tree: Node,
  root: unknown,
  path: string[],
  property: string | undefined,
): Node | undefined {
  let value = root;
  const segments = path.map((part) => {
    const segment = Array.isArray(value) ? Number(part) : part;
    value = (value as Record<string | number, unknown> | null | undefined)?.[segment];
    return segment;
  });
  const node = segments.length === 0 ? tree : findNodeAtLocation(tree, segments);
  if (node === undefined || property === undefined) return node;
  const key = node.children?.find((child) => child.children?.[0]?.value === property);
  return key?.children?.[0] ?? node;
}

function describe(error: ErrorObject): {
  message: string;
  suggestion?: string | undefined;
  property?: string;
} {
  const params = error.params as Record<string, unknown>;
  const parent = error.parentSchema as { properties?: object } | undefined;
  switch (error.keyword) {
    case 'type':
      return {
        message: `expected ${typeNames(params['type'])}, found ${kindOf(error.data)}`,
        suggestion: suggestType(String(params['type']).split(','), error.data),
      };
    case 'required':
      return { message: `"${String(params['missingProperty'])}" is missing` };
    case 'additionalProperties': {
      const property = String(params['additionalProperty']);
      return {
        message: `unknown property "${property}"`,
        suggestion: didYouMean(property, Object.keys(parent?.properties ?? {})),
        property,
      };
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value));
      return {
        message: `expected one of ${allowed.join(', ')}, found ${kindOf(error.data)}`,
        suggestion: didYouMean(
          String(error.data),
          (params['allowedValues'] as unknown[]).map(String),
        ),
      };
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return {
        message: `expected a number ${String(params['comparison'])} ${String(params['limit'])}, found ${String(error.data)}`,
      };
    case 'minLength':
      return { message: 'expected a non-empty string, found ""' };
    default:
      return { message: error.message ?? 'invalid value' };
  }
}

/** The same value in the type that was expected: a number in quotes, or without. */
function suggestType(types: readonly string[], value: unknown): string | undefined {
  if (typeof value === 'number' && types.includes('string')) return `write "${value}"`;
  const isNumber = typeof value === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
  return isNumber && types.includes('number') ? `write ${value}` : undefined;
}

function typeNames(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : String(type).split(',');
  const named = names.map((name) =>
    name === 'null' ? name : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`,
  );
  return named.length < 2
    ? named.join('')
    : `${named.slice(0, -1).join(', ')} or ${named.at(-1) ?? ''}`;
}

/** The value in a few words: `the string "x"`, `an array`, `null`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') {
    return `the string ${JSON.stringify(value.length > 32 ? `${value.slice(0, 31)}…` : value)}`;
  }
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Formats the parts of a JSON pointer like `bars[2][0]`, without the root's own name. */
function pathText(root: unknown, path: string[]): string {
  let value = root;
  let text = '';
  for (const part of path) {
    if (Array.isArray(value)) text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
    value = (value as Record<string, unknown> | null | undefined)?.[part];
  }
  return text;
}
