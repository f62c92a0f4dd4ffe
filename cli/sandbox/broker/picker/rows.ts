/** The rows of the file dialog, each exactly as wide as the screen. Names are shown so that nothing in them is hidden. */
import { cellWidth, walkClusters } from '../../../../runtime/base/text/graphemes.js';
import { pad, truncate } from '../../../../runtime/base/text/truncate.js';
import { plain } from '../../../../runtime/base/text/plain.js';
import type { DialogSize, DialogView } from './dialog.js';
import type { Entry } from './folder.js';

export interface DialogRow {
  readonly text: string;
  readonly look: 'plain' | 'strong' | 'dim' | 'title' | 'selected';
}

/** With fewer cells nothing can be chosen knowingly. */
const MIN_SIZE: DialogSize = { width: 20, height: 5 };
/** Rows from which on there is room for a rule and for the keys. */
const ROOMY = 10;
/** Cells of a date as it is written, and of a size. */
const DATE = 16;
const SIZE = 8;
/** Before what a link leads to. */
const ARROW = ' → ';

export interface DialogParts {
  /** Row of the first entry. */
  readonly listTop: number;
  /** Rows of entries. */
  readonly page: number;
  readonly isTooSmall: boolean;
}

export function partsOf({ width, height }: DialogSize): DialogParts {
  const isTooSmall = width < MIN_SIZE.width || height < MIN_SIZE.height;
  // Title, path, list, message; with room also a rule and the keys.
  const around = height >= ROOMY ? 5 : 3;
  return { listTop: 2, page: Math.max(1, height - around), isTooSmall };
}

export function dialogRows(view: DialogView, size: DialogSize): DialogRow[] {
  const { width, height } = size;
  const { page, isTooSmall } = partsOf(size);
  const rows: DialogRow[] = [];
  const row = (text: string, look: DialogRow['look'] = 'plain'): void => {
    rows.push({ text: pad(text, width), look });
  };
  if (isTooSmall) {
    row('Too small', 'strong');
    row('Enlarge the window,');
    row('or press Escape.');
    while (rows.length < height) row('');
    return rows.slice(0, height);
  }
  row(titleOf(view, width), 'title');
  row(placeOf(view, width), 'strong');
  for (let index = 0; index < page; index++) listRow(view, index, width, row);
  if (height >= ROOMY) row('─'.repeat(width), 'dim');
  row(statusOf(view, width));
  if (height >= ROOMY) row(keysOf(view, width), 'dim');
  return rows.slice(0, height);
}

/** The first of these that has room, else the last one cut. */
function fitting(width: number, ...texts: readonly string[]): string {
  return texts.find((text) => cellWidth(text) <= width) ?? truncate(texts.at(-1) ?? '', width);
}

