/**
 * JSON with places: the one door to ajv and jsonc-parser.
 *
 * Good JSON takes the short way (JSON.parse, then the compiled schema). Only when something is
 * wrong is the text read again by a parser that knows offsets, to point at the very token.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { didYouMean } from './diagnostics.js';

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSON Schema, draft 7, as ajv 8 reads it by default. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One fault in a JSON text or value. */
export interface JsonFault {
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
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

export interface JsonOptions {
  readonly schema?: JsonSchema;
  /** Comments and trailing commas are read; default false. */
  readonly lenient?: boolean;
}

/** Reads a JSON text and checks it against a schema; every fault has offsets into the text. */
export function parseJson<T = unknown>(text: string, options: JsonOptions = {}): JsonResult<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (options.lenient !== true) return { ok: false, faults: [syntaxFault(text)] };
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    if (errors.length > 0 || tree === undefined)
      return { ok: false, faults: [syntaxFault(text, true)] };
    value = valueOf(tree);
  }
  if (options.schema === undefined) return { ok: true, value: value as T };
  const validate = compileSchema(options.schema);
  if (validate(value)) return { ok: true, value: value as T };
  const tree = parseTree(text, [], { allowTrailingComma: true, disallowComments: false });
  return {
    ok: false,
    faults: distinct(validate.errors ?? []).map((error) => shapeFault(error, value, tree)),
  };
}

/** Checks a value that never was text (a script's array) against a schema. */
export function checkJson<T = unknown>(value: unknown, schema: JsonSchema): JsonResult<T> {
  const validate = compileSchema(schema);
  if (validate(value)) return { ok: true, value: value as T };
  return {
    ok: false,
    faults: distinct(validate.errors ?? []).map((error) => shapeFault(error, value)),
  };
}

let ajv: Ajv | undefined;
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** The validator of a schema, compiled once per schema object. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    ajv ??= new Ajv({
      allErrors: false,
      allowUnionTypes: true,
      strict: true,
      verbose: true,
      logger: false,
    });
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** jsonc-parser's own `getNodeValue` lets a `__proto__` key set the prototype; this does not. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    Object.defineProperty(object, String(key.value), {
      value: valueOf(value),
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
  PropertyNameExpected: 'a property name in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the JSON ends before this',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'this comment is not closed',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is not finished',
  InvalidUnicode: 'this \\u escape is not valid',
  InvalidEscapeCharacter: 'this escape is not valid',
  InvalidCharacter: 'this character is not allowed in a string',
};

function syntaxFault(text: string, lenient = false): JsonFault {
  const errors: ParseError[] = [];
  if (text.trim() === '') {
    return {
      code: 'bad-json',
      message: 'a JSON value is expected, this is empty',
      start: 0,
      end: text.length,
    };
  }
  parseTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  const first = errors[0];
  if (first === undefined) {
    return { code: 'bad-json', message: 'this is not JSON', start: 0, end: text.length };
  }
  const name = printParseErrorCode(first.error);
  const token = text.slice(first.offset, first.offset + first.length);
  return {
    code: 'bad-json',
    message: SYNTAX[name] ?? 'this is not JSON',
    suggestion: token.startsWith("'") ? 'JSON strings stand in double quotes' : undefined,
    start: first.offset,
    end: first.offset + Math.max(1, first.length),
  };
}

/** anyOf and oneOf report each branch that failed; the branch's own line says more than the summary. */
function distinct(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const last = errors.at(-1);
  return last === undefined ? [] : [last];
}

function shapeFault(error: ErrorObject, root: unknown, tree?: Node): JsonFault {
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
      return { message: `expected ${typeNames(params['type'])}, found ${kindOf(error.data)}` };
    case 'required':
      return { message: `"${String(params['missingProperty'])}" is missing` };
    case 'additionalProperties': {
      const property = String(params['additionalProperty']);
      return {
        message: `"${property}" is not known here`,
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
        message: `must be ${String(params['comparison'])} ${String(params['limit'])}, found ${String(error.data)}`,
      };
    case 'minLength':
      return { message: 'must not be empty' };
    default:
      return { message: error.message ?? 'does not fit' };
  }
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

/** `bars[2][0]`-like text of a JSON pointer's parts, without the root's own name. */
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
