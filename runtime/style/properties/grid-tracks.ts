/**
 * The values of the grid properties: track lists and lines (CSS Grid 2, sections 7.2 and 8.3), in cells.
 * Areas have names (`grid-areas.ts`), lines have none; a message suggests what to write instead.
 */
import { didYouMean } from '../../base/diagnostics.js';
import type { GrammarResult } from './property.js';
import { splitValue } from '../reading/shorthands.js';

/** One bound of a track: cells, a share of the grid's content box, a share of what is free, or by content. */
export type Breadth =
  | number
  | `${number}%`
  | { readonly fr: number }
  | 'auto'
  | 'min-content'
  | 'max-content';

export interface TrackSize {
  readonly min: Breadth;
  readonly max: Breadth;
  /** `fit-content(limit)`: the track grows with its content up to this. */
  readonly limit?: number | `${number}%`;
}

/** `grid-template-columns` and `-rows`. */
export interface TrackTemplate {
  readonly tracks: readonly TrackSize[];
  /** Tracks repeated as often as there is room for them, put in before `tracks[at]`. */
  readonly repeat?: {
    readonly at: number;
    readonly tracks: readonly TrackSize[];
    /** `auto-fit`: those that stay empty take no room. */
    readonly collapse: boolean;
  };
}

/** A line, counted from 1 or from -1 at the end; a number of tracks; an area's edge; or `auto`. */
export type GridLine = number | { readonly span: number } | { readonly name: string } | 'auto';

/** Most tracks a template may state, and the furthest line; browsers have such a limit, too. */
export const MAX_TRACKS = 1000;
/** As for every length: see `parse.ts`. */
const MAX_CELLS = 100_000;

export const NO_TRACKS: TrackTemplate = { tracks: [] };
export const AUTO_TRACK: TrackSize = { min: 'auto', max: 'auto' };

export const EXPECTED_TRACKS =
  'tracks such as "20 1fr", "auto minmax(10, 2fr)" or "repeat(3, 1fr)"';
export const EXPECTED_LINE = 'a line such as 2 or -1, "span 2", the name of an area, or auto';

const WORDS = ['auto', 'min-content', 'max-content', 'none', 'subgrid', 'masonry'];
const FUNCTIONS = ['minmax(10, 1fr)', 'repeat(3, 1fr)', 'fit-content(20)'];

class TrackError extends Error {
  constructor(
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

function guarded<T>(read: () => T): GrammarResult {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof TrackError)) throw error;
    return { ok: false, message: error.message, suggestion: error.suggestion };
  }
}

/** `none`, or tracks with at most one `repeat(auto-fill, …)`. */
export function readTemplate(text: string): GrammarResult {
  return guarded(() => {
    if (text.toLowerCase() === 'none') return NO_TRACKS;
    const tracks: TrackSize[] = [];
    let repeat: TrackTemplate['repeat'];
    for (const part of splitValue(text)) {
      const repeated = /^repeat\((.*)\)$/is.exec(part);
      if (repeated === null) {
        tracks.push(readTrack(part));
        continue;
      }
      const { count, list } = readRepeat(part, repeated[1]!);
      if (typeof count === 'number') {
        for (let i = 0; i < count && tracks.length <= MAX_TRACKS; i++) tracks.push(...list);
      } else if (repeat !== undefined) {
        throw new TrackError(`expected one repeat(auto-fill, …), found another: ${quote(part)}`);
      } else repeat = { at: tracks.length, tracks: list, collapse: count === 'auto-fit' };
      tooMany(tracks);
    }
    tooMany(tracks);
    if (repeat !== undefined) {
      const open = tracks.find((track) => fixed(track) === undefined);
      if (open !== undefined) {
        throw new TrackError(
          'expected tracks of a fixed size beside repeat(auto-fill, …)',
          'write cells, or minmax() with cells',
        );
      }
    }
    return (repeat === undefined ? { tracks } : { tracks, repeat }) satisfies TrackTemplate;
  });
}

