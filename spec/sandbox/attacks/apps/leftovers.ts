/** What a process finds around itself without being given it: descriptors, devices, processes, addresses. */
import * as fs from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import { attack, done, leaked, place } from './kit.js';
import { compiled } from './by-hand.js';

const { outside } = place;

// Descriptors above the connection: what is open needs no permission to be read.
const open: number[] = [];
for (let fd = 5; fd < 300; fd++) {
  try {
    const stat = fs.fstatSync(fd);
    if (stat.isDirectory() || stat.isFile() || stat.isBlockDevice()) open.push(fd);
  } catch {
    // Not open.
  }
}
await attack('a file or a folder is open', () => open.join(' '));
await attack('an open file is read', () => {
  for (const fd of open) {
    const bytes = Buffer.alloc(64);
    try {
      fs.readSync(fd, bytes, 0, 64, 0);
    } catch {
      continue;
    }
    if (leaked(bytes) !== undefined) return leaked(bytes);
  }
  return undefined;
});
await attack('an open folder leads out', () => {
  for (const fd of open) {
    for (const name of ['secret.txt', '../secret.txt', '../outside/secret.txt']) {
      for (const base of ['/proc/self/fd', '/dev/fd', '/proc/thread-self/fd']) {
        try {
          const text = leaked(readFileSync(`${base}/${fd}/${name}`));
          if (text !== undefined) return text;
        } catch {
          // Not by this name.
        }
      }
    }
  }
  return undefined;
});

// Devices and memory that programs share.
await attack('shared memory read', () => leaked(readFileSync(String(place['shared']))));
await attack('shared memory written', () => {
  fs.writeFileSync(`${String(place['shared'])}-new`, 'x');
  fs.unlinkSync(`${String(place['shared'])}-new`);
  return 'written';
});
await attack('devices listed', () =>
  readdirSync('/dev')
    .filter((n) => n === 'full')
    .join(' '),
);
for (const name of ['ptmx', 'full', 'zero', 'random']) {
  await attack(`device ${name}`, () => fs.openSync(`/dev/${name}`, 'r') > 0 && 'opened');
}
await attack('terminals of others', () => readdirSync('/dev/pts').join(' '));

// Other processes, each by all the names that lead into it.
const near = [...Array(60).keys()].map((by) => process.pid - 30 + by);
const pids = [
  ...new Set([process.ppid, ...(place['pids'] as readonly number[]), 1, 2, 3, ...near]),
];
const own = new Set([String(process.pid)]);
try {
  // Its threads have numbers, too, by which it finds itself.
  for (const thread of readdirSync('/proc/self/task')) own.add(thread);
} catch {
  // Not to be looked at.
}
const others = pids.filter((pid) => !own.has(String(pid)));
const each = (name: (pid: number) => string, read: (path: string) => unknown): unknown => {
  for (const pid of others) {
    try {
      const got = read(name(pid));
      if (got !== undefined && got !== false) return `${pid}: ${String(got)}`;
    } catch {
      // Not there, or not to be looked at.
    }
  }
  return undefined;
};
await attack('environment of another', () =>
  each(
    (pid) => `/proc/${pid}/environ`,
    (path) => leaked(readFileSync(path)),
  ),
);
await attack('environment of a thread of another', () =>
  each(
    (pid) => `/proc/${pid}/task/${pid}/environ`,
    (path) => leaked(readFileSync(path)),
  ),
);
await attack('memory of another', () =>
  each(
    (pid) => `/proc/${pid}/mem`,
    (path) => fs.openSync(path, 'r') > 0 && 'opened',
  ),
);
await attack('maps of another', () =>
  each(
    (pid) => `/proc/${pid}/maps`,
    (path) => readFileSync(path, 'utf8').length > 0,
  ),
);
await attack('command line of another', () =>
  each(
    (pid) => `/proc/${pid}/cmdline`,
    (path) => readFileSync(path, 'utf8').includes('snapshot') || place.tier === 'control',
  ),
);
await attack('root of another', () =>
  each(
    (pid) => `/proc/${pid}/root${outside}/secret.txt`,
    (path) => leaked(readFileSync(path)),
  ),
);
await attack('working folder of another', () =>
  each(
    (pid) => `/proc/${pid}/cwd/outside/secret.txt`,
    (path) => leaked(readFileSync(path)),
  ),
);
await attack('descriptors of another', () =>
  each(
    (pid) => `/proc/${pid}/fd`,
    (path) => readdirSync(path).length > 0,
  ),
);
await attack('namespaces of another', () =>
  each(
    (pid) => `/proc/${pid}/ns/user`,
    (path) => fs.readlinkSync(path),
  ),
);
await attack('open files of another', () =>
  each(
    (pid) => `/proc/${pid}/map_files`,
    (path) => readdirSync(path).length > 0,
  ),
);
for (const path of [
  '/proc/keys',
  '/proc/net/tcp',
  '/proc/net/unix',
  '/proc/mounts',
  '/proc/cmdline',
])
  await attack(
    `file of the kernel ${path}`,
    () => readFileSync(path, 'latin1').length >= 0 && 'read',
  );
await attack('own name changed in /proc', () => {
  fs.writeFileSync('/proc/self/comm', 'turned');
  return 'written';
});
await attack('own dump switched on', () => {
  fs.writeFileSync('/proc/self/coredump_filter', '0x7f');
  return 'written';
});

// Addresses of services that answer to whoever can name them.
const services = [
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'SSH_AUTH_SOCK',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'GPG_AGENT_INFO',
  'DOCKER_HOST',
  'TMUX',
  'STY',
  'SSH_CONNECTION',
];
for (const name of services) await attack(`address ${name}`, () => leaked(process.env[name]));
await attack('any of them in what the runtime knows', () =>
  leaked(JSON.stringify([process.env, process.argv, process.execArgv, process.title])),
);

// The compiler is another process than this: what it finds in its own /proc is not this one's.
if (place['proc'] === true) {
  for (const name of ['environ', 'task/self/environ', 'cmdline', 'mounts', 'maps', 'fd/1']) {
    await attack(`LAUNCHER /proc/self/${name}`, () => {
      const text = compiled({ code: '', src: `/proc/self/${name}` });
      return leaked(text) ?? (text.includes('esbuild') && 'names the compiler');
    });
  }
}
done();
