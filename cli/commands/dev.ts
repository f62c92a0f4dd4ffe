/** `tui dev app.tui`: runs an app, applies edits of its files, and restarts it after those that require it. */
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { DiagnosticError, printable, type Source } from '../../runtime/base/diagnostics.js';
import { report } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { usageError } from '../command-line/usage-error.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import type { Permissions } from '../sandbox/policy/types.js';
import {
  checkStart,
  errorsWithin,
  openApp,
  requestsOf,
  type OpenedApp,
} from '../sandbox/launch/open-app.js';
import { FileWatcher } from '../sandbox/launch/editing/file-watcher.js';
import type { Editor } from '../sandbox/launch/editing/follow-edits.js';
import type { Call } from './table.js';

/** Runs an app that has been read; see `run.ts`. */
type RunOpened = (call: Call, app: OpenedApp, editor: Editor) => Promise<number>;

/** Milliseconds that a timer can take at most. */
const MAX_TIMER = 2 ** 31 - 1;

/** `tui dev`: as with `--dev --watch`, which flags after it may take back. */
export async function dev(call: Call, run: RunOpened): Promise<number> {
  const flags = { 'dev.enabled': true, 'dev.watch': true, ...call.flags };
  const operands = [...call.operands, ...call.argv];
  return await runEdited({ ...call, operands, argv: [], flags }, run);
}

/** Runs an app until it ends by itself, however often its file needs another start. */
export async function runEdited(call: Call, run: RunOpened): Promise<number> {
  const [path = ''] = call.operands;
  checkEditable(path);
  let trusted: string | undefined;
  for (let isRestart = false; ; isRestart = true) {
    const edited = new FileChange(resolve(call.console.cwd, path));
    let code: number | undefined;
    let isRestarted = false;
    const editor = {
      path,
      isRestart,
      check: () => checkStart(silent(call), path),
      errorsWithin: (source: Source, limits: Permissions) =>
        errorsWithin(silent(call), source, { appFile: path, limits }),
      restart: () => {
        isRestarted = true;
      },
    };
    try {
      const app = await openApp(call, path, () => 'live');
      const requested = call.permissions.trust ? await requestsOf(silent(call), app) : '';
      trusted ??= requested;
      code = await run(trusted === requested ? call : withoutTrust(call), app, editor);
    } catch (error) {
      if (!(error instanceof DiagnosticError) || !waitsForEdits(call)) throw error;
      report(call.console, error.diagnostics);
    } finally {
      if (code !== undefined && (isRestarted || !waitsForEdits(call))) edited.close();
    }
    if (isRestarted) continue;
    const isOver = code !== undefined && code !== EXIT.failed;
    if (isOver || !waitsForEdits(call)) {
      edited.close();
      return code ?? EXIT.failed;
    }
    call.console.stderr.write(`\nwaiting for a change of ${printable(path)}; Ctrl+C ends\n`);
    // Looking for changes keeps no process.
    const stay = setInterval(() => undefined, MAX_TIMER);
    await edited.happened;
    clearInterval(stay);
  }
}

/** With the questions of a start: `--trust` is about what was requested first. An app that may write its own file could request more. */
function withoutTrust(call: Call): Call {
  return { ...call, permissions: { ...call.permissions, trust: false } };
}

/** A failed start is mended by a person, who sees that it waits. */
function waitsForEdits({ console }: Call): boolean {
  return console.stdout.isTTY === true && console.stdin.isTTY === true;
}

function checkEditable(path: string): void {
  const isRemote = /^https?:\/\//i.test(path);
  if (path !== '-' && !isRemote && !isMarkdownName(path)) return;
  const what = path === '-' ? 'stdin' : isRemote ? 'an address' : 'Markdown';
  throw usageError(
    `--watch needs the file of an app, found ${what}`,
    isMarkdownName(path) && !isRemote ? `read it with tui ${path}; "r" reads it again` : undefined,
  );
}

function silent(call: Call): Call {
  const stderr = new Writable({ write: (_text, _encoding, done) => done() });
  const { console } = call;
  // Its members are getters, which a spread does not copy; streams are opened when they are used.
  return {
    ...call,
    console: {
      get stdin() {
        return console.stdin;
      },
      get stdout() {
        return console.stdout;
      },
      stderr,
      env: console.env,
      cwd: console.cwd,
      home: console.home,
      hasColor: console.hasColor,
    },
  };
}

/** The first change of a file. */
class FileChange {
  readonly happened: Promise<void>;
  readonly #watcher: FileWatcher;

  constructor(path: string) {
    let changed: () => void = () => undefined;
    this.happened = new Promise((resolve) => (changed = resolve));
    this.#watcher = new FileWatcher(() => {
      this.close();
      changed();
    });
    this.#watcher.set([path]);
  }

  close(): void {
    this.#watcher.close();
  }
}
