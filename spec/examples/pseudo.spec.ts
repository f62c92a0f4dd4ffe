/** Every example in the pseudo-locale: with words as long as a translation has, no label of a control is cut. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));
const LABELS = 'button, checkbox, switch, radio, label';

it.each(EXAMPLES)('%s', async (name) => {
  const app = await mount(
    { file: `examples/${name}` },
    {
      width: 110,
      height: 34,
      argv: ['--sample'],
      errors: 'keep',
      config: new Config({
        env: {},
        cwd: '/',
        home: '/nonexistent',
        cliFlags: { 'i18n.locale': 'en-XA' },
      }),
    },
  );
  const rows = app.text().split('\n');
  const cut: string[] = [];
  let checked = 0;
  for (const element of app.document.querySelectorAll(LABELS)) {
    const text = (element.textContent ?? '').replace(/\s+/g, '');
    // What a script wrote is its own.
    if (!text.endsWith(']')) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isWithin = left >= 0 && top >= 0 && right <= 110 && bottom <= 34 && right > left;
    if (!isWithin || !app.document.elementFromPoint(left, top)) continue;
    // Behind something, or scrolled away.
    if (!element.contains(app.document.elementFromPoint(left, top))) continue;
    const shown = rows
      .slice(top, bottom)
      .map((row) => [...row].slice(left, right).join(''))
      .join('')
      .replace(/\s+/g, '');
    checked++;
    if (!shown.includes(text)) cut.push(`${text} shows as ${shown}`);
  }
  expect(cut).toEqual([]);
  const markup = readFileSync(`examples/${name}`, 'utf8');
  expect(checked > 0).toBe(/^ *<(button|checkbox)/m.test(markup));
});
