/** @fresh-sources A document without a sheet never loads the CSS parser, which others have loaded. */
import { describe, expect, it } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { parseColor, rgb, TRANSPARENT } from '../../runtime/base/color.js';
import { isCssParserLoaded } from '../../runtime/style/reading/css-parser.js';
import { getTheme } from '../../runtime/style/themes/themes.js';
import { elementsOf, styled, table, type Styled } from './documents.js';
import { cpuTime, slowed } from '../support/cpu-time.js';
import { COMPUTED } from '../../runtime/element/internals.js';

it('a document without a sheet never loads the CSS parser', () => {
  const { flush, find } = styled('<container style="color: red"><row/></container>');
  flush();
  expect(find('row')[COMPUTED]['color']).toBe(rgb(255, 0, 0));
  expect(isCssParserLoaded()).toBe(false);
});

describe('the cascade', () => {
  /** `color` of the gauge under a sheet. */
  function color(sheet: string, attributes = 'id="g" class="a b"', outer = 'class="o"'): unknown {
    const { flush, find } = styled(
      `<style>${sheet}</style><container ${outer}><gauge ${attributes}/></container>`,
    );
    flush();
    return find('gauge')[COMPUTED]['color'];
  }
  const [red, blue, lime] = [rgb(255, 0, 0), rgb(0, 0, 255), rgb(0, 255, 0)];

  it.each<[string, unknown]>([
    ['gauge { color: red }', red],
    ['gauge { color: red } gauge { color: blue }', blue],
    ['.a { color: red } gauge { color: blue }', red],
    ['#g { color: red } .a.b { color: blue }', red],
    ['gauge { color: red !important } #g { color: blue }', red],
    ['.o .a { color: red } .b { color: blue }', red],
    ['.o > gauge { color: red }', red],
    ['row > gauge, .a { color: red }', red],
    ['.o { color: red }', red],
    ['.o { color: red } gauge { color: unset }', red],
    ['.o { color: red } gauge { color: initial }', parseColor('default')],
    ['.o { --c: red } gauge { color: var(--c) }', red],
    ['.o { --c: red } gauge { color: var(--d, blue) }', blue],
    ['.o { color: red } gauge { color: blue; color: var(--d) }', red],
    ['.o { --c: 12 } gauge { color: var(--c) } .o { color: blue }', blue],
    ['.o { & gauge { color: red } }', red],
    ['@media (min-width: 80) { gauge { color: red } }', red],
    ['@media (min-width: 81) { gauge { color: red } } .o { color: blue }', blue],
    ['gauge:hover { color: red } gauge:not(:hover) { color: lime }', lime],
    ['gauge { color: nonsense; color: red }', red],
    ['tui gauge:first-child:last-child { color: red }', red],
  ])('%s', (sheet, expected) => {
    expect(color(sheet)).toBe(expected);
  });

  it('style attributes win over sheets, important sheets over them', () => {
    expect(color('#g { color: red }', 'id="g" style="color: blue"')).toBe(blue);
    expect(color('gauge { color: red !important }', 'style="color: blue"')).toBe(red);
    expect(color('gauge { color: red !important }', 'style="color: blue !important"')).toBe(blue);
  });

  it('inherit takes what the parent has, inherited or not; currentcolor is the own colour', () => {
    const { flush, find } = styled(
      '<style>.o { width: 7; background: red; color: lime } gauge { width: inherit; border-color: currentcolor; background: inherit }</style>' +
        '<container class="o"><gauge/></container>',
    );
    flush();
    const gauge = find('gauge');
    expect(gauge[COMPUTED]).toMatchObject({ width: 7, borderTopColor: lime, backgroundColor: red });
    find('container').setAttribute('style', 'width: 9');
    expect(flush().get(gauge)).toBe('layout');
    expect(gauge[COMPUTED]['width']).toBe(9);
  });

  it('hidden is display none, unless it says false or a sheet says otherwise', () => {
    const display = (markup: string): unknown => {
      const { flush, find } = styled(markup);
      flush();
      return find('row')[COMPUTED]['display'];
    };
    expect(display('<row hidden/>')).toBe('none');
    expect(display('<row hidden="false"/>')).toBe('flex');
    expect(display('<style>row { display: flex }</style><row hidden/>')).toBe('flex');
  });

  it('defaults that name variables follow the theme', () => {
    const { flush, find, engine } = styled('<gauge/>', getTheme('fullcolor-dark'));
    flush();
    const gauge = find('gauge');
    expect(gauge[COMPUTED]).toMatchObject({
      ink: parseColor('#89b4fa'),
      borderTopColor: undefined,
      color: parseColor('#e0e0e0'),
      backgroundColor: TRANSPARENT,
    });
    expect(find('tui')[COMPUTED]['backgroundColor']).toBe(parseColor('#1e1e2e'));
    engine.setTheme(getTheme('fullcolor-std')!);
    expect(engine.pending).toBe(true);
    expect(flush().get(gauge)).toBe('paint');
    expect(gauge[COMPUTED]['ink']).toBe(parseColor('#0550ae'));
  });

  it('colours for painters are read as the element sees them', () => {
    const { flush, find, engine } = styled('<row style="--x: red; color: lime"><gauge/></row>');
    flush();
    const gauge = find('gauge');
    expect(engine.resolveColor(gauge, 'var(--x)')).toBe(red);
    expect(engine.resolveColor(gauge, 'var(--accent)')).toBe(parseColor('#89b4fa'));
    expect(engine.resolveColor(gauge, 'currentColor')).toBe(lime);
    expect(engine.resolveColor(gauge, 'var(--nope)')).toBeUndefined();
    expect(engine.resolveColor(gauge, 'nonsense')).toBeUndefined();
  });
});

