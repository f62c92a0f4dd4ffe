/** Logs as people see them: every example and state in five themes, and where there is little room. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Log } from '../../../elements/log/log.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';
import { use } from './use.js';

afterEach(unmountAll);

const LINES = [
  '12:00:01 INFO  listening on port 8080, 表示',
  '12:00:04 \u001b[36mDEBUG\u001b[0m GET \u001b[4m/order/7\u001b[0m took \u001b[1;33m12 ms\u001b[0m',
  '12:00:05 WARN  order 9 is slow: \u001b[41;97m 3 s \u001b[0m',
  '12:00:09 ERROR payment failed',
  '    at charge (pay.js:41)',
  '12:00:11 INFO  a line that is too long for the row that it is in, by far',
  '\u001b[38;2;90;120;255mtruecolor\u001b[0m \u001b[2mdim\u001b[0m \u001b[7mreverse\u001b[0m \u001b[9mstrike\u001b[0m',
  '12:00:12 DEBUG \u001b]0;title\u0007nothing but text',
];

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it.each(Log.examples.map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('colours, levels, the cursor, marks and a search', async () => {
    const { app, log } = await use('search-text="pa"', {
      lines: LINES,
      theme,
      width: 44,
      height: 10,
    });
    expect(app).toMatchScreen(`states ${theme}`);
    log.marks = [1, 3];
    await app.press('Home', 'Down', 'Down', 'Shift+ArrowDown', 'Shift+ArrowDown');
    expect(app).toMatchScreen(`selected ${theme}`);
  });

  it('a prompt, and lines that came below', async () => {
    const { app, log } = await use('filter-text="!debug"', {
      lines: LINES,
      theme,
      width: 44,
      height: 6,
    });
    await app.press('Home', '/', 'o', 'r', 'd');
    log.append('12:00:20 INFO one more');
    await app.settle();
    expect(app).toMatchScreen(`prompt ${theme}`);
  });
});

it.each([1, 2, 5, 10, 16, 24])('%i cells wide', async (width) => {
  const { app } = await use('wrap="true" search-text="a"', { lines: LINES, width, height: 8 });
  await app.press('Home', 'm');
  expect(app).toMatchScreen(`width ${width}`);
});
