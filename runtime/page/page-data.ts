/**
 * The content of a page, as data that crosses a process or a socket: the cells of a frame and its accessible twin.
 * What comes from an app is checked by `readPageData` before a page is made of it.
 */
import {
  AUTHOR_ROLES,
  ELEMENT_ROLES,
  ACTION_KEYS,
  FIELD_TYPES,
  type AccessibleAction,
  type AccessibleItem,
  type AccessibleNode,
} from '../base/accessible-node.js';
import { DEFAULT_LANG, langOf } from './lang.js';
import { webLink } from '../base/text/web-links.js';

/** The look of some cells, `reverse` and the colours of the theme applied: `#rrggbb`. */
export interface PageStyle {
  readonly ink: string;
  readonly paper: string;
  /** Any of `bold`, `dim`, `italic`, `underline`, `strike`. */
  readonly attributes: readonly string[];
}

/** Neighbouring cells of one style: a text, how many cells it takes, and the place of its style. */
export type PageRun = readonly [text: string, cells: number, style: number];

export interface PageData {
  readonly version: 1;
  /** In cells. */
  readonly width: number;
  readonly height: number;
  readonly scheme: 'dark' | 'light';
  readonly title: string;
  /** BCP 47. */
  readonly lang: string;
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** The first is that of blank cells. */
  readonly styles: readonly PageStyle[];
  /** Runs from the left; blank cells at the end of a row are left out. */
  readonly rows: readonly (readonly PageRun[])[];
  /** Cells of a row that lead to an address, `http`, `https` or `mailto`. */
  readonly links: readonly PageLink[];
  readonly twin: readonly AccessibleItem[];
}

export interface PageLink {
  readonly x: number;
  readonly y: number;
  readonly cells: number;
  readonly href: string;
}

export const RUN_ATTRIBUTES = ['bold', 'dim', 'italic', 'underline', 'strike'] as const;

/** Sides of a frame, in cells. */
const MAX_SIDE = 10_000;
const MAX_STYLES = 65_536;
const MAX_DEPTH = 200;
const MAX_LINKS = 100_000;
/** Nodes of a twin, what is read after the last of them included, and notifications. */
const MAX_ITEMS = 60_000;
/** UTF-16 units of a value that is set. */
const MAX_VALUE = 1_000_000;
const REF = /^\d{1,15}(\.[a-z\d-]{1,32})?$/;
const COLOR = /^#[0-9a-f]{6}$/;

/** @throws TypeError if the data has another shape */
export function readPageData(value: unknown): PageData {
  const data = record(value, 'a page');
  expect(data['version'] === 1, 'version 1');
  const [width, height] = [count(data['width']), count(data['height'])];
  const styles = list(data['styles'], MAX_STYLES).map(readStyle);
  expect(styles.length > 0, 'a style');
  const rows = list(data['rows'], height).map((row) => readRow(row, width, styles.length));
  const { scheme } = data;
  expect(scheme === 'dark' || scheme === 'light', 'a scheme');
  return {
    version: 1,
    width,
    height,
    styles,
    rows,
    scheme: scheme === 'light' ? 'light' : 'dark',
    title: text(data['title']),
    lang: langOf(text(data['lang'])) ?? DEFAULT_LANG,
    cursor: readCursor(data['cursor'], width, height),
    links: list(data['links'], MAX_LINKS).flatMap((item) => readLink(item, width, height)),
    twin: readTree(data['twin']),
  };
}

/** The items of a twin. @throws TypeError if it is not a list of items */
export function readTree(value: unknown): AccessibleItem[] {
  return list(value, MAX_ITEMS).map(readItem);
}

/** What a person does with an item of a twin. @throws TypeError if it is not an action */
export function readAction(value: unknown): AccessibleAction {
  const fields = record(value, 'an action');
  const type = readActionType(fields['type']);
  switch (type) {
    case 'set':
      return { type, value: readSetting(fields['value']) };
    case 'select':
      return { type, value: flag(fields['value']) };
    case 'key':
      return { type, key: readActionKey(fields['key']) };
    default:
      return { type };
  }
}

/** What an item is called in actions. @throws TypeError for what is none */
export function readRef(value: unknown): string {
  expect(typeof value === 'string' && REF.test(value), 'a reference');
  return value as string;
}

function readSetting(value: unknown): string | number {
  if (typeof value === 'number') {
    expect(Number.isFinite(value), 'a finite number');
    return value;
  }
  const fields = text(value);
  expect(fields.length <= MAX_VALUE, `a string of at most ${MAX_VALUE} characters`);
  return fields;
}

