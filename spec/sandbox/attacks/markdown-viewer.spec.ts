/**
 * `tui README.md`: a file from anywhere, shown by an app that may read the folder of it. No link in it leads out of that
 * folder, and nothing in it is obeyed by the terminal.
 * @ci
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { graphicsQuery } from '../../../runtime/terminal/images/kitty.js';
import { rgbaPng } from '../../graphics/files.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../../support/pty.js';
import { Arena } from './support/arena.js';
import { describeLauncher, describeTiers } from '../support/tiers.js';

const EVIL = [
  '# EVIL\x1b]0;EVIL\x07\x1b[2J\u009b2J \u202eLIVE',
  'READY [js](javascript:EVIL) [file](file:///etc/passwd) <https://evil.example/\x1b]0;EVIL\x07>',
  '`\x1b[31mcode` <script>EVIL</script> ![\x1b]0;EVIL\x07](x.png)',
  '~~~\x1b]0;EVIL\x07\n\x1b]0;EVIL\x07\n~~~',
  '| \x1b[2J | b |\n| - | - |\n| \x9b2J | [x](https://evil.example/%1b%5d0;x) |',
].join('\n\n');

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
  writeFileSync(join(arena.outside, 'secret.md'), '# CANARY');
  arena.put('app/inside.md', '# Inside\n\n[up](sub/deep.md)');
  arena.put('app/sub/deep.md', '# Deep\n\n[home](../inside.md)');
  arena.put('app/evil.md', EVIL);
});
afterEach(() => arena.remove());

/** The first link of a file, followed. */
async function follow(tier: string, target: string): Promise<Result> {
  const file = arena.put('app/start.md', `# Start\n\n[link](<${target}>)`);
  const keys = ['--press', 'Tab Enter', '--wait', '400', '--width', '50', '--height', '10'];
  return await call(tier, ['snapshot', file, ...keys]);
}

const call = (tier: string, args: readonly string[]): Promise<Result> =>
  tui([...args], {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
  });

const onTerminal = async (
  tier: string,
  file: string,
  steps: readonly PtyStep[],
): Promise<PtyResult> =>
  await runOnPty(commandFile(), [file], [{ wait: 'evil.md' }, ...steps], {
    TUI_SANDBOX_TIER: tier,
    HOME: join(arena.root, 'home'),
  });

