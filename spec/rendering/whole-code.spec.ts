/** Code of documents is compiled with text of the runtime around it: two halves that close and open that text are refused, with their place. */
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { compileCode } from '../../runtime/script/rendering/expression.js';
import { checkBody, expressionBody } from '../../runtime/script/whole-code.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { until } from '../support/until.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

interface Parsed {
  readonly type: string;
  readonly end: number;
}
interface Babel {
  parseSync(
    text: string,
    options: Readonly<Record<string, unknown>>,
  ): { program: { body: (Parsed & { expression: Parsed })[] } };
}
const { parseSync } = createRequire(import.meta.url)('@babel/core') as Babel;

function isCompiled(compile: () => unknown): boolean {
  try {
    compile();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Parsed in parentheses, the whole is one expression in these parentheses. */
function isExpression(code: string): boolean {
  const options = { createParenthesizedExpressions: true, strictMode: true };
  try {
    const text = `(\n${code}\n)`;
    const file = parseSync(text, {
      parserOpts: { ...options, sourceType: 'script' },
      configFile: false,
      babelrc: false,
    });
    const [first, ...more] = file.program.body;
    return (
      more.length === 0 &&
      first?.type === 'ExpressionStatement' &&
      first.expression.type === 'ParenthesizedExpression' &&
      first.expression.end === text.length
    );
  } catch {
    return false;
  }
}

const HALVES =
  'a b ( ) [ ] { } + , ; = => . ? : ` ${ " \' / /* */ // <!-- --> ! ... return await'.split(' ');
/** Words of code in any order, and whole code with halves in front of it and behind. */
const tokens = fc.array(fc.constantFrom(...HALVES, '\n'), { maxLength: 7 });
const soup = tokens.map((words) => words.join(' '));
const closed = fc
  .tuple(fc.constantFrom('a', 'a // ', '[1', '`', '{'), soup, fc.constantFrom('b', '*/ b', '1]'))
  .chain(([head, middle, tail]) =>
    fc.constantFrom(
      `${head}) ${middle} (${tail}`,
      `${head}} ${middle} {${tail}`,
      `${head}); } } ${middle} { { (${tail}`,
      `${head} ${middle} ${tail}`,
    ),
  );

function placesOf(diagnostics: readonly Diagnostic[]): unknown[] {
  return diagnostics.map(({ code, source, span }) => {
    const { start = 0 } = span ?? {};
    return [code, source?.text.slice(start, start + 3)];
  });
}

describe('code of a document', () => {
  it('is compiled if it is an expression alone, and refused otherwise', () => {
    let compiled = 0;
    fc.assert(
      fc.property(fc.oneof(soup, closed), (code) => {
        const isFound = isCompiled(() =>
          compileCode(expressionBody(code), ['a'], ['b'], false, ''),
        );
        if (isFound) compiled++;
        // Babel does not look into regular expressions.
        const isValid = isCompiled(() => new Function(`'use strict'; return (\n${code}\n);`));
        expect({ code, isFound }).toEqual({ code, isFound: isValid && isExpression(code) });
      }),
      { numRuns: propertyRuns(20_000) },
    );
    expect(compiled).toBeGreaterThan(0);
  });

  it('is compiled as statements if it is the body of a function alone, and refused otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(soup, closed), (code) => {
        const isFound = isCompiled(() => compileCode(code, ['a'], ['b'], false, ''));
        const isBody = isCompiled(() => new Function('a', `'use strict';\n${code}`));
        expect({ code, isFound }).toEqual({ code, isFound: isBody });
        if (isFound) checkBody(code, ['a'], false);
      }),
      { numRuns: propertyRuns(20_000) },
    );
  });

  const errorsOf = async (markup: string): Promise<unknown[]> => {
    const error: unknown = await mount(markup).catch((reason: unknown) => reason);
    return placesOf((error as { diagnostics?: readonly Diagnostic[] }).diagnostics ?? []);
  };

  it.each(['a)XX + (b', 'a)XX; (b', '[a)XX] + [b', 'a)XX; } } (() => { { (0'])(
    'is marked where the half ends: %s',
    async (code) => {
      const marked = ['script-syntax', ')XX'];
      const script = '<script>export const a = 1; export const b = 2;</script>';
      expect(await errorsOf(`<if test="${code}"></if>${script}`)).toEqual([marked]);
      const bound = await mount(`<input bind:value="${code}"/>${script}`, { errors: 'keep' });
      await until(() => bound.diagnostics.length > 0);
      expect(placesOf(bound.diagnostics)).toEqual([marked]);
      if (code.includes('}')) return;
      const inTexts = `<if test="1"><text title="x{${code}}">{${code}}</text></if>`;
      expect(await errorsOf(inTexts)).toEqual([marked, marked]);
    },
  );
});

describe('code of a handler', () => {
  const open = async (markup: string): Promise<string[]> => {
    const error: unknown = await mount(markup).catch((reason: unknown) => reason);
    const app = await Promise.resolve(error as { diagnostics?: readonly Diagnostic[] });
    return (app.diagnostics ?? []).map(({ message, source, span }) => {
      const { start = 0 } = span ?? {};
      return `${message} at ${JSON.stringify(source?.text.slice(start, start + 3))}`;
    });
  };
  const BRACE = 'Unexpected "}" at "}XY"';
  const END = 'Unexpected end of the code at "\\">x"';

  it.each([
    ['}XY(); {', BRACE],
    ['let a = 1; }XY } ; { { 2', BRACE],
    ['a.b = ', END],
    ['a(', END],
    ['a();\n  a(', END],
    ['if (a) {', END],
  ])('is marked where the error is: %s', async (code, found) => {
    expect(await open(`<button onclick="${code}">x</button>`)).toEqual([found]);
    expect(await open(`<for each="[1]" as="r"><button onclick="${code}">x</button></for>`)).toEqual(
      [found],
    );
  });
});
