/** Options of `tui chart` as the launcher sends them to the process that reads the data. */

/** Names of `--type`. */
export const CHART_TYPES = [
  'bars',
  'line',
  'area',
  'step',
  'scatter',
  'histogram',
  'heatmap',
] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Names of `--input`. */
export const INPUT_FORMATS = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

/** Names of `--log-scale`: the axes that are logarithmic. */
export const LOG_SCALES = ['x', 'y', 'xy'] as const;

/** Names of `--sort`. */
export const CHART_SORTS = ['none', 'value', '-value', 'label', '-label'] as const;

/** Rows that are shown of data that goes on. */
export const DEFAULT_LAST = 1000;
export const MAX_LAST = 100_000;

export interface ChartOptions {
  /** The file as the user wrote it, or `<stdin>`. */
  readonly name: string;
  /** Undefined: chosen by the data. */
  readonly type?: ChartType | undefined;
  /** A column by its name or number. */
  readonly x?: string | undefined;
  /** One or several columns, separated by commas. */
  readonly y?: string | undefined;
  /** Default: by the name of the file, else by its content. */
  readonly input?: InputFormat | undefined;
  /** One character; default: of comma, semicolon, tab and `|` the one that the first row has most of. */
  readonly delimiter?: string | undefined;
  /** The first row has the names of the columns. Default: unless all of its values are numbers or dates. */
  readonly hasHeader?: boolean | undefined;
  /** A format as of strftime; default: ISO dates and times. */
  readonly dateFormat?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly bins?: number | undefined;
  readonly sort?: (typeof CHART_SORTS)[number] | undefined;
  readonly top?: number | undefined;
  readonly title?: string | undefined;
  readonly logScale?: (typeof LOG_SCALES)[number] | undefined;
  /** Values that cannot be read are absent, and rows may differ in length. */
  readonly isLenient: boolean;
  readonly isFollowed: boolean;
  /** Rows that are shown of data that goes on. */
  readonly last: number;
  /** Rows of the plot; default by the type. */
  readonly height?: number | undefined;
  /** States on stderr what was chosen where no option did. */
  readonly statesChoice: boolean;
}
