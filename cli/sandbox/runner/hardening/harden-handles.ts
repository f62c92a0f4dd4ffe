/**
 * Limits Node's handles, the objects behind its sockets, watchers and processes. An app can reach them: Node's own code
 * has them as properties (`socket._handle`). Node checks what its functions get, not what a method of a handle gets, so
 * each method that names a process, a path, an address or a descriptor is replaced on the class: it refuses, or checks
 * and calls the original. An app cannot make a handle either: no class of one has its constructor.
 */
import { internalBinding } from '../node-internals.js';

type Members = Record<PropertyKey, unknown>;
type Callable = (this: unknown, ...values: unknown[]) => unknown;

type Class = abstract new (...values: never[]) => object;

const { apply, construct, defineProperty, deleteProperty, getPrototypeOf, ownKeys } = Reflect;
const { assign, prototype: ROOT } = Object;

/** The classes, by the part of Node that has them. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  cares_wrap: ['ChannelWrap'],
  fs: ['FileHandle', 'StatWatcher'],
  fs_dir: ['DirHandle'],
  fs_event_wrap: ['FSEvent'],
  pipe_wrap: ['Pipe'],
  process_wrap: ['Process'],
  signal_wrap: ['Signal'],
  tcp_wrap: ['TCP'],
  tty_wrap: ['TTY'],
  udp_wrap: ['UDP'],
  worker: ['Worker'],
};

/** Methods that an app has no use for: programs, connections and names go through the launcher. */
const REFUSED =
  /^(spawn|kill|bind6?|connect6?|listen|send6?|fchmod|(add|drop)\w*Membership|setMulticastInterface|startThread|query\w+|getHostByAddr|set(Servers|LocalAddress))$/;

/** Methods that begin to watch a path. */
const WATCHES: readonly string[] = ['FSEvent', 'StatWatcher'];

/** The functions that look names and addresses up. */
const LOOKUPS = ['getaddrinfo', 'getnameinfo'];

/** They read the file and the folder of two variables, which an app can set. `node:tls` has them from here when it is loaded. */
const SYSTEM_CERTIFICATES = ['getSystemCACertificates', 'startLoadingCertificatesOffThread'];

const MAX_OWN_STREAM = 2;

/** Loads what `limitHandles` changes: a start has time for it while it waits for the app. */
export function loadHandles(): void {
  for (const binding of Object.keys(CLASSES)) internalBinding(binding);
}

/** @param straight resolves `..` in a path, where Node alone keeps the app in its grants */
export function limitHandles(straight: (path: unknown) => unknown): void {
  const { UV_EACCES } = internalBinding('uv');
  // As the system answers. Node makes an error of it where it expects one.
  const refuse = (): unknown => UV_EACCES;
  for (const [binding, names] of Object.entries(CLASSES)) {
    for (const name of names) {
      const methods = (internalBinding(binding)[name] as { prototype: Members }).prototype;
      for (const key of ownKeys(methods)) {
        if (typeof key === 'string' && REFUSED.test(key)) replace(methods, key, refuse);
      }
      if (WATCHES.includes(name)) checkFirst(methods, 'start', straight);
      // The streams of the process are opened when they are used.
      if (Object.hasOwn(methods, 'open')) {
        const { open } = methods as { open: Callable };
        replace(methods, 'open', function (this: unknown, fd: unknown) {
          return isOwnStream(fd) ? apply(open, this, [fd]) : UV_EACCES;
        });
      }
      removeConstructors(methods);
    }
  }
  // Of any pipe or socket, not of terminals alone.
  checkWhatIsOpened('tty_wrap', 'TTY', (fd) => {
    if (!isOwnStream(fd)) throw assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  });
  const lookups = internalBinding('cares_wrap') as Members;
  for (const name of LOOKUPS) lookups[name] = refuse;
  const certificates = internalBinding('crypto') as Members;
  for (const name of SYSTEM_CERTIFICATES) if (name in certificates) certificates[name] = () => [];
}

function isOwnStream(fd: unknown): boolean {
  return typeof fd === 'number' && fd >= 0 && fd <= MAX_OWN_STREAM;
}

/**
 * Of a class that opens the descriptor that it is made with. Modules of Node have it from its binding when they are loaded,
 * which is later than this.
 */
export function checkWhatIsOpened(
  binding: string,
  name: string,
  check: (fd: unknown) => void,
): void {
  const members = internalBinding(binding) as Members;
  const original = members[name] as Class;
  const made = function (...values: unknown[]): object {
    check(values[0]);
    return construct(original as new (...all: unknown[]) => object, values);
  };
  made.prototype = original.prototype as object;
  members[name] = made;
}

function checkFirst(methods: Members, name: string, check: (value: unknown) => unknown): void {
  const original = methods[name] as Callable;
  replace(methods, name, function (this: unknown, ...values) {
    // Not by a method of the array: it would be the app's.
    values[0] = check(values[0]);
    return apply(original, this, values);
  });
}

/** Of the class and of all that it extends: without its own, an object would have the next one's. */
function removeConstructors(methods: object): void {
  for (let each: object | null = methods; each !== null && each !== ROOT;) {
    deleteProperty(each, 'constructor');
    each = getPrototypeOf(each);
  }
}

function replace(methods: Members, name: string, value: Callable): void {
  defineProperty(methods, name, { value, configurable: false, enumerable: true, writable: false });
}
