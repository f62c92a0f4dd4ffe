import { afterEach, describe, expect, it } from '@jest/globals';
import { Spinner } from '../../elements/spinner.js';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use } from './control.js';

afterEach(unmountAll);

it('turns at the clock of the app, and writes one cell a picture', async () => {
  const { app, row } = await use('<text>above</text><spinner>Loading</spinner>');
  const seen = [row(1)];
  for (let n = 0; n < 10; n++) {
    const size = app.output.length;
    await app.advance(80);
    seen.push(row(1));
    expect(app.app.counters).toMatchObject({ restyled: 0, laidOut: 0, painted: 1 });
    expect(app.output.length - size).toBeLessThan(60);
  }
  expect(seen.map((text) => text[0]).join('')).toBe('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋');
  expect(new Set(seen.map((text) => text.slice(1)))).toEqual(new Set([' Loading']));
});

it('many cost one timer and one frame', async () => {
  const { app } = await use('<spinner>a</spinner>'.repeat(9));
  expect(app.clock.pending).toBe(1);
  await app.advance(80);
  expect(app.clock.pending).toBe(1);
  expect(
    new Set(
      app
        .text()
        .split('\n')
        .map((line) => line[0]),
    ),
  ).toEqual(new Set(['⠙']));
});

describe('an idle app writes nothing', () => {
  it.each([
    ['hidden', 'hidden'],
    ['not displayed', 'style="display: none"'],
    ['paused', 'style="animation-play-state: paused"'],
    ['of no size', 'style="width: 0; height: 0; min-height: 0"'],
  ])('%s', async (_name, attribute) => {
    const { app } = await use(
      `<container style="overflow: hidden; width: 8; height: 1"><spinner ${attribute}>a</spinner></container>`,
    );
    await app.advance(200);
    expect(app.clock.pending).toBe(0);
    const size = app.output.length;
    await app.advance(60_000);
    expect(app.output.length).toBe(size);
  });

  it('while it is scrolled out of sight; it goes on where it shows', async () => {
    const { app, get } = await use(
      `<container id="box" style="overflow: scroll; height: 3"><spinner id="s">a</spinner>${'<text>line</text>'.repeat(9)}</container>`,
    );
    get('#box').scrollTop = 5;
    await app.settle();
    await app.advance(200);
    expect(app.clock.pending).toBe(0);
    get('#box').scrollTop = 0;
    await app.settle();
    const before = app.text();
    await app.advance(80);
    expect(app.text()).not.toBe(before);
  });

  it('in a collapsible that is closed, and in a tab behind', async () => {
    const { app, get } = await use(
      `<collapsible id="c" summary="x" open="true"><spinner>a</spinner></collapsible>
       <tabs id="t"><tab label="1"/><tab label="2"><spinner>b</spinner></tab></tabs>`,
    );
    await app.advance(80);
    expect(app.clock.pending).toBe(1);
    get('#c').removeAttribute('open');
    await app.settle();
    await app.advance(160);
    expect(app.clock.pending).toBe(0);
  });
});

it('shows its first picture where nobody watches, whatever the time', () => {
  const clock = new ManualClock(123_456_789);
  const app = createApp('<tui><spinner>a</spinner><progress/></tui>', {
    registry,
    clock,
    width: 12,
    height: 2,
    theme: 'bw-dark',
  });
  app.frame();
  expect(String.fromCodePoint(app.cells.glyphs[0]!)).toBe('⠋');
  expect(clock.pending).toBe(0);
  app.stop();
});

it('ends with the app', async () => {
  const { app } = await use('<spinner>a</spinner>');
  expect(app.clock.pending).toBe(1);
  app.unmount();
  expect(app.clock.pending).toBe(0);
});

it('takes a cell without a label, and room for one that comes', async () => {
  const { app, get, row } = await use('<spinner id="s"/>');
  expect(get('#s').getBoundingClientRect()).toMatchObject({ width: 1, height: 1 });
  get('#s').textContent = 'Go';
  await app.settle();
  expect(row(0)).toBe('⠋ Go');
  get('#s').textContent = '';
  await app.settle();
  expect(get('#s').getBoundingClientRect()).toMatchObject({ width: 1, height: 1 });
});

it('says that something is going on', async () => {
  const { get } = await use('<spinner>Loading</spinner>');
  expect(get('spinner').accessibleText()).toBe('spinner "Loading", busy');
});

it.each(Spinner.attributes.type.enum)('%s has pictures of one cell', async (type) => {
  const { app, get } = await use(`<spinner type="${type}"/>`);
  const seen = new Set<string>();
  for (let n = 0; n < 12; n++) {
    seen.add(app.text());
    expect([...app.text()]).toHaveLength(1);
    await app.advance(130);
  }
  expect(seen.size).toBeGreaterThanOrEqual(4);
  expect(get('spinner').getBoundingClientRect().width).toBe(1);
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(`<spinner>${escaped(label)}</spinner>`);
  expect(isClean(app.output)).toBe(true);
});

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it.each([30, 8])('%i cells wide', async (width) => {
    const { app } = await use(Spinner.examples[0]!.markup, { theme, width, height: 8 });
    expect(app).toMatchScreen(`spinner ${width} ${theme}`);
  });
});
