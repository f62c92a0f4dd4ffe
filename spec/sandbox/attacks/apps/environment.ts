/** Everywhere that a variable's value could be in the app's process. */
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, place } from './kit.js';

declare const $tui: TuiGlobal;
const config = $tui.config!;
/** Not as one word: the process itself must not hold what is looked for. */
const pattern = new RegExp(String(place['pattern']));
const keys = place['keys'] as string[];
const found = (text: unknown): string | undefined =>
  pattern.test(String(text)) ? 'the value is there' : undefined;

await attack('process.env', () => found(JSON.stringify(process.env)));
await attack('the values of the keys', () => found(keys.map((key) => config.getValue(key))));
await attack('their origins', () => {
  // Where it is denied nothing tells that it is set at all.
  const origins = keys.map((key) => config.getOrigin(key));
  const told = origins.filter((origin) => origin?.source === 'env');
  return told.length > 0 && JSON.stringify(told);
});
await attack('the text of the configuration', () => found(config.getConfigText()));
await attack('messages of getters', () => {
  const messages = keys.map((key) => {
    try {
      return config.getNumber(key);
    } catch (error) {
      return (error as Error).message;
    }
  });
  return found(messages);
});
await attack('a diagnostic report', () => found(JSON.stringify(process.report.getReport())));
await attack('/proc/self/environ', async () =>
  found(await (await import('node:fs')).promises.readFile('/proc/self/environ', 'latin1')),
);
await attack(
  'the memory of the process',
  async () => {
    let rest = '';
    for await (const piece of process.getBuiltinModule('node:v8').getHeapSnapshot()) {
      const text = rest + String(piece);
      if (pattern.test(text)) return 'the value is there';
      rest = text.slice(-100);
    }
    return undefined;
  },
  30_000,
);
done();
