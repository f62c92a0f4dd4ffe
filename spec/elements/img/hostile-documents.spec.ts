/** Documents that misuse `<img>`: its texts, its `src` at the wrong time, too many of it, and animations without end. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { GifWriter } from 'omggif';
import type { Img } from '../../../elements/img/img.js';
import { GET_SELECTABLE_TEXT } from '../../../runtime/element/internals.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { sized } from '../../support/property-runs.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;
const one = (app: App): Img => app.document.querySelector('img') as Img;

/** One cell of a colour. */
const cell = (red: number, green: number, blue: number): Uint8Array =>
  rgbaPng(
    8,
    16,
    Uint8Array.from({ length: 512 }, (_, at) => [red, green, blue, 255][at % 4]!),
  );
const RED = cell(255, 0, 0);
const BLUE = cell(0, 0, 255);
const shows = (app: App, color: string): boolean => app.screen().toAnsi().includes(`48;2;${color}`);

/** Escape sequences, bidi overrides, lone surrogates and C1, between words. */
const ALT = 'one \u001b]52;c;eA==\u0007\u001b[2J\u009b31m two\r\n\u202ethree\u2066 \ud800 four';
/** What may be in no text that a terminal gets. */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])/;

describe('alt', () => {
  it('has no control character on the screen, in what is copied and in messages', async () => {
    const app = await mount('<tui><img/></tui>', { width: 60, height: 4, errors: 'keep' });
    const image = one(app);
    image.setAttribute('alt', ALT);
    image.setAttribute('src', 'data:image/png;base64,AAAA');
    await app.settle();
    expect(image.matches(':state(broken)')).toBe(true);
    expect(app.text()).toMatch(/one .* two .*three .* four/);
    expect(app.text()).not.toMatch(UNSAFE);
    expect(app.output).not.toContain('\u001b]52');
    expect(app.output).not.toContain('\u001b[2J\u009b');
    expect(image[GET_SELECTABLE_TEXT]()).not.toMatch(UNSAFE);
    expect(app.diagnostics).toHaveLength(1);
    expect(app.diagnostics[0]!.message).not.toMatch(UNSAFE);
  });

  it('of a million characters is cut off', async () => {
    const app = await mount('<tui><img/></tui>', { width: 20, height: 4 });
    one(app).setAttribute('alt', 'a'.repeat(1_000_000));
    await app.settle();
    expect(app.text()).toBe(
      ['a'.repeat(20), 'a'.repeat(20), 'a'.repeat(20), 'a'.repeat(20)].join('\n'),
    );
  });
});

