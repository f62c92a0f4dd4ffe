/** Settings and variables: what an app saves for the launcher to act on, and what it learns of the user's. @ci */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from '@jest/globals';
import { commandFile, tui } from '../../support/cli.js';
import { Arena, CANARY, winners, type Fight } from './support/arena.js';
import { describeLauncher, TIERS } from '../support/tiers.js';
import { outcomesOf, runCommand, type Ended } from './support/watched.js';

const main = commandFile();

/** What makes the launcher open a file, listen, connect, or paint nothing. */
function actingValues({ outside }: Arena): Record<string, unknown> {
  return {
    'log.file': join(outside, 'log.txt'),
    theme: join(outside, 'theme.css'),
    'server.port': 8080,
    'server.host': '0.0.0.0',
    'server.allowInput': true,
    'ai.model': 'theirs',
    'ai.endpoint': 'http://127.0.0.1:9/',
    'ai.headers': { Authorization: 'theirs' },
    'oauth.issuer': 'http://127.0.0.1:9/',
    'oauth.clientId': 'theirs',
    'bundler.retainBundle': true,
    'headless.enabled': true,
    'headless.width': 7,
    'headless.height': 7,
    'dither.blueNoisePath': join(outside, 'noise.png'),
    'i18n.messagesDir': outside,
  };
}

const ACTING =
  /^(log\.file|server\.|ai\.|oauth\.|bundler\.|headless\.|dither\.blueNoisePath|i18n\.messagesDir)/;

/** Keys of a file in the one form that they have everywhere else. */
function flattened(value: unknown, key = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flattened(inner, key === '' ? name : `${key}.${name}`),
  );
}

/** The user's own file, with secrets in it; each has a canary of its own. */
const SECRETS: Readonly<Record<string, string>> = {
  'ai.headers': `${CANARY}-headers`,
  'a password in an address': `${CANARY}-userinfo`,
  'a key in an address': `${CANARY}-query`,
  'a password of another app': `${CANARY}-password`,
  'a key of another app': `${CANARY}-key`,
  'a token in a list': `${CANARY}-list`,
};
const [headers, userinfo, query, password, key, list] = Object.values(SECRETS);
const USER_FILE = JSON.stringify({
  ai: {
    headers: { Authorization: headers },
    endpoint: `https://user:${userinfo}@ai.example/v1?api_key=${query}`,
  },
  mail: { password, servers: [{ token: list }] },
  maps: { apiKey: key },
});

/** Variables of the user's, by names that look like secrets, or like something else. */
const VARIABLES = [
  'ATTACK_TOKEN',
  'GITHUB_TOKEN',
  'GH_PAT',
  'DATABASE_URL',
  'NODE_OPTIONS',
  'TUI_LOG_LEVEL_X',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'attack_token',
  'Attack_Token',
  'TUI_AI_HEADERS',
  'GIT_ASKPASS',
  'PATH_LIKE',
  'BASH_FUNC_x%%',
  'A.B',
  'A B',
  'ENV',
];
/** As env(1) sets them: a shell knows no such names. */
const setVariables = (): string => {
  const all = VARIABLES.map((name) => {
    const value = name === 'NODE_OPTIONS' ? `--title=${CANARY}` : `${CANARY}`;
    return `'${name}=${name === 'TUI_AI_HEADERS' ? `Authorization: ${value}` : value}'`;
  });
  return `set -- env ${all.join(' ')} "$@";`;
};
const SCHEMA = Object.fromEntries(
  // Others are errors, and the app is not started.
  VARIABLES.filter((name) => /^(?!TUI_)\w+$/.test(name)).map((env, index) => [
    `v.n${index}`,
    { type: 'string', env },
  ]),
);

interface Given {
  readonly policy: object;
  readonly flags: readonly string[];
}

async function start(arena: Arena, tier: string, { policy, flags }: Given): Promise<Ended> {
  const { root, app, cache, outside } = arena;
  const place = {
    root,
    app,
    cache,
    outside,
    tier,
    canary: CANARY,
    values: actingValues(arena),
    secrets: SECRETS,
    variables: VARIABLES,
    keys: ['mail.password', 'mail', 'mail.servers', 'maps.apiKey', 'ai', ...Object.keys(SCHEMA)],
  };
  writeFileSync(join(app, 'place.json'), JSON.stringify(place));
  const code = readFileSync(join(app, 'saved-settings.ts'), 'utf8');
  const text = `<policy>${JSON.stringify(policy)}</policy><text>x</text><script>${code}</script>`;
  const file = arena.put('app/saved-settings.tui', text);
  return await runCommand([main, 'snapshot', file, ...flags], {
    cwd: root,
    tier,
    shell: setVariables(),
    env: { HOME: join(root, 'home'), XDG_CONFIG_HOME: join(root, 'home/.config') },
  });
}

