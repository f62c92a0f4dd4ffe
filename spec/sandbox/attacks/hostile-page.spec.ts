/**
 * A page for browsers that a hostile app would like to write: it owns the process that paints it. The
 * control is a picture that the runner makes alone: there the app chooses every byte.
 * @ci
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

const SCRIPT = '<script>parent.OWNED=1</script>';

/** Code as a script block may have it. */
const inScript = (code: string): string => code.replaceAll('</', '<\\/');

/** Puts what the app likes into the place of the data of its page. */
const replacing = (evil: string): string => `
  const stringify = JSON.stringify;
  const evil = ${evil};
  JSON.stringify = (value, ...rest) =>
    value?.twin === undefined ? stringify(value, ...rest) : evil(value, stringify);`;

const FORGED: Readonly<Record<string, string>> = {
  'a page of its own': `() => ${JSON.stringify(SCRIPT)}`,
  'a style sheet of its own': `(data, write) => write({ ...data, styles: [{ ink: '#fff}</style>${SCRIPT}', paper: '#000000', attributes: [] }] })`,
  'a number that is none': `(data, write) => write({ ...data, cursor: { x: '0}</style>', y: 0 } })`,
  'an element of its own': `(data, write) => write({ ...data, twin: [{ role: 'script', depth: 0, name: 'parent.OWNED=1' }] })`,
  'lists in lists': `() => '['.repeat(200000)`,
};

/** Words, which a page may have. */
const WORDS = `(data, write) => {
  const text = '"></title></style></textarea>${SCRIPT}&quot;\\u202e\\0';
  const all = { name: text, value: text, description: text, placeholder: text, invalid: text, href: 'javascript:1' };
  const of = (role, depth = 0, more = {}) => ({ ...all, ...more, role, depth });
  const twin = [of('textbox', 0, { type: 'multiline' }), of('textbox'), of('button'), of('link'), of('paragraph'), of('text', 1), of('select'), of('option', 1)];
  return write({ ...data, title: text, lang: text, rows: [[[text, 1, 0]]], twin });
}`;

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
});
afterEach(() => arena.remove());

describeLauncher((tier) => {
  const snapshot = async (script: string, ...args: string[]): Promise<Result> => {
    const file = arena.put('app/page.tui', `<text>x</text><script>${inScript(script)}</script>`);
    return await tui(['snapshot', file, '--trust', ...args], {
      cwd: arena.root,
      env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
    });
  };

  it('control: of an SVG the app writes what it likes', async () => {
    const script = `const { join } = Array.prototype;
      Array.prototype.join = function (text) {
        const joined = join.call(this, text);
        return joined.startsWith('<svg') ? ${JSON.stringify(SCRIPT)} : joined;
      };`;
    expect((await snapshot(script, '--format', 'svg')).stdout.trim()).toBe(SCRIPT);
  });

  it.each(Object.entries(FORGED))('%s is refused', async (_, evil) => {
    const file = join(arena.root, 'out.html');
    const source = replacing(evil);
    const made = await snapshot(source, '--format', 'html', '-o', file);
    expect(made).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('bad-page'),
    });
    expect(existsSync(file)).toBe(false);
  });

  it('words of its own are words', async () => {
    const file = join(arena.root, 'out.html');
    expect(await snapshot(replacing(WORDS), '--format', 'html', '-o', file)).toMatchObject({
      code: 0,
    });
    const html = readFileSync(file, 'utf8');
    expect((await snapshot(replacing(WORDS), '--format', 'html')).stdout.trim()).toBe(html.trim());
    const errors: unknown[] = [];
    const seen = JSON.stringify(
      parse(html, { onParseError: (error) => errors.push(error) }),
      (key, value: unknown) => (key === 'parentNode' ? undefined : value),
    );
    expect(errors).toEqual([]);
    expect(seen).toContain('"nodeName":"textarea"');
    expect(seen).not.toMatch(/"nodeName":"script"|javascript:|[\u202e\u0000]/);
    expect(html).toContain("default-src 'none'");
  });
});
