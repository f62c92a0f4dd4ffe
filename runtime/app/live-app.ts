/**
 * An app whose file is edited while it runs. A change of styles or markup is made in the app as it is. Where a script
 * has changed, another app is made of the new version: it takes the terminal once its scripts have run, with what people
 * have done in the one before. While a version has errors, the last good one runs on, and shows them.
 */
import type { App } from './app.js';
import { DiagnosticError, type Diagnostic } from '../base/diagnostics.js';
import { makeCurrent } from '../element/tui-document.js';

/** Makes the app of a version; it receives the app that it replaces. @throws DiagnosticError */
export type MakeApp = (text: string, predecessor?: App) => App;

export type Update = 'patched' | 'restarted' | 'failed' | 'superseded';

export class LiveApp {
  #app: App;
  /** Counts versions: an older one that is still being loaded is dropped. */
  #version = 0;
  #loading: App | undefined;
  #giveWay: () => void = () => undefined;
  /** Another file of the scripts has changed since the app was made that runs. */
  #isStale = false;
  #isRunning = false;
  readonly #ended: Promise<number>;
  #end: (code: number) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  readonly #make: MakeApp;
  readonly #onApp: (app: App) => void;

  /**
   * @param onApp called with each app that comes to be the one that runs
   * @throws DiagnosticError
   */
  constructor(text: string, make: MakeApp, onApp: (app: App) => void = () => undefined) {
    this.#make = make;
    this.#onApp = onApp;

    this.#ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.#app = make(text);
    onApp(this.#app);
  }

  /** The app that runs. */
  get app(): App {
    return this.#app;
  }

  /** Runs to the end of the app that runs last; its exit code. @throws DiagnosticError as `App.start` */
  async run(): Promise<number> {
    this.#isRunning = true;
    this.#start(this.#app);
    return await this.#ended;
  }

  /**
   * Takes over a new version of the file.
   *
   * @param isScriptChanged a script has changed although the text has not: it imports an edited file
   */
  async update(text: string, isScriptChanged = false): Promise<Update> {
    const version = ++this.#version;
    this.#loading?.stop(0);
    this.#loading = undefined;
    this.#giveWay();
    this.#isStale ||= isScriptChanged;
    try {
      if (!this.#isStale && (await this.#app.update(text))) {
        if (version !== this.#version) return 'superseded';
        this.#app.showDiagnostics(this.#app.loadDiagnostics);
        return 'patched';
      }
      if (version !== this.#version) return 'superseded';
      return await this.#replace(text, version);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      if (version !== this.#version) return 'superseded';
      this.fail(error.diagnostics);
      return 'failed';
    }
  }

  /** Shows why the version on the disk does not run. */
  fail(diagnostics: readonly Diagnostic[]): void {
    this.#app.showDiagnostics(diagnostics);
    this.#app.requestFrame();
  }

  async #replace(text: string, version: number): Promise<Update> {
    const before = this.#app;
    let next: App | undefined;
    try {
      next = this.#make(text, before);
      this.#loading = next;
      const late = new Promise<void>((resolve) => (this.#giveWay = resolve));
      // Its scripts may never come to their end.
      await Promise.race([next.loadUntilAsked(), late]);
    } catch (error) {
      next?.stop(1);
      makeCurrent(before.document);
      throw error;
    } finally {
      if (this.#loading === next) this.#loading = undefined;
    }
    if (version !== this.#version || before.exitCode !== undefined) {
      next.stop(0);
      makeCurrent(before.document);
      return 'superseded';
    }
    this.#app = next;
    this.#isStale = false;
    this.#onApp(next);
    next.showDiagnostics(next.loadDiagnostics);
    if (this.#isRunning) this.#start(next);
    return 'restarted';
  }

  #start(app: App): void {
    // An app that was replaced ends without output.
    app.start().then(
      (code) => {
        if (app === this.#app) this.#end(code);
      },
      (error: unknown) => {
        if (app === this.#app) this.#fail(error);
      },
    );
  }
}
