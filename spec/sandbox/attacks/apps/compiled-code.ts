/** Compiled code of the launcher, which runs what stands there with all rights of the user. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { attack, done, place } from './kit.js';

const folder = String(place['folder']);
const file = join(folder, String(place['file']));
/** First bytes of such a file. */
const MAGIC = 'tui-code-';

await attack('finds it open', () => {
  for (let fd = 3; fd < 64; fd++) {
    try {
      const bytes = Buffer.alloc(MAGIC.length);
      fs.readSync(fd, bytes, 0, bytes.length, 0);
      if (bytes.toString('latin1') === MAGIC) return `descriptor ${fd}`;
    } catch {
      // Not open, or nothing that can be read.
    }
  }
  return undefined;
});
const ways: Readonly<Record<string, () => void>> = {
  'writes into it': () => fs.writeFileSync(file, 'poison', { flag: 'r+' }),
  'appends to it': () => fs.appendFileSync(file, 'poison'),
  'truncates it': () => fs.truncateSync(file, 10),
  'changes its times': () => fs.utimesSync(file, 1, 1),
  'puts another one beside it': () =>
    fs.writeFileSync(join(folder, 'planted'), 'poison', { mode: 0o600 }),
  'copies over it': () => fs.copyFileSync(join(place.app, 'data.txt'), file),
  'renames it': () => fs.renameSync(file, `${file}.old`),
  'renames its folder': () => fs.renameSync(folder, `${folder}.old`),
  'renames the folder above': () => fs.renameSync(join(folder, '..'), join(folder, '../../old')),
  'makes the folder': () => {
    fs.mkdirSync(join(folder, '../../old/code'), { recursive: true, mode: 0o700 });
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, 'poison', { mode: 0o600 });
  },
  'opens it to others': () => fs.chmodSync(folder, 0o777),
  'removes it': () => fs.rmSync(file),
};
for (const [name, way] of Object.entries(ways)) {
  await attack(name, () => {
    way();
    return 'done';
  });
}
done();
