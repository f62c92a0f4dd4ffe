/**
 * The Chromium of this worker, spoken to over a pipe: `--remote-debugging-pipe`, messages that end with NUL. The first
 * spec that needs it starts it, and each spec file has a context of its own in it; see chromium.ts. This module is
 * outside of the contexts of spec files, and remains when they end.
 *
 * It ends with the worker, however that ends: Chromium closes when the other end of its pipe is gone, and the shell
 * around it removes its folder then.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--window-size=1200,800',
  // Work that no spec looks at.
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  // A page that another one covers is painted, and its timers run.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Runs a program to its end, then removes the folder: its last processes may still write into it. */
const RUN = '"$@"; for n in 1 2 3 4 5; do rm -rf "$0" 2>/dev/null && break; sleep 1; done';

/** The program; undefined where there is none. */
const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find(isProgram);

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

class ChromiumProcess {
  hasEnded = false;
  #child;
  #input;
  #output;
  #rest = '';
  #id = 0;
  /** Of messages that were sent, by their id. */
  #waiting = new Map();
  /** Listeners to events, by session. */
  #listeners = new Map();

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'tui-chromium-'));
    const command = [CHROMIUM ?? 'chromium', ...FLAGS, `--user-data-dir=${folder}`, 'about:blank'];
    // In a group of its own: a terminal's Ctrl+C is for the specs.
    this.#child = spawn('sh', ['-c', RUN, folder, ...command], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child.on('exit', () => this.#end()).on('error', () => this.#end());
    this.#child.unref();
    [, , , this.#input, this.#output] = this.#child.stdio;
    this.#input.on('error', () => this.#end()).unref();
    this.#output.setEncoding('utf8').on('data', (text) => this.#take(text));
    this.#output.on('error', () => this.#end()).unref();
  }

  /**
   * Sends a command of the DevTools protocol.
   *
   * @param {string} method
   * @param {object} params
   * @param {string | undefined} sessionId of a page; default: of the browser
   */
  async send(method, params, sessionId) {
    if (this.hasEnded) throw new Error(`${method}: Chromium has ended`);
    const id = ++this.#id;
    const reply = new Promise((resolve) => this.#waiting.set(id, resolve));
    // A worker without work may end; one that waits for an answer may not.
    this.#output.ref();
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await reply;
    if (this.#waiting.size === 0) this.#output.unref();
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /**
   * Calls a listener for each event of a session, until `forget`.
   *
   * @param {string} sessionId
   * @param {(event: { method: string, params?: unknown }) => void} listener
   */
  listen(sessionId, listener) {
    this.#listeners.set(sessionId, listener);
  }

  /** @param {string} sessionId */
  forget(sessionId) {
    this.#listeners.delete(sessionId);
  }

  #take(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, sessionId, ...reply } = JSON.parse(message);
      if (id === undefined) this.#listeners.get(sessionId)?.(reply);
      else this.#answer(id, reply);
    }
  }

  #answer(id, reply) {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(reply);
  }

  #end() {
    this.hasEnded = true;
    for (const id of [...this.#waiting.keys()]) {
      this.#answer(id, { error: { message: 'Chromium has ended' } });
    }
  }
}

let running;

/** The Chromium of this worker. */
export function workerChromium() {
  if (running === undefined || running.hasEnded) running = new ChromiumProcess();
  return running;
}
