/** The context: states, pixels, texts, and what it says to values that it cannot take. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CanvasRenderingContext2D } from '../../../runtime/graphics/canvas/context.js';
import { ImageData } from '../../../runtime/graphics/canvas/image-data.js';
import { Path2D } from '../../../runtime/graphics/canvas/path2d.js';
import { propertyRuns } from '../../support/property-runs.js';
import { at, surface, type Surface } from './context-of.js';

const texts = ({ context }: Surface): [number, number, string, string][] =>
  [...CanvasRenderingContext2D.texts(context).at({ width: 2, height: 4 })].map(
    ([x, y, { text, color }]) => [x, y, text, color.join(' ')],
  );

describe('state', () => {
  it('keeps what it had where a value is none', () => {
    const { context } = surface(4, 4);
    Object.assign(context, { fillStyle: 'rgba(10, 20, 30, 0.5)', lineWidth: 3, lineCap: 'round' });
    Object.assign(context, {
      fillStyle: 'no colour',
      lineWidth: -1,
      lineCap: 'flat',
      globalAlpha: 2,
    });
    expect(context.fillStyle).toBe('rgba(10, 20, 30, 0.5)');
    expect([context.lineWidth, context.lineCap, context.globalAlpha]).toEqual([3, 'round', 1]);
    context.strokeStyle = 'hsl(120, 100%, 25%)';
    expect(context.strokeStyle).toBe('#008000');
    context.setLineDash([1, 2, 3]);
    context.setLineDash([1, -1]);
    expect(context.getLineDash()).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it('is saved and restored, the clip too', () => {
    const drawn = surface(6, 1);
    const { context } = drawn;
    context.save();
    context.beginPath();
    context.rect(0, 0, 2, 1);
    context.clip();
    context.translate(1, 0);
    context.fillStyle = 'red';
    context.fillRect(0, 0, 6, 1);
    context.restore();
    context.fillRect(4, 0, 1, 1);
    context.restore();
    expect([0, 1, 2, 4].map((x) => at(drawn, x, 0).join(' '))).toEqual([
      '0 0 0 0',
      '255 0 0 255',
      '0 0 0 0',
      '0 0 0 255',
    ]);
  });

  it('says what is missing, and takes what changes nothing', () => {
    const { context } = surface(4, 4);
    const fields = context as unknown as Record<string, unknown>;
    fields['shadowBlur'] = 0;
    fields['shadowColor'] = 'transparent';
    fields['filter'] = 'none';
    expect(() => (fields['shadowBlur'] = 4)).toThrow(
      'CanvasRenderingContext2D.shadowBlur is not supported: draw the shadow as a shape of its own',
    );
    expect(() => (fields['strokeText'] as () => void)()).toThrow('use fillText');
    expect(() => (context.globalCompositeOperation = 'hue')).toThrow('"hue" is not supported');
    context.globalCompositeOperation = 'nonsense';
    expect(context.globalCompositeOperation).toBe('source-over');
  });
});

describe('pixels', () => {
  it('are put and read as they are, beyond the edges as well', () => {
    const drawn = surface(4, 4);
    const image = new ImageData(new Uint8ClampedArray([1, 2, 3, 4, 5, 6, 7, 255]), 2);
    drawn.context.putImageData(image, 3, 3);
    drawn.context.putImageData(image, 1, 1, 1, 0, 1, 1);
    expect(at(drawn, 3, 3)).toEqual([1, 2, 3, 4]);
    expect([at(drawn, 1, 1), at(drawn, 2, 1)]).toEqual([
      [0, 0, 0, 0],
      [5, 6, 7, 255],
    ]);
    const read = drawn.context.getImageData(2, 2, 3, 3);
    expect([...read.data.subarray(16, 20)]).toEqual([1, 2, 3, 4]);
    expect([read.width, read.data.at(-1)]).toEqual([3, 0]);
  });

  it('tell which have changed', () => {
    const { context, changes } = surface(40, 20);
    context.fillRect(3.5, 4, 5, 6);
    expect(changes).toEqual([{ x: 3, y: 4, width: 6, height: 6 }]);
    changes.length = 0;
    context.fillRect(100, 100, 5, 5);
    expect(changes).toEqual([]);
  });

  it('mix as their operation says', () => {
    const drawn = surface(2, 1);
    drawn.context.fillStyle = 'rgb(200, 100, 0)';
    drawn.context.fillRect(0, 0, 2, 1);
    drawn.context.globalCompositeOperation = 'multiply';
    drawn.context.fillStyle = 'rgb(128, 128, 128)';
    drawn.context.fillRect(0, 0, 1, 1);
    drawn.context.globalCompositeOperation = 'destination-out';
    drawn.context.fillRect(1, 0, 1, 1);
    expect([at(drawn, 0, 0), at(drawn, 1, 0)]).toEqual([
      [100, 50, 0, 255],
      [0, 0, 0, 0],
    ]);
  });

  it('of a picture that is drawn small are means, and none is left out', () => {
    const [large, small] = [surface(64, 64), surface(4, 4)];
    for (let x = 0; x < 64; x += 2) large.context.fillRect(x, 0, 1, 64);
    small.context.drawImage(large.canvas, 0, 0, 4, 4);
    for (const x of [0, 1, 2, 3]) expect(at(small, x, 2)[3]).toBeCloseTo(128, -1);
  });
});

describe('texts', () => {
  it('are letters in the cells where they are, by alignment and baseline', () => {
    const drawn = surface(40, 16);
    drawn.context.fillStyle = '#102030';
    drawn.context.fillText('ab', 4, 8);
    drawn.context.textAlign = 'right';
    drawn.context.textBaseline = 'top';
    drawn.context.fillText('表', 40, 12);
    expect(texts(drawn)).toEqual([
      [2, 1, 'a', '16 32 48 1'],
      [3, 1, 'b', '16 32 48 1'],
      [18, 3, '表', '16 32 48 1'],
    ]);
    expect(drawn.context.measureText('ab表').width).toBe(8);
  });

  it('go with what is drawn over them, and are cut at the clip and the width', () => {
    const drawn = surface(40, 16);
    drawn.context.fillText('abcdef', 0, 4);
    drawn.context.fillRect(4, 0, 4, 4);
    drawn.context.fillText('xyz', 20, 4, 4);
    drawn.context.rect(0, 8, 3, 8);
    drawn.context.clip();
    drawn.context.fillText('mno', 0, 12);
    expect(texts(drawn).map(([x, , text]) => `${x}${text}`)).toEqual([
      '0a',
      '1b',
      '4e',
      '5f',
      '10x',
      '11y',
      '0m',
    ]);
  });

  it('show control characters, and obey none', () => {
    const drawn = surface(40, 4);
    drawn.context.fillText('a\u001b[31m\u202eb\nc', 0, 4);
    const shown = texts(drawn)
      .map(([, , text]) => text)
      .join('');
    expect(shown).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(shown.startsWith('a')).toBe(true);
  });
});

describe('paths of SVG', () => {
  it('count up to a fault', () => {
    const drawn = surface(8, 8);
    drawn.context.fill(new Path2D('M0 0H4V4H0Z M4 4 L oops'));
    expect([at(drawn, 1, 1)[3], at(drawn, 6, 6)[3]]).toEqual([255, 0]);
    drawn.context.fill(new Path2D('nonsense'));
  });

  it('know what is inside', () => {
    const { context } = surface(8, 8);
    const path = new Path2D('M1 1h4v4h-4z');
    context.scale(2, 1);
    expect([context.isPointInPath(path, 9, 2), context.isPointInPath(path, 1, 2)]).toEqual([
      true,
      false,
    ]);
    expect([context.isPointInStroke(path, 2, 2), context.isPointInStroke(path, 6, 3)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('any calls', () => {
  const { context: sample } = surface(1, 1);
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(sample))
    .concat(Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(sample))))
    .concat([
      'arc',
      'arcTo',
      'ellipse',
      'roundRect',
      'rect',
      'moveTo',
      'lineTo',
      'bezierCurveTo',
      'closePath',
    ])
    .filter((name) => name !== 'constructor' && name !== 'canvas');
  const value = fc.oneof(
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.constantFrom(
      NaN,
      Infinity,
      -Infinity,
      1e308,
      0,
      -0,
      1e9,
      null,
      undefined,
      '',
      'red',
      'round',
      '5',
      'multiply',
    ),
    fc.constantFrom<unknown>(
      {},
      [],
      [3],
      new Path2D('M0 0L9 9'),
      'a\u001b]0;x\u0007',
      Symbol.iterator.toString(),
    ),
  );

  it('throw nothing but errors of their values, and stay within the pixels', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...methods), fc.array(value, { maxLength: 9 })), {
          maxLength: 30,
        }),
        (calls) => {
          const drawn = surface(20, 12);
          const fields = drawn.context as unknown as Record<string, unknown>;
          for (const [name, values] of calls) {
            try {
              const member = fields[name];
              if (typeof member === 'function')
                (member as (...all: unknown[]) => void).apply(drawn.context, values);
              else fields[name] = values[0];
            } catch (error) {
              expect(String((error as Error).name)).toMatch(/Error$/);
              expect((error as Error).stack).not.toMatch(/Maximum call stack/);
            }
          }
          expect(drawn.pixels().data).toHaveLength(4 * 20 * 12);
          for (const { x, y, width, height } of drawn.changes) {
            expect(x >= 0 && y >= 0 && x + width <= 20 && y + height <= 12).toBe(true);
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('isPointInPath', () => {
  it('takes the line of the path as inside', () => {
    const { context: c } = surface(40, 40);
    c.translate(10, 10);
    c.rect(0, 0, 20, 20);
    c.resetTransform();
    const points = [
      [10, 10],
      [30, 30],
      [20, 10],
      [30.01, 20],
      [9.99, 20],
      [5, 5],
    ] as const;
    expect(points.map(([x, y]) => c.isPointInPath(x, y))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
