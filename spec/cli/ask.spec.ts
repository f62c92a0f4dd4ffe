/** `tui ask` without a terminal and without scripts: what is printed, and what is said about answers that do not fit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Result } from '../support/cli.js';
import { call } from '../support/in-process.js';

const SETUP = `<tui><form>
  <form-step label="Server">
    <label>Host <input name="host" required/></label>
    <label>Port <input name="port" type="number" value="22" min="1" max="65535"/></label>
  </form-step>
  <form-step label="Account">
    <label>User <input name="user" value="ada"/></label>
    <checkbox name="admin">Administrator</checkbox>
    <select name="groups" multiple><option>dev</option><option>ops</option></select>
    <button name="action" value="install">Install</button>
  </form-step>
</form></tui>`;

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tui-ask-'));
  write('setup.tui', SETUP);
  write(
    'terms.tui',
    `<form><radio name="size" value="s" required>S</radio><radio name="size" value="m" required>M</radio>
     <radio-group name="color" required><radio value="red">R</radio><radio value="blue">B</radio></radio-group>
     <checkbox name="terms" required>I accept</checkbox><checkbox name="none" required disabled>N</checkbox></form>`,
  );
  write('text.tui', '<tui><text>No form</text></tui>');
  write('defaults.tui', '<form><input name="a" value="\u009b31m\u202e"/><switch name="b"/></form>');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(cwd, name), text);
}

async function ask(...args: string[]): Promise<Result> {
  return await call(['ask', ...args], { cwd });
}

async function answered(text: string): Promise<Result> {
  write('answers.json', text);
  return await ask('setup.tui', '--answers', 'answers.json');
}

describe('tui ask without a terminal', () => {
  it('submits the defaults where they are valid, in one line of JSON without control characters', async () => {
    const { code, stdout, stderr } = await ask('defaults.tui');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '{"a":"\\u009b31m\\u202e","b":false}\n',
      stderr: '',
    });
    expect(JSON.parse(stdout)).toEqual({ a: '\u009b31m\u202e', b: false });
  });

  it('prints answers with the rest, as the default button submits it', async () => {
    const { code, stdout } = await answered('{"host": "db", "admin": true, "groups": ["ops"]}');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      host: 'db',
      port: 22,
      user: 'ada',
      admin: true,
      groups: ['ops'],
      action: 'install',
    });
  });

  it('reads comments and trailing commas, as a person writes them', async () => {
    const { code } = await answered('{\n  // the database\n  "host": "db",\n}');
    expect(code).toBe(0);
  });

  it('lists what is missing', async () => {
    const { code, stdout, stderr } = await ask('setup.tui');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error not-answered: "host": Please fill in this field.\n  run it in a terminal, or answer host in --answers FILE\n',
    );
  });

  it('lists a group of radio buttons once, and boxes that have to be checked', async () => {
    const { code, stdout, stderr } = await ask('terms.tui');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.match(/not-answered: .*/g)).toEqual([
      'not-answered: "size": Please select one of these options.',
      'not-answered: "color": Please select one of these options.',
      'not-answered: "terms": Please check this box if you want to proceed.',
    ]);
    write('terms.json', '{"size": "m", "color": "red", "terms": false}');
    const refused = await ask('terms.tui', '--answers', 'terms.json');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('terms.json:1:40 error not-answered: "terms": Please check');
    write('terms.json', '{"size": "m", "color": "red", "terms": true}');
    const done = await ask('terms.tui', '--answers', 'terms.json');
    expect(JSON.parse(done.stdout)).toEqual({ size: 'm', color: 'red', terms: true });
  });

  it('refuses an answer of any depth, and lists within a list are two levels at most', async () => {
    write(
      'lists.tui',
      `<form>${'<select name="a" multiple><option>x</option></select>'.repeat(2)}</form>`,
    );
    write('lists.json', '{"a": [["x"], []]}');
    const { stdout } = await ask('lists.tui', '--answers', 'lists.json');
    expect(stdout).toBe('{"a":[["x"],[]]}\n');
    for (const depth of [3, 100, 50_000]) {
      write('lists.json', `{"a": [${'['.repeat(depth)}${']'.repeat(depth)}, []]}`);
      const refused = await ask('lists.tui', '--answers', 'lists.json');
      expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(/^lists\.json:1:\d+ error bad-(answer|json): /);
    }
  });

  it('answers a document with warnings and ignored patterns, which are on stderr', async () => {
    const long = 'a'.repeat(40);
    write('warns.tui', '<form><input name="a" pattern="(a+)+b" patern="x"/></form>');
    write('warns.json', JSON.stringify({ a: long }));
    const { code, stdout, stderr } = await ask('warns.tui', '--answers', 'warns.json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `{"a":"${long}"}\n` });
    expect(stderr.match(/(?:warning|error) [a-z-]+/g)).toEqual([
      'warning unknown-attribute',
      'error slow-pattern',
    ]);
  });

  it('says of each answer that does not fit where it is, and what fits', async () => {
    const { code, stdout, stderr } = await answered(
      '{\n  "hots": "db",\n  "port": "22",\n  "admin": true,\n  "groups": ["opps"]\n}',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('answers.json:2:3 error bad-answer: the form has no control "hots"');
    expect(stderr).toContain('did you mean "host"?');
    expect(stderr).toContain(
      'answers.json:3:11 error bad-answer: "port": expected a number, found "22"',
    );
    expect(stderr).toContain('  write 22');
    expect(stderr).toContain('answers.json:5:13 error bad-answer: "groups": expected a list');
    expect(stderr).not.toContain('"admin"');
  });

  it('says of an invalid answer where it is, and of a missing one that it is to be added', async () => {
    const { code, stderr } = await answered('{"port": 70000}');
    expect(code).toBe(2);
    expect(stderr).toContain('error not-answered: "host": Please fill in this field.');
    expect(stderr).toContain('  add "host" to the file');
    expect(stderr).toContain(
      'answers.json:1:10 error not-answered: "port": The value must be 65535 or less.',
    );
  });

  it.each([
    ['{"host": }', 'answers.json:1:10 error bad-json'],
    ['["db"]', 'answers.json:1:1 error bad-answer: expected an object'],
    ['', 'answers.json:1:1 error bad-json'],
  ])('refuses %j before anything starts', async (text, message) => {
    const { code, stdout, stderr } = await answered(text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    [['text.tui'], 'error no-form: the document has no <form>'],
    [['-'], 'error usage: tui ask reads the app from a file'],
    [['README.md'], 'error usage: README.md has no form'],
    [['setup.tui', '--answers', 'none.json'], 'none.json error no-file'],
    [['setup.tui', '--anwsers', 'x.json'], 'did you mean'],
    [['setup.tui', 'text.tui'], 'accepts only FILE'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await ask(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
