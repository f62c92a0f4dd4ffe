/**
 * A running document: wires document, frame, terminal, input and script.
 *
 * `createApp` reads and checks; nothing is painted and no script runs until `frame`, `load` or
 * `start`.
 */
import { DiagnosticError, type Diagnostic, type Source } from '../base/diagnostics.js';
import type { AppOptions, AppParts } from './app-options.js';
import {
  clipboardOf,
  copiesOnSelect,
  createDisplay,
  startsInline,
  whyUnattended,
  createMessages,
  createPersistence,
  createStyle,
  glyphLevelOf,
  showsStats,
  sizeOf,
} from './app-parts.js';
import { Appearance, colorsOf, configureColors } from './appearance.js';
import { Frame, type FrameCounters, type FrameResult } from './frame.js';
import { FramePacer } from './frame-pacer.js';
import { late } from '../base/late.js';
import type { Rect } from '../base/geometry.js';
import type { Question as Asked } from '../element/calls/questions.js';
import type { Questions } from '../input/questions/questions.js';
import { Question } from './question.js';
import type { Notification, NotifyOptions } from '../input/notifications.js';
import { accessibleItems, operate } from './accessible-app.js';
import type { AccessibleAction, AccessibleItem } from '../base/accessible-node.js';
import { Interaction } from './interaction.js';
import { LayoutEngine } from '../layout/engine.js';
import { CellBuffer } from '../paint/cells.js';
import { systemClock, timersOf, type Clock } from '../script/clock.js';
import { Scripts, type TuiGlobal } from '../script/scripts.js';
import type { StyleEngine } from '../style/engine.js';
import { propertyTableOf } from '../style/properties/properties.js';
import type { StatisticsPorts } from '../paint/frame-statistics.js';
import type { Theme } from '../style/themes/themes.js';
import { Resources } from './resources.js';
import { SettingChanges } from './setting-changes.js';
import { configuredTheme } from './read-theme-file.js';
import { ThemeChoice } from './theme-choice.js';
import type { Capabilities } from '../terminal/capabilities.js';
import type { Display, DisplaySize } from '../terminal/display.js';
import {
  linesOfCells,
  linesOfText,
  textOfLine,
  type PrintedLine,
} from '../terminal/inline/printed.js';
import { observeTitle } from './document-title.js';
import { currentScreen, onScreenChange, startScreens } from '../element/calls/screens.js';
import { mayHaveParts, type DocumentParts } from '../element/components/parts.js';
import { loadDocument } from '../element/loading/load.js';
import { attributeCheck } from '../element/loading/script-attributes.js';
import type { LiveMarkup } from '../element/loading/patch-document.js';
import type { MarkupNode } from '../markup/nodes.js';
import type { TreeNode } from '../dom/tree/tree-node.js';
import { PROPS } from '../element/internals.js';
import { hostOf } from '../element/query.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import { EVERY_KIND } from '../element/records.js';
import { documentElementOf, isConnected, titleOf } from '../element/tree.js';
import { dispatchAtWindow, makeCurrent, observe } from '../element/tui-document.js';
import { Event } from '../dom/events/event.js';
import type { DocumentMessages } from '../messages/document-messages.js';
import type { CarriedState } from '../persistence/carried-state.js';
import type { Persistence } from '../persistence/persistence.js';
import { createStateApi } from '../persistence/state-api.js';
import { createI18n } from '../messages/i18n-api.js';

export type { AppOptions, AppOutput } from './app-options.js';
export type { FrameCounters, FrameResult } from './frame.js';
export type { TuiGlobal } from '../script/scripts.js';
export type { Notification, NotifyOptions } from '../input/notifications.js';

const patching = late(
  () =>
    require('../element/loading/patch-document.js') as typeof import('../element/loading/patch-document.js'),
);
const components = late(
  () => require('./edited-components.js') as typeof import('./edited-components.js'),
);
const carrying = late(
  () =>
    require('../persistence/carried-state.js') as typeof import('../persistence/carried-state.js'),
);

const asking = late(
  () =>
    require('../input/questions/questions.js') as typeof import('../input/questions/questions.js'),
);

