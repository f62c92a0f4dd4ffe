/**
 * The filter of system calls that bubblewrap loads for the runner (seccomp). Mounts and namespaces do not cover the keys of
 * the user's session, sockets to the host of a virtual machine, servers in granted folders, and calls that Node does not
 * use and that had bugs in the kernel. An app reaches these only with machine code of its own, which it must not have.
 *
 * Everything else is allowed: a new version of Node finds what it needs.
 */

/** By `process.arch`: the number of a call, undefined where it does not exist. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/** From `asm/unistd_64.h` and `asm-generic/unistd.h`. From 424 on both are the same. */
const REFUSED: Readonly<Record<string, Numbers>> = {
  // Keys of the session: Kerberos tickets, passwords of disks.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Other processes: an app has one.
  fork: [57, undefined],
  vfork: [58, undefined],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Servers of this machine that have a name in a granted folder, such as an agent of keys. Node gets its sockets from tui.
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  socketpair: [53, 199],
  // Other mounts and namespaces.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // The kernel itself.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  fanotify_init: [300, 262],
  lookup_dcookie: [212, 18],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  modify_ldt: [154, undefined],
  iopl: [172, undefined],
  ioperm: [173, undefined],
};

interface Machine {
  /** AUDIT_ARCH of the kernel. */
  readonly arch: number;
  readonly index: 0 | 1;
  readonly clone: number;
  readonly clone3: number;
  readonly socket: number;
  readonly prctl: number;
  /** Numbers from here on are of another interface of the same processor. */
  readonly end: number;
}

const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    arch: 0xc000003e,
    index: 0,
    clone: 56,
    clone3: 435,
    socket: 41,
    prctl: 157,
    end: 0x40000000,
  },
  arm64: {
    arch: 0xc00000b7,
    index: 1,
    clone: 220,
    clone3: 435,
    socket: 198,
    prctl: 167,
    end: 0x40000000,
  },
};

/** Families of sockets: IPv4, IPv6, and netlink, which lists interfaces. The namespace of the network limits them. */
const FAMILIES = [2, 10, 16];
const CLONE_THREAD = 0x10000;
const PR_SET_PDEATHSIG = 1;

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

// Instructions (linux/bpf_common.h): load a word, compare, return.
const [LOAD, EQUAL, FROM, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const ALLOW = 0x7fff0000;
const refuse = (error: number): number => 0x00050000 | error;

// Of `struct seccomp_data`, least significant byte first on both.
const [NUMBER, ARCH, FIRST] = [0, 4, 16];

type Instruction = readonly [code: number, then: number, otherwise: number, value: number];

/** The program for bubblewrap; undefined for processors without one. */
export function systemCallFilter(
  architecture: NodeJS.Architecture = process.arch,
): Buffer | undefined {
  const machine = MACHINES[architecture];
  if (machine === undefined || process.platform !== 'linux') return undefined;
  const { arch, index, clone, clone3, socket, prctl, end } = machine;
  const refused = Object.values(REFUSED).flatMap((numbers) => numbers[index] ?? []);
  const absent: Instruction = [RETURN, 0, 0, refuse(ENOSYS)];
  /** Skips what follows unless the call is this one. */
  const only = (number: number, then: readonly Instruction[]): Instruction[] => [
    [EQUAL, 0, then.length, number],
    ...then,
  ];
  return encode([
    [LOAD, 0, 0, ARCH],
    [EQUAL, 1, 0, arch],
    absent,
    [LOAD, 0, 0, NUMBER],
    [FROM, 0, 1, end],
    absent,
    ...refused.flatMap((number) => only(number, [[RETURN, 0, 0, refuse(EPERM)]])),
    // Its flags are in memory, which a filter does not see. C libraries then use the older one.
    ...only(clone3, [absent]),
    ...only(clone, [
      [LOAD, 0, 0, FIRST],
      // Other processes would use memory that the launcher does not see.
      [ANY_BIT, 1, 0, CLONE_THREAD],
      [RETURN, 0, 0, refuse(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    ...only(socket, [
      [LOAD, 0, 0, FIRST],
      ...FAMILIES.flatMap((family): Instruction[] => [
        [EQUAL, 0, 1, family],
        [RETURN, 0, 0, ALLOW],
      ]),
      [RETURN, 0, 0, refuse(EAFNOSUPPORT)],
    ]),
    ...only(prctl, [
      [LOAD, 0, 0, FIRST],
      // By this signal it ends with the launcher, also where that is killed.
      [EQUAL, 0, 1, PR_SET_PDEATHSIG],
      [RETURN, 0, 0, refuse(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    [RETURN, 0, 0, ALLOW],
  ]);
}

/** As `struct sock_filter`. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, then, otherwise, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(then, at * 8 + 2);
    bytes.writeUInt8(otherwise, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}
