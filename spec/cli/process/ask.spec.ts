/** `tui ask` of apps with code, without a terminal: what is written to stdout, when, and by whom. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../../support/cli.js';

const form = (script: string, controls = '<input name="a" value="1"/>', on = ''): string =>
  `<form id="f" ${on}>${controls}<button>Go</button></form><script>${script}</script>`;

const FILES = {
  'plain.tui': form('export const x = 1;'),
  'late.tui': form(
    `export async function save(event) {
       await new Promise((resolve) => setTimeout(resolve, 20));
       console.log('saved');
       process.stderr.write('saved\\n');
     }`,
    undefined,
    'onSubmit="save"',
  ),
  'fails.tui': form(
    'export async function save() { await null; throw new Error("no room"); }',
    undefined,
    'onSubmit="save"',
  ),
  'own.tui': form(
    `export function save(event) {
       event.preventDefault();
       $tui.output('first');
       $tui.output('line 1\\tx\\n\\x1b[31mline 2\\u202e');
       $tui.exit(3);
     }`,
    undefined,
    'onSubmit="save"',
  ),
  'both.tui': form(`export const save = () => $tui.output('text');`, undefined, 'onSubmit="save"'),
  // What it finds wrong with the document is not an error of the listener.
  'slow.tui': form(
    `export async function save(event) {
       event.preventDefault();
       const field = document.querySelector('input');
       field.value = 'a'.repeat(60);
       field.checkValidity();
       await new Promise((resolve) => setTimeout(resolve, 20));
       $tui.output('done');
       $tui.exit(0);
     }`,
    '<input name="a" pattern="(a+)+b"/>',
    'onSubmit="save"',
  ),
  'leaves.tui': form('$tui.exit();'),
  'input.tui': form(
    `let lines = [];
     for await (const line of $tui.stdin.lines()) lines.push(line);
     $tui.getElementById('n').value = lines.join(',');
     let again = '';
     try { await $tui.stdin.text(); } catch (error) { again = error.message; }
     $tui.getElementById('again').value = again;`,
    '<input id="n" name="n"/><input id="again" name="again"/>',
  ),
  'step.tui': `<form>
     <checkbox name="more" onChange="$app.more(this.checked)">More</checkbox>
     <form-step label="One"><input name="a" value="1"/></form-step>
     <form-step id="two" label="Two" disabled><input name="b" required/></form-step>
   </form>
   <script>export const more = (on) => $tui.getElementById('two').toggleAttribute('disabled', !on);</script>`,
  'more.json': '{"b": "x", "more": true}',
  'prints.tui': `<text>the frame</text><script>$tui.output('the text');</script>`,
  'prints-twice.tui': `<text>x</text><script>
     try { $tui.output('x'.repeat(9e6)); } catch (error) { $tui.output(error.name); }
     $tui.exit(4);</script>`,
};

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf(FILES);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const ask = async (...args: string[]): Promise<Result> =>
  await tui(['ask', '--trust', '--allow-unenforced', ...args], { cwd });

describe('tui ask of an app with code', () => {
  it('prints the data of the form', async () => {
    const { code, stdout, stderr } = await ask('plain.tui');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"a":"1"}\n', stderr: '' });
  });

  it('waits for what the listener of the submission does', async () => {
    const { code, stdout, stderr } = await ask('late.tui');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"a":"1"}\n' });
    expect(stderr).toContain('saved');
  });

  it('prints nothing where that fails', async () => {
    const { code, stdout, stderr } = await ask('fails.tui');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('no room');
  });

  it('ends as its listener ends it, whatever is wrong with the document meanwhile', async () => {
    const { code, stdout, stderr } = await ask('slow.tui');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
    expect(stderr).toContain('error slow-pattern: input: ');
  });

  it('prints the text of the app in place of the data, without control characters', async () => {
    const own = await ask('own.tui');
    expect({ code: own.code, stdout: own.stdout }).toEqual({
      code: 3,
      stdout: 'line 1\tx\n\ufffd[31mline 2\ufffd\n',
    });
    expect(await ask('both.tui')).toMatchObject({ code: 0, stdout: 'text\n' });
  });

  it('is cancelled where the app leaves without an answer', async () => {
    expect(await ask('leaves.tui')).toMatchObject({ code: 130, stdout: '' });
  });

  it('passes what is piped in to the app, once', async () => {
    const options = { cwd, stdin: 'one\r\ntwo\n\nthree' };
    const { code, stdout } = await tui(['ask', '--allow-unenforced', 'input.tui'], options);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      n: 'one,two,,three',
      again: '$tui.stdin: the input is read already',
    });
  });

  it('fills what an answer brings to light', async () => {
    const { code, stdout, stderr } = await ask('step.tui', '--answers', 'more.json');
    expect(stderr).toBe('');
    expect({ code, data: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      data: { more: true, a: '1', b: 'x' },
    });
    expect((await ask('step.tui')).stdout).toBe('{"more":false,"a":"1"}\n');
  });
});

describe('$tui.output of an app that is run', () => {
  it('replaces the frame, and not that of a snapshot', async () => {
    const run = async (...args: string[]): Promise<Result> =>
      await tui([...args, '--allow-unenforced', 'prints.tui'], { cwd });
    expect(await run()).toMatchObject({ code: 0, stdout: 'the text\n' });
    expect(await run('snapshot')).toMatchObject({ code: 0, stdout: 'the frame\n' });
  });

  it('is limited, and does not depend on the exit code', async () => {
    const { code, stdout } = await tui(['--allow-unenforced', 'prints-twice.tui'], { cwd });
    expect({ code, stdout }).toEqual({ code: 4, stdout: 'RangeError\n' });
  });
});
