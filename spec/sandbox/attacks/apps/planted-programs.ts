/** Programs of the app's own by the names of those that the launcher starts, wherever it may look for them. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, place } from './kit.js';
import { compiled, told } from './by-hand.js';

declare const $tui: TuiGlobal;

const { cache } = place;
await attack('SANE a program that is granted', async () => {
  const { stdout } = await $tui.run('tool', []);
  return stdout.includes('the real one') && 'ran';
});
await attack('SANE its helper is found', async () => {
  const { stdout } = await $tui.run('helped', []);
  return stdout.includes('the real helper') && 'ran';
});
const names = place['names'] as readonly string[];
for (const folder of ['bin', 'bin2', 'deep/bin', '.', 'node_modules/.bin']) {
  fs.mkdirSync(join(cache, folder), { recursive: true });
  for (const name of names) {
    const code = String(place['planted']).replace('NAME', `${name} in ${folder}`);
    fs.writeFileSync(join(cache, folder, name), code, { mode: 0o755 });
    fs.chmodSync(join(cache, folder, name), 0o755);
  }
}
// A link of the user's that led nowhere when the app started.
fs.writeFileSync(join(cache, 'later'), String(place['planted']).replace('NAME', 'later'), {
  mode: 0o755,
});
fs.chmodSync(join(cache, 'later'), 0o755);

// Whatever has the launcher start something.
for (const name of ['tool', 'linked', 'later', 'helped', 'sh', 'env', 'id', ...names]) {
  for (const cwd of [undefined, cache, join(cache, 'bin')]) {
    await $tui
      .run(name, ['x'], { ...(cwd === undefined ? {} : { cwd }), timeout: 60_000 })
      .catch(() => undefined);
  }
}
await $tui.copyToClipboard('x').catch(() => undefined);
told('clipboard', null, 'x');
compiled({ code: 'export const a = 1' });
told('find-handler-error', null, 'x(');
told('permission', { kind: 'run', value: 'tool' });
done();
