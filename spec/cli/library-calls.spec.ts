/** Calls of the library from programs without types: what was expected, and what was found. */
import { expect, it } from '@jest/globals';
import { Config, createApp, parseCliFlags } from '../../cli/library.js';
import { mount } from '../../cli/testing.js';

const anything = (value: unknown): never => value as never;
const config = (): Config =>
  new Config({ env: {}, cwd: '/', home: '/nonexistent', withoutFile: true });

it.each<[string, () => unknown]>([
  ['createApp: text: expected a string, found undefined', () => createApp(anything(undefined))],
  ['createApp: options: expected an object, found null', () => createApp('', anything(null))],
  [
    'createApp: "widht" is not an option; did you mean "width"?',
    () => createApp('', anything({ widht: 5 })),
  ],
  [
    'createApp: width: expected a number, found a string',
    () => createApp('', { width: anything('5') }),
  ],
  [
    'createApp: width: expected a whole number from 0 to 10000, found -3',
    () => createApp('', { width: -3 }),
  ],
  [
    'createApp: height: expected a whole number from 0 to 10000, found 1000000000',
    () => createApp('', { height: 1e9 }),
  ],
  [
    'createApp: theme: expected a string or an object, found a number',
    () => createApp('', { theme: anything(1) }),
  ],
  [
    'parseCliFlags: options: expected an object, found an array',
    () => parseCliFlags([], anything([])),
  ],
  [
    'parseCliFlags: "comands" is not an option; did you mean "commands"?',
    () => parseCliFlags([], anything({ comands: [] })),
  ],
  [
    'applyCliFlags: flags: expected an object, found undefined',
    () => config().applyCliFlags(anything(undefined)),
  ],
  [
    'applyPolicyConfig: policyConfig: expected an object, found a string',
    () => config().applyPolicyConfig(anything('x')),
  ],
])('%s', (message, call) => {
  expect(call).toThrow(new TypeError(message));
});

it.each<[string, () => Promise<unknown>]>([
  [
    'mount: document: expected a string or an object, found undefined',
    () => mount(anything(undefined)),
  ],
  [
    'mount: width: expected a whole number from 0 to 10000, found 0.5',
    () => mount('', { width: 0.5 }),
  ],
  ['mount: file: expected a string, found a number', () => mount({ file: anything(5) })],
  [
    'mount: "heigth" is not an option; did you mean "height"?',
    () => mount('', anything({ heigth: 5 })),
  ],
])('%s', async (message, call) => {
  await expect(call()).rejects.toThrow(new TypeError(message));
});

it('reports values that are not valid, and keeps the defaults', () => {
  const { diagnostics, theme } = new Config({
    env: {},
    cwd: '/',
    home: '/nonexistent',
    withoutFile: true,
    cliFlags: { theme: 'nope' },
  });
  expect([theme, diagnostics.map(({ code }) => code)]).toEqual(['auto', ['bad-value']]);
});
