/** What scripts set and no element can use is reported at the script's place, as the same thing in markup is. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { mount } from '../support/mount.js';

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function told(script: string): Promise<string[]> {
  const app = await mount(
    `<tui>\n<text id="t">x</text>\n<button id="b">b</button>\n<script>\nconst t = $tui.getElementById('t');\n${script}\n</script>\n</tui>`,
  );
  unmount = () => app.unmount();
  return app.diagnostics.map((each) => formatDiagnostic(each));
}

describe('a value that no style accepts', () => {
  it('is reported with the place and the line, once for each place', async () => {
    const found = await told(`for (let i = 0; i < 200; i++) {
  t.style.width = 'banana' + i;
  t.style['color'] = 'rde';
}`);
    expect(found).toEqual([
      `<inline>:7:11 warning bad-style: <text id="t">.style: width: expected cells such as 10, or a share such as 50%, or auto, found "banana0"
 7 |   t.style.width = 'banana' + i;
   |           ^^^^^`,
      expect.stringMatching(
        /^<inline>:8:\d+ warning bad-style: <text id="t">\.style: color: expected a colour, found "rde"\n[^]*did you mean "red"\?/,
      ),
    ]);
  });

  it('is reported in the text of the attribute, too', async () => {
    const found = await told(`t.setAttribute('style', 'width: apple; colr: red; height: 1');`);
    expect(found).toEqual([
      expect.stringMatching(
        /^<inline>:6:3 warning bad-style: <text id="t"> style: width: expected cells/,
      ),
      expect.stringMatching(/^<inline>:6:3 warning unknown-property: [^]*did you mean "color"\?/),
    ]);
  });

  it('stops being reported after a hundred places', async () => {
    const found = await told(
      Array.from({ length: 130 }, (_, index) => `t.style.width = 'w${index}';`).join('\n'),
    );
    expect(found).toHaveLength(100);
  });
});

describe('an attribute that means nothing', () => {
  it.each([
    [`t.setAttribute('hieght', '5')`, 'style.setProperty("height", "5")'],
    [`t.setAttribute('width', '5')`, 'style.setProperty("width", "5")'],
    [`document.getElementById('b').setAttribute('lable', 'x')`, undefined],
    [`document.getElementById('b').toggleAttribute('disabld')`, 'did you mean "disabled"?'],
    [`t.setAttribute('onClik', 'x()')`, 'did you mean "onClick"?'],
  ])('is reported with its place: %s', async (script, suggestion) => {
    const found = await told(`for (let i = 0; i < 9; i++) {\n${script};\n}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^<inline>:7:\d+ warning unknown-(attribute|event): <(text|button)> /);
    expect(found[0]).toContain(`\n 7 | ${script};\n`);
    if (suggestion !== undefined) expect(found[0]).toContain(suggestion);
  });

  it('has a suggestion that works', async () => {
    const found = await told(`t.style.setProperty("height", "5");`);
    expect(found).toEqual([]);
  });

  it('is none of those that mean something to scripts, libraries or every element', async () => {
    const found = await told(
      [
        'data-x',
        'aria-label',
        'x-data',
        '@click',
        'onclick',
        'onMine',
        'class',
        'title',
        'hidden',
        'role',
      ]
        .map((name) => `t.setAttribute('${name}', '');`)
        .join('\n'),
    );
    expect(found).toEqual([]);
  });

  it('is not reported of code outside of scripts', async () => {
    await told('');
    const app = await mount('<tui><text id="t">x</text></tui>');
    app.document.getElementById('t')!.setAttribute('whatever', '1');
    expect(app.diagnostics).toEqual([]);
    app.unmount();
  });
});

it('has the place of the handler that runs, of several with the same text', async () => {
  const code = `this.style.width = 'banana'; $tui.logger.info('here')`;
  const app = await mount(
    `<tui>\n<button id="a" onClick="${code}">a</button>\n<button id="b" onClick="${code}">b</button>\n</tui>`,
  );
  unmount = () => app.unmount();
  for (const id of ['b', 'a', 'b']) app.document.getElementById(id)!.click();
  expect(app.diagnostics.map((each) => formatDiagnostic(each))).toEqual([
    expect.stringMatching(/^<inline>:3:42 warning bad-style: <button id="b">\.style: /),
    expect.stringMatching(/^<inline>:2:42 warning bad-style: <button id="a">\.style: /),
  ]);
  expect(app.log.map(({ at }) => at)).toEqual(['<inline>:3:66', '<inline>:2:66', '<inline>:3:66']);
});

it('a value that an attribute does not accept has the place of the script', async () => {
  const message = /^<inline>:6:\d+ error bad-value: <button id="b">: "variant": /;
  await expect(
    told(`document.getElementById('b').setAttribute('variant', 'nope');`),
  ).rejects.toThrow(message);
});
