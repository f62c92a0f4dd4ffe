/** Unicode's test suite of MessageFormat 2. What the package itself fails is listed, so that a new version is noticed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { messageFormat } from '../../runtime/base/packages.cjs';
import { TEST_FUNCTIONS } from './support/test-functions.js';

interface Test {
  readonly description?: string;
  readonly locale?: string;
  readonly bidiIsolation?: 'default' | 'none';
  readonly src: string;
  readonly params?: readonly {
    readonly type?: string;
    readonly name: string;
    readonly value: unknown;
  }[];
  readonly exp?: string;
  readonly expParts?: readonly object[];
  readonly expErrors?: boolean | readonly { readonly type: string }[];
}

const FOLDER = 'fixtures/mf2';
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

/** By file and message; the values are the reasons. */
const FAILS: Readonly<Record<string, string>> = {};

/** How the package names errors that the suite has other names for. */
const NAMES: Readonly<Record<string, string>> = {
  'key-mismatch': 'variant-key-mismatch',
  'missing-fallback': 'missing-fallback-variant',
  'missing-syntax': 'syntax-error',
  'parse-error': 'syntax-error',
  'empty-token': 'syntax-error',
  'bad-escape': 'syntax-error',
  'bad-input-expression': 'syntax-error',
  'duplicate-attribute': 'syntax-error',
  'extra-content': 'syntax-error',
};

function run(test: Test): { text: string | undefined; parts: unknown[]; errors: string[] } {
  const { MessageFormat, DraftFunctions } = messageFormat();
  const errors: string[] = [];
  const note = (error: unknown): void => {
    const { type = 'function-error', cause } = error as {
      type?: string;
      cause?: { type?: string };
    };
    const name = type === 'function-error' && cause?.type !== undefined ? cause.type : type;
    errors.push(NAMES[name] ?? name);
  };
  try {
    const message = new MessageFormat(test.locale, test.src, {
      bidiIsolation: test.bidiIsolation ?? 'default',
      functions: { ...DraftFunctions, ...TEST_FUNCTIONS } as never,
    });
    const values = Object.fromEntries(
      (test.params ?? []).map(({ type, name, value }) => [
        name,
        type === 'datetime' ? new Date(String(value)) : value,
      ]),
    );
    const text = message.format(values, note);
    return { text, parts: message.formatToParts(values, () => undefined), errors };
  } catch (error) {
    note(error);
    return { text: undefined, parts: [], errors };
  }
}

/** Why a test fails; undefined where it passes. */
function failureOf(test: Test): string | undefined {
  const { text, parts, errors } = run(test);
  const { expErrors } = test;
  const isClean =
    expErrors === undefined ||
    expErrors === false ||
    (expErrors !== true && expErrors.length === 0);
  if (isClean) {
    if (errors.length > 0) return `errors: ${errors.join()}`;
  } else if (errors.length === 0) return 'no error';
  else if (Array.isArray(expErrors)) {
    const expected = expErrors.map(({ type }: { type: string }) => type);
    if (expected.some((type) => !errors.includes(type))) {
      return `errors: ${errors.join()} for ${expected.join()}`;
    }
  }
  if (test.exp !== undefined && text !== test.exp)
    return `${JSON.stringify(text)} for ${JSON.stringify(test.exp)}`;
  if (test.expParts !== undefined) {
    try {
      expect(parts).toMatchObject(test.expParts as never);
    } catch {
      return `parts: ${JSON.stringify(parts)}`;
    }
  }
  return undefined;
}

const results: string[] = [];

describe.each(FILES)('%s', (name) => {
  const { defaultTestProperties, tests } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
    readonly defaultTestProperties?: Partial<Test>;
    readonly tests: readonly Test[];
  };

  it('has the result of the specification', () => {
    const failures = tests.flatMap((each) => {
      const test = { ...defaultTestProperties, ...each };
      const why = failureOf(test);
      return why === undefined ? [] : [[`${name} ${test.src}`, why] as const];
    });
    results.push(`| ${name} | ${tests.length} | ${tests.length - failures.length} |`);
    const expected = Object.entries(FAILS).filter(([key]) => key.startsWith(`${name} `));
    expect(Object.fromEntries(failures)).toEqual(Object.fromEntries(expected));
  });
});

afterAll(() => {
  if (process.env['TUI_SPEC_TABLE'] === '1') process.stderr.write(`${results.join('\n')}\n`);
});
