/** A part of a chart painted again, because something above or beside it moved: as if all had been. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const LABELS = ['Mon', 'Tue', 'Wed', 'Thu'];
// Only the first value is so wide that the values have to give way to the bars.
const BARS = [[129.86], [4], [7], [2]];

function chart(attributes: string): string {
  return `<data-bars id="chart" series='[{"name":"A"}]' bars='${JSON.stringify(BARS)}' show-values="true"
    ${attributes} />`;
}

const SIZE = { width: 24, height: 10 };

function documentWith(attributes: string, box: string): string {
  const style = `position: absolute; background: blue; left: 0; ${box}`;
  return `<tui>${chart(attributes)}<container id="box" style="${style}"/></tui>`;
}

/** The bar at each cell. */
function barsOf(app: Awaited<ReturnType<typeof mount>>): unknown[] {
  const element = app.document.getElementById('chart') as unknown as DataBars;
  const found: unknown[] = [];
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) found.push(element.barAt(x, y));
  }
  return found;
}

describe.each([
  ['horizontal', `max="200" labels='${JSON.stringify(LABELS)}' style="gap: 0; width: 13"`],
  [
    'vertical',
    `labels='${JSON.stringify(LABELS)}' style="orientation: vertical; width: 20; height: 8"`,
  ],
  ['sparkline', `max="200" style="height: 5; width: 16"`],
])('%s', (_name, attributes) => {
  it.each([
    ['height: 1; width: 24; top: 1', 'top', '3'],
    ['height: 8; width: 2; top: 0', 'left', '6'],
    ['height: 2; width: 3; top: 1', 'left', '9'],
    ['height: 2; width: 3; top: 1', 'top', '9'],
  ])('under a box that moves away (%s; then %s: %s)', async (box, property, value) => {
    const moved = await mount(documentWith(attributes, box), SIZE);
    moved.document.getElementById('box')!.style.setProperty(property, value);
    await moved.settle();
    const fresh = await mount(documentWith(attributes, `${box}; ${property}: ${value}`), SIZE);
    expect(moved.screen()).toEqual(fresh.screen());
    expect(barsOf(moved)).toEqual(barsOf(fresh));
    expect(barsOf(moved).some((bar) => bar !== undefined)).toBe(true);
  });
});
