/** What users do to the page by mistake or in haste, and windows and input that are out of the ordinary. @ci */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { freePort } from '../support/port-thief.js';
import {
  cellOf,
  click,
  press,
  pressCtrl,
  says,
  shownOn,
  shows,
  textOn,
  violations,
} from './mirror-support.js';

const APP = `<tui><title>Notes</title>
  <text id="size"/><text id="got">got nothing</text>
  <input id="in" aria-label="Name" autofocus style="width: 40"/><text>below 表示</text>
  <script ready>
    const size = () => { $tui.getElementById('size').textContent = innerWidth + ' by ' + innerHeight; };
    addEventListener('resize', size);
    size();
    const got = (text) => { $tui.getElementById('got').textContent = 'got ' + text; };
    addEventListener('paste', (event) => {
      const text = event.clipboardData.getData('text/plain');
      event.preventDefault();
      got('paste of ' + text.length + ' ' + JSON.stringify(text.slice(0, 20)) + ' ' + JSON.stringify(text.slice(-4)));
    });
    addEventListener('keydown', ({ key }) => { if (key === 'F2') got('F2'); });
  </script></tui>`;
const TOKEN = 'a-token-that-is-set-by-hand';
describeInChromium('the page of the mirror', () => {
  let browser: Chromium;
  let served: Served;
  let app: string;
  beforeAll(async () => {
    app = `${await folderOf({ 'app.tui': APP })}/app.tui`;
    browser = new Chromium();
    await browser.open('about:blank');
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const port = await freePort();
    served = await serve(app, {
      flags: [`--server-port=${port}`],
      env: { TUI_SERVER_TOKEN: TOKEN },
    });
    await browser.resize(800, 500);
    await browser.go('about:blank');
    browser.events.length = 0;
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, ' by ');
  });
  afterEach(async () => {
    const { errors } = browser;
    await browser.go('about:blank');
    await served.stop();
    // Requests that fail are reported: a server has ended, or does not know the token.
    const isOfNetwork = /net::ERR_|status of 401/;
    expect(errors.filter((each) => !isOfNetwork.test(JSON.stringify(each)))).toEqual([]);
  });

  /** Pastes into what has the focus, as a browser does. */
  const paste = (text: string): Promise<void> =>
    browser.evaluate(`void (() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${text});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);

  it('does not accept a token in the query', async () => {
    await browser.evaluate('sessionStorage.clear()');
    await browser.go(`${served.origin}/?token=${TOKEN}`);
    await says(browser, 'A token is needed');
  });

  it('is itself in a window of 100 by 50 pixels, and in one of 4000 by 3000', async () => {
    for (const [width, height] of [
      [100, 50],
      [4000, 3000],
    ] as const) {
      await browser.resize(width, height);
      await browser.until(`innerWidth === ${width}`);
      // At least a cell, and nothing wider than the window.
      await browser.until(
        `document.getElementById('frame').clientWidth > 0.9 * Math.min(innerWidth, 90)`,
      );
      expect(await browser.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await press(browser, 'F2');
    }
    await shows(browser, 'got F2');
    const { off } = await shownOn(browser);
    expect(off).toBeLessThan(1);
  });

  it.each([0.5, 1.25, 3])('has its cells in place, zoomed to %d', async (deviceScaleFactor) => {
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(800 / deviceScaleFactor),
      height: Math.round(500 / deviceScaleFactor),
      deviceScaleFactor,
      mobile: false,
    });
    await browser.until(`devicePixelRatio === ${deviceScaleFactor}`);
    await press(browser, 'F2');
    await shows(browser, 'got F2');
    await shows(browser, '表示');
    // Of the size that the window has now.
    await browser.until(`Math.abs(document.getElementById('frame').clientWidth - innerWidth) < 20`);
    expect((await shownOn(browser)).off).toBeLessThan(1);
    const at = await cellOf(browser, 'below');
    await click(browser, 3, at.y - 1);
    await browser.send('Input.insertText', { text: 'typed' });
    await shows(browser, 'typed');
  });

  it('sends what dead keys compose, once', async () => {
    for (const type of ['rawKeyDown', 'keyUp']) {
      await browser.send('Input.dispatchKeyEvent', { type, key: 'Dead', code: 'Equal' });
    }
    await browser.send('Input.imeSetComposition', {
      text: '´',
      selectionStart: 1,
      selectionEnd: 1,
    });
    await browser.send('Input.insertText', { text: 'é' });
    await press(browser, 'x');
    await shows(browser, 'éx');
    expect(await textOn(browser)).not.toContain('´');
  });

  it('takes a megabyte and more that is pasted, without what a terminal would obey', async () => {
    await paste(`'\\x1b[201~\\x1b]0;evil\\x07\\r\\n' + 'x'.repeat(1024 * 1024) + 'END'`);
    // Up to the limit of a paste, without the control characters in it.
    await shows(browser, 'got paste of 1048572');
    expect(await textOn(browser)).toContain('"[201~]0;evil\\nxxxxxxx"');
    await press(browser, 'F2');
    await shows(browser, 'got F2');
  });

  it('pastes while nothing has the focus, as after text was selected', async () => {
    await browser.evaluate('document.activeElement.blur()');
    expect(await browser.evaluate('document.activeElement.localName')).toBe('body');
    await paste(`'from the body'`);
    await shows(browser, 'got paste of 13 "from the body"');
  });

  it('stays where a file is dropped on it, and takes a text for a paste', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tui-drop-')), 'dropped.html');
    writeFileSync(file, '<title>dropped</title>');
    const drop = async (data: object): Promise<void> => {
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        const place = { x: 300, y: 200 };
        await browser.send('Input.dispatchDragEvent', {
          type,
          ...place,
          data: { items: [], dragOperationsMask: 1, ...data },
        });
      }
    };
    // Where nothing keeps it from that, a browser opens the file.
    await browser.evaluate(`void (window.kept = [],
      addEventListener('drop', ({ defaultPrevented, dataTransfer }) => window.kept.push([defaultPrevented, ...dataTransfer.types])))`);
    await drop({ files: [file] });
    await drop({ items: [{ mimeType: 'text/plain', data: 'a text' }] });
    await shows(browser, 'got paste of 6 "a text"');
    expect(await browser.evaluate('window.kept')).toEqual([
      [true, 'Files'],
      [true, 'text/plain'],
    ]);
    expect(await browser.evaluate('location.href')).toBe(`${served.origin}/`);
  });

  it('has its size back where another client has taken it', async () => {
    const client = await served.client();
    await client.until(({ width }) => width > 80);
    const { width, height } = client;
    client.resize(40, 8);
    await shows(browser, '40 by 8');
    await browser.evaluate('document.activeElement.blur()');
    await click(browser, 1, 1);
    await shows(browser, `${width} by ${height}`);
  });

  it('loses what is typed while there is no server, and nothing after that', async () => {
    await press(browser, 'a');
    await shows(browser, 'a');
    const { drive } = served;
    served.child.kill('SIGKILL');
    await served.ended;
    for (const key of ['b', 'c']) await press(browser, key);
    await says(browser, 'The connection is lost');
    await press(browser, 'd');
    served = await serve(app, {
      flags: [`--server-port=${new URL(drive).port}`],
      env: { TUI_SERVER_TOKEN: TOKEN },
    });
    // The network is back: not only after the pause that has grown meanwhile.
    await browser.evaluate(`void dispatchEvent(new Event('online'))`);
    await says(browser, 'Connected');
    await shows(browser, 'got nothing');
    await press(browser, 'e');
    await pressCtrl(browser, 'a');
    await press(browser, 'F2');
    await shows(browser, 'got F2');
    const lines = (await textOn(browser)).split('\n');
    expect(lines.find((line) => /^\W*e\W*$/.test(line))).toBeDefined();
  });

  it('of an earlier run shows nothing of it beside the field for the token', async () => {
    const seen = (): Promise<[string, string]> =>
      browser.evaluate(`[getComputedStyle(document.getElementById('frame')).visibility,
        getComputedStyle(document.getElementById('frame')).opacity]`);
    expect(await seen()).toEqual(['visible', '1']);
    const port = new URL(served.drive).port;
    served.child.kill('SIGKILL');
    await says(browser, 'The connection is lost');
    // What is old looks so.
    expect(await seen()).toEqual(['visible', '0.6']);
    served = await serve(app, {
      flags: [`--server-port=${port}`],
      env: { TUI_SERVER_TOKEN: `${TOKEN}-of-another-run` },
    });
    await says(browser, 'The token is wrong, or of an earlier run');
    expect((await seen())[0]).toBe('hidden');
    expect(await browser.evaluate('document.querySelector(".twin")')).toBeNull();
    expect(await violations(browser)).toEqual([]);
    // The address of this run, in the same tab.
    await browser.send('Input.insertText', { text: served.drive });
    await press(browser, 'Enter');
    await says(browser, 'Connected');
    expect(await seen()).toEqual(['visible', '1']);
  });
});
