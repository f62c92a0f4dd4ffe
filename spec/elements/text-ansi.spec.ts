/** `text ansi="true"`: the output of a program in its colours; whatever else it contains has no effect. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { readElement } from '../../runtime/element/accessibility/accessible-text.js';
import { plainLinesOf } from '../../runtime/base/text/program-text.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const OUTPUT = [
  '\x1b[32m✓\x1b[0m 12 passed, \x1b[1;31m1 failed\x1b[0m',
  '  \x1b[2mat\x1b[22m \x1b[4mmain.ts\x1b[24m:\x1b[33m7\x1b[39m:\x1b[36m12\x1b[39m',
  '\x1b[7m FAIL \x1b[27m \x1b[38;2;90;160;255mexpected\x1b[0m \x1b[44;97m 2 \x1b[0m',
  '\x1b[35mThis colour goes on',
  'over the end of a line\x1b[0m\tand a tab',
  'progress 10 %\rprogress 100 %',
].join('\n');

async function open(output: string, { theme = 'fullcolor-dark', width = 30, height = 10 } = {}) {
  const app = await mount('<tui><text id="t" ansi="true"/></tui>', { width, height, theme });
  const text = app.document.getElementById('t') as TuiElement;
  text.textContent = output;
  await app.settle();
  return { app, text };
}

describe('text of a program', () => {
  it.each(['fullcolor-dark', 'fullcolor-std', 'color-dark', 'color16-dark', 'bw-dark'])(
    'has its colours, readable on the background: %s',
    async (theme) => {
      const { app } = await open(OUTPUT, { theme });
      expect(app).toMatchScreen(theme);
    },
  );

  it('is read and copied without sequences', async () => {
    const { app, text } = await open(
      '\x1b[31mred\x1b[0m and \x1b]8;;https://a.b\x07link\x1b]8;;\x07',
    );
    expect(readElement(text)).toBe('red and link');
    await app.drag({ x: 0, y: 0 }, { x: 11, y: 0 });
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('red and link');
  });

  it('wraps as text does, and keeps its looks as it is wrapped', async () => {
    const { app, text } = await open('one \x1b[31mtwo three\x1b[0m four', { width: 9 });
    expect(app.text().split('\n').slice(0, 3)).toEqual(['one two', 'three', 'four']);
    expect(app.screen().cell(0, 1).fg).toBe(app.screen().cell(4, 0).fg);
    expect(app.screen().cell(0, 2).fg).toBe(app.screen().cell(0, 0).fg);
    expect(app.screen().cell(0, 1).fg).not.toBe(app.screen().cell(0, 0).fg);
    text.setAttribute('style', 'white-space: normal');
    text.textContent = 'a   \x1b[1mb\x1b[0m\nc';
    await app.settle();
    expect(app.text().trim()).toBe('a b c');
  });

  it('changes with its text and with its attribute', async () => {
    const { app, text } = await open('\x1b[31mred\x1b[0m');
    const colored = app.screen();
    text.textContent = 'red';
    await app.settle();
    expect(app.screen()).not.toEqual(colored);
    text.textContent = '\x1b[31mred\x1b[0m';
    await app.settle();
    expect(app.screen()).toEqual(colored);
    text.removeAttribute('ansi');
    await app.settle();
    expect(app.text()).toContain('␛[31mred');
  });

  it('passes no sequence to the terminal, whatever it contains', async () => {
    const hostile = [
      '\x1b[2J\x1b[H',
      '\x1b]0;title\x07',
      '\x1b]52;c;aGk=\x1b\\',
      '\x1bP+q544e\x1b\\',
      '\x1b[6n',
      '\x9b31m',
      '\x1b[31',
      '\x1b]8;;x',
      '\x1bc',
      '\u202e',
      '\0\x08\x7f',
      '\x1b[38;5;999m',
      '\x1b[?1049h',
      '\x1b_G\x1b\\',
      '\r\n',
      '\t',
      'word ',
      '\x1b[31m',
      '\x1b[0m',
      '漢字',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...hostile), { maxLength: 12 }), async (parts) => {
        const output = parts.join('');
        const { app, text } = await open(output);
        const controls = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;
        expect(app.text()).not.toMatch(controls);
        expect(readElement(text)).not.toMatch(controls);
        expect(plainLinesOf(output)).not.toMatch(controls);
        unmountAll();
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});
