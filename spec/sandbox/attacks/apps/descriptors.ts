/** What the standard streams of an app lead to: the files that its user has redirected them to, or pipes. */
import * as fs from 'node:fs';
import { attack, done, leaked, place } from './kit.js';

const { constants } = fs;
const streams = [0, 1, 2];

/** Tries all descriptors; the first one for which it comes to something. */
const each = (run: (fd: number) => unknown): unknown =>
  streams
    .map((fd) => {
      try {
        const got = run(fd);
        if (got !== undefined && got !== false && got !== '') return `${fd}: ${String(got)}`;
      } catch {
        // Not of this one.
      }
      return undefined;
    })
    .find((found) => found !== undefined);
const textAt = (fd: number, position: number): unknown => {
  const bytes = Buffer.alloc(256);
  const size = fs.readSync(fd, bytes, 0, 256, position);
  return leaked(bytes.subarray(0, size));
};
const names = (fd: number): string[] => [
  `/proc/self/fd/${fd}`,
  `/proc/thread-self/fd/${fd}`,
  `/dev/fd/${fd}`,
  ['/dev/stdin', '/dev/stdout', '/dev/stderr'][fd]!,
];
/** By each name of it. */
const byName = (run: (name: string) => unknown): unknown =>
  each((fd) => {
    for (const name of names(fd)) {
      try {
        const got = run(name);
        if (got !== undefined && got !== false) return `${name} ${String(got)}`;
      } catch {
        // Not by this one.
      }
    }
    return undefined;
  });
const opened = (flags: number): unknown =>
  byName((name) => {
    const fd = fs.openSync(name, flags);
    try {
      return fs.fstatSync(fd).isFile() && 'opened';
    } finally {
      fs.closeSync(fd);
    }
  });

await attack('is a file', () => each((fd) => fs.fstatSync(fd).isFile()));
await attack('has a size', () => each((fd) => fs.fstatSync(fd).size > 0));
await attack('has a place on a disk', () =>
  each((fd) => fs.fstatSync(fd).blksize > 0 && fs.fstatSync(fd).blocks > 0),
);
await attack('has a mode of a file', () =>
  each((fd) => (fs.fstatSync(fd).mode & constants.S_IFMT) === constants.S_IFREG),
);
await attack('statistics of its file system', () => byName((name) => fs.statSync(name).isFile()));
await attack('where it leads', () =>
  byName((name) => fs.readlinkSync(name).includes(place.outside)),
);
await attack('real path', () => byName((name) => fs.realpathSync(name).includes(place.outside)));
await attack('read at its start', () => each((fd) => textAt(fd, 0)));
await attack('read in another way', () =>
  each((fd) => {
    const bytes = Buffer.alloc(256);
    fs.readvSync(fd, [bytes], 0);
    return leaked(bytes);
  }),
);
await attack('opened for reading', () => opened(constants.O_RDONLY | constants.O_NONBLOCK));
await attack('opened for writing', () => opened(constants.O_WRONLY | constants.O_NONBLOCK));
await attack('opened for both', () => opened(constants.O_RDWR | constants.O_NONBLOCK));
await attack('copied', () =>
  byName((name) => {
    fs.copyFileSync(name, `${place.cache}/copy`);
    return leaked(fs.readFileSync(`${place.cache}/copy`));
  }),
);
await attack('linked', () =>
  byName((name) => {
    fs.linkSync(name, `${place.cache}/link`);
    return fs.statSync(`${place.cache}/link`).isFile() && 'linked';
  }),
);
await attack('mode changed', () =>
  each((fd) => (fs.fchmodSync(fd, 0o777), fs.fstatSync(fd).isFile())),
);
await attack('times changed', () =>
  each((fd) => (fs.futimesSync(fd, 1, 1), fs.fstatSync(fd).isFile())),
);
await attack('synchronized', () => each((fd) => (fs.fsyncSync(fd), 'done')));
await attack('allocated', () => each((fd) => (fs.ftruncateSync(fd, 1 << 16), 'done')));
await attack('written at its start', () =>
  each((fd) => fd !== 1 && fs.writeSync(fd, 'OVERWRITTEN', 0) > 0 && fs.fstatSync(fd).isFile()),
);
// Last: nothing is left of it then.
await attack('emptied by name', () => byName((name) => (fs.truncateSync(name, 0), 'done')));
await attack('emptied', () => each((fd) => (fs.ftruncateSync(fd, 0), 'done')));

/** The number of /dev/null, which no app can look at by its name. */
const NULL_DEVICE = 0x103;
const kindOf = (stat: fs.Stats): string => {
  if (stat.isSocket()) return 'socket';
  if (stat.isFIFO()) return 'pipe';
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  if (stat.isCharacterDevice()) return stat.rdev === NULL_DEVICE ? 'null' : 'device';
  // Of the kernel, for Node's event loop.
  return 'event';
};
const open: (readonly [number, string, number])[] = [];
for (let fd = 0; fd < 400; fd++) {
  try {
    const stat = fs.fstatSync(fd);
    open.push([fd, kindOf(stat), stat.ino]);
  } catch {
    // Not open.
  }
}
fs.writeFileSync(`${place.cache}/open.json`, JSON.stringify(open));
done();
