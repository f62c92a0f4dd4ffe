/**
 * The modules of Node that apps have, on every tier. What is not on the list does not exist in an app's process:
 * modules that start programs or threads, or open files and sockets without a look at the policy, and modules that lead
 * to nothing else than handles of Node.
 *
 * Modules of the network are on it, although an app cannot connect with them: packages load them for their constants
 * and classes.
 */
export const APP_MODULES: readonly string[] = [
  'assert',
  'assert/strict',
  'async_hooks',
  'buffer',
  'console',
  'constants',
  'crypto',
  'diagnostics_channel',
  'dns',
  'dns/promises',
  'events',
  'fs',
  'fs/promises',
  'http',
  'http2',
  'https',
  'module',
  'net',
  'os',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'readline',
  'readline/promises',
  'stream',
  'stream/consumers',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'tls',
  'tty',
  'url',
  'util',
  'util/types',
  'v8',
  'vm',
  'zlib',
];

const PROGRAMS = 'use $tui.run to start programs';
const TOOLS = 'use the developer tools of tui';

/** What to use instead, by the first part of the name. */
const INSTEAD: Readonly<Record<string, string>> = {
  child_process: PROGRAMS,
  cluster: PROGRAMS,
  dgram: 'apps cannot open sockets; use fetch',
  inspector: TOOLS,
  repl: TOOLS,
  trace_events: TOOLS,
  sqlite: 'keep data in files, or in state with persist',
  test: 'run tests outside of the app, with tui-runtime/testing',
  wasi: 'use WebAssembly without it',
  worker_threads: 'apps have one thread; use $tui.run to start programs',
};

/** Why a module that is not on the list is absent. */
export function absenceOf(name: string): string {
  const [first = ''] = name.split('/');
  return Object.hasOwn(INSTEAD, first)
    ? (INSTEAD[first] ?? '')
    : 'it is none of the modules that the guide lists';
}
