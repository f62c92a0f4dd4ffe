/**
 * The scripts of one app, from their text to their end: compiles and runs `<script>` blocks, binds
 * handlers, owns timers, `$tui` and `$app`, and turns everything they throw into diagnostics.
 */
import type { ConfigApi } from '../../config/types.js';
import { DiagnosticError, type Diagnostic, type Source } from '../base/diagnostics.js';
import { pushAll } from '../base/push-all.js';
import { Bindings, NO_FRAME } from '../element/binding/bindings.js';
import { ErrorEvent } from '../dom/events/error-event.js';
import { Event } from '../dom/events/event.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { hostOf, registryOf } from '../element/query.js';
import {
  addWindowNames,
  dispatchAtWindow,
  setReadyState,
  windowOf,
  documentSourceOf,
} from '../element/tui-document.js';
import { AnimationFrames } from './globals/animation-frames.js';
import { ScriptNames } from './globals/names.js';
import { ResizeObserverEntry, ResizeObservers } from './globals/resize-observer.js';
import { createNavigator } from './globals/navigator.js';
import type { Ask } from '../element/calls/questions.js';
import type { Template } from '../element/templates/template.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import {
  openAccess,
  type AccessHooks,
  type Follow,
  type OpenAccess,
  type OpenedAccess,
} from './access.js';
import type { FileChooser } from '../dom/host.js';
import { createBindings, isThenable, type Timers } from './globals/globals.js';
import { systemClock, type Clock } from './clock.js';
import type { BlockOrigin, ScriptBlock } from './bundle/block.js';
import { locator, type Locate } from './bundle/messages.js';
import type { CompiledScript, CompileResult } from './compile.js';
import { ownCompiler, type ScriptCompiler } from './compiler.js';
import { Handlers } from './handlers.js';
import { Logger } from './logger.js';
import { builtin, codeLine, createAppObject, ScriptModules } from './module.js';
import { claimRejections } from './rejections.js';
import { Renderer } from './rendering/renderer.js';
import type { Shape } from './rendering/scope.js';
import { States } from './state/state.js';
import {
  bundleMap,
  callerSource,
  codeFrames,
  forgetCode,
  nameCode,
  scriptError,
  type Place,
} from './trace.js';
import { createStdin, type InputSource } from './globals/stdin.js';
import {
  createTuiGlobal,
  type I18nApi,
  type StateApi,
  type NotifyOptions,
  type PermissionsApi,
  type TuiGlobal,
} from './globals/tui-global.js';
import { componentsOf } from '../element/components/component-element.js';
import { elementsIn } from '../element/components/declare-components.js';
import { checkContextMenu } from '../element/commands/check-context-menu.js';
import { CHECK } from '../element/internals.js';
import { sourceOf } from '../element/tui-element.js';
import { queryAll, getAttribute, textOf } from '../element/tree.js';

export type { TuiGlobal } from './globals/tui-global.js';

