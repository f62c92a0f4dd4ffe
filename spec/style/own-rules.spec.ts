/** Rules that elements bring with them: below themes and documents, whatever their selectors. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { formatColor } from '../../runtime/base/color.js';
import { ElementRules } from '../../runtime/style/themes/user-agent-sheet.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { StyleRule } from '../../runtime/element/contract.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { isCssParserLoaded } from '../../runtime/style/reading/css-parser.js';
import { mount } from '../support/mount.js';
import { FOCUSABLE, COMPUTED } from '../../runtime/element/internals.js';

afterEach(unmountAll);

class Knob extends TuiElement {
  static override readonly tag: string = 'knob';
  static override readonly content = 'inline';
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'knob',
      declarations: { color: 'red', 'background-color': 'var(--control)', padding: '0 1' },
    },
    { selector: 'container > knob#strong.very', declarations: { color: 'blue' } },
    { selector: 'knob:state(on), knob[loud]', declarations: { 'font-weight': 'bold' } },
    { selector: 'knob', media: '(max-width: 9)', declarations: { padding: '0' } },
    { selector: 'knob:focus-visible', media: '(monochrome)', declarations: { video: 'reverse' } },
  ];
  override get [FOCUSABLE](): boolean {
    return true;
  }
}
const registry = createRegistry([...elements.filter(({ tag }) => tag !== 'knob'), Knob]);

function color(element: TuiElement | null | undefined): string {
  return formatColor(Number(element?.[COMPUTED]['color']));
}

describe('own rules', () => {
  it('need no CSS parser', async () => {
    const before = isCssParserLoaded();
    await mount('<knob>x</knob>', { registry });
    expect(isCssParserLoaded()).toBe(before);
  });

  it('give way to a theme and to a document, whatever their specificity', async () => {
    const markup = '<container><knob id="strong" class="very">x</knob></container>';
    const find = async (text: string, theme?: string): Promise<TuiElement | null> => {
      const app = await mount(text, {
        registry,
        theme: theme === undefined ? undefined : { file: 'a.css', text: theme },
      });
      return app.document.querySelector('knob');
    };
    expect(color(await find(markup))).toBe('#0000ff');
    expect(color(await find(markup, '* { color: lime }'))).toBe('#00ff00');
    expect(
      color(
        await find(
          `<tui><style>* { color: white }</style>${markup}</tui>`,
          '#strong { color: lime }',
        ),
      ),
    ).toBe('#ffffff');
  });

  it('follow states, attributes and the screen', async () => {
    const app = await mount('<knob>x</knob>', { registry, width: 20, height: 1 });
    const knob = app.document.querySelector('knob')!;
    expect(knob[COMPUTED]).toMatchObject({ paddingLeft: 1, fontWeight: 'normal' });
    knob.addState('on');
    app.app.frame();
    expect(knob[COMPUTED]['fontWeight']).toBe('bold');
    knob.removeState('on');
    knob.setAttribute('loud', '');
    app.app.frame();
    expect(knob[COMPUTED]['fontWeight']).toBe('bold');
    await app.resize(9, 1);
    expect(knob[COMPUTED]['paddingLeft']).toBe(0);
  });

  it('may depend on the depth of colour', async () => {
    for (const [theme, video] of [
      ['bw-dark', 'reverse'],
      ['fullcolor-dark', 'normal'],
    ] as const) {
      const app = await mount('<knob>x</knob>', { registry, theme });
      await app.press('Tab');
      expect(app.document.querySelector('knob')![COMPUTED]['video']).toBe(video);
    }
  });

  it('apply where the first element of a kind comes late, around it too', async () => {
    class Lamp extends Knob {
      static override readonly tag: string = 'lamp';
      static override readonly rules: readonly StyleRule[] = [
        { selector: 'lamp', declarations: { color: 'red' } },
        { selector: 'lamp + text', declarations: { color: 'lime' } },
        { selector: 'lamp text', declarations: { color: 'blue' } },
        { selector: 'container:has(> lamp)', declarations: { color: 'white' } },
        { selector: 'lamp-post, text.lit', declarations: { color: 'yellow' } },
      ];
    }
    const late = createRegistry([...elements, Lamp]);
    const app = await mount(
      '<container id="a"><text id="b">x</text></container><text id="c">y</text><text id="d" class="lit">z</text>',
      { registry: late },
    );
    const find = (id: string): TuiElement => app.document.getElementById(id)!;
    // One that any element can match is there from the start.
    expect(color(find('d'))).toBe('#ffff00');
    const lamp = app.document.createElement('lamp');
    find('a').insertBefore(lamp, find('b'));
    await app.settle();
    expect(color(lamp)).toBe('#ff0000');
    expect(color(find('a'))).toBe('#ffffff');
    expect(color(find('b'))).toBe('#00ff00');
    lamp.append(find('c'));
    await app.settle();
    expect(color(find('c'))).toBe('#0000ff');
  });

  it.each([
    ['lamp', false],
    ['lamp[on]:hover > text', false],
    ['container > lamp', false],
    [':disabled lamp', false],
    [':is(lamp[on], lamp.lit):hover', false],
    [':is(lamp, lamp.lit) + text, text lamp', false],
    ['lamp-post', true],
    ['lamp, text', true],
    [':is(lamp, text):hover', true],
    [':not(lamp)', true],
    ['container:has(> lamp)', true],
    ['text[title="a lamp"]', true],
    [':is(text, :is(lamp)) text', true],
  ])('%s: read without an element of its class: %s', (selector, isRead) => {
    const table = createPropertyTable();
    const read = (rules: readonly StyleRule[]): number =>
      new ElementRules(table, [{ tag: 'lamp', rules }]).of(new Set(['text'])).length;
    const rule = { selector, declarations: { color: 'red' } };
    expect(read([rule]) - read([])).toBe(isRead ? 1 : 0);
  });

  it('fail loudly where they cannot be read: that is a fault of the program', () => {
    const table = createPropertyTable();
    const of = (rule: StyleRule) => () =>
      new ElementRules(table, [{ tag: 'knob', rules: [rule] }]).of();
    expect(of({ selector: 'knob:hoover', declarations: {} })).toThrow(
      'rule "knob:hoover" of <knob>',
    );
    expect(of({ selector: 'knob', declarations: { colour: 'red' } })).toThrow('colour');
    expect(of({ selector: 'knob', declarations: { color: 'rod' } })).toThrow('expected a colour');
    expect(of({ selector: 'knob', declarations: { color: 'red !important' } })).toThrow('color');
    expect(of({ selector: 'knob', media: '(wide)', declarations: {} })).toThrow('(wide)');
  });

  it('of every element can be read', () => {
    const { classes } = createRegistry(elements);
    expect(() => new ElementRules(createPropertyTable(classes), classes).of()).not.toThrow();
  });

  it('are those of the classes that are loaded, whatever a document before had', () => {
    const table = createPropertyTable([]);
    const own = [{ selector: 'knob:focus', declarations: { color: 'red' } }];
    const selectorsOf = (...classes: ConstructorParameters<typeof ElementRules>[1]): string[] =>
      new ElementRules(table, classes).of().map(({ written }) => written?.selector ?? '');
    const lamp = { tag: 'lamp' };
    const knob = { tag: 'knob', rules: own };
    const first = selectorsOf(lamp);
    expect(first.join()).not.toContain('knob');
    expect(selectorsOf(lamp, knob).join()).toContain(':where(:focus-visible:not(knob))');
    expect(selectorsOf(lamp)).toEqual(first);
  });
});

describe('what has the focus', () => {
  const markup = (style = ''): string => `<tui>${style}
    <container tabindex="0" style="border: thin"><text>in</text></container>
    <text tabindex="0">word</text><unheard tabindex="0" style="border: thin"/></tui>`;

  it('shows it: its border, or its text in reverse', async () => {
    const app = await mount(markup(), { width: 10, height: 7, errors: 'keep' });
    await app.press('Tab');
    expect(app.screen().cell(0, 0)?.fg).toBe('#74dfea');
    await app.press('Tab');
    expect(app.screen().cell(0, 0)?.fg).toBe('#5f6b8a');
    expect(app.screen().cell(0, 3)?.attributes).toContain('reverse');
    await app.press('Tab');
    expect(app.screen().cell(0, 4)?.fg).toBe('#74dfea');
  });

  it('shows it without colours', async () => {
    const app = await mount(markup(), { width: 10, height: 7, theme: 'bw-dark', errors: 'keep' });
    await app.press('Tab');
    expect(app.screen().cell(0, 0)?.attributes).toContain('bold');
    await app.press('Tab');
    expect(app.screen().cell(0, 3)?.attributes).toContain('reverse');
  });

  it('shows what an element or an author says instead', async () => {
    const style =
      '<style>text { video: normal } container { border-color: red !important }</style>';
    const app = await mount(markup(style), { width: 10, height: 7, errors: 'keep' });
    await app.press('Tab');
    expect(app.screen().cell(0, 0)?.fg).toBe('#ff0000');
    await app.press('Tab');
    expect(app.screen().cell(0, 3)?.attributes).not.toContain('reverse');
    const own = await mount('<knob>x</knob>', { registry });
    await own.press('Tab');
    expect(own.document.querySelector('knob')![COMPUTED]['video']).toBe('normal');
  });
});
