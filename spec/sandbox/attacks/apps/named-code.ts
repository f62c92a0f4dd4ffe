/** Files that the user's variables have every process load, in a folder that the app may write. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { attack, done, place } from './kit.js';

const folder = join(place.cache, 'lib');

/** No library: a process that looks for it here does not start. */
await attack('a library', () => {
  fs.writeFileSync(join(folder, 'libm.so.6'), '');
  return 'planted';
});
await attack('a configuration of OpenSSL', () => {
  const file = join(folder, 'openssl.cnf');
  fs.writeFileSync(
    file,
    'nodejs_conf = a\n[a]\nengines = b\n[b]\nc = d\n[d]\ndynamic_path = /none\n',
  );
  return 'planted';
});
await attack('another folder in its place', () => {
  fs.renameSync(folder, `${folder}-away`);
  fs.mkdirSync(folder);
  return 'planted';
});
await attack('SANE a file beside them', () => {
  fs.writeFileSync(join(place.cache, 'beside.txt'), 'x');
  return 'written';
});
done();
