/** Programs that the launcher looks up by name, put where the app may write. They say outside who ran them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attack, done, place } from './kit.js';
import { ask } from './wire.js';

const bin = join(place.app, 'bin');
mkdirSync(bin, { recursive: true });
for (const name of place['programs'] as readonly string[]) {
  await attack(`plants ${name}`, () => {
    const marker = join(place.outside, `ran-${name}`);
    writeFileSync(join(bin, name), `#!/bin/sh\nenv > '${marker}'\n`, { mode: 0o755 });
    return 'planted';
  });
}
// Whatever is answered: the marker tells. The first time the launcher loads a library, which may take longer
// than it waits.
for (let time = 0; time < 3 && place.tier !== 'control'; time++) {
  await attack(`copies ${time}`, () => {
    ask('clipboard', null, 'x');
    return false;
  });
}
done();
