import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { segments } from '../../runtime/style/reading/split-blocks.js';
import { parseSheet, type Sheet } from '../../runtime/style/reading/sheet.js';
import { cpuTime, slowed } from '../support/cpu-time.js';
import { propertyRuns, sized } from '../support/property-runs.js';

const table = createPropertyTable();

function sheet(text: string, before = ''): Sheet {
  return parseSheet(
    table,
    text,
    { file: 'app.tui', text: `${before}${text}</style>` },
    before.length,
  );
}

/** Rules in a short form: how many selectors, their specificity, names and conditions. */
function short(text: string): string[] {
  const { rules, diagnostics } = sheet(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return rules.map(({ selectors, block, conditions }) => {
    const keys = selectors.map(
      ({ compounds, key }) => `${key.kind}:${key.name}/${compounds.length}`,
    );
    const names = [...block.normal, ...block.important.map(({ name }) => ({ name: `${name}!` }))];
    return `${keys.join(' ')} {${names.map(({ name }) => name).join(' ')}}${conditions.length || ''}`;
  });
}

describe('structure', () => {
  it.each<[string, string[]]>([
    ['a { color: red }', ['tag:a/1 {color}']],
    [
      'a, .b > #c { color: red; width: 1 !important; --x: {y} }',
      ['tag:a/1 id:c/2 {color --x width!}'],
    ],
    ['/* a */ a /* { */ { /* ; */ color: /* x */ red /* } */; }', ['tag:a/1 {color}']],
    ['a { }', []],
    ['<!-- a { color: red } -->', ['tag:a/1 {color}']],
    ['a { padding: 1 }', ['tag:a/1 {paddingTop paddingRight paddingBottom paddingLeft}']],
    [
      '@media (min-width: 80) and (color) { a { color: red } b { width: 1 } }',
      ['tag:a/1 {color}1', 'tag:b/1 {width}1'],
    ],
    ['@media (color) { @media (monochrome) { a { color: red } } }', ['tag:a/1 {color}2']],
  ])('%s', (text, expected) => {
    expect(short(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['a { color: red; & b { width: 1 } height: 2 }', ['tag:a/1 {color height}', 'tag:b/2 {width}']],
    ['a { b { width: 1 } color: red }', ['tag:a/1 {color}', 'tag:b/2 {width}']],
    [
      'a { b:hover { width: 1 } c { width: 2 } color: red }',
      ['tag:a/1 {color}', 'tag:b/2 {width}', 'tag:c/2 {width}'],
    ],
    [
      '.a { &.b { width: 1 } &:hover { width: 2 } > c { width: 3 } }',
      ['class:a/1 {width}', 'class:a/1 {width}', 'tag:c/2 {width}'],
    ],
    ['a, b { & c { width: 1 } }', ['tag:c/2 {width}']],
    ['a { b & { width: 1 } }', ['any:/2 {width}']],
    ['a { & b { & c { width: 1 } } }', ['tag:c/3 {width}']],
    [
      'a { @media (color) { color: red; & b { width: 1 } } }',
      ['tag:a/1 {color}1', 'tag:b/2 {width}1'],
    ],
    [
      'a { b { width: 1 } @media (color) { color: red; & b { width: 2 } } c { width: 3 } }',
      ['tag:b/2 {width}', 'tag:a/1 {color}1', 'tag:b/2 {width}1', 'tag:c/2 {width}'],
    ],
    ['a { &[title="&"] { width: 1 } }', ['tag:a/1 {width}']],
  ])('nested: %s', (text, expected) => {
    expect(short(text)).toEqual(expected);
  });
});

describe('diagnostics', () => {
  it('stand at their place in the file, with an excerpt and a suggestion', () => {
    const before = '<tui>\n  <style>';
    const found = sheet('\n    button { colr: red; color: rde;\n      width: 10px }\n', before);
    expect(found.rules).toHaveLength(0);
    expect(found.diagnostics.map(formatDiagnostic).join('\n')).toBe(
      [
        'app.tui:3:14 error unknown-property: there is no style property "colr"',
        ' 3 |     button { colr: red; color: rde;',
        '   |              ^^^^',
        '  did you mean "color"?',
        'app.tui:3:32 error bad-style: color: expected a colour, found "rde"',
        ' 3 |     button { colr: red; color: rde;',
        '   |                                ^^^',
        '  did you mean "red"?',
        'app.tui:4:14 error bad-style: width: expected cells such as 10, or a share such as 50%, or auto, found "10px"',
        ' 4 |       width: 10px }',
        '   |              ^^^^',
        '  write "10": the unit of lengths is the terminal cell',
      ].join('\n'),
    );
  });

  it.each<[string, string[], number]>([
    [
      'a:hovr { color: red } b { color: red }',
      ['1:1 bad-selector: unknown pseudo-class ":hovr"'],
      1,
    ],
    [
      'a { color red; width: 1 }',
      ['1:5 bad-style: expected a declaration such as "color: red"'],
      1,
    ],
    [
      'a { color: red !important much; width: 1 }',
      ['1:12 bad-style: color: expected a colour, found "red !important much"'],
      1,
    ],
    [
      'a { color: red !importan; width: 1 }',
      ['1:16 bad-style: color: expected "!important", found "!importan"'],
      1,
    ],
    ['..a { color: red } b { width: 1 }', ['1:1 bad-selector: expected a name after "."'], 1],
    ['a { color: red', ['1:3 bad-style: this block is never closed'], 1],
    ['a { color: red; b { width: 1 } ', ['1:3 bad-style: this block is never closed'], 2],
    ['} a { color: red }', ['1:1 bad-style: unexpected "}"'], 0],
    ['@import "x"; a { color: red }', ['1:1 bad-style: "@import" is not supported'], 1],
    ['@meda (color) { a { color: red } }', ['1:1 bad-style: "@meda" is not supported'], 0],
    [
      '@media (min-widht: 3) { a { color: red } }',
      [
        '1:8 bad-style: expected media features among (width), (height), (color-index), these with min- and max- too, (color), (monochrome), (prefers-color-scheme), (prefers-reduced-motion)',
      ],
      0,
    ],
    ['a { color: }', ['1:5 bad-style: color: expected a colour, found nothing'], 0],
    ['color: red', ['1:1 bad-style: expected a rule such as "selector { property: value }"'], 0],
    [
      'a { & b:nope { width: 1 } color: red }',
      ['1:5 bad-selector: unknown pseudo-class ":nope"'],
      1,
    ],
  ])('%s', (text, expected, rules) => {
    const found = sheet(text);
    const lines = found.diagnostics.map(
      (diagnostic) => formatDiagnostic(diagnostic).split('\n')[0],
    );
    expect(lines).toEqual(
      expected.map((line) => {
        const space = line.indexOf(' ');
        return `app.tui:${line.slice(0, space)} error${line.slice(space)}`;
      }),
    );
    expect(found.rules).toHaveLength(rules);
  });

  it('are not more than a person reads', () => {
    const { diagnostics } = sheet('a { x: y }\n'.repeat(1000));
    expect(diagnostics).toHaveLength(51);
    expect(formatDiagnostic(diagnostics[50]!).split('\n')[0]).toBe(
      'app.tui:51:5 error too-many-faults: more than 50 errors in this sheet; the rest are not listed',
    );
    expect(sheet('a { x: y } '.repeat(50)).diagnostics).toHaveLength(50);
  });
});

describe('hostile sheets', () => {
  it('never throw', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        '{',
        '}',
        ';',
        ':',
        '&',
        '@media',
        '(color)',
        '/*',
        '*/',
        '"',
        "'",
        '\\',
        '--x',
        'color',
        'red',
        '!important',
        'var(--x)',
        ',',
        '<!--',
        'url(',
        ')',
        '\n',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const diagnostic of sheet(pieces.join(' ')).diagnostics) formatDiagnostic(diagnostic);
      }),
      { numRuns: propertyRuns(1500) },
    );
  });

  /** In thousandths of a megabyte. Even a tenth is longer than any value or selector may be. */
  const SIZE = sized(300, 100);

  it.each<[string, string]>([
    ['rules', 'a{color:red}'.repeat(90 * SIZE)],
    ['open braces', '{'.repeat(1000 * SIZE)],
    ['nested rules', `${'a{&b{'.repeat(100 * SIZE)}`],
    ['nested rules without &', `${'a{b{'.repeat(250 * SIZE)}`],
    ['nested blocks with declarations', 'a{color:red;b{'.repeat(60 * SIZE)],
    ['ampersands', `a,b{${`&${'&'.repeat(3000)}{color:red}`.repeat(0.3 * SIZE)}}`],
    ['brackets', `a{color:${'('.repeat(1000 * SIZE)}`],
    ['one long selector', `${'a '.repeat(500 * SIZE)}{color:red}`],
    ['one long value', `a{color:${'x'.repeat(1000 * SIZE)}}`],
    ['semicolons', `a{${';'.repeat(1000 * SIZE)}}`],
    ['at-rules', '@media (color){'.repeat(60 * SIZE)],
    ['strings', 'a{color:"'.repeat(100 * SIZE)],
    ['comments', '/*'.repeat(500 * SIZE)],
    ['zeroes', '\0'.repeat(1000 * SIZE)],
  ])('of hundreds of kilobytes cost little: %s', (_name, text) => {
    const started = cpuTime();
    sheet(text);
    expect(cpuTime() - started).toBeLessThan(slowed(30 * SIZE));
  });
});

it('a sheet is read alike whatever was read before it', () => {
  // css-tree looks at tokens that an earlier, longer text has left in its buffer.
  const text = '{ a } b (c) d)e <f(g h';
  const first = sheet(text).diagnostics.map(formatDiagnostic);
  for (const opener of ['(', '[', '{']) {
    sheet(opener.repeat(500));
    expect(sheet(text).diagnostics.map(formatDiagnostic)).toEqual(first);
  }
});

it('segments: rules end with their brace, declarations with a semicolon', () => {
  const text = 'a{b:c;} d:e; "};" f { g{} } h';
  expect(segments(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['rule', 'a{b:c;}'],
    ['declaration', ' d:e;'],
    ['rule', ' "};" f { g{} }'],
    ['declaration', ' h'],
  ]);
});
