/** A `pattern` that is not a regular expression, or takes longer than anybody lives. */
import { runInNewContext } from 'node:vm';
import { expect, it, jest } from '@jest/globals';
import { mount } from '../../../cli/testing.js';
import { PatternBudget } from '../../../elements/input/pattern.js';
import { cpuTime } from '../../support/cpu-time.js';
import { tried } from '../../support/property-runs.js';
import { until } from '../../support/until.js';

it('reports a pattern that does not compile when it is set, with one that does', async () => {
  const app = await mount('<input id="i" pattern="[a-z0-9-]*"/><input pattern="[a-z"/>', {
    errors: 'keep',
  });
  expect(app.diagnostics.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    [expect.stringContaining('"pattern" is not a regular expression'), 'write [a-z0-9\\-]*'],
    [expect.stringContaining('"pattern" is not a regular expression'), undefined],
  ]);
  expect(app.diagnostics.map(({ span }) => span?.start)).toEqual([23, 52]);
  app.document.getElementById('i')?.setAttribute('pattern', '[a-z0-9\\-]*');
  expect(app.diagnostics).toHaveLength(2);
});

const LONG = 'a'.repeat(50);
/** Expressions that have no end on `LONG`, by how they get there. */
const EXPLOSIVE = [
  ['repeats in a repeat', '(a+)+b'],
  ['alternatives in a repeat', '(a|aa)+b'],
  ['repeats in a lookahead', '(?=(a+)+b)a*'],
  ['a back reference', '(a*)*\\1b'],
  ['optional parts', `${'a?'.repeat(60)}b`],
  ['repeats in a row', `${'a*'.repeat(30)}b`],
  ['alternatives in a row', `${'(?:a|[ab])'.repeat(50)}(?<=b)`],
  ['a class with strings', '[\\q{a|aa}]+b'],
  ['a class with strings, counted', '[\\q{a|aa|aaa}]{2,50}b'],
] as const;

it.each(tried(EXPLOSIVE, 3))('interrupts %s: %s', async (_, pattern) => {
  // The control: V8 itself goes on for twice the time that the element lets it have.
  const match = `new RegExp('^(?:' + pattern + ')$', 'v').test(text)`;
  expect(() => runInNewContext(match, { pattern, text: LONG }, { timeout: 500 })).toThrow(
    expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }),
  );

  const app = await mount(`<input id="i" pattern="${pattern}" autofocus/>`, { errors: 'keep' });
  const input = app.document.getElementById('i');
  // At once: where it is typed, the matches of its beginnings may take the document's time on a slow machine.
  await app.paste(LONG);
  expect(app.diagnostics).toEqual([
    expect.objectContaining({
      code: 'slow-pattern',
      message: 'input: "pattern" takes too long to match this value, and is ignored',
      span: { start: 23, end: 23 + pattern.length },
    }),
  ]);
  // It is ignored, also for values that it could be matched with.
  await app.type('c');
  expect(app.diagnostics).toHaveLength(1);
  expect([input?.matches(':invalid'), app.text()]).toEqual([false, expect.stringContaining('c')]);
  // Until there is another, once the document has time for one: on a slow machine its patterns took all of it.
  let looks = 0;
  await until(() => {
    // Another one each time: one that was refused while the machine stalled stays so.
    input?.setAttribute('pattern', `(x{1,${++looks}})+`);
    return input?.matches(':invalid');
  });
});

it.each([
  ['(\\d{3}-)?\\d{4}', '123-4567', '123-456'],
  ['([a-z]+\\.)*[a-z]+', 'a.b.example', 'a..b'],
  ['(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}', 'Secret123', 'secret123'],
  ['[^@]+@[^@]+\\.[a-z]{2,}', `${LONG}@example.org`, `${LONG}@example`],
  ['(\\w+\\s?)*', 'words and words', 'words!'],
  ['([a-z])\\1', 'aa', 'ab'],
  ['\\p{RGI_Emoji}+', '👩‍👩‍👧', 'a'],
  ['.*', 'a'.repeat(100_000), ''],
])('matches %s', async (pattern, valid, invalid) => {
  const app = await mount(`<input id="i" pattern="${pattern}"/>`, {});
  const input = app.document.getElementById('i');
  for (const value of [valid, invalid, valid]) {
    input?.setAttribute('value', value);
    expect(input?.matches(':invalid')).toBe(value === invalid && value !== '');
  }
});

it('reports what V8 refuses at the first match, and what is too long to compile', async () => {
  const text = 'ab'.repeat(5_000_000);
  const app = await mount(
    `<input pattern="${'x'.repeat(5000)}"/><input pattern="${'x'.repeat(5001)}"/><input value="${text}" pattern="(?:a|b)*c"/>`,
    { errors: 'keep' },
  );
  expect(app.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'bad-value: input: "pattern" is not a regular expression: expected at most 5000 characters, found 5001',
    // On a slow machine the time is up before the stack is.
    expect.stringMatching(/Maximum call stack size exceeded$|^slow-pattern: /),
  ]);
});

it('has no time again because a match took long on a busy machine', () => {
  let clock = 0;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
  try {
    const budget = new PatternBudget();
    const match = (): true => {
      clock += 60_000;
      for (const start = cpuTime(); cpuTime() - start < 200;);
      return true;
    };
    let matches = 0;
    while (matches < 10 && budget.spend(match) === true) matches++;
    expect(matches).toBeLessThan(8);
    // The control: time in which none is matched.
    clock += 60_000;
    expect(budget.spend(match)).toBe(true);
  } finally {
    now.mockRestore();
  }
});
