/**
 * Descriptors of Node's inside, which an app did not open: libuv reads addresses of its own objects from a pipe, so
 * writing to it decides which code runs.
 */
import * as fs from 'node:fs';
import * as http2 from 'node:http2';
import { Duplex } from 'node:stream';
import * as tty from 'node:tty';
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

// Node makes an object of it without a look: of a terminal, and of what HTTP/2 sends.
await attack('opens them as terminals', () => some((fd) => new tty.WriteStream(fd)));
await attack('reads them as terminals', () => some((fd) => new tty.ReadStream(fd)));

/** What a client gets for the content of a descriptor. */
async function sent(fd: number): Promise<string> {
  const answers: Buffer[] = [];
  const wire = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, next) => {
      answers.push(bytes);
      next();
    },
  });
  const frame = (type: number, flags: number, stream: number, body: Buffer): Buffer => {
    const head = Buffer.from([0, 0, body.length, type, flags, 0, 0, 0, stream]);
    return Buffer.concat([head, body]);
  };
  const { performServerHandshake } = http2 as unknown as {
    performServerHandshake(socket: Duplex): http2.ServerHttp2Session;
  };
  const session = performServerHandshake(wire);
  const asked = new Promise<void>((resolve, reject) => {
    session.on('error', reject).on('stream', (stream) => {
      stream.on('error', reject);
      try {
        stream.respondWithFD(fd, { ':status': 200 });
        resolve();
      } catch (error) {
        reject(error as Error);
      }
    });
  });
  // GET, http, the path `/`, and a host.
  const headers = Buffer.from([0x82, 0x86, 0x84, 0x01, 0x01, 0x78]);
  const hello = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  wire.push(Buffer.concat([hello, frame(4, 0, 0, Buffer.alloc(0)), frame(1, 5, 1, headers)]));
  await asked;
  await sleep(100);
  return Buffer.concat(answers).toString('latin1');
}

await attack('SANE: a file of its own is sent by HTTP/2', async () => {
  const fd = fs.openSync(`${place.app}/data.txt`, 'r');
  const answers = await sent(fd);
  fs.closeSync(fd);
  return answers.includes('readable');
});
await attack('sends them by HTTP/2', async () => {
  for (const fd of numbers) {
    // It begins to read: of a pipe in which there is nothing, no more comes of it.
    if ((await sent(fd).catch(() => '')) !== '') return String(fd);
  }
  return undefined;
});

// Last: it is the end of a process whose descriptors they are.
const message = Buffer.alloc(16, 0x41);
await attack('has an address of its own called', () => {
  if (place['calls'] !== true) return place.tier === 'control';
  const written = some((fd) => fs.writeSync(fd, message));
  // By the event loop.
  return sleep(500).then(() => written);
});
await attack('has an address called by a terminal', () => {
  if (place['calls'] !== 'as a terminal' && place['calls'] !== true)
    return place.tier === 'control';
  const written = some((fd) => {
    // A terminal of an end that reads closes that end after its error, and the message is not read.
    if (place.tier === 'control') fs.writeSync(fd, Buffer.alloc(0));
    new tty.WriteStream(fd).on('error', () => undefined).write(message);
  });
  return sleep(500).then(() => written);
});
done();
