/** Programs that the launcher looks up by name, put where the app may write. They say outside who ran them. */
import { mkdirSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attack, done, place } from './kit.js';

const bin = join(place.app, 'bin');
mkdirSync(bin, { recursive: true });
for (const name of place['programs'] as readonly string[]) {
  await attack(`plants ${name}`, () => {
    const marker = join(place.outside, `ran-${name}`);
    writeFileSync(join(bin, name), `#!/bin/sh\nenv > '${marker}'\n`, { mode: 0o755 });
    return 'planted';
  });
}

/** The socket on which answers are waited for. */
const SYNC = 4;
const framed = (type: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length + 1);
  head[4] = type;
  return Buffer.concat([head, body]);
};
const message = (value: object): Buffer => framed(0, Buffer.from(JSON.stringify(value)));

/** A text is copied as the payload of a request, or as its stream. What is answered does not matter. */
function copy(id: number, isStream: boolean): false {
  const payload = isStream ? null : 'x';
  const number = Buffer.alloc(4);
  number.writeUInt32LE(id);
  const frames = [message({ type: 'request', id, kind: 'clipboard', payload, body: isStream })];
  if (isStream) {
    frames.push(framed(1, Buffer.concat([number, Buffer.from('x')])), message({ type: 'end', id }));
  }
  writeSync(SYNC, Buffer.concat(frames));
  for (const bytes = Buffer.alloc(4096); ;) {
    const got = readSync(SYNC, bytes);
    if (got === 0 || bytes.toString('latin1', 0, got).includes('"response"')) return false;
  }
}
// The first time the launcher loads a library, which may take longer than it waits.
for (let id = 0; id < 6 && place.tier !== 'control'; id++) {
  await attack(`copies ${id}`, () => copy(id + 1, id % 2 === 1));
}
done();
