import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { removeDuplicates, removeJson, setJson } from '../../config/files/jsonc-edit.js';
import { jsonValue, parseJsonTree } from '../../runtime/base/json/json.js';
import { propertyRuns } from '../support/property-runs.js';

function valueOf(text: string): unknown {
  const result = parseJsonTree(text);
  if (!result.ok) throw new Error(`${result.error.message} in ${text}`);
  return jsonValue(result.tree);
}

describe('setJson', () => {
  it('keeps a comment with the key it stands behind', () => {
    expect(setJson('{\n  "a": 1 // one\n  // below\n}\n', ['b'], 2)).toBe(
      '{\n  "a": 1, // one\n  "b": 2\n  // below\n}\n',
    );
    expect(setJson('{\n  "a": 1, // one\n}', ['b'], 2)).toBe('{\n  "a": 1, // one\n  "b": 2,\n}');
    expect(setJson('{\n\t// only\n}', ['b', 'c'], 2)).toBe(
      '{\n\t// only\n\t"b": {\n\t\t"c": 2\n\t}\n}',
    );
  });

  it('replaces in place, adds to sections, and follows the style of the text', () => {
    expect(setJson('{"a": /* x */ 1}', ['a'], 2)).toBe('{"a": /* x */ 2}');
    expect(setJson('{"a": 1}', ['b'], 2)).toBe('{"a": 1, "b": 2}');
    expect(setJson('{}', ['a', 'b'], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(setJson('{\r\n    "a": {\r\n        "x": 1\r\n    }\r\n}', ['a', 'b'], 1)).toBe(
      '{\r\n    "a": {\r\n        "x": 1,\r\n        "b": 1\r\n    }\r\n}',
    );
    expect(setJson('{\n  "a": {} }', ['b'], 1)).toBe('{\n  "a": {},\n  "b": 1\n}');
  });
});

describe('removeJson', () => {
  it('takes the comment on its line along, and no comma too few or too many', () => {
    expect(removeJson('{\n  "a": 1, // one\n  "b": 2 // two\n}', ['b'])).toBe(
      '{\n  "a": 1 // one\n}',
    );
    expect(removeJson('{\n  "a": 1, // one\n  "b": 2 // two\n}', ['a'])).toBe(
      '{\n  "b": 2 // two\n}',
    );
    expect(removeJson('{"a": 1, "b": 2}', ['a'])).toBe('{ "b": 2}');
    expect(removeJson('{"a": 1, /* x */ "b": 2}', ['b'])).toBe('{"a": 1 /* x */ }');
    expect(removeJson('{"a": {"b": 1}}', ['a', 'b'])).toBe('{"a": {}}');
    expect(removeJson('{"a": 1}', ['b'])).toBe('{"a": 1}');
  });

  it('drops the duplicates that do not count', () => {
    expect(removeDuplicates('{"a": {"x": 1}, "a": {"x": 2, "x": 3}}', ['a', 'x'])).toBe(
      '{ "a": { "x": 3}}',
    );
  });
});

/** JSON objects written with blanks, line breaks, comments and trailing commas wherever they may be. */
const NAMES = ['a', 'b', 'c'];
const gap = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n  ',
  ' // "c" ,}\n',
  '/* { */',
  '\n/* x\n */ ',
  '\t',
);
const scalar = fc.constantFrom('1', '"s,}"', 'true', '[1, 2]', '"//"');
const object = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), inner, gap, gap, gap, gap), {
        selector: ([name]) => name,
      }),
      gap,
      fc.boolean(),
    )
    .map(([members, end, trailing]) => {
      const parts = members.map(
        ([name, value, a, b, c, d]) => `${a}"${name}"${b}:${c}${value}${d}`,
      );
      return `{${parts.join(',')}${trailing && parts.length > 0 ? ',' : ''}${end}}`;
    });
const document = object(fc.oneof(scalar, object(scalar)));
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 });

/** Comments that a text holds, in order. */
const comments = (text: string): string[] => text.match(/\/\/ "c" ,}|\/\* \{ \*\/|\/\* x/g) ?? [];

it('changes nothing but what was asked for', () => {
  fc.assert(
    fc.property(document, path, fc.constantFrom(7, 'new', { k: 'v' }), (text, keys, value) => {
      const before = valueOf(text) as Record<string, unknown>;
      const section = before[keys[0]!];
      if (keys.length === 2 && section !== undefined && !isObject(section)) return;
      const set = setJson(text, keys, value);
      const expected = structuredClone(before);
      const [first = '', second] = keys;
      if (second === undefined) expected[first] = value;
      else expected[first] = { ...(expected[first] as object | undefined), [second]: value };
      expect(valueOf(set)).toEqual(expected);
      // A replaced object takes the comments inside it along; nothing else may.
      if (!(keys.length === 1 && isObject(section))) expect(comments(set)).toEqual(comments(text));
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

it('removes nothing but what was asked for', () => {
  fc.assert(
    fc.property(document, path, (text, keys) => {
      const expected = structuredClone(valueOf(text)) as Record<string, unknown>;
      const holder = keys.length === 1 ? expected : expected[keys[0]!];
      if (isObject(holder)) Reflect.deleteProperty(holder, keys.at(-1)!);
      expect(valueOf(removeJson(text, keys))).toEqual(expected);
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