/** Exit code after Ctrl+C, as for SIGINT: 128 + 2. */
const INTERRUPTED = 130;

/** What an app passes to the one that takes its place. */
interface Inheritance {
  readonly display: Display;
  readonly carried: CarriedState;
  readonly memory: Map<string, unknown>;
  readonly persistence: Persistence | undefined;
  /** Those that the terminal shows. */
  readonly styles: CellBuffer['table'];
}

export class App {
  readonly document: TuiDocument;
  /** Ends with an exit code; undefined while running. */
  exitCode: number | undefined;
  /** Lines that `$tui.print` has printed where nothing shows frames. */
  readonly printed: PrintedLine[] = [];
  /** What `$tui.output` has set last. */
  result: string | undefined;
  /** What was wrong in the text that the document was read from last. */
  loadDiagnostics: readonly Diagnostic[];
  /** Of an app that may be edited. */
  #markup: LiveMarkup | undefined;
  #isHandedOver = false;
  readonly #style: StyleEngine;
  readonly #layout: LayoutEngine;
  readonly #stages: Frame;
  readonly #display: Display;
  readonly #scripts: Scripts;
  readonly #interaction: Interaction;
  /** What is to be done at the beginning of the next frame. */
  readonly #beforeFrame = new Set<() => void>();
  readonly #resources: Resources;
  readonly #appearance: Appearance;
  readonly #settings: SettingChanges;
  readonly #messages: DocumentMessages;
  readonly #persistence: Persistence | undefined;
  /** `$tui.state`, where nothing keeps it. */
  readonly #memory: Map<string, unknown>;
  /** What people did in the app that this one takes the place of. */
  readonly #carried: CarriedState | undefined;
  /** The document's own cells, without what is above it. */
  readonly #base: CellBuffer;
  /** The terminal is taken over. */
  #isLive = false;
  readonly #question: Question | undefined;
  /** Of scripts; made with the first one. */
  #questions: Questions | undefined;
  /** Resolves when a script asks the user for the first time. */
  readonly #asked: Promise<void>;
  #onAsk: () => void = () => undefined;
  /** Of the screen, in cells; inline frames may have fewer rows. */
  #size: DisplaySize;
  #pacer: FramePacer | undefined;
  #failure: Diagnostic | undefined;
  /** Ends what waits for scripts. */
  #failed: ((error: DiagnosticError) => void) | undefined;
  /** What a script set; one that runs before the terminal is open sets it for then. */
  #title: string | undefined;
  #ended: (() => void) | undefined;

  readonly #options: Omit<AppOptions, 'predecessor'>;
  /** Until this app has its terminal. */
  #predecessor: App | undefined;
  #loading: Promise<void> | undefined;
  #updates = 0;
  #isOpen = false;

