/** `<import>` and `<style src>`: what a document is made of beside its own file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createCheckedApp } from '../../cli/create-app.js';
import { blocksIn } from '../../cli/documents/script-blocks.js';
import { DiagnosticError, formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { ownParts } from '../../runtime/script/bundle/part-modules.js';
import { bufferLines } from '../support/xterm.js';

let folder = '';

function write(files: Readonly<Record<string, string>>): void {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-imports-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function shown(text: string): Promise<string[]> {
  const app = createCheckedApp(text, { file: join(folder, 'app.tui'), width: 24, height: 6 });
  try {
    await app.load();
    for (let frames = 0; frames < 3 && !app.frame().skipped; frames++);
    return (bufferLines(app.cells) as string[])
      .map((row) => row.replace(/\[[\d/]+\]/g, '').trim())
      .filter(Boolean);
  } finally {
    app.stop();
  }
}

function errorsOf(text: string): string {
  try {
    createCheckedApp(text, { file: join(folder, 'app.tui') }).stop();
    return '';
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics.map(formatDiagnostic).join('\n').replaceAll(`${folder}/`, '');
  }
}

describe('<import>', () => {
  it('takes components of other files, with what they import', async () => {
    write({
      'parts/card.tui': `<import src="badge.tui"/>
<template element="ui-card"><ui-badge/><text id="t"></text><slot/><script>
  import { word } from './word.js';
  host.shadowRoot.getElementById('t').textContent = word;
</script></template>`,
      'parts/badge.tui':
        '<import src="./card.tui"/><template element="ui-badge"><text>badge</text></template>',
      'parts/word.js': 'export const word = "from the module";',
    });
    const text = '<tui><import src="parts/card.tui"/><ui-card><text>child</text></ui-card></tui>';
    expect(await shown(text)).toEqual(['badge', 'from the module', 'child']);
    const source = { file: join(folder, 'app.tui'), text };
    expect(
      blocksIn(source, ownParts(source)).map(({ component, origin }) => [component, origin?.path]),
    ).toEqual([['ui-card', join(folder, 'parts/card.tui')]]);
  });

  it('runs a script in a file for each instance, with its host, and evaluates what it imports once', async () => {
    write({
      'card.tui':
        '<template element="ui-card" properties=\'{"label": "string"}\'><text>{shout} {count}</text><script src="code/card.ts"/></template>',
      'code/card.ts': `import { next } from './next.js';
declare const host: Tui.Component<'ui-card'>;
export const shout: string = \`\${host.label}!\`;
export const count: number = next();
export const file = import.meta.filename;
`,
      'code/next.js': 'let last = 0; export const next = () => ++last;',
    });
    const text = '<tui><import src="card.tui"/><ui-card label="a"/><ui-card label="b"/></tui>';
    expect(await shown(text)).toEqual(['a! 1', 'b! 2']);
  });

  it('reports errors of such a file where they are', async () => {
    const card = (code: string): void =>
      write({
        'card.tui': '<template element="ui-card"><script src="code/card.ts"/></template>',
        'code/card.ts': code,
      });
    const text = '<tui><import src="card.tui"/><ui-card/></tui>';
    card('export const a: number = 1;\nconst = 2;');
    await expect(shown(text)).rejects.toThrow(/code\/card\.ts:2:7/);
    rmSync(folder, { recursive: true });
    card('export const a: number = 1;\n\nawait a;');
    await expect(shown(text)).rejects.toThrow(/code\/card\.ts:3:1/);
    rmSync(folder, { recursive: true });
    card('interface A { b: number }\n\n  missing();');
    const app = createCheckedApp(text, { file: join(folder, 'app.tui') });
    await app.load();
    expect(app.diagnostics.map(formatDiagnostic).join()).toMatch(
      /code\/card\.ts:3:3[\s\S]*missing/,
    );
    app.stop();
  });

  it('takes components of packages', async () => {
    write({
      'node_modules/@acme/clock/card.tui':
        '<template element="ui-clock"><text>clock</text></template>',
      'node_modules/@acme/clock/package.json': '{"name": "@acme/clock", "version": "1.0.0"}',
      'node_modules/plain/card.tui': '<template element="ui-plain"><text>plain</text></template>',
      'node_modules/plain/package.json': '{"name": "plain", "version": "1.0.0"}',
    });
    expect(
      await shown(
        '<tui><import src="@acme/clock/card.tui"/><import src="npm:plain/card.tui"/><ui-clock/><ui-plain/></tui>',
      ),
    ).toEqual(['clock', 'plain']);
  });

  it('renders expressions of the other file, and reports their errors there', async () => {
    write({
      'card.tui':
        '<template element="ui-card" properties=\'{"n": "integer"}\'>\n  <for each="[n, n + 1]" as="x"><text>{x} {word}</text></for></template>',
      'bad.tui': '<template element="ui-bad">\n  <text>{1 +}</text>\n</template>',
    });
    const text = `<tui><import src="card.tui"/><ui-card n="4"/><script>export const word = 'of the app';</script></tui>`;
    expect(await shown(text)).toEqual(['4 of the app', '5 of the app']);
    await expect(shown('<tui><import src="bad.tui"/></tui>')).rejects.toThrow(/bad\.tui:2:\d+/);
  });

  it('reports a missing file where it is named', () => {
    write({});
    const found = errorsOf('<tui>\n  <import src="card.tui"/>\n</tui>');
    expect(found).toContain('app.tui:2:16');
    expect(found).toContain('Could not resolve "./card.tui"');
  });

  it('reports other content than templates in its own file', () => {
    write({ 'card.tui': '<template element="ui-card"/>\n<text>a</text>\n<style>text {}</style>' });
    const found = errorsOf('<tui><import src="card.tui"/></tui>');
    expect(found).toContain('card.tui:2:1');
    expect(found).toContain(
      'expected <template element> or <import> in an imported file, found <text>',
    );
    expect(found).toContain('put <style> into the template that it is for');
  });

  it('reports two components of one name, and an error in a template with its place', () => {
    write({
      'card.tui': '<template element="ui-card"/>',
      'bad.tui': '<template element="ui-bad">\n  <gauge valu="1"></text>\n</template>',
    });
    expect(errorsOf('<tui><template element="ui-card"/><import src="card.tui"/></tui>')).toContain(
      '<ui-card> is defined twice',
    );
    expect(errorsOf('<tui><import src="bad.tui"/></tui>')).toContain('bad.tui:2:');
  });

  it('needs a file for the document to be in, or a reader', () => {
    write({});
    expect(errorsOf('<tui><import/></tui>')).toContain('<import> needs the attribute "src"');
  });
});

describe('<style src>', () => {
  it('has the rules of a file, in its own tree', async () => {
    write({
      'look.css': 'text { text-transform: none; display: none } .a { display: flex }',
      'parts/card.tui':
        '<template element="ui-card"><style src="card.css"/><text class="a">in</text><text>out</text></template>',
      'parts/card.css': '.a { display: none }',
    });
    expect(
      await shown(
        '<tui><style src="look.css"/><import src="parts/card.tui"/><text>1</text><text class="a">2</text><ui-card/></tui>',
      ),
    ).toEqual(['2', 'out']);
  });

  it('reports an error in the file with its place', () => {
    write({ 'look.css': 'text {\n  colour: red;\n}' });
    const app = createCheckedApp('<tui><style src="look.css"/></tui>', {
      file: join(folder, 'app.tui'),
    });
    expect(app.diagnostics.map(formatDiagnostic).join('\n')).toContain('look.css:2:3');
    app.stop();
  });
});
