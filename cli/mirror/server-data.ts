/** The contents of frames and trees, for the page and `tui-runtime/client`; see messages.ts. */
import type { AccessibleItem } from '../../runtime/base/accessible-node.js';
import type { PageRun, PageStyle } from '../../runtime/page/page-data.js';

export type Row = readonly [
  y: number,
  runs: readonly PageRun[],
  links: readonly LinkOfRow[],
  images?: readonly ImageOfRow[],
];
export type LinkOfRow = readonly [x: number, cells: number, href: string];
/** Cells that show a part of an image: the first one's column and row in it, and the colour behind it. */
export type ImageOfRow = readonly [
  x: number,
  cells: number,
  image: number,
  column: number,
  row: number,
  paper: string,
];

/** Printed lines that a client lacks. */
export interface PrintedOfFrame {
  /** True where lines that the client has are void. */
  readonly key: boolean;
  /** Number of the first of these lines. */
  readonly first: number;
  /** Of these lines alone. */
  readonly styles: readonly PageStyle[];
  readonly lines: readonly (readonly PageRun[])[];
}

export interface FrameMessage {
  readonly type: 'frame';
  readonly seq: number;
  readonly key: boolean;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'dark' | 'light';
  readonly title: string;
  readonly cursor: { readonly x: number; readonly y: number } | null;
  readonly styles: readonly PageStyle[];
  readonly rows: readonly Row[];
  readonly images?: readonly number[];
  readonly inline?: boolean;
  readonly printed?: PrintedOfFrame;
}

export interface TreeMessage {
  readonly type: 'tree';
  readonly seq: number;
  readonly lang: string;
  readonly items: readonly AccessibleItem[];
}
