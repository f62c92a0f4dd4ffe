/** Other programs, other threads, other processes, native code, and what of this process is left behind. */
import * as childProcess from 'node:child_process';
import cluster from 'node:cluster';
import * as crypto from 'node:crypto';
import * as diagnostics from 'node:diagnostics_channel';
import * as fs from 'node:fs';
import * as inspector from 'node:inspector';
import * as module from 'node:module';
import * as os from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import * as trace from 'node:trace_events';
import * as v8 from 'node:v8';
import * as vm from 'node:vm';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';
import { attack, done, leaked, place, sleep } from './kit.js';

const { outside, cache, root } = place;
const secret = join(outside, 'secret.txt');

const exited = (child: childProcess.ChildProcess): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()));
    // Not at its exit: what it has written may still come.
    child.on('close', (code) =>
      code === 0 ? resolve(leaked(text)) : reject(new Error(`${code}`)),
    );
  });

// Programs.
const cat = `cat ${secret}`;
await attack('exec', async () => await exited(childProcess.exec(cat)));
await attack('execSync', () => leaked(childProcess.execSync(cat)));
await attack('execFile', async () => await exited(childProcess.execFile('cat', [secret])));
await attack('execFileSync', () => leaked(childProcess.execFileSync('cat', [secret])));
await attack('spawn', async () => await exited(childProcess.spawn('cat', [secret])));
await attack('spawn by shell', async () => await exited(childProcess.spawn(cat, { shell: true })));
await attack('spawnSync', () => leaked(childProcess.spawnSync('cat', [secret]).stdout));
await attack('fork', async () => {
  const file = join(cache, 'forked.cjs');
  fs.writeFileSync(
    file,
    `console.log(require('fs').readFileSync(${JSON.stringify(secret)},'utf8'))`,
  );
  return await exited(childProcess.fork(file, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] }));
});
await attack('ChildProcess by hand', async () => {
  const child = new (childProcess.ChildProcess as unknown as new () => childProcess.ChildProcess & {
    spawn(options: object): number;
  })();
  const ended = exited(child);
  const error = child.spawn({ file: 'cat', args: ['cat', secret], stdio: ['ignore', 'pipe', 2] });
  if (error !== 0) throw new Error(`${error}`);
  let text = '';
  child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await ended;
  return leaked(text);
});
await attack('cluster', async () => {
  cluster.setupPrimary({ exec: secret, silent: true });
  const worker = cluster.fork();
  return await new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.process.on('spawn', () => resolve('started'));
    worker.process.on('error', reject);
  });
});
await attack('an allowed program with other arguments', () =>
  leaked(
    childProcess.execFileSync(process.execPath, [
      '-p',
      `require('fs').readFileSync(${JSON.stringify(secret)},'utf8')`,
    ]),
  ),
);
await attack('execve', () => {
  const { execve } = process as unknown as { execve?: (file: string, args: string[]) => void };
  if (execve === undefined) return place.tier === 'control' && 'not in this Node';
  // It would end the control; that it is there is enough to see.
  if (place.tier === 'control') return 'there';
  execve('/bin/cat', ['cat', secret]);
  return 'ran';
});

// Threads and contexts.
const inThread = `require('worker_threads').parentPort.postMessage(require('fs').readFileSync(${JSON.stringify(secret)}, 'utf8'))`;
const threadOf = (thread: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    thread.on('message', (text) => resolve(leaked(text)));
    thread.on('error', reject);
  });
