/**
 * An app that speaks the frame protocol by hand, with images, while a page of the mirror shows it: what is wrong ends it, and
 * what is not costs the launcher and the page no more than a screen of images; bytes that are markup are pixels.
 * @ci
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { serve, type Served } from '../support/mirror.js';
import { imagesApp } from '../sandbox/support/images-app.js';
import { says, shows } from './mirror-support.js';

const [WIDTH, HEIGHT] = [60, 12];
const BROKEN = [
  'an image with an id of another program',
  'an image with the id of another one',
  'an image within another one',
  'more pixels than the image declares',
  'an image that is too large',
  'an image on too many cells',
  'an image without pixels',
  'too many images',
];

describeInChromium('a hostile app with images', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = new Chromium();
    await browser.open('about:blank');
    await browser.resize(800, 500);
  });
  afterAll(() => browser.close());

  /** An app that attacks in one way when it gets the key, shown on the page. */
  async function open(kind: string): Promise<Served> {
    const flags = ['--trust', '--gfx-mode=auto', '--theme=fullcolor-dark'];
    const sizes = [`--headless-width=${WIDTH}`, `--headless-height=${HEIGHT}`];
    const served = await serve(await imagesApp(kind, [WIDTH, HEIGHT]), {
      flags: [...flags, ...sizes],
    });
    browser.events.length = 0;
    await browser.go(served.view);
    await says(browser, 'Watching only');
    await shows(browser, 'READY');
    const client = await served.client();
    client.press('a');
    return served;
  }

  const end = async (served: Served): Promise<void> => {
    await browser.go('about:blank');
    await served.stop();
  };

  /** Once its app has ended, the page tries from time to time whether there is another one. */
  const errors = (): unknown[] =>
    browser.errors.filter(
      (each) => !/ERR_CONNECTION_REFUSED.*\/challenge"/.test(JSON.stringify(each)),
    );

  it('control: markup runs where a page takes it for markup', async () => {
    const evil = `<img src=x onerror='window.ran=1'>`;
    await browser.evaluate(`void (document.body.innerHTML = ${JSON.stringify(evil)})`);
    await browser.until('window.ran === 1');
  });

  it.each(BROKEN)('%s ends it', async (kind) => {
    const served = await open(kind);
    try {
      expect(await served.ended).toBe(1);
      expect(served.stderr()).toContain('runner-broken');
      expect(served.stderr()).toContain(kind);
      await says(browser, 'The app has ended');
      expect(errors()).toEqual([]);
    } finally {
      await end(served);
    }
  });

  it('shows markup in bytes, cells and title as pixels and text', async () => {
    const served = await open('markup as pixels');
    try {
      // Of the runtime's own image, whose cells still name it, and of the attack's.
      await browser.until(
        `[...document.querySelectorAll('#frame img')].some((image) => image.naturalWidth === 16)`,
      );
      await browser.until(`document.title.includes('onload')`);
      expect(
        await browser.evaluate(`(() => ({
          ran: window.ran ?? 0,
          made: document.querySelectorAll('svg, iframe, object, embed, body script').length,
          handlers: [...document.querySelectorAll('*')].filter((each) =>
            [...each.attributes].some(({ name }) => name.startsWith('on'))).length,
          sources: [...new Set([...document.images].map(({ src }) => src.slice(0, 22)))],
        }))()`),
      ).toEqual({ ran: 0, made: 0, handlers: 0, sources: ['data:image/png;base64,'] });
      expect(errors()).toEqual([]);
    } finally {
      await end(served);
    }
  });

  it('thousands of images cost the launcher and the page no more than a screen of them', async () => {
    const served = await open('thousands of images');
    const { pid } = served.child;
    const peak = (): number =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    try {
      await browser.until(
        `[...document.querySelectorAll('#frame img')].some((image) => image.naturalWidth === 16)`,
      );
      const before = peak();
      // A screen has twenty of a hundred new ones: as many thousands were sent as hundreds are seen.
      await browser.evaluate(`void (window.most = 0, window.seen = 0,
        new MutationObserver((records) => {
          window.seen += records.reduce((sum, { addedNodes }) => sum + [...addedNodes].filter(({ localName }) => localName === 'img').length, 0);
          window.most = Math.max(window.most, document.querySelectorAll('#frame img').length);
        }).observe(document.getElementById('frame'), { childList: true, subtree: true }))`);
      await browser.until('window.seen > 300');
      expect(await browser.evaluate<number>('window.most')).toBeLessThanOrEqual(21);
      expect(peak() - before).toBeLessThan(60_000);
      // And it is shut down as any other.
      const client = await served.client();
      client.press('c', { ctrl: true });
      client.press('c', { ctrl: true });
      expect(await served.ended).toBe(130);
      await says(browser, 'The app has ended');
      expect(errors()).toEqual([]);
    } finally {
      await end(served);
    }
  });
});
