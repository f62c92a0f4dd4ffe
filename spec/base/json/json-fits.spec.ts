/** A quick yes is never said where ajv says no, and is said to what people write. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BARS_SCHEMA, SERIES_SCHEMA } from '../../../elements/data-bars/model/schema.js';
import { COLUMNS_SCHEMA, ROWS_SCHEMA } from '../../../elements/table/model/schema.js';
import { STRINGS_SCHEMA } from '../../../elements/support/strings.js';
import { compileSchema, parseJson, type JsonSchema } from '../../../runtime/base/json/json.js';
import { plainlyFits } from '../../../runtime/base/json/json-fits.js';
import { propertyRuns } from '../../support/property-runs.js';

const SCHEMAS: Record<string, JsonSchema> = {
  series: SERIES_SCHEMA,
  bars: BARS_SCHEMA,
  strings: STRINGS_SCHEMA,
  enum: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  typed: { type: 'object', additionalProperties: { type: 'integer' } },
  open: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  bounded: { type: 'array', items: { type: 'number', minimum: 2.5, maximum: 3 } },
  columns: COLUMNS_SCHEMA,
  rows: ROWS_SCHEMA,
  multiples: { type: 'array', items: { type: 'number', multipleOf: 3 } },
  patterns: { type: 'array', items: { type: ['string', 'integer'], pattern: '^[a#]', minimum: 1 } },
};

const scalar = fc.oneof(
  fc.constantFrom<unknown>('a', 'b', '#fff', null, undefined, true, NaN, Infinity, -0, 2.5, 3),
  fc.integer(),
  fc.string({ maxLength: 3 }),
);
const column = fc.record(
  {
    key: fc.oneof(fc.string(), scalar),
    width: fc.oneof(scalar, fc.constantFrom('1fr', '.5fr', 'auto', 20_000, '1fr\n')),
    align: fc.constantFrom('left', 'right', 'up'),
    decimals: scalar,
  },
  { requiredKeys: [] },
);
const named = fc.record(
  { name: scalar, color: scalar, stack: scalar, constructor: scalar, other: scalar },
  { requiredKeys: [] },
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.array(fc.array(scalar, { maxLength: 3 }), { maxLength: 3 }),
  fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }),
  fc.array(named, { maxLength: 3 }),
  fc.array(fc.oneof(scalar, column), { maxLength: 3 }),
  named,
  fc.dictionary(fc.constantFrom('a', 'toString', '__proto__'), scalar),
);

describe('plainlyFits', () => {
  it.each(Object.entries(SCHEMAS))('%s: never fits what ajv refuses', (_, schema) => {
    const validate = compileSchema(schema);
    fc.assert(
      fc.property(value, (candidate) => {
        if (plainlyFits(schema, candidate)) expect(validate(candidate)).toBe(true);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('fits columns and rows of tables', () => {
    const columns = ['a', { key: 'b', width: '1fr' }, { key: 'c', width: 12, align: 'right' }];
    expect(plainlyFits(COLUMNS_SCHEMA, columns)).toBe(true);
    for (const width of ['1f', -1, 2.5]) {
      expect(plainlyFits(COLUMNS_SCHEMA, [{ key: 'b', width }])).toBe(false);
    }
    expect(plainlyFits(ROWS_SCHEMA, [[1], { a: 2 }])).toBe(true);
    expect(plainlyFits(ROWS_SCHEMA, [1])).toBe(false);
  });

  it('fits what charts are given', () => {
    expect(plainlyFits(SERIES_SCHEMA, [{ name: 'a', color: '#ff0000' }, { name: 'b' }])).toBe(true);
    expect(plainlyFits(BARS_SCHEMA, [[1, null, 2.5], [], [Infinity]])).toBe(true);
    expect(plainlyFits(STRINGS_SCHEMA, ['Mon', ''])).toBe(true);
  });

  it('leaves to ajv what it does not know', () => {
    expect(plainlyFits(SCHEMAS['multiples']!, [3])).toBe(false);
    expect(plainlyFits({ anyOf: [{ type: 'string' }] }, 'x')).toBe(false);
    expect(plainlyFits({}, 'x')).toBe(false);
  });

  it('is not misled by what is inherited, hidden or absent', () => {
    expect(plainlyFits(SERIES_SCHEMA, [Object.create({ name: 'a' })])).toBe(false);
    expect(plainlyFits(SERIES_SCHEMA, [JSON.parse('{"name":"a","__proto__":1}')])).toBe(false);
    expect(plainlyFits(STRINGS_SCHEMA, new Array(2))).toBe(false);
    expect(plainlyFits(SERIES_SCHEMA, [{ name: undefined }])).toBe(false);
  });
});

it('a value in another type is suggested in the one that was expected', () => {
  const schema = { type: 'array', items: { type: 'string' } };
  const numbers = { type: 'array', items: { type: ['number', 'null'] } };
  const suggestionOf = (text: string, of: object): string | undefined => {
    const result = parseJson(text, { schema: of as never });
    return result.ok ? undefined : result.errors[0]!.suggestion;
  };
  expect(suggestionOf('[2021, 2022]', schema)).toBe('write "2021"');
  expect(suggestionOf('["1.5"]', numbers)).toBe('write 1.5');
  expect(suggestionOf('["x"]', numbers)).toBeUndefined();
  expect(suggestionOf('[null]', schema)).toBeUndefined();
});
