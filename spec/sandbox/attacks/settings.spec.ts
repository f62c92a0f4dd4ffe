/** An app that is after the user's settings: what is in them, and what tui would do by them. @ci */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

const SETTINGS = `{\n  // mine\n  "theme": "gray-dark",\n  "ai": { "headers": { "x-key": "${CANARY}" } }\n}\n`;

interface Options {
  readonly permissions?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** `$XDG_CONFIG_HOME`, from the root. */
  readonly xdg?: string;
  /** The file is a link to this one, from the root. */
  readonly linksTo?: string;
}

/** The file as it is afterwards, beside what came of the attacks. */
async function fight(tier: string, options: Options = {}): Promise<Fight & { after: string }> {
  const { permissions = {}, flags = [], xdg, linksTo } = options;
  const arena = new Arena(main);
  try {
    const name = `${xdg ?? 'home/.config'}/tui/config.json`;
    const file = join(arena.root, name);
    if (linksTo === undefined) arena.put(name, SETTINGS);
    else {
      arena.put(linksTo, SETTINGS);
      arena.link(name, join(arena.root, linksTo));
    }
    arena.put(`${xdg ?? 'home/.config'}/tui/keys.mjs`, `export const key = '${CANARY}';`);
    arena.put('outside/victim.txt', 'untouched');
    const result = await arena.fight(
      tier,
      'settings',
      { file },
      {
        permissions: { write: ['./cache'], ...permissions },
        flags: flags.map((flag) => flag.replace('ROOT', arena.root)),
        env: xdg === undefined ? {} : { XDG_CONFIG_HOME: join(arena.root, xdg) },
      },
    );
    expect(readFileSync(join(arena.outside, 'victim.txt'), 'utf8')).toBe('untouched');
    return { ...result, after: existsSync(file) ? readFileSync(file, 'utf8') : '' };
  } finally {
    arena.remove();
  }
}

const names = (fought: Fight): string[] =>
  winners(fought).map((line) => line.replace(/: [^:]*$/, ''));

describe('without a sandbox', () => {
  it('it reads them, writes them and saves what it likes', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(Object.keys(control.outcomes).length).toBeGreaterThan(60);
  });
});

describeTiers((tier) => {
  it.each<[name: string, options: Options]>([
    ['no grant', {}],
    [
      'what save does not need',
      { permissions: { write: ['./cache', '~/notes'], read: ['~/.config/tui'] } },
    ],
    [
      'a denial',
      { permissions: { write: ['./cache', '~/.config/tui'] }, flags: ['--deny-write=ROOT/home'] },
    ],
  ])('with %s it gets nothing', async (_, options) => {
    const result = await fight(tier, options);
    expect(names(result)).toEqual([]);
    expect(result.after).toBe(SETTINGS);
    expect(result.changed).toEqual([]);
  });

  it.each<[name: string, options: Options]>([
    ['the grant to save', { permissions: { write: ['./cache', '~/.config/tui'] } }],
    ['a grant above it', { permissions: { write: ['./cache', '~/.config'] } }],
    ['the whole home', { permissions: { write: ['./cache', '~'] } }],
    [
      'the grant to save, elsewhere',
      { permissions: { write: ['./cache', '~/.config/tui'] }, xdg: 'elsewhere' },
    ],
    [
      'the grant to save, and the folder that the file is a link into',
      {
        permissions: { write: ['./cache', '~/.config/tui', '~/dotfiles'] },
        linksTo: 'home/dotfiles/settings.json',
      },
    ],
  ])('with %s it saves what apps may save, and touches no file', async (_, options) => {
    const result = await fight(tier, options);
    expect(names(result)).toEqual(['SAVES what it may']);
    expect(result.changed.filter((path) => !path.includes('/elsewhere'))).toEqual([]);
    // All that was there is there still.
    expect(result.after).toContain('// mine');
    expect(result.after).toContain(CANARY);
    expect(JSON.parse(result.after.replace('// mine', ''))).toEqual({
      theme: 'bw-dark',
      ai: { headers: { 'x-key': CANARY } },
      log: { level: 'WARN' },
      lint: true,
    });
  });

  it('makes the folder where there is none, and does not show it then', async () => {
    const arena = new Arena(main);
    try {
      const probe = `import fs from 'node:fs';
        const saved = $tui.config.save({ theme: 'bw-std' });
        let seen;
        try { seen = fs.readFileSync(${JSON.stringify(join(arena.root, 'home/.config/tui/config.json'))}, 'utf8'); }
        catch (error) { seen = error.message; }
        $tui.getElementById('t').textContent = saved + ' ' + seen;`;
      const policy = '{"permissions": {"write": ["~/.config/tui"], "read": ["~"]}}';
      const file = arena.put(
        'app/first.tui',
        `<policy>${policy}</policy><text id="t"/><script>${probe}</script>`,
      );
      const { stdout, stderr } = await start(arena, tier, ['snapshot', file, '--trust']);
      expect(stderr).not.toContain('error');
      expect(stdout).toMatch(
        /^1 reading \S*config\.json is not\s+permitted: no app may access that folder/,
      );
      expect(readFileSync(join(arena.root, 'home/.config/tui/config.json'), 'utf8')).toContain(
        'bw-std',
      );
      expect(statSync(join(arena.root, 'home/.config/tui')).mode & 0o777).toBe(0o700);
    } finally {
      arena.remove();
    }
  });
});

async function start(arena: Arena, tier: string, args: readonly string[]): Promise<Result> {
  const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
  return await tui(args, { cwd: arena.root, env });
}
