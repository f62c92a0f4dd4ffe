/**
 * `npm run dev -- app.tui`: `tui dev` with the sources as they are. A save of a source rebuilds the command and
 * starts the app again, with its kept state: docs/decisions/2026-11-26-dev-loop.md. Edits of the app's own files
 * are up to `tui dev`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import { context, formatMessages, stop } from 'esbuild';
import { createFolder, removeFolder } from '../spec/support/cache-folder.mjs';
import {
  checkText,
  copyFiles,
  entryOptions,
  latePackages,
  pageOptions,
  processOptions,
  root,
  writePageMarkup,
} from './bundles.mjs';

const SOURCES = ['cli', 'config', 'elements', 'runtime'];
const EXTENSIONS = new Set(['.ts', '.js', '.cjs', '.mjs', '.css', '.html', '.json']);
/** Milliseconds from an event to the build: a save is several events. */
const SETTLING = 20;
/** Milliseconds that an app may take to end. */
const PATIENCE = 5000;
/** Milliseconds in which the terminal's own signal reaches the app. */
const SIGNAL_DELAY = 1000;

/** What a program that was killed may have left on: the alternate screen, a hidden cursor, mouse reports, paste, keys. */
const RESET = '\x1b[?1049l\x1b[?25h\x1b[?1000;1002;1003;1006l\x1b[?2004l\x1b[?1004l\x1b[<u\x1b[m\n';

const WAITING = '\nwaiting for a change of the sources; Ctrl+C ends';

const say = (text) => process.stderr.write(`${text}\n`);

/** Saves of sources. */
class Saves {
  #folders = new Map();
  /** Relative paths, since the last build. */
  #changed = new Set();
  #timer;
  #notify = () => undefined;

  constructor() {
    for (const name of SOURCES) this.#add(join(root, name));
  }

  /** Resolves to the changed files; at once where some are left from before. */
  next() {
    return new Promise((resolve) => {
      this.#notify = () => {
        if (this.#changed.size === 0 || this.#timer !== undefined) return;
        const changed = [...this.#changed];
        this.#changed.clear();
        this.#notify = () => undefined;
        resolve(changed);
      };
      this.#notify();
    });
  }

  #add(folder) {
    if (this.#folders.has(folder)) return;
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null) this.#onEvent(join(folder, name));
      });
      watcher.on('error', () => this.#remove(folder));
      this.#folders.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) this.#add(join(folder, entry.name));
      }
    } catch {
      // Removed again.
    }
  }

  #remove(folder) {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }

  #onEvent(path) {
    const name = basename(path);
    // A new folder, or one that took another's place; editors' own files have other extensions.
    if (extname(name) === '') {
      this.#remove(path);
      this.#add(path);
      return;
    }
    if (!EXTENSIONS.has(extname(name)) || name.startsWith('.')) return;
    this.#changed.add(relative(root, path));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#notify();
    }, SETTLING);
  }
}

/** Builds in memory: an app that runs loads files of its build. */
class Builder {
  #dist;
  #contexts;
  /** By path, the text that was written. */
  #written = new Map();

  constructor(dist, contexts) {
    this.#dist = dist;
    this.#contexts = contexts;
  }

  static async create(dist) {
    const all = [processOptions(dist, true), entryOptions(dist, 'dev'), pageOptions(dist)];
    const contexts = await Promise.all(
      all.map((options) => context({ ...options, write: false, logLevel: 'silent' })),
    );
    await Promise.all([latePackages(dist), copyFiles(dist)]);
    return new Builder(dist, contexts);
  }