  /** @throws DiagnosticError if the document has errors, or the theme is unknown */
  constructor(text: string, { predecessor, ...options }: AppOptions) {
    this.#options = options;
    this.#asked = new Promise((resolve) => (this.#onAsk = resolve));
    this.#predecessor = predecessor;
    const { registry, clock = systemClock } = options;
    const source: Source = { file: options.file ?? '<inline>', text };
    const nodes = options.isEditable === true ? new Map<MarkupNode, TreeNode>() : undefined;
    const { document, diagnostics, markup } = loadDocument(
      source,
      registry,
      undefined,
      nodes,
      this.#readParts(source),
    );
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    if (hasErrors && options.isForgiving !== true) throw new DiagnosticError(diagnostics);
    if (nodes !== undefined) this.#markup = { ...markup, nodes };
    this.document = document;
    const inherited: Partial<Inheritance> =
      predecessor === undefined ? {} : predecessor.#takeInheritance();
    const isInline = predecessor?.isInline ?? startsInline(options, document);
    const display =
      options.display ??
      inherited.display ??
      createDisplay(options, timersOf(clock).setTimer, isInline);
    this.#display = display;
    this.#carried = inherited.carried;

    // What is shown: the stages, from the tree to the cells.
    const { capabilities } = display;
    const table = propertyTableOf(registry);
    const themes = new ThemeChoice(table, options.readTheme);
    const theme = themes.choose(options.theme ?? configuredTheme(options.config), capabilities);
    const size = sizeOf(predecessor ?? display.size ?? options);
    // What the terminal shows is known by the styles of the app before.
    this.#base = new CellBuffer(size.width, size.height, inherited.styles);
    this.#size = size;
    const displayMode = isInline ? 'inline' : 'fullscreen';
    this.#style = createStyle(document, options, { table, theme, size, displayMode });
    this.#layout = new LayoutEngine(() => documentElementOf(document));
    configureColors(display, theme);
    // The one before has it until this one is ready.
    if (predecessor === undefined) this.#connectDisplay();
    this.#stages = this.#createFrame(theme, capabilities);
    this.#stages.isInline = isInline;
    this.#interaction = this.#createInteraction(clock);
    observe(document, EVERY_KIND, (record) => this.#stages.record(record));
    observeTitle(document, (title) => this.#setTitle(title));
    onScreenChange(document, () => this.#setTitle(shownTitleOf(document)));

    // What scripts work with, and the scripts.
    this.#messages = createMessages(document, options, () => {
      dispatchAtWindow(document, new Event('languagechange'));
      this.requestFrame();
    });
    this.#memory = inherited.memory ?? new Map<string, unknown>();
    const states = (): ReadonlyMap<string, unknown> => this.#scripts.stateValues();
    const kept = { document, states, before: inherited.persistence };
    this.#persistence = createPersistence(options, clock, kept);
    this.#scripts = this.#createScripts(clock);
    this.#resources = this.#createResources();
    this.#question = this.#createQuestion();

    // What changes how it is shown.
    const parts = {
      document,
      display,
      style: this.#style,
      frame: this.#stages,
      resources: this.#resources,
    };
    this.#appearance = new Appearance({ ...parts, themes, theme, capabilities });
    this.#settings = new SettingChanges({
      ...parts,
      options,
      interaction: this.#interaction,
      messages: this.#messages,
      appearance: this.#appearance,
      timing: this.#timing,
      isInline: () => this.isInline,
      setInline: (isInline) => this.#setInline(isInline),
      isLive: () => this.#isLive,
      requestFrame: () => this.requestFrame(),
    });
    hostOf(document).provide({
      fullscreen: this.#fullscreen,
      beforeFrame: (callback) => {
        if (this.exitCode !== undefined) return;
        this.#beforeFrame.add(callback);
        this.requestFrame();
      },
      resources: this.#resources,
      checkAttribute: attributeCheck(document, registry, (text) =>
        this.#style.checkInlineStyle(text),
      ),
    });
    this.#messages.start();
    // Errors of style sheets are known once the sheets are read: before anything is shown.
    this.#stages.prepare();
    this.loadDiagnostics = [...diagnostics, ...themes.warnings, ...this.#style.diagnostics];
  }

