/** Logs of files: what they have, what is added, rotation, and what cannot be followed. */
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Log } from '../../../elements/log/log.js';
import { unmountAll, type MountedApp } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { until } from '../../support/until.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(unmountAll);

async function open(markup: string): Promise<{ app: MountedApp; log: Log }> {
  const file = join(folder, 'app.tui');
  writeFileSync(file, `<tui>${markup}</tui>`);
  const app = await mount({ file }, { width: 30, height: 4, errors: 'keep' });
  return { app, log: app.document.querySelector('log') as unknown as Log };
}

it('has the lines of the file in the first picture, and follows it', async () => {
  const path = join(folder, 'a.log');
  writeFileSync(path, 'one\ntwo é\n');
  const { app, log } = await open('<log src="a.log" style="height: 4"/>');
  expect(app.text()).toContain('one\ntwo é');
  expect([...log.states]).toContain('following');
  expect([...log.states]).not.toContain('loading');
  appendFileSync(path, 'three');
  await until(() => log.lineCount === 3);
  renameSync(path, join(folder, 'a.log.1'));
  writeFileSync(path, 'new file\n');
  await until(() => log.lineCount === 4);
  await app.settle();
  expect(app.text()).toBe('one\ntwo é\nthree\nnew file');
});

it('shows another file that `src` names later, and none', async () => {
  writeFileSync(join(folder, 'b.log'), 'of b\n');
  writeFileSync(join(folder, 'c.log'), 'of c\n');
  const { app, log } = await open('<log src="b.log"/>');
  const events: string[] = [];
  log.addEventListener('load', () => events.push('load'));
  log.setAttribute('src', 'c.log');
  await app.settle();
  expect(log.lines).toEqual(['of c']);
  expect(events).toEqual(['load']);
  log.remove();
  appendFileSync(join(folder, 'c.log'), 'unseen\n');
  log.removeAttribute('src');
  app.document.documentElement.append(log);
  await app.settle();
  expect(log.lines).toEqual([]);
});

it.each([
  ['none.log', 'the file does not exist', undefined],
  ['.', 'it is a folder', undefined],
  ['https://a.example/x.log', 'expected a file, found https:', 'fetch it in a script'],
])('reports that %s cannot be followed', async (src, reason, suggestion) => {
  const { app, log } = await open(`<log src="${src}"/>`);
  expect([...log.states]).toContain('broken');
  const [diagnostic] = app.diagnostics;
  expect(diagnostic).toMatchObject({ code: 'log-unread', severity: 'error' });
  expect(diagnostic?.message).toContain(reason);
  if (suggestion !== undefined) expect(diagnostic?.suggestion).toContain(suggestion);
});
