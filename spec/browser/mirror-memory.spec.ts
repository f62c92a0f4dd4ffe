/** The page of the mirror over a long run: what it keeps is as much as the screen has, however many frames there were. @ci */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { says, shows } from './mirror-support.js';

/** Colours and texts that were never there before, pictures of a canvas, and a tree that changes. */
const APP = `<tui><text id="count" role="status">frame 0</text><button id="b">press</button>
  <canvas id="c" style="width: 20; height: 4"/><container id="rows"/>
  <script ready>
    const rows = Array.from({ length: 8 }, () => $tui.document.createElement('text'));
    $tui.getElementById('rows').append(...rows);
    const canvas = $tui.getElementById('c');
    const color = (seed) => '#' + ((seed * 2654435761) >>> 8 & 0xffffff).toString(16).padStart(6, '0');
    let frame = 0;
    setInterval(() => {
      frame++;
      $tui.getElementById('count').textContent = 'frame ' + frame;
      $tui.getElementById('b').textContent = 'press ' + frame;
      rows.forEach((row, at) => {
        row.textContent = '█▟╭'.repeat(1 + (frame + at) % 9) + ' row ' + frame * (at + 1);
        row.style.color = color(frame * 8 + at);
      });
      if (frame % 8 === 0) {
        const context = canvas.getContext('2d');
        context.fillStyle = color(frame);
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
    }, 16);
  </script></tui>`;

interface Kept {
  /** Of all maps and sets. */
  readonly entries: number;
  readonly listeners: number;
  /** In the document. */
  readonly elements: number;
  /** Nodes that scripts hold, and those of documents. */
  readonly nodes: number;
}

describeInChromium('the page', () => {
  let browser: Chromium;
  let served: Served;
  beforeAll(async () => {
    served = await serve(`${await folderOf({ 'app.tui': APP })}/app.tui`, {
      flags: ['--gfx-mode=auto', '--trust'],
    });
    browser = new Chromium();
    await browser.open('about:blank');
    await browser.resize(700, 400);
    await browser.go(served.view);
    await says(browser, 'Watching only');
    await shows(browser, 'frame ');
  });
  afterAll(async () => {
    await browser.close();
    await served.stop();
  });

  /** Sizes of all objects with a prototype, added up. */
  async function sizeOf(prototype: string, size: string): Promise<number> {
    const { result } = await browser.send<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression: prototype,
    });
    const { objects } = await browser.send<{ objects: { objectId: string } }>(
      'Runtime.queryObjects',
      { prototypeObjectId: result.objectId },
    );
    const { result: sum } = await browser.send<{ result: { value: number } }>(
      'Runtime.callFunctionOn',
      {
        objectId: objects.objectId,
        functionDeclaration: `function () { return this.reduce((sum, each) => sum + each.${size}, 0); }`,
        returnByValue: true,
      },
    );
    await browser.send('Runtime.releaseObject', { objectId: objects.objectId });
    return sum.value;
  }

  /** After so many frames and pictures on the page, and a collection of garbage. */
  async function keptAfter(
    frames: number,
    images: number,
  ): Promise<Kept & { readonly pictures: number }> {
    await browser.until(`window.shown >= ${frames} && window.pictures >= ${images}`);
    await browser.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners: listeners } = await browser.send<{
      nodes: number;
      jsEventListeners: number;
    }>('Memory.getDOMCounters');
    const maps = await sizeOf('Map.prototype', 'size');
    const sets = await sizeOf('Set.prototype', 'size');
    const [pictures = 0, elements = 0] = await browser.evaluate<number[]>(
      `[window.pictures, document.querySelectorAll('*').length]`,
    );
    return { entries: maps + sets, nodes, listeners, elements, pictures };
  }

  it('keeps no more after hundreds of frames and pictures than after some', async () => {
    await browser.evaluate(`void (window.shown = 0, window.pictures = 0,
      new MutationObserver((records) => {
        window.shown++;
        for (const { addedNodes } of records)
          for (const { localName } of addedNodes) if (localName === 'img') window.pictures++;
      }).observe(document.getElementById('frame'), { childList: true, subtree: true }))`);
    const early = await keptAfter(60, 1);
    const late = await keptAfter(400, early.pictures + 21);
    expect(late.listeners).toBe(early.listeners);
    // Rows have more runs or fewer, and other widths and glyphs.
    expect(late.entries - early.entries).toBeLessThan(20);
    expect(late.elements - early.elements).toBeLessThan(100);
    expect(late.nodes).toBeLessThan(10 * late.elements);
    expect(
      await browser.evaluate(`document.querySelectorAll('#frame img').length`),
    ).toBeLessThanOrEqual(1);
  });
});
