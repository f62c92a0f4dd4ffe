/**
 * Stubbed files of an app in a test. They are in a temporary folder; every path of the app leads there, so that it
 * sees them and nothing else of the disk, and writes nowhere else.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FileContents = Readonly<Record<string, string | Uint8Array>>;

export class StubbedFiles {
  readonly #root: string;

  /** @param folder that relative names are in: the app's own */
  constructor(folder: string, contents: FileContents) {
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-files-')));
    for (const each of [folder, process.cwd(), tmpdir()]) {
      mkdirSync(this.#inside(each), { recursive: true });
    }
    for (const [name, content] of Object.entries(contents)) {
      const path = this.#inside(resolve(folder, name));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  /** The text of a file as it is now; undefined where there is none. */
  read(path: string, cwd: string): string | undefined {
    try {
      return readFileSync(this.#inside(resolve(cwd, path)), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Where a path of the app leads. */
  map(path: string | URL | Uint8Array, cwd: string): string {
    const text = path instanceof URL || typeof path !== 'string' ? pathOf(path) : path;
    return this.#inside(resolve(cwd, text));
  }

  /** What a symbolic link at `path` is to hold so that it leads no further than a path of the app does. */
  mapLink(target: string | URL | Uint8Array, path: string | URL | Uint8Array, cwd: string): string {
    const at = path instanceof URL || typeof path !== 'string' ? pathOf(path) : path;
    const text = target instanceof URL || typeof target !== 'string' ? pathOf(target) : target;
    return this.#inside(resolve(dirname(resolve(cwd, at)), text));
  }

  /** The same text with the paths that the app knows. */
  unmap(text: string): string {
    return text.replaceAll(`${this.#root}/`, '/').replaceAll(this.#root, '/');
  }

  contains(path: string): boolean {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #inside(path: string): string {
    return join(this.#root, path);
  }
}

function pathOf(path: URL | Uint8Array): string {
  return 'href' in path ? fileURLToPath(path.href) : Buffer.from(path).toString();
}