export interface ScriptsOptions {
  readonly document: TuiDocument;
  /** Default: the computer's. */
  readonly clock?: Clock | undefined;
  readonly config?: ConfigApi | undefined;
  readonly argv?: readonly string[] | undefined;
  /** Default: one that keeps 500 entries of `INFO` and above. */
  readonly logger?: Logger | undefined;
  /** Default: compiles in this process. */
  readonly compiler?: ScriptCompiler | undefined;
  /** `$tui.state`; default: nothing is kept. */
  readonly state?: StateApi | undefined;
  /** Returns the initial values of a state, replaced by the saved ones. */
  readonly initialState?: (values: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** `$tui.i18n`; default: there are no messages. */
  readonly i18n?: I18nApi | undefined;
  /** `$tui.permissions`; default: everything is granted, as nothing limits the process. */
  readonly permissions?: PermissionsApi | undefined;
  /** Lends the terminal to a program; undefined where there is none. */
  readonly lendTerminal?: AccessHooks['lend'];
  /** Whether the theme shows colours; default: it does. */
  readonly hasColors?: (() => boolean) | undefined;
  /** The implementation of `fetch`, `WebSocket` and `$tui.run`; default: this process. */
  readonly access?: OpenAccess | undefined;
  /** After a handler, a timer or a finished promise: something may have changed. */
  requestFrame(): void;
  /** `$tui.exit`. */
  exit(code: number, clears: boolean): void;
  /** `$tui.print`. */
  print(content: string | TuiElement): void;
  /** `$tui.output`; default: nothing has the text. */
  output?: ((text: string) => void) | undefined;
  /** `$tui.stdin`; default: this process's, unless it is a terminal. */
  readonly stdin?: InputSource | undefined;
  /** Called with what a timer threw, or an unhandled rejection; default: reported like the error of a handler. */
  uncaught?: ((diagnostic: Diagnostic) => void) | undefined;
  setTitle?: ((title: string) => void) | undefined;
  /** `$tui.notify`. */
  notify?: ((text: string, options?: NotifyOptions) => void) | undefined;
  /** Asks the user; default: no user can answer. */
  readonly ask?: Ask | undefined;
  /** `$tui.copyToClipboard`; default: there is no clipboard. */
  copyToClipboard?: ((text: string) => Promise<'confirmed' | 'sent'>) | undefined;
}

export class Scripts {
  readonly $tui: TuiGlobal;
  /** The exports of all blocks, live. */
  readonly $app: Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  /** Stops writing the configuration's messages to the log. */
  #endLog: (() => void) | undefined;

  readonly #timers: Timers;
  readonly #names: ScriptNames;
  readonly #animation: AnimationFrames;
  readonly #resizes: ResizeObservers;
  /** Resolves Node's built-in modules, if some of them are replaced. */
  readonly #builtins: ((name: string) => unknown) | undefined;
  readonly #unclaim: () => void;
  readonly #states: States;
  readonly #access: OpenedAccess;
  readonly #bindings: Bindings;
  readonly #renderer: Renderer;
  /** For each running listener, outermost first: true if it has skipped the frame. */
  readonly #skips: boolean[] = [];
  /** True if the listener or timer that finished last has skipped the frame. */
  #skipped = false;
  #handlers: Handlers | undefined;
  #modules: ScriptModules | undefined;
  #compiling: Promise<CompileResult> | undefined;
  #codeId = 0;
  /** Maps places in the running code to the current text of the document's file. */
  #locate: Locate = () => undefined;
  #script: CompiledScript | undefined;
  #readyCallbacks: (() => unknown)[] | undefined = [];
  #stopped = false;
  #inErrorEvent = false;
  /** Promises of listeners that have returned in this turn. */
  #returned: PromiseLike<unknown>[] = [];
  #errors = 0;
  /** Errors in code of blocks, until the app is loaded. */
  #loadDiagnostics: Diagnostic[] | undefined;

  readonly #options: ScriptsOptions;

