/**
 * Reads edits of a running app in the launcher and sends them to its process. The app gets what a fresh start
 * would give it, and with the rights that it runs with: where a new version requests others, is another file, or
 * has code for the first time, the app is ended and started again, with all the checks and questions of a start.
 */
import { dirname, isAbsolute } from 'node:path';
import {
  DiagnosticError,
  formatDiagnostic,
  printable,
  type Diagnostic,
  type Source,
} from '../../../../runtime/base/diagnostics.js';
import { keepCompiler } from '../../../../runtime/script/esbuild.js';
import type { FileFilter } from '../../../../runtime/script/bundle/files.js';
import { openFile, type OpenedDocument } from '../../../documents/source.js';
import { policyOf } from '../../../documents/settings.js';
import { accessTo } from '../../policy/check.js';
import { realPathOf, stepsOf, type PathVariables } from '../../policy/grants/paths.js';
import type { Permissions } from '../../policy/types.js';
import type { Broker } from '../../broker/broker.js';
import { compileApp, type AppCode } from '../../broker/compiler/compile.js';
import type { Channel } from '../../channel/channel.js';
import { packResult } from '../../channel/sent-result.js';
import type { Edit } from '../../channel/task.js';
import { mayHaveCode } from '../has-code.js';
import { FileWatcher } from './file-watcher.js';

/** Who runs an app that is edited. */
export interface Editor {
  /** The operand of the command line: what it leads to may change. */
  readonly path: string;
  /** A version has run before this start: a question takes its place on the screen. */
  readonly isRestart?: boolean | undefined;
  /** Whether a version that needs another start could be started. @throws DiagnosticError where it could not */
  check(): Promise<void>;
  /** Errors of a version of which no file is read but those that the permissions grant. */
  errorsWithin(source: Source, limits: Permissions): Promise<readonly Diagnostic[]>;
  /** The app has to be started again. */
  restart(): void;
}

export interface EditInputs {
  readonly editor: Editor;
  readonly source: Source;
  /** Real path of the document. */
  readonly appFile: string;
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly code: Promise<AppCode>;
  /**
   * Of an app that was approved with its content: what an app may have written becomes no part of it without a
   * question.
   */
  readonly lateModules?: (() => Promise<FileFilter>) | undefined;
  readonly channel: Channel;
  readonly broker: Broker;
  /** The app's process has been sent what it starts with. */
  readonly started: Promise<void>;
}

/** UTF-16 units of an edit by the app itself. A version is read where the keys are, and an app could write many large ones. */
const MAX_OWN_EDIT = 1024 * 1024;

/** Files that elements show; more are not followed. */
const MAX_SHOWN = 1000;
/** UTF-16 units of a path. */
const MAX_PATH = 4096;

/** Returns a function that ends it. */
export function followEdits(inputs: EditInputs): () => void {
  const edits = new Edits(inputs);
  return () => edits.close();
}

class Edits {
  readonly #watcher: FileWatcher;
  readonly #release = keepCompiler();
  /** Files of the scripts, by their real paths. */
  #modules: ReadonlySet<string> = new Set();
  readonly #shown = new Set<string>();
  /** What the app runs. */
  #text: string;
  #code: AppCode | undefined;
  #changed = new Set<string>();
  /** Nothing is sent before the start. */
  #isBusy = true;
  /** The app shows why a version does not run. */
  #isFailed = false;
  #isOver = false;

  readonly #inputs: EditInputs;

