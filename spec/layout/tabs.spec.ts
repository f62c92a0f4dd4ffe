/** Tab stops: from the start of the line, whatever elements it is made of; copied as tabs. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const SIZE = { width: 60, height: 8 };
const lines = async (markup: string): Promise<string[]> =>
  (await mount(markup, SIZE)).text().split('\n');

describe('tabs in preserved text', () => {
  const text = (content: string, style = ''): string =>
    `<text style="white-space: pre; ${style}">${content}</text>`;

  it('lead to stops of 8 cells from the start of the line', async () => {
    expect(await lines(text('\tone\n\t\ttwo\nab\tx\n12345678\ty\n表\tz'))).toEqual([
      '        one',
      '                two',
      'ab      x',
      '12345678        y',
      '表      z',
    ]);
  });

  it('count what other elements begin the line with', async () => {
    expect(await lines(text('<b>ab</b>\tx<br/><b>123456789</b><i>\t</i>y\n\t<b>z</b>\tw'))).toEqual(
      ['ab      x', '123456789       y', '        z       w'],
    );
  });

  it('have the size that `tab-size` gives, inherited, and in fields', async () => {
    expect(
      await lines(
        `<container style="tab-size: 3">${text('\ta\tb')}${text('\ta', 'tab-size: 2')}
        <textarea rows="1" style="height: 1; padding: 0">\ta\tb</textarea></container>`,
      ),
    ).toEqual(['   a  b', '  a', '    a  b']);
    const app = await mount('<textarea id="t" cols="12" rows="2">\ta</textarea>', SIZE);
    expect(app.text()).toBe('         a');
    app.document.getElementById('t')?.setAttribute('style', 'tab-size: 4');
    await app.settle();
    expect(app.text()).toBe('     a');
  });

  it('are blanks where blanks collapse', async () => {
    expect(await lines('<text>a\tb\t\tc</text>')).toEqual(['a b c']);
  });

  it('cost little in a long line', async () => {
    const app = await mount(text('a\t'.repeat(50_000)), SIZE);
    expect(app.text()).toMatch(/^a {7}a {7}a/);
  });

  it('are copied as tabs, whole ones', async () => {
    const app = await mount(text('\tone\tb\n\ttwo'), SIZE);
    await app.drag({ x: 0, y: 0 }, { x: 12, y: 1 });
    expect(app.clipboard).toBe('\tone\tb\n\ttwo');
    await app.drag({ x: 10, y: 0 }, { x: 13, y: 0 });
    expect(app.clipboard).toBe('e\t');
    await app.drag({ x: 3, y: 1 }, { x: 8, y: 1 });
    expect(app.clipboard).toBe('\tt');
  });

  it('align in code of Markdown, highlighted or not', async () => {
    const code = 'func f() {\n\treturn\t1\n\t\tx\n}';
    const shown = ['func f() {', '        return  1', '                x', '}'];
    for (const language of ['', 'go']) {
      const markup = `<markdown>\n\`\`\`${language}\n${code}\n\`\`\`\n</markdown>`;
      const app = await mount(markup, SIZE);
      expect(
        app
          .text()
          .split('\n')
          .map((line) => line.slice(1).trimEnd()),
      ).toEqual(shown);
    }
  });
});
