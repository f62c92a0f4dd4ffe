/** The page of the mirror in a real browser: what it shows, and what it sends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { commandFile, folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import {
  cellOf,
  settled,
  click,
  mouse,
  press,
  pressCtrl,
  says,
  shownBy,
  shownOn,
  shows,
  textOn,
} from './mirror-support.js';
import { untilPasses } from '../support/until.js';

const NOTES = `<tui><title>Notes</title>
  <input id="in" aria-label="Name" autofocus/>
  <button id="b" onClick="$tui.getElementById('out').textContent = 'clicked ' + $tui.getElementById('in').value.slice(0, 20)">Go</button>
  <text id="out">nothing yet</text>
  <text id="size"/>
  <text id="keys">keys:</text>
  <text>表示 <a href="https://example.org/a">a link</a></text>
  <container id="box" style="height: 4; overflow: scroll">${Array.from({ length: 40 }, (_, line) => `<text>line ${line}</text>`).join('')}</container>
  <script ready>
    const size = () => { $tui.getElementById('size').textContent = innerWidth + ' by ' + innerHeight; };
    addEventListener('resize', size);
    size();
    addEventListener('keydown', ({ key, ctrlKey }) => {
      const keys = $tui.getElementById('keys');
      keys.textContent = keys.textContent.slice(-60) + ' ' + (ctrlKey ? 'Ctrl+' : '') + key;
    });
  </script>
</tui>`;

it('is less than 21 kB, compressed', () => {
  const folder = join(commandFile(), '../../mirror');
  const sizes = readdirSync(folder).map(
    (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
  );
  expect(sizes).toHaveLength(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(21_000);
});

describeInChromium('the page of an app', () => {
  let browser: Chromium;
  let served: Served;
  beforeAll(async () => {
    served = await serve(`${await folderOf({ 'app.tui': NOTES })}/app.tui`);
    browser = new Chromium();
    await browser.open('about:blank');
  });
  afterAll(async () => {
    await browser.close();
    await served.stop();
  });
  afterEach(() => {
    // Neither its policy nor its scripts have anything to complain of.
    expect(browser.errors).toEqual([]);
  });

  /** A new page, as large as it is said. */
  async function open(width = 800, height = 500): Promise<void> {
    await browser.resize(width, height);
    await browser.go('about:blank');
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, ' by ');
  }

  it('has taken the token out of the address, and keeps it for this tab', async () => {
    await open();
    expect(await browser.evaluate('location.href')).toBe(`${served.origin}/`);
    await browser.send('Page.reload');
    await browser.until('document.title === "Notes"');
  });

  it('gives the app the size of the window', async () => {
    await open(800, 500);
    const client = await served.client();
    const sizes = (): Promise<number[]> =>
      browser.evaluate(`['--cell', '--row'].map((name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)))
        .concat(document.getElementById('room').clientWidth, document.getElementById('room').clientHeight)`);
    const [cell = 0, row = 0, wide = 0, high = 0] = await sizes();
    await shows(browser, `${Math.floor(wide / cell)} by ${Math.floor(high / row)}`);
    await browser.resize(480, 400);
    await shows(browser, `${Math.floor(480 / cell)} by `);
    await client.until(({ width }) => width === Math.floor(480 / cell));
    expect(await browser.evaluate('document.documentElement.scrollWidth')).toBe(480);
    client.close();
  });

  it('shows the cells of every other client, each at its place', async () => {
    await open();
    const client = await served.client();
    await client.until('表示');
    // The app takes the window's size first.
    await untilPasses(async () => {
      const { off, texts } = await shownOn(browser);
      expect(texts).toEqual(shownBy(client));
      expect(off).toBeLessThan(0.5);
      expect(await textOn(browser)).toBe(client.text);
    });
    client.close();
  });

  it('sends keys, but for those of the browser', async () => {
    await open();
    for (const key of ['h', 'i']) await press(browser, key);
    await shows(browser, 'keys: h i');
    for (const key of ['Tab', 'F2', 'ArrowDown']) await press(browser, key);
    await pressCtrl(browser, 'k');
    for (const key of ['t', 'w', 'n', 'l', '+', '-', '0']) await pressCtrl(browser, key);
    await press(browser, 'F12');
    await press(browser, 'x');
    await shows(browser, 'x');
    expect(await textOn(browser)).toContain('keys: h i Tab F2 ArrowDown Ctrl+k x');
  });

  it('sends text of input methods and phones', async () => {
    await open();
    const field = await cellOf(browser, 'Go');
    await click(browser, 2, field.y - 1);
    await pressCtrl(browser, 'u');
    await browser.send('Input.imeSetComposition', {
      text: 'にほ',
      selectionStart: 2,
      selectionEnd: 2,
    });
    expect(await textOn(browser)).not.toContain('に');
    expect(await browser.evaluate('document.getElementById("sink").value')).toBe('にほ');
    await browser.send('Input.insertText', { text: '日本' });
    await shows(browser, '日本');
    await browser.send('Input.insertText', { text: ' and ü' });
    await shows(browser, '日本 and ü');
    expect(await browser.evaluate('document.getElementById("sink").value')).toBe('');
  });

  it('sends pastes, long ones too', async () => {
    await open();
    const field = await cellOf(browser, 'Go');
    await click(browser, 2, field.y - 1);
    await browser.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(30000) + ' pasted');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await shows(browser, 'xxxxx pasted');
  });

  it('sends clicks and the wheel', async () => {
    await open();
    const button = await cellOf(browser, 'Go');
    await click(browser, button.x, button.y);
    await shows(browser, 'clicked');
    const line = await cellOf(browser, 'line 1');
    await mouse(browser, 'mouseWheel', line, { deltaX: 0, deltaY: 200 });
    await shows(browser, 'line 14');
  });

  it('is left by Escape twice, and entered by a button', async () => {
    await open();
    const focused = 'document.activeElement.id';
    expect(await browser.evaluate(focused)).toBe('sink');
    await press(browser, 'Escape');
    expect(await browser.evaluate(focused)).toBe('sink');
    await press(browser, 'Escape');
    expect(await browser.evaluate(focused)).toBe('type');
    await press(browser, 'Enter');
    expect(await browser.evaluate(focused)).toBe('sink');
  });

  it('copies what is selected, without blanks at the ends of lines', async () => {
    await open();
    const copied = await browser.evaluate(`(() => {
      const rows = document.querySelectorAll('#frame > .row');
      const at = [...rows].findIndex((row) => row.textContent.includes('Go'));
      const range = document.createRange();
      range.setStart(rows[at], 0);
      range.setEnd(rows[at + 2], rows[at + 2].childNodes.length);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/plain');
    })()`);
    const lines = (await textOn(browser)).split('\n');
    const at = lines.findIndex((line) => line.includes('Go'));
    expect(copied).toBe(lines.slice(at, at + 3).join('\n'));
  });

  it('opens links in another tab that knows nothing of this one', async () => {
    await open();
    expect(
      await browser.evaluate(
        `(({ href, rel, target }) => [href, rel, target])(document.querySelector('#frame a'))`,
      ),
    ).toEqual(['https://example.org/a', 'noopener noreferrer', '_blank']);
  });
});