await attack('a thread', async () => await threadOf(new Worker(inThread, { eval: true })));
await attack(
  'a thread without flags',
  async () => await threadOf(new Worker(inThread, { eval: true, execArgv: [], env: {} })),
);
await attack('module hooks', async () => {
  const code = `import fs from 'node:fs'; export function initialize() { fs.copyFileSync(${JSON.stringify(secret)}, ${JSON.stringify(`${outside}/by-hooks`)}); }`;
  module.register(`data:text/javascript,${encodeURIComponent(code)}`);
  await sleep(50);
  return fs.existsSync(`${outside}/by-hooks`) && 'copied';
});
await attack('the thread of module hooks, by its constructor', async () => {
  let Kind: (new (code: string, options: object) => Worker) | undefined;
  diagnostics.subscribe('worker_threads', (message) => {
    Kind = (message as { worker: Worker }).worker.constructor as never;
  });
  module.register('data:text/javascript,export%20const%20a=1');
  // Node no longer tells of that thread; an ordinary one is as good to it.
  return await threadOf(new (Kind ?? Worker)(inThread, { eval: true }));
});
await attack('vm', () =>
  leaked(
    vm
      .runInNewContext(`f.constructor('return process')().getBuiltinModule('node:fs')`, {
        f: () => 0,
      })
      .readFileSync(secret, 'utf8'),
  ),
);
await attack('eval', () =>
  leaked((0, eval)(`process.getBuiltinModule('fs').readFileSync(${JSON.stringify(secret)})`)),
);
await attack('wasi', () => {
  const wasi = new WASI({ version: 'preview1', preopens: { '/': '/' } });
  return typeof wasi.wasiImport && 'has every folder';
});

// Native code.
await attack('dlopen', () => {
  try {
    process.dlopen({ exports: {} }, join(cache, 'mine.txt'));
  } catch (error) {
    // The loader has looked at it: it is no library.
    if (/file too short|invalid ELF|not a mach-o/i.test((error as Error).message)) return 'loaded';
    throw error;
  }
  return 'loaded';
});
await attack('an addon', () => {
  fs.writeFileSync(join(cache, 'addon.node'), 'x');
  try {
    module.createRequire(import.meta.url)(join(cache, 'addon.node'));
  } catch (error) {
    if (/file too short|invalid ELF|not a mach-o/i.test((error as Error).message)) return 'loaded';
    throw error;
  }
  return 'loaded';
});
await attack('process.binding', () => {
  const { binding } = process as unknown as { binding(name: string): object };
  return Object.keys(binding('fs')).length > 0 && 'bound';
});
const engine = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    // It was looked for, and is none.
    if (!/NOT_SUPPORTED|permission/i.test(`${(error as NodeJS.ErrnoException).code}`))
      return 'tried';
    throw error;
  }
  return 'tried';
};
await attack('an OpenSSL engine', () => engine(() => crypto.setEngine(join(cache, 'mine.txt'))));
await attack('an OpenSSL engine by TLS', () =>
  engine(() => tls.createSecureContext({ clientCertEngine: join(cache, 'mine.txt') })),
);
await attack('node:sqlite', () => {
  const sqlite = process.getBuiltinModule('node:sqlite') as
    | { DatabaseSync: new (path: string) => { exec(sql: string): void } }
    | undefined;
  if (sqlite === undefined) return place.tier === 'control' && 'not in this Node';
  new sqlite.DatabaseSync(join(outside, 'data.db')).exec('create table a (b)');
  return 'created';
});
await attack('node:sqlite attaches', () => {
  const sqlite = process.getBuiltinModule('node:sqlite') as
    | { DatabaseSync: new (path: string) => { exec(sql: string): void } }
    | undefined;
  if (sqlite === undefined) return place.tier === 'control' && 'not in this Node';
  new sqlite.DatabaseSync(':memory:').exec(`attach '${outside}/attached.db' as a`);
  return 'attached';
});

