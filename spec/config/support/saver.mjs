/**
 * Saves one key again and again with rising numbers, and notes each save that has returned.
 * Run: node saver.mjs <bundle of config/config.ts> <config.json> <key> <first number> <notes file>
 */
import { appendFileSync } from 'node:fs';

const [bundle, configPath, key, first, notes] = process.argv.slice(2);
const { Config } = await import(bundle);
const config = new Config({ env: {}, cwd: '/', home: '/', configPath });
const { type, format } = config.getSchema()[key];
const prefix = format === 'url' ? 'https://a.test/v' : 'v';
for (let number = Number(first); ; number++) {
  const count = save({ [key]: type === 'string' ? `${prefix}${number}` : number });
  if (count !== 1) throw new Error(`save returned ${count}`);
  appendFileSync(notes, `${number}\n`);
}

/** Until it is its turn: twenty on a busy machine can wait for longer than a save does. */
function save(changes) {
  for (;;) {
    try {
      return config.save(changes);
    } catch (error) {
      if (error.code !== 'locked') throw error;
    }
  }
}
