/** The gutter of `markdown.debug`. */
import { afterEach, expect, it } from '@jest/globals';
import { Config } from '../../../config/index.js';
import { unmountAll, type MountedApp } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const TEXT = '# One\n\nwords\n\n- a\n- b\n\n~~~\ncode\n~~~\n\n> q\n\n***\n\n| a |\n| - |\n';

async function open(width: number, isOn = true): Promise<{ app: MountedApp; config: Config }> {
  const env = isOn ? { TUI_MARKDOWN_DEBUG: '1' } : {};
  const config = new Config({ env, cwd: '/', home: '/nowhere' });
  const app = await mount(`<markdown id="m">${TEXT}</markdown>`, { width, height: 24, config });
  return { app, config };
}

/** Rows that have a line's number. */
const gutter = (text: string): string[] =>
  text.split('\n').flatMap((row) => /^ {0,5}\d+( [a-z]+)?/.exec(row)?.[0].trim() ?? []);

it('has the source line and the kind of each block', async () => {
  const { app } = await open(70);
  expect(gutter(app.text())).toEqual([
    '1 heading',
    '3 paragraph',
    '5 list',
    '8 code',
    '12 quote',
    '14 rule',
    '16 table',
  ]);
  expect(app.text()).toContain('    3 paragraph words');
});

it('has the line alone where there is little room', async () => {
  const { app } = await open(30);
  expect(gutter(app.text())).toEqual(['1', '3', '5', '8', '12', '14', '16']);
});

it('follows the blocks when they move, and is the same as in a first frame', async () => {
  const { app } = await open(70);
  const element = app.document.getElementById('m')!;
  element.setAttribute('value', `above\n\n${TEXT}`);
  await app.settle();
  expect(gutter(app.text())[1]).toBe('3 heading');
  const fresh = await mount('<markdown id="m"/>', {
    width: 70,
    height: 24,
    config: new Config({ env: { TUI_MARKDOWN_DEBUG: '1' }, cwd: '/', home: '/nowhere' }),
  });
  fresh.document.getElementById('m')!.setAttribute('value', `above\n\n${TEXT}`);
  await fresh.settle();
  expect(app.text()).toBe(fresh.text());
});

it('comes and goes with the setting', async () => {
  const { app, config } = await open(70, false);
  const plain = app.text();
  expect(gutter(plain)).toEqual([]);
  config.set('markdown.debug', true);
  await app.settle();
  expect(gutter(app.text())).toHaveLength(7);
  config.set('markdown.debug', false);
  await app.settle();
  expect(app.text()).toBe(plain);
});