describe('what changed', () => {
  it('is told with its strongest effect, and only where something differs', () => {
    const { flush, find, engine } = styled(
      '<style>.w { width: 3; color: red } .c { color: red } .n { display: none } .same { color: red }</style>' +
        '<row><gauge/></row><gauge/>',
    );
    const first = flush();
    expect([...new Set(first.values())]).toEqual(['display']);
    expect(engine.pending).toBe(false);
    expect(flush().size).toBe(0);
    const [row, gauge] = [find('row'), find('row gauge')];
    const after = (change: () => void): unknown => {
      change();
      return [...flush()].map(([element, affects]) => `${element.localName} ${affects}`);
    };
    expect(after(() => row.classList.add('w'))).toEqual(['row layout', 'gauge paint']);
    expect(after(() => row.classList.add('c'))).toEqual([]);
    expect(after(() => row.classList.remove('w'))).toEqual(['row layout']);
    expect(after(() => gauge.classList.add('same'))).toEqual([]);
    expect(after(() => row.classList.add('n'))).toEqual(['row display']);
    expect(after(() => row.setAttribute('style', '--x: 1'))).toEqual(['row paint', 'gauge paint']);
    expect(after(() => row.setAttribute('style', '--x: 1;'))).toEqual([]);
  });

  it('of a flush is for the next one when the callback changes the tree', () => {
    const { document, engine, find } = styled('<style>.x { width: 3 }</style><row/>');
    engine.flush((element) => {
      if (element.localName === 'row') element.classList.add('x');
    });
    expect(engine.pending).toBe(true);
    engine.flush(() => undefined);
    expect(find('row')[COMPUTED]['width']).toBe(3);
    expect(document.querySelectorAll('row').length).toBe(1);
  });
});

describe('cost', () => {
  const rows = 1000;
  const markup = `<style>
    .on { color: red } .wide { width: 50 } .list .cell { width: 5 } .list > .on > .cell { width: 6 }
    row:nth-child(2n) { padding: 1 } .on + row { margin: 1 }
    </style><container class="list">${'<row class="r"><gauge class="cell"/><gauge/><gauge/><gauge/></row>'.repeat(rows)}</container>`;
  const all = rows * 5 + 3;
  // Made at the first use: what stands here would run before every other spec of the file.
  let made: Styled | undefined;
  const page = (): Styled => {
    if (made === undefined) {
      made = styled(markup);
      made.flush();
    }
    return made;
  };

  it('at first is every element once', () => {
    const { engine, flush, document } = page();
    expect(elementsOf(document)).toHaveLength(all);
    engine.invalidateAll();
    flush();
    expect(engine.restyled).toBe(all);
  });

  it('of a class is what its rules can reach', () => {
    const { engine, flush, find } = page();
    const row = find('row:nth-child(500)');
    row.classList.add('wide');
    expect(flush().size).toBe(1);
    expect(engine.restyled).toBe(1);
    row.classList.add('unknown');
    row.setAttribute('title', 'x');
    row.addState('pressed-somehow');
    expect(engine.pending).toBe(false);
    row.classList.add('on');
    flush();
    // Itself, its four children (colour is inherited, one by its rule), and the rows after it (+).
    expect(engine.restyled).toBe(1 + 4 + 500);
  });

  it('of one row is small in time, whatever the size of the document', () => {
    const { flush, find } = page();
    const row = find('row:nth-child(300)');
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      row.classList.toggle('wide');
      const started = cpuTime();
      flush();
      times.push(cpuTime() - started);
    }
    times.sort((a, b) => a - b);
    expect(times[20]).toBeLessThan(slowed(1));
  });

  it('equal elements share one frozen style', () => {
    const { document, find } = page();
    const styles = new Set(elementsOf(document).map((element) => element[COMPUTED]));
    expect(styles.size).toBeLessThan(15);
    for (const style of styles) expect(Object.isFrozen(style)).toBe(true);
    expect(Object.keys(find('row')[COMPUTED])).toEqual(table.properties.map(({ name }) => name));
  });
});

