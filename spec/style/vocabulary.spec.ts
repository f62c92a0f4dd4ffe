/** Every word of the style language once, as an author uses it: does it do what it says? */
import { afterEach, describe, expect, it } from '@jest/globals';
import { formatColor } from '../../runtime/base/color.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { COMPUTED } from '../../runtime/element/internals.js';

afterEach(unmountAll);

const TREE = `
  <container id="list" class="list">
    <text id="a" class="item first" data-kind="Fruit">a</text>
    <text id="b" class="item">b</text>
    <container id="c" tabindex="0"><text id="d" class="deep">d</text></container>
    <text id="e" class="item last" disabled checked selected>e</text>
  </container>`;

async function styled(css: string, tree = TREE): Promise<MountedApp> {
  return mount(`<tui><style>${css}</style>${tree}</tui>`, {
    width: 30,
    height: 10,
    errors: 'keep',
  });
}

/** Ids of what is red. */
function red(app: MountedApp): string {
  return [...app.document.querySelectorAll('[id]')]
    .filter((element) => formatColor(Number(element[COMPUTED]['backgroundColor'])) === '#ff0000')
    .map(({ id }) => id)
    .join('');
}

describe('selectors', () => {
  it.each([
    ['text', 'abde'],
    ['#b', 'b'],
    ['.item', 'abe'],
    ['.item.first', 'a'],
    ['*#c', 'c'],
    ['[data-kind]', 'a'],
    ['[data-kind="Fruit"]', 'a'],
    ['[data-kind^="Fr"]', 'a'],
    ['[data-kind$="it"]', 'a'],
    ['[data-kind*="rui"]', 'a'],
    ['[data-kind="fruit" i]', 'a'],
    ['[class~="last"]', 'e'],
    ['.list text', 'abde'],
    ['.list > text', 'abe'],
    ['.first + text', 'b'],
    ['.first ~ text', 'be'],
    [':is(#a, .deep)', 'ad'],
    [':where(#a)', 'a'],
    ['text:not(.item)', 'd'],
    ['text:not(.first, .last)', 'bd'],
    ['.list > :first-child', 'a'],
    ['.list > :last-child', 'e'],
    ['.list > :nth-child(2)', 'b'],
    ['.list > :nth-child(odd)', 'ac'],
    ['.list > text:nth-last-child(1)', 'e'],
    ['text:nth-of-type(3)', 'e'],
    ['#d:only-child', 'd'],
    ['container:has(> .deep)', 'c'],
    ['text:has(+ container)', 'b'],
    [':disabled', 'e'],
    ['text:enabled', 'abd'],
    [':checked', 'e'],
    [':selected', 'e'],
    ['.item, .deep', 'abde'],
  ])('%s', async (selector, ids) => {
    expect(red(await styled(`${selector} { background: red }`))).toBe(ids);
  });

  it.each([
    [':focus', 'focus', 'c', 'c'],
    [':focus-visible', 'focus-visible', 'c', 'c'],
    [':active', 'active', 'b', 'b'],
    [':hover', 'hover', 'b', 'b'],
    [':state(odd)', 'odd', 'a', 'a'],
    ['#list:has(:hover)', 'hover', 'd', 'list'],
  ])('%s follows a state that comes and goes', async (selector, state, id, ids) => {
    const app = await styled(`${selector}:not(tui) { background: red }`);
    expect(red(app)).toBe('');
    app.document.getElementById(id)!.addState(state);
    app.app.frame();
    expect(red(app)).toBe(ids);
    app.document.getElementById(id)!.removeState(state);
    app.app.frame();
    expect(red(app)).toBe('');
  });

  it(':focus-within follows the focus', async () => {
    const app = await styled(':focus-within:not(tui) { background: red }');
    expect(red(app)).toBe('');
    await app.press('Tab');
    expect(red(app)).toBe('listc');
  });
});

