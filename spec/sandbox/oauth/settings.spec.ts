/** Settings of signing in that do not fit, before an app starts: with their place, and without a question. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../../support/in-process.js';

const URL = 'https://id.example.com/.well-known/openid-configuration';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-oauth-settings-'));
  file = join(folder, 'app.tui');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function app(oauth: object, permissions: object = { oauth: ['api.example.com'] }): void {
  const policy = JSON.stringify({ permissions, config: { oauth } }, undefined, 2);
  writeFileSync(file, `<tui>\n<policy>\n${policy}\n</policy>\n<text>started</text>\n</tui>\n`);
}
const env = (): Record<string, string> => ({ HOME: folder });
const snapshot = async (...flags: string[]) =>
  await call(['snapshot', '--trust', ...flags, file], { cwd: folder, env: env() });

describe('a value that does not fit', () => {
  it('of the policy is an error with line and column', async () => {
    app({ wellknownUrl: 'https://id.example.com/', clientId: 'x', path: 'callback' });
    const { code, stdout, stderr } = await snapshot();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /app\.tui:11:23 error bad-value: oauth\.wellknownUrl: expected the https URL/,
    );
    expect(stderr)
      .toContain(` error bad-value: oauth.path: expected a path without a query, found "callback"
 13 |       "path": "callback"
    |               ^^^^^^^^^^
  write "/callback"
`);
    expect(stderr).toContain(`${file}:13:15 `);
    const shown = await call(['permissions', file], { cwd: folder, env: env() });
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining(':11:23 ') as unknown });
  });

  it('of your file is shown in it, and a secret beside it is not', async () => {
    app({ wellknownUrl: URL, clientId: 'x' });
    const own = join(folder, '.config/tui/config.json');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(
      own,
      '{ "ai": { "headers": { "X-Key": "canary" } }, "oauth": { "path": "callback" } }',
    );
    const { code, stderr } = await snapshot();
    expect(code).toBe(2);
    expect(stderr).toContain(`${own}:1:66 error bad-value: oauth.path: `);
    expect(stderr).toMatch(/^ 1 \| .*"oauth": \{ "path": "callback" \}/m);
    expect(stderr).not.toContain('canary');
  });

  it('of a flag or a variable names it', async () => {
    app({ wellknownUrl: URL, clientId: 'x' });
    const { code, stderr } = await snapshot('--oauth-redirect-uri=http://localhost/callback');
    expect(code).toBe(2);
    expect(stderr).toContain('it is set by --oauth-redirect-uri');
  });

  it('with a password in it is shown without', async () => {
    app({ wellknownUrl: 'https://me:canary@id.example.com/', clientId: 'x' });
    const { code, stderr } = await snapshot();
    expect([code, stderr.includes('@id.example.com/')]).toEqual([2, true]);
    expect(stderr).not.toContain('canary');
  });

  it('does not matter to an app that cannot sign in', async () => {
    app({ wellknownUrl: 'https://id.example.com/', clientId: 'x' }, {});
    expect(await snapshot()).toMatchObject({ code: 0 });
  });

  it('is the control: with values that fit it starts', async () => {
    app({ wellknownUrl: URL, clientId: 'x' });
    const { code, stdout } = await snapshot();
    expect([code, stdout]).toEqual([0, expect.stringContaining('started')]);
  });
});
