/** The colours of a language in a diff: each side of a hunk is a text of its own. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { use } from './use.js';

afterEach(unmountAll);

const patch = (name: string, lines: readonly string[]): string => {
  const count = (sign: string): number => lines.filter((line) => line[0] !== sign).length;
  return `--- a/${name}\n+++ b/${name}\n@@ -1,${count('+')} +1,${count('-')} @@\n${lines.join('\n')}\n`;
};

interface Look {
  readonly fg: unknown;
  readonly bg: unknown;
}

async function looks(attributes: string, text: string, theme = 'fullcolor-dark') {
  const { app, diff } = await use(attributes, { text, theme, width: 40, height: 10 });
  const at = (word: string): Look => {
    const rows = app.text().split('\n');
    const y = rows.findIndex((row) => row.includes(word));
    const { fg, bg } = app.screen().cell(rows[y]!.indexOf(word), y);
    return { fg, bg };
  };
  return { app, diff, at };
}

it('is by the name of the file, or by language', async () => {
  const text = patch('a.js', [' const one = 1;', '-const two = 2;', '+const three = 3;']);
  const { app, at, diff } = await looks('', text);
  const keyword = at('const one');
  expect(keyword).not.toEqual(at('one'));
  expect(at('const three').fg).toEqual(keyword.fg);
  expect(at('const three').bg).not.toEqual(keyword.bg);
  expect(at('const two').bg).not.toEqual(at('const three').bg);
  diff.setAttribute('language', 'plaintext');
  await app.settle();
  expect(at('const one')).toEqual(at('one'));
  const unknown = await looks('', patch('a.unknown', [' const one = 1;', '-x', '+y']));
  expect(unknown.at('const one')).toEqual(unknown.at('one'));
  const named = await looks('language="ts"', patch('a.unknown', [' const one = 1;', '-x', '+y']));
  expect(named.at('const one').fg).toEqual(keyword.fg);
});

it('reads the old and the new lines apart', async () => {
  const { at } = await looks(
    'view="unified"',
    patch('a.js', ['-/* old', '+/* new */', ' const inOld = 1;', '-*/', ' const after = 2;']),
  );
  // In the old file the line is a part of a comment; what both have is read in the new one.
  expect(at('const inOld').fg).toEqual(at('const after').fg);
});

it.each(['color16-dark', 'bw-std'])('is left out in %s: colours are for changes', async (theme) => {
  const text = patch('a.js', [' const one = 1;', '-const two = 2;', '+const three = 3;']);
  const { at } = await looks('', text, theme);
  expect(at('const one')).toEqual(at('one'));
  expect(at('const three').bg).toEqual(at('const one').bg);
});

it('of a long diff comes after its first frame', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => ` const name${at} = 1;`);
  const { app, at } = await looks('', patch('a.js', [...lines, '-x', '+y']));
  await app.advance(1);
  expect(at('const name0').fg).not.toEqual(at('name0').fg);
});

it('reports a language that is none', async () => {
  const { app, diff } = await use('', { errors: 'keep' });
  diff.setAttribute('language', 'basci');
  expect(app.diagnostics.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    ['diff: language: expected the name of a language, found "basci"', 'did you mean "bash"?'],
  ]);
});
