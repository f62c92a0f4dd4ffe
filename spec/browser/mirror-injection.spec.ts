/** An app whose every text is a script: the page of the mirror shows it, in its cells and its twin, and runs none. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve } from '../support/mirror.js';
import { says, shows } from './mirror-support.js';

const SCRIPT = `<img src=x onerror='window.ran=1'>`;
/** Ends the element or the attribute that it may be in. */
const BREAKOUT = `"></title></textarea></style>${SCRIPT}`;
const ESCAPED = BREAKOUT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const APP = `<tui><title>${ESCAPED}</title>
  <text>${ESCAPED}</text>
  <h2>${ESCAPED}</h2>
  <text><a href="javascript:window.ran=1">first</a> <a href="https://example.org/${ESCAPED}">second</a></text>
  <button aria-label="${ESCAPED}" aria-description="${ESCAPED}">${ESCAPED}</button>
  <input id="in" aria-label="${ESCAPED}" placeholder="${ESCAPED}" value="${ESCAPED}"/>
  <textarea aria-label="${ESCAPED}">${ESCAPED}</textarea>
  <checkbox>${ESCAPED}</checkbox>
  <select aria-label="${ESCAPED}"><option selected="">${ESCAPED}</option></select>
  <table aria-label="${ESCAPED}"><thead><tr><th>${ESCAPED}</th></tr></thead>
    <tbody><tr><td>${ESCAPED}</td></tr></tbody></table>
  <button autofocus id="last" aria-label="the end">the end</button>
</tui>`;
describeInChromium('texts of an app that are scripts', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = new Chromium();
    await browser.open('about:blank');
  });
  afterAll(() => browser.close());

  it('control: run where a page takes them for HTML', async () => {
    await browser.evaluate(`void (document.body.innerHTML = ${JSON.stringify(BREAKOUT)})`);
    await browser.until('window.ran === 1');
  });

  it('run nowhere in the page, also without its policy', async () => {
    const served = await serve(`${await folderOf({ 'app.tui': APP })}/app.tui`);
    try {
      // What keeps them from running is that they are text; the policy comes on top.
      await browser.send('Page.enable');
      await browser.send('Page.setBypassCSP', { enabled: true });
      await browser.resize(1200, 900);
      await browser.go(served.drive);
      await says(browser, 'Connected');
      await shows(browser, '</textarea></style><img');
      await browser.until(
        `[...document.querySelectorAll('.twin button')].some((each) => each.textContent === 'the end')`,
      );
      expect(
        await browser.evaluate(`(() => {
          const written = [...document.querySelectorAll('.twin *')].flatMap((each) =>
            [each.textContent, each.value, ...[...each.attributes].map(({ value }) => value)]);
          return {
            ran: window.ran ?? 0,
            made: document.querySelectorAll('img, iframe, object, body script').length,
            handlers: [...document.querySelectorAll('*')].filter((each) =>
              [...each.attributes].some(({ name }) => name.startsWith('on'))).length,
            links: [...document.querySelectorAll('a')].filter(({ href }) => !/^(https?|mailto):/.test(href)).length,
            title: document.title.includes('onerror'),
            isThere: written.filter((text) => String(text).includes('onerror')).length > 5,
          };
        })()`),
      ).toEqual({ ran: 0, made: 0, handlers: 0, links: 0, title: true, isThere: true });
    } finally {
      await browser.go('about:blank');
      await served.stop();
    }
  });
});
