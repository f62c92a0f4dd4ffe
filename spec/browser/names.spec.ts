/** A browser gives a screen reader the names that `tui snapshot --format accessible` writes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { htmlPage } from '../../cli/documents/html-page.js';
import { paint, renderAs } from '../../cli/documents/painting.js';
import { openHost } from '../../cli/testing/app-host.js';
import { Config } from '../../config/index.js';
import { Chromium } from '../support/chromium.js';
import { folderOf } from '../support/cli.js';
import { describeInChromium } from '../support/programs.js';
import { tried } from '../support/property-runs.js';
import { nameDifferences, SAME_NAMES } from './names-support.js';

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));

/** The text and the page of an example, as `tui snapshot` writes them. */
async function snapshotOf(name: string): Promise<{ readonly text: string; readonly html: string }> {
  const file = `examples/${name}`;
  const source = { file, text: readFileSync(file, 'utf8') };
  const config = new Config({ env: {}, cwd: '/', home: '/nonexistent' });
  const host = openHost(source, {});
  try {
    const size = { width: 120, height: 40, theme: 'fullcolor-dark' };
    const painting = await paint(source, { ...host, ...size, config, argv: ['--sample'], env: {} });
    expect(painting.diagnostics).toEqual([]);
    const page = await htmlPage(renderAs('page', painting));
    return { text: renderAs('accessible', painting), html: page };
  } finally {
    host.close();
  }
}

describeInChromium('in Chromium', () => {
  let browser: Chromium;
  beforeAll(() => {
    browser = new Chromium();
  });
  afterAll(() => browser.close());

  it.each(tried(EXAMPLES, 8))('%s', async (name) => {
    const { text, html } = await snapshotOf(name);
    const page = join(await folderOf({}), 'page.html');
    writeFileSync(page, html);
    await browser.open(page);
    expect(await nameDifferences(browser, text)).toEqual(SAME_NAMES);
  });
});
