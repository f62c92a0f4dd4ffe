import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexed, parseColor, rgb, TRANSPARENT } from '../../runtime/base/color.js';
import { parseDeclaration } from '../../runtime/style/reading/parse.js';
import { createPropertyTable, kebab } from '../../runtime/style/properties/properties.js';
import { propertyRuns } from '../support/property-runs.js';

const table = createPropertyTable([
  {
    tag: 'probe',
    styles: {
      barStyle: { type: 'string', enum: ['solid', 'led'], default: 'solid', description: 'Bars.' },
      highValue: { type: 'number', default: 80, minimum: 0, maximum: 100, description: 'High.' },
      lit: { type: 'color', default: 'var(--accent)', description: 'Lit.' },
      note: { type: 'string', default: '', description: 'Text.' },
    },
  },
]);

/** What a declaration sets, by name; or its fault in one line. */
function read(name: string, text: string): unknown {
  const result = parseDeclaration(table, name, text);
  if (!result.ok) {
    const { code, message, suggestion } = result.error;
    return `${code} ${message}${suggestion === undefined ? '' : ` | ${suggestion}`}`;
  }
  return Object.fromEntries(
    result.declarations.map(({ name: key, declared }) => [
      key,
      declared.kind === 'value' ? declared.value : declared.kind,
    ]),
  );
}

describe('values', () => {
  it.each<[string, string, unknown]>([
    ['width', '10', { width: 10 }],
    ['width', '10ch', { width: 10 }],
    ['width', ' 50% ', { width: '50%' }],
    ['width', '12.5%', { width: '12.5%' }],
    ['width', '1.5', { width: 2 }],
    ['width', 'AUTO', { width: 'auto' }],
    ['max-width', 'none', { maxWidth: 'auto' }],
    ['maxWidth', '0', { maxWidth: 0 }],
    [
      'width',
      '1e309',
      'bad-style width: expected cells such as 10, or a share such as 50%, or auto, found "1e309"',
    ],
    ['width', '99999999999', { width: 100_000 }],
    ['margin-left', '-2', { marginLeft: -2 }],
    ['margin-left', '-0', { marginLeft: 0 }],
    ['top', '-50%', { top: '-50%' }],
    ['flex-grow', '2.5', { flexGrow: 2.5 }],
    ['flex-shrink', 'auto', { flexShrink: undefined }],
    ['row-gap', 'normal', { rowGap: undefined }],
    ['column-gap', '2ch', { columnGap: 2 }],
    ['z-index', '-3', { zIndex: -3 }],
    ['z-index', 'auto', { zIndex: 0 }],
    ['position', 'static', { position: 'relative' }],
    ['align-items', 'start', { alignItems: 'flex-start' }],
    ['overflow', 'auto', { overflowX: 'scroll', overflowY: 'scroll' }],
    ['font-weight', '700', { fontWeight: 'bold' }],
    ['border-top-style', 'solid', { borderTopStyle: 'thin' }],
    ['color', 'red', { color: rgb(255, 0, 0) }],
    ['COLOR', 'ansi-bright-red', { color: indexed(9) }],
    ['background-color', 'transparent', { backgroundColor: TRANSPARENT }],
    ['background', '#123456', { backgroundColor: rgb(0x12, 0x34, 0x56) }],
    ['border-left-color', 'auto', { borderLeftColor: undefined }],
    ['border-left-color', 'currentColor', { borderLeftColor: 'currentcolor' }],
    ['bar-style', 'led', { barStyle: 'led' }],
    ['barStyle', '"led"', { barStyle: 'led' }],
    ['note', "'a \\'b\\' c'", { note: "a 'b' c" }],
    ['lit', 'rgb(1, 2, 3)', { lit: rgb(1, 2, 3) }],
    ['color', 'inherit', { color: 'inherit' }],
    ['color', 'unset', { color: 'inherit' }],
    ['width', 'unset', { width: 'initial' }],
    ['color', 'var(--x)', { color: 'pending' }],
    ['--my-Var', ' 1 2 ', { '--my-Var': 'custom' }],
  ])('%s: %s', (name, text, expected) => {
    expect(read(name, text)).toEqual(expected);
  });
});

