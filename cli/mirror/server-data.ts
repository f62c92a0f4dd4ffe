/** The contents of frames and trees, for the page and `tui-runtime/client`; see messages.ts. */
import type { AccessibleItem } from '../../runtime/accessible-node.js';
import type { PageRun, PageStyle } from '../../runtime/page/page-data.js';

export type Row = readonly [y: number, runs: readonly PageRun[], links: readonly LinkOfRow[]];
export type LinkOfRow = readonly [x: number, cells: number, href: string];

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
}

export interface TreeMessage {
  readonly type: 'tree';
  readonly seq: number;
  readonly lang: string;
  readonly items: readonly AccessibleItem[];
}
