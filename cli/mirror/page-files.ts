/** The files of the page, from the build: read once, when a mirror is opened. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
};

/** By path of the address. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = pageFolder();
  const entries = Object.entries(FILES).map(async ([path, [file, type]]) => {
    const bytes = await readFile(join(folder, file));
    return [path, { type, bytes }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** `dist/mirror/`, beside the folder of the bundles. */
function pageFolder(): string {
  return join(dirname(dirname(fileURLToPath(import.meta.url))), 'mirror');
}
