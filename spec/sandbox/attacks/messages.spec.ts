/** The folder of messages that the user has chosen: what an app gets to read of it, and beside it. */
import { linkSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

let arena: Arena;
let folder = '';
beforeEach(() => {
  arena = new Arena(commandFile());
  folder = arena.folder('translations');
  arena.put('translations/de.json', '{"m": "Hallo"}');
  arena.put('outside/secret.json', JSON.stringify({ m: CANARY }));
});
afterEach(() => arena.remove());

/** Shows the message of each locale that the app asks for. */
async function ask(
  tier: string,
  locales: readonly string[],
  {
    permissions = {},
    script = '',
    dir = folder,
  }: { permissions?: object; script?: string; dir?: string } = {},
): Promise<Result> {
  const file = arena.put(
    'app/asks.tui',
    `<policy>${JSON.stringify({ permissions })}</policy><text id="t" style="white-space: pre">x</text>
     <script>
       import fs from 'node:fs';
       const attempt = (work) => { try { return work(); } catch (error) { return error.name; } };
       const found = [];
       ${script}
       for (const locale of ${JSON.stringify(locales)}) {
         found.push(attempt(() => { $tui.i18n.setLocale(locale); return $tui.i18n.t('m'); }));
       }
       $tui.getElementById('t').textContent = found.join('\\n');
     </script>`,
  );
  return await tui(
    ['snapshot', file, '--trust', '--i18n-messages-dir', dir, '--i18n-locale', 'de'],
    {
      cwd: arena.root,
      env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
    },
  );
}

describe('without a check', () => {
  it('a name joined to the folder leads out of it, and so does a link in it', () => {
    expect(readFileSync(join(folder, '../outside/secret.json'), 'utf8')).toContain(CANARY);
    symlinkSync(join(arena.outside, 'secret.json'), join(folder, 'fr.json'));
    expect(readFileSync(join(folder, 'fr.json'), 'utf8')).toContain(CANARY);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('reads the file of a locale, which the app itself may not', async () => {
    const own = `found.push(attempt(() => fs.readFileSync(${JSON.stringify(join(folder, 'de.json'))}, 'utf8')));`;
    const { stdout } = await ask(tier, ['de', 'de-AT'], { script: own });
    expect(stdout).toContain('Hallo\nHallo');
    expect(stdout.split('\n')[0]).not.toContain('Hallo');
  });

  it('reads no other name, however it is written', async () => {
    const names = [
      '../outside/secret',
      '..',
      'de/../../outside/secret',
      'de\u0000',
      `${arena.outside}/secret`,
      'DE',
      '',
    ];
    const { stdout } = await ask(tier, names);
    expect(stdout).not.toContain(CANARY);
    expect(stdout.match(/RangeError/g)!.length).toBeGreaterThanOrEqual(5);
  });

  it('follows no link, and reads nothing that is no file', async () => {
    symlinkSync(join(arena.outside, 'secret.json'), join(folder, 'fr.json'));
    arena.folder('translations/it.json');
    arena.put('translations/es.json', `{"m": "${'x'.repeat(5_000_000)}"}`);
    const { stdout, code } = await ask(tier, ['fr', 'it', 'es']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual(['m', 'm', 'm']);
  });

  it('a folder that the app may write is no way to files that it may not read', async () => {
    const cache = arena.cache;
    arena.put('app/cache/de.json', '{"m": "Hallo"}');
    linkSync(join(arena.outside, 'secret.json'), join(cache, 'it.json'));
    const { stdout } = await ask(tier, ['fr', 'it'], {
      permissions: { write: ['./cache'] },
      dir: cache,
      script: `attempt(() => fs.symlinkSync(${JSON.stringify(join(arena.outside, 'secret.json'))}, ${JSON.stringify(join(cache, 'fr.json'))}));`,
    });
    expect(stdout).not.toContain(CANARY);
  });

  it('nor one that the app has put in its place', async () => {
    renameSync(folder, join(arena.cache, 'real'));
    symlinkSync(arena.outside, join(arena.cache, 'translations'));
    const { code, stdout } = await ask(tier, ['secret'], {
      permissions: { write: ['./cache'] },
      dir: join(arena.cache, 'translations'),
    });
    expect([code, stdout]).toEqual([2, '']);
  });
});