describeInChromium('lines of boxes, where cells are no whole pixels of CSS', () => {
  const APP = `<style>tui { color: white; background: black } container { width: 10; height: 5; border: rounded white }</style>
    <container><text>x</text></container>`;

  /** Columns of pixels that are bright, in the rows of pixels at these places of the left edge of the screen. */
  const bright = (browser: Chromium, png: string, rows: readonly number[]): Promise<number[][]> =>
    browser.evaluate(`(async () => {
      const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob());
      const { width, height } = picture;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      context.drawImage(picture, 0, 0);
      const scale = width / 390;
      return ${JSON.stringify(rows)}.map((y) => {
        const { data } = context.getImageData(0, Math.floor(y * scale), 12 * scale, 1);
        return Array.from({ length: 12 * scale }, (_, x) => x).filter((x) => data[x * 4 + 1] > 127);
      });
    })()`);

  it('go on in round corners', async () => {
    const served = await serve(`${await folderOf({ 'app.tui': APP })}/app.tui`, {
      flags: ['--theme=fullcolor-dark'],
    });
    const browser = new Chromium();
    try {
      await browser.open('about:blank');
      await browser.resize(390, 600, true);
      // Sizes of cells change when the page has its fonts, perhaps between the picture and the look at them.
      await untilPasses(async () => {
        await browser.go(served.drive);
        await shows(browser, '╭');
        await browser.until(`document.getElementById('frame').clientWidth > 300`);
        const png = await settled(browser);
        const { y } = await cellOf(browser, '╭');
        const row = await browser.evaluate<number>(
          `parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))`,
        );
        await browser.go('about:blank');
        // Below the arc, in the line, and above the arc of the corner at the bottom.
        const places = [0.9, 1.5, 4.1, 4.35].map((at) => (y + at) * row);
        const [below, line, above, joint] = await bright(browser, png, places);
        expect({ row, line }).toMatchObject({ line: [expect.any(Number), expect.any(Number)] });
        expect({ row, y, below, above, joint }).toEqual({
          row,
          y,
          below: line,
          above: line,
          joint: line,
        });
      });
    } finally {
      await browser.close();
      await served.stop();
    }
  });
});