describe('values', () => {
  async function value(css: string, property: string, id = 'd'): Promise<unknown> {
    const app = await styled(css);
    expect(
      app.diagnostics.filter(({ code }) => code === 'bad-style').map(formatDiagnostic),
    ).toEqual([]);
    const found = app.document.getElementById(id)![COMPUTED][property];
    return /color$/i.test(property) && found !== undefined ? formatColor(Number(found)) : found;
  }

  it('custom properties: inherited, nested, with fallbacks, and in mixtures', async () => {
    expect(await value('#c { --x: red } #d { color: var(--x) }', 'color')).toBe('#ff0000');
    expect(await value('text { --x: var(--y, lime); color: var(--x) }', 'color')).toBe('#00ff00');
    expect(await value('#d { --x: blue; color: color-mix(in srgb, red, var(--x)) }', 'color')).toBe(
      '#800080',
    );
    expect(
      await value('#d { --p: 25%; color: color-mix(in srgb, red var(--p), blue) }', 'color'),
    ).toBe('#4000bf');
    expect(
      await value(
        '#c { color: red } #d { background: color-mix(in srgb, currentcolor, blue) }',
        'backgroundColor',
      ),
    ).toBe('#800080');
    expect(
      await value(
        '#c { color: red } #d { color: color-mix(in srgb, currentcolor, blue) }',
        'color',
      ),
    ).toBe('#800080');
    expect(
      await value(
        '#d { --x: color-mix(in srgb, currentcolor, white); color: red; border: thin var(--x) }',
        'borderTopColor',
      ),
    ).toBe('#ff8080');
  });

  it('inherit, initial, unset and !important', async () => {
    const css = '#c { color: red; background: blue; font-weight: bold }';
    expect(await value(`${css} #d { color: inherit }`, 'color')).toBe('#ff0000');
    expect(await value(`${css} #d { background: inherit }`, 'backgroundColor')).toBe('#0000ff');
    expect(await value(`${css} #d { color: initial }`, 'color')).toBe('default');
    expect(await value(`${css} #d { color: unset }`, 'color')).toBe('#ff0000');
    expect(await value(`${css} #d { background: red; background: unset }`, 'backgroundColor')).toBe(
      'transparent',
    );
    expect(await value(`text { color: lime !important } #d.deep { color: red }`, 'color')).toBe(
      '#00ff00',
    );
  });

  it('nesting, with and without &', async () => {
    expect(
      red(
        await styled(
          '.list { > .first { background: red } & .deep { background: red } &#list { background: red } }',
        ),
      ),
    ).toBe('listad');
    expect(
      red(
        await styled(
          '.list { @media (min-width: 30) { .first { background: red } } @media (min-width: 31) { .last { background: red } } }',
        ),
      ),
    ).toBe('a');
  });

  it('borders: a style and a colour for each side', async () => {
    const app = await styled(
      '#x { border-top: double red; border-left: thick blue; border-right-style: thin; border-right-color: lime; border-bottom: none; width: 6; height: 3 }',
      '<text id="x">hi</text>',
    );
    expect(app.text()).toBe('╔════╗\n┃hi  │\n┃    │');
    const screen = app.screen();
    expect([screen.cell(1, 0)?.fg, screen.cell(0, 1)?.fg, screen.cell(5, 1)?.fg]).toEqual([
      '#ff0000',
      '#0000ff',
      '#00ff00',
    ]);
  });

  it('text-align, white-space, text-overflow and z-index', async () => {
    const app = await styled(
      `text { height: 1 } #r { text-align: right } #m { text-align: center } #p { white-space: pre } #o { white-space: nowrap; text-overflow: ellipsis; width: 5 }
       #u, #v { position: absolute; top: 4; left: 0; width: 3 } #u { z-index: 1 } #v { z-index: 0 }`,
      '<text id="r">r</text><text id="m">mid</text><text id="p">a   b</text><text id="o">longer text</text><text id="u">up</text><text id="v">down</text>',
    );
    const rows = app.text().split('\n');
    expect(rows).toEqual([
      `${' '.repeat(29)}r`,
      `${' '.repeat(13)}mid`,
      'a   b',
      'long…',
      expect.stringMatching(/^up/),
    ]);
  });
});

describe('a bad declaration', () => {
  it.each([
    ['color: rde', '3:9', 'color: expected a colour, found "rde"', 'did you mean "red"?'],
    ['colr: red', '3:2', 'there is no style property "colr"', 'did you mean "color"?'],
    [
      'background: color-mix(in oklb, red, blue)',
      '3:14',
      'background: expected a colour',
      'did you mean "oklab"?',
    ],
    [
      'color: color-mix(in srgb, red)',
      '3:9',
      'color: expected a colour',
      'write it as "color-mix(in oklab, red 40%, blue)"',
    ],
    [
      'visibility: hiden',
      '3:14',
      'visibility: expected one of "visible", "hidden", found "hiden"',
      'did you mean "hidden"?',
    ],
    ['visibility: collapse', '3:14', 'visibility: expected', 'write "display: none"'],
    [
      'video: revers',
      '3:9',
      'video: expected one of "normal", "reverse"',
      'did you mean "reverse"?',
    ],
    [
      'text-wrap: balnce',
      '3:13',
      'text-wrap: expected one of "wrap", "nowrap", "balance"',
      'did you mean "balance"?',
    ],
    [
      'border-top: thn red',
      '3:14',
      'border-top: expected a line style or a colour, found "thn"',
      'did you mean "thin"?',
    ],
    ['z-index: high', '3:11', 'z-index: expected a whole number', ''],
    ['grid-template-columns: 1fr 2rf', '3:25', 'grid-template-columns: expected', ''],
    ['grid-column: spam 2', '3:15', 'grid-column', ''],
  ])(
    '%s is told with its place, and costs nothing else',
    async (declaration, place, message, suggestion) => {
      const app = await styled(`\n#d {\n ${declaration};\n background: red }`);
      const told = app.diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(formatDiagnostic);
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(`<inline>:${place} error`);
      expect(told[0]).toContain(message);
      expect(told[0]).toContain(suggestion);
      expect(red(app)).toBe('d');
    },
  );
});
