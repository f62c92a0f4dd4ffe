/**
 * Requests of the developer tools to an app's process, and its reports: plain data, which crosses the trust line.
 * What comes from the process is read by `read-report.ts`.
 */
import type { Rect } from '../base/geometry.js';

/** What the tools show now; what is absent is not looked at, and costs nothing. */
export interface ReportRequest {
  readonly tree?: {
    /** Elements whose children show, by their references. */
    readonly open: readonly string[];
    /** The element whose details show. */
    readonly selected: string | null;
  };
  readonly states?: boolean;
  readonly frames?: boolean;
  /** Settings that scripts have set. */
  readonly settings?: boolean;
}

/** What the user does with the app by the tools. */
export type ToolAction =
  /** Points at a cell; `isFinal` where the user has clicked. */
  | { readonly type: 'pick'; readonly x: number; readonly y: number; readonly isFinal: boolean }
  /** Sets an attribute, or without a value removes it. */
  | {
      readonly type: 'attribute';
      readonly ref: string;
      readonly name: string;
      readonly value: string | null;
    }
  /** Sets a property of the `style` attribute, or without a value removes it. */
  | {
      readonly type: 'style';
      readonly ref: string;
      readonly name: string;
      readonly value: string | null;
    }
  /** Sets a key of a state to a value, written as JSON. */
  | { readonly type: 'state'; readonly key: string; readonly json: string };

export interface TreeRow {
  /** Of an element; of a text that of its parent. */
  readonly ref: string;
  readonly depth: number;
  readonly isText: boolean;
  /** The open tag, or the words. */
  readonly label: string;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** It, its attributes or its text have changed since the report before. */
  readonly isChanged?: boolean;
}

/** In cells of the app. */
export interface BoxModel {
  readonly margin: Rect;
  readonly border: Rect;
  readonly padding: Rect;
  readonly content: Rect;
}

export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** A declared property of a component. */
export interface PropertyReport extends NameValue {
  /** What its values may be, such as `integer` or `info | bad`. */
  readonly type: string;
  /** It has another value than its default. */
  readonly isSet: boolean;
  /** The value can be written as an attribute. */
  readonly isEditable: boolean;
}

export interface RuleDeclaration extends NameValue {
  readonly isImportant: boolean;
  /** Another declaration wins over all that it sets. */
  readonly isOverridden: boolean;
}

export interface RuleReport {
  readonly origin: 'element' | 'sheet' | 'style';
  readonly selector: string;
  /** `file:line:column`; empty for rules that come with the program. */
  readonly at: string;
  readonly declarations: readonly RuleDeclaration[];
}

export interface ListenerReport {
  readonly type: string;
  /** `capture`, `once`, `passive`. */
  readonly flags: string;
  /** The function's name, or where the handler is written. */
  readonly source: string;
}

export interface ElementDetails {
  readonly ref: string;
  /** As `container#main`. */
  readonly name: string;
  /** `file:line:column`; empty for one that a script has made. */
  readonly at: string;
  readonly attributes: readonly NameValue[];
  /** Of a component, by the names of their attributes; absent for other elements. */
  readonly properties?: readonly PropertyReport[] | undefined;
  /** Pseudo-classes that hold now. */
  readonly states: readonly string[];
  readonly computed: readonly (NameValue & { readonly isSet: boolean })[];
  /** Strongest first. */
  readonly rules: readonly RuleReport[];
  /** Undefined where the element has no box. */
  readonly box: BoxModel | undefined;
  readonly listeners: readonly ListenerReport[];
  readonly role: string;
  /** The text for screen readers. */
  readonly words: string;
}

export interface StateReport {
  readonly key: string;
  readonly type: string;
  /** Cut where it is long. */
  readonly value: string;
  /** The value can be written as JSON. */
  readonly isEditable: boolean;
}

/** A setting that a script of the app has set for this run (`$tui.config.set`). */
export interface SettingReport {
  readonly key: string;
  /** Undefined for a secret. */
  readonly value: SettingValue | undefined;
}

export type SettingValue = string | number | boolean;

export interface FrameReport {
  /** Milliseconds before the report. */
  readonly age: number;
  /** Milliseconds. */
  readonly style: number;
  readonly layout: number;
  readonly paint: number;
  readonly diff: number;
  readonly cells: number;
  readonly bytes: number;
}

export interface Pick {
  readonly ref: string;
  readonly name: string;
  readonly isFinal: boolean;
  readonly box: BoxModel;
  /** Elements around it, the root first. */
  readonly path: readonly string[];
}

export interface Report {
  readonly tree?: {
    readonly rows: readonly TreeRow[];
    /** There are more rows than are reported. */
    readonly isCut: boolean;
  };
  /** Null where the selected element is gone. */
  readonly details?: ElementDetails | null;
  readonly states?: readonly StateReport[];
  readonly settings?: readonly SettingReport[];
  /** Frames since the last report. */
  readonly frames?: readonly FrameReport[];
  readonly pick?: Pick | null;
  /** An edit was done. */
  readonly isDone?: boolean;
  /** Why an edit was not done. */
  readonly refusal?: string;
}

export const MAX_ROWS = 2000;
/** UTF-16 units of a label, a value, or words. */
export const MAX_LABEL = 240;
export const MAX_VALUE = 2000;
export const MAX_STATES = 500;
export const MAX_SETTINGS = 1000;
/** Frames of one report. */
export const MAX_FRAMES = 600;
/** Of attributes, properties, rules, listeners, each. */
export const MAX_ITEMS = 500;
/** What a report may be, as JSON. */
export const REPORT_LIMITS = { bytes: 4 * 1024 * 1024, values: 200_000, depth: 12 };
