/** `tui view` of what is no file, and of a picture that is taken for an app. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'photo.jpg': Buffer.from('ffd8ffe000104a464946', 'hex'), 'folder/x': '' });
});
afterAll(async () => await rm(cwd, { recursive: true }));

describe('an error is reported', () => {
  it.each([
    ['nothing.png', 2, /^nothing\.png error no-file: there is no such file/],
    ['folder', 2, /^folder error is-directory: is a folder, not a picture/],
    ['https://a.example/b.png', 2, /error no-file: expected the name of a file/],
    ['-', 2, /^- error no-file: expected the name of a file/],
  ])('for %j', async (name, code, message) => {
    const result = await call(['view', name], { cwd });
    expect(result.stderr).toMatch(message);
    expect([result.code, result.stdout]).toEqual([code, '']);
  });

  it('for a picture that is run as an app, with what shows it', async () => {
    const { code, stderr } = await call(['photo.jpg'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('tui view photo.jpg shows a picture');
  });
});
