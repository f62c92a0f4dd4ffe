/** Images of a text: which of them are pictures, where they come from, and which never are fetched. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Img } from '../../../elements/img/img.js';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const PICTURE = rgbaPng(16, 16, new Uint8Array(16 * 16 * 4).fill(255));
const files = { 'docs/p q.png': PICTURE, 'p.png': PICTURE };
type App = Awaited<ReturnType<typeof mount>>;

async function show(text: string, attributes = '', options: object = {}): Promise<App> {
  const app = await mount(`<tui><markdown id="m" ${attributes}></markdown></tui>`, {
    width: 30,
    height: 14,
    files,
    permissions: 'all',
    errors: 'keep',
    ...options,
  });
  (app.document.getElementById('m') as unknown as Markdown).value = text;
  await app.settle();
  return app;
}
const sources = (app: App): (string | null)[] =>
  [...app.document.querySelectorAll('img')].map((img) => img.getAttribute('src'));

describe('an image', () => {
  it('that is a paragraph of its own is a picture', async () => {
    const app = await show('Before\n\n![The *sun*](p.png "A title")\n\nAfter');
    const img = app.document.querySelector('img')!;
    expect(['src', 'alt', 'tooltip'].map((name) => img.getAttribute(name))).toEqual([
      'p.png',
      'The sun',
      'A title',
    ]);
    const { width, height } = img.getBoundingClientRect();
    expect([width, height]).toEqual([2, 1]);
    expect(app.text().split('\n').slice(0, 5)).toEqual(['Before', '', '', '', 'After']);
    expect(app.diagnostics).toEqual([]);
  });

  it('in a list, in a quote and by reference is one, too', async () => {
    const app = await show('- ![a](p.png)\n\n> ![b][r]\n\n![c][r]\n\n[r]: <docs/p q.png>');
    expect(sources(app)).toEqual(['p.png', 'docs/p q.png', 'docs/p q.png']);
    expect(app.diagnostics).toEqual([]);
  });

  it.each([
    ['Words ![and](p.png) more', 'Words and more'],
    ['![one](p.png) ![two](p.png)', 'one two'],
    ['[![linked](p.png)](there.md)', 'linked'],
    ['![address](https://a.example/p.png)', 'address'],
    ['![host](//a.example/p.png)', 'host'],
    ['![script](javascript:x)', 'script'],
    ['![nothing]()', 'nothing'],
    ['# ![head](p.png)', 'head'],
  ])('%j is shown as its words', async (text, words) => {
    const app = await show(text);
    expect(sources(app)).toEqual([]);
    expect(app.text().trim().split('\n')[0]!.trim()).toBe(words);
    expect(app.diagnostics).toEqual([]);
  });

  it('counts from the folder of the file, or from another one', async () => {
    const text = '![x](p%20q.png)';
    const app = await mount('<tui><markdown src="docs/a.md"/></tui>', {
      files: { ...files, 'docs/a.md': text },
      permissions: 'all',
      errors: 'keep',
    });
    expect(sources(app)).toEqual(['docs/p q.png']);
    expect(app.diagnostics).toEqual([]);
    const other = await show(text, 'base="docs"');
    expect(sources(other)).toEqual(['docs/p q.png']);
    other.document.getElementById('m')!.setAttribute('images', 'none');
    await other.settle();
    expect(sources(other)).toEqual([]);
  });

  it('that cannot be read is shown as its words, with a warning', async () => {
    const app = await show('![The sea](none.png)');
    expect(app.text().trim()).toBe('The sea');
    expect(app.diagnostics).toMatchObject([{ severity: 'warning', code: 'image-unread' }]);
  });

  it('is loaded from an address only where the app says so, and where it may', async () => {
    const asked: unknown[] = [];
    const fetch = (url: unknown): Response => (asked.push(url), new Response(Buffer.from(PICTURE)));
    const text = '![x](https://a.example/p.png)';
    await show(text, '', { fetch });
    expect(asked).toEqual([]);
    const denied = await show(text, 'images="all"', { fetch, permissions: 'policy' });
    expect([asked, denied.text().trim()]).toEqual([[], 'x']);
    const shown = await show(text, 'images="all"', { fetch });
    expect([asked, shown.text().trim()]).toEqual([['https://a.example/p.png'], '']);
  });

  it('may be a data URL', async () => {
    const app = await show(`![x](${dataUrl(PICTURE)})`);
    expect((app.document.querySelector('img') as unknown as Img).naturalWidth).toBe(16);
  });

  it('is not loaded while it may be written still', async () => {
    const app = await mount('<tui><markdown id="m"></markdown></tui>', {
      width: 30,
      height: 8,
      files,
      permissions: 'all',
    });
    const stream = (app.document.getElementById('m') as unknown as Markdown).stream().getWriter();
    for (const part of ['![The ', 'sun](p', '.pn', 'g)']) {
      await stream.write(part);
      await app.settle();
      expect(sources(app)).toEqual([]);
    }
    await stream.close();
    await app.settle();
    expect(sources(app)).toEqual(['p.png']);
  });
});
