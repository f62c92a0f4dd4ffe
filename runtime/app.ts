/**
 * A running document: wires document, frame, terminal, input and script.
 *
 * `createApp` reads and checks; nothing is painted and no script runs until `frame`, `load` or
 * `start`.
 */
import { isPixels } from './terminal/capabilities.js';
import { DiagnosticError, type Diagnostic, type Source } from './diagnostics.js';
import type { AppOptions } from './app-options.js';
import { Frame, type FrameCounters, type FrameResult } from './frame.js';
import { FramePacer } from './frame-pacer.js';
import type { Notification, NotifyOptions } from './input/notifications.js';
import { Interaction, type ClipboardPort } from './interaction.js';
import { LayoutEngine } from './layout/engine.js';
import { CellBuffer } from './paint/cells.js';
import { systemClock, type Clock } from './script/clock.js';
import { Scripts, type TuiGlobal } from './script/scripts.js';
import { StyleEngine } from './style/engine.js';
import { propertyTableOf } from './style/properties/properties.js';
import type { Theme } from './style/themes/themes.js';
import { Resources } from './resources.js';
import { configuredTheme, ThemeChoice } from './theme-choice.js';
import type { Capabilities } from './terminal/capabilities.js';
import { Clipboard } from './terminal/clipboard.js';
import type { Display, DisplaySettings } from './terminal/display.js';
import { FALLBACK_SIZE, plausibleSize } from './terminal/output.js';
import { NumberedImages } from './terminal/images/numbered-images.js';
import { TerminalDisplay } from './terminal/terminal-display.js';
import type { GlyphLevel } from './text/glyph-levels.js';
import { observeTitle } from './document-title.js';
import { loadDocument } from './element/loading/load.js';
import { hostOf } from './element/query.js';
import type { TuiDocument, TuiElement } from './element/tui-element.js';
import { documentElementOf, titleOf } from './element/tree.js';
import { dispatchAtWindow, observe } from './element/tui-document.js';
import { Event } from './dom/events/event.js';
import { DocumentMessages } from './messages/document-messages.js';
import { Persistence } from './persistence/persistence.js';
import { createStateApi } from './persistence/state-api.js';
import { createI18n } from './messages/i18n-api.js';
import { readMessagesFile } from './messages/messages-folder.js';

export type { AppOptions, AppOutput } from './app-options.js';
export type { FrameCounters, FrameResult } from './frame.js';
export type { TuiGlobal } from './script/scripts.js';
export type { ClipboardPort } from './interaction.js';
export type { Notification, NotifyOptions } from './input/notifications.js';

/** Ctrl+C is what SIGINT would have been: 128 + 2. */
const INTERRUPTED = 130;
/** Settings that are read once: when the terminal is taken over, and when the app is made. */
const ALT_SCREEN = 'terminal.alternateScreen';
const GLYPHS = 'terminal.glyphs';
const LOCALE = 'i18n.locale';
const MESSAGES = 'i18n.messagesDir';

export class App {
  readonly document: TuiDocument;
  /** Ends with an exit code; undefined while running. */
  exitCode: number | undefined;
  private readonly found: Diagnostic[];
  private readonly style: StyleEngine;
  private readonly layout: LayoutEngine;
  private readonly stages: Frame;
  private readonly display: Display;
  private readonly scripts: Scripts;
  private readonly interaction: Interaction;
  private readonly resources: Resources;
  /** Images that the terminal keeps for the app, once it has said that it can. */
  private images: NumberedImages | undefined;
  private readonly messages: DocumentMessages;
  private readonly persistence: Persistence | undefined;
  /** The document's own cells, without what lies above it. */
  private readonly base: CellBuffer;
  private capabilities: Capabilities;
  /** The terminal is taken over. */
  private isLive = false;
  private readonly themes: ThemeChoice;
  private readonly unwatch: (() => void) | undefined;
  private currentTheme: Theme;
  private pacer: FramePacer | undefined;
  private failure: Diagnostic | undefined;
  /** Settings that were reported to count from the next start. */
  private readonly postponed = new Set<string>();
  /** Ends what waits for scripts. */
  private failed: ((error: DiagnosticError) => void) | undefined;
  /** What a script set; one that runs before the terminal is open sets it for then. */
  private title: string | undefined;
  private ended: (() => void) | undefined;

