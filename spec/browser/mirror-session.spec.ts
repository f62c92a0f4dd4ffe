/** How the page of the mirror connects, what it does for those who only watch, and what it is for everybody. @ci */
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import {
  cellOf,
  settled,
  click,
  mouse,
  placeOf,
  press,
  says,
  shows,
  textOn,
  violations,
} from './mirror-support.js';

const APP = `<tui><title>Words</title>
  <input id="in" aria-label="Name" autofocus/>
  <button onClick="$tui.copyToClipboard('copied text')">Copy it</button>
  <button onClick="$tui.exit(3)">End it</button>
  <text id="keys">keys:</text>
  <container style="height: 4; overflow: scroll">${Array.from({ length: 40 }, (_, line) => `<text>line ${line}</text>`).join('')}</container>
  <script>
    addEventListener('keydown', ({ key }) => {
      $tui.getElementById('keys').textContent += ' ' + key;
    });
  </script>
</tui>`;
const TOKEN = 'a-token-that-is-set-by-hand';
/** A port that nothing listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

describeInChromium('the page of the mirror', () => {
  let browser: Chromium;
  let served: Served;
  let app: string;
  beforeEach(async () => {
    app = `${await folderOf({ 'app.tui': APP })}/app.tui`;
    browser = new Chromium();
    await browser.open('about:blank');
    await browser.resize(800, 500);
  });
  afterEach(async () => {
    await browser.close();
    await served.stop();
  });

  /** Types of the messages that the page has sent. */
  async function sent(): Promise<string[]> {
    // What was sent before is reported by now.
    await browser.evaluate('0');
    return browser.events
      .filter(({ method }) => method === 'Network.webSocketFrameSent')
      .map(({ params }) => (params as { response: { payloadData: string } }).response.payloadData)
      .map((text) => (JSON.parse(text) as { type: string }).type);
  }

  it('sends nothing of those who only watch', async () => {
    served = await serve(app);
    await browser.send('Network.enable');
    await browser.go(served.view);
    await says(browser, 'Watching only');
    await shows(browser, 'line 1');
    const line = await cellOf(browser, 'line 1');
    await click(browser, line.x, line.y);
    await mouse(browser, 'mouseMoved', line);
    await mouse(browser, 'mouseWheel', line, { deltaX: 0, deltaY: 400 });
    for (const key of ['Tab', 'a', 'Escape']) await press(browser, key);
    await browser.send('Input.insertText', { text: 'text' });
    await browser.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'pasted');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      for (const button of document.querySelectorAll('.twin button')) button.click();
    })()`);
    await browser.resize(500, 400);
    await browser.until('innerWidth === 500');
    expect(new Set(await sent())).toEqual(new Set(['subscribe', 'ack']));
    expect(await textOn(browser)).toContain('line 1');
    expect(browser.errors).toEqual([]);
  });

  it('sends all of it for those who drive: the control of the case above', async () => {
    served = await serve(app);
    await browser.send('Network.enable');
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, 'line 1');
    const line = await cellOf(browser, 'line 1');
    await click(browser, line.x, line.y);
    await mouse(browser, 'mouseWheel', line, { deltaX: 0, deltaY: 400 });
    await press(browser, 'a');
    await browser.send('Input.insertText', { text: 'text' });
    await shows(browser, 'a t e x t');
    expect(new Set(await sent())).toEqual(
      new Set(['subscribe', 'ack', 'focus', 'resize', 'mouse', 'key', 'text']),
    );
  });

  it('connects again when the server is back', async () => {
    const port = await freePort();
    const flags = [`--server-port=${port}`];
    const env = { TUI_SERVER_TOKEN: TOKEN };
    served = await serve(app, { flags, env });
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await press(browser, 'x');
    await shows(browser, 'keys: x');
    served.child.kill('SIGKILL');
    await says(browser, 'The connection is lost');
    served = await serve(app, { flags, env });
    await says(browser, 'Connected');
    await browser.until(`!document.getElementById('frame').textContent.includes('keys: x')`);
    await press(browser, 'y');
    await shows(browser, 'keys: y');
    // And after an end that was told.
    await served.stop();
    await says(browser, 'The app has ended');
    served = await serve(app, { flags, env });
    await says(browser, 'Connected');
  });

  it('tells that the app has ended, and with which code', async () => {
    served = await serve(app);
    await browser.go(served.drive);
    await shows(browser, 'End it');
    await settled(browser);
    const button = await cellOf(browser, 'End it');
    await click(browser, button.x, button.y);
    await says(browser, 'The app has ended with code 3');
    expect(await browser.evaluate(`document.getElementById('again').hidden`)).toBe(false);
    expect(await textOn(browser)).toContain('End it');
  });

  it('asks for the token where it has none, and says that one is wrong', async () => {
    served = await serve(app);
    await browser.go(`${served.origin}/`);
    await says(browser, 'A token is needed');
    expect(await browser.evaluate('document.activeElement.id')).toBe('token');
    await browser.send('Input.insertText', { text: 'no such token' });
    await press(browser, 'Enter');
    await says(browser, 'The token is wrong');
    // The whole address is as good.
    await browser.send('Input.insertText', { text: served.view });
    await press(browser, 'Enter');
    await says(browser, 'Watching only');
    await shows(browser, 'line 1');
  });

  it('says that there are too many clients, and comes in when there is room', async () => {
    served = await serve(app, { flags: ['--server-max-clients=1'] });
    const client = await served.client();
    await browser.go(served.drive);
    await says(browser, 'Too many clients');
    client.close();
    await says(browser, 'Connected');
  });

  it('copies for the app, by a button where the browser wants a click', async () => {
    served = await serve(app, { flags: ['--trust'] });
    await browser.go(served.drive);
    await shows(browser, 'Copy it');
    // Pages that may not: as a browser that wants a click.
    await browser.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
    const button = await cellOf(browser, 'Copy it');
    await click(browser, button.x, button.y);
    await browser.until(`!document.getElementById('copy').hidden`);
    await browser.evaluate(
      `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }`,
    );
    await browser.evaluate(`document.getElementById('copy').click()`);
    await browser.until(`document.getElementById('copy').hidden`);
    expect(await browser.evaluate('copied')).toBe('copied text');
  });

  describe('on a phone', () => {
    beforeEach(async () => {
      served = await serve(app);
      await browser.resize(360, 640, true);
      await browser.go(served.drive);
      await says(browser, 'Connected');
      await shows(browser, 'line 1');
    });

    const touch = async (type: string, ...points: { x: number; y: number }[]): Promise<void> => {
      await browser.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    };

    it('fits the window, and has keys that a phone lacks', async () => {
      expect(
        await browser.evaluate(
          '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
        ),
      ).toEqual([360, 640]);
      await browser.evaluate(
        `[...document.querySelectorAll('#keys button')].find(({ textContent }) => textContent === 'Tab').click()`,
      );
      await shows(browser, 'keys: Tab');
      await browser.evaluate(
        `[...document.querySelectorAll('#keys button')].find(({ textContent }) => textContent === 'Ctrl').click()`,
      );
      await browser.evaluate(`document.getElementById('type').click()`);
      await press(browser, 'w');
      await shows(browser, 'keys: Tab w');
      const small = await browser.evaluate<number[]>(
        `[...document.querySelectorAll('#bar button:not([hidden])')].map((button) => button.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]).filter((side) => side < 24)`,
      );
      expect(small).toEqual([]);
    });

    it('takes a tap for a click, and a drag for the wheel', async () => {
      const line = await cellOf(browser, 'line 1');
      const from = await placeOf(browser, line.x + 2, line.y + 2);
      await touch('touchStart', from);
      for (let moved = 10; moved <= 100; moved += 10) {
        await touch('touchMove', { x: from.x, y: from.y - moved });
      }
      await touch('touchEnd');
      await shows(browser, 'line 5');
      const end = await cellOf(browser, 'End it');
      await touch('touchStart', await placeOf(browser, end.x, end.y));
      await touch('touchEnd');
      await says(browser, 'The app has ended with code 3');
    });
  });

  it('has no fault without an app, by axe', async () => {
    served = await serve(app);
    await browser.go(`${served.origin}/`);
    await says(browser, 'A token is needed');
    expect(await violations(browser)).toEqual([]);
  });
});