function lookAround({ outside }: Arena): string[] {
  return readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();
}

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('an app that may save settings saves none that the launcher acts on', async () => {
    const arena = new Arena(main);
    try {
      const path = arena.put('home/.config/tui/config.json', USER_FILE);
      const before = lookAround(arena);
      const permissions = { write: ['~/.config/tui', './cache'] };
      const result = await start(arena, tier, {
        policy: { permissions, configSchema: SCHEMA },
        flags: ['--trust', '--deny-env'],
      });
      const outcomes = outcomesOf(result);
      expect(winners({ outcomes } as Fight)).toEqual(['SANE a harmless key is saved: saved']);
      const saved = new Map(flattened(parse(readFileSync(path, 'utf8'))));
      const own = new Map(flattened(JSON.parse(USER_FILE)));
      const acting = [...saved].filter(
        ([name, value]) =>
          (ACTING.test(name) && own.get(name) !== value) ||
          (name === 'theme' && /[/.]/.test(String(value))),
      );
      expect(acting).toEqual([]);
      // What the user has in it is still there.
      expect(
        [...own].filter(
          ([name, value]) => JSON.stringify(saved.get(name)) !== JSON.stringify(value),
        ),
      ).toEqual([]);

      // The next app, which may do nothing, has the launcher write what it likes, were there a file.
      const loud = arena.put(
        'app/loud.tui',
        "<text>x</text><script>console.error('; evil')</script>",
      );
      await runCommand([main, 'snapshot', loud, '--allow-unenforced'], {
        cwd: arena.root,
        tier,
        env: { HOME: join(arena.root, 'home'), XDG_CONFIG_HOME: join(arena.root, 'home/.config') },
      });
      expect(lookAround(arena)).toEqual(before);
      // The control: such a file does have it write there.
      const log = join(arena.outside, 'log.txt');
      writeFileSync(path, JSON.stringify({ log: { file: log } }));
      await runCommand([main, 'snapshot', loud, '--allow-unenforced'], {
        cwd: arena.root,
        tier,
        env: { HOME: join(arena.root, 'home'), XDG_CONFIG_HOME: join(arena.root, 'home/.config') },
      });
      expect(readFileSync(log, 'utf8')).toContain('; evil');
    } finally {
      arena.remove();
    }
  });

  it('no secret is handed over without a question', async () => {
    const arena = new Arena(main);
    try {
      arena.put('home/.config/tui/config.json', USER_FILE);
      const args = { policy: { configSchema: SCHEMA }, flags: [] };
      const { code, stdout, stderr } = await start(arena, tier, args);
      expect(stderr).not.toContain(CANARY);
      // Nobody can be asked here.
      if (code === 3) expect(stdout).toBe('');
      else {
        const won = winners({ outcomes: outcomesOf({ stdout, stderr }) } as Fight);
        expect(won.filter((line) => /^(SECRET|VARIABLE)/.test(line))).toEqual([]);
      }
    } finally {
      arena.remove();
    }
  });
});

describe('a variable of a setting', () => {
  it('has a name, or the app is not started', async () => {
    const arena = new Arena(main);
    try {
      const names = [
        '',
        ' ',
        'A=B',
        'ATTACK_TOKEN ',
        'ATTACK\u200b_TOKEN',
        '*',
        '$ATTACK_TOKEN',
        'A\0B',
      ];
      const files = names.map((env, index) => {
        const policy = JSON.stringify({ configSchema: { 'x.y': { type: 'string', env } } });
        return arena.put(`app/v${index}.tui`, `<policy>${policy}</policy><text>x</text>`);
      });
      const { stdout } = await tui(['lint', '--json', ...files], { cwd: arena.app });
      const faulty = files.filter((file) => !stdout.includes(`"file":${JSON.stringify(file)}`));
      expect(faulty).toEqual([]);
    } finally {
      arena.remove();
    }
  });
});