describe('shorthands', () => {
  const sides = (prefix: string, values: unknown[], suffix = ''): object =>
    Object.fromEntries(
      ['Top', 'Right', 'Bottom', 'Left'].map((side, index) => [
        `${prefix}${side}${suffix}`,
        values[index],
      ]),
    );
  it.each<[string, string, unknown]>([
    ['padding', '1', sides('padding', [1, 1, 1, 1])],
    ['padding', '1 2', sides('padding', [1, 2, 1, 2])],
    ['padding', '1 2 3', sides('padding', [1, 2, 3, 2])],
    ['margin', '1 auto -3 4%', sides('margin', [1, 'auto', -3, '4%'])],
    ['inset', '0', { top: 0, right: 0, bottom: 0, left: 0 }],
    ['border-style', 'thin none', sides('border', ['thin', 'none', 'thin', 'none'], 'Style')],
    ['border-color', 'rgb(1 2 3)', sides('border', Array(4).fill(rgb(1, 2, 3)), 'Color')],
    [
      'border',
      'red rounded',
      {
        ...sides('border', Array(4).fill('rounded'), 'Style'),
        ...sides('border', Array(4).fill(rgb(255, 0, 0)), 'Color'),
      },
    ],
    ['border-top', 'double', { borderTopStyle: 'double', borderTopColor: undefined }],
    ['flex', '1', { flexGrow: 1, flexShrink: 1, flexBasis: 0 }],
    ['flex', '2 50%', { flexGrow: 2, flexShrink: 1, flexBasis: '50%' }],
    ['flex', '1 0 auto', { flexGrow: 1, flexShrink: 0, flexBasis: 'auto' }],
    ['flex', 'none', { flexGrow: 0, flexShrink: 0, flexBasis: 'auto' }],
    ['flex', '50%', { flexGrow: 1, flexShrink: 1, flexBasis: '50%' }],
    ['flex-flow', 'wrap row', { flexDirection: 'row', flexWrap: 'wrap' }],
    ['gap', '1 2', { rowGap: 1, columnGap: 2 }],
    ['gap', 'normal', { rowGap: undefined, columnGap: undefined }],
    ['padding', 'inherit', sides('padding', Array(4).fill('inherit'))],
  ])('%s: %s', (name, text, expected) => {
    expect(read(name, text)).toEqual(expected);
  });
});

describe('faults', () => {
  it.each<[string, string, string]>([
    ['colr', 'red', 'unknown-property there is no style property "colr" | did you mean "color"?'],
    ['widht', '1', 'unknown-property there is no style property "widht" | did you mean "width"?'],
    [
      'borderRadius',
      '1',
      'unknown-property there is no style property "borderRadius" | write "border: rounded"',
    ],
    [
      'transition-duration',
      '1s',
      'unknown-property there is no style property "transition-duration" | leave it out: properties are not animated, and a terminal has one pointer',
    ],
    ['constructor', '1', 'unknown-property there is no style property "constructor"'],
    ['__proto__', '1', 'unknown-property there is no style property "__proto__"'],
    [
      'width',
      '10px',
      'bad-style width: expected cells such as 10, or a share such as 50%, or auto, found "10px" | write "10": the unit of lengths is the terminal cell',
    ],
    [
      'width',
      '80vw',
      'bad-style width: expected cells such as 10, or a share such as 50%, or auto, found "80vw" | write "80%": a share of the parent',
    ],
    [
      'padding',
      '-1',
      'bad-style padding: expected cells such as 10, or a share such as 50%, found the negative -1',
    ],
    ['padding', '1 2 3 4 5', 'bad-style padding: expected one to four values, found 5'],
    [
      'display',
      'block',
      'bad-style display: expected one of "flex", "grid", "none", found "block" | write "display: flex": children are stacked in a column unless flex-direction is set',
    ],
    [
      'display',
      'constructor',
      'bad-style display: expected one of "flex", "grid", "none", found "constructor"',
    ],
    [
      'border',
      '1px solid red',
      'bad-style border: expected a line style and a colour, found the width "1px" | a border is always one cell; write "thin", "thick", "double" or "rounded"',
    ],
    [
      'border',
      'roundd red',
      'bad-style border: expected a line style or a colour, found "roundd" | did you mean "rounded"?',
    ],
    [
      'border',
      'rounded rde',
      'bad-style border: expected a line style or a colour, found "rde" | did you mean "red"?',
    ],
    [
      'border',
      'wobbly',
      'bad-style border: expected a line style or a colour, found "wobbly" | a line style is "none", "thin", "thick", "double" or "rounded"',
    ],
    [
      'border',
      'single red',
      'bad-style border: expected one of "none", "thin", "thick", "double", "rounded", found "single" | write "thin"',
    ],
    [
      'align-items',
      'middle',
      'bad-style align-items: expected one of "stretch", "flex-start", "center", "flex-end", "baseline", found "middle" | write "center"',
    ],
    [
      'width',
      'calc(100% - 2)',
      'bad-style width: expected cells such as 10, or a share such as 50%, or auto, found "calc(100% - 2)" | lengths cannot be calculated: write "flex-grow: 1" for the free space, or "min-width" and "max-width"',
    ],
    ['color', 'rde', 'bad-style color: expected a colour, found "rde" | did you mean "red"?'],
    [
      'color',
      '--accent',
      'bad-style color: expected a colour, found "--accent" | write "var(--accent)"',
    ],
    ['color', '', 'bad-style color: expected a colour, found nothing'],
    ['z-index', '1.5', 'bad-style z-index: expected a whole number or "auto", found "1.5"'],
    ['high-value', '101', 'bad-style high-value: expected a number from 0 to 100, found 101'],
    [
      'bar-style',
      'lde',
      'bad-style bar-style: expected one of "solid", "led", found "lde" | did you mean "led"?',
    ],
    [
      'gap',
      '1px',
      'bad-style gap: expected a whole number of 0 or more or "normal", found "1px" | write "1": the unit of lengths is the terminal cell',
    ],
    [
      '--',
      '1',
      'bad-style --: expected a name after the two dashes | write for example "--accent"',
    ],
  ])('%s: %s', (name, text, expected) => {
    expect(read(name, text)).toBe(expected);
  });
});

