/** An app that may use the AI service, and is after the key. */
import { promises as fs, readdirSync } from 'node:fs';
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, place } from './kit.js';

declare const $tui: TuiGlobal;
/** Not as one word: the process itself must not hold what is looked for. */
const pattern = new RegExp(String(place['pattern']));
const variable = String(place['variable']);
const found = (text: unknown): string | undefined =>
  pattern.test(String(text)) ? 'the key is there' : undefined;
const messages = [{ role: 'user', content: 'hi' }] as const;

// First, so that all that follows looks at a process that has used the service.
await attack('CONTROL an answer', async () => (await $tui.ai.chat({ messages }).result()).text);
await attack('errors of the service', async () => {
  try {
    await $tui.ai.chat({ messages }).result();
    return undefined;
  } catch (error) {
    const { message, stack, ...rest } = error as Error;
    return found(JSON.stringify([message, stack, rest]));
  }
});
await attack('an answer that repeats the request', async () =>
  found(JSON.stringify(await $tui.ai.chat({ messages }).result())),
);
await attack('the status', async () => found(JSON.stringify(await $tui.ai.status())));
await attack('process.env', () => found(JSON.stringify(process.env)) ?? process.env[variable]);
await attack('/proc/self/environ', async () =>
  found(await fs.readFile('/proc/self/environ', 'latin1')),
);
await attack('environments of other processes', async () => {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = await fs.readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (pattern.test(text)) return 'the key is there';
  }
  return undefined;
});
await attack('a program’s environment', async () => {
  const run = async (): Promise<string> => {
    const { execFileSync } = await import('node:child_process');
    return execFileSync('env').toString();
  };
  return found(place.tier === 'control' ? await run() : (await $tui.run('env')).stdout);
});
await attack('the configuration', () => {
  const { config } = $tui;
  const keys = config?.getKeys() ?? [];
  const values = keys.map((key) => [key, config?.getValue(key), config?.getOrigin(key)]);
  return found(JSON.stringify([values, config?.getConfigText(), config?.getValue('stolen.key')]));
});
await attack('a diagnostic report', () => found(JSON.stringify(process.report.getReport())));
await attack('files of the launcher', async () => {
  for (const file of ['/proc/self/cmdline', '/proc/self/maps', '/proc/self/status']) {
    const text = await fs.readFile(file, 'latin1').catch(() => '');
    if (pattern.test(text)) return file;
  }
  return undefined;
});
await attack(
  'the memory of the process',
  async () => {
    let rest = '';
    for await (const piece of process.getBuiltinModule('node:v8').getHeapSnapshot()) {
      const text = rest + String(piece);
      if (pattern.test(text)) return 'the key is there';
      rest = text.slice(-100);
    }
    return undefined;
  },
  30_000,
);
await attack(
  'the memory map of the process',
  async () => {
    const maps = await fs.readFile('/proc/self/maps', 'latin1');
    const memory = await fs.open('/proc/self/mem');
    try {
      for (const line of maps.split('\n')) {
        const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
        if (from === undefined || to === undefined) continue;
        const start = parseInt(from, 16);
        // What is reserved and not used is of no size.
        const size = Math.min(parseInt(to, 16) - start, 64 * 1024 * 1024);
        const bytes = Buffer.alloc(Math.min(size, 8 * 1024 * 1024));
        for (let at = 0; at < size; at += bytes.length) {
          const { bytesRead } = await memory
            .read(bytes, 0, bytes.length, start + at)
            .catch(() => ({ bytesRead: 0 }));
          if (bytesRead === 0) break;
          if (pattern.test(bytes.toString('latin1', 0, bytesRead))) return 'the key is there';
        }
      }
      return undefined;
    } finally {
      await memory.close();
    }
  },
  30_000,
);
done();
