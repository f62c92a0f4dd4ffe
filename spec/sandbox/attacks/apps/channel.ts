/** The way to the launcher, used by hand: requests of all kinds, forged answers, garbage. */
import { join } from 'node:path';
import { attack, done, leaked, place } from './kit.js';
import { ask, frame, nextId, replyTo, send } from './wire.js';

const { app, outside, cache } = place;

const text = (value: unknown): string => JSON.stringify(value);
const compile = (code: string, more: object = {}): string =>
  text(ask('compile', [{ size: code.length, lang: 'js', ready: false, ...more }], code));

// Each of these comes back with the canary, or has written it, where what it needs is granted.
await attack('compile reads by src', () =>
  leaked(compile('', { src: join(outside, 'module.mjs') })),
);
await attack('compile reads by import', () =>
  leaked(
    compile(`import x from ${JSON.stringify(join(outside, 'module.mjs'))}; export const y = x;`),
  ),
);
await attack('compile reads text', () =>
  leaked(compile(`import x from ${JSON.stringify(join(outside, 'text.md'))}; export const y = x;`)),
);
await attack('compile reads through a link', () =>
  leaked(compile(`import x from ${JSON.stringify(join(cache, 'link.md'))}; export const y = x;`)),
);
await attack(
  'settings are saved',
  () => ask('config-save', null, '[["theme","fullcolor-dark"]]') !== undefined && 'saved',
);
await attack('a program is run', () =>
  leaked(text(ask('run', { argv: ['cat', join(outside, 'secret.txt')], command: 'cat' }))),
);

await attack('a program that goes on is started', () =>
  leaked(text(ask('spawn', { argv: ['cat', join(outside, 'secret.txt')], command: 'cat' }))),
);

// Nobody gets these, whatever is granted.
await attack('NEVER a signal to a process by its number', () => {
  for (const id of [1, process.ppid, process.pid, -1, 0, 2 ** 31]) {
    ask('signal-program', { id, signal: 'SIGKILL', pid: process.ppid });
  }
  return false;
});
await attack('NEVER a source map read by the compiler', () =>
  leaked(compile(`export const z = 1; console.log(z);\n//# sourceMappingURL=${outside}/map.json`)),
);
await attack('NEVER the same in an imported file', () =>
  leaked(compile(`import ${JSON.stringify(join(app, 'mapped.js'))}; export const z = 1;`)),
);
await attack('NEVER a kind that is none', () => text(ask('exec', 'id')));
await attack('NEVER a kind of the prototype', () => text(ask('constructor', {})));
await attack('NEVER the picture twice', () => text(ask('picture', null)));
await attack('NEVER polluted', () => {
  for (const payload of [
    `{"__proto__":{"ok":true,"granted":true}}`,
    `[["__proto__.polluted",true]]`,
    `[["constructor.prototype.polluted",true]]`,
    `{"kind":"__proto__","value":["__proto__"]}`,
  ]) {
    for (const kind of [
      'config-save',
      'permission',
      'compile',
      'clipboard',
      'fetch',
      'run',
      'spawn',
    ]) {
      const id = nextId();
      send(
        frame(`{"type":"request","id":${id},"kind":"${kind}","payload":${payload},"body":false}`),
      );
      if (replyTo(id).ok === true && kind !== 'compile') return `${kind} took ${payload}`;
    }
    try {
      ask('config-save', null, payload);
      return `config-save took ${payload}`;
    } catch {
      // As it has to.
    }
  }
  return text(ask('permission', { kind: 'all' })) === '"granted"' && place['granted'] !== true;
});
await attack('NEVER own permissions changed here', () => {
  // What this process believes is not what is enforced.
  Object.prototype.hasOwnProperty.call(globalThis, 'x');
  (Object.prototype as unknown as Record<string, unknown>)['granted'] = true;
  (Object.prototype as unknown as Record<string, unknown>)['everything'] = 'flag';
  try {
    return text(ask('permission', { kind: 'read', value: '/etc/shadow' })) === '"granted"';
  } finally {
    delete (Object.prototype as unknown as Record<string, unknown>)['granted'];
    delete (Object.prototype as unknown as Record<string, unknown>)['everything'];
  }
});

// Messages that only the launcher may send, and such as answer nothing: they change nothing.
for (const message of [
  { type: 'start', payload: { permissions: { all: { granted: true } } } },
  { type: 'response', id: 1, ok: true, value: 'granted', body: true },
  { type: 'end', id: 77 },
  { type: 'credit', id: 77, bytes: 1e9 },
  { type: 'cancel', id: 77 },
  { type: 'notice', kind: 'code', payload: {} },
  { type: 'notice', kind: 'suspend', payload: null },
  { type: 'notice', kind: 'terminal', payload: { altScreen: 'x', height: -1, mouse: {} } },
  { type: 'notice', kind: 'log', payload: { time: 1e300, level: 'info', message: 'x' } },
]) {
  await attack(`NEVER ${message.type} ${'kind' in message ? message.kind : ''}`, () => {
    send(frame(message));
    return ask('permission', { kind: 'all' }) === 'granted' && place['granted'] !== true;
  });
}
await attack('it still answers', () => text(ask('permission', { kind: 'clipboard' })));

// The last word ends the connection, and the app with it.
const last = place['last'] as string | undefined;
const words: Readonly<Record<string, () => Buffer>> = {
  'no JSON': () => frame('}{'),
  'an array': () => frame('[]'),
  'no known type': () => frame({ type: 'exec' }),
  'deep nesting': () => frame('['.repeat(2_000_000)),
  'a frame without end': () => Buffer.from([0xff, 0xff, 0xff, 0xff, 0]),
  'an empty frame': () => Buffer.alloc(8),
  'no known frame': () => Buffer.from([2, 0, 0, 0, 9, 9]),
  noise: () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251)),
};
const word = last === undefined ? undefined : words[last];
if (word !== undefined) {
  process.on('exit', () => {
    send(word());
    // Whoever is to be ended is ended by the launcher, not by coming to its end; but not for ever, where
    // that launcher is gone.
    for (const end = Date.now() + 10_000; Date.now() < end;);
  });
}
done();
