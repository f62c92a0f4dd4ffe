/** `follow`: the last row shows from the start, when it is set, and as rows are appended. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../../../cli/testing.js';

describe('a table that follows', () => {
  const table = (attributes: string): string =>
    `<table id="t" columns='["a"]' style="height: 5" ${attributes}/>
     <script>const t = $tui.getElementById('t');
       export const add = (from, to) => { for (let a = from; a < to; a++) t.appendRow({ a }); $tui.render(); };
       add(0, 20);</script>`;
  type Exports = { readonly add: (from: number, to: number) => void };

  it('shows the last row from the start', async () => {
    const app = await mount(table('follow="true"'), { width: 10, height: 5 });
    expect(app.text()).toMatch(/19/);
    (app.$tui.exports as unknown as Exports).add(20, 21);
    await app.settle();
    expect(app.text()).toMatch(/20/);
  });

  it('goes to the last row when it is set, and again', async () => {
    const app = await mount(table(''), { width: 10, height: 5 });
    expect(app.text()).not.toMatch(/19/);
    const element = app.document.getElementById('t');
    for (let turn = 0; turn < 2; turn++) {
      element?.setAttribute('follow', 'true');
      await app.settle();
      expect(app.text()).toMatch(/19/);
      element?.setAttribute('follow', 'false');
      (element as unknown as { scrollToRow(row: number): void }).scrollToRow(0);
      await app.settle();
      expect(app.text()).not.toMatch(/19/);
    }
  });

  it('shows the last row that passes a filter, as others are set', async () => {
    const app = await mount(table('follow="true"'), { width: 10, height: 5 });
    const element = app.document.getElementById('t') as unknown as {
      filter(passes: (row: { a: number }) => boolean): void;
      scrollToRow(row: number): void;
    };
    element.filter(({ a }) => a % 2 === 0);
    await app.settle();
    expect(app.text()).toMatch(/18/);
    element.filter(({ a }) => a < 12);
    await app.settle();
    expect(app.text()).toMatch(/11/);
    element.scrollToRow(3);
    element.filter(({ a }) => a < 15);
    await app.settle();
    expect(app.text()).not.toMatch(/14/);
  });
});
