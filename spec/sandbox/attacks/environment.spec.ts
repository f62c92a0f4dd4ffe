/** An app that tries to read variables without approval, through its own settings. @ci */
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { describeInTmux, Tmux } from '../../support/tmux.js';
import { describeOnce } from '../../support/other-nodes.js';
import { serve } from '../../support/web.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';
import { fightEnvironment, VALUE } from './support/fights.js';
import { describeLauncher, describeTiers, TIERS } from '../support/tiers.js';

const main = commandFile();

const names = (fought: Fight): string[] => winners(fought).map((line) => line.replace(/:.*/, ''));

describe('without a sandbox', () => {
  it('it is everywhere', async () => {
    expect(losers(await fightEnvironment(main, 'control'))).toEqual([]);
  });
});

describeTiers((tier) => {
  it('what was agreed to is there', async () => {
    expect(names(await fightEnvironment(main, tier))).toEqual(
      expect.arrayContaining(['process.env', 'the values of the keys', 'their origins']),
    );
  });

  // The launcher reads the flags; what a process has of a variable that is denied is up to the tier.
  it.each(
    [
      [['--deny-env']],
      [['--deny-env=WEATHER_UNIT']],
      [['--allow-env', '--deny-env=WEATHER_UNIT']],
    ].slice(0, tier === TIERS[0] ? undefined : 1),
  )('with %j it is nowhere, not even in the memory of the process', async (flags) => {
    const result = await fightEnvironment(main, tier, { flags });
    expect(winners(result)).toEqual([]);
    // It was looked for to the end.
    expect(result.outcomes['the memory of the process']?.detail).toBe('undefined');
  });

  it('what other programs take orders from is never handed on, whatever is granted', async () => {
    const result = await fightEnvironment(main, tier, {
      variables: {
        NODE_OPTIONS: `--no-warnings --title=${VALUE}`,
        PATH: `${process.env['PATH'] ?? ''}:/${VALUE}`,
        GIT_DIR: VALUE,
        BASH_ENV: `/${VALUE}`,
        LD_LIBRARY_PATH: `/${VALUE}`,
      },
      flags: ['--allow-env', '--allow-env=LANG'],
    });
    expect(winners(result)).toEqual([]);
    expect(result.outcomes['the memory of the process']?.detail).toBe('undefined');
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('secrets of tui itself do not cross in its settings', async () => {
    const env = {
      TUI_AI_ENDPOINT: `https://user:${VALUE}@ai.test/?api_key=${VALUE}`,
      TUI_AI_HEADERS: `x-key: ${VALUE}`,
      TUI_AI_SITE_NAME: `token=${VALUE}`,
    };
    const result = await fightEnvironment(main, tier, { variables: { WEATHER_UNIT: 'C' }, env });
    expect(names(result)).toEqual(['their origins']);
    expect(result.outcomes['the memory of the process']?.detail).toBe('undefined');
    const granted = await fightEnvironment(main, tier, {
      variables: { WEATHER_UNIT: 'C' },
      // With a user and a password it is refused before the app starts.
      env: { ...env, TUI_AI_ENDPOINT: `https://ai.test/?api_key=${VALUE}` },
      flags: ['--allow-ai'],
    });
    expect(names(granted)).toEqual(['their origins']);
  });

  it('with nothing at all granted it is nowhere', async () => {
    const arena = new Arena(main);
    try {
      const file = arena.put('app/all.tui', app('WEATHER_UNIT'));
      for (const flags of [['--deny-all'], ['--deny-all', '--allow-env']]) {
        const { stdout } = await start(arena, tier, ['snapshot', file, '--trust', ...flags]);
        expect(stdout.trim()).toBe('unset unset default');
      }
      const { stdout } = await start(arena, tier, ['snapshot', file, '--trust']);
      expect(stdout.trim()).toBe(`${VALUE} ${VALUE} env`);
    } finally {
      arena.remove();
    }
  });
});

/** Shows what it can see of a variable. */
function app(variable: string): string {
  const policy = {
    name: 'Weather',
    configSchema: { 'weather.unit': { type: 'string', env: variable, default: 'unset' } },
  };
  return `<policy>${JSON.stringify(policy)}</policy><text id="t"></text><script>
    const { config } = $tui;
    $tui.getElementById('t').textContent = [config.getValue('weather.unit'),
      process.env['${variable}'] ?? 'unset', config.getSource('weather.unit')].join(' ');
  </script>`;
}

async function start(
  arena: Arena,
  tier: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = { WEATHER_UNIT: VALUE },
): Promise<Result> {
  return await tui(args, {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier, ...env },
  });
}

describeOnce('an app from the web', () => {
  it('has no variable that nobody has agreed to', async () => {
    const web = await serve();
    web.server.removeAllListeners('request');
    web.server.on('request', (_, response) => response.end(app('GH_PAT')));
    const arena = new Arena(main);
    try {
      // The launcher decides.
      for (const tier of TIERS.slice(0, 1)) {
        const unenforced = tier === 'C' ? ['--allow-unenforced'] : [];
        const url = `${web.origin}/app.tui`;
        const call = (...flags: string[]): Promise<Result> =>
          start(arena, tier, ['snapshot', url, ...unenforced, ...flags], { GH_PAT: VALUE });
        const refused = await call();
        expect([refused.code, refused.stdout]).toEqual([3, '']);
        expect(refused.stderr).toContain('this app needs permission for "env" GH_PAT');
        expect((await call('--trust', '--deny-all')).stdout.trim()).toBe('unset unset default');
        expect((await call('--trust', '--deny-env=GH_PAT')).stdout.trim()).toBe(
          'unset unset default',
        );
        expect((await call('--trust')).stdout.trim()).toBe(`${VALUE} ${VALUE} env`);
      }
    } finally {
      arena.remove();
      await web.close();
    }
  });
});

describeInTmux('the question', () => {
  it('lists the variables of configSchema, marks secrets, and says what saving is', async () => {
    const arena = new Arena(main);
    const terminal = new Tmux();
    try {
      const policy = {
        permissions: { write: ['~/.config/tui', './cache'] },
        config: { log: { file: './cache/app.log' }, server: { port: 8123 } },
        configSchema: {
          a: { type: 'string', env: 'GITHUB_TOKEN' },
          b: { type: 'string', env: 'WEATHER_CITY' },
        },
      };
      arena.put(
        'app/asks.tui',
        `<policy>${JSON.stringify(policy)}</policy><text id="t"></text><script>
          $tui.getElementById('t').textContent = 'has ' + process.env.GITHUB_TOKEN;</script>`,
      );
      await terminal.start(90, 40);
      const home = join(arena.root, 'home');
      terminal.keys(
        `cd ${arena.root}; HOME=${home} GITHUB_TOKEN=ghp_x ${process.execPath} ${main} app/asks.tui`,
        'Enter',
      );
      await terminal.until('the question', () => terminal.screen().includes('[n Deny]'));
      const screen = terminal.screen();
      expect(screen).toContain(`Change your tui settings\n  ${home}/.config/tui/`);
      expect(screen).toContain(
        'Read environment variables\n! GITHUB_TOKEN\n    it may hold a secret\n  WEATHER_CITY\n',
      );
      expect(screen).toContain(
        `Settings of its policy\n  log.file = ${join(arena.cache, 'app.log')}\n`,
      );
      expect(screen).not.toContain('server.port');
      terminal.keys('n');
      await terminal.until('a prompt', () => /did not allow/.test(terminal.screen()));
    } finally {
      terminal.stop();
      arena.remove();
    }
  });
});
