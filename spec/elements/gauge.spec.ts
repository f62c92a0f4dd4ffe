import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arcMasks, ringPlaces } from '../../elements/gauge/arc.js';
import { Gauge } from '../../elements/gauge/gauge.js';
import { regionOf } from '../../elements/gauge/regions.js';
import { ACCESSIBLE_NODE } from '../../runtime/element/internals.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { propertyRuns } from '../support/property-runs.js';
import { escaped, ALL_GOLDEN_THEMES, HOSTILE, isClean, use, type App } from './control.js';

afterEach(unmountAll);

const gaugeOf = (app: App): Gauge => app.document.querySelector('gauge') as unknown as Gauge;
const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const filled = (eighths: number): string => '█'.repeat(eighths >> 3) + PARTS[eighths & 7];

describe('the regions of a gauge', () => {
  // Those of the HTML standard: which of the three is best, and what is next to it.
  it.each([
    [{}, 0.5, undefined],
    [{ low: 0.3, high: 0.7 }, 0.3, 'optimum'],
    [{ low: 0.3, high: 0.7 }, 0.7, 'optimum'],
    [{ low: 0.3, high: 0.7 }, 0.29, 'suboptimum'],
    [{ low: 0.3, high: 0.7 }, 0.71, 'suboptimum'],
    [{ low: 0.3, high: 0.7, optimum: 0 }, 0.3, 'optimum'],
    [{ low: 0.3, high: 0.7, optimum: 0 }, 0.31, 'suboptimum'],
    [{ low: 0.3, high: 0.7, optimum: 0 }, 0.71, 'critical'],
    [{ low: 0.3, high: 0.7, optimum: 1 }, 0.7, 'optimum'],
    [{ low: 0.3, high: 0.7, optimum: 1 }, 0.5, 'suboptimum'],
    [{ low: 0.3, high: 0.7, optimum: 1 }, 0.1, 'critical'],
    [{ high: 0.8, optimum: 0.2 }, 0.9, 'suboptimum'],
    [{ low: 5, high: -5 }, 0.9, 'optimum'],
  ] as const)('%j at %p: %p', (range, value, region) => {
    const whole = { low: undefined, high: undefined, optimum: undefined };
    expect(regionOf({ min: 0, max: 1, ...whole, ...range }, value)).toBe(region);
  });

  it('are states that rules match', async () => {
    const { app } = await use('<gauge value="0.1" low="0.3" high="0.7" optimum="1"/>');
    const gauge = gaugeOf(app);
    expect(gauge.matches(':state(critical)')).toBe(true);
    gauge.setAttribute('value', '0.9');
    expect(gauge.matches(':state(optimum)')).toBe(true);
    gauge.setAttribute('value', '0.6');
    expect(gauge.matches(':state(suboptimum)')).toBe(true);
    gauge.removeAttribute('value');
    expect(gauge.matches(':state(suboptimum)')).toBe(false);
  });
});