  /** Resolves to the files that differ from those that were written, by path; or to what is wrong, as text. */
  async build() {
    const results = await Promise.allSettled(this.#contexts.map((each) => each.rebuild()));
    const failed = results.filter(({ status }) => status === 'rejected');
    if (failed.length > 0) {
      const errors = failed.flatMap(({ reason }) => reason.errors ?? [{ text: String(reason) }]);
      return { error: await readable(errors) };
    }
    const files = results.flatMap(({ value }) => value.outputFiles);
    try {
      for (const { path, text } of files) checkText(basename(path, '.cjs'), text);
    } catch (error) {
      return { error: error.message };
    }
    return { files: files.filter(({ path, text }) => this.#written.get(path) !== text) };
  }

  async write(files) {
    await writePageMarkup(this.#dist);
    for (const { path, text } of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      this.#written.set(path, text);
    }
  }
}

async function readable(errors) {
  const { isTTY, columns } = process.stderr;
  const options = { kind: 'error', color: isTTY === true, terminalWidth: columns ?? 80 };
  // Two bundles have the same file.
  const texts = new Set(await formatMessages(errors, options));
  return [...texts].join('').trimEnd();
}

/** The app's process. */
class App {
  /** Resolves to `code` and `signal` when it has ended. */
  ended;
  result;
  #child;

  constructor(dist, args) {
    this.#child = spawn(process.execPath, [join(dist, 'cli/main.cjs'), 'dev', ...args], {
      stdio: 'inherit',
      env: { TUI_PERSIST: 'true', ...process.env, TUI_CODE_CACHE: 'off' },
    });
    this.ended = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => resolve((this.result = { code, signal })));
    });
  }

  /** Ends it as the system ends programs: it keeps its state and restores the terminal. */
  async stop() {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE);
    this.#child.kill('SIGTERM');
    const { signal } = await this.ended;
    clearTimeout(timer);
    if (signal === 'SIGKILL' && process.stdout.isTTY) {
      process.stdout.write(RESET);
      spawnSync('stty', ['sane'], { stdio: ['inherit', 'ignore', 'ignore'] });
    }
  }
}

/** Whether it ended as it should, or was called wrongly: anything else may be mended by the next save. */
function isOver({ code, signal }) {
  return [0, 2, 3, 128 + constants.signals.SIGINT].includes(code) || signal === 'SIGINT';
}

async function main(args) {
  const dist = createFolder('dev');
  process.on('exit', () => {
    // Left to itself, esbuild's process complains that it was left.
    void stop();
    removeFolder(dist);
  });
  let app;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      const isRunning = app !== undefined && app.result === undefined;
      // Ctrl+C in a terminal reaches the app too, which decides.
      if (isRunning && signal === 'SIGINT') return;
      if (isRunning) {
        const delay = signal === 'SIGHUP' ? SIGNAL_DELAY : 0;
        const timer = setTimeout(() => void app.stop(), delay);
        await app.ended;
        clearTimeout(timer);
      }
      process.exit(128 + constants.signals[signal]);
    });
  }
  say('Building the command from the sources …');
  const saves = new Saves();
  let since = performance.now();
  const builder = await Builder.create(dist);
  for (let what = 'built'; ; since = performance.now()) {
    const { error, files = [] } = await builder.build();
    if (app?.result !== undefined && isOver(app.result)) break;
    const isRunning = app !== undefined && app.result === undefined;
    if (error !== undefined) {
      if (isRunning) await app.stop();
      app = undefined;
      say(`\n${error}\n${WAITING}`);
    } else if (files.length > 0 || !isRunning) {
      if (isRunning) await app.stop();
      await builder.write(files);
      say(`${what} in ${((performance.now() - since) / 1000).toFixed(2)} s`);
      app = new App(dist, args);
    }
    const saved = saves.next();
    await Promise.race([saved, app?.ended ?? saved]);
    if (app?.result !== undefined) {
      if (isOver(app.result)) break;
      say(`\nthe app ended with ${app.result.signal ?? app.result.code}\n${WAITING}`);
    }
    what = `${(await saved).join(', ')}: rebuilt`;
  }
  process.exit(app.result.code ?? 128 + constants.signals[app.result.signal]);
}

if (process.argv.length < 3) {
  say('usage: npm run dev -- [flags] app.tui [arguments]');
  process.exit(2);
}
await main(process.argv.slice(2));
