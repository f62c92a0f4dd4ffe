/**
 * Compiles code in the library, for a look at what esbuild's process does meanwhile.
 *
 * compile.mjs MAIN FILE: FILE is a JSON list of { file, code, lang, old }; `old` lets esbuild look by itself
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [main, list] = process.argv.slice(2);
const { createApp } = await import(join(dirname(main), 'library.js'));
for (const { file, code, lang, old } of JSON.parse(readFileSync(list, 'utf8'))) {
  if (old) {
    const stdin = { contents: code, resolveDir: dirname(file), loader: lang };
    const { build } = createRequire(main)('esbuild');
    await build({ stdin, bundle: true, write: false, logLevel: 'silent' }).catch(() => undefined);
  } else {
    const app = createApp(`<script lang="${lang}">${code}</script>`, { file });
    await app.check();
    app.stop();
  }
}
process.exit(0);
