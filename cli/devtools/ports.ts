/** The interfaces that the dock receives: it knows nothing of sandboxes, processes or files. */
import type { LogEntry } from '../../runtime/script/logger.js';
import type { PermissionRecord, RequestRecord } from './records.js';
import type { SettingsPorts } from './settings.js';
import type { ToolAction, ReportRequest } from '../../runtime/devtools/report.js';
import type { RequestedTheme } from '../../runtime/app/theme-choice.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Side } from '../../runtime/terminal/divided/divider.js';

/** The app that the tools look into. */
export interface InspectedApp {
  requestReports(request: ReportRequest): void;
  act(action: ToolAction): void;
  /** The tools are closed: nothing is looked at any more. */
  leave(): void;
}

export interface DockPorts {
  /** Half of a terminal. */
  readonly side: Side;
  readonly app: InspectedApp;
  readonly theme: RequestedTheme;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the app's file. */
  readonly file: string;
  readonly settings: SettingsPorts;
  /** What the launcher has done for the app, oldest first. */
  requests(): readonly RequestRecord[];
  permissions(): readonly PermissionRecord[];
  /** Milliseconds of a clock that does not jump; default the process's. */
  readonly now?: (() => number) | undefined;
  /** Entries that the log tab keeps. */
  logSize(): number;
  /** Copies a text, by a key or a click of the user. */
  copy(text: string): Promise<void>;
  /** As large as is usual at a side. */
  usual(side: Division['side']): Division;
  /** The user has moved the dock. */
  remember(division: Division): void;
  /** The user has closed the dock. */
  onClose(): void;
}

/** One page of the dock. */
export interface DockTab {
  /** The reports about the app that the tab needs while it shows. */
  readonly request: ReportRequest;
  /** It has come to the front, or is left. */
  show?(): void;
  hide?(): void;
}

export type { LogEntry };
