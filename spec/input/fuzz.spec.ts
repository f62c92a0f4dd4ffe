/** Whatever bytes arrive, at whatever moment: nothing throws, and the screen stays a screen. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { propertyRuns } from '../support/property-runs.js';

const DOCUMENT = `<container id="list" tabindex="0" style="overflow: scroll; height: 4; border: thin">
  <text tabindex="0">some text 漢字</text><text>more</text><text>and more</text><text tabindex="2">last</text></container>
  <data-bars tabindex="0" selectable tooltip="auto" series='[{"name":"s"}]' bars="[[1],[2]]" labels='["a","b"]'/>`;

const number = fc.integer({ min: -2, max: 40 });
const mouse = fc
  .tuple(
    fc.constantFrom(0, 1, 2, 3, 32, 34, 35, 64, 65, 66, 67, 96, 128, 4, 20),
    number,
    number,
    fc.boolean(),
  )
  .map(([button, x, y, up]) => `\x1b[<${button};${x};${y}${up ? 'm' : 'M'}`);
const key = fc.constantFrom(
  '\t',
  '\x1b[Z',
  '\x1b',
  '\x1b[A',
  '\x1b[B',
  '\x1b[5~',
  '\x1b[6~',
  '\x1b[H',
  '\x1b[F',
  '\r',
  ' ',
  '\x1b[200~paste\x1b[201~',
  '\x1b[200~',
  '\x1b[I',
  '\x1b[O',
  '\x1b[99;6u',
  '\x1b[2;5~',
  '\x1b[?1u',
);
const noise = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));

it('the mouse, keys and messages on screens of no size', async () => {
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [0, 5],
    [5, 0],
    [2, 1],
  ] as const) {
    const clock = new ManualClock();
    const app = createApp(DOCUMENT, {
      registry,
      width,
      height,
      clock,
      output: { write: () => true },
    });
    app.frame();
    app.notify('a message');
    app.input(Buffer.from('\x1b[<35;1;1M\x1b[<0;1;1M\x1b[<32;9;9M\x1b[<0;9;9m\t\x1b[6~'));
    app.frame();
    await clock.advance(300);
    app.frame();
    app.resize(3, 2);
    app.frame();
    app.resize(width, height);
    await clock.advance(5000);
    app.frame();
    expect(app.diagnostics).toEqual([]);
    app.stop();
  }
});

it('random bytes, keys and mouse reports, cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(mouse, mouse, key, noise), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (parts, cut) => {
        const clock = new ManualClock();
        const app = createApp(DOCUMENT, {
          registry,
          width: 24,
          height: 9,
          clock,
          output: { write: () => true },
          clipboard: { copy: () => Promise.resolve({ how: 'sent' }) },
        });
        app.frame();
        const bytes = Buffer.from(parts.join(''), 'latin1');
        for (let at = 0; at < bytes.length; at += cut) {
          app.input(bytes.subarray(at, at + cut));
          if (at % 5 === 0) app.frame();
          if (at % 7 === 0) await clock.advance(150);
          if (at % 11 === 0) app.document.querySelector('text')?.remove();
        }
        app.frame();
        expect(app.diagnostics).toEqual([]);
        app.stop();
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});
