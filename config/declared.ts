/**
 * One view of the schema's keys and an app's own: how a value of the key is read from text, checked and
 * reported. Nothing of a secret value gets into a message here.
 */
import {
  checkValue,
  parseValue,
  type ValueDeclaration,
  type ValueError,
} from '../runtime/base/values.js';
import { expected } from '../runtime/base/values.js';
import type { Span } from '../runtime/base/diagnostics.js';
import { BINDING_TEXT, readBindings, readBindingsText } from './bindings.js';
import { withoutSecrets } from './texts/redact.js';
import { appDeclaration, declarationOf, expectedText } from './schema.js';
import type { AppKey, ConfigProperty } from './types.js';

export interface Declared {
  readonly key: string;
  readonly type: ConfigProperty['type'];
  readonly values?: ConfigProperty['values'];
  readonly default: unknown;
  readonly secret: boolean;
  readonly env: string | undefined;
  readonly envInverted: boolean;
  /** For messages: `one of "a", "b"`, `a number from 1 to 8`. */
  readonly expected: string;
  readonly forText: ValueDeclaration;
  readonly forValue: ValueDeclaration;
  readonly app: boolean;
}

export function fromProperty(key: string, property: ConfigProperty): Declared {
  return {
    key,
    type: property.type,
    values: property.values,
    default: freeze(property.default),
    secret: property.secret === true,
    env: property.env,
    envInverted: property.envInverted === true,
    expected:
      expectedText(property) +
      (property.envFormat === undefined ? '' : ` (as text: ${property.envFormat})`),
    forText: declarationOf(property, 'text'),
    forValue: declarationOf(property, 'value'),
    app: false,
  };
}

export function fromAppKey(app: AppKey): Declared {
  const declaration = appDeclaration(app);
  return {
    key: app.key,
    type: app.type,
    default: app.default,
    secret: app.secret,
    env: app.env,
    envInverted: app.envInverted,
    expected: expected(declaration),
    forText: declaration,
    forValue: declaration,
    app: true,
  };
}

/** One key of a command: what `keys.APP.COMMAND` names. */
export function bindingDeclared(key: string): Declared {
  const declaration: ValueDeclaration = { type: 'string', description: 'Keys of a command.' };
  return {
    key,
    type: 'string',
    default: undefined,
    secret: false,
    env: undefined,
    envInverted: false,
    expected: BINDING_TEXT,
    forText: declaration,
    forValue: declaration,
    app: false,
  };
}

interface Failed {
  readonly ok: false;
  readonly message: string;
  /** The key of what is invalid, where it is a part of the setting. */
  readonly key?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Names from the value to what is invalid in it; default: all of it. */
  readonly path?: readonly string[];
  /** The part of the text there. */
  readonly within?: Span | undefined;
}

export type Checked = { readonly ok: true; readonly value: unknown } | Failed;

/** The message about a value of a key, or of a part of it. */
export function messageOf(key: string, { key: part = key, message }: Failed): string {
  return `${part}: ${message}`;
}

/** The message where a flag or a variable is named in front of it. */
export function messageAt(place: string, { key, message }: Failed): string {
  return key === undefined ? `${place}: ${message}` : `${place}: ${key}: ${message}`;
}

/** How a type is written in a variable or a flag, if the found value does not show what was meant. */
const TEXT_HINT: Partial<Record<ConfigProperty['type'], string>> = {
  boolean: 'write 1 or 0, true or false, yes or no, on or off',
};
const PAIRS_HINT = 'write it as "name: value; name2: value2"';
const OBJECT_HINT = 'write it as { "name": "value" }';

/** Reads the text of a variable or a flag. Empty is a value for strings only. */
export function readText(declared: Declared, text: string): Checked {
  if (text === '' && declared.type !== 'string') {
    return { ok: false, message: `set but empty; expected ${declared.expected}` };
  }
  if (declared.values === 'keys') return readBindingsText(text);
  if (declared.type === 'object') return readPairs(declared, text);
  const result = parseValue(declared.forText, text);
  if (result.ok) return result;
  const {
    ok,
    message,
    suggestion = TEXT_HINT[declared.type],
  } = failed(
    declared,
    result.error,
    declared.forText.type === 'boolean'
      ? undefined
      : declared.forText.type === 'string'
        ? text
        : Number(text),
  );
  return { ok, message, suggestion };
}