function readStyle(value: unknown): PageStyle {
  const { ink, paper, attributes } = record(value, 'a style');
  const names = list(attributes, RUN_ATTRIBUTES.length);
  return {
    ink: color(ink),
    paper: color(paper),
    attributes: RUN_ATTRIBUTES.filter((name) => names.includes(name)),
  };
}

function readRow(value: unknown, width: number, styles: number): PageRun[] {
  let room = width;
  return list(value, width).map((item) => {
    const [words, cells, style] = list(item, 3);
    const run: PageRun = [text(words), count(cells), place(style, styles)];
    room -= run[1];
    expect(room >= 0, `a row of ${width} cells`);
    return run;
  });
}

function readCursor(value: unknown, width: number, height: number): PageData['cursor'] {
  if (value === null) return null;
  const { x, y } = record(value, 'a cursor');
  return { x: place(x, width), y: place(y, height) };
}

/** Returns no links for an address that pages must not link to. */
function readLink(value: unknown, width: number, height: number): PageLink[] {
  const { x, y, cells, href } = record(value, 'a link');
  const left = place(x, width);
  const link = {
    x: left,
    y: place(y, height),
    cells: place(cells, width - left + 1),
    href: webLink(text(href)),
  };
  return link.href === '' ? [] : [link];
}

type Reader = (value: unknown) => unknown;

/** How each property of a node is read: none other is taken. */
const READERS: Readonly<Record<keyof Omit<AccessibleNode, 'role'>, Reader>> = {
  name: text,
  description: text,
  keys: text,
  value: text,
  placeholder: text,
  href: text,
  valueText: text,
  invalid: text,
  lang: text,
  type: oneOf(FIELD_TYPES),
  sort: oneOf(['ascending', 'descending']),
  checked: (value) => (value === 'mixed' ? value : flag(value)),
  valueNow: number,
  valueMin: number,
  valueMax: number,
  level: number,
  start: number,
  rowCount: number,
  columnCount: number,
  rowIndex: number,
  place: number,
  setSize: number,
  vertical: flag,
  selected: flag,
  expanded: flag,
  multiple: flag,
  selectable: flag,
  ordered: flag,
  modal: flag,
  disabled: flag,
  required: flag,
  readOnly: flag,
  focused: flag,
  current: flag,
  focusable: flag,
  ref: readRef,
};
const readRole = oneOf([...AUTHOR_ROLES, ...ELEMENT_ROLES]);
const readActionType = oneOf(['focus', 'press', 'set', 'select', 'key']);
const readActionKey = oneOf(ACTION_KEYS);

function readItem(value: unknown): AccessibleItem {
  const fields = record(value, 'a node');
  const node: Record<string, unknown> = {
    role: readRole(fields['role']),
    depth: place(fields['depth'], MAX_DEPTH),
  };
  for (const [name, read] of Object.entries(READERS)) {
    // JSON has no undefined, and writes null for NaN.
    if (fields[name] !== undefined && fields[name] !== null) node[name] = read(fields[name]);
  }
  return node as unknown as AccessibleItem;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new TypeError(`expected ${what}`);
}

function record(value: unknown, what: string): Record<string, unknown> {
  expect(typeof value === 'object' && value !== null, what);
  return value as Record<string, unknown>;
}

function list(value: unknown, most: number): unknown[] {
  expect(Array.isArray(value) && value.length <= most, `a list of at most ${most}`);
  return value as unknown[];
}

function text(value: unknown): string {
  expect(typeof value === 'string', 'a text');
  return value as string;
}

function flag(value: unknown): boolean {
  expect(typeof value === 'boolean', 'true or false');
  return value as boolean;
}

function number(value: unknown): number {
  expect(typeof value === 'number', 'a number');
  return value as number;
}

function count(value: unknown): number {
  return place(value, MAX_SIDE + 1);
}

/** A whole number from 0, below a limit. */
function place(value: unknown, limit: number): number {
  const isPlace = typeof value === 'number' && Number.isInteger(value);
  expect(isPlace && value >= 0 && value < limit, `a whole number below ${limit}`);
  return value as number;
}

function color(value: unknown): string {
  expect(typeof value === 'string' && COLOR.test(value), 'a colour');
  return value as string;
}

function oneOf<T extends string>(words: readonly T[]): (value: unknown) => T {
  return (value) => {
    expect((words as readonly unknown[]).includes(value), `one of ${words.join(', ')}`);
    return value as T;
  };
}
