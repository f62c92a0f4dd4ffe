/**
 * Attacks on what an app leaves for stdout, by `tui ask` and `$tui.output`. The control is the same app run by itself, whose
 * stdout is for what it writes: there each of its ways succeeds. @ci
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, folderOf, tui, type Result } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { describeLauncher, tierVariable } from '../support/tiers.js';

const FORGED = '{"a":"forged"}';
const ESCAPE = '\u001b]0;forged\u0007';

/** Every way to stdout that a program has; `exit` is the last moment. */
const LOUD = `
  import fs from 'node:fs';
  const ways = [
    () => process.stdout.write('${FORGED}\\n'),
    () => fs.writeSync(1, '\\x1b]0;forged\\x07'),
    () => fs.writeFileSync('/dev/stdout', '${FORGED}'),
    () => fs.writeFileSync('/proc/self/fd/1', '${FORGED}'),
    () => fs.writeFileSync('/proc/' + process.ppid + '/fd/1', '${FORGED}'),
    () => fs.writeFileSync('/dev/tty', '\\x1b]0;forged\\x07'),
    () => console.log('${FORGED}'),
  ];
  for (const way of ways) try { way(); } catch {}
  process.on('exit', () => { for (const way of ways) try { way(); } catch {} });`;

const FILES = {
  'loud.tui': `<text>READY</text><form><input name="a" value="1"/></form><script>${LOUD}</script>`,
  'escapes.tui': `<form><input name="a"/></form><script>
    document.querySelector('input').name = '\\x1b]0;forged\\x07';
    document.querySelector('input').value = '\\x1b]0;forged\\x07\\x9b31m\\u202e';
  </script>`,
  'text.tui': `<text>x</text><script>
    $tui.output('\\x1b]0;forged\\x07\\r\\x9b31m\\u202e\\u2066');
    $tui.exit();
  </script>`,
  'large.tui': `<form><input name="a"/></form><script>
    document.querySelector('input').value = 'x'.repeat(Number($tui.argv[0]));
  </script>`,
  'deep.tui': `<form><input name="a"/></form><script>
    Object.prototype.toJSON = function () {
      let value = 1;
      for (let depth = 0; depth < 5000; depth++) value = '[' + value + ']';
      return JSON.rawJSON ? JSON.rawJSON('1') : 'x'.repeat(2e6);
    };
  </script>`,
  // It says that it has an answer, and never ends: nothing may be printed before its end.
  'waits.tui': `<form><input name="a" value="1"/></form><script>
    $tui.output('too early');
    process.stderr.write('waiting\\n');
    await new Promise(() => setInterval(() => undefined, 1000));
  </script>`,
};

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf(FILES);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describeLauncher((tier) => {
  const env = tierVariable(tier);
  const run = async (...args: string[]): Promise<Result> =>
    await tui([...args.slice(0, -1), '--trust', '--allow-unenforced', args.at(-1)!], { cwd, env });

  it('has nothing on stdout beside the answer', async () => {
    const control = await run('loud.tui');
    expect(control.stdout).toContain(FORGED);
    expect(control.stdout).toContain(ESCAPE);
    expect(await run('ask', 'loud.tui')).toMatchObject({ code: 0, stdout: '{"a":"1"}\n' });
  });

  it('has no sequence in an answer or a text', async () => {
    const answer = await run('ask', 'escapes.tui');
    expect(answer.stdout).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(answer.stdout)).toEqual({
      [ESCAPE]: `${ESCAPE}\u009b31m\u202e`,
    });
    const text = await run('ask', 'text.tui');
    expect(text).toMatchObject({
      code: 0,
      stdout: '\ufffd]0;forged\ufffd \ufffd31m\ufffd\ufffd\n',
    });
  });

  it('has an answer of a megabyte at most', async () => {
    const args = ['ask', '--trust', '--allow-unenforced', 'large.tui', '--'];
    const small = await tui([...args, '1000000'], { cwd, env });
    expect([small.code, small.stdout.length]).toEqual([0, 1_000_009]);
    const large = await tui([...args, '1100000'], { cwd, env });
    expect({ code: large.code, stdout: large.stdout }).toEqual({ code: 1, stdout: '' });
    expect(large.stderr).toContain('the data of the form has more than 1048576 bytes');
  });

  it('has an answer that is data, whatever serializes it', async () => {
    const { code, stdout } = await run('ask', 'deep.tui');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('is written when the app has ended, and not when it was ended', async () => {
    const kill = { after: 'waiting', signal: 'SIGTERM' } as const;
    const args = ['ask', '--trust', '--allow-unenforced', 'waits.tui'];
    const { stdout } = await tui(args, { cwd, env, kill });
    expect(stdout).toBe('');
  });

  it('is the one thing that a terminal gets of it', async () => {
    const args = ['ask', '--trust', '--allow-unenforced', `${cwd}/loud.tui`];
    const { text, status, restored } = await runOnPty(commandFile(), args, [{ type: '\r' }], env);
    expect({ status, restored }).toEqual({ status: 0, restored: true });
    expect(text).not.toContain(ESCAPE);
    expect(text.endsWith('{"a":"1"}\r\n')).toBe(true);
  });
});