  constructor(inputs: EditInputs) {
    this.#inputs = inputs;

    this.#text = inputs.source.text;
    this.#watcher = new FileWatcher((paths) => {
      for (const path of paths) this.#changed.add(path);
      void this.#applyChanges();
    });
    this.#watch();
    void inputs.code.then(
      (code) => {
        this.#code ??= code;
        this.#followModules(code);
      },
      () => undefined,
    );
    void inputs.started.then(
      () => {
        this.#isBusy = false;
        // A question may have taken its time since the document was read.
        this.#changed.add(inputs.editor.path);
        void this.#applyChanges();
      },
      // The launcher reports why the app did not start.
      () => undefined,
    );
    inputs.broker.onNotice('shows-file', (payload) => this.#show(payload));
  }

  close(): void {
    this.#isOver = true;
    this.#watcher.close();
    this.#release();
  }

  #followModules(code: AppCode): void {
    const { appFile } = this.#inputs;
    const files = new Set(code.content().files.keys());
    if (code.result?.ok === false) {
      // Any of them may be what is corrected, or appear; and those that run may come back.
      for (const file of [...this.#modules, ...code.missing]) files.add(file);
    }
    files.delete(appFile);
    this.#modules = files;
    this.#watch();
  }

  #watch(): void {
    const { editor } = this.#inputs;
    const modules = [...this.#modules].filter((path) => path.startsWith('/'));
    this.#watcher.set([editor.path, ...modules, ...this.#shown]);
  }

  /**
   * The app shows a file, and may know when it changes if it may read it. Whole paths only: what is checked and what is
   * watched would start in different folders.
   */
  #show(payload: unknown): void {
    if (typeof payload !== 'string' || payload.length > MAX_PATH || !isAbsolute(payload)) return;
    if (!this.#mayRead(payload)) return;
    if (this.#shown.size >= MAX_SHOWN || this.#shown.has(payload)) return;
    this.#shown.add(payload);
    this.#watcher.add(payload);
  }

  /** By where the path leads now. */
  #mayRead(path: string): boolean {
    const { permissions, variables } = this.#inputs;
    const real = realPathOf(path, variables.appDir);
    return real !== undefined && accessTo(permissions, real) !== 'none';
  }

  /** One after the other; what changes meanwhile comes next, however often. Never rejects. */
  async #applyChanges(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#changed.size > 0 && !this.#isOver) {
        const changed = this.#changed;
        this.#changed = new Set();
        await this.#apply(changed);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #apply(changed: ReadonlySet<string>): Promise<void> {
    const { editor } = this.#inputs;
    const files = [...changed].filter((path) => this.#shown.has(path) && this.#mayRead(path));
    if (files.length > 0) this.#send({ type: 'files', files });
    const isScriptChanged = [...changed].some((path) => this.#modules.has(path));
    if (!changed.has(editor.path) && !isScriptChanged) return;
    try {
      await this.#update(isScriptChanged);
    } catch (error) {
      this.#isFailed = true;
      const { source } = this.#inputs;
      const diagnostics =
        error instanceof DiagnosticError ? error.diagnostics : [unread(error, source)];
      this.#send({ type: 'failure', result: packResult({ ok: false, diagnostics }) });
    }
  }

  async #update(isImportChanged: boolean): Promise<void> {
    const { appFile, editor } = this.#inputs;
    const { source, file } = this.#open();
    // An editor is still writing, or the file was emptied by accident: an app is never empty.
    if (source.text.trim() === '') throw empty(source);
    const isWritable = accessTo(this.#inputs.permissions, file ?? appFile) === 'write';
    if (isWritable && source.text.length > MAX_OWN_EDIT) throw largeEdit(source);
    const mayAdd = await this.#inputs.lateModules?.();
    const isOwn = mayAdd === undefined || mayAdd(appFile, Buffer.from(source.text));
    if (file !== appFile || !isOwn || needsStart(this.#text, source)) {
      await this.#check(source, file === appFile, mayAdd);
      if (!this.#isOver) editor.restart();
      return;
    }
    if (source.text === this.#text && !isImportChanged && !this.#isFailed) return;
    this.#isFailed = false;
    const before = this.#code;
    const code = await this.#compile(source, mayAdd);
    if (this.#isOver) return;
    this.#text = source.text;
    this.#code = code;
    this.#followModules(code);
    const isSame = isSameCode(before, code);
    this.#send({
      type: 'version',
      text: source.text,
      blocks: code.blocks,
      parts: code.parts,
      result: isSame ? undefined : code.result && packResult(code.result),
      isScriptChanged: isImportChanged && !isSame,
    });
  }

  /**
   * Reads the file of the document with the launcher's rights. Why that fails is a property of the file that the path leads to: whether
   * it exists, its kind, names in a folder. An app that can put a link there would learn it of any file.
   *
   * @throws DiagnosticError
   */
  #open(): OpenedDocument {
    const { editor, appFile, permissions, source, variables } = this.#inputs;
    try {
      return openFile(editor.path, variables.cwd, { waits: false });
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      // Each link on the way, and the file: by where they are, since what they lead to may have changed again.
      const steps = stepsOf(editor.path, variables.cwd) ?? [];
      const isFixed = [...steps, appFile].every(
        (step) => accessTo(permissions, dirname(step)) !== 'write',
      );
      const isOwn = steps.at(-1) === appFile;
      throw isFixed && isOwn ? error : new DiagnosticError([unreadable(source, editor)]);
    }
  }

  async #compile(source: Source, mayAdd: FileFilter | undefined): Promise<AppCode> {
    const { permissions, variables, appFile } = this.#inputs;
    return await compileApp(source, { permissions, variables, appFile, mayAdd, keeps: false });
  }

  /**
   * @param isSameFile the text is of the file that the app runs from
   * @throws DiagnosticError where the version could not be started; its scripts are followed, too.
   */
  async #check(source: Source, isSameFile: boolean, mayAdd: FileFilter | undefined): Promise<void> {
    try {
      await this.#inputs.editor.check();
    } catch (error) {
      this.#followModules(await this.#compile(source, mayAdd));
      if (!(error instanceof DiagnosticError)) throw error;
      throw new DiagnosticError(
        await this.#forApp(error.diagnostics, isSameFile ? source : undefined),
      );
    }
  }

  /**
   * What the app's process is sent of a failed check. The check reads what the version requests, to which its user has not agreed,
   * and settings; the app that runs gets what it could have found out by itself.
   *
   * @param own the version, where the app may read it; of another file not even the number of errors is sent
   */
  async #forApp(
    found: readonly Diagnostic[],
    own: Source | undefined,
  ): Promise<readonly Diagnostic[]> {
    const { editor, permissions, source } = this.#inputs;
    const errors = new Set(
      found.filter(({ severity }) => severity === 'error').map(formatDiagnostic),
    );
    if (own === undefined) return [withheld(undefined, source, editor)];
    const within = await editor.errorsWithin(own, permissions);
    // Not the errors of what it may not read yet.
    const shown = within.filter((each) => errors.has(formatDiagnostic(each)));
    const count = errors.size - new Set(shown.map(formatDiagnostic)).size;
    return count > 0 || shown.length === 0 ? [...shown, withheld(count, source, editor)] : shown;
  }

  #send(edit: Edit): void {
    if (!this.#isOver) this.#inputs.channel.notify('edit', edit);
  }
}

