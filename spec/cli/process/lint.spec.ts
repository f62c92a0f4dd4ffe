/** `--lint` before an app with code, and the time of a process that patterns take. */
import { rm } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';

it('reports warnings, and the app runs', async () => {
  const cwd = await folderOf({
    'warns.tui':
      '<text id="a">hi</text><script>if ($tui.argv.length > 9) $tui.getElementById("b").remove()</script>',
  });
  const warned = await tui(['--lint', 'warns.tui'], { cwd });
  expect([warned.code, warned.stdout]).toEqual([0, 'hi\n']);
  expect(warned.stderr).toMatch(/^warns\.tui:1:\d+ warning unknown-id:/m);
  expect((await tui(['warns.tui'], { cwd })).stderr).not.toContain('unknown-id');
  await rm(cwd, { recursive: true });
});

it('bounds the time that patterns take, and so does a start without code', async () => {
  const text = 'a'.repeat(50);
  const inputs = Array.from(
    { length: 400 },
    (_, i) => `<input value="${text}" pattern="(a+)+b(?:${i})?c"/>`,
  );
  const folder = await folderOf({ 'many.tui': inputs.join('\n') });
  const calls = [
    [1, ['lint', 'many.tui']],
    [0, ['many.tui']],
  ] as const;
  for (const [status, args] of calls) {
    const { code, stdout, stderr } = await tui(args, { cwd: folder });
    const lines = `${stdout}${stderr}`.match(/.*slow-pattern: .*/g) ?? [];
    expect(code).toBe(status);
    expect(lines).toHaveLength(400);
    expect(lines[0]).toBe(
      'many.tui:1:76 error slow-pattern: input: "pattern" takes too long to match this value, and is ignored',
    );
    // Each takes an eighth of a second at least, of one second for all.
    expect(lines.filter((line) => line.includes('this value')).length).toBeLessThan(20);
    expect(lines.at(-1)).toContain('the patterns of this document take too long');
  }
  await rm(folder, { recursive: true });
});
