/**
 * Caches compiled scripts: esbuild's process takes longer to start than most scripts to compile. Kept are only
 * scripts that import no file, so that what they were compiled from is all in the name and the head of their file.
 * The folder is the one of compiled code (see boot/code-cache.ts), which no app may write, whatever it is granted.
 */
import {
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ScriptBlock } from '../../../../runtime/script/bundle/block.js';
import type { CompiledScript } from '../../../../runtime/script/compile.js';
import type { CodeFolder } from '../../../boot/code-cache.js';
import { hashOf } from '../../../boot/hash.js';
import { makeFolders } from '../../../boot/make-folders.js';

/** Files; the newest are kept. */
const MAX_FILES = 200;
/** UTF-16 units of a file. A larger script takes longer to read than esbuild to start. */
const MAX_LENGTH = 1_000_000;

/** Names of these files, and of drafts that were left: no others are removed. */
const KEPT = /^[0-9a-f]{16}\.[0-9a-f]{16}(\.\d+)?$/;

/** What a script is compiled from, beside the blocks. */
export interface CompilerSettings {
  readonly mode: string;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

type KeptScript = Pick<CompiledScript, 'code' | 'map' | 'reprinted' | 'maps'>;

export class KeptScripts {
  readonly #folder: CodeFolder;

  readonly #around: CodeFolder;

  constructor(around: CodeFolder) {
    this.#around = around;

    this.#folder = around.inside('scripts');
  }

  /** What these blocks were compiled to by this version of tui; undefined where that is not known. */
  find(blocks: readonly ScriptBlock[], settings: CompilerSettings): CompiledScript | undefined {
    const question = questionOf(blocks, settings);
    const fd = this.#folder.open(nameOf(this.#folder.build, question));
    if (fd === undefined) return undefined;
    try {
      const [keptQuestion, { code, map, reprinted, maps }] = JSON.parse(
        readFileSync(fd, 'utf8'),
      ) as [string, KeptScript];
      if (keptQuestion !== question) return undefined;
      return { code, map, reprinted, maps, blocks, texts: {}, warnings: [] };
    } catch {
      return undefined;
    } finally {
      closeSync(fd);
    }
  }

  /** Keeps a script for later starts, where that is possible. Warnings are only in a result that is made again. */
  keep(
    { code, map, reprinted, maps, blocks, texts, warnings }: CompiledScript,
    settings: CompilerSettings,
  ): void {
    if (warnings.length > 0 || Object.keys(texts).length > 0) return;
    const question = questionOf(blocks, settings);
    const text = JSON.stringify([question, { code, map, reprinted, maps }]);
    if (text.length > MAX_LENGTH) return;
    // The folder around it is made where compiled code is kept.
    if (!this.#around.isOwn) return;
    const { path, build } = this.#folder;
    const file = join(path, nameOf(build, question));
    const draft = `${file}.${process.pid}`;
    try {
      makeFolders(path);
      if (!this.#folder.isOwn) return;
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
      renameSync(draft, file);
      this.#removeOldest();
    } catch {
      // A home that cannot be written, or a full disk: the next start compiles again.
      rmSync(draft, { force: true });
    }
  }

  #removeOldest(): void {
    const { path } = this.#folder;
    const names = readdirSync(path).filter((name) => KEPT.test(name));
    if (names.length <= MAX_FILES) return;
    const times = names.map((name) => {
      const file = join(path, name);
      return { file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
    times.sort((a, b) => a.time - b.time);
    for (const { file } of times.slice(0, names.length - MAX_FILES)) rmSync(file, { force: true });
  }
}

function questionOf(
  blocks: readonly ScriptBlock[],
  { mode, compilerOptions }: CompilerSettings,
): string {
  return JSON.stringify([mode, compilerOptions, blocks]);
}

/** Two questions may have one name: the question is compared. */
function nameOf(build: string, question: string): string {
  return `${build}.${hashOf(question)}`;
}
