/** A browser gives a screen reader the names that `tui snapshot --format accessible` writes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf, tui } from '../support/cli.js';
import { nameDifferences, SAME_NAMES } from './names-support.js';

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));

describeInChromium('in Chromium', () => {
  let browser: Chromium;
  beforeAll(() => {
    browser = new Chromium();
  });
  afterAll(() => browser.close());

  it.each(EXAMPLES)('%s', async (name) => {
    const page = join(await folderOf({}), 'page.html');
    const args = [`examples/${name}`, '--trust', '--width', '120', '--height', '40'];
    const html = await tui(['snapshot', ...args, '--format', 'html', '-o', page, '--', '--sample']);
    expect(html).toMatchObject({ code: 0 });
    const text = await tui(['snapshot', ...args, '--format', 'accessible', '--', '--sample']);
    browser.events.length = 0;
    await browser.open(page);
    expect(await nameDifferences(browser, text.stdout)).toEqual(SAME_NAMES);
  });
});