describe('a changing document', () => {
  it('styles what comes, forgets what goes, and takes it back', () => {
    const { flush, find, document } = styled('<style>row gauge { width: 4 }</style><row/>');
    flush();
    const gauge = document.createElement('gauge');
    find('row').append(gauge);
    expect([...flush()]).toEqual([[gauge, 'display']]);
    expect(gauge[COMPUTED]['width']).toBe(4);
    gauge.remove();
    expect(flush().size).toBe(0);
    find('tui').append(gauge);
    expect(flush().get(gauge)).toBe('display');
    expect(gauge[COMPUTED]['width']).toBe('auto');
    find('row').append(gauge);
    expect(flush().get(gauge)).toBe('layout');
  });

  it('reads a sheet again when its text changes, comes or goes', () => {
    const { flush, find, engine, document } = styled('<style>row { width: 1 }</style><row/>');
    flush();
    const width = (): unknown => {
      flush();
      return find('row')[COMPUTED]['width'];
    };
    find('style').textContent = 'row { width: 2 }';
    expect(width()).toBe(2);
    const text = find('style').firstChild as unknown as { data: string };
    text.data = 'row { width: 3 }';
    expect(width()).toBe(3);
    const second = document.createElement('style');
    second.textContent = 'row { width: 4; colr: red }';
    find('tui').append(second);
    expect(width()).toBe(4);
    expect(engine.diagnostics.map(formatDiagnostic)[0]).toMatch(
      '<style>:1:17 error unknown-property: there is no style property "colr"',
    );
    find('tui').prepend(second);
    expect(width()).toBe(3);
    find('style:last-of-type').remove();
    expect(width()).toBe(4);
    second.remove();
    expect(width()).toBe('auto');
    expect(engine.diagnostics).toEqual([]);
  });

  it('follows states, structure, emptiness and :has()', () => {
    const { flush, find, document } = styled(
      `<style>
        row:hover { width: 1 } row:empty { height: 2 } row:last-child { top: 3 }
        container:has(.x) { width: 4 } container:focus-within { height: 5 } row:disabled { left: 6 }
        [show-values] { right: 7 }
      </style><container><row id="a"/><row id="b"/></container>`,
    );
    flush();
    const [a, b, container] = [find('#a'), find('#b'), find('container')];
    expect([a[COMPUTED]['height'], a[COMPUTED]['top'], b[COMPUTED]['top']]).toEqual([2, 'auto', 3]);
    a.addState('hover');
    a.append('text');
    b.remove();
    a.setAttribute('showValues', 'true');
    a.setAttribute('disabled', '');
    flush();
    expect(a[COMPUTED]).toMatchObject({ width: 1, height: 'auto', top: 3, left: 6, right: 7 });
    const inner = document.createElement('gauge');
    inner.className = 'x';
    a.append(inner);
    flush();
    expect(container[COMPUTED]['width']).toBe(4);
    inner.className = '';
    a.removeState('hover');
    flush();
    expect([container[COMPUTED]['width'], a[COMPUTED]['width']]).toEqual(['auto', 'auto']);
  });

  it('asks its media again when the screen changes', () => {
    const { flush, find, engine } = styled(
      '<style>row { width: 1 } @media (max-width: 40) { row { width: 2 } } @media (monochrome) { row { width: 3 } }</style><row/>',
    );
    flush();
    engine.setSize(60, 20);
    expect(engine.pending).toBe(false);
    engine.setSize(40, 20);
    flush();
    expect(find('row')[COMPUTED]['width']).toBe(2);
    engine.setTheme(getTheme('bw-dark')!);
    flush();
    expect(find('row')[COMPUTED]['width']).toBe(3);
  });

  it('may be thousands of elements deep', () => {
    const depth = 3000;
    const { flush, find, document, engine } = styled(
      '<style>.x .y { width: 1 } * * * .z { height: 1 } q * * * .z { height: 2 }</style>',
    );
    let parent = find('tui');
    for (let level = 0; level < depth; level++) {
      const row = document.createElement('row');
      row.className = 'y z';
      parent.append(row);
      parent = row;
    }
    flush();
    expect(engine.restyled).toBe(depth + 2);
    find('tui').classList.add('x');
    flush();
    expect(parent[COMPUTED]).toMatchObject({ width: 1, height: 1 });
    find('tui').classList.remove('x');
    flush();
    expect(parent[COMPUTED]).toMatchObject({ width: 'auto', height: 1 });
  });

  it('may be thousands of elements wide', () => {
    const { flush, find, engine } = styled(
      `<style>.x ~ .y { width: 1 } q ~ .y { width: 2 } row:nth-last-child(2) { height: 1 }</style>${'<row class="y"/>'.repeat(3000)}`,
    );
    const started = cpuTime();
    flush();
    find('row').classList.add('x');
    flush();
    const last = find('row:last-child');
    expect(last[COMPUTED]['width']).toBe(1);
    find('row').classList.remove('x');
    flush();
    expect(last[COMPUTED]['width']).toBe('auto');
    expect(find('row:nth-last-child(2)')[COMPUTED]['height']).toBe(1);
    // Walked anew for each row, this is seconds.
    expect(cpuTime() - started).toBeLessThan(30_000);
    expect(engine.restyled).toBe(2999);
  });
});

