/** Shaders on a picture: they see it as it lies in its box. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

/** Red above blue, 64 x 64 pixels: 8 x 4 cells. */
const data = new Uint8Array(64 * 64 * 4);
for (let at = 0; at < 64 * 64; at++) {
  data.set(at < 64 * 32 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
}
const FLAG = dataUrl(rgbaPng(64, 64, data));

const APP = `<tui><img src="${FLAG}" alt="A flag" onShader="negative"/><script>
  export const seen = [];
  export function negative(x, y, time, resolution, source) {
    if (x === 0 && y === 0) seen.push([resolution.width, resolution.height, source.getPixel(0, 0), source.getPixel(0, 15)]);
    const [red, green, blue] = source.getPixel(x, y);
    return [255 - red, 255 - green, 255 - blue];
  }
</script></tui>`;

it('see two by four pixels a cell, and change what is painted', async () => {
  const app = await mount(APP, { width: 9, height: 4, permissions: 'all' });
  expect((app.$tui.exports['seen'] as unknown[])[0]).toEqual([
    16,
    16,
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ]);
  expect(app.screen()).toMatchScreen('negative flag');
});

it('leave the picture as it is without the permission', async () => {
  const app = await mount(APP, { width: 9, height: 4, permissions: [], errors: 'keep' });
  expect(app.diagnostics.map(({ code }) => code)).toEqual(['not-permitted']);
  expect(app.$tui.exports['seen']).toEqual([]);
  expect(app.screen()).toMatchScreen('flag without its shader');
});
