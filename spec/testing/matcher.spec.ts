import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createToMatchScreen, type MatcherResult } from '../../runtime/testing/matcher.js';
import type { Screen } from '../../runtime/screen/screen.js';
import { picture } from './pictures.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-golden-'));
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  jest.restoreAllMocks();
});

function match(
  received: unknown,
  name: string,
  env: Record<string, string> = {},
  update?: string,
): MatcherResult {
  const matcher = createToMatchScreen({ env });
  const context = {
    testPath: join(folder, 'a.spec.ts'),
    snapshotState: { _updateSnapshot: update },
  };
  return matcher.call(context, received, name);
}

const screen = (text: string): Screen => picture(6, 1, [{ x: 0, y: 0, text }]);
const golden = (name: string): string => join(folder, '__screens__', `${name}.screen`);

describe('toMatchScreen', () => {
  it('fails without a golden, shows the picture, and writes nothing', () => {
    const result = match(screen('hello'), 'greeting');
    expect(result.pass).toBe(false);
    expect(result.message()).toBe(`there is no golden ${golden('greeting')} yet. The screen is:

size 6x1   theme fullcolor-dark   cursor hidden

text
00|hello |

style
00|......|

legend
.  default on default

If that is right, write it with UPDATE_SCREENS=1 or jest -u.`);
    // jest's own default, `new`, would have written it.
    expect(match(screen('hello'), 'greeting', {}, 'new').pass).toBe(false);
    expect(existsSync(golden('greeting'))).toBe(false);
  });

  it('writes when asked, also into folders, and passes then', () => {
    expect(match(screen('hello'), 'dialog/open', { UPDATE_SCREENS: '1' }).pass).toBe(true);
    expect(match(screen('hello'), 'dialog/open').pass).toBe(true);
    expect(match(screen('other'), 'dialog/open').pass).toBe(false);
    expect(match(screen('other'), 'dialog/open', {}, 'all').pass).toBe(true);
    expect(match(screen('other'), 'dialog/open').pass).toBe(true);
  });

  it('never writes in CI', () => {
    expect(match(screen('a'), 'x', { UPDATE_SCREENS: '1', CI: 'true' }, 'all').pass).toBe(false);
    expect(existsSync(golden('x'))).toBe(false);
    expect(match(screen('a'), 'x', { UPDATE_SCREENS: '1', CI: 'false' }).pass).toBe(true);
  });

  it('prints what differs and whose cells it is', () => {
    match(screen('hello'), 'x', { UPDATE_SCREENS: '1' });
    const app = {
      screen: () => screen('help'),
      inputs: ['Tab'],
      ownerAt: (x: number) => (x === 3 ? '<text> app.tui:1:1' : undefined),
    };
    expect(match(app, 'x').message()).toBe(`the screen differs from ${golden('x')}

2 cells in 1 row differ

00 text
   - |hello |
   + |help  |
         ^^
     painted by <text> app.tui:1:1`);
  });

  it('notes the input that led to the picture', () => {
    match({ screen: () => screen('a'), inputs: ['Tab', 'Enter'] }, 'x', { UPDATE_SCREENS: '1' });
    expect(readFileSync(golden('x'), 'utf8')).toContain('\ninput Tab  Enter\n');
  });

  it('keeps letters on update, and replaces what cannot be read', () => {
    match(screen('a'), 'x', { UPDATE_SCREENS: '1' });
    writeFileSync(
      golden('x'),
      readFileSync(golden('x'), 'utf8').replace(/\.{6}/, 'zzzzzz').replace('.  d', 'z  d'),
    );
    match(screen('b'), 'x', { UPDATE_SCREENS: '1' });
    expect(readFileSync(golden('x'), 'utf8')).toContain('00|zzzzzz|');
    writeFileSync(golden('x'), 'broken');
    expect(match(screen('b'), 'x').message()).toContain('cannot be read: line 1: expected "size');
    expect(match(screen('b'), 'x', { UPDATE_SCREENS: '1' }).pass).toBe(true);
    expect(match(screen('b'), 'x').pass).toBe(true);
  });

  it('refuses names that lead out of the folder, and what is no screen', () => {
    for (const name of ['../x', '/etc/x', 'a/../b', '', 'a\nb', '.hidden']) {
      expect(() => match(screen('a'), name)).toThrow('is not a name for a golden');
    }
    expect(() => match('text', 'x')).toThrow('toMatchScreen expects a mounted app');
  });
});