describe('diagnostics', () => {
  it('of style attributes stand at their place in the file', () => {
    const { flush, engine, find } = styled(
      '<tui>\n  <row style="widht: 3; color: rde; oops"/>\n</tui>',
    );
    flush();
    expect(engine.diagnostics.map(formatDiagnostic).join('\n')).toBe(
      [
        'app.tui:2:15 error unknown-property: there is no style property "widht"',
        ' 2 |   <row style="widht: 3; color: rde; oops"/>',
        '   |               ^^^^^',
        '  did you mean "width"?',
        'app.tui:2:32 error bad-style: color: expected a colour, found "rde"',
        ' 2 |   <row style="widht: 3; color: rde; oops"/>',
        '   |                                ^^^',
        '  did you mean "red"?',
        'app.tui:2:37 error bad-style: expected a declaration such as "color: red"',
        ' 2 |   <row style="widht: 3; color: rde; oops"/>',
        '   |                                     ^^^^',
      ].join('\n'),
    );
    find('row').setAttribute('style', 'heigth: 3');
    flush();
    expect(engine.diagnostics.map(formatDiagnostic).join('\n')).toBe(
      [
        '<row style>:1:1 error unknown-property: there is no style property "heigth"',
        ' 1 | heigth: 3',
        '   | ^^^^^^',
        '  did you mean "height"?',
      ].join('\n'),
    );
    find('row').remove();
    flush();
    expect(engine.diagnostics).toEqual([]);
  });

  it('tell of variables that are not set, once a place', () => {
    const { flush, engine } = styled(
      '<style>gauge { width: var(--w) }</style><row><gauge/><gauge/></row><gauge/>',
    );
    flush();
    expect(engine.diagnostics.map(formatDiagnostic)).toEqual([
      'app.tui:1:23 warning bad-style: width: --w is not set here\n' +
        ' 1 | <style>gauge { width: var(--w) }</style><row><gauge/><gauge/></row><gauge/>\n' +
        '   |                       ^^^^^^^^',
    ]);
  });

  it('tell of them in attributes, too, and what may be meant', () => {
    const { flush, engine } = styled(
      '<style>row { --wide: 4 }</style><row><gauge style="height: 1; width: var(--wdie)"/></row>',
    );
    flush();
    expect(engine.diagnostics.map(formatDiagnostic)).toEqual([
      'app.tui:1:70 warning bad-style: width: --wdie is not set here\n' +
        ' 1 | <style>row { --wide: 4 }</style><row><gauge style="height: 1; width: var(--wdie)"/></row>\n' +
        '   |                                                                      ^^^^^^^^^^^\n' +
        '  did you mean "--wide"?',
    ]);
  });
});