const OWN =
  /\x1b\]8;(?:id=\d+;(?:https?:|mailto:)[\x21-\x7e]{1,2000}|;)\x1b\\|\x1b\[[\d;:]*[ABCDGHKJXmPq@]|\x1b\[\?[\d;]+[hl]|\x1b\[[?>=<]?[\d;]*[ucqt]|\x1b\[\?\d+\$p|\x1b\]11;\?\x1b\\|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\|\x1b[78M]|\x07|\r|\n|\b/g;
const foreign = (text: string): string[] =>
  text
    .replaceAll(graphicsQuery(), '')
    .replace(OWN, '')
    .match(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e].{0,20}/gs) ?? [];

describe('a program of its own', () => {
  it('has the terminal obey the file, and reads the other one', async () => {
    const file = join(arena.root, 'control.mjs');
    const secret = JSON.stringify(join(arena.outside, 'secret.md'));
    writeFileSync(
      file,
      `import { readFileSync } from 'node:fs';
       process.stdout.write('READY' + readFileSync(${JSON.stringify(join(arena.root, 'app/evil.md'))}));
       process.stdout.write(readFileSync(${secret}));`,
    );
    const { text } = await runOnPty(file, [], []);
    expect(foreign(text)).not.toEqual([]);
    expect(text).toContain('CANARY');
  });
});

describeTiers((tier) => {
  it('shows pictures of its folder, and none from outside or from the network', async () => {
    const white = rgbaPng(16, 16, new Uint8Array(16 * 16 * 4).fill(255));
    let reached = 0;
    const server = createServer((_, response) => response.end(white));
    server.on('connection', () => reached++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    try {
      const { port } = server.address() as AddressInfo;
      for (const place of [arena.app, arena.outside]) writeFileSync(join(place, 'p.png'), white);
      // Node's permission model alone starts no app with such a link.
      if (tier === 'A') symlinkSync(join(arena.outside, 'p.png'), join(arena.app, 'link.png'));
      const shown = async (...targets: string[]): Promise<string[]> => {
        const file = arena.put(
          'app/start.md',
          targets.map((each) => `![SHUT](<${each}>)`).join('\n\n'),
        );
        const flags = ['--gfx-mode=luma', '--width', '20', '--height', '20'];
        const { stdout } = await call(tier, ['snapshot', file, ...flags]);
        return stdout.split('\n').flatMap((line) => line.trim() || []);
      };
      expect((await shown('p.png'))[0]).toMatch(/^([@M%&WBR#$8])\1$/);
      const targets = [
        '../outside/p.png',
        join(arena.outside, 'p.png'),
        `file://${arena.outside}/p.png`,
        `http://127.0.0.1:${port}/p.png`,
        ...(tier === 'A' ? ['link.png'] : []),
      ];
      expect(await shown(...targets)).toEqual([...targets.map(() => 'SHUT'), 'start.md']);
      expect(reached).toBe(0);
    } finally {
      server.close();
    }
  });

  it('follows no link of the file system that leads out', async () => {
    symlinkSync(join(arena.outside, 'secret.md'), join(arena.root, 'app/link.md'));
    symlinkSync('/usr/share', join(arena.root, 'app/share'));
    for (const name of ['link.md', 'share/README.md', 'share']) {
      const { stdout, stderr } = await follow(tier, name);
      expect(stdout).not.toContain('CANARY');
      // Where it cannot be kept from following them, it does not start.
      expect(stdout + stderr).toMatch(/does not exist|leads out|error no-sandbox/);
    }
  });

  it('follows no link to a pipe, and none to what the user keeps from it', async () => {
    arena.put('app/kept/secret.md', '# CANARY');
    execFileSync('mkfifo', [join(arena.root, 'app/pipe.txt')]);
    expect((await follow(tier, 'pipe.txt')).stdout).toContain('is not a file');
    expect((await follow(tier, 'kept/secret.md')).stdout).toContain('CANARY');
    const file = arena.put('app/start.md', '# Start\n\n[link](kept/secret.md)');
    const keys = ['--press', 'Tab Enter', '--wait', '400', '--width', '60', '--height', '10'];
    const kept = `--deny-read=${join(arena.root, 'app/kept')}`;
    const { stdout, stderr } = await call(tier, ['snapshot', kept, file, ...keys]);
    expect(stdout).not.toContain('CANARY');
    // Where it cannot be kept from it, it does not start.
    expect(stdout + stderr).toMatch(/may not be read|error no-sandbox/);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('follows links in the folder, and back', async () => {
    const { stdout } = await follow(tier, 'sub/deep.md');
    expect(stdout).toContain('Deep');
    const file = join(arena.root, 'app/inside.md');
    const keys = ['--press', 'Tab Enter', '--wait', '300', '--press', 'Backspace', '--wait', '300'];
    expect((await call(tier, ['snapshot', file, ...keys])).stdout).toContain('Inside');
  });

  it('leads nowhere else', async () => {
    const names = [
      join(arena.outside, 'secret.md'),
      '../outside/secret.md',
      '..%2Foutside%2Fsecret.md',
      'sub/../../outside/secret.md',
      '../../../../../../../../etc/passwd',
      '/proc/self/environ',
      '/proc/self/root/etc/passwd',
      '/dev/stdin',
    ];
    // One start: a page that any of them led to has no link back.
    const links = names.map((name) => `[link](<${name}>)`).join('\n\n');
    const file = arena.put('app/start.md', `# Start\n\n${links}`);
    const keys = names.flatMap(() => ['--press', 'Tab Enter', '--wait', '200']);
    const size = ['--width', '60', '--height', '40'];
    const { stdout } = await call(tier, ['snapshot', file, ...keys, ...size]);
    expect(stdout).toContain('Start');
    expect(stdout).not.toMatch(/CANARY|root:|PATH=/);
    expect(stdout).toContain('folder');
  });

  it('has a name of escape sequences in no title and no line', async () => {
    const file = arena.put('app/evil\x1b]0;EVIL\x07\u009b2J.md', '# Name\n\nREADY');
    const { text, restored } = await runOnPty(
      commandFile(),
      [file],
      [{ wait: '2J.md' }, { type: 'q' }],
      { TUI_SANDBOX_TIER: tier, HOME: join(arena.root, 'home') },
    );
    expect({ restored, foreign: foreign(text) }).toEqual({ restored: true, foreign: [] });
    expect(text).toContain('evil');
  });

  it('nothing of a text is obeyed by the terminal', async () => {
    const file = join(arena.root, 'app/evil.md');
    const steps: PtyStep[] = [
      { type: '\t\r' },
      { sleep: 300 },
      { type: '/EVIL\r' },
      { sleep: 300 },
    ];
    const { text, restored } = await onTerminal(tier, file, [...steps, { type: 'q' }]);
    expect(text).toContain('EVIL');
    expect({ restored, foreign: foreign(text) }).toEqual({ restored: true, foreign: [] });
    const titles = [...text.matchAll(/\x1b\]2;([^\x1b]*)/g)].map(([, title]) => title);
    expect(new Set(titles)).toEqual(new Set(['evil.md']));
  });

  it('into a pipe it is text, all of it', async () => {
    const { stdout, code } = await call(tier, [join(arena.root, 'app/evil.md')]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('EVIL')]);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    const rows = Array.from({ length: 300 }, (_, row) => `line ${row}`);
    const long = await call(tier, [arena.put('app/long.md', rows.join('\n\n'))]);
    expect(long.stdout.match(/line \d+/g)).toEqual(rows);
  });

  it('says what is wrong with a file', async () => {
    arena.put('app/bytes.md', 'a\0b');
    const errors = async (name: string): Promise<string> =>
      (await call(tier, [join(arena.root, 'app', name)])).stderr;
    expect(await errors('insid.md')).toMatch(/error no-file[^]*did you mean "inside.md"\?/);
    expect(await errors('bytes.md')).toContain('error not-text');
    expect(readFileSync(join(arena.root, 'app/bytes.md'), 'latin1')).toBe('a\0b');
  });
});
