/** The file of `dither.blueNoisePath` that the user has chosen: what an app gets to read by it. @ci */
import { linkSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { png, rgbaPng } from '../../graphics/files.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

/** Every right half of a cell is above the middle. */
const COLUMNS = png({
  width: 2,
  height: 1,
  depth: 8,
  type: 0,
  rows: [Uint8Array.of(0, 255)],
});
const SHOWN = '▐▐▐▐';

let arena: Arena;
let noise = '';
beforeEach(() => {
  arena = new Arena(commandFile());
  noise = join(arena.folder('settings'), 'noise.png');
  writeFileSync(noise, COLUMNS);
  writeFileSync(join(arena.outside, 'noise.png'), COLUMNS);
  arena.put('outside/secret.txt', CANARY);
  // Half of the light of white.
  const gray = new Uint8Array(32 * 32 * 4).fill(188);
  for (let at = 3; at < gray.length; at += 4) gray[at] = 255;
  writeFileSync(join(arena.app, 'gray.png'), rgbaPng(32, 32, gray));
});
afterEach(() => arena.remove());

interface Asked {
  /** A flag of the user's. */
  readonly path?: string;
  /** A policy's setting. */
  readonly own?: string;
  readonly permissions?: object;
  readonly script?: string;
  readonly flags?: readonly string[];
}

async function show(
  tier: string,
  { path, own, permissions = {}, ...more }: Asked,
): Promise<Result> {
  const config = own === undefined ? {} : { 'dither.blueNoisePath': own };
  const file = arena.put(
    'app/shows.tui',
    `<policy>${JSON.stringify({ permissions, config })}</policy>
     <img src="gray.png" alt="x" gfx-mode="quadrant"/>${more.script ?? ''}`,
  );
  return await tui(
    [
      'snapshot',
      file,
      '--trust',
      '--theme=bw-dark',
      '--dither-algorithm=blue-noise',
      ...(path === undefined ? [] : ['--dither-blue-noise-path', path]),
      ...(more.flags ?? []),
    ],
    { cwd: arena.root, env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier } },
  );
}

describe('without a check', () => {
  it('a link leads out of the folder that the app may write', () => {
    arena.folder('app/cache');
    symlinkSync(join(arena.outside, 'secret.txt'), join(arena.cache, 'noise.png'));
    expect(readFileSync(join(arena.cache, 'noise.png'), 'utf8')).toBe(CANARY);
  });
});

describeTiers((tier) => {
  it('is used although the app may not read it', async () => {
    const { stdout, stderr } = await show(tier, {
      path: noise,
      script: `<text id="t">x</text><script>
        import fs from 'node:fs';
        try { fs.readFileSync(${JSON.stringify(noise)}); $tui.getElementById('t').textContent = 'READ'; }
        catch (error) { $tui.getElementById('t').textContent = 'NOT READ'; }</script>`,
    });
    expect(stdout).toContain(SHOWN);
    expect(stdout).toContain('NOT READ');
    expect(stderr).not.toContain('blue-noise');
  });

  it('what is no PNG is not passed on', async () => {
    for (const [path, reason] of [
      [join(arena.outside, 'secret.txt'), 'is not a PNG file'],
      [arena.outside, 'is not a file'],
      [join(arena.outside, 'none.png'), 'cannot be read (ENOENT)'],
    ] as const) {
      const { code, stdout, stderr } = await show(tier, { path });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`error cannot-read: dither.blueNoisePath: ${path} ${reason}`);
      expect(stderr).toContain('it is set by');
    }
  });

  it('a file whose thresholds cannot be read is reported, and the picture shows', async () => {
    writeFileSync(noise, COLUMNS.subarray(0, 40));
    const { stdout, stderr } = await show(tier, { path: noise });
    expect(stderr).toContain('warning bad-blue-noise: dither.blueNoisePath:');
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toContain(SHOWN);
  });

  it('a link that the app can make is not followed, nor another name of a file', async () => {
    const permissions = { write: ['./cache'] };
    arena.folder('app/cache');
    const path = join(arena.cache, 'noise.png');
    symlinkSync(join(arena.outside, 'noise.png'), path);
    const linked = await show(tier, { path, permissions });
    expect([linked.code, linked.stdout]).toEqual([2, '']);
    // Node's permission model alone starts no app with such a link.
    expect(linked.stderr).toContain(
      tier === 'A' ? 'which the app can change' : 'cannot keep the app from following',
    );
    unlinkSync(path);
    const other = join(arena.cache, 'other.png');
    linkSync(join(arena.outside, 'noise.png'), other);
    const named = await show(tier, { path: other, permissions });
    expect([named.code, named.stdout]).toEqual([2, '']);
    expect(named.stderr).toContain('is a link that the app may have created');
  });

  it("a policy's file is read with the app's own grants, beside the document", async () => {
    writeFileSync(join(arena.app, 'own.png'), COLUMNS);
    const { stdout } = await show(tier, { own: 'own.png' });
    expect(stdout).toContain(SHOWN);
  });

  it("a policy's file that the app may not read is not read by the launcher either", async () => {
    for (const own of [join(arena.outside, 'noise.png'), '../outside/noise.png']) {
      const { stdout, stderr } = await show(tier, { own });
      expect(stdout).not.toContain(SHOWN);
      expect(stderr).toContain('warning bad-blue-noise');
    }
    // The control: the same file, granted.
    const granted = await show(tier, {
      own: '../outside/noise.png',
      flags: [`--allow-read=${arena.outside}`],
    });
    expect(granted.stdout).toContain(SHOWN);
  });
});
