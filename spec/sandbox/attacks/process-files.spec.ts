/**
 * Files of processes in Linux' `/proc`: the environment that an app is not granted, with keys of AI services, and names of other
 * programs. The launcher reads its own there, where an app that may read everything has it read them.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { followThrough } from '../../../cli/sandbox/runner/access/follow.js';
import { readPathGrant } from '../../../cli/sandbox/policy/grants/paths.js';
import { nodePathList } from '../../../cli/sandbox/policy/mounts.js';
import { brokered } from '../../support/brokered.js';
import { folderOf, tui } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';

const CANARY = 'c4nary-of-the-environment';

/** What the launcher follows for an app. */
async function followed(path: string, flag: string): Promise<string> {
  const app = await brokered([flag]);
  const end = new AbortController();
  try {
    for await (const piece of followThrough(app.channel)(path, end.signal)) {
      return Buffer.from(piece).toString();
    }
    return 'nothing';
  } catch (error) {
    return String(error);
  } finally {
    end.abort();
    app.close();
  }
}

const isLinux = process.platform === 'linux';

(isLinux ? describe : describe.skip)('files of processes', () => {
  const files = ['environ', 'cmdline', 'maps', 'status'].flatMap((name) => [
    `/proc/self/${name}`,
    `/proc/thread-self/${name}`,
    `/proc/${process.pid}/${name}`,
    `/proc/../proc/${process.pid}/task/${process.pid}/${name}`,
  ]);

  it.each(files)('are not read by the launcher: %s', async (path) => {
    expect(await followed(path, '--allow-read=/')).toMatch(/not permitted/);
    // The controls: it can be read here, and other files of the system by it.
    expect(readFileSync(path.replace('/proc/../', '/'), 'latin1')).not.toBe('');
    expect(await followed('/proc/meminfo', '--allow-read=/')).not.toMatch(/not permitted/);
  });

  it.each([
    '/proc/self/environ',
    '/proc/self',
    `/proc/${process.pid}`,
    '/proc/1/maps',
    '/proc/keys',
  ])('cannot be granted by their names: %s', (path) => {
    const variables = { base: '/', appDir: '/', cwd: '/', home: '/root' };
    expect(readPathGrant(path, 'policy', variables)).toMatchObject({
      error: { severity: 'warning', message: /never granted/ },
    });
    expect(readPathGrant('/proc/meminfo', 'policy', variables)).toHaveProperty('grant');
  });

  it.each(['/', '/proc'])('are not among the flags of Node for %s', async (path) => {
    const app = await brokered([`--allow-read=${path}`]);
    const { paths } = nodePathList(app.permissions, 'read');
    app.close();
    expect(paths).toContain('/proc/meminfo');
    expect(paths).not.toContain('/');
    expect(paths).not.toContain('/proc');
    expect(paths.filter((each) => /^\/proc\/(\d|self|thread)/.test(each))).toEqual([]);
    expect(readdirSync('/proc')).toContain(String(process.pid));
  });

  describeTiers((tier) => {
    it.each(['["/"]', '["/proc"]', '["/proc/self/environ"]'])(
      'reach no app that is granted %s @ci',
      async (read) => {
        const cwd = await folderOf({
          'app.tui': `<tui><policy>{"permissions": {"read": ${read}}}</policy>
            <log src="/proc/self/environ"></log><text id="a">x</text>
            <script>
              import { readFileSync, readdirSync } from 'node:fs';
              const found = [];
              const look = (path) => {
                try {
                  if (readFileSync(path, 'latin1').includes('c4nary')) found.push(path);
                } catch {}
              };
              try {
                readdirSync('/proc').forEach((name) => look('/proc/' + name + '/environ'));
              } catch {}
              for (const name of ['self', 'thread-self', process.ppid]) look('/proc/' + name + '/environ');
              document.getElementById('a').textContent = 'READ ' + (found.join(' ') || 'nothing');
            </script></tui>`,
        });
        const { stdout, stderr } = await tui(
          ['snapshot', '--trust', '--allow-unenforced', '--width=300', join(cwd, 'app.tui')],
          { cwd, env: { TUI_SANDBOX_TIER: tier, CANARY } },
        );
        // Where Node alone keeps an app in its grants, some are refused for what else is in them.
        expect(`${stdout} ${stderr}`).toMatch(/READ nothing|no-sandbox/);
        expect(stdout + stderr).not.toContain(CANARY);
      },
    );
  });
});
