/** The working folder of a program, exchanged for a link of the user's between the launcher's look at it and the program's start. */
import * as fs from 'node:fs';
import { attack, done, leaked, place, sleep } from './kit.js';

declare const $tui: {
  run(
    program: string,
    args: readonly string[],
    options: { cwd?: string; timeout: number },
  ): Promise<{ stdout: string }>;
};

const { cache, outside } = place;
const [folder, away, link] = [`${cache}/folder`, `${cache}/away`, `${cache}/link`];
/** Rounds, and programs in each. */
const [ROUNDS, PROGRAMS, EXCHANGES] = [20, 8, 4000];
const PATIENCE = 60_000;

fs.mkdirSync(folder);
fs.writeFileSync(`${folder}/secret.txt`, 'plain');
const read = async (cwd: string): Promise<string> =>
  (await $tui.run('cat', ['secret.txt'], { cwd, timeout: 10_000 })).stdout;

/** The name leads to the one and to the other, thousands of times while the launcher is at work. */
function exchange(): void {
  for (let count = 0; count < EXCHANGES; count++) {
    fs.renameSync(folder, away);
    fs.renameSync(link, folder);
    fs.renameSync(folder, link);
    fs.renameSync(away, folder);
  }
}

await attack('SANE a folder that it may read', async () => (await read(folder)) === 'plain');
await attack('a folder that it may not read', async () => leaked(await read(outside)));
await attack(
  'a folder that is exchanged meanwhile',
  async () => {
    if (place.tier === 'control') {
      // As if the launcher had looked at it before.
      fs.renameSync(folder, away);
      fs.renameSync(link, folder);
      const found = leaked(await read(folder));
      fs.renameSync(folder, link);
      fs.renameSync(away, folder);
      return found;
    }
    for (let round = 0; round < ROUNDS; round++) {
      const programs = Array.from({ length: PROGRAMS }, () => read(folder).catch(() => ''));
      await sleep(2);
      exchange();
      const found = (await Promise.all(programs)).find((text) => leaked(text));
      if (found !== undefined) return leaked(found);
    }
    return undefined;
  },
  PATIENCE,
);
/** The same with the folder that tui was started in. */
await attack(
  'the launcher’s own folder, exchanged',
  async () => {
    const cwd = process.cwd();
    fs.renameSync(cwd, `${cwd}-away`);
    fs.renameSync(link, cwd);
    const options = { timeout: 10_000, ...(place.tier === 'control' ? { cwd } : {}) };
    return leaked((await $tui.run('cat', ['secret.txt'], options)).stdout);
  },
  PATIENCE,
);
done();
