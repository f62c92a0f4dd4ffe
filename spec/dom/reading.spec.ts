/** A document as it is read aloud. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

async function read(markup: string): Promise<string> {
  const app = await mount(`<tui>${markup}</tui>`, { width: 60, height: 20 });
  return app.document.documentElement.accessibleText();
}

describe('a document read aloud', () => {
  it('has a line for each paragraph and control, in order, and groups by their names', async () => {
    expect(
      await read(`<text role="heading">Order</text>
<container title="Size" style="border: rounded">
  <checkbox checked="true">Large</checkbox>
  words <b>in</b>
  between <a href="#">here</a><br/>and there
  <container><button disabled="true">Go</button></container>
</container>
<container title="Note">One line.</container>
<container role="navigation" aria-label="Pages"><button>Next</button></container>`),
    ).toBe(`heading "Order"
group "Size"
  checkbox "Large", checked
  words in between here (link) and there
  button "Go", disabled
group "Note": One line.
navigation "Pages"
  button "Next"`);
  });

  it('leaves out what does not show: hidden, closed, inert, code', async () => {
    expect(
      await read(`<style>.gone { display: none }</style><title>T</title>
<text class="gone">1</text><text style="visibility: hidden">2</text>
<container style="visibility: hidden">3<text style="visibility: visible">seen</text></container>
<text aria-hidden="true">4</text><container inert="true">5</container>
<dialog title="Closed">6</dialog>
<collapsible summary="More"><text>7</text></collapsible>
<tabs><tab label="A"><text>first</text></tab><tab label="B" disabled="true"><text>8</text></tab></tabs>
<text>so <span class="gone">9</span><span style="visibility: hidden">10</span> it is<!-- 11 --></text>
<script>const twelve = 12;</script>`),
    ).toBe(`seen
collapsible "More", closed
tabs, 2 tabs, "A" selected; A, B (disabled)
  tab "A", selected: first
so it is`);
  });

  it('is that of a modal dialog alone while it is open, and tells the focus', async () => {
    const app = await mount(`<tui><button>Behind</button>
<dialog open="true" modal="true" title="Quit?"><text>Unsaved.</text><button>Yes</button></dialog></tui>`);
    const { documentElement } = app.document;
    expect(documentElement.accessibleText()).toBe(
      'modal dialog "Quit?"\n  Unsaved.\n  button "Yes", focused',
    );
    await app.press('Escape');
    await app.advance(100);
    expect(documentElement.accessibleText()).toBe('button "Behind"');
    await app.press('Tab');
    expect(documentElement.accessibleText()).toBe('button "Behind", focused');
    expect(app.document.querySelector('button')!.accessibleText()).toBe('button "Behind"');
  });

  it('says the name of a control with the control, and not once more', async () => {
    expect(
      await read(`<text id="a">Size</text><select aria-labelledby="a"><option>S</option></select>
<text id="b">Name</text><input aria-labelledby="b"/><text id="">free</text>`),
    ).toBe('select "Size", S\ntext field "Name", empty\nfree');
  });

  it('reads lists item by item, others in them too, and both sides of a split', async () => {
    expect(
      await read(`<list><li>Fruit<list><li>Apples</li></list></li><li>Bread</li></list>
<split-pane position="10" style="height: 3"><text>left</text><text>right</text></split-pane>`),
    ).toBe(`list, 2 items
  item
    Fruit
    list, 1 item
      item: Apples
  item: Bread
splitter, 10 of 59
  left
  right`);
  });

  it('holds against any text and any depth', async () => {
    const app = await mount('<tui><container id="c"/></tui>', { width: 20, height: 4 });
    let at = app.document.getElementById('c')!;
    at.setAttribute('title', 'a\u001b[2Jb\nc');
    at.append('\u202e\u0007x\ud800');
    for (let i = 0; i < 3000; i++) {
      const child = app.document.createElement(i % 2 === 0 ? 'container' : 'li');
      at.append(child);
      at = child;
    }
    at.append('deep');
    const text = app.document.documentElement.accessibleText();
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain('group "a␛[2Jb c"');
    expect(text.split('\n').at(-1)!.trim()).toMatch(/^item: deep$/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(80);

    let inline = app.document.createElement('text');
    const paragraph = inline;
    for (let i = 0; i < 3000; i++) {
      const child = app.document.createElement('b');
      inline.append(child);
      inline = child;
    }
    inline.append('inside');
    expect(paragraph.accessibleText()).toBe('inside');
  });
});

describe('inline elements', () => {
  it('look as their names say, in colours and without', async () => {
    const markup = `<text><b>a</b><strong>b</strong><i>c</i><em>d</em><u>e</u><s>f</s><a href="#">g</a><a>h</a></text>`;
    const looks = async (theme: string): Promise<string> => {
      const app = await mount(markup, { width: 8, height: 1, theme });
      return [...'abcdefgh']
        .map((letter, x) => {
          const { char, fg, attributes } = app.screen().cell(x, 0);
          return `${char === letter ? letter : '?'}${fg === '#e0e0e0' || fg === 'default' ? '' : fg} ${attributes.join()}`;
        })
        .join('; ');
    };
    const all = 'a bold; b bold; c italic; d italic; e underline; f strike; g underline; h ';
    expect(await looks('bw-std')).toBe(all);
    expect(await looks('fullcolor-dark')).toBe(all.replace('g ', 'g#89b4fa '));
  });

  it('are dim with what they stand in, and legible under the cursor of a list', async () => {
    const dim = await mount('<button disabled="true">x <b>y</b></button>', { theme: 'bw-std' });
    expect(dim.screen().cell(4, 0)).toMatchObject({ char: 'y', attributes: ['dim'] });
    const list = await mount(
      '<list selectable="single"><li><a href="#">one</a></li><li>two</li></list>',
    );
    await list.press('Tab', 'Tab');
    list.document.querySelector('list')!.focus();
    await list.settle();
    const { fg, bg } = list.screen().cell(2, 0);
    expect(fg).not.toBe(bg);
  });
});