/** What the app calls the field is in quotes: its own words, and not a part of the question. */
function titleOf({ inputs: { app, label, multiple } }: DialogView, width: number): string {
  const what = multiple ? 'files' : 'a file';
  const name = truncate(plain(app), 40);
  const words = truncate(plain(label).replace(/["\u201c\u201d\u00ab\u00bb\u201e]/g, "'"), 40);
  const question = ` Choose ${what} for ${name}`;
  return fitting(
    width,
    ...(words === '' ? [] : [`${question}: “${words}”`]),
    question,
    ` Choose ${what}`,
  );
}

function placeOf({ folder, inputs, filter, path, shown }: DialogView, width: number): string {
  if (path !== undefined) return ` Path: ${end(plain(path), width - 8)}_`;
  const at = plain(folder?.path ?? inputs.folder);
  if (folder === undefined) return ` ${end(at, width - 12)}  reading…`;
  if (filter === '') {
    const { real } = folder;
    const isLink = real !== undefined && real !== folder.path;
    return ` ${isLink ? leading(at, plain(real), width - 2) : end(at, width - 2)}`;
  }
  const words = `  Filter: ${end(plain(filter), Math.max(4, (width >> 1) - 12))}_ (${shown.length})`;
  return ` ${end(at, width - 1 - cellWidth(words))}${words}`;
}

function listRow(
  view: DialogView,
  index: number,
  width: number,
  row: (text: string, look?: DialogRow['look']) => void,
): void {
  const { folder, shown, cursor, top } = view;
  const entry = folder?.entries[shown[top + index] ?? -1];
  if (entry === undefined) {
    const isEmpty = index === 0 && folder !== undefined && folder.error === undefined;
    row(isEmpty ? `   ${emptyText(view)}` : '', 'dim');
    return;
  }
  const isAt = top + index === cursor;
  const isMarked = view.marked.has(join(folder?.path ?? '', entry.name));
  const lead = `${isAt ? '>' : ' '}${isMarked ? '*' : ' '} `;
  const isStrong = isMarked || entry.kind === 'folder';
  row(lead + entryText(view, entry, width), isAt ? 'selected' : isStrong ? 'strong' : 'plain');
}

/** Name, size and date, as far as there is room. */
function entryText(view: DialogView, entry: Entry, width: number): string {
  const hasDate = width >= 60;
  const hasSize = width >= 36;
  const room = width - 4 - (hasSize ? SIZE + 1 : 0) - (hasDate ? DATE + 1 : 0);
  const name = pad(nameText(entry, room), room);
  if (!hasSize) return name;
  const facts = view.facts(entry);
  const isSized = entry.kind === 'file' && facts !== undefined;
  const size = pad(isSized ? sizeText(facts.size) : kindText(entry), SIZE, 'right');
  const date = hasDate ? ` ${pad(facts === undefined ? '' : dateText(facts.modified), DATE)}` : '';
  return `${name} ${size}${date}`;
}

function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

function emptyText({ folder, filter, isFiltered, inputs }: DialogView): string {
  if (folder?.entries.length === 0) return 'The folder is empty.';
  if (filter !== '') return 'No name has this.';
  return isFiltered && inputs.accept.length > 0 ? 'No file of these types.' : 'Only hidden files.';
}

/** A link shows where it leads, or the end of that. */
function nameText({ name, kind, link }: Entry, room: number): string {
  const own = plain(name) + (kind === 'folder' ? '/' : '');
  return link === undefined ? middle(own, room) : leading(own, plain(link), room);
}

/** A name, and where it leads: each has half of the room, and what the other one leaves. */
function leading(name: string, target: string, room: number): string {
  const both = room - cellWidth(ARROW);
  const half = Math.min(cellWidth(name), both >> 1);
  const shown = middle(name, Math.max(half, both - cellWidth(target)));
  return shown + ARROW + end(target, both - cellWidth(shown));
}

function kindText({ kind, link }: Entry): string {
  if (kind === 'folder') return 'folder';
  return kind === 'other' ? (link === undefined ? 'special' : 'broken') : '';
}

function statusOf(
  { state, message, marked, folder, shown, inputs }: DialogView,
  width: number,
): string {
  if (state === 'quiet') return ' One moment…';
  if (state === 'opening') return ' Opening…';
  if (message !== undefined) return ` ${end(plain(message), width - 2)}`;
  if (folder?.isCut === true && marked.size === 0) {
    return fitting(
      width,
      ' The folder has more entries: type a path to reach them.',
      ' Not all are listed.',
    );
  }
  const nothing =
    marked.size > 0
      ? ` ${marked.size} of at most ${inputs.max} marked.`
      : ' The app reads nothing until you choose.';
  const count = `${shown.length} shown`;
  const gap = width - cellWidth(nothing) - cellWidth(count) - 1;
  return gap > 0 ? `${nothing}${' '.repeat(gap)}${count}` : fitting(width, nothing, ` ${count}`);
}

function keysOf({ state, inputs, path, isFiltered, hidden }: DialogView, width: number): string {
  if (state === 'quiet' || state === 'opening') return '';
  if (path !== undefined)
    return fitting(width, ' Enter open  Tab complete  Esc back', ' Enter  Tab  Esc');
  const types = inputs.accept.length === 0 ? '' : isFiltered ? '  F3 all files' : '  F3 some types';
  const space = inputs.multiple ? '  Space mark' : '';
  const dots = hidden ? '  F2 no hidden' : '  F2 hidden';
  return fitting(
    width,
    ` Enter choose${space}  Type to filter  ← up  / path${dots}${types}  Esc cancel`,
    ` Enter choose${space}  ← up  / path${dots}${types}  Esc cancel`,
    ` Enter${space}  ← up${dots}${types}  Esc`,
    ` Enter  ←  /  F2  F3  Esc`,
    ' Enter  Esc',
  );
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** `512 B`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** `2026-11-28 09:30`, by the clock of this machine. */
export function dateText(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The end of a text: of a path it distinguishes folders. */
function end(text: string, cells: number): string {
  if (cellWidth(text) <= cells) return text;
  const starts: number[] = [];
  walkClusters(text, (start) => {
    starts.push(start);
    return true;
  });
  for (const start of starts) {
    const rest = text.slice(start);
    if (cellWidth(rest) < cells) return `…${rest}`;
  }
  return '';
}

/** A long name without its middle: how it begins and what it ends in are both kept. */
function middle(text: string, cells: number): string {
  if (cellWidth(text) <= cells) return text;
  if (cells < 8) return truncate(text, cells);
  const last = end(text, Math.min(9, cells >> 1)).replace(/^\u2026/, '');
  return truncate(text, cells - cellWidth(last)) + last;
}
