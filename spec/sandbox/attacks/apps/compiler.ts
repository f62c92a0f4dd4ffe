/** What comes back from compiling. The control asks esbuild itself, with the app's folder to look in. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Esbuild from 'esbuild';
import { attack, done, leaked, place } from './kit.js';
import { ask } from './wire.js';

async function compile(code: string): Promise<string> {
  if (place.tier !== 'control') {
    const block = { size: Buffer.byteLength(code), lang: 'js', ready: false };
    return JSON.stringify(ask('compile', [block], code));
  }
  const { build } = createRequire(String(place['main']))('esbuild') as typeof Esbuild;
  const stdin = { contents: code, resolveDir: place.app };
  const outdir = join(place.app, 'out');
  const loader = { '.txt': 'text' } as const;
  return await build({
    stdin,
    outdir,
    loader,
    bundle: true,
    write: false,
    sourcemap: 'external',
    platform: 'node',
    logLevel: 'silent',
  }).then(
    ({ outputFiles = [], warnings }) =>
      outputFiles.map(({ text }) => text).join('') + JSON.stringify(warnings),
    (error: Esbuild.BuildFailure) => JSON.stringify(error.errors),
  );
}

for (const name of ['absolute', 'address', 'environment', 'named']) {
  await attack(`a file by the map of an imported file: ${name}`, async () =>
    leaked(await compile(`import './map-${name}.js'`)),
  );
}
await attack('the environment by the map of a script', async () =>
  leaked(await compile(String(place['block']))),
);
await attack('names of files by import()', async () =>
  leaked(await compile('globalThis.f = (n) => import(`../outside/${n}`);')),
);
await attack('names of files by require()', async () =>
  leaked(await compile('globalThis.f = (n) => require("../outside/" + n);')),
);
await attack('lines of a package.json', async () =>
  leaked(await compile("import '../outside/torn'")),
);
await attack('a text', async () =>
  leaked(await compile("import x from '../outside/secret.txt'; globalThis.x = x;")),
);
await attack('a file through a package', async () =>
  leaked(await compile("import x from 'sly'; globalThis.x = x;")),
);
done();
