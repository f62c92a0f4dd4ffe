/**
 * A document with nothing but Markdown has no code, and may name a file all the same. It is read in the sandbox:
 * what is not granted is not shown, although the launcher could read it.
 * @ci
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mayShowFiles } from '../../../cli/sandbox/launch/has-code.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena } from './support/arena.js';
import { describeLauncher, describeTiers } from '../support/tiers.js';

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
  writeFileSync(join(arena.outside, 'secret.md'), '# CANARY');
  arena.put('app/own.md', '# Own *text*');
  arena.put('app/evil.md', '# EVIL\x1b]0;EVIL\x07\x1b[2J\u009b2J [x](javascript:x) \u202e');
  arena.put('app/bytes.md', 'a\0b');
});
afterEach(() => arena.remove());

const call = (tier: string, args: readonly string[]): Promise<Result> =>
  tui([...args], {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
  });

const app = (...sources: string[]): string =>
  arena.put(
    'app/p.tui',
    sources.map((src, at) => `<markdown src="${src}">SHUT ${at}</markdown>`).join(''),
  );
const show = async (tier: string, src: string, ...flags: string[]): Promise<Result> =>
  await call(tier, ['snapshot', app(src), ...flags]);

describeTiers((tier) => {
  it('a text beside the document shows', async () => {
    const { stdout, stderr } = await show(tier, 'own.md');
    expect(stdout.split('\n')[0]).toBe('Own text');
    expect(stderr).not.toContain('error');
  });

  it('files that are not granted are not read, under any name', async () => {
    const names = [
      join(arena.outside, 'secret.md'),
      '../outside/secret.md',
      `file://${arena.outside}/secret.md`,
      '/proc/self/cwd/outside/secret.md',
      '/proc/1/environ',
      '/etc/passwd',
      '/dev/zero',
      'https://a.example/x.md',
    ];
    const { stdout, stderr } = await call(tier, ['snapshot', app(...names)]);
    const lines = stdout.trim().split(/\s*\n\s*/);
    expect(lines).toEqual(names.map((_, at) => `SHUT ${at}`));
    expect(stderr.match(/error markdown-unread/g)).toHaveLength(names.length);
  });

  it('a link that leads out of the folder is not followed', async () => {
    symlinkSync(join(arena.outside, 'secret.md'), join(arena.root, 'app/link.md'));
    const { stdout, stderr } = await show(tier, 'link.md');
    expect(stdout).not.toContain('CANARY');
    // Where it cannot be kept from following it, the app does not start.
    expect(stderr).toMatch(/error (markdown-unread|no-sandbox)/);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('the same file shows where it is granted', async () => {
    const { stdout } = await show(
      tier,
      join(arena.outside, 'secret.md'),
      `--allow-read=${arena.outside}`,
      '--trust',
    );
    expect(stdout).toContain('CANARY');
  });

  it('nothing of a text is obeyed by a terminal', async () => {
    const { stdout } = await show(tier, 'evil.md', '--format', 'ansi');
    expect(stdout).toContain('EVIL');
    expect(stdout.replace(/\x1b\[[\d;]*m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  it('bytes that are no text are not shown', async () => {
    const { stdout, stderr } = await show(tier, 'bytes.md');
    expect(stdout).toContain('SHUT');
    expect(stderr).toContain('it is not text');
  });

  it('lint and --help read none', async () => {
    const file = app('/nowhere/none.md');
    expect(await call(tier, ['lint', file])).toMatchObject({ stderr: '', code: 0 });
    expect((await call(tier, ['--help', file])).stderr).toBe('');
  });
});

describe('texts are seen', () => {
  it.each([
    '<markdown src="a"/>',
    '<MARKDOWN\nSRC="a">',
    '<mar\u212adown src=a>',
    '<container><markdown value=">"\tsrc=a></container>',
  ])('in %j', (text) => {
    expect(mayShowFiles(text)).toBe(true);
    expect(mayShowFiles(text.replace(/src/i, 'value'))).toBe(true);
    expect(mayShowFiles(text.replace(/mar.down/iu, 'text'))).toBe(false);
  });
});