/** Whether the new version is one that a start has to decide on. */
function needsStart(text: string, source: Source): boolean {
  const policy = (each: Source): string => policyOf(each)?.text ?? '';
  if (policy({ ...source, text }) !== policy(source)) return true;
  return mayHaveCode(source.text) && !mayHaveCode(text);
}

function isSameCode(before: AppCode | undefined, now: AppCode): boolean {
  if (before?.result?.ok !== true || now.result?.ok !== true) return false;
  return before.result.script.code === now.result.script.code;
}

/** An error of the system or of tui: the app runs on, and the next save is another try. */
function unread(error: unknown, { file }: Source): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    severity: 'error',
    code: 'edit-failed',
    source: { file, text: '' },
    message: `the edit cannot be applied (${reason}): the last version keeps running`,
  };
}

/** Errors that only their user may read. */
function withheld(count: number | undefined, { file }: Source, { path }: Editor): Diagnostic {
  const what =
    count === undefined ? 'errors' : count === 1 ? 'an error' : `${Math.max(count, 1)} errors`;
  return {
    severity: 'error',
    code: 'edit-failed',
    source: { file, text: '' },
    message: `this version needs another start, and has ${what} in what the running app may not read: the last version keeps running`,
    suggestion: `tui lint ${printable(path)} lists them`,
  };
}

/** Its user is given the reason, and the app that runs is not. */
function unreadable({ file }: Source, { path }: Editor): Diagnostic {
  return {
    severity: 'error',
    code: 'edit-failed',
    source: { file, text: '' },
    message: 'the file cannot be read as a document: the last version keeps running',
    suggestion: `tui lint ${printable(path)} says why`,
  };
}

function largeEdit({ file }: Source): DiagnosticError {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'too-large',
    source: { file, text: '' },
    message: `the app can write its own file, and so has edits of at most ${MAX_OWN_EDIT / 2 ** 20} MB applied: the last version keeps running`,
    suggestion: 'start it again',
  };
  return new DiagnosticError([diagnostic]);
}

function empty(source: Source): DiagnosticError {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'empty-document',
    source,
    message: 'the file is empty: the last version keeps running',
  };
  return new DiagnosticError([diagnostic]);
}
