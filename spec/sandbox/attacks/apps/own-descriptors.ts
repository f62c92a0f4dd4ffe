/**
 * Descriptors of Node's inside, which an app did not open: libuv reads addresses of its own objects from a pipe, by which
 * whoever writes there chooses the code that is run.
 */
import * as fs from 'node:fs';
import { attack, done, place, sleep } from './kit.js';

/** The standard streams, and those to the launcher. */
const FIRST = 6;
const numbers = Array.from({ length: 58 }, (_, at) => FIRST + at).filter((fd) => {
  try {
    // Node has a descriptor of /dev/null.
    return !fs.fstatSync(fd).isCharacterDevice();
  } catch {
    return true;
  }
});

function some(run: (fd: number) => unknown): string {
  const found = numbers.filter((fd) => {
    try {
      run(fd);
      return true;
    } catch {
      return false;
    }
  });
  return found.join(' ');
}

// libuv has it from the first handler of a signal on.
const ignore = (): void => undefined;
process.on('SIGUSR2', ignore);
process.off('SIGUSR2', ignore);

await attack('SANE: a file of its own is written and read', () => {
  const fd = fs.openSync(`${place.cache}/own.txt`, 'w+');
  fs.writeSync(fd, 'own');
  const bytes = Buffer.alloc(3);
  fs.readSync(fd, bytes, 0, 3, 0);
  fs.ftruncateSync(fd, 1);
  const { size } = fs.fstatSync(fd);
  fs.closeSync(fd);
  return bytes.toString() === 'own' && size === 1;
});
await attack('SANE: by a handle', async () => {
  const handle = await fs.promises.open(`${place.cache}/own.txt`, 'w+');
  await handle.writeFile('own');
  const { size } = await handle.stat();
  await handle.close();
  return size === 3;
});
await attack('looks at them', () => some((fd) => fs.fstatSync(fd)));
await attack('looks at them later', async () => {
  const stat = (fd: number): Promise<boolean> =>
    new Promise((resolve) => fs.fstat(fd, (error) => resolve(error === null)));
  for (const fd of numbers) if (await stat(fd).catch(() => false)) return String(fd);
  return undefined;
});
await attack('writes nothing to them', () => some((fd) => fs.writeSync(fd, Buffer.alloc(0))));
await attack('writes no text to them', () => some((fd) => fs.writeSync(fd, '')));
await attack('writes no parts to them', () => some((fd) => fs.writevSync(fd, [Buffer.alloc(0)])));
// Last: it is the end of a process whose descriptors they are.
await attack('has an address of its own called', () => {
  if (place['calls'] !== true) return place.tier === 'control';
  const message = Buffer.alloc(16, 0x41);
  const written = some((fd) => fs.writeSync(fd, message));
  // By the event loop.
  return sleep(500).then(() => written);
});
done();