describe('the file of a log that a policy names', () => {
  const isA = TIERS.includes('A');
  const ways: readonly (readonly [string, (arena: Arena) => string])[] = [
    [
      'a folder that is a link',
      (arena) => {
        arena.link('app/cache/away', arena.outside);
        return './cache/away/log.txt';
      },
    ],
    [
      'a link to a file',
      (arena) => {
        arena.link('app/cache/log.txt', arena.put('outside/theirs.txt', 'theirs'));
        return './cache/log.txt';
      },
    ],
    [
      'a link to nothing yet',
      (arena) => {
        arena.link('app/cache/log.txt', join(arena.outside, 'log.txt'));
        return './cache/log.txt';
      },
    ],
    [
      'dots behind a link',
      (arena) => {
        arena.folder('outside/deep');
        arena.link('app/cache/away', join(arena.outside, 'deep'));
        return './cache/away/../log.txt';
      },
    ],
  ];
  // A is where an app is started beside such links at all.
  (isA ? it : it.skip).each(ways)('is not written by way of %s', async (_name, prepare) => {
    const arena = new Arena(main);
    try {
      const name = prepare(arena);
      const before = [lookAround(arena), stateOf(arena)];
      const policy = { permissions: { write: ['./cache'] }, config: { 'log.file': name } };
      const code = "console.error('; evil')";
      const text = `<policy>${JSON.stringify(policy)}</policy><text>x</text><script>${code}</script>`;
      const file = arena.put('app/logs.tui', text);
      const { stderr, code: ended } = await runCommand([main, 'snapshot', file, '--trust'], {
        cwd: arena.root,
        tier: 'A',
        env: { HOME: join(arena.root, 'home') },
      });
      // Dots are taken out of a name before anything is opened: then there is no link in it.
      if (name.includes('/../')) expect(ended).toBe(0);
      else expect([ended, stderr]).toEqual([2, expect.stringMatching(/^.*error cannot-write: /m)]);
      expect([lookAround(arena), stateOf(arena)]).toEqual(before);
      // The control: opened by its name it leads there.
      appendFileSync(`${arena.app}/${name}`, '; evil');
      expect([lookAround(arena), stateOf(arena)]).not.toEqual(before);
    } finally {
      arena.remove();
    }
  });

  function stateOf({ outside }: Arena): string {
    const file = join(outside, 'theirs.txt');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
});

describe('what is shown of settings', () => {
  it('has no secret in it, under whatever name', async () => {
    const arena = new Arena(main);
    try {
      arena.put('home/.config/tui/config.json', USER_FILE);
      const config = {
        'mail.password': CANARY,
        'x.private_key': CANARY,
        'x.session-id': CANARY,
        'x.list': [{ token: CANARY }],
        'x.inner': { deep: { clientSecret: CANARY } },
        'x.address': `https://${CANARY}@host/?token=${CANARY}#access_token=${CANARY}`,
        'x.line': `Authorization: Bearer ${CANARY}`,
      };
      arena.put('app/shown.tui', `<policy>${JSON.stringify({ config })}</policy><text>x</text>`);
      const env = {
        HOME: join(arena.root, 'home'),
        XDG_CONFIG_HOME: join(arena.root, 'home/.config'),
        TUI_AI_SITE_URL: `https://u:${CANARY}@host/?api_key=${CANARY}`,
        TUI_OAUTH_CLIENT_SECRET: CANARY,
      };
      const calls = [
        ['config', 'app/shown.tui'],
        ['config', '--json', 'app/shown.tui'],
        ['--print-config', 'app/shown.tui'],
        ['config', 'get', 'ai.endpoint'],
        ['config', 'explain', 'ai.endpoint'],
        ['config', 'explain', '--json', 'x.address', 'app/shown.tui'],
      ];
      for (const call of calls) {
        const { stdout, stderr } = await tui(call, { cwd: arena.root, env });
        expect([call, stdout.includes(CANARY), stderr.includes(CANARY)]).toEqual([
          call,
          false,
          false,
        ]);
      }
      // A fault beside a secret is shown with its line.
      for (const text of [
        `{"mail": {"password": "${CANARY}"}, "theme": 5}`,
        `{"mail": {"password": "${CANARY}"},, }`,
        `{"ai": {"headers": "${CANARY}"}, "pass": ${CANARY}}`,
        `{"log": {"level": "${CANARY}"}}x`,
        `{"ai": {"endpoint": "https://u:${CANARY}@h", "headers": {"a": "${CANARY}" "b": 1}}}`,
      ]) {
        arena.put('home/.config/tui/config.json', text);
        const { stdout, stderr } = await tui(['config'], { cwd: arena.root, env });
        expect([text, stdout.includes(CANARY), stderr.includes(CANARY)]).toEqual([
          text,
          false,
          false,
        ]);
      }
      rmSync(join(arena.root, 'home/.config'), { recursive: true });
    } finally {
      arena.remove();
    }
  });
});
