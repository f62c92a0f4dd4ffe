/** Libraries with two builds: apps run with the one for production, tests with the one for development. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { FileModules } from '../../runtime/script/bundle/file-modules.js';
import { SourceFiles } from '../../runtime/script/bundle/files.js';
import type { BuildMode } from '../../runtime/script/bundle/modules.js';
import { compileScripts } from '../../runtime/script/compile.js';
import { mount } from '../support/mount.js';

const CODE = `
import { build as first } from 'byvariable';
import { build as second } from 'bycondition';
export const builds = [first, second, process.env.NODE_ENV, process.env['NODE_ENV']];
export function own(process) { return process.env.NODE_ENV; }
`;

const FILES: Readonly<Record<string, string>> = {
  // As React chooses.
  'node_modules/byvariable/index.js': `
    if (process.env.NODE_ENV === 'production') module.exports = require('./production.js');
    else module.exports = require('./development.js');`,
  'node_modules/byvariable/production.js': 'exports.build = "variable: production";',
  'node_modules/byvariable/development.js': 'exports.build = "variable: development";',
  // As Lit, Solid and esm-env choose.
  'node_modules/bycondition/package.json': JSON.stringify({
    type: 'module',
    exports: { development: './d.js', production: './p.js', default: './other.js' },
  }),
  'node_modules/bycondition/d.js': 'export const build = "condition: development";',
  'node_modules/bycondition/p.js': 'export const build = "condition: production";',
  'node_modules/bycondition/other.js': 'export const build = "condition: neither";',
  'app.tui': `<script>${CODE}</script><text>hello</text>`,
};

const temporary = mkdtempSync(join(tmpdir(), 'tui-build-mode-'));
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(temporary, name)), { recursive: true });
  writeFileSync(join(temporary, name), text);
}
afterAll(() => rmSync(temporary, { recursive: true }));

async function bundle(code: string, folder: string, mode?: BuildMode): Promise<string> {
  const source = { file: join(folder, 'app.tui'), text: code };
  const host = new FileModules(new SourceFiles(), folder, mode);
  const result = await compileScripts([{ code, ready: false }], source, host);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return result.script.code;
}

describe('the build of a library', () => {
  it('is that for production in an app, and nothing of the other is bundled', async () => {
    const code = await bundle(CODE, temporary);
    expect(code).toMatch(/variable: production[^]*condition: production/);
    expect(code).not.toMatch(/development|neither/);
    expect(code).toContain('"production", "production"]');
  });

  it('is that for development where the host wants it', async () => {
    const code = await bundle(CODE, temporary, 'development');
    expect(code).toMatch(/variable: development[^]*condition: development/);
    expect(code).not.toMatch(/production|neither/);
  });

  it('is that for development in tests, whatever the variable says there', async () => {
    const app = await mount({ file: join(temporary, 'app.tui') }, { width: 10, height: 1 });
    expect(app.$tui.exports['builds']).toEqual([
      'variable: development',
      'condition: development',
      'development',
      'development',
    ]);
    const own = app.$tui.exports['own'] as (process: unknown) => unknown;
    expect(own({ env: { NODE_ENV: 'mine' } })).toBe('mine');
  });

  it('is that for production of React and Lit as they are published', async () => {
    const code = await bundle(
      `import { createRoot } from 'react-dom/client';
      import { html } from 'lit';
      export { createRoot, html };`,
      process.cwd(),
    );
    expect(code).not.toMatch(/react-dom-client\.development|Lit is in dev mode/);
    expect(code).toContain('react-dom-client.production');
  });
});
