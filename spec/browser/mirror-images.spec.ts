/**
 * Images on the page of the mirror: real ones where the app shows pixels, at their cells, clipped and covered as those are.
 * @ci
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { press, says, shownBy, shownOn, shows } from './mirror-support.js';

const APP = `<policy>{"permissions": {"read": ["."]}}</policy><tui>
  <container id="box" style="height: 6; width: 24; overflow: hidden">
    <img id="wheel" src="wheel.png" alt="A ring" style="width: 20; height: 10; flex-shrink: 0"/>
  </container>
  <container id="cover" style="position: absolute; top: 2; left: 4; width: 6; height: 2; background: black"><text>cover</text></container>
  <text id="out">ready</text>
  <script ready>
    addEventListener('keydown', ({ key }) => {
      if (key === 'c') $tui.getElementById('cover').style.display = 'none';
      if (key === 'r') $tui.getElementById('wheel').remove();
      $tui.getElementById('out').textContent = 'key ' + key;
    });
  </script>
</tui>`;

/** Of each image on the page: whether it is decoded, its place in cells, and the cells that it covers. */
const IMAGES = `(() => {
  const length = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  const [cell, row] = [length('--cell'), length('--row')];
  return [...document.querySelectorAll('#frame img')].map((image) => {
    const places = [image.style.left, image.style.width].map((text) => Math.round(parseFloat(text) / cell))
      .concat([image.style.top, image.style.height].map((text) => Math.round(parseFloat(text) / row)));
    let cells = 0;
    for (const [, width] of image.style.clipPath.matchAll(/h *([\\d.]+)/g)) cells += Math.round(width / cell);
    return { isDecoded: image.complete && image.naturalWidth > 0, places, cells };
  });
})()`;

describeInChromium('images on the page', () => {
  let browser: Chromium;
  let served: Served;
  let file: string;
  beforeAll(async () => {
    const folder = await folderOf({ 'app.tui': APP });
    copyFileSync('examples/pictures/wheel.png', join(folder, 'wheel.png'));
    file = join(folder, 'app.tui');
    browser = new Chromium();
    await browser.open('about:blank');
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(browser.errors).toEqual([]);
    await browser.go('about:blank');
    await served.stop();
  });

  async function open(...flags: string[]): Promise<void> {
    served = await serve(file, { flags: ['--trust', ...flags] });
    await browser.resize(800, 500);
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, 'ready');
  }
  const images = (): Promise<{ isDecoded: boolean; places: number[]; cells: number }[]> =>
    browser.evaluate(IMAGES);

  it('are where their cells are, without those that are cut off or covered', async () => {
    await open('--gfx-mode=auto');
    await browser.until(`(${IMAGES})[0]?.isDecoded`);
    // 20 by 10 cells, of which 6 rows show, and 12 cells are covered.
    expect(await images()).toEqual([
      { isDecoded: true, places: [0, 20, 0, 10], cells: 6 * 20 - 12 },
    ]);
    await press(browser, 'c');
    await shows(browser, 'key c');
    await browser.until(`(${IMAGES})[0]?.cells === ${6 * 20}`);
    // Other clients have glyphs there, and so has the page below the image.
    const client = await served.client();
    await client.until('key c');
    expect((await shownOn(browser)).texts).toEqual(shownBy(client));
    expect(client.text.split('\n')[3]).toMatch(/[^ ]{4}/);
    await press(browser, 'r');
    await shows(browser, 'key r');
    await browser.until(`(${IMAGES}).length === 0`);
  });

  it('control: in cells there are none', async () => {
    await open();
    await press(browser, 'c');
    await shows(browser, 'key c');
    expect(await images()).toEqual([]);
  });
});