describe('src', () => {
  /** An app whose addresses are answered by hand, in any order. */
  async function slow(): Promise<{
    app: App;
    answer: (bytes: Uint8Array) => void;
    events: string[];
  }> {
    const waiting: ((response: Response) => void)[] = [];
    const app = await mount('<tui><img alt="WAIT"/></tui>', {
      width: 8,
      height: 2,
      permissions: ['--allow-net=a.example'],
      errors: 'keep',
      fetch: () => new Promise<Response>((resolve) => waiting.push(resolve)),
    });
    const events: string[] = [];
    for (const type of ['load', 'error']) one(app).addEventListener(type, () => events.push(type));
    return {
      app,
      events,
      answer: (bytes) => waiting.shift()!(new Response(Buffer.from(bytes))),
    };
  }
  const set = (app: App, src: string): void => {
    one(app).setAttribute('src', src);
    app.app.frame();
  };

  it('that is changed while it is loaded shows the later one, though the earlier one ends last', async () => {
    const { app, answer, events } = await slow();
    set(app, 'https://a.example/1');
    set(app, dataUrl(BLUE));
    await new Promise((resolve) => one(app).addEventListener('load', resolve));
    answer(RED);
    await app.settle();
    expect([shows(app, '0;0;255'), shows(app, '255;0;0')]).toEqual([true, false]);
    expect(events).toEqual(['load']);
  });

  it('that is changed and changed back is loaded for one event', async () => {
    const { app, answer, events } = await slow();
    set(app, 'https://a.example/1');
    set(app, '');
    set(app, 'https://a.example/1');
    expect(one(app).complete).toBe(false);
    answer(RED);
    await app.settle();
    expect(events).toEqual(['load']);
    expect([one(app).complete, shows(app, '255;0;0')]).toEqual([true, true]);
  });

  it('is of no effect on the screen once its element is removed', async () => {
    const { app, answer } = await slow();
    set(app, 'https://a.example/1');
    const image = one(app);
    image.remove();
    app.app.frame();
    answer(RED);
    await app.settle();
    expect([app.text(), shows(app, '255;0;0'), app.clock.pending]).toEqual(['', false, 0]);
    expect(app.diagnostics).toEqual([]);
    app.document.documentElement.append(image);
    await app.settle();
    expect(shows(app, '255;0;0')).toBe(true);
  });

  it.each([
    'data:',
    'data:,',
    'data:image/png;base64',
    'data:image/png;base64,%%%',
    'data:image/gif,GIF89a',
  ])('%s is an error with a message', async (src) => {
    const app = await mount('<tui><img alt="SHUT"/></tui>', {
      width: 8,
      height: 2,
      errors: 'keep',
    });
    set(app, src);
    await app.settle();
    expect([app.text(), one(app).matches(':state(broken)')]).toEqual(['SHUT', true]);
    expect(app.diagnostics.map(({ code }) => code)).toEqual([expect.stringMatching(/^image-/)]);
    expect(app.diagnostics[0]!.message).toContain('"data:" cannot be shown: ');
  });
});

const IMAGES = sized(3000, 600);

it('thousands of images show, scroll and go', async () => {
  const images = Array.from(
    { length: IMAGES },
    (_, at) => `<img src="${dataUrl(at % 2 === 0 ? RED : BLUE)}"/>`,
  );
  const app = await mount(
    `<tui><container id="box" style="overflow: scroll; height: 4">${images.join('')}</container></tui>`,
    {
      width: 8,
      height: 4,
    },
  );
  expect([shows(app, '255;0;0'), shows(app, '0;0;255')]).toEqual([true, true]);
  const box = app.document.getElementById('box')!;
  box.scrollTop = IMAGES - 4;
  await app.settle();
  expect([shows(app, '255;0;0'), shows(app, '0;0;255')]).toEqual([true, true]);
  box.remove();
  await app.settle();
  expect([app.text(), app.clock.pending]).toEqual(['', 0]);
});

it('an animation of ten thousand frames plays all of them, and those beyond are left out', async () => {
  const frames = 10_050;
  const bytes = new Uint8Array(1024 + frames * 128);
  // Green is in the last frame that counts alone, blue in those beyond.
  const writer = new GifWriter(bytes, 8, 16, {
    palette: [0xff0000, 0xffff, 0x00ff00, 0xff],
    loop: 0,
  });
  const pixels = Array.from({ length: 4 }, (_, index) => Array<number>(128).fill(index));
  for (let at = 0; at < frames; at++) {
    const index = at >= 10_000 ? 3 : at === 9999 ? 2 : 0;
    writer.addFrame(0, 0, 8, 16, pixels[index]!, { delay: 2 });
  }
  const before = process.memoryUsage().arrayBuffers;
  const app = await mount(
    `<tui><img src="${dataUrl(bytes.slice(0, writer.end()), 'gif')}"/></tui>`,
    {
      width: 4,
      height: 2,
    },
  );
  const seen = new Set<string>();
  for (let step = 0; step < 10_100; step++) {
    await app.advance(20);
    for (const name of ['0;255;0', '0;0;255']) if (shows(app, name)) seen.add(name);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20);
  expect([...seen]).toEqual(['0;255;0']);
});
