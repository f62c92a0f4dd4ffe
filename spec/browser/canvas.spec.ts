/** The same drawings by Chromium's canvas and by the one here: which pixels are of another colour. @ci */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CanvasRenderingContext2D, PICTURE_OF } from '../../runtime/graphics/canvas/context.js';
import { Path2D } from '../../runtime/graphics/canvas/path2d.js';
import { DRAWINGS } from '../graphics/canvas/drawings.js';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';

const [WIDTH, HEIGHT] = [160, 96];

function drawHere(body: string): Uint8ClampedArray {
  const canvas = {
    [PICTURE_OF]: () => CanvasRenderingContext2D.pixels(context),
  };
  const host = { cell: () => ({ width: 2, height: 4 }), onChange: () => undefined };
  const context = new CanvasRenderingContext2D(canvas, host, WIDTH, HEIGHT);

  const drawing = new Function('c', 'Path2D', body) as (c: unknown, path: unknown) => void;
  drawing(context, Path2D);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/** Part of the pixels that differ on white by more than a sixteenth of the range of a channel. */
function difference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const onWhite = (data: ArrayLike<number>, at: number, channel: number): number => {
    const alpha = data[at + 3]! / 255;
    return data[at + channel]! * alpha + 255 * (1 - alpha);
  };
  let count = 0;
  for (let at = 0; at < one.length; at += 4) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs(onWhite(one, at, channel) - onWhite(other, at, channel)) > 16,
    );
    if (differs) count++;
  }
  return count / (one.length / 4);
}

describeInChromium('a canvas beside that of Chromium', () => {
  const browser = new Chromium();
  beforeAll(async () => {
    const page = join(await folderOf({}), 'page.html');
    writeFileSync(page, `<canvas width="${WIDTH}" height="${HEIGHT}"></canvas>`);
    await browser.open(page);
  });
  afterAll(() => browser.close());

  it.each(Object.entries(DRAWINGS))('%s', async (_name, body) => {
    const theirs = await browser.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('canvas');
      canvas.width = ${WIDTH};
      new Function('c', ${JSON.stringify(body)})(canvas.getContext('2d'));
      return [...canvas.getContext('2d').getImageData(0, 0, ${WIDTH}, ${HEIGHT}).data];
    })()`);
    const ours = drawHere(body);
    expect(theirs.some((value) => value > 0)).toBe(true);
    expect(difference(ours, theirs)).toBeLessThanOrEqual(0.02);
  });
});
