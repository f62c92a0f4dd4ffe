/** A start at the limit of open files (`ulimit -n`), wherever the limit is reached. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, folderOf, shell } from '../../support/cli.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'app.tui': '<text>x</text><script>console.log(1)</script>' });
});
afterAll(async () => await rm(cwd, { recursive: true }));

// On the way: reading the files, trying bubblewrap, holding what is granted, starting the app's process.
it.each([20, 24, 32, 40])('states the limit with %i files, and how to raise it', async (limit) => {
  const { code, stdout, stderr } = await shell(
    `ulimit -n ${limit}; node ${commandFile()} snapshot app.tui`,
    { cwd },
  );
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `error too-many-files: the limit of open files of this process is reached (EMFILE)
  raise it before the start: ulimit -n 1024
`,
  });
});