describe('a bar', () => {
  it('is exact to an eighth of a cell, shows what has begun, and is full only at the end', () => {
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1000 }), async (thousandths) => {
        const { row } = await use(
          `<container style="width: 12"><gauge value="${thousandths}" max="1000" show-value="false"/></container>`,
          { theme: 'color16-dark' },
        );
        const exact = Math.round((thousandths / 1000) * 96);
        const isEnd = thousandths === 0 || thousandths === 1000;
        const expected = isEnd ? exact : Math.min(95, Math.max(1, exact));
        expect(row(0).trimEnd()).toBe(filled(expected));
        unmountAll();
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it.each([
    [-5, 0, 1],
    [7, 0, 1],
    [3, 9, 2],
    [1e308, -1e308, 1e308],
    [5, 1e308, 1e308],
    [1, 1, 1],
  ])('of %p between %p and %p stays in its box', async (value, min, max) => {
    const { app, row } = await use(
      `<container style="width: 30"><gauge value="${value}" min="${min}" max="${max}" label="x" show-axis/></container>`,
      { theme: 'bw-std' },
    );
    expect(app.diagnostics).toEqual([]);
    expect(row(0).length).toBeLessThanOrEqual(30);
    expect(row(0)).not.toMatch(/NaN|undefined/);
  });

  it('gives up its label, then its text, for three cells of bar', async () => {
    const { row } = await use(
      ['20', '13', '9', '6', '2', '0']
        .map(
          (width) =>
            `<container style="width: ${width}; height: 1"><gauge label="Memory" value="0.5"/></container>`,
        )
        .join(''),
      { theme: 'bw-std' },
    );
    expect([0, 1, 2, 3, 4, 5].map(row)).toEqual([
      'Memory ████░░░░  50%',
      'Mem… █▌░  50%',
      '██░░  50%',
      '███░░░',
      '█░',
      '',
    ]);
  });
});

describe('a ring', () => {
  const picture = (share: number) => ({ domain: { min: 0, max: 1 }, value: share, marks: [] });
  const count = (mask: Uint8Array): number => {
    let bits = 0;
    for (const each of mask) for (let rest = each; rest > 0; rest >>= 1) bits += rest & 1;
    return bits;
  };

  it('has each of its sub-cells in one part, and its filled part by angle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('braille', 'octant', 'sextant', 'half'),
        (width, height, share, kind) => {
          const places = ringPlaces(width, height, kind);
          const [track, fill, marks] = arcMasks(picture(share), width, height, kind);
          expect(count(track) + count(fill) + count(marks)).toBe(places.length);
          const filledPlaces = places.filter(({ cell, bit }) => (fill[cell]! >> bit) & 1);
          const rest = places.filter(({ cell, bit }) => (track[cell]! >> bit) & 1);
          const last = Math.max(...filledPlaces.map((place) => place.share));
          expect(rest.every((place) => place.share > last)).toBe(true);
          if (share > 0 && places.length > 1) expect(filledPlaces.length).toBeGreaterThan(0);
          if (share < 1 && places.length > 1) expect(rest.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is the mirror image of itself from the other end', () => {
    for (const [width, height] of [
      [20, 5],
      [21, 6],
      [44, 4],
    ] as const) {
      const places = ringPlaces(width, height, 'sextant');
      const shares = places.map(({ share }) => share).sort((a, b) => a - b);
      const mirrored = shares.map((share) => 1 - share).sort((a, b) => a - b);
      expect(Math.max(...shares.map((share, at) => Math.abs(share - mirrored[at]!)))).toBeLessThan(
        1e-9,
      );
    }
  });
});

describe('what a screen reader finds', () => {
  const node = async (markup: string) => gaugeOf((await use(markup)).app)[ACCESSIBLE_NODE]();

  it('is a meter with a name, a value and its region', async () => {
    expect(
      await node(
        '<gauge label="Disk" value="91" max="100" low="70" high="90" optimum="0" unit="%"/>',
      ),
    ).toMatchObject({
      role: 'meter',
      name: 'Disk',
      valueNow: 91,
      valueMin: 0,
      valueMax: 100,
      valueText: '91%, critical',
    });
    expect(await node('<gauge aria-label="Wind" max="120"/>')).toMatchObject({
      role: 'meter',
      name: 'Wind',
    });
    expect((await node('<gauge value="0.42"/>')).valueText).toBe('42%');
  });
});

it('reports a bad format and bad colour stops', async () => {
  const { app } = await use(
    '<gauge value="5" max="10" number-format="nope nope" style="color-stops: hot red"/>',
    { errors: 'keep' },
  );
  const messages = app.diagnostics.map(({ message }) => message).join('\n');
  expect(messages).toMatch(/gauge: "number-format": expected/);
  expect(messages).toMatch(/gauge: "color-stops": expected values with colours/);
});

it.each(HOSTILE)('label and unit %#: no escape', async (text) => {
  const { app } = await use(
    `<gauge value="0.5" label="${escaped(text)}" unit="${escaped(text)}"/>`,
  );
  expect(isClean(app.output)).toBe(true);
});

describe.each(ALL_GOLDEN_THEMES)('in the theme %s', (theme) => {
  it.each(Gauge.examples.map((example) => [example.name, example] as const))(
    '%s',
    async (name, { markup, size: [width, height] }) => {
      const { app } = await use(markup, { width, height, theme });
      expect(app.diagnostics).toEqual([]);
      expect(app).toMatchScreen(`${name} ${theme}`);
    },
  );
});

it('keeps its parts at every width', async () => {
  const [bars, rings] = Gauge.examples;
  for (const width of [200, 60, 30, 12, 5, 1]) {
    const { app } = await use(`${bars!.markup}${rings!.markup}`, { width, height: 14 });
    expect(app).toMatchScreen(`width ${width}`);
  }
});
