/** A start at the limit of open files (`ulimit -n`), wherever the limit is reached. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, folderOf, shell } from '../../support/cli.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'app.tui': '<text>x</text><script>console.log(1)</script>' });
});
afterAll(async () => await rm(cwd, { recursive: true }));

const STARTED = { code: 0, stdout: 'x\n', stderr: '' };
const REFUSED = {
  code: 1,
  stdout: '',
  stderr: `error too-many-files: the limit of open files of this process is reached (EMFILE)
  raise it before the start: ulimit -n 1024
`,
};

// On the way: reading the files, trying bubblewrap, holding what is granted, starting the app's process. How many
// files that takes depends on the tier and on what the process inherits, so the first limit that is enough is unknown.
it('either starts or states the limit, and how to raise it', async () => {
  const outcomes: (typeof STARTED)[] = [];
  for (let limit = 20; limit <= 44; limit += 3) {
    const { code, stdout, stderr } = await shell(
      `ulimit -n ${limit}; node ${commandFile()} snapshot app.tui`,
      { cwd },
    );
    outcomes.push({ code: code ?? -1, stdout, stderr });
  }
  expect(outcomes[0]).toEqual(REFUSED);
  expect(outcomes).toEqual(outcomes.map(({ code }) => (code === 0 ? STARTED : REFUSED)));
});