/** Checks a value of a file, a policy or a script. Objects come out frozen. */
export function readValue(declared: Declared, value: unknown): Checked {
  if (declared.values === 'keys') return readBindings(value);
  const result = checkValue(declared.forValue, value);
  if (!result.ok) return failed(declared, result.error, value);
  if (declared.type !== 'object') return result;
  // A copy: what the caller still holds must not change what was checked.
  const copy = Object.fromEntries(Object.entries(result.value as Record<string, string>));
  const message = findPairsError(Object.entries(copy));
  return message === undefined
    ? { ok: true, value: Object.freeze(copy) }
    : { ok: false, message: `expected ${declared.expected}: ${message}`, suggestion: OBJECT_HINT };
}

function failed(declared: Declared, error: ValueError, value: unknown): Failed {
  const suggestion = declared.type === 'object' ? OBJECT_HINT : undefined;
  return declared.secret || declared.type === 'object'
    ? { ok: false, message: `expected ${declared.expected}`, suggestion }
    : {
        ok: false,
        message: withoutSecrets(error.message),
        suggestion: error.suggestion ?? partOf(declared, value) ?? wayOut(declared, value),
      };
}

/** The richest of the allowed values that contain the word or begin with it: `fullcolor-dark` for `dark`, `DEBUG` for `deb`. */
function partOf({ forValue }: Declared, value: unknown): string | undefined {
  if (forValue.type !== 'string' || typeof value !== 'string' || value.length < 3) return undefined;
  const word = value.toLowerCase();
  const found = forValue.enum?.findLast((allowed) => {
    const name = allowed.toLowerCase();
    return name.startsWith(word) || name.split('-').includes(word);
  });
  return found === undefined ? undefined : `did you mean "${found}"?`;
}

/** What was likely meant: the same without quotes, or the nearest number that is allowed. */
function wayOut({ forValue, forText }: Declared, value: unknown): string | undefined {
  if (forValue.type === 'boolean' && (value === 0 || value === 1)) {
    return `write ${String(value === 1)}`;
  }
  if (forValue.type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return checkValue(forValue, String(value)).ok ? `write it in quotes: "${value}"` : undefined;
  }
  if (typeof value === 'string' && forValue.type !== 'string') {
    const suggestion = parseValue(forText, value);
    return suggestion.ok ? `write it without quotes: ${String(suggestion.value)}` : undefined;
  }
  if (typeof value !== 'number' || (forValue.type !== 'number' && forValue.type !== 'integer')) {
    return undefined;
  }
  const { minimum = -Infinity, maximum = Infinity } = forValue;
  const near = Math.min(Math.max(value, minimum), maximum);
  return checkValue(forValue, near).ok ? `the nearest valid value is ${near}` : undefined;
}

/** `name: value; name2: value2`. A value may hold colons, not semicolons. */
function readPairs(declared: Declared, text: string): Checked {
  const pairs: [string, string][] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    if (colon < 0) {
      const message = `expected ${declared.expected}: a colon is missing`;
      return { ok: false, message, suggestion: PAIRS_HINT };
    }
    pairs.push([part.slice(0, colon).trim(), part.slice(colon + 1).trim()]);
  }
  const message = findPairsError(pairs);
  return message === undefined
    ? { ok: true, value: Object.freeze(Object.fromEntries(pairs)) }
    : { ok: false, message: `expected ${declared.expected}: ${message}`, suggestion: PAIRS_HINT };
}

/** Header names are RFC 9110 tokens; a line break in a value would start a header of its own. */
function findPairsError(pairs: readonly (readonly [string, string])[]): string | undefined {
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    if (!/^[\w!#$%&'*+\-.^`|~]+$/.test(name)) return 'a name is not a header name';
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
      return 'a value contains control characters';
    if (seen.has(name.toLowerCase())) return 'a name appears twice';
    seen.add(name.toLowerCase());
  }
  return undefined;
}

/** Freezes a JSON value all the way down. Depth is bounded by the reader of JSON texts. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
