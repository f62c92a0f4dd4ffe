/** The options of an app. */
import type { App } from './app.js';
import type { ConfigApi } from '../../config/types.js';
import type { Frame } from './frame.js';
import type { ClipboardPort } from './interaction.js';
import type { LayoutEngine } from '../layout/engine.js';
import type { StatisticsPorts } from '../paint/frame-statistics.js';
import type { StyleEngine } from '../style/engine.js';
import type { OpenAccess } from '../script/access.js';
import type { ErrorDisplay } from '../input/error-overlay.js';
import type { Clock } from '../script/clock.js';
import type { ScriptCompiler } from '../script/compiler.js';
import type { Logger } from '../script/logger.js';
import type { PermissionsApi } from '../script/globals/tui-global.js';
import type { Capabilities } from '../terminal/capabilities.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import type { Display } from '../terminal/display.js';
import type { Diagnostic, Source } from '../base/diagnostics.js';
import type { MessagesFile } from '../messages/catalog.js';
import type { StatePort } from '../persistence/saved.js';
import type { RequestedTheme } from './theme-choice.js';
import type { Registry, TuiDocument, TuiElement } from '../element/tui-element.js';
import type { Keyboard } from '../terminal/tty.js';

/** Where an app's bytes go: a stream such as `process.stdout`, or anything with `write`. */
export interface AppOutput {
  write(bytes: Uint8Array): unknown;
  /** Size in cells, as streams report it. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** True while earlier bytes have not left: the frame waits, and the next one makes up for it. */
  readonly writableNeedDrain?: boolean;
  readonly isTTY?: boolean;
}

