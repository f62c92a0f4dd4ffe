/** The task that the launcher sends to the runner. Plain data; the runner takes its word for it. */
import type { ConfigState, FileData } from '../../../config/index.js';
import type { DocumentParts } from '../../../runtime/element/components/parts.js';
import type { Source } from '../../../runtime/base/diagnostics.js';
import type { ScriptBlock } from '../../../runtime/script/bundle/block.js';
import type { GlyphLevel } from '../../../runtime/base/text/glyph-levels.js';
import type { SavedState } from '../../../runtime/persistence/saved.js';
import type { Capabilities } from '../../../runtime/terminal/capabilities.js';
import type { DisplaySize } from '../../../runtime/terminal/display.js';
import type { ChartOptions } from '../../chart/options.js';
import type { Permissions } from '../policy/types.js';
import type { PathVariables } from '../policy/grants/paths.js';
import type { SentResult } from './sent-result.js';

/** Formats of a painted frame. `page` is the data that the launcher makes a page for browsers of, `shown` what a model reads. */
export type PictureFormat =
  | 'text'
  | 'ansi'
  | 'svg'
  | 'page'
  | 'screen'
  | 'json'
  | 'accessible'
  | 'shown';

export type Task =
  | {
      readonly type: 'live';
      /** The app is asked a question: its submitted form is the answer. */
      readonly question?: Question | undefined;
      /** The input is data, which the document shows. */
      readonly chart?: ChartOptions | undefined;
    }
  | ({
      /** The form is filled and submitted without a terminal. */
      readonly type: 'answer';
      readonly width: number;
      readonly height: number;
      readonly theme: string;
    } & Question)
  | {
      readonly type: 'paint';
      /** In cells. */
      readonly width: number;
      readonly height: number;
      /** Where no setting names one. */
      readonly theme: string;
      readonly glyphs?: GlyphLevel | undefined;
      readonly format: PictureFormat;
      /** The launcher keeps the picture, instead of stdout. */
      readonly kept: boolean;
      /** An inline app is run to its end, and its lines are printed in place of a picture. */
      readonly lasts?: boolean | undefined;
      /** The text of `$tui.output` is printed in place of the picture. */
      readonly printsResult?: boolean | undefined;
      /** What is done before the picture, in order. */
      readonly steps?: readonly PictureStep[] | undefined;
      /** The input is data, which the document shows. */
      readonly chart?: ChartOptions | undefined;
    };

export interface Question {
  /** The user's file of answers. */
  readonly answers?: Source | undefined;
  /** Below the prompt, unless the user's settings differ; default: as the document has it. */
  readonly isInline?: boolean | undefined;
}

export type PictureStep =
  | { readonly type: 'press'; readonly keys: readonly string[] }
  | { readonly type: 'wait'; readonly ms: number }
  /** Until the screen shows a text. */
  | { readonly type: 'until'; readonly text: string };

/** The user's file has changed while the app runs. */
export interface SettingsChange {
  readonly file: FileData;
  /** The theme that the user has chosen by now, where that is a file. */
  readonly theme?: Source | undefined;
  /** Errors in the file, for the user; the last valid values stay in force. */
  readonly messages: readonly string[];
}

/** What the user has changed in the developer tools for this run. */
export interface Overrides {
  /** All of it, by key. */
  readonly values: readonly (readonly [key: string, value: unknown])[];
  /** Keys that the user has changed or reset just now, whatever a script has set since. */
  readonly touched: readonly string[];
}

/** Files of the app have changed while it runs. */
export type Edit =
  | {
      readonly type: 'version';
      readonly text: string;
      readonly blocks: readonly ScriptBlock[];
      readonly parts: DocumentParts;
      /** Undefined if unchanged; null without scripts. */
      readonly result?: SentResult | null | undefined;
      /** The code has changed although the text of the document has not. */
      readonly isScriptChanged: boolean;
    }
  /** Files that elements show, by the paths that they were read by. */
  | { readonly type: 'files'; readonly files: readonly string[] }
  /** Why the version on the disk does not run. */
  | { readonly type: 'failure'; readonly result: SentResult };

export interface RunnerStart {
  readonly task: Task;
  /** The terminal of a live app, which the launcher owns. */
  readonly screen?: (DisplaySize & { readonly capabilities: Capabilities }) | undefined;
  /** The live app has a terminal with a keyboard, on which files are chosen. */
  readonly hasKeyboard: boolean;
  /** Stdin has what the launcher reads, once the app requests it. */
  readonly hasInput: boolean;
  /** True if messages have colours: behind a pipe the terminal is not known. */
  readonly hasColor: boolean;
  readonly source: Source;
  /** The other files that it is made of. */
  readonly parts: DocumentParts;
  readonly argv: readonly string[];
  readonly config: ConfigState;
  /** Granted variables: `process.env` of scripts, beside what the terminal needs. */
  readonly granted: Readonly<Record<string, string>>;
  /** Variables that describe the terminal; for the runtime, not for scripts. */
  readonly terminal: Readonly<Record<string, string>>;
  readonly permissions: Permissions;
  readonly words: PathVariables;
  /** The operating system does not enforce Node's own permissions. */
  readonly byNodeAlone: boolean;
  /** What a live app shows first: stderr is under its screen. */
  readonly notices: readonly string[];
  /** What is kept of the app; undefined where nothing is. */
  readonly state?: SavedState | undefined;
  /** The app's files are followed as they change. */
  readonly isEdited: boolean;
  /** Something listens to log entries. */
  readonly logs: boolean;
  /** The theme that the user has chosen, where that is a file. */
  readonly theme?: Source | undefined;
  /** The file of `dither.blueNoisePath` that the user has chosen, in base64. */
  readonly blueNoise?: string | undefined;
}
