/**
 * Every example as a screen reader has it: `fixtures/accessible/NAME.txt`. With UPDATE_SCREENS=1 they are
 * written; read what was written before it is committed.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const FOLDER = 'fixtures/accessible';
const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));
const updates = !['', '0', undefined].includes(process.env['UPDATE_SCREENS']);

type App = Awaited<ReturnType<typeof mount>>;

function open(name: string): Promise<App> {
  const config =
    name === 'settings.tui' ? new Config({ env: {}, cwd: '/', home: '/nowhere' }) : undefined;
  const size = { width: 120, height: 40 };
  return mount({ file: `examples/${name}` }, { ...size, argv: ['--sample'], config });
}

function compare(name: string, text: string): void {
  const file = `${FOLDER}/${name}.txt`;
  if (updates) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  expect(`${text}\n`).toBe(readFileSync(file, 'utf8'));
}

describe('read aloud', () => {
  it.each(EXAMPLES)('%s', async (name) => {
    const app = await open(name);
    const text = app.document.documentElement.accessibleText();
    compare(name, text);
    // No drawing, nothing that a terminal would obey, no line that says nothing.
    expect(text).not.toMatch(/[\u2500-\u259f\u2800-\u28ff]|(?!\n)\p{Cc}/u);
    for (const line of text.split('\n')) expect(line.trim()).not.toBe('');
  });

  it('form.tui while it asks: the question alone', async () => {
    const app = await open('form.tui');
    await app.type('Ada');
    await app.click('#mail');
    await app.type('ada@example.org');
    await app.press('Tab', 'Enter', 'Enter');
    await app.click('#terms');
    await app.click('#submit');
    compare('form.tui asking', app.document.documentElement.accessibleText());
  });

  it('form.tui with a fault in it', async () => {
    const app = await open('form.tui');
    await app.press('Tab', 'Tab');
    compare('form.tui fault', app.document.documentElement.accessibleText());
  });
});
