/** Environment variables: what is asked for, what is handed on, and what never is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowsEnv, allowsSetting, grantedEnvironment } from '../../cli/sandbox/policy/check.js';
import { withoutUnset } from '../../cli/sandbox/policy/requested.js';
import type { Resolved } from '../../cli/sandbox/policy/resolve.js';
import { AppHome } from './support/app-home.js';

let place: AppHome;
beforeAll(() => {
  place = new AppHome();
});
afterAll(() => place.remove());

const resolved = (...all: Parameters<AppHome['resolved']>): Resolved => place.resolved(...all);
const expected = (...all: Parameters<AppHome['wanted']>): string[] => place.wanted(...all);
const told = (...all: Parameters<AppHome['told']>): string => place.told(...all);

describe('variables', () => {
  it('of configSchema need no entry, and are asked about', () => {
    const policy = { configSchema: { city: { type: 'string', env: 'CITY' } } };
    expect(expected(policy)).toEqual(['env CITY']);
    const { permissions, granted } = resolved(policy);
    expect(grantedEnvironment(permissions, { CITY: 'x', OTHER: 'y', city: 'z' })).toEqual({
      CITY: 'x',
    });
    expect(allowsEnv(granted, 'CITY')).toBe(false);
    expect(expected({ ...policy, permissions: { env: ['CITY'] } })).toEqual(['env CITY']);
    for (const flag of ['--allow-env=CITY', '--allow-env', '--deny-env', '--deny-env=CITY']) {
      expect(expected(policy, flag)).toEqual([]);
      expect(allowsEnv(resolved(policy, [flag]).permissions, 'CITY')).toBe(/allow/.test(flag));
    }
    expect(expected(policy, '--deny-all')).toEqual([]);
    expect(allowsEnv(resolved(policy, ['--deny-all']).permissions, 'CITY')).toBe(false);
  });

  it('of configSchema are marked where they, their keys, or another entry say that they are secrets', () => {
    const marked = (configSchema: object, env: readonly string[] = []): string[] =>
      resolved({ configSchema, permissions: { env } })
        .requested.filter(({ danger }) => danger === 'it may hold a secret')
        .map(({ value }) => value);
    expect(
      marked({
        a: { type: 'string', env: 'GITHUB_TOKEN' },
        b: { type: 'string', env: 'CITY' },
        c: { type: 'string', env: 'MINE', secret: true },
        'mail.password': { type: 'string', env: 'THEIRS' },
      }),
    ).toEqual(['GITHUB_TOKEN', 'MINE', 'THEIRS']);
    // An entry of the list does not make a secret harmless.
    expect(marked({ c: { type: 'string', env: 'MINE', secret: true } }, ['MINE'])).toEqual([
      'MINE',
    ]);
  });

  it('of configSchema can be done without where they are harmless and not set', () => {
    const policy = {
      configSchema: {
        a: { type: 'string', env: 'CITY' },
        b: { type: 'string', env: 'PATH_OF_NOTHING' },
        c: { type: 'string', env: 'GITHUB_TOKEN' },
        d: { type: 'string', env: 'LISTED' },
      },
      permissions: { env: ['LISTED'] },
    };
    const whole = resolved(policy, [], { env: { CITY: 'Oslo' } });
    const { permissions, requested: rest } = withoutUnset(whole);
    expect(rest.map(({ value }) => value)).toEqual(['LISTED', 'CITY', 'GITHUB_TOKEN']);
    expect(allowsEnv(whole.permissions, 'PATH_OF_NOTHING')).toBe(true);
    expect(allowsEnv(permissions, 'PATH_OF_NOTHING')).toBe(false);
    expect(allowsEnv(permissions, 'CITY')).toBe(true);
  });

  it('that settings come from cross as they are granted, those of tui unless denied by name', () => {
    const policy = { configSchema: { city: { type: 'string', env: 'CITY' } } };
    const crosses = (name: string, isOwn: boolean, ...flags: string[]): boolean =>
      allowsSetting(resolved(policy, flags).permissions, name, isOwn);
    expect(crosses('CITY', false)).toBe(true);
    expect(crosses('OTHER', false)).toBe(false);
    expect(crosses('PATH', false, '--allow-all')).toBe(false);
    for (const flag of ['--deny-env', '--deny-env=CITY', '--deny-all']) {
      expect(crosses('CITY', false, flag)).toBe(false);
    }
    expect(crosses('TUI_THEME', true)).toBe(true);
    expect(crosses('TUI_THEME', true, '--deny-env')).toBe(true);
    expect(crosses('TUI_THEME', true, '--deny-env=TUI_THEME')).toBe(false);
  });

  it.each([
    'NODE_OPTIONS',
    'NODE_PATH',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'BASH_ENV',
    'ENV',
    'PATH',
    'node_options',
    'TUI_RUNNER',
    '__proto__',
  ])('%s is never handed on', (name) => {
    const schema = { key: { type: 'string', env: name } };
    const policy = { permissions: { env: [name] }, configSchema: schema };
    const { permissions } = resolved(policy, [`--allow-env=${name}`]);
    expect(told(policy)).toContain(`${name} is never passed to an app`);
    expect(told({ permissions: { all: true } })).toBe('');
    for (const flags of [['--allow-env'], ['--allow-all']])
      expect(allowsEnv(resolved(policy, flags).permissions, name)).toBe(false);
    expect(allowsEnv(permissions, name)).toBe(false);
    expect(grantedEnvironment(permissions, { [name]: 'x' })).toEqual({});
  });

  it.each([['AWS_*'], ['A=b'], ['$HOME'], ['a-b']])('%s is an error', (name) => {
    expect(told({ permissions: { env: [name] } })).toContain('error bad-permission: env: ');
  });
});
