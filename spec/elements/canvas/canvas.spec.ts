/** Drawings in a document: their size, when they are asked for, and that their cells are ordinary ones. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Canvas } from '../../../elements/canvas/canvas.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;
const canvasOf = (app: App): Canvas => app.document.querySelector('canvas') as Canvas;
const boxOf = (app: App): number[] => {
  const { width, height } = canvasOf(app).getBoundingClientRect();
  return [width, height];
};

describe('size', () => {
  it.each([
    ['', '', [40, 10], [80, 40]],
    ['', 'width: 20; height: 4', [20, 4], [40, 16]],
    ['width="100" height="60"', '', [50, 15], [100, 60]],
    ['width="100" height="60"', 'width: 10; height: 5', [10, 5], [100, 60]],
    ['', 'width: 100%; height: 3', [60, 3], [120, 12]],
  ])('of <canvas %s> with %j', async (attributes, style, box, pixels) => {
    const app = await mount(`<tui><canvas ${attributes} style="${style}"/></tui>`, {
      width: 60,
      height: 20,
    });
    expect(boxOf(app)).toEqual(box);
    const { width, height } = canvasOf(app);
    expect([width, height]).toEqual(pixels);
  });

  it('is laid out before a script draws, so that the first drawing stays', async () => {
    const app = await mount(
      `<tui><canvas style="width: 4; height: 2"/><script>
        const canvas = document.querySelector('canvas');
        const c = canvas.getContext('2d');
        c.fillStyle = 'red';
        c.fillRect(0, 0, canvas.width, 4);
        export const size = [canvas.width, canvas.height, canvas.getContext('webgl')];
      </script></tui>`,
      { width: 8, height: 2 },
    );
    expect(app.$tui.exports['size']).toEqual([8, 8, null]);
    expect([...canvasOf(app).getContext('2d')!.getImageData(7, 3, 1, 1).data]).toEqual([
      255, 0, 0, 255,
    ]);
  });

  it('clears the drawing where it is set', async () => {
    const app = await mount('<tui><canvas width="4" height="4"/></tui>');
    const canvas = canvasOf(app);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'red';
    context.fillRect(0, 0, 4, 4);
    canvas.width = 4;
    expect([...context.getImageData(0, 0, 1, 1).data]).toEqual([0, 0, 0, 0]);
    expect(context.fillStyle).toBe('#000000');
    expect(canvas.getContext('2d')).toBe(context);
  });
});

describe('onPaint', () => {
  it('fires once when it is shown, and where its pixels are others in number', async () => {
    const app = await mount(
      `<tui><canvas style="width: 100%; height: 4" onPaint="$app.seen.push([event.width, event.height, event.context === this.getContext('2d')])"/>
       <script>export const seen = [];</script></tui>`,
      { width: 20, height: 6 },
    );
    const seen = app.$tui.exports['seen'] as unknown[];
    expect(seen).toEqual([[40, 16, true]]);
    await app.resize(30, 6);
    await app.resize(30, 5);
    expect(seen).toEqual([
      [40, 16, true],
      [60, 16, true],
    ]);
  });

  it('does not fire again where a script clears the canvas by its size', async () => {
    const app = await mount(
      `<tui><canvas style="width: 4; height: 2" onPaint="$app.draw(this)"/><script>
        export const seen = [];
        export function draw(canvas) { seen.push(canvas.width); canvas.width = canvas.width; }
      </script></tui>`,
    );
    for (let frame = 0; frame < 5; frame++) await app.advance(50);
    expect(app.$tui.exports['seen']).toEqual([8]);
  });

  it('does not fire where nothing shows it', async () => {
    const app = await mount(
      `<tui><canvas style="display: none" onPaint="$app.seen.push(1)"/><script>export const seen = [];</script></tui>`,
    );
    expect(app.$tui.exports['seen']).toEqual([]);
  });
});

const DRAWING = `<style>tui { flex-direction: row; gap: 1; }</style>
  <canvas style="width: 20; height: 6" alt="A face" onPaint="$app.draw(event.context)"/><script>
  export function draw(c) {
    c.fillStyle = '#e8b04a'; c.beginPath(); c.arc(20, 12, 11, 0, 7); c.fill();
    c.fillStyle = '#222'; c.fillRect(14, 8, 3, 3); c.fillRect(23, 8, 3, 3);
    c.strokeStyle = '#b03'; c.lineWidth = 1.5; c.beginPath(); c.arc(20, 14, 5, 0.3, 2.8); c.stroke();
    c.fillStyle = 'white'; c.textAlign = 'center'; c.fillText('hello', 20, 23);
  }</script>`;

describe('a canvas of a fixed number of pixels', () => {
  const open = (style: string) =>
    mount(`<tui><canvas width="64" height="37" style="${style}"></canvas></tui>`, {
      width: 40,
      height: 12,
    });
  function paint(app: Awaited<ReturnType<typeof open>>): void {
    const { getContext } = app.document.querySelector('canvas') as unknown as Canvas;
    const c = getContext.call(app.document.querySelector('canvas'), '2d')!;
    c.fillStyle = 'white';
    c.fillText('text', 30, 20);
    c.textAlign = 'right';
    c.fillText('at the end', 64, 30);
    c.textAlign = 'left';
    c.fillText('a long text that sticks out', 20, 5, 40);
    c.fillStyle = 'red';
    c.fillRect(0, 0, 5, 5);
  }

  it('keeps what was drawn in a box of any size', async () => {
    const app = await open('width: 32; height: 10');
    paint(app);
    for (const style of ['width: 20; height: 5', 'width: 8; height: 3', 'width: 38; height: 11']) {
      app.document.querySelector('canvas')!.setAttribute('style', style);
      await app.settle();
      const fresh = await open(style);
      paint(fresh);
      await fresh.settle();
      expect(app.text()).toBe(fresh.text());
    }
    expect(app.text()).toContain('text');
  });

  it('forgets texts that others are drawn over', async () => {
    const app = await open('width: 32; height: 10');
    const canvas = app.document.querySelector('canvas') as unknown as Canvas;
    const c = canvas.getContext('2d')!;
    for (let count = 0; count < 5000; count++) c.fillText(String(count).padStart(5), 4, 20);
    await app.settle();
    expect(app.text()).toContain('4999');
    expect(app.text()).not.toContain('4998');
  });
});

describe('cells', () => {
  it.each(['fullcolor-dark', 'fullcolor-std', 'color-dark', 'color16-dark', 'bw-dark'])(
    'in %s',
    async (theme) => {
      const app = await mount(`<tui>${DRAWING}</tui>`, { width: 22, height: 7, theme });
      expect(app.screen()).toMatchScreen(`face ${theme}`);
    },
  );

  it('fall back to ASCII', async () => {
    const app = await mount(`<tui>${DRAWING}</tui>`, { width: 22, height: 7, glyphs: 'ascii' });
    expect(app.screen()).toMatchScreen('face ascii');
  });

  it.each(['octant', 'halfblock', 'braille', 'block'])('in the mode %s', async (mode) => {
    const markup = DRAWING.replace('<canvas', `<canvas gfx-mode="${mode}"`);
    expect(await mount(`<tui>${markup}</tui>`, { width: 22, height: 7 })).toMatchScreen(
      `face ${mode}`,
    );
  });

  it('are cut off and covered as others', async () => {
    const app = await mount(
      `<tui>${DRAWING}<dialog open style="width: 8; height: 3"><text>over</text></dialog></tui>`,
      { width: 18, height: 5 },
    );
    expect(app.screen()).toMatchScreen('face under a dialog');
  });

  it('are those of a fresh frame after any drawing', async () => {
    const number = fc.integer({ min: -4, max: 44 });
    const call = fc.oneof(
      fc.tuple(fc.constant('fillRect'), number, number, number, number),
      fc.tuple(fc.constant('clearRect'), number, number, number, number),
      fc.tuple(fc.constantFrom('fillText abc', 'fillText 表'), number, number),
      fc.tuple(fc.constantFrom('color #f00', 'color #0f08', 'color #123456')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('fullcolor-dark', 'color16-dark'),
        async (frames, theme) => {
          const draw = (app: App, calls: readonly (readonly [string, ...number[]])[]): void => {
            const context = canvasOf(app).getContext('2d')!;
            for (const [name, ...numbers] of calls) {
              const [method = '', text] = name.split(' ');
              if (method === 'color') context.fillStyle = text;
              else if (method === 'fillText') context.fillText(text!, numbers[0]!, numbers[1]!);
              else context[method as 'fillRect'](...(numbers as [number, number, number, number]));
            }
          };
          const markup = '<tui><canvas style="width: 20; height: 10"/></tui>';
          const options = { width: 20, height: 10, theme };
          const [one, other] = [await mount(markup, options), await mount(markup, options)];
          for (const calls of frames) {
            draw(one, calls as never);
            await one.settle();
            draw(other, calls as never);
          }
          await other.settle();
          expect(one.screen().toAnsi()).toBe(other.screen().toAnsi());
          one.unmount();
          other.unmount();
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

it('reads its words aloud', async () => {
  const app = await mount('<tui><canvas alt="A map of the harbour"/></tui>');
  expect(app.document.documentElement.accessibleText()).toContain('image "A map of the harbour"');
});

it('drops what is after the point of a size', async () => {
  const app = await mount('<tui><canvas/></tui>');
  const canvas = canvasOf(app);
  [canvas.width, canvas.height] = [10.7, 4.2];
  expect([canvas.width, canvas.height]).toEqual([10, 4]);
});

it('has at most 4096 pixels a side in a larger box', async () => {
  const app = await mount(
    `<tui><container style="overflow: auto; width: 10; height: 4">
      <canvas style="width: 3000; height: 4" onPaint="event.context.fillRect(0, 0, 1, 1)"/></container></tui>`,
  );
  const { width, height } = canvasOf(app);
  expect([width, height]).toEqual([4096, 16]);
});

it('scrolls in a box of many cells', async () => {
  const app = await mount(
    `<tui><container style="overflow: auto; width: 6; height: 4">
      <canvas width="4" height="4000" style="width: 2; height: 30000" onPaint="$app.draw(event.context)"/>
      </container><script>export function draw(c) {
        c.fillStyle = 'red'; c.fillRect(0, 0, 4, 4); c.fillStyle = 'blue'; c.fillRect(0, 100, 4, 4); c.fillText('é', 0, 100.2);
      }</script></tui>`,
    { width: 6, height: 4, theme: 'fullcolor-dark' },
  );
  const [RED, BLUE] = ['48;2;255;0;0', '48;2;0;0;255'];
  expect(app.screen().toAnsi()).toContain(RED);
  app.document.querySelector('container')!.scrollTop = 750;
  await app.settle();
  expect(app.screen().toAnsi()).toContain(BLUE);
  expect(app.screen().toAnsi()).not.toContain(RED);
  expect(app.screen().toAnsi()).toContain('é');
});

it('refuses a size that is none', async () => {
  await expect(mount('<tui><canvas width="9999999"/></tui>')).rejects.toThrow(
    '"width": expected a whole number from 0 to 4096, found 9999999',
  );
});

it('gives scripts its classes', async () => {
  const app = await mount(
    `<tui><canvas width="8" height="8"/><script>
      const canvas = document.createElement('canvas');
      canvas.width = 4; canvas.height = 4;
      const small = canvas.getContext('2d');
      small.fillStyle = 'blue';
      small.fill(new Path2D('M0 0h4v4h-4z'));
      const c = document.querySelector('canvas').getContext('2d');
      c.drawImage(canvas, 2, 2);
      c.putImageData(new ImageData(new Uint8ClampedArray([9, 8, 7, 255]), 1), 0, 0);
      export const seen = [c instanceof CanvasRenderingContext2D, canvas instanceof HTMLCanvasElement,
        typeof Path2D, [...c.getImageData(3, 3, 1, 1).data], [...c.getImageData(0, 0, 1, 1).data]];
    </script></tui>`,
  );
  expect(app.$tui.exports['seen']).toEqual([
    true,
    true,
    'function',
    [0, 0, 255, 255],
    [9, 8, 7, 255],
  ]);
});
