import { it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app.js';
it('x', () => {
  const app = createApp('<tui><dialog id="d" open="true" modal="true" style="overflow-x: scroll; flex-direction: row; width: 9; gap: 1">two</dialog></tui>', { registry, width: 32, height: 10, theme: 'fullcolor-dark' });
  const d = app.document.getElementById('d')!;
  const show = (a: typeof app) => { a.frame(); const e = a.document.getElementById('d')!; console.log(JSON.stringify(e.getBoundingClientRect()), e.scrollTop, e.scrollLeft, e.scrollWidth, e.scrollHeight, JSON.stringify((a as any).stages.stages.layout.boxOf(e).children.map((c: any) => c.rect)), a.cells.rowText(0)); };
  show(app);
  app.resize(2, 1); show(app);show(createApp(app.document.documentElement.outerHTML, { registry, width: 2, height: 1, theme: 'fullcolor-dark' }));
  d.setAttribute('style', ''); show(app);
  show(createApp(app.document.documentElement.outerHTML, { registry, width: 2, height: 1, theme: 'fullcolor-dark' }));
});
