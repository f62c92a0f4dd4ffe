/** What browsers have and this DOM lacks: a clear error, or an absence that libraries notice. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWindow } from '../../runtime/dom/plain/create-window.js';
import { MISSING, type Missing } from '../../runtime/dom/window/missing.js';
import { mount } from '../support/mount.js';

type Members = Readonly<Record<string, unknown>>;

/** The object that a member is looked for at: of an app, and of a document without one. */
async function ownersOf(owner: Missing['of']): Promise<readonly Members[]> {
  const app = await mount('<text>a</text>', { width: 10, height: 2 });
  const views = [app.document.defaultView, createWindow('<p>a</p>')];
  return views.map((view) => {
    const { document } = view as unknown as { readonly document: Document };
    const element = document.createElement('div');
    const owners = { Window: view, Document: document, Element: element, HTMLElement: element };
    return owners[owner] as unknown as Members;
  });
}

describe('what is missing', () => {
  it.each(MISSING.filter(({ how }) => how === 'throws'))(
    'throws an error that names it and what to use: $of.$member',
    async ({ of, member, instead }) => {
      for (const owner of await ownersOf(of)) {
        const call = owner[member] as (...args: unknown[]) => unknown;
        expect(() => call.call(owner, 'a', 'b')).toThrow(
          expect.objectContaining({
            name: 'NotSupportedError',
            message: `${of}.${member} is not supported: ${instead}`,
          }),
        );
      }
    },
  );

  it.each(MISSING.filter(({ how }) => how === 'absent'))(
    'is absent, for libraries that test for it: $of.$member',
    async ({ of, member }) => {
      for (const owner of await ownersOf(of)) {
        expect(member in owner).toBe(false);
      }
      if (of !== 'Window') return;
      const app = await mount(`<script>export const type = typeof ${member};</script>`);
      expect(app.$tui.exports['type']).toBe('undefined');
    },
  );

  it('is in the table once', () => {
    const names = MISSING.map(({ of, member }) => `${of}.${member}`);
    expect(names).toHaveLength(new Set(names).size);
  });
});

describe('names that newer versions of Node have', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'));

  it('are absent all the same', async () => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => ({}) });
    const app =
      await mount(`<button onClick="$app.seen.push(typeof localStorage)">a</button><script>
      export const seen = [typeof localStorage, 'localStorage' in window, window.localStorage];
    </script>`);
    await app.click('button');
    expect(app.$tui.exports['seen']).toEqual(['undefined', false, undefined, 'undefined']);
  });
});

describe('what is there in cells', () => {
  const PAGE = `<style>
      #box { position: relative; border: thin; width: 12; height: 4; overflow: scroll; margin: 1 0 0 2 }
      #in { width: 4; height: 8 } #gone { display: none } #hid { visibility: hidden }
    </style>
    <container id="box"><text id="in">a</text></container><text id="gone">b</text><text id="hid">c</text>`;

  it('offsets count from the positioned element around, scrolled or not', async () => {
    const app = await mount(PAGE, { width: 20, height: 10 });
    const [box, inner] = ['box', 'in'].map((id) => app.document.getElementById(id)!);
    const offsets = (): unknown => {
      const { offsetParent, offsetLeft, offsetTop, offsetWidth, offsetHeight } = inner!;
      return [offsetParent?.id, offsetLeft, offsetTop, offsetWidth, offsetHeight];
    };
    expect([box!.offsetParent?.localName, box!.offsetLeft, box!.offsetTop]).toEqual(['tui', 2, 1]);
    expect(offsets()).toEqual(['box', 0, 0, 4, 8]);
    box!.scrollTop = 2;
    await app.settle();
    expect(offsets()).toEqual(['box', 0, 0, 4, 8]);
    expect(inner!.getBoundingClientRect().y).toBe(0);
    const gone = app.document.getElementById('gone')!;
    expect([gone.offsetParent, gone.offsetWidth, gone.offsetTop]).toEqual([null, 0, 0]);
    expect(app.document.documentElement.offsetParent).toBe(null);
  });

  it('elements know whether they show', async () => {
    const app = await mount(PAGE, { width: 20, height: 10 });
    const see = (id: string, options?: object): boolean =>
      app.document.getElementById(id)!.checkVisibility(options);
    expect([see('in'), see('gone'), see('hid')]).toEqual([true, false, true]);
    expect(see('hid', { visibilityProperty: true })).toBe(false);
    expect(see('in', { visibilityProperty: true })).toBe(true);
    expect(app.document.createElement('text').checkVisibility()).toBe(false);
  });

  it('all elements at a cell are found, innermost first', async () => {
    const app = await mount(PAGE, { width: 20, height: 10 });
    const at = (x: number, y: number): string[] =>
      app.document.elementsFromPoint(x, y).map((each) => each.id || each.localName);
    expect(at(3, 2)).toEqual(['in', 'box', 'tui']);
    expect(at(2, 1)).toEqual(['box', 'tui']);
    expect(at(-1, 0)).toEqual([]);
  });

  it('the window scrolls the root', async () => {
    const app = await mount(
      `<style>tui { overflow: scroll }</style><text style="height: 30">a</text><script>
        export const y = () => [window.scrollY, window.pageYOffset, scrollY];
      </script>`,
      { width: 10, height: 5 },
    );
    const view = app.document.defaultView as unknown as Window;
    const y = app.$tui.exports['y'] as () => number[];
    view.scrollTo(0, 4);
    expect(view.scrollY).toBe(4);
    view.scrollBy({ top: 3 });
    expect([view.scrollY, view.pageYOffset, view.scrollX]).toEqual([7, 7, 0]);
    expect(y().slice(0, 2)).toEqual([7, 7]);
  });

  it.each([
    ['abc-_é😀', 'abc-_é😀'],
    ['1a', '\\31 a'],
    ['-1', '-\\31 '],
    ['-', '\\-'],
    ['--', '--'],
    ['a b.c#d:e', 'a\\ b\\.c\\#d\\:e'],
    ['\0\u0001\u007f', '\ufffd\\1 \\7f '],
    ['\\1 ', '\\\\1\\ '],
    ['', ''],
  ])('CSS.escape writes %j as %j', async (text, escaped) => {
    const { CSS } = createWindow('').window as unknown as { CSS: { escape(text: string): string } };
    expect(CSS.escape(text)).toBe(escaped);
    if (text === '' || text.includes('\0')) return;
    const app = await mount('<text>a</text>');
    const element = app.document.querySelector('text')!;
    element.id = text;
    expect(app.document.querySelector(`#${escaped}`)).toBe(element);
  });
});
