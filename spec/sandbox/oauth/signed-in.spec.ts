/** `examples/signed-in.tui` in a terminal, with a simulated sign-in in a browser; and where tokens are stored. @ci */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Chromium } from '../../support/chromium.js';
import { commandFile } from '../../support/cli.js';
import { SignInServers } from '../../support/sign-in.js';
import { describeWith } from '../../support/programs.js';
import { Tmux } from '../../support/tmux.js';
import { TIERS } from '../support/tiers.js';

let servers: SignInServers;
let chromium: Chromium;
let tmux: Tmux;
const describeWithBrowser = (name: string, specs: () => void): void =>
  describeWith(['chromium', 'tmux', 'bash'], name, specs);

/** Processes below another one, with itself. */
function processesOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

/** Which of some texts are in a process's memory, whatever it is of. */
function inMemory(pid: number, texts: readonly string[]): string[] {
  const found = new Set<string>();
  const file = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, start = '', end = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (start === '') continue;
      const from = Number.parseInt(start, 16);
      const size = Number.parseInt(end, 16) - from;
      // V8's heap is reserved in large parts, of which few are there.
      for (let at = 0; at < size; at += PART - OVERLAP) {
        const part = Buffer.alloc(Math.min(PART, size - at));
        try {
          if (readSync(file, part, 0, part.length, from + at) === 0) continue;
        } catch {
          continue;
        }
        for (const text of texts) {
          if (part.includes(text) || part.includes(Buffer.from(text, 'utf16le'))) found.add(text);
        }
      }
    }
  } finally {
    closeSync(file);
  }
  return [...found];
}
const PART = 4 * 1024 * 1024;
const OVERLAP = 4096;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