export interface AppOptions {
  /** The known elements. */
  readonly registry: Registry;
  /** Path of the document, for messages, imports and `$tui.dirname`; default `<inline>`. */
  readonly file?: string | undefined;
  /** Size in cells; default that of `output`, else 80 x 24. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /**
   * A theme's name, `auto`, a path that ends in `.css`, or such a file's text; default the
   * configuration's, else `auto`.
   */
  readonly theme?: RequestedTheme | undefined;
  /** Makes an app of a document with errors, too: to be checked, not to be run. */
  readonly isForgiving?: boolean | undefined;
  /** Its file may be edited while it runs: `update` takes over what has changed. */
  readonly isEditable?: boolean | undefined;
  /** Called with the path of each file that elements show; `onFilesChange` makes them read it again. */
  readonly onRead?: ((file: string) => void) | undefined;
  /**
   * Shows errors of the app's own code above it: `line` in one line, `panel` with their excerpts. Default: they are
   * kept in `diagnostics` alone.
   */
  readonly errorDisplay?: ErrorDisplay | undefined;
  /** Called with each error and warning of the app's own code, when it occurs. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  /** An error that nothing in the app handles is reported, and the app runs on; default: it ends the app. */
  readonly survivesErrors?: boolean | undefined;
  /** The app that this one takes the place of, with its terminal, when it starts. */
  readonly predecessor?: App | undefined;
  /** Reads the file of a theme, by its path; default from the disk. */
  readonly readTheme?: ((path: string) => Source) | undefined;
  /** Keeps the app's state between runs, where the setting `persist` is on; default: nothing does. */
  readonly state?: StatePort | undefined;
  /** Reads `<locale>.json` of `i18n.messagesDir`, by the locale; default from the disk. */
  readonly readMessages?: ((locale: string) => MessagesFile | undefined) | undefined;
  /** Reads the file of `dither.blueNoisePath`; by default as the app reads its own files. */
  readonly readBlueNoise?: (() => Promise<Uint8Array>) | undefined;
  /**
   * What the terminal can show; what it cannot is shown by glyphs that it can. Default the
   * configuration's, else by `env` where there is an output, else `unicode`.
   */
  readonly glyphs?: GlyphLevel | undefined;
  readonly config?: ConfigApi | undefined;
  /** Where frames are written; default nowhere: they are only painted. `start` takes over a terminal. */
  readonly output?: AppOutput | undefined;
  /** What shows frames and reports input, in place of `output` and `input`. */
  readonly display?: Display | undefined;
  /** The keyboard, for `start`; default none. */
  readonly input?: Keyboard | undefined;
  /** What the terminal can do; default: by `env`, as a terminal would be asked. */
  readonly capabilities?: Capabilities | undefined;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Default: the computer's. */
  readonly clock?: Clock | undefined;
  /**
   * Whether spinners and their kind move; default: where `start` takes over a terminal. Elsewhere a
   * frame is painted for itself, and shows them as they begin.
   */
  readonly animate?: boolean | undefined;
  /** `$tui.argv`. */
  readonly argv?: readonly string[] | undefined;
  readonly logger?: Logger | undefined;
  /**
   * Frames are rows below the shell's prompt, as many as the app shows, instead of the whole screen. Default: the setting
   * `terminal.inline`, else the attribute `inline` of `<tui>`.
   */
  readonly inline?: boolean | undefined;
  /** Reports the mouse to the app, default true, inline false; Shift and drag stays the terminal's own selection. */
  readonly mouse?: boolean | undefined;
  /** Shows what frames cost in a line over the app; default the configuration's, as it changes. */
  readonly showStats?: boolean | undefined;
  /** Copies selected text as soon as the button is up; default true. */
  readonly copyOnSelect?: boolean | undefined;
  /** Who compiles scripts; default this process. */
  readonly compiler?: ScriptCompiler | undefined;
  /** `$tui.permissions`; default: everything is granted. */
  readonly permissions?: PermissionsApi | undefined;
  /** The implementation of `fetch`, `WebSocket` and `$tui.run` in scripts; default: this process. */
  readonly access?: OpenAccess | undefined;
  /** Where copied text goes; default the system's clipboard, else the terminal's (OSC 52). */
  readonly clipboard?: ClipboardPort | undefined;
  /** Writes to the system's clipboard, rejecting where that fails; default: the system's own tools. */
  readonly writeClipboard?: ((text: string) => Promise<void>) | undefined;
  /** A handler, a timer or `$tui.render` requests a frame. Where `start` is used, it runs it itself. */
  readonly onFrameRequest?: (() => void) | undefined;
  /** A frame was made, be it that nothing of it had changed. */
  readonly onFrame?: (() => void) | undefined;
  /** `$tui.exit`, Ctrl+C, or an error that ends the app; called once. */
  readonly onExit?: ((code: number) => void) | undefined;
  readonly onTitle?: ((title: string) => void) | undefined;
  /** Called with the plain text of what `$tui.print` has printed; lines are separated by line feeds. */
  readonly onPrint?: ((text: string) => void) | undefined;
  /** Called in `start` once the ready scripts have run. */
  readonly onStarted?: (() => void) | undefined;
  /** `$tui.output`; default: `output` of the app has the text. */
  readonly onResult?: ((text: string) => void) | undefined;
  /**
   * Makes the app a question: the data of the form that is submitted first is passed here and ends the app, and Escape ends
   * it with 130.
   */
  readonly onSubmit?: ((data: unknown) => void) | undefined;
  /**
   * A user can answer the questions of scripts (`$tui.confirm` and its like). Default: where there is a display or a
   * keyboard, and the app does not run for an AI.
   */
  readonly isAttended?: boolean | undefined;
  /** `$tui.stdin`; default: this process's, unless it is a terminal. */
  readonly stdin?: (() => AsyncIterable<Uint8Array | string>) | undefined;
}

/** The parts of an app that developer tools read. @internal */
export interface AppParts {
  readonly document: TuiDocument;
  readonly style: StyleEngine;
  readonly layout: LayoutEngine;
  readonly frame: Frame;
  readonly elementAt: (x: number, y: number) => TuiElement | null;
  readonly states: () => ReadonlyMap<string, unknown>;
  /** Returns false where no state has the key. */
  readonly setState: (key: string, value: unknown) => boolean;
  readonly timing: StatisticsPorts;
}
