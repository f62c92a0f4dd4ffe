/**
 * The guide, run: its apps are mounted, its pictures compared with the screen, its tests executed, its
 * typed script checked. `UPDATE_SCREENS=1` writes the pictures into the page.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import ts from 'typescript';
import type { MountedApp, MountOptions } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { act, Page } from './page.js';
import { typeErrors } from './type-errors.js';

const GUIDE = 'docs/guide.md';
const page = new Page(GUIDE);
const { fences, apps } = page;
const folder = mkdtempSync(join(tmpdir(), 'tui-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const { name, app } of apps) writeFileSync(join(folder, name), app.content);

describe('the guide', () => {
  it('shows a picture of every app, and no picture of none', () => {
    expect(apps.length).toBeGreaterThan(5);
    for (const { name, pictures } of apps)
      expect([name, pictures.length > 0]).toEqual([name, true]);
    const shown = apps.reduce((count, { pictures }) => count + pictures.length, 0);
    expect(fences.filter(({ language }) => language === 'text')).toHaveLength(shown);
    expect([...new Set(fences.map(({ language }) => language))].sort()).toEqual([
      'html',
      'screen',
      'text',
      'ts',
    ]);
  });

  it.each(apps)('$name', async ({ name, size, pictures }) => {
    const [width, height] = size.split('x').map(Number);
    const app = await mount({ file: join(folder, name) }, { width, height });
    for (const picture of pictures) {
      for (const action of picture.words) await act(app, action);
      page.expect(picture, app.text());
    }
    expect(app.diagnostics).toEqual([]);
    expect(app.exitCode).toBeUndefined();
  });

  it('has links that lead somewhere', () => {
    const links = [
      ...page
        .lines()
        .join('\n')
        .matchAll(/\]\(([^)#]+)/g),
    ].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(readFileSync(join('docs', link), 'utf8')).not.toBe('');
  });
});

/** Tests of the guide: what they import is handed to them, and `mount` finds the apps of the page. */
describe.each(fences.filter(({ words }) => words[0]?.endsWith('.spec.ts')))('$words', (fence) => {
  const tests: [string, () => Promise<void>][] = [];
  const mounted: MountedApp[] = [];
  const modules: Record<string, object> = {
    '@jest/globals': {
      expect,
      jest,
      it: (name: string, run: () => Promise<void>) => tests.push([name, run]),
    },
    'tui-runtime/testing': {
      mount: async (document: string | { file: string }, options?: MountOptions) => {
        const args =
          typeof document === 'string' ? document : { file: join(folder, document.file) };
        const app = await mount(args, options);
        mounted.push(app);
        return app;
      },
    },
  };
  const { outputText } = ts.transpileModule(fence.content, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  new Function('require', 'exports', outputText)((name: string) => modules[name], {});

  it.each(tests)('%s', async (_name, run) => {
    await run();
  });

  it('has its picture on the page', () => {
    const picture = fences.find(({ language }) => language === 'screen');
    if (picture === undefined) throw new Error('there is no screen file on the page');
    const golden = readFileSync(
      `fixtures/screens/docs/guide/${picture.words[0] ?? ''}.screen`,
      'utf8',
    );
    expect(golden.trimEnd()).toContain('text\n00|');
    page.expect(picture, golden.trimEnd());
  });
});

describe('typed.ts', () => {
  it('passes the checker with tui.d.ts', () => {
    const script = fences.find(({ words }) => words[0] === 'typed.ts');
    expect(typeErrors(script?.content ?? 'missing')).toEqual([]);
  });
});
