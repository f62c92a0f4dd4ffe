/** Boxes deeper than one yoga tree goes: a change inside shows, also where the outside keeps its size. */
import { expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';

const SIZE = { registry, width: 12, height: 5, theme: 'fullcolor-dark' };

function nested(depth: number, inner: string): string {
  return '<container>'.repeat(depth) + inner + '</container>'.repeat(depth);
}

function lines(app: App): string[] {
  return Array.from({ length: app.height }, (_, y) => app.cells.rowText(y).trimEnd());
}

it.each([90, 99, 120, 230])('children that change places %i levels deep', (depth) => {
  const app = createApp(nested(depth, '<text>one</text><text>two</text><text>six</text>'), SIZE);
  app.frame();
  const first = app.document.querySelector('text')!;
  first.parentElement!.append(first);
  app.frame();
  expect(lines(app)).toEqual(['two', 'six', 'one', '', '']);
  app.stop();
});

it.each([90, 120, 230])('a list that scrolls %i levels deep', (depth) => {
  const rows = Array.from({ length: 9 }, (_, i) => `<text>row ${i}</text>`).join('');
  const app = createApp(
    nested(depth, `<container id="list" style="overflow: scroll; height: 3">${rows}</container>`) +
      '<text id="other">other</text>',
    SIZE,
  );
  app.frame();
  app.document.getElementById('other')!.textContent = 'changed';
  app.frame();
  app.document.getElementById('list')!.scrollTop = 4;
  app.frame();
  expect(lines(app).map((line) => line.slice(0, 7).trimEnd())).toEqual([
    'row 4',
    'row 5',
    'row 6',
    'changed',
    '',
  ]);
  app.stop();
});

it.each([90, 120, 230])('text that wraps in what scrolls %i levels deep', (depth) => {
  const rows = Array.from({ length: 5 }, (_, i) => `<text>row ${i} and more words</text>`).join('');
  const markup =
    '<text id="other">other</text>' +
    nested(depth, `<container id="list" style="overflow: scroll; height: 4">${rows}</container>`);
  const app = createApp(markup, SIZE);
  app.frame();
  app.document.getElementById('other')!.textContent = 'changed';
  app.frame();
  app.document.getElementById('list')!.scrollTop = 2;
  app.frame();
  const fresh = createApp(markup.replace('other<', 'changed<'), SIZE);
  fresh.frame();
  fresh.document.getElementById('list')!.scrollTop = 2;
  fresh.frame();
  expect(lines(app)).toEqual(lines(fresh));
  app.stop();
  fresh.stop();
});
