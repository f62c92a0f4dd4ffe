/** The title of the terminal's window, which a document has and scripts change. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

async function titleAfter(script: string, markup = '<title>Start</title>'): Promise<unknown> {
  const app = await mount(
    `${markup}<text>hello</text><script>export function change() { ${script} }</script>`,
    { width: 10, height: 1 },
  );
  (app.$tui.exports['change'] as () => void)();
  return app.title;
}

describe("the window's title", () => {
  it.each([
    ['document.title', 'document.title = "Two  words"', 'Two words'],
    ['the text of <title>', 'document.querySelector("title").textContent = "Text"', 'Text'],
    ['its text node', 'document.querySelector("title").firstChild.data = "Data"', 'Data'],
    ['another <title>', 'document.querySelector("title").outerHTML = "<title>New</title>"', 'New'],
    ['no <title>', 'document.querySelector("title").remove()', ''],
    ['$tui.setTitle', '$tui.setTitle("Named")', 'Named'],
    ['whichever came last', '$tui.setTitle("Named"); document.title = "Start"', 'Start'],
    ['$tui.setTitle after it', 'document.title = "Start"; $tui.setTitle("Named")', 'Named'],
  ])('follows %s', async (_, script, title) => {
    expect(await titleAfter(script)).toBe(title);
  });

  it('is set once where a document had none', async () => {
    const app = await mount('<script>document.title = "First"; export const d = document</script>');
    expect(app.title).toBe('First');
    app.document.title = 'Second';
    expect(app.title).toBe('Second');
    expect(app.document.querySelectorAll('title')).toHaveLength(1);
  });

  it('stays where other texts change', async () => {
    expect(await titleAfter('document.querySelector("text").textContent = "other"')).toBe(
      undefined,
    );
  });
});