/** `grid-auto-columns` and `-rows`: sizes used in turn. */
export function readTrackSizes(text: string): GrammarResult {
  return guarded(() => {
    const parts = splitValue(text);
    const repeated = parts.find((part) => /^repeat\(/i.test(part));
    if (repeated !== undefined) {
      throw new TrackError(
        `expected sizes, found ${quote(repeated)}`,
        'write the sizes alone: they are used in turn',
      );
    }
    const tracks = parts.map(readTrack);
    tooMany(tracks);
    return tracks;
  });
}

export function readLine(text: string): GrammarResult {
  return guarded((): GridLine => {
    const word = text.trim().toLowerCase();
    if (word === 'auto') return 'auto';
    const parts = splitValue(word);
    const numbers = parts.filter((part) => /^[+-]?\d+$/.test(part));
    const spans = parts.filter((part) => part === 'span');
    const value = Math.max(-MAX_TRACKS, Math.min(MAX_TRACKS, Number(numbers[0] ?? 1)));
    if (
      numbers.length > 1 ||
      spans.length > 1 ||
      numbers.length + spans.length !== parts.length ||
      parts.length === 0
    ) {
      const suggestion = didYouMean(parts[0] ?? '', ['auto', 'span']);
      if (isAreaName(text.trim()) && suggestion === undefined) return { name: text.trim() };
      throw new TrackError(`expected ${EXPECTED_LINE}, found ${quote(text)}`, suggestion);
    }
    if (spans.length > 0) {
      if (value < 1) throw new TrackError(`expected a span of 1 or more, found ${quote(text)}`);
      return { span: value };
    }
    if (value === 0) {
      throw new TrackError(`expected a line, found 0`, 'the first line is 1, the last one -1');
    }
    return value;
  });
}

/** A track's size where it is fixed, for counting how many fit: cells or percent. */
export function fixed(track: TrackSize): number | `${number}%` | undefined {
  if (isFixed(track.max)) return track.max;
  return isFixed(track.min) ? track.min : undefined;
}

export function isFixed(breadth: Breadth): breadth is number | `${number}%` {
  return typeof breadth === 'number' || (typeof breadth === 'string' && breadth.endsWith('%'));
}

function readRepeat(
  part: string,
  inner: string,
): { count: number | 'auto-fill' | 'auto-fit'; list: TrackSize[] } {
  const comma = inner.indexOf(',');
  const head = (comma < 0 ? inner : inner.slice(0, comma)).trim().toLowerCase();
  const texts = comma < 0 ? [] : splitValue(inner.slice(comma + 1));
  if (texts.length === 0) {
    throw new TrackError(
      `expected a count and tracks in ${quote(part)}`,
      'write for example "repeat(3, 1fr)"',
    );
  }
  if (texts.some((text) => /^repeat\(/i.test(text))) {
    throw new TrackError(`expected tracks in ${quote(part)}, found another repeat()`);
  }
  const list = texts.map(readTrack);
  if (head === 'auto-fill' || head === 'auto-fit') {
    if (list.some((track) => fixed(track) === undefined)) {
      throw new TrackError(
        `expected tracks of a fixed size in ${quote(part)}`,
        'write for example "repeat(auto-fill, minmax(20, 1fr))"',
      );
    }
    return { count: head, list };
  }
  if (!/^\d+$/.test(head) || Number(head) < 1) {
    throw new TrackError(
      `expected a count of 1 or more, auto-fill or auto-fit in ${quote(part)}, found ${quote(head)}`,
      didYouMean(head, ['auto-fill', 'auto-fit']),
    );
  }
  return { count: Number(head), list };
}

function readTrack(text: string): TrackSize {
  const call = /^([a-z-]+)\((.*)\)$/is.exec(text);
  if (call === null) {
    const size = readBreadth(text);
    return typeof size === 'object' ? { min: 'auto', max: size } : { min: size, max: size };
  }
  const name = call[1]!.toLowerCase();
  const inputs = call[2]!.split(',').map((input) => input.trim());
  if (name === 'minmax' && inputs.length === 2) {
    const [min, max] = [readBreadth(inputs[0]!), readBreadth(inputs[1]!)];
    if (typeof min === 'object') {
      throw new TrackError(
        `expected cells, a share or a keyword as the minimum size, found ${quote(inputs[0]!)}`,
        `write "minmax(0, ${inputs[0]})"`,
      );
    }
    return { min, max };
  }
  if (name === 'fit-content' && inputs.length === 1) {
    const limit = readBreadth(inputs[0]!);
    if (isFixed(limit)) return { min: 'auto', max: 'max-content', limit };
  }
  const example = FUNCTIONS.find((known) => known.startsWith(`${name}(`));
  throw new TrackError(
    `expected ${EXPECTED_TRACKS}, found ${quote(text)}`,
    example === undefined
      ? didYouMean(name, ['minmax', 'repeat', 'fit-content'])
      : `write for example "${example}"`,
  );
}

function readBreadth(text: string): Breadth {
  const word = text.toLowerCase();
  if (word === 'auto' || word === 'min-content' || word === 'max-content') return word;
  const match = /^(\d+\.?\d*|\.\d+)(ch|%|fr)?$/.exec(word);
  if (match === null)
    throw new TrackError(`expected ${EXPECTED_TRACKS}, found ${quote(text)}`, hint(word));
  const amount = Math.min(MAX_CELLS, Number(match[1]));
  if (match[2] === 'fr') return { fr: amount };
  if (match[2] === '%') return `${amount}%`;
  return Math.round(amount);
}

function hint(word: string): string | undefined {
  if (word.startsWith('[')) return 'lines are numbered; they have no names';
  if (word === 'subgrid' || word === 'masonry') return 'write the tracks, for example "1fr 1fr"';
  if (word.startsWith('-')) return 'a track is 0 cells or more';
  const unit = /^([\d.]+)([a-z]+)$/.exec(word);
  if (unit === null) return didYouMean(word, WORDS);
  const [, amount, name = ''] = unit;
  if (['f', 'r', 'rf', 'frs', 'fraction', 'flex'].includes(name)) return `write "${amount}fr"`;
  if (/^[sld]?v(w|h|min|max)$/.test(name)) return `write "${amount}%": a share of the grid`;
  return `write "${amount}": the unit of lengths is the terminal cell`;
}

/** What an area may be called; `span` and `auto` mean something else where a name may be. */
export function isAreaName(text: string): boolean {
  return /^[\p{L}_-][\p{L}\p{N}_-]{0,99}$/u.test(text) && !/^(span|auto)$/i.test(text);
}

function tooMany(tracks: readonly TrackSize[]): void {
  if (tracks.length > MAX_TRACKS) throw new TrackError(`expected at most ${MAX_TRACKS} tracks`);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