describe('the table', () => {
  it('reads every example of its own, and gives every property an initial value', () => {
    for (const { cssName, example } of [...table.properties, ...table.shorthands]) {
      expect([cssName, example, parseDeclaration(table, cssName, example).ok]).toEqual([
        cssName,
        example,
        true,
      ]);
    }
    expect(Object.keys(table.initial)).toEqual(table.properties.map(({ name }) => name));
  });

  it('names longhands that exist, and no name twice', () => {
    const names = [...table.properties, ...table.shorthands].map(({ cssName }) => cssName);
    expect(new Set(names).size).toBe(names.length);
    for (const { longhands } of table.shorthands) {
      for (const name of longhands) expect(table.properties).toContain(table.find(name));
    }
    for (const property of table.properties) {
      expect(table.properties[property.index]).toBe(property);
      expect(table.find(kebab(property.name))).toBe(property);
    }
  });

  it('takes one meaning of a name from several elements and refuses two', () => {
    const styles = { mark: { type: 'string', description: 'One.' } } as const;
    const same = { mark: { type: 'string', description: 'In other words.' } } as const;
    const other = { mark: { type: 'number', description: 'One.' } } as const;
    const first = { tag: 'a', styles };
    expect(createPropertyTable([first, { tag: 'b', styles: same }]).find('mark')).toBeDefined();
    expect(() => createPropertyTable([first, { tag: 'b', styles: other }])).toThrow(
      'style "mark" means one thing in <a> and another in <b>',
    );
    const core = { width: { type: 'number', description: 'No.' } } as const;
    expect(() => createPropertyTable([{ tag: 'a', styles: core }])).toThrow(
      'already a core property',
    );
    const shorthand = { gap: { type: 'number', description: 'No.' } } as const;
    expect(() => createPropertyTable([{ tag: 'a', styles: shorthand }])).toThrow(
      'already a core property',
    );
  });

  it('resolves default colours, and keeps those that name variables', () => {
    expect(table.find('lit')).toMatchObject({ initialText: 'var(--accent)', initial: undefined });
    expect(table.find('color')).toMatchObject({ inherited: true, initial: parseColor('default') });
  });
});

it('never throws, whatever name and text', () => {
  const names = fc.oneof(fc.constantFrom(...table.cssNames), fc.string());
  const piece = fc.oneof(
    fc.constantFrom(
      '1',
      '%',
      'px',
      ' ',
      'auto',
      'var(',
      '--x',
      ',',
      ')',
      '(',
      '"',
      "'",
      '\\',
      '-',
      'none',
      'red',
      ';',
      '{',
    ),
    fc.string(),
  );
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(names, texts, (name, text) => {
      const result = parseDeclaration(table, name, text);
      if (!result.ok) expect(result.error.message.length).toBeLessThan(500);
    }),
    { numRuns: propertyRuns(2000) },
  );
});
