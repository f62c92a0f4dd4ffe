import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';

afterEach(unmountAll);

it('lies across a column and stands down a row', async () => {
  const { get, row } = await use(
    `<separator id="a"/><container style="flex-direction: row; height: 3; width: 9"><text>a</text><separator id="b" style="orientation: vertical"/><text>b</text></container>`,
    { width: 12 },
  );
  expect(get('#a').getBoundingClientRect()).toMatchObject({ width: 12, height: 1 });
  expect(get('#b').getBoundingClientRect()).toMatchObject({ width: 1, height: 3 });
  expect([row(0), row(1), row(2)]).toEqual(['─'.repeat(12), 'a│b', ' │']);
});

it.each([
  ['left', '─ Part ────'],
  ['center', '── Part ───'],
  ['right', '──── Part ─'],
])('its label stands %s', async (align, expected) => {
  const { row } = await use(`<separator label="Part" align="${align}"/>`, { width: 11 });
  expect(row(0)).toBe(expected);
});

it.each([
  [7, '─ Pa… ─'],
  [5, '─ … ─'],
  [4, '────'],
  [1, '─'],
])('cut to %i cells', async (width, expected) => {
  const { row } = await use('<separator label="Part one"/>', { width });
  expect(row(0)).toBe(expected);
});

it.each([
  ['thick', '━'],
  ['double', '═'],
  ['dashed', '╌'],
  ['dotted', '┈'],
])('%s', async (style, glyph) => {
  const { row } = await use(`<separator style="line-style: ${style}"/>`, { width: 3 });
  expect(row(0)).toBe(glyph.repeat(3));
});

it('says its label', async () => {
  const { get } = await use('<separator label="Network"/>');
  expect(get('separator').accessibleText()).toBe('separator "Network"');
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(`<separator label="${escaped(label)}"/>`);
  expect(isClean(app.output)).toBe(true);
});

const GALLERY = `<separator/><separator label="Left"/>
<separator label="Centre" align="center" style="line-style: thick"/>
<separator label="Right" align="right" style="line-style: double"/>
<separator style="line-style: dashed"/><separator style="line-style: dotted"/>
<container style="flex-direction: row; gap: 1; height: 2"><text>One</text><separator style="orientation: vertical"/><text>Two</text></container>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it.each([30, 7])('%i cells wide', async (width) => {
    const { app } = await use(GALLERY, { theme, width, height: 8 });
    expect(app).toMatchScreen(`separator ${width} ${theme}`);
  });
});
