/** An app whose files another one has moved meanwhile: what it reads and writes by the names it was granted. */
import * as fs from 'node:fs';
import { attack, done, leaked, place } from './kit.js';

const { root } = place;
const read = (name: string): string => fs.readFileSync(`${root}/d/${name}`, 'utf8');

await attack('SANE its own folder', () => read('own/mine.txt'));
for (const name of [
  'x/secret.txt',
  'p/q/secret.txt',
  'file.txt',
  'new/secret.txt',
  'guarded/open/secret.txt',
  'guarded/private/secret.txt',
  'last/deep/secret.txt',
]) {
  await attack(`read ${name}`, () => leaked(read(name)));
  await attack(`list ${name}`, () =>
    leaked(fs.readdirSync(`${root}/d/${name.replace(/\/[^/]*$/, '')}`).join(' ')),
  );
}
// Whether anything of it is outside, the spec looks.
for (const name of [
  'x/stolen.txt',
  'p/q/stolen.txt',
  'new/stolen.txt',
  'write.txt',
  'last/deep/stolen.txt',
]) {
  try {
    fs.writeFileSync(`${root}/d/${name}`, 'stolen');
  } catch {
    // Then it is not.
  }
}
done();
