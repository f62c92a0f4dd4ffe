/** Lines that an inline app has printed, on the page of the mirror: above its rows, wrapped as a terminal wraps them. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { describeInChromium } from '../support/programs.js';
import { press, says, shows, violations } from './mirror-support.js';

const APP = `<tui inline="true"><title>Lines</title>
  <text id="out">ready 0</text>
  <script>
    let count = 0;
    const lines = [
      'plain <b>text</b> \\x1b[1;91mbold\\x1b[m',
      '世界│──│▌',
      'wide ' + '0123456789'.repeat(30),
      '\\x1b]0;evil\\x07\\x1b[2J',
    ];
    addEventListener('keydown', ({ key }) => {
      if (key === 'p') $tui.print(lines[count % lines.length]);
      if (key === 'm') for (let at = 0; at < 300; at++) $tui.print('many ' + at);
      if (key === 'f') document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      $tui.getElementById('out').textContent = 'ready ' + ++count;
    });
  </script></tui>`;

describeInChromium('printed lines on the page', () => {
  let browser: Chromium;
  let served: Served;
  beforeAll(async () => {
    served = await serve(`${await folderOf({ 'app.tui': APP })}/app.tui`);
    browser = new Chromium();
    await browser.open('about:blank');
    await browser.resize(800, 500);
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, 'ready 0');
  });
  afterAll(async () => {
    await browser.close();
    await served.stop();
  });
  afterEach(() => {
    expect(browser.errors).toEqual([]);
  });

  const lines = (): Promise<string[]> =>
    browser.evaluate(
      `[...document.querySelectorAll('#printed > .row')].map((line) => line.textContent)`,
    );

  const EXPECTED = [
    'plain <b>text</b> bold',
    '世界│──│▌',
    `wide ${'0123456789'.repeat(30)}`,
    '␛]0;evil␇␛[2J',
  ];

  it('are above the rows, each once, as text', async () => {
    for (let at = 0; at < 4; at++) await press(browser, 'p');
    await shows(browser, 'ready 4');
    expect(await lines()).toEqual(EXPECTED);
    const { bold, columns, wrapped, above, cell } = await browser.evaluate<
      Record<'columns' | 'wrapped' | 'above' | 'cell', number> & { bold: string[] }
    >(`(() => {
      const all = [...document.querySelectorAll('#printed > .row')];
      const length = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
      const box = (element) => element.getBoundingClientRect();
      const look = getComputedStyle(all[0].lastChild);
      return {
        bold: [look.fontWeight, look.color],
        cell: length('--cell'),
        columns: Math.round(box(document.getElementById('frame')).width / length('--cell')),
        wrapped: Math.round(box(all[2]).height / length('--row')),
        above: box(document.getElementById('frame')).top - box(all[3]).bottom,
      };
    })()`);
    expect(bold).toEqual(['700', 'rgb(239, 123, 132)']);
    expect(wrapped).toBe(Math.ceil(305 / columns));
    expect(above).toBe(0);
    // Wide letters and lines have the cells that they have in the terminal.
    const widths = await browser.evaluate<number[]>(
      `[...document.querySelectorAll('#printed > .row')[1].children].map((span) => span.getBoundingClientRect().width)`,
    );
    expect(widths.map((width) => Math.round(width / cell))).toEqual([2, 2, 1, 2, 1, 1]);
    expect(await violations(browser)).toEqual([]);
  });

  it('are the same after the connection is made again', async () => {
    await browser.evaluate(
      `document.getElementById('printed').firstChild.id = 'old'; dispatchEvent(new Event('online'))`,
    );
    await browser.until(`document.getElementById('old') === null`);
    await press(browser, 'x');
    await shows(browser, 'ready 5');
    expect(await lines()).toEqual(EXPECTED);
  });

  it('scroll the page to the rows of the app, unless the user reads above', async () => {
    await press(browser, 'm');
    await shows(browser, 'ready 6');
    expect((await lines()).slice(4)).toEqual(Array.from({ length: 300 }, (_, at) => `many ${at}`));
    const left = `(() => { const room = document.getElementById('room'); return room.scrollHeight - room.clientHeight - room.scrollTop; })()`;
    expect(await browser.evaluate(left)).toBeLessThan(2);
    await browser.evaluate(`document.getElementById('room').scrollTop = 40`);
    await press(browser, 'p');
    await shows(browser, 'ready 7');
    expect(await browser.evaluate(`document.getElementById('room').scrollTop`)).toBe(40);
  });

  it('are hidden while the app has the whole screen', async () => {
    await press(browser, 'f');
    await browser.until(`document.getElementById('printed').hidden`);
    await press(browser, 'p');
    await press(browser, 'f');
    await browser.until(`!document.getElementById('printed').hidden`);
    await shows(browser, 'ready 10');
    expect(await lines()).toHaveLength(4 + 300 + 2);
  });
});