// Files that Node and V8 write by themselves.
await attack('inspector session', () => {
  const session = new inspector.Session();
  session.connect();
  session.disconnect();
  return 'connected';
});
await attack('inspector port', () => {
  inspector.open(0, '127.0.0.1');
  const at = inspector.url();
  inspector.close();
  return at;
});
await attack('a report', () => {
  const { report } = process as unknown as { report: NodeJS.ProcessReport };
  report.directory = outside;
  return report.writeReport('report.json');
});
await attack('a heap snapshot', () => v8.writeHeapSnapshot(join(outside, 'heap')));
await attack('a heap snapshot near the limit', () => {
  v8.setHeapSnapshotNearHeapLimit(1);
  return 'set';
});
await attack('a trace', () => {
  const tracing = trace.createTracing({ categories: ['v8'] });
  tracing.enable();
  tracing.disable();
  return 'traced';
});
await attack('flags of V8', () => {
  v8.setFlagsFromString(`--trace-turbo-cfg-file=${outside}/turbo.cfg`);
  v8.setFlagsFromString('--trace-turbo');
  v8.setFlagsFromString(`--trace-turbo-path=${outside}`);

  const hot = new Function('n', 'let s = 0; for (let i = 0; i < n; i++) s += i * n; return s;') as (
    n: number,
  ) => number;
  for (let n = 0; n < 3000; n++) hot(1000);
  v8.setFlagsFromString('--no-trace-turbo');
  return 'set';
});
await attack('natives syntax', () => {
  v8.setFlagsFromString('--allow-natives-syntax');
  return 'set';
});
await attack('loadEnvFile', () => {
  process.loadEnvFile(join(outside, 'env'));
  return leaked(process.env['FROM_ENV_FILE']);
});
await attack('compile cache', () => {
  const { enableCompileCache } = module as unknown as {
    enableCompileCache?: (folder: string) => { status: number; directory?: string };
  };
  if (enableCompileCache === undefined) return place.tier === 'control' && 'not in this Node';
  const { directory } = enableCompileCache(join(outside, 'compiled'));
  return directory;
});

// Other processes. The victim stands for any other program of the user's.
const victim = Number(place['victim']);
await attack(
  'kill asks of the launcher',
  () => process.kill(process.ppid, 0) && process.ppid !== 0,
);
await attack('kill asks of another', () => process.kill(victim, 0));
await attack('_kill', () => {
  const { _kill } = process as unknown as { _kill(pid: number, signal: number): number };
  return _kill(victim, 0) === 0;
});
await attack('setPriority', () => {
  os.setPriority(victim, os.getPriority(victim));
  return 'set';
});
await attack('getPriority', () => place.tier !== 'C' && place.tier !== 'B' && victimPriority());
function victimPriority(): string {
  return `is ${os.getPriority(victim)}`;
}
await attack('SIGUSR1 opens the inspector of another', async () => {
  process.kill(victim, 'SIGUSR1');
  return await opened();
});
await attack('_debugProcess', async () => {
  const { _debugProcess } = process as unknown as { _debugProcess(pid: number): void };
  _debugProcess(victim);
  return await opened();
});
/** The victim tells in a file of the app's where its inspector is: not everybody has the usual port free. */
async function opened(): Promise<string | undefined> {
  for (let n = 0; n < 20; n++) {
    if (fs.existsSync(join(cache, 'opened'))) return 'opened';
    await sleep(50);
  }
  return undefined;
}
await attack('SIGUSR1 to itself', () => {
  if (place.tier !== 'control') process.kill(process.pid, 'SIGUSR1');
  return 'sent';
});
const { SIGUSR1 } = os.constants.signals;
for (const signal of [SIGUSR1, SIGUSR1 + 0.5, SIGUSR1 + 2 ** 32, { toString: () => 'SIGUSR1' }]) {
  await attack(`SIGUSR1 to itself, as ${typeof signal} ${String(signal)}`, () => {
    if (place.tier !== 'control') process.kill(process.pid, signal as number);
    return 'sent';
  });
}
await attack('the whole group', () => process.kill(0, 0));
await attack('everybody', () => process.kill(-1, 0));

// Secrets.
const anywhere = (value: unknown): string | undefined => leaked(JSON.stringify(value));
await attack('env', () => anywhere(process.env));
await attack('env of a report', () =>
  anywhere((process as unknown as { report: NodeJS.ProcessReport }).report.getReport()),
);
await attack('home', () => (os.homedir() === join(root, 'home') ? 'told' : undefined));
await attack('NODE_OPTIONS planted', () => process.env['NODE_OPTIONS']);
await attack('LD_PRELOAD planted', () => process.env['LD_PRELOAD']);
done();
