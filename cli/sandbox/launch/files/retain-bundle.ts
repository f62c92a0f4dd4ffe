/** `bundler.retainBundle`: keeps the compiled scripts of an app for inspection. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../../../config/files/write-file.js';
import { BLOCK, modulePath } from '../../../../runtime/script/bundle/names.js';
import type { CompiledScript } from '../../../../runtime/script/compile.js';

/** Bundles that are kept; the oldest goes first. */
const MAX_BUNDLES = 32;

/**
 * Writes `bundle.js`, `bundle.js.map` with the texts that its places are in, and `origin.txt` with the name of the
 * app. Bundles of the same content are one.
 *
 * @param cache the cache folder, where no app has files
 * @param app the document's file or address
 * @returns the folder
 * @throws an error of the file system
 */
export function retainBundle(cache: string, app: string, script: CompiledScript): string {
  const bundles = join(cache, 'bundles');
  makeFolder(bundles);
  const map = withTexts(script, basename(app));
  const hash = createHash('sha256')
    .update(`${Buffer.byteLength(app)}:${Buffer.byteLength(script.code)}:`)
    .update(app)
    .update(script.code)
    .update(map)
    .digest('hex');
  const folder = join(bundles, hash);
  const temporary = join(bundles, `.${hash}.${process.pid}.${randomBytes(4).toString('hex')}`);
  const files = {
    'bundle.js': `${script.code.trimEnd()}\n//# sourceMappingURL=bundle.js.map\n`,
    'bundle.js.map': map,
    'origin.txt': `${app}\n`,
  };
  makeFolder(temporary);
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(temporary, name), text, { mode: 0o600, flag: 'wx' });
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another start of the same app was faster.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
  utimesSync(folder, new Date(), new Date());
  prune(bundles, hash);
  return folder;
}

/** The source map with the texts: elsewhere nothing has the names of its sources. */
function withTexts({ map, blocks, texts }: CompiledScript, app: string): string {
  const parsed = JSON.parse(map) as { sources: string[] };
  const textOf = (name: string): string | null =>
    name.startsWith(`${BLOCK}:`)
      ? (blocks[Number(name.slice(BLOCK.length + 1))]?.code ?? null)
      : Object.hasOwn(texts, name)
        ? (texts[name]?.text ?? null)
        : null;
  return JSON.stringify({
    ...parsed,
    sources: parsed.sources.map((name) => shownName(name, app)),
    sourcesContent: parsed.sources.map(textOf),
  });
}

function shownName(name: string, app: string): string {
  if (name.startsWith(`${BLOCK}:`)) return `${app}.script${name.slice(BLOCK.length)}.ts`;
  const colon = name.indexOf(':');
  return modulePath({ namespace: name.slice(0, colon), path: name.slice(colon + 1) }) ?? name;
}

function prune(bundles: string, keep: string): void {
  const old = readdirSync(bundles)
    .filter((name) => /^[0-9a-f]{64}$/.test(name) && name !== keep)
    .map((name) => ({
      name,
      time: statSync(join(bundles, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of old.slice(MAX_BUNDLES - 1)) {
    rmSync(join(bundles, name), { recursive: true, force: true });
  }
}
