import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { readPolicy, type Policy } from '../../cli/sandbox/policy/policy.js';
import { propertyRuns } from '../support/property-runs.js';

function policy(text: string): Policy {
  const before = '<app>\n<policy>';
  const source = { file: 'app.tui', text: `${before}${text}</policy>\n</app>` };
  return readPolicy({ source, text, offset: before.length });
}
const told = (text: string): string[] =>
  policy(text).diagnostics.map((each) =>
    formatDiagnostic(each)
      .split('\n')
      .filter((line) => !line.includes(' | '))
      .join(' |'),
  );

describe('a policy block', () => {
  it('is read with its places', () => {
    const { name, lists, switches, diagnostics, source } = policy(
      '{\n  "name": "Weather", // comments are fine\n  "permissions": { "read": ["a"], "run": [["git", "log"]], "shader": true, "clipboard": false, },\n}',
    );
    expect(diagnostics).toEqual([]);
    expect(name).toBe('Weather');
    expect(
      lists.read.map(({ value, span }) => [value, source.text.slice(span.start, span.end)]),
    ).toEqual([['a', '"a"']]);
    expect(lists.run.map(({ value }) => value)).toEqual([['git', 'log']]);
    expect(switches).toEqual({ shader: true, clipboard: false });
  });

  it.each([
    [
      '{"permissions": {"reed": ["a"]}}',
      'app.tui:2:26 error bad-permission: permissions: "reed" is not a permission |  did you mean "read"?',
    ],
    [
      '{"permissions": {"read": "a"}}',
      'app.tui:2:34 error bad-permission: permissions: read: expected an array, found the string "a"',
    ],
    [
      '{"permissions": {"net": ["a", 5]}}',
      'app.tui:2:39 error bad-permission: permissions: net[1]: expected a string, found the number 5 |  write "5"',
    ],
    [
      '{"permissions": {"shader": "yes"}}',
      'app.tui:2:36 error bad-permission: permissions: shader: expected a boolean, found the string "yes"',
    ],
    [
      '{"permissions": {"__proto__": {}}}',
      'app.tui:2:26 error bad-permission: permissions: "__proto__" is not a permission',
    ],
    [
      '{"permissions": []}',
      'app.tui:2:25 error bad-permission: permissions: expected an object, found an array',
    ],
    [
      '{"name": 5}',
      'app.tui:2:18 error bad-permission: name: expected a string, found the number 5 |  write "5"',
    ],
    [
      '{"permision": {}}',
      'app.tui:2:10 warning unknown-key: "permision" is not a key of a policy: it is ignored |  did you mean "permissions"?',
    ],
    [
      '{"read": ["/"]}',
      'app.tui:2:10 warning unknown-key: "read" is not a key of a policy: it is ignored |  write it in "permissions": { "read": … }',
    ],
    ['[]', 'app.tui:2:9 error bad-shape: the policy must be a JSON object'],
    ['{"permissions": {', 'app.tui:2:26 error bad-json: a closing } is missing'],
    ['', 'app.tui:2:9 error bad-json: expected a JSON value, found nothing'],
  ])('%s', (text, expected) => expect(told(text)[0]).toBe(expected));

  it('reports every kind and every key', () => {
    const text = '{"permissions": {"network": ["a"], "read": 5, "reed": [], "shader": "yes"}}';
    expect(told(text)).toEqual([
      'app.tui:2:26 error bad-permission: permissions: "network" is not a permission |  did you mean "net"?',
      'app.tui:2:52 error bad-permission: permissions: read: expected an array, found the number 5',
      'app.tui:2:55 error bad-permission: permissions: "reed" is not a permission |  did you mean "read"?',
      'app.tui:2:77 error bad-permission: permissions: shader: expected a boolean, found the string "yes"',
    ]);
  });

  it('checks the entries of each kind beside errors of others', () => {
    const { diagnostics, lists, switches } = policy(
      '{"permissions": {"network": ["a"], "net": ["x:abc"], "read": 5, "write": ["./a"], "shader": true}}',
    );
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error', 'error']);
    expect(lists.net.map(({ value }) => value)).toEqual(['x:abc']);
    expect(lists.write.map(({ value }) => value)).toEqual(['./a']);
    expect(lists.read).toEqual([]);
    expect(switches).toEqual({ shader: true });
  });

  it('has limits', () => {
    const many = JSON.stringify({ permissions: { net: Array<string>(300).fill('a') } });
    expect(policy(many).lists.net).toEqual([]);
    expect(told(many)[0]).toContain('must NOT have more than 256 items');
    const long = JSON.stringify({ permissions: { read: ['a'.repeat(5000)] } });
    expect(policy(long).lists.read).toEqual([]);
  });

  it('shows no value of its config', () => {
    const shown = policy(
      '{"config": {"token": "canary-7"}, "permissions": {"read": 5, "net": ["x"]}}',
    )
      .diagnostics.map(formatDiagnostic)
      .join();
    expect(shown).toContain('expected an array');
    expect(shown).not.toContain('canary');
  });

  it('takes any text without a throw, and grants nothing by accident', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"permissions": ${json}}`),
        ),
        (text) => {
          const { lists, diagnostics } = policy(text);
          if (diagnostics.some(({ code }) => code === 'bad-permission'))
            expect(Object.values(lists).flat()).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
    expect(() => policy('['.repeat(100_000))).not.toThrow();
  });
});
