/** Shaders: what they see, when they run, and that an app without the permission is told. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Canvas } from '../../../elements/canvas/canvas.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;
const canvasOf = (app: App): Canvas => app.document.querySelector('canvas') as Canvas;
const BOX = { width: 12, height: 5 };

const GRADIENT = `<script>export function gradient(x, y, time, resolution) {
  return [Math.round(255 * x / (resolution.width - 1)), Math.round(255 * y / (resolution.height - 1)), 128];
}</script>`;

describe('a shader', () => {
  it('gives the colour of each pixel', async () => {
    const app = await mount(
      `<tui><canvas gfx-mode="octant" style="width: 10; height: 4" onShader="gradient"/>${GRADIENT}</tui>`,
      { ...BOX, permissions: 'all' },
    );
    expect(app.screen()).toMatchScreen('gradient');
  });

  it('sees the drawing, and each of several what the one before made of it', async () => {
    const app = await mount(
      `<tui><canvas width="2" height="4" style="width: 1; height: 1"/><script>
        const canvas = document.querySelector('canvas');
        const c = canvas.getContext('2d');
        c.fillStyle = 'rgb(10, 20, 30)';
        c.fillRect(0, 0, 2, 4);
        export const seen = [];
        canvas.onShader = [
          (x, y, time, resolution, source) => source.getPixel(x, y).map((value) => value * 2),
          (x, y, time, resolution, source) => {
            if (x === 0 && y === 0) seen.push([source.getPixel(0, 0), source.getPixel(-1, 0), source.getPixel(0, 4), resolution.width, time]);
            return undefined;
          },
        ];
      </script></tui>`,
      { width: 2, height: 1, permissions: 'all' },
    );
    expect((app.$tui.exports['seen'] as unknown[])[0]).toEqual([
      [20, 40, 60, 255],
      null,
      null,
      2,
      0,
    ]);
    expect([...canvasOf(app).getContext('2d')!.getImageData(0, 0, 1, 1).data]).toEqual([
      10, 20, 30, 255,
    ]);
  });

  it('runs again with the clock, and not where motion is off', async () => {
    const markup = (style: string): string =>
      `<tui><canvas width="2" height="4" style="width: 1; height: 1; ${style}" onShader="tick"/><script>
        export const times = [];
        export function tick(x, y, time) { if (x === 0 && y === 0) times.push(time); return [0, 0, 0]; }
      </script></tui>`;
    const options = { width: 2, height: 1, permissions: 'all' as const };
    const [moving, still] = [
      await mount(markup(''), options),
      await mount(markup('animation-play-state: paused'), options),
    ];
    for (const app of [moving, still]) {
      for (let frame = 0; frame < 6; frame++) await app.advance(40);
    }
    const timesOf = (app: App): number[] => app.$tui.exports['times'] as number[];
    expect(timesOf(moving).length).toBeGreaterThan(3);
    expect(timesOf(moving).at(-1)).toBeGreaterThan(0.1);
    expect(timesOf(still)).toEqual([0]);
  });

  it('stops where nothing shows it', async () => {
    const app = await mount(
      `<tui><canvas width="2" height="4" onShader="tick"/><script>
        export const times = [];
        export function tick(x, y, time) { if (x === 0 && y === 0) times.push(time); return [0, 0, 0]; }
      </script></tui>`,
      { permissions: 'all' },
    );
    canvasOf(app).style.display = 'none';
    await app.advance(100);
    const { length } = app.$tui.exports['times'] as number[];
    await app.advance(500);
    expect(app.$tui.exports['times']).toHaveLength(length);
  });

  it('is told by name where it fails, and runs no more', async () => {
    const app = await mount(
      `<tui><canvas id="c" width="2" height="4" onError="$app.seen.push(event.message)"/><script>
        export const seen = [];
        document.querySelector('canvas').onShader = (x) => { seen.push('run'); return x.no.such; };
      </script></tui>`,
      { permissions: 'all', errors: 'keep' },
    );
    await app.advance(100);
    const message = '<canvas id="c">: the shader stopped: Cannot read properties of undefined';
    expect(app.$tui.exports['seen']).toEqual(['run', expect.stringContaining(message)]);
    expect(app.diagnostics.map(({ code }) => code)).toEqual(['shader-failed']);
  });

  it.each([
    ['throw Object.create(null)', 'it threw a value that cannot be shown'],
    ['throw { toString() { throw 1; } }', 'it threw a value that cannot be shown'],
    [
      'throw Object.defineProperty(new Error(), "message", { get() { throw 5; } })',
      'it threw a value that cannot be shown',
    ],
    [
      'throw new Proxy({}, { getPrototypeOf() { throw 1; } })',
      'it threw a value that cannot be shown',
    ],
    ['return new Proxy([], { get() { throw new Error("no"); } })', 'no'],
    [
      'return { then() {} }',
      'expected [red, green, blue] or [red, green, blue, alpha], found a promise',
    ],
    ['return 5', 'expected [red, green, blue] or [red, green, blue, alpha], found 5'],
  ])('stops without a word too many where it would %s', async (body, reason) => {
    const app = await mount(
      `<tui><canvas width="2" height="4"/><script>
        document.querySelector('canvas').onShader = () => { ${body} };
      </script></tui>`,
      { permissions: 'all', errors: 'keep' },
    );
    await app.advance(100);
    expect(app.diagnostics.map(({ message }) => message)).toEqual([
      `<canvas>: the shader stopped: ${reason}`,
    ]);
  });

  it.each([
    ['canvas.remove()'],
    ['canvas.width = 3 + ((canvas.width + 1) % 5)'],
    ['canvas.after(document.createElement("text"))'],
    ['canvas.onShader = () => [0, 0, 0]'],
    ['canvas.style.display = "none"'],
    ['canvas.getContext("2d").fillRect(0, 0, 9, 9)'],
    ['return [NaN, Infinity, -5, "red"]'],
    ['return new Array(5000)'],
  ])('may %s', async (body) => {
    const app = await mount(
      `<tui><canvas width="4" height="4"/><text>after</text><script>
        const canvas = document.querySelector('canvas');
        canvas.onShader = () => { ${body}; };
      </script></tui>`,
      { permissions: 'all' },
    );
    for (let frame = 0; frame < 4; frame++) await app.advance(50);
    expect(app.screen().toAnsi()).toContain('after');
  });

  it('needs the permission, and says how to grant it', async () => {
    const app = await mount(
      `<tui><canvas width="2" height="4" onShader="tick"/><script>
        export const times = [];
        export function tick() { times.push(1); return [0, 0, 0]; }
      </script></tui>`,
      { permissions: [], errors: 'keep' },
    );
    const [error] = app.diagnostics;
    expect(error).toMatchObject({
      code: 'not-permitted',
      suggestion: `run with --allow-shader, or write "shader": true in the policy's "permissions"`,
    });
    expect(app.$tui.exports['times']).toEqual([]);
  });

  it('refuses what is no function', async () => {
    const app = await mount('<tui><canvas/></tui>');
    expect(() => (canvasOf(app).onShader = [() => undefined, 3])).toThrow(
      'onShader: expected functions, found another value at index 1',
    );
  });
});
