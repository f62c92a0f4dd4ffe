/** Output of scripts whose reader stops early. */
import { rm } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { folderOf, shell } from '../../support/cli.js';

const APP = `<text>x</text><script>
for (let count = 0; count < 3000; count++) {
  process.stdout.write('line ' + count + '\\n');
  if (count % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
}
</script>`;

it('a script that writes to stdout ends in peace', async () => {
  const cwd = await folderOf({ 'app.tui': APP });
  try {
    const line = '$TUI snapshot --trust app.tui | head -1; echo "${PIPESTATUS[0]}"';
    expect(await shell(line, { cwd })).toMatchObject({ stdout: 'line 0\n0\n', stderr: '' });
  } finally {
    await rm(cwd, { recursive: true });
  }
});
