/** Puts files where the launcher keeps what it trusts: by every way to a folder below one that may be written. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { attack, done, place } from './kit.js';

for (const { path, text } of place['forgeries'] as readonly { path: string; text: string }[]) {
  const folder = dirname(path);
  const above = dirname(folder);
  const aside = join(place.cache, 'aside');
  const ways: Readonly<Record<string, () => void>> = {
    written: () => {
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path, text, { mode: 0o600 });
    },
    'renamed over': () => {
      fs.writeFileSync(`${aside}.json`, text, { mode: 0o600 });
      fs.renameSync(`${aside}.json`, path);
    },
    'a hard link': () => {
      fs.writeFileSync(`${aside}.hard`, text, { mode: 0o600 });
      fs.linkSync(`${aside}.hard`, path);
    },
    'a link': () => {
      fs.writeFileSync(`${aside}.soft`, text, { mode: 0o600 });
      fs.symlinkSync(`${aside}.soft`, path);
    },
    'its folder replaced': () => {
      fs.mkdirSync(`${aside}-folder`, { recursive: true });
      fs.writeFileSync(join(`${aside}-folder`, 'x'), '');
      fs.renameSync(folder, `${aside}-old`);
      fs.renameSync(`${aside}-folder`, folder);
      fs.writeFileSync(path, text, { mode: 0o600 });
    },
    'its folder a link': () => {
      fs.rmSync(folder, { recursive: true, force: true });
      fs.symlinkSync(place.cache, folder);
      fs.writeFileSync(path, text, { mode: 0o600 });
    },
    'the folder above replaced': () => {
      fs.renameSync(above, `${aside}-above`);
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path, text, { mode: 0o600 });
    },
    copied: () => {
      fs.mkdirSync(`${aside}-copy/tui`, { recursive: true });
      fs.writeFileSync(join(`${aside}-copy`, 'tui', path.slice(folder.length + 1)), text);
      fs.cpSync(`${aside}-copy`, above, { recursive: true, force: true });
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    await attack(`${path.replace(/.*\//, '')} ${name}`, () => {
      way();
      // What is seen here may be something else than what is there: the spec looks at what comes of it.
      return undefined;
    });
  }
}
done();