  /** @throws DiagnosticError where a diagnostic of the document, or the theme's name, is an error */
  constructor(
    text: string,
    private readonly options: AppOptions,
  ) {
    const { registry, clock = systemClock } = options;
    const source: Source = { file: options.file ?? '<inline>', text };
    const { document, diagnostics } = loadDocument(source, registry);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0 && options.isForgiving !== true) throw new DiagnosticError(diagnostics);
    this.document = document;
    this.display = options.display ?? this.createDisplay(clock);
    this.capabilities = this.display.capabilities;

    const wanted = options.theme ?? configuredTheme(options.config);
    const table = propertyTableOf(registry);
    this.themes = new ThemeChoice(table, options.readTheme);
    this.currentTheme = this.themes.choose(wanted, this.capabilities);
    const size = sizeOf(options);
    this.base = new CellBuffer(size.width, size.height);
    this.style = new StyleEngine({
      document,
      table,
      theme: this.currentTheme,
      size,
    });
    this.layout = new LayoutEngine(() => documentElementOf(document));
    const { depth, grays } = this.currentTheme;
    this.display.client?.configure({ depth, grays });
    this.display.connect({
      onInput: (input) => {
        if (this.exitCode === undefined) this.interaction.dispatch(input);
      },
      onResize: (size) => {
        this.resize(size.width, size.height);
        this.requestFrame();
      },
      onFrameNeeded: () => this.requestFrame(),
      onCapabilities: (capabilities) => this.learn(capabilities),
    });
    this.interaction = new Interaction({
      document,
      layout: this.layout,
      clock,
      copyOnSelect: this.copyOnSelect,
      clipboard: () => this.clipboardPort(),
      interrupt: () => this.stop(INTERRUPTED),
      suspend: () => this.display.suspend(),
      requestFrame: () => this.requestFrame(),
    });
    this.stages = new Frame(
      { style: this.style, layout: this.layout, cells: this.base, client: this.display.client },
      {
        depth: this.currentTheme.depth,
        glyphs: glyphLevelOf(options, this.capabilities),
        resolveColor: (element, css) => this.style.resolveColor(element, css),
        onError: (error, element) => hostOf(document).reportError(error, element),
      },
      this.interaction,
    );
    this.interaction.attach(this.stages);
    this.interaction.timing.moves = options.animate === true;
    observe(document, (record) => this.stages.record(record));
    observeTitle(document, (title) => this.setTitle(title));
    this.messages = this.createMessages();
    this.persistence = this.createPersistence(clock);
    this.scripts = new Scripts({
      document,
      state: createStateApi(this.persistence),
      initialState: (values) => this.persistence?.initial(values) ?? values,
      i18n: createI18n(() => this.messages),
      clock,
      config: options.config,
      argv: options.argv,
      logger: options.logger,
      compiler: options.compiler,
      permissions: options.permissions,
      access: options.access,
      lendTerminal: () => (this.isLive ? this.display.lend : undefined),
      requestFrame: () => this.requestFrame(),
      exit: (code) => this.stop(code),
      uncaught: (diagnostic) => this.fail(diagnostic),
      setTitle: (title) => this.setTitle(title),
      notify: (text, settings) => this.notify(text, settings),
      copyToClipboard: async (text) => (await this.interaction.copyText(text)).how,
    });
    this.resources = new Resources({
      folder: this.scripts.$tui.dirname,
      modules: (name) => this.scripts.findModule(name),
      config: options.config,
      permissions: options.permissions,
      requestFrame: () => this.requestFrame(),
    });
    this.learnPixels();
    hostOf(document).provide({ resources: this.resources });
    this.messages.start();
    // Faults of style sheets are known once they are read: before anything is shown.
    this.stages.prepare();
    this.found = [...diagnostics, ...this.themes.warnings, ...this.style.diagnostics];
    this.unwatch = options.config?.onChange((keys) => this.reconfigure(keys));
  }

  get $tui(): TuiGlobal {
    return this.scripts.$tui;
  }

  /** What was wrong when the document was read, then what has been reported since. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.found, ...hostOf(this.document).diagnostics];
  }

  /** What the last frame showed. */
  get cells(): CellBuffer {
    return this.stages.shown;
  }

  get width(): number {
    return this.base.width;
  }

  get height(): number {
    return this.base.height;
  }

  /** The theme in use, by name. */
  get theme(): Theme {
    return this.currentTheme;
  }

  /** Work of the last frame that ran. */
  get counters(): FrameCounters {
    return this.stages.counters;
  }

  /** Where the hardware cursor rests; null while it is hidden. */
  get cursor(): { readonly x: number; readonly y: number } | null {
    return this.interaction.cursor;
  }

  /** The text that was copied last, by the user or by the app; empty where none was. */
  get clipboard(): string {
    return this.interaction.copied;
  }

  /** The notifications that show now, oldest first. */
  get notifications(): readonly Notification[] {
    return this.interaction.notifications.list;
  }

  /** Faults of the scripts' text, without running them. */
  async check(): Promise<readonly Diagnostic[]> {
    return await this.scripts.check();
  }

  /** Runs the scripts that come before the first frame. @throws DiagnosticError */
  async load(): Promise<void> {
    await this.unlessFailed(this.scripts.load());
  }

  /** Runs what waits for the first frame. @throws DiagnosticError */
  async ready(): Promise<void> {
    await this.unlessFailed(this.scripts.ready());
  }

  /** One frame, now: runs the stages that have something to do, and writes once. */
  frame(): FrameResult {
    this.scripts.flush();
    this.interaction.settle();
    const result = this.stages.run();
    // What the frame hid cannot keep the focus; the next frame shows where it went.
    if (!result.skipped) {
      this.interaction.painted();
      this.scripts.painted();
      this.persistence?.painted();
      // What it has scrolled shows in the next one.
      if (this.persistence !== undefined && this.pending) this.requestFrame();
    }
    return result;
  }

  /** Resolves when every file is loaded that elements of the last frame show. */
  async loaded(): Promise<void> {
    await this.resources.settled();
  }

  /** True where a frame has something to do, or an earlier one was held back by a slow output. */
  get pending(): boolean {
    return this.stages.pending;
  }

  /** A new size, in cells; the next frame lays out and paints all of it. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.style.setSize(width, height);
    this.stages.resize({ width, height });
    this.interaction.resized();
  }

  /** What the terminal shows is unknown: the next frame sends all of it. */
  repaint(): void {
    this.stages.invalidate();
  }

  /** Puts the hardware cursor at a cell while no focused element has it; null hides it. */
  setCursor(cursor: { readonly x: number; readonly y: number } | null): void {
    this.interaction.setCursor(cursor);
  }

  /** Shows a message above the app. @throws RangeError for an unknown kind */
  notify(text: string, options?: NotifyOptions): void {
    this.interaction.notify(text, options);
  }

  /** Bytes as a terminal sends them, those of one read at once. */
  input(bytes: Uint8Array): void {
    this.display.feed(bytes);
  }

  /** The element whose box owns a cell of the last frame. */
  ownerAt(x: number, y: number): TuiElement | null {
    return this.interaction.at(x, y);
  }

  /**
   * Ends the app: timers and handlers stop, and what it was laid out with is freed. The screen stays as
   * it was painted last. Does nothing the second time.
   */
  stop(code = 0): void {
    if (this.exitCode !== undefined) return;
    this.exitCode = code;
    this.unwatch?.();
    this.persistence?.stop();
    this.scripts.stop();
    this.resources.stop();
    this.messages.stop();
    this.interaction.stop();
    this.stages.stop();
    this.pacer?.stop();
    this.options.onExit?.(code);
    this.ended?.();
  }

  /**
   * Runs the app to its end: scripts, the terminal if `output` and `input` are one, frames as they
   * are asked for. Resolves to the exit code.
   *
   * @throws DiagnosticError where a script fails; the terminal is given back before that
   */
  async start(): Promise<number> {
    await this.load();
    const size = this.display.open();
    this.isLive = size !== undefined;
    try {
      if (size !== undefined) this.resize(size.width, size.height);
      const end = new Promise<void>((resolve) => (this.ended = resolve));
      this.pacer = new FramePacer(() => this.frame());
      if (this.isLive) this.interaction.timing.moves = this.options.animate !== false;
      this.frame();
      if (this.isLive) this.display.query();
      const title = this.title ?? titleOf(this.document);
      if (title !== '' && this.isLive) this.display.setTitle(title);
      await this.ready();
      if (this.exitCode === undefined) await end;
    } finally {
      this.stop(1);
      await this.display.close();
    }
    if (this.failure !== undefined) throw new DiagnosticError([this.failure]);
    return this.exitCode ?? 0;
  }

  /** Keeps what people have done since it was kept last: the process ends without `stop`. @internal */
  keepState(): void {
    this.persistence?.stop();
  }

  /** Asks for a frame soon; many requests make one. */
  requestFrame(): void {
    if (this.exitCode !== undefined) return;
    // Also of what does not show, such as a state that nothing is bound to.
    this.persistence?.request();
    this.pacer?.request();
    this.options.onFrameRequest?.();
  }

  private setTitle(title: string): void {
    this.title = title;
    if (this.isLive) this.display.setTitle(title);
    this.options.onTitle?.(title);
  }

  /** An error that nothing in the app handles ends it, as it would end any program. */
  private fail(diagnostic: Diagnostic): void {
    this.failure ??= diagnostic;
    this.failed?.(new DiagnosticError([this.failure]));
    this.stop(1);
  }

  /** Scripts that may wait for ever. @throws DiagnosticError as soon as one of them has ended the app by an error */
  private async unlessFailed(scripts: Promise<void>): Promise<void> {
    const failure = new Promise<never>((_, reject) => (this.failed = reject));
    try {
      await Promise.race([scripts, failure]);
    } finally {
      this.failed = undefined;
    }
  }

  /** What the terminal has said of its pixels. */
  private learnPixels(): void {
    const { cell, images, hasPlaceholders } = this.capabilities;
    const sink = this.display.images;
    if (sink !== undefined && images !== undefined && this.images?.isSure !== hasPlaceholders) {
      this.images = new NumberedImages(sink, images, hasPlaceholders);
    }
    this.resources.learn(cell, this.images);
  }

  private learn(capabilities: Capabilities): void {
    const known = this.capabilities;
    this.capabilities = capabilities;
    this.learnPixels();
    if (capabilities.depth === known.depth && capabilities.dark === known.dark) return;
    const theme = this.themes.follow(capabilities);
    if (theme === undefined) return;
    this.setTheme(theme);
    this.requestFrame();
  }

  /** What a script changes in `$tui.config`, and what can change while the app runs. */
  private reconfigure(keys: readonly string[]): void {
    const { config } = this.options;
    if (keys.includes('theme')) {
      this.rethemed(configuredTheme(config));
    }
    if (keys.includes(LOCALE)) this.relocalize(config?.i18nLocale);
    this.interaction.copyOnSelect = this.copyOnSelect;
    this.display.reconfigure(this.displaySettings);
    if (this.isLive && keys.includes(ALT_SCREEN)) this.postpone(ALT_SCREEN);
    if (keys.includes(GLYPHS)) this.postpone(GLYPHS);
    if (keys.some((key) => /^(render|dither|markdown)\./.test(key))) this.resources.changed();
    this.requestFrame();
  }

  private get copyOnSelect(): boolean {
    const { copyOnSelect, config } = this.options;
    return copyOnSelect ?? config?.terminalCopyOnSelect ?? true;
  }

  private get displaySettings(): DisplaySettings {
    const { mouse, config } = this.options;
    return {
      altScreen: config?.terminalAlternateScreen ?? true,
      mouse: mouse ?? config?.terminalMouse ?? true,
      sync: config?.terminalSyncRendering ?? true,
    };
  }

  /** Reports, once for each, a setting that counts from the next start. */
  private postpone(key: string): void {
    if (this.postponed.has(key)) return;
    this.postponed.add(key);
    const message = `${key} was changed, which counts from the next start`;
    this.found.push({ severity: 'warning', code: 'next-start', message });
    this.notify(message, { kind: 'warning' });
  }

  /** A theme that cannot be had leaves the one that is shown. */
  private rethemed(wish: string): void {
    try {
      this.setTheme(this.themes.choose(wish, this.capabilities));
    } catch (error) {
      const root = documentElementOf(this.document);
      if (!(error instanceof DiagnosticError) || root === null) throw error;
      hostOf(this.document).reportError(error, root);
    }
  }

  private setTheme(theme: Theme): void {
    if (theme === this.currentTheme) return;
    this.currentTheme = theme;
    this.style.setTheme(theme);
    hostOf(this.document).mediaChanged();
    this.display.client?.configure({ depth: theme.depth, grays: theme.grays });
    this.stages.setDepth(theme.depth);
  }

  private clipboardPort(): ClipboardPort {
    const { clipboard, env = process.env, writeClipboard } = this.options;
    const send = this.display.sendCopy;
    return clipboard ?? new Clipboard({ env, send, writeLocal: writeClipboard });
  }

  private createMessages(): DocumentMessages {
    const { config, env = process.env, readMessages } = this.options;
    return new DocumentMessages({
      document: this.document,
      locale: config?.i18nLocale,
      defaultLocale: config?.i18nDefaultLocale,
      env,
      read: (locale) => {
        if (readMessages !== undefined) return readMessages(locale);
        const folder = config?.getPath(MESSAGES);
        return folder === undefined || folder === '' ? undefined : readMessagesFile(folder, locale);
      },
      onChange: () => {
        dispatchAtWindow(this.document, new Event('languagechange'));
        this.requestFrame();
      },
    });
  }

  /** A locale that is none leaves the one that is shown. */
  private relocalize(locale: string | undefined): void {
    const root = documentElementOf(this.document);
    try {
      if (locale !== undefined && locale !== '') this.messages.setLocale(locale);
    } catch (error) {
      hostOf(this.document).reportError(error, root);
    }
  }

  private createPersistence(clock: Clock): Persistence | undefined {
    const { state, config } = this.options;
    if (state === undefined || config?.persist !== true) return undefined;
    return new Persistence({
      document: this.document,
      port: state,
      states: () => this.scripts.stateValues(),
      now: () => clock.now(),
      setTimer: (callback, ms) => {
        const timer = clock.setTimer(callback, ms);
        return () => clock.clearTimer(timer);
      },
    });
  }

  private createDisplay(clock: Clock): Display {
    const { output, input, capabilities, env = process.env } = this.options;
    return new TerminalDisplay({
      ...{ output, input, capabilities, env },
      wantsPixels: isPixels(this.options.config?.renderGfxMode),
      settings: this.displaySettings,
      setTimer: (callback, ms) => {
        const timer = clock.setTimer(callback, ms);
        return () => clock.clearTimer(timer);
      },
    });
  }
}

/** Reads and checks a document. @throws DiagnosticError */
export function createApp(text: string, options: AppOptions): App {
  return new App(text, options);
}

function sizeOf({ width, height, output }: AppOptions): { width: number; height: number } {
  const given = plausibleSize(
    output?.columns ?? FALLBACK_SIZE.width,
    output?.rows ?? FALLBACK_SIZE.height,
  );
  return { width: side(width, given.width), height: side(height, given.height) };
}

/** A side in whole cells; 0 is a size, too. */
function side(wanted: number | undefined, fallback: number): number {
  return wanted !== undefined && Number.isFinite(wanted)
    ? Math.max(0, Math.floor(wanted))
    : fallback;
}

/** An app that is only painted, for a picture or a test, shows all there is unless it is told otherwise. */
function glyphLevelOf({ glyphs, config, output }: AppOptions, known: Capabilities): GlyphLevel {
  const wanted = glyphs ?? config?.terminalGlyphs ?? 'auto';
  if (wanted !== 'auto') return wanted;
  return output === undefined ? 'unicode' : known.glyphs;
}