describeWithBrowser('signed-in.tui', () => {
  beforeAll(async () => {
    servers = await SignInServers.start();
    chromium = new Chromium();
  });
  afterAll(async () => {
    servers.stop();
    await chromium.close();
  });
  beforeEach(async () => {
    tmux = new Tmux();
    await tmux.start(90, 24);
  });
  afterEach(() => tmux.stop());

  const opened = (): string => join(tmux.folder, 'opened');

  async function start(tier: string): Promise<void> {
    const programs = join(tmux.folder, 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(
      join(programs, 'xdg-open'),
      `#!/bin/sh\nprintf '%s' "$1" > '${opened()}'\nps axww -o args > '${opened()}.ps'\n`,
    );
    chmodSync(join(programs, 'xdg-open'), 0o755);
    const api = servers.authority('api');
    const flags = [
      '--trust',
      `--allow-oauth=${api}`,
      '--oauth-client-id=tui-spec',
      `--oauth-wellknown-url=${servers.wellknownUrl}`,
      '--log-level=TRACE',
      `--log-file=${join(tmux.folder, 'app.log')}`,
    ];
    const env = `PATH=${programs}:$PATH DISPLAY=:0 HOME=${tmux.folder} TUI_SANDBOX_TIER=${tier} XDG_STATE_HOME= XDG_CONFIG_HOME= XDG_CACHE_HOME=`;
    const command = `${process.execPath} ${commandFile()} ${flags.join(' ')} ${resolve('examples/signed-in.tui')} http://${api}/me`;
    writeFileSync(join(tmux.folder, 'run.sh'), `${env} exec ${command}\n`);
    tmux.keys(`bash ${join(tmux.folder, 'run.sh')}`, 'Enter');
    await tmux.until('the app', () => /Sign in.*Ask the API/.test(tmux.screen()));
  }

  /** Signs in as somebody does: a name, a password, and yes. */
  async function inBrowser(url: string): Promise<void> {
    await chromium.open('about:blank');
    // Somebody else's sign-in is over.
    await chromium.send('Network.clearBrowserCookies');
    await chromium.go(url);
    await chromium.until(`document.querySelector('input[name=login]') !== null`);
    await chromium.evaluate(
      `document.querySelector('input[name=login]').value = 'ada'; document.querySelector('input[name=password]').value = 'x'; document.querySelector('form').submit()`,
    );
    await chromium.until(
      `/consent|authorize/i.test(document.body.innerText) && document.querySelector('form') !== null && document.querySelector('input[name=login]') === null`,
    );
    await chromium.evaluate(`document.querySelector('form').submit()`);
  }

  it.each([...TIERS])(
    'signs in with a browser, asks the API, and signs out, on tier %s',
    async (tier) => {
      await start(tier);
      tmux.keys('Tab');
      tmux.keys('Enter');
      await tmux.until('the browser', () => existsSync(`${opened()}.ps`));
      await tmux.until('the words', () => tmux.screen().includes('Sign in in the browser'));
      await inBrowser(readFileSync(opened(), 'utf8'));
      await chromium.until(`document.title === 'You are signed in'`);
      // The page shows its style and nothing is refused.
      expect(await chromium.evaluate(`getComputedStyle(document.body).display`)).toBe('grid');
      expect(await chromium.evaluate(`document.body.innerText`)).not.toMatch(/code|state|iss/);
      await tmux.until('a name', () => tmux.screen().includes('Signed in as Ada'));
      tmux.keys('Tab', 'Enter');
      await tmux.until('an answer', () => tmux.screen().includes('{"for":"ada"}'));

      const tokens = (await servers.log()).tokens.map(({ value }) => value).slice(-3);
      expect(tokens).toHaveLength(3);
      const pane = Number(tmux.run('display-message', '-p', '#{pane_pid}'));
      const running = processesOf(pane).map((pid) => ({
        pid,
        args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
        env: readFileSync(`/proc/${pid}/environ`, 'latin1'),
      }));
      const nodes = running.filter(({ args }) => /^\S*node /.test(args));
      const runner = nodes.filter(({ args }) => args.includes('runner'));
      const launcher = nodes.filter(({ args }) => !args.includes('runner'));
      expect([runner.length, launcher.length]).toEqual([1, 1]);
      const found = (pid: number | undefined): string[] => inMemory(pid ?? 0, tokens);
      // The control: they are where they are used, and this finds them there.
      expect(found(launcher[0]?.pid).length).toBeGreaterThan(0);
      expect(found(runner[0]?.pid)).toEqual([]);
      // In no argument and no variable of any process, now or while the browser was started.
      const seen = [
        ...running.flatMap(({ args, env }) => [args, env]),
        readFileSync(`${opened()}.ps`, 'utf8'),
      ].join('\n');
      expect(seen).toContain('signed-in.tui');
      for (const token of tokens) expect(seen).not.toContain(token);
      // In one file, for its owner; not in the log, which has the warning about it.
      const files = filesBelow(tmux.folder).filter((file) =>
        tokens.some((token) => readFileSync(file, 'latin1').includes(token)),
      );
      expect(files).toEqual([
        expect.stringMatching(/\/\.local\/state\/tui\/tokens\/[0-9a-f]{64}\.json$/),
      ]);
      expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
      expect(readFileSync(join(tmux.folder, 'app.log'), 'utf8')).toContain('there is no keyring');

      tmux.keys('Tab', 'Enter');
      await tmux.until('a sign-out', () => tmux.screen().includes('Not signed in'));
      expect(filesBelow(tmux.folder).filter((file) => /\/tokens\//.test(file))).toEqual([]);
      const me = `${servers.origin('api')}/me`;
      expect(
        (await fetch(me, { headers: { authorization: `Bearer ${tokens[0] ?? ''}` } })).status,
      ).toBe(401);
      tmux.keys('C-c');
      await tmux.until('the end', () => /no-keyring/.test(tmux.screen()));
    },
  );

  it('gives up when its user does', async () => {
    await start(TIERS[0] ?? 'C');
    tmux.keys('Tab');
    tmux.keys('Enter');
    await tmux.until('the browser', () => existsSync(`${opened()}.ps`));
    await tmux.until('a way out', () => tmux.screen().includes('Cancel'));
    tmux.keys('Tab', 'Tab', 'Enter');
    await tmux.until('nobody', () => !tmux.screen().includes('Cancel'));
    const uri = new URL(readFileSync(opened(), 'utf8')).searchParams.get('redirect_uri') ?? '';
    await expect(fetch(uri)).rejects.toThrow();
  });
});