  #createFrame(theme: Theme, capabilities: Capabilities): Frame {
    const { document } = this;
    const style = this.#style;
    const { client } = this.#display;
    const frame = new Frame(
      { style, layout: this.#layout, cells: this.#base, client },
      {
        ...colorsOf(theme),
        glyphs: glyphLevelOf(this.#options, capabilities),
        resolveColor: (element, css) => style.resolveColor(element, css),
        onError: (error, element) => hostOf(document).reportError(error, element),
      },
    );
    if (showsStats(this.#options)) frame.showStatistics(this.#timing);
    return frame;
  }

  #createInteraction(clock: Clock): Interaction {
    const options = this.#options;
    return new Interaction({
      document: this.document,
      layout: this.#layout,
      frame: this.#stages,
      clock,
      copyOnSelect: copiesOnSelect(options),
      errorDisplay: options.errorDisplay,
      onDiagnostic: options.onDiagnostic,
      clipboard: () => clipboardOf(options, this.#display),
      flush: () => this.#scripts.flush(),
      interrupt: () => this.stop(INTERRUPTED),
      cancel: options.onSubmit === undefined ? undefined : () => this.stop(INTERRUPTED),
      suspend: () => this.#display.suspend(),
      requestFrame: () => this.requestFrame(),
      isAwaited: () => this.#beforeFrame.size > 0,
    });
  }

  #createScripts(clock: Clock): Scripts {
    const options = this.#options;
    return new Scripts({
      document: this.document,
      state: createStateApi(this.#persistence, this.#memory),
      initialState: (values) => {
        const kept = this.#persistence?.initial(values) ?? values;
        return this.#carried?.initial(kept) ?? kept;
      },
      i18n: createI18n(() => this.#messages),
      clock,
      config: options.config,
      argv: options.argv,
      logger: options.logger,
      compiler: options.compiler,
      permissions: options.permissions,
      access: options.access,
      lendTerminal: () => (this.#isLive ? this.#display.lend : undefined),
      hasColors: () => this.theme.depth !== 'none',
      requestFrame: () => this.requestFrame(),
      exit: (code, clears) => {
        if (clears) this.#display.setClearing?.(true);
        this.stop(code);
      },
      stdin: options.stdin,
      output: (text) => {
        this.result = text;
        options.onResult?.(text);
      },
      uncaught: (diagnostic) => {
        if (options.survivesErrors !== true) this.#fail(diagnostic);
      },
      setTitle: (title) => this.#setTitle(title),
      print: (content) => this.#print(content),
      notify: (text, settings) => void this.notify(text, settings),
      ask: (question) => this.#ask(question),
      copyToClipboard: async (text) => (await this.#interaction.copyText(text)).how,
    });
  }

  #createQuestion(): Question | undefined {
    const { onSubmit } = this.#options;
    if (onSubmit === undefined) return undefined;
    return new Question(this.document, {
      onSubmit: (data) => {
        if (this.exitCode === undefined) onSubmit(data);
      },
      returned: () => this.#scripts.returned(),
      errors: () => this.scriptErrors,
      end: () => this.stop(0),
    });
  }

  get #allQuestions(): Questions {
    return (this.#questions ??= new (asking().Questions)({
      document: this.document,
      message: (key, values) => {
        const { translator } = this.#messages;
        return translator.has(key) ? translator.text(key, values) : undefined;
      },
    }));
  }

  async #ask(question: Asked): Promise<unknown> {
    const why = whyUnattended(this.#options);
    if (why !== undefined) throw new Error(`$tui.${question.kind}: no user can answer: ${why}`);
    const answer = this.#allQuestions.ask(question);
    this.#onAsk();
    return await answer;
  }

  #createResources(): Resources {
    const options = this.#options;
    return new Resources({
      folder: this.#scripts.$tui.dirname,
      modules: (name) => this.#scripts.findModule(name),
      config: options.config,
      permissions: options.permissions,
      fetch: (...values) => this.#scripts.fetch(...values),
      follow: this.#scripts.follow,
      chooser: this.#scripts.chooser,
      readBlueNoise: options.readBlueNoise,
      onRead: options.onRead,
      report: (diagnostic) => hostOf(this.document).report(diagnostic),
      requestFrame: () => this.requestFrame(),
    });
  }

  get $tui(): TuiGlobal {
    return this.#scripts.$tui;
  }

  /** Number of errors of scripts so far. */
  get scriptErrors(): number {
    return this.#scripts.errors;
  }

  /** What was wrong when the document was read, then what has been reported since. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.loadDiagnostics, ...this.#settings.found, ...hostOf(this.document).diagnostics];
  }

  /** What the last frame showed. */
  get cells(): CellBuffer {
    return this.#stages.shown;
  }

  /** Of the screen, in cells. */
  get width(): number {
    return this.#size.width;
  }

  /** Of the screen, in cells; inline `cells` has as many rows as the app shows. */
  get height(): number {
    return this.#size.height;
  }

  /** Frames are rows below the shell's prompt, instead of the whole screen. */
  get isInline(): boolean {
    return this.#stages.isInline;
  }

  /** The theme in use, by name. */
  get theme(): Theme {
    return this.#appearance.theme;
  }

  /** Work of the last frame that ran. */
  get counters(): FrameCounters {
    return this.#stages.counters;
  }

  /** Where the hardware cursor rests; null while it is hidden. */
  get cursor(): { readonly x: number; readonly y: number } | null {
    return this.#interaction.cursor;
  }

  /** The text that was copied last, by the user or by the app; empty where none was. */
  get clipboard(): string {
    return this.#interaction.copied;
  }

  /** The notifications that show now, oldest first. */
  get notifications(): readonly Notification[] {
    return this.#interaction.notifications.list;
  }

  /** The cells that a notification shows in; undefined where it does not show. */
  boundsOfNotification(notification: Notification): Rect | undefined {
    return this.#stages.boundsOfNotice(notification);
  }

  /** Syntax errors of the scripts, which are not run, and errors in styles of rows that are out of view. */
  async check(): Promise<readonly Diagnostic[]> {
    const placeOf = ({ source, span, code }: Diagnostic): string =>
      `${source?.file} ${span?.start} ${code}`;
    const known = new Set(this.loadDiagnostics.map(placeOf));
    this.#style.computeFarRows();
    const far = this.#style.diagnostics.filter((each) => !known.has(placeOf(each)));
    return [...far, ...(await this.#scripts.check())];
  }

  /** Runs the scripts that come before the first frame. @throws DiagnosticError */
  async load(): Promise<void> {
    await (this.#loading ??= this.#unlessFailed(this.#load()));
  }

  async #load(): Promise<void> {
    await this.#scripts.load();
    if (this.exitCode === undefined) startScreens(this.document);
  }

  /** Of the terminal's window: what a script has set last, the label of the screen that shows, or that of the document. */
  get title(): string {
    return this.#title ?? shownTitleOf(this.document);
  }

  /**
   * Runs the same scripts, until they end or one of them asks the user: then the app has to be shown first, and `load`
   * ends later. @throws DiagnosticError
   */
  async loadUntilAsked(): Promise<void> {
    await Promise.race([this.load(), this.#asked]);
  }

  /** Runs what waits for the first frame. @throws DiagnosticError */
  async ready(): Promise<void> {
    await this.#unlessFailed(this.#scripts.ready());
    if (this.exitCode === undefined) this.#settings.checkUserKeys();
  }

  /** One frame, now: runs the stages that have something to do, and writes once. */
  frame(): FrameResult {
    this.#scripts.flush();
    this.#startFrame();
    this.#interaction.settle();
    const result = this.#stages.run(this.#interaction);
    // What the frame hid cannot keep the focus; the next frame shows where it went.
    if (!result.skipped) {
      this.#interaction.painted();
      this.#scripts.painted();
      this.#persistence?.painted();
      this.#carried?.painted(this.document);
      // What it has scrolled shows in the next one.
      const scrolls = this.#persistence !== undefined || this.#carried !== undefined;
      if (scrolls && this.pending) this.requestFrame();
    }
    this.#options.onFrame?.();
    return result;
  }

  /** Makes the frame that a change has requested now, and not in its time. @internal */
  flushFrame(): void {
    this.#pacer?.flush();
  }

  #startFrame(): void {
    if (this.#beforeFrame.size === 0) return;
    const callbacks = [...this.#beforeFrame];
    this.#beforeFrame.clear();
    for (const callback of callbacks) callback();
    this.#interaction.viewport.scrollToEnds();
  }

  /** Resolves when every file is loaded that elements of the last frame show. */
  async loaded(): Promise<void> {
    await this.#resources.settled();
  }

  /** True where a frame has something to do, or an earlier one was held back by a slow output. */
  get pending(): boolean {
    return this.#stages.pending || this.#beforeFrame.size > 0;
  }

  /** A new size, in cells; the next frame lays out and paints all of it. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.#size = { width, height };
    this.#style.setSize(width, height);
    this.#stages.resize({ width, height });
    this.#interaction.resized();
  }

  /** What the terminal shows is unknown: the next frame sends all of it. */
  repaint(): void {
    this.#stages.invalidate();
  }

  /** Puts the hardware cursor at a cell while no focused element has it; null hides it. */
  setCursor(cursor: { readonly x: number; readonly y: number } | null): void {
    this.#interaction.setCursor(cursor);
  }

  /** Shows a message above the app, and returns it. @throws RangeError for an unknown kind */
  notify(text: string, options?: NotifyOptions): Notification {
    return this.#interaction.notify(text, options);
  }

  /** Closes a notification before its time. */
  dismiss(notification: Notification): void {
    this.#interaction.notifications.remove(notification);
  }

  /** The text of the question of a script that shows; undefined where none does. */
  get question(): string | undefined {
    return this.#questions?.current;
  }

  /**
   * Answers the question that shows, as the user does.
   *
   * @throws Error where none shows
   * @throws RangeError for what is not an answer to it
   */
  answer(value: unknown): void {
    this.#allQuestions.answer(value);
  }

  /** Shows diagnostics in the error overlay, and replaces those shown before. */
  showDiagnostics(diagnostics: readonly Diagnostic[]): void {
    const { errorOverlay: errors } = this.#interaction;
    errors?.clear();
    for (const diagnostic of diagnostics) errors?.add(diagnostic);
  }

  /**
   * The document and the notifications as roles, names and states, for assistive technology.
   *
   * @param isForAi default false. True leaves out what is `ai-hidden`.
   */
  accessibleItems(isForAi = false): AccessibleItem[] {
    return accessibleItems(this.#interaction, isForAi);
  }

  /**
   * Does what a person does with an item of `accessibleItems`, as keys and the pointer would.
   *
   * @param ref the item's
   * @param isAgent an agent does it, and not the user: it cannot answer questions of scripts
   * @returns false where nothing was done: the item is gone, hidden, disabled, or knows no such action
   */
  operate(ref: string, action: AccessibleAction, isAgent = false): boolean {
    if (this.exitCode !== undefined) return false;
    if (isAgent && this.question !== undefined) return false;
    return operate(this.#interaction, ref, action);
  }

  /** Bytes as a terminal sends them, those of one read at once. */
  input(bytes: Uint8Array): void {
    this.#display.feed(bytes);
  }

  /** The element whose box owns a cell of the last frame. */
  ownerAt(x: number, y: number): TuiElement | null {
    return this.#interaction.at(x, y);
  }

  /**
   * Ends the app: timers and handlers stop, and what it was laid out with is freed. The screen stays as
   * it was painted last. Does nothing the second time.
   */
  stop(code = 0): void {
    if (this.exitCode !== undefined) return;
    try {
      // It stays in the terminal: with all that has changed before the end. An error is written below it.
      if (this.isInline && this.#isLive && this.#failure === undefined) {
        this.#stages.leaveOverlays();
        this.requestFrame();
        this.#pacer?.flush();
      }
    } finally {
      this.#end(code);
    }
  }

  #end(code: number): void {
    if (this.exitCode !== undefined) return;
    this.exitCode = code;
    this.#settings.stop();
    this.#persistence?.stop();
    this.#scripts.stop();
    this.#resources.stop();
    this.#messages.stop();
    this.#interaction.stop();
    this.#stages.stop();
    this.#pacer?.stop();
    if (!this.#isHandedOver) this.#options.onExit?.(code);
    this.#ended?.();
  }

  /**
   * Runs the app to its end: scripts, the terminal if `output` and `input` are one, frames as they
   * are requested. Resolves to the exit code.
   *
   * @throws DiagnosticError where a script fails; the terminal is restored before that
   */
  async start(): Promise<number> {
    await this.loadUntilAsked();
    // Another has taken its place before it was seen.
    if (this.#isHandedOver) return 0;
    const predecessor = this.#predecessor;
    this.#predecessor = undefined;
    if (this.isInline) this.#settings.configureDisplay();
    const size =
      predecessor === undefined ? this.#display.open(this.isInline) : this.#takeOver(predecessor);
    this.#isOpen = true;
    this.#isLive = size !== undefined;
    try {
      if (size !== undefined) this.resize(size.width, size.height);
      const end = new Promise<void>((resolve) => (this.#ended = resolve));
      this.#pacer = new FramePacer(() => this.frame());
      if (this.#isLive) this.#settings.animates = this.#options.animate !== false;
      this.frame();
      const wasOpen = predecessor !== undefined && predecessor.#isOpen;
      if (this.#isLive && !wasOpen) this.#display.query();
      const { title } = this;
      if (title !== '' && this.#isLive) this.#display.setTitle(title);
      // Scripts that have asked the user go on.
      await Promise.race([this.load(), end]);
      this.#carried?.focus(this.document);
      this.#question?.focus();
      await this.ready();
      if (this.exitCode === undefined) this.#options.onStarted?.();
      if (this.exitCode === undefined) await end;
    } finally {
      this.stop(1);
      if (!this.#isHandedOver) await this.#display.close();
    }
    if (this.#failure !== undefined) throw new DiagnosticError([this.#failure]);
    return this.exitCode ?? 0;
  }

  /**
   * Takes over an edited version of the file without a restart of the scripts: what it does not change stays as it
   * is. Resolves to false, and does nothing, where the scripts are others.
   *
   * @throws DiagnosticError where the new version has errors; the app runs on as it was
   */
  async update(text: string): Promise<boolean> {
    const { file = '<inline>', registry } = this.#options;
    const source: Source = { file, text };
    const parts = this.#readParts(source);
    const loaded = loadDocument(source, registry, undefined, undefined, parts);
    const { document, diagnostics, markup } = loaded;
    makeCurrent(this.document);
    if (diagnostics.some(({ severity }) => severity === 'error')) {
      throw new DiagnosticError(diagnostics);
    }
    if (this.#markup === undefined || !this.#scripts.hasBlocksOf(document)) return false;
    const edit = components().componentEdit(this.document, loaded, parts);
    if (edit === undefined) return false;
    const update = ++this.#updates;
    const handlerErrors = await this.#scripts.checkHandlers(document);
    // A later version came meanwhile, or the end.
    if (update !== this.#updates || this.exitCode !== undefined) return true;
    if (handlerErrors.length > 0) throw new DiagnosticError(handlerErrors);
    if (edit.apply(this.#scripts)) this.#style.invalidateAll();
    this.#markup = patching().patchDocument(this.document, this.#markup, markup);
    this.#scripts.moved(document);
    this.#style.recheck();
    this.#stages.prepare();
    this.loadDiagnostics = [
      ...diagnostics,
      ...this.#appearance.warnings,
      ...this.#style.diagnostics,
    ];
    this.requestFrame();
    return true;
  }

  #readParts(source: Source): DocumentParts {
    return mayHaveParts(source.text) ? (this.#options.readParts?.(source) ?? []) : [];
  }

  /** Files that elements show have changed. @param files paths, as passed to `onRead` */
  onFilesChange(files: readonly string[]): void {
    for (const file of files) this.#resources.onFileChange(file);
    this.requestFrame();
  }

  /** What developer tools look into. @internal */
  get parts(): AppParts {
    const { document } = this;
    const style = this.#style;
    const layout = this.#layout;
    const stages = this.#stages;
    const interaction = this.#interaction;
    return {
      document,
      style,
      layout,
      frame: stages,
      elementAt: (x, y) => interaction.at(x, y),
      states: () => this.#scripts.stateValues(),
      setState: (key, value) => this.#scripts.setState(key, value),
      timing: this.#timing,
    };
  }

  /** Keeps what people have done since it was kept last: the process ends without `stop`. @internal */
  keepState(): void {
    this.#persistence?.stop();
  }

  /** Schedules a frame; requests made before it is shown are combined. */
  requestFrame(): void {
    if (this.exitCode !== undefined) return;
    // Also for changes that are not visible, such as a state without bindings.
    this.#persistence?.request();
    this.#pacer?.request();
    this.#options.onFrameRequest?.();
  }

  #connectDisplay(): void {
    this.#display.connect({
      onInput: (input) => {
        if (this.exitCode === undefined) this.#interaction.dispatch(input);
      },
      onResize: (size) => {
        this.resize(size.width, size.height);
        this.requestFrame();
      },
      onFrameNeeded: () => this.requestFrame(),
      onCapabilities: (capabilities) => {
        if (this.#appearance.learn(capabilities)) this.requestFrame();
      },
    });
  }

  #takeInheritance(): Inheritance {
    const { clock = systemClock } = this.#options;
    const { CarriedState: Carried } = carrying();
    const carried = new Carried(
      this.document,
      this.#scripts.stateValues(),
      () => clock.now(),
      this.#carried,
    );
    return {
      carried,
      display: this.#display,
      memory: this.#memory,
      persistence: this.#persistence,
      styles: this.#base.table,
    };
  }

  /** The size of the terminal, which is this app's from now on; undefined where the one before had none. */
  #takeOver(predecessor: App): DisplaySize | undefined {
    const { width, height } = predecessor;
    const isLive = predecessor.#isLive;
    const isOpen = predecessor.#isOpen;
    predecessor.#isHandedOver = true;
    predecessor.stop(0);
    this.#connectDisplay();
    if (this.#appearance.learn(this.#display.capabilities)) this.requestFrame();
    this.#carried?.restore(this.document);
    if (!isOpen) return this.#display.open(this.isInline);
    return isLive ? { width, height } : undefined;
  }

  readonly #fullscreen = ((app) => ({
    get isFull() {
      return !app.isInline;
    },
    setFull: (isFull: boolean) => app.#setInline(!isFull),
  }))(this);

  /** Turns to the whole screen, or to rows below the shell's prompt. */
  #setInline(isInline: boolean): void {
    if (isInline === this.isInline) return;
    this.#stages.isInline = isInline;
    this.#style.setDisplayMode(isInline ? 'inline' : 'fullscreen');
    hostOf(this.document).notifyMediaChange();
    this.#interaction.resized();
    this.#settings.configureDisplay();
    this.requestFrame();
  }

  #setTitle(title: string): void {
    this.#title = title;
    if (this.#isLive) this.#display.setTitle(title);
    this.#options.onTitle?.(title);
  }

  /** Above the live region, or at the end to stdout. */
  #print(content: string | TuiElement): void {
    if (this.exitCode !== undefined) return;
    const lines =
      typeof content === 'string'
        ? linesOfText(content)
        : linesOfCells(this.#attached(content, () => this.#stages.paintAlone(content)));
    this.#stages.print(lines);
    this.printed.push(...(this.#display.client === null ? lines : []));
    this.#options.onPrint?.(lines.map(textOfLine).join('\n'));
    this.requestFrame();
  }

  /** Calls back while the element is in the document: what is not has no style. */
  #attached<T>(element: TuiElement, work: () => T): T {
    if (isConnected(element)) return work();
    const root = documentElementOf(this.document);
    root?.append(element);
    try {
      return work();
    } finally {
      element.remove();
    }
  }

  /** An error that nothing in the app handles ends it, as it would end any program. */
  #fail(diagnostic: Diagnostic): void {
    this.#failure ??= diagnostic;
    this.#failed?.(new DiagnosticError([this.#failure]));
    this.stop(1);
  }

  /** Scripts that may wait for ever. @throws DiagnosticError as soon as one of them has ended the app by an error */
  async #unlessFailed(scripts: Promise<void>): Promise<void> {
    const failure = new Promise<never>((_, reject) => (this.#failed = reject));
    try {
      await Promise.race([scripts, failure]);
    } finally {
      this.#failed = undefined;
    }
  }

  get #timing(): StatisticsPorts {
    const { clock = systemClock } = this.#options;
    return { ...timersOf(clock), requestFrame: () => this.requestFrame() };
  }
}

/** A screen without a label has the title of the document. */
function shownTitleOf(document: TuiDocument): string {
  const label = currentScreen(document)?.[PROPS]['label'];
  return typeof label === 'string' && label !== '' ? label : titleOf(document);
}

/** Reads and checks a document. @throws DiagnosticError */
export function createApp(text: string, options: AppOptions): App {
  return new App(text, options);
}