  constructor(options: ScriptsOptions) {
    this.#options = options;

    const { document, clock = systemClock, config, argv = [], requestFrame } = options;
    this.logger = options.logger ?? new Logger({ now: () => clock.now() });
    this.$app = createAppObject(() => this.#modules?.namespaces ?? []);
    this.#access = openAccess(options.access, {
      activity: () => this.#frameAfter(undefined),
      report: (error) => this.#reportError(error),
      hasColors: options.hasColors ?? (() => true),
      lend: options.lendTerminal,
    });
    this.$tui = createTuiGlobal({
      document,
      config,
      argv,
      logger: this.logger,
      exports: this.$app,
      permissions: options.permissions,
      oauth: this.#access.oauth,
      audio: this.#access.audio,
      i18n: options.i18n,
      state: options.state,
      render: requestFrame,
      skipRender: () => {
        if (this.#skips.length > 0) this.#skips[this.#skips.length - 1] = true;
        else this.#skipped = true;
      },
      createState: (initial) => this.#states.create(initial),
      createResource: (load) => this.#states.createResource(load),
      exit: (code, clears) => options.exit(code, clears),
      print: (content) => options.print(content),
      output: (text) => options.output?.(text),
      stdin: createStdin(options.stdin),
      onReady: (callback) => this.#onReady(callback),
      setTitle: (title) => options.setTitle?.(title),
      notify: (text, settings) => options.notify?.(text, settings),
      ask: options.ask && ((question) => this.#followed(options.ask!(question))),
      ai: this.#access.ai,
      run: (command, args, settings) => this.#access.run(command, args, settings),
      spawn: (command, args, settings) => this.#access.spawn(command, args, settings),
      copyToClipboard: async (text) => {
        if (options.copyToClipboard === undefined) throw new Error('there is no clipboard here');
        return await options.copyToClipboard(text);
      },
    });
    this.#states = new States({
      requestFrame: () => this.#options.requestFrame(),
      call: (callback) => this.#callSubscriber(callback),
      onError: (error) => this.#reportError(error),
      initial: options.initialState,
    });
    this.#states.settle = () => this.#bindings.settle();
    this.#states.onKeysAdded = () => {
      this.#renderer.namesChanged();
      this.#bindings.resolve();
    };
    const names = createBindings({
      clock,
      logger: this.logger,
      onError: (error) => this.#uncaught(error),
      onReturn: (result) => this.#frameAfter(result),
    });
    this.#timers = names.timers;
    const { builtin: find = builtin } = this.#access;
    const isNodes = names.modules.size === 0 && this.#access.builtin === undefined;
    this.#builtins = isNodes
      ? undefined
      : (name) => names.modules.get(name.replace(/^(node:)?/, 'node:')) ?? find(name);
    this.#animation = new AnimationFrames({
      clock,
      call: (callback, value) =>
        this.#timers.call(callback as (value: unknown) => unknown, [value]),
      requestFrame,
    });
    this.#resizes = new ResizeObservers({
      call: (callback, values) => this.#timers.call(callback, values),
      requestFrame,
    });
    const own = {
      document,
      ...names.names,
      ...this.#animation.names,
      ResizeObserver: this.#resizes.ResizeObserver,
      ResizeObserverEntry,
      ...this.#access.names,
      reportError: (error: unknown) => this.#reportError(error),
      $tui: this.$tui,
      $app: this.$app,
    };
    addWindowNames(document, { ...own, navigator: createNavigator(this.$tui) });
    this.#names = new ScriptNames(own, {
      view: () => windowOf(document),
      globalsOf: (tag) => registryOf(document).get(tag)?.globals ?? {},
    });
    this.#renderer = this.#createRenderer(document, (diagnostic) =>
      this.#reportRendering(diagnostic),
    );
    this.#bindings = new Bindings({
      document,
      stores: () => this.#states.stores,
      suspect: () => this.#states.schedule(),
      expressions: this.#renderer.bindings,
    });
    // Listeners that scripts add report through the document, as handlers in attributes do.
    hostOf(document).provide({
      callerPlace: () => callerSource(),
      reportError: (error) => this.#reportError(error),
      listenerBegins: () => void this.#skips.push(false),
      listenerEnds: () => {
        this.#skipped = this.#skips.pop() ?? false;
      },
      listenerReturned: (result) => this.#frameAfter(result),
    });
    this.#unclaim = claimRejections({
      isOwnError: (error) => codeFrames(error).some(({ id }) => id === this.#codeId),
      report: (error) => this.#uncaught(error),
    });
  }

  /** Compiles every block and handler without running any, and reports their errors; for lint. */
  async check(): Promise<readonly Diagnostic[]> {
    const { document } = this.#options;
    const found: Diagnostic[] = [];
    for (const element of queryAll(document, '*')) {
      element[CHECK]?.();
      checkContextMenu(element);
    }
    const blocks = blocksOf(document).map(({ block }) => block);
    if (blocks.length > 0) {
      const result = await this.#compile();
      pushAll(found, result.ok ? result.script.warnings : result.diagnostics);
    }
    // Only for checking: an app that runs does without the compiler where another process has it.
    const { exportedNames } = await import('./compile.js');
    const names = await exportedNames(blocks);
    const handlers = this.#bindHandlers(
      (diagnostic) => found.push(diagnostic),
      Object.fromEntries([...(names ?? [])].map((name) => [name, () => undefined])),
    );
    const report = (diagnostic: Diagnostic): void => void found.push(diagnostic);
    const expressions = this.#renderer.bindings;
    const bindings = new Bindings({
      document,
      stores: () => [],
      suspect: () => undefined,
      expressions,
      report,
    });
    this.#loadDiagnostics = found;
    bindings.checkTargets();
    this.#renderer.compile((node, shape) => {
      const element = node as TuiElement;
      handlers.check(element, this.#renderer.scopedNames(shape));
      bindings.checkTarget(element);
    });
    await this.#renderer.settled();
    this.#loadDiagnostics = undefined;
    await handlers.settled();
    if (names !== undefined) handlers.checkNames();
    handlers.stop();
    return found;
  }

  /**
   * Runs the blocks in order, each to the end of its top-level awaits, then binds handlers. Throws a
   * DiagnosticError: `script-syntax` and `script-import` before anything has run, `script-error` after.
   */
  async load(): Promise<void> {
    this.#endLog ??= this.#options.config?.logTo?.(this.logger);
    const { document } = this.#options;
    const found = blocksOf(document);
    if (found.length > 0) {
      const result = await this.#compile();
      if (!result.ok) throw new DiagnosticError(result.diagnostics);
      if (this.#stopped) return;
      for (const warning of result.script.warnings) hostOf(document).report(warning);
      this.#modules = this.#evaluate(result.script);
      // Scripts are modules: they run when the document has been read.
      setReadyState(document, 'interactive');
      await this.#run(found, false);
    }
    if (this.#stopped) return;
    const diagnostics: Diagnostic[] = [];
    this.#loadDiagnostics = diagnostics;
    const inBlocks: (readonly [TuiElement, Shape | undefined])[] = [];
    this.#renderer.compile((node, shape) => inBlocks.push([node as TuiElement, shape]));
    await this.#renderer.settled();
    this.#loadDiagnostics = undefined;
    if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
    this.#renderer.names.invalidate();
    await this.#startComponents(found);
    if (this.#stopped) return;
    this.#renderer.names.invalidate();
    this.#renderer.sync();
    // Before the handlers: those of the same event find the states as the elements are.
    this.#bindings.start();
    let loading = true;
    this.#handlers = this.#bindHandlers((diagnostic) => {
      if (loading) diagnostics.push(diagnostic);
      else this.#report(diagnostic);
    });
    // Before there is a row that has them.
    for (const [element, shape] of inBlocks) {
      this.#handlers.check(element, this.#renderer.scopedNames(shape));
    }
    await this.#handlers.settled();
    loading = false;
    if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
    setReadyState(document, 'interactive');
    dispatchTrusted(document, new Event('DOMContentLoaded', { bubbles: true }));
  }

  /** Runs `async="ready"` blocks and `onReady` callbacks; to be called after the first frame. Throws as `load` does. */
  async ready(): Promise<void> {
    await this.#run(blocksOf(this.#options.document), true);
    const callbacks = this.#readyCallbacks ?? [];
    this.#readyCallbacks = undefined;
    for (const callback of callbacks) if (!this.#stopped) this.#timers.call(callback, []);
    if (this.#stopped) return;
    const { document } = this.#options;
    setReadyState(document, 'complete');
    dispatchAtWindow(document, new Event('load'));
    this.#renderer.complete();
    this.#handlers?.checkNames();
    this.#bindings.checkKeys();
  }

  /** Whether another version of the document has the same blocks: then these may run on. */
  hasBlocksOf(other: TuiDocument): boolean {
    const code = (document: TuiDocument): string =>
      JSON.stringify(
        blocksOf(document).map(({ block: { span: _span, origin, ...rest } }) => ({
          ...rest,
          path: origin?.path,
        })),
      );
    return code(other) === code(this.#options.document);
  }

  /** Syntax errors of the handlers in another version of the document, without running any. */
  async checkHandlers(other: TuiDocument): Promise<readonly Diagnostic[]> {
    const { compiler = ownCompiler } = this.#options;
    const diagnostics: Diagnostic[] = [];
    const handlers = new Handlers({
      document: other,
      names: this.#names,
      exports: this.$app,
      compiler,
      report: (diagnostic) => diagnostics.push(diagnostic),
    });
    const blocks = this.#createRenderer(other, (diagnostic) => diagnostics.push(diagnostic));
    blocks.compile((node, shape) => handlers.check(node as TuiElement, blocks.scopedNames(shape)));
    await blocks.settled();
    await handlers.settled();
    handlers.stop();
    blocks.stop();
    return diagnostics;
  }

  /** Templates of components are others. @param before those that there were, by their names */
  replaceTemplates(before: ReadonlyMap<string, Template>): void {
    this.#renderer.replaceTemplates(before);
  }

  /** The document's file has been edited, and its blocks are elsewhere in it. */
  moved(other: TuiDocument): void {
    const { document } = this.#options;
    const blocks = blocksOf(other);
    found.set(document, blocks);
    moveTemplates(document, other);
    this.#renderer.sync();
    if (this.#script === undefined) return;
    const script = { ...this.#script, blocks: blocks.map(({ block }) => block) };
    this.#locate = locator(script, documentSource(document));
  }

  /** What states have, by their keys; of two with the same key that of the first. */
  stateValues(): ReadonlyMap<string, unknown> {
    const found = new Map<string, unknown>();
    for (const store of this.#states.stores) {
      for (const [key, value] of store.values()) if (!found.has(key)) found.set(key, value);
    }
    return found;
  }

  /** Sets a key of the first state that has it; false where none has. */
  setState(key: string, value: unknown): boolean {
    const store = this.#states.stores.find((each) => each.has([key]));
    store?.write([key], value);
    return store !== undefined;
  }

  /** Passes on what has changed in states; for callers that paint before the code that changed it has ended. */
  flush(): void {
    if (this.#stopped) return;
    this.#states.flush();
    this.#renderer.flush();
  }

  /** After a frame that did something. */
  painted(): void {
    if (!this.#stopped) this.#resizes.look();
  }

  /** As scripts have it. */
  get fetch(): typeof globalThis.fetch {
    return (this.#access.names['fetch'] as typeof globalThis.fetch | undefined) ?? globalThis.fetch;
  }

  /** For file inputs; undefined where no user can choose files. */
  get chooser(): FileChooser | undefined {
    return this.#access.chooseFiles;
  }

  /** Follows files for elements; undefined where this process reads them itself. */
  get follow(): Follow | undefined {
    return this.#access.follow;
  }

  /** One of Node's own modules, as scripts import it. */
  findModule(name: string): unknown {
    return (this.#builtins ?? builtin)(name);
  }

  /** Ends timers and handlers; nothing of the app's code is called again by this host. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#endLog?.();
    this.#timers.stop();
    this.#animation.stop();
    this.#access.close();
    this.#handlers?.stop();
    this.#bindings.stop();
    this.#renderer.stop();
    this.#states.stop();
    this.#unclaim();
    forgetCode(this.#codeId);
  }

  #createRenderer(document: TuiDocument, report: (diagnostic: Diagnostic) => void): Renderer {
    return new Renderer({
      document,
      states: this.#states,
      names: this.#names,
      exports: this.$app,
      compiler: this.#options.compiler ?? ownCompiler,
      report,
      requestFrame: () => this.#options.requestFrame(),
    });
  }

  #bindHandlers(
    report: (diagnostic: Diagnostic) => void,
    exports: Readonly<Record<string, unknown>> = this.$app,
  ): Handlers {
    const { document, compiler = ownCompiler } = this.#options;
    return new Handlers({
      document,
      names: this.#names,
      exports,
      compiler,
      scoped: (element) => this.#renderer.scoped(element),
      report,
    });
  }

  #compile(): Promise<CompileResult> {
    const { document, compiler = ownCompiler } = this.#options;
    const blocks = blocksOf(document).map(({ block }) => block);
    this.#compiling ??= compiler.compileScripts(blocks, documentSource(document));
    return this.#compiling;
  }

  #evaluate(script: CompiledScript): ScriptModules {
    this.#script = script;
    this.#locate = locator(script, documentSource(this.#options.document));
    const map = bundleMap(script.map, (...place) => this.#locate(...place));
    const code = nameCode((line, column) => map(codeLine(line), column));
    this.#codeId = code.id;
    return new ScriptModules(script, this.#names.for(script.code), code, this.#builtins);
  }

  async #run(blocks: readonly FoundBlock[], ready: boolean): Promise<void> {
    for (const [index, { block, place }] of blocks.entries()) {
      if (block.ready !== ready || block.component !== undefined || this.#stopped) continue;
      try {
        await this.#modules?.run(index);
      } catch (error) {
        throw new DiagnosticError([scriptError(error, place)]);
      }
      if (ready) this.#options.requestFrame();
    }
  }

  /** Evaluates what components import; their own code runs for each instance, those in the document first. */
  async #startComponents(blocks: readonly FoundBlock[]): Promise<void> {
    const runners = new Map<string, InstanceRunner[]>();
    for (const [index, { block, place }] of blocks.entries()) {
      if (block.component === undefined) continue;
      const namespace = await this.#modules?.load(index);
      const run = namespace?.['default'];
      if (typeof run !== 'function') continue;
      const known = runners.get(block.component) ?? [];
      runners.set(block.component, [...known, { run: run as InstanceRunner['run'], place }]);
    }
    const runner = this.#renderer.runner(
      (host, tag) => {
        this.#bindings.bind(host);
        return this.#runInstance(host, runners.get(tag) ?? []);
      },
      () => this.#bindings.resolve(),
    );
    componentsOf(this.#options.document).start(runner);
  }

  /** What the scripts of a component export for an instance. An error ends the script that has it. */
  #runInstance(host: TuiElement, runners: readonly InstanceRunner[]): Record<string, unknown> {
    const exports: Record<string, unknown> = {};
    for (const { run, place } of runners) {
      if (this.#stopped) break;
      try {
        // Live: what a script exports may change while it runs.
        const own = run(host);
        for (const name of Object.keys(own)) {
          Object.defineProperty(exports, name, {
            configurable: true,
            enumerable: true,
            get: () => own[name],
          });
        }
      } catch (error) {
        this.#report(scriptError(error, place));
      }
    }
    return exports;
  }

  #onReady(callback: () => unknown): void {
    if (this.#readyCallbacks !== undefined) this.#readyCallbacks.push(callback);
    else queueMicrotask(() => !this.#stopped && this.#timers.call(callback, []));
  }

  #frameAfter(result: unknown): void {
    const skipped = this.#skipped;
    this.#skipped = false;
    if (this.#stopped || result === NO_FRAME) return;
    if (!skipped) this.#options.requestFrame();
    if (!isThenable(result)) return;
    if (this.#returned.length === 0) queueMicrotask(() => (this.#returned = []));
    this.#returned.push(result);
    const done = (): void => {
      // What is called after the handler's first wait comes here with no listener running.
      const late = this.#skipped;
      this.#skipped = false;
      if (!this.#stopped && !skipped && !late) this.#options.requestFrame();
    };
    result.then(done, done);
  }

  /** Resolves when the promises are settled that listeners have just returned; to be called in their turn. */
  async returned(): Promise<void> {
    await Promise.allSettled(this.#returned);
  }

  /** Errors of scripts that have been reported. */
  get errors(): number {
    return this.#errors;
  }

  /** What a script does once a promise is settled shows. */
  #followed<T>(promise: Promise<T>): Promise<T> {
    const after = (): void => this.#frameAfter(undefined);
    promise.then(after, after);
    return promise;
  }

  #callSubscriber(callback: () => unknown): void {
    if (this.#stopped) return;
    try {
      const result = callback();
      if (isThenable(result)) {
        Promise.resolve(result).catch((error: unknown) => this.#reportError(error));
      }
      this.#frameAfter(result);
    } catch (error) {
      this.#reportError(error);
    }
  }

  #reportError(error: unknown): void {
    const diagnostic = scriptError(error);
    if (!this.#isHandled(error, diagnostic)) this.#report(diagnostic);
  }

  /** Fires `error` at the window, whose listeners may prevent that the error is reported. */
  #isHandled(error: unknown, { message }: Diagnostic): boolean {
    // What such a listener throws is reported and fires no event, as in a browser.
    if (this.#inErrorEvent || this.#stopped) return false;
    this.#inErrorEvent = true;
    try {
      const event = new ErrorEvent('error', { cancelable: true, message, error });
      return !dispatchAtWindow(this.#options.document, event);
    } finally {
      this.#inErrorEvent = false;
    }
  }

  #uncaught(error: unknown): void {
    const diagnostic = scriptError(error);
    if (this.#isHandled(error, diagnostic)) return;
    this.#report(diagnostic);
    if (!this.#stopped) this.#options.uncaught?.(diagnostic);
  }

  #reportRendering(diagnostic: Diagnostic): void {
    if (this.#loadDiagnostics === undefined) this.#report(diagnostic);
    else this.#loadDiagnostics.push(diagnostic);
  }

  #report(diagnostic: Diagnostic): void {
    // After an error a frame is always shown, even if the listener has skipped it.
    this.#skipped = false;
    if (this.#stopped) return;
    this.#errors++;
    hostOf(this.#options.document).report(diagnostic);
    this.#options.requestFrame();
  }
}

interface InstanceRunner {
  run(host: TuiElement): Readonly<Record<string, unknown>>;
  readonly place: Place | undefined;
}

/**
 * The names by which frameworks find a DOM. Not `window`: libraries take it for a browser, with
 * XMLHttpRequest and all.
 */
interface FoundBlock {
  readonly block: ScriptBlock;
  /** The open tag, for errors without a better place. */
  readonly place: Place | undefined;
}

const found = new WeakMap<TuiDocument, readonly FoundBlock[]>();

/** The blocks that were in the document when it was loaded; a script added later is not run. */
function blocksOf(document: TuiDocument): readonly FoundBlock[] {
  let blocks = found.get(document);
  if (blocks === undefined) {
    const ofDocument = [...queryAll(document, 'script')]
      .filter(isCode)
      .map((each) => readBlock(each));
    const ofComponents = [...componentsOf(document).templates.values()].flatMap(
      ({ tag, content, file }) =>
        elementsIn(content, 'script')
          .filter(isCode)
          .map((each) => readBlock(each, tag, file)),
    );
    blocks = [...ofDocument, ...ofComponents];
    found.set(document, blocks);
  }
  return blocks;
}

/** Templates that are the same may be elsewhere in their file. */
function moveTemplates(document: TuiDocument, other: TuiDocument): void {
  const moved = componentsOf(other).templates;
  for (const [tag, { template, start }] of componentsOf(document).templates) {
    const now = moved.get(tag);
    if (now === undefined) continue;
    template.origin.source = now.template.origin.source;
    template.origin.shift = now.start - start;
  }
}

/** As in a browser, a type that is not a script's marks data, which is left alone. */
function isCode(element: TuiElement): boolean {
  const type = (getAttribute(element, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(text|application)\/(java|type)script$/.test(type);
}

function readBlock(element: TuiElement, component?: string, origin?: BlockOrigin): FoundBlock {
  const source = sourceOf(element);
  const src = getAttribute(element, 'src');
  const span =
    source === undefined
      ? undefined
      : src === null
        ? source.content
        : (source.valueSpan('src') ?? source.openTag);
  return {
    block: {
      code: textOf(element) ?? '',
      span,
      src: src ?? undefined,
      lang: getAttribute(element, 'lang') ?? undefined,
      ready: getAttribute(element, 'async') === 'ready',
      ...(component === undefined ? {} : { component }),
      ...(origin === undefined ? {} : { origin }),
    },
    place: source === undefined ? undefined : { source: source.source, span: source.openTag },
  };
}

function documentSource(document: TuiDocument): Source {
  return documentSourceOf(document) ?? { file: '<inline>', text: '' };
}
