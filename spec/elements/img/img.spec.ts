/** Pictures in a document: their size, their states, and that their cells are ordinary ones. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Img } from '../../../elements/img/img.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

/** Red above blue, 64 x 64 pixels: 8 x 4 cells. */
const data = new Uint8Array(64 * 64 * 4);
for (let at = 0; at < 64 * 64; at++)
  data.set(at < 64 * 32 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
const FLAG = dataUrl(rgbaPng(64, 64, data));

const size = (app: Awaited<ReturnType<typeof mount>>, selector = 'img'): number[] => {
  const { width, height } = app.document.querySelector(selector)!.getBoundingClientRect();
  return [width, height];
};

describe('size', () => {
  it.each([
    ['', [8, 4]],
    ['width: 16', [16, 8]],
    ['height: 2', [4, 2]],
    ['width: 10; height: 2', [10, 2]],
    ['width: 100%', [30, 15]],
  ])('with %j', async (style, expected) => {
    const app = await mount(`<tui><img style="${style}" src="${FLAG}"/></tui>`, {
      width: 30,
      height: 20,
    });
    expect(size(app)).toEqual(expected);
  });

  it('keeps the aspect by the size of the terminal cells', async () => {
    const app = await mount(`<tui><img style="width: 16" src="${FLAG}"/></tui>`, {
      width: 30,
      height: 20,
    });
    expect(size(app)).toEqual([16, 8]);
    // Squares, as some terminals on phones have them.
    app.app.input(Buffer.from('\x1b[6;10;10t'));
    await app.settle();
    expect(size(app)).toEqual([16, 16]);
    app.app.input(Buffer.from('\x1b[6;0;0t\x1b[6;9999;10t\x1b[6;10t\x1b[6;20;10;3t'));
    await app.settle();
    expect(size(app)).toEqual([16, 16]);
  });

  it('keeps the aspect in a narrow box', async () => {
    const app = await mount(
      `<tui><container style="width: 4"><img src="${FLAG}"/></container></tui>`,
    );
    expect(size(app)).toEqual([4, 2]);
  });
});

describe('loading', () => {
  it('reads files of the app, and shows what it is given next', async () => {
    const files = { 'flag.png': rgbaPng(64, 64, data) };
    const app = await mount('<tui><img src="flag.png" alt="A flag"/></tui>', {
      files,
      permissions: 'all',
      width: 10,
      height: 5,
    });
    expect(size(app)).toEqual([8, 4]);
    app.document.querySelector('img')!.setAttribute('src', '');
    await app.settle();
    expect(app.text()).toBe('A flag');
  });

  it('says that it is loading until it is shown', async () => {
    const files = { 'flag.png': rgbaPng(64, 64, data) };
    const app = await mount('<tui><img alt="A flag"/></tui>', { files, permissions: 'all' });
    const image = app.document.querySelector('img') as Img;
    const words = (): string => app.document.documentElement.accessibleText();
    expect(image.complete).toBe(true);
    app.document.querySelector('img')!.setAttribute('src', 'flag.png');
    app.app.frame();
    expect(image.complete).toBe(false);
    expect(words()).toContain('image "A flag", loading');
    await app.settle();
    expect(image.complete).toBe(true);
    expect(words()).not.toContain('loading');
  });

  it('shows its text and an error with its place where there is no picture', async () => {
    const app = await mount('<tui>\n<img src="nothing.png" alt="A flag in the wind"/></tui>', {
      files: {},
      permissions: 'all',
      width: 10,
      height: 4,
      errors: 'keep',
    });
    expect(app.text()).toBe('A flag in\nthe wind');
    const [error] = app.diagnostics;
    expect(error).toMatchObject({ code: 'image-unread', severity: 'error' });
    expect(error!.message).toContain('"nothing.png" cannot be shown: the file does not exist');
    expect(error!.source!.text.slice(error!.span!.start, error!.span!.end)).toContain(
      'nothing.png',
    );
    expect(app.document.querySelector('img')!.matches(':state(broken)')).toBe(true);
  });

  it.each([
    ['ftp://a.example/x.png', 'expected a file, a data URL or an address of http or https, found'],
    ['data:image/png;base64,AAAA', 'expected a PNG, JPEG, GIF or WebP file'],
    ['data:image/png;base64,iVB@', 'expected base64 in the data URL, found "@"'],
    ['data:image/png;base64,', 'the file is empty'],
    ['\u001b]0;x\u0007.png', 'cannot be shown'],
  ])('says why %j is not shown', async (src, reason) => {
    const app = await mount('<tui><img alt="x"/></tui>', {
      errors: 'keep',
      files: {},
      permissions: 'all',
    });
    app.document.querySelector('img')!.setAttribute('src', src);
    await app.settle();
    expect(app.diagnostics[0]!.message).toContain(reason);
    expect(app.diagnostics[0]!.message).not.toContain('\u001b');
  });

  it('loads what an address leads to, once for all that show it at a time', async () => {
    const asked: unknown[] = [];
    let answer = (_: Response): void => undefined;
    const app = await mount('<tui><img alt="A"/><img alt="B"/></tui>', {
      width: 10,
      height: 8,
      permissions: ['--allow-net=a.example'],
      fetch: (url) => {
        asked.push(url);
        return new Promise<Response>((resolve) => (answer = resolve));
      },
    });
    const pictures = app.document.querySelectorAll('img');
    for (const each of pictures) each.setAttribute('src', 'https://a.example/flag.png');
    app.app.frame();
    const [img] = pictures as unknown as Img[];
    expect([app.text(), img!.complete, img!.matches(':state(loading)')]).toEqual([
      'A\nB',
      false,
      true,
    ]);
    answer(new Response(Buffer.from(rgbaPng(64, 64, data))));
    await app.settle();
    expect([asked, img!.complete, size(app)]).toEqual([
      ['https://a.example/flag.png'],
      true,
      [8, 4],
    ]);
  });

  it.each([
    ['an error', () => new Response('', { status: 404 }), 'the server answered with 404'],
    [
      'too much',
      () => new Response('', { headers: { 'content-length': '99999999' } }),
      'it has more than 64 MB',
    ],
    ['no picture', () => new Response('<html>'), 'expected a PNG, JPEG, GIF or WebP file'],
  ])('says why an address that answers with %s is not shown', async (_, answer, reason) => {
    const app = await mount('<tui><img src="http://a.example/x" alt="SHUT"/></tui>', {
      errors: 'keep',
      permissions: 'all',
      fetch: answer,
      width: 20,
      height: 2,
    });
    expect(app.text()).toBe('SHUT');
    expect(app.diagnostics[0]!.message).toContain(
      `"http://a.example/x" cannot be shown: ${reason}`,
    );
    expect(app.document.querySelector('img')!.matches(':state(broken)')).toBe(true);
  });

  it('shows what was asked for last, whatever arrives last', async () => {
    const answers: ((_: Response) => void)[] = [];
    const app = await mount(
      `<tui><img alt="A" onLoad="$app.seen.push('load')"/><script>export const seen = [];</script></tui>`,
      {
        permissions: 'all',
        fetch: () => new Promise<Response>((resolve) => answers.push(resolve)),
        width: 20,
        height: 8,
      },
    );
    const img = app.document.querySelector('img') as Img;
    for (const name of ['a', 'b', 'a']) {
      img.setAttribute('src', `https://a.example/${name}.png`);
      app.app.frame();
    }
    const small = rgbaPng(8, 16, new Uint8Array(8 * 16 * 4));
    answers[1]!(new Response(Buffer.from(small)));
    answers[0]!(new Response(Buffer.from(rgbaPng(64, 64, data))));
    await app.settle();
    expect([size(app), app.$tui.exports['seen']]).toEqual([[8, 4], ['load']]);
  });

  it('is broken no more without a file', async () => {
    const app = await mount('<tui><img src="data:,x" alt="A"/></tui>', { errors: 'keep' });
    const img = app.document.querySelector('img')!;
    expect(img.matches(':state(broken)')).toBe(true);
    img.setAttribute('src', '');
    await app.settle();
    expect(img.matches(':state(broken)')).toBe(false);
  });

  it('fires load and error', async () => {
    const app = await mount(
      `<tui><img onLoad="$app.seen.push('load')" onError="$app.seen.push(event.message)"/>
       <script>export const seen = [];</script></tui>`,
      { errors: 'keep' },
    );
    const seen = app.$tui.exports['seen'] as string[];
    const img = app.document.querySelector('img')!;
    img.setAttribute('src', FLAG);
    await app.settle();
    img.setAttribute('src', 'data:,x');
    await app.settle();
    expect(seen).toEqual(['load', expect.stringContaining('expected a PNG')]);
  });

  it('reads its text aloud', async () => {
    const app = await mount(`<tui><img src="${FLAG}" alt="A flag"/></tui>`);
    expect(app.document.documentElement.accessibleText()).toContain('image "A flag"');
  });
});

describe('cells', () => {
  const show = (style: string, markup = '', options = {}) =>
    mount(`<tui><img style="${style}" src="${FLAG}"/>${markup}</tui>`, {
      width: 10,
      height: 6,
      ...options,
    });

  it.each(['fullcolor-dark', 'color-dark', 'color16-dark', 'bw-dark'])('in %s', async (theme) => {
    expect(await show('width: 6; height: 3', '', { theme })).toMatchScreen(`flag ${theme}`);
  });

  it('fall back to ASCII', async () => {
    const app = await show('width: 6; height: 3', '', { glyphs: 'ascii' });
    expect(app.text()).toMatch(/^[ -~\n]+$/);
  });

  it('are cut off, scrolled and covered as others', async () => {
    const app = await mount(
      `<tui><container id="c" style="height: 2; overflow-y: scroll"><img src="${FLAG}"/></container></tui>`,
      { width: 10, height: 4 },
    );
    const row = (y: number): string => app.screen().toAnsi().split('\n')[y]!;
    const [red, next] = [row(0), row(1)];
    expect([red, next].every((each) => each.includes('255;0;0'))).toBe(true);
    app.document.getElementById('c')!.scrollTop = 1;
    await app.settle();
    expect(row(0)).toContain('255;0;0');
    expect(row(1)).toContain('0;0;255');
  });

  it('follow the mode of the attribute, the style and the setting, in this order', async () => {
    const app = await mount(
      `<tui><style>.a { gfx-mode: block }</style><img class="a" src="${FLAG}" style="width: 4; height: 1"/>
       <img class="a" gfx-mode="halfblock" src="${FLAG}" style="width: 4; height: 1"/></tui>`,
      { width: 10, height: 4 },
    );
    expect(app.text()).toBe('\n ▀▀');
  });
});
