/** `@media` conditions: parses them, and evaluates them for a screen. */
import type { ColorDepth } from '../../base/color.js';
import { didYouMean } from '../../base/diagnostics.js';

export interface Media {
  /** Screen size in cells. */
  readonly width: number;
  readonly height: number;
  readonly depth: ColorDepth;
  readonly scheme: 'light' | 'dark';
  readonly reducesMotion: boolean;
  /** The app has the whole screen, or rows below the shell's prompt. */
  readonly displayMode: DisplayMode;
}

export type DisplayMode = 'fullscreen' | 'inline';

type Comparison = '<' | '<=' | '=' | '>=' | '>';

/** Features that are numbers: cells, or how many colours there are. */
type Measured = 'width' | 'height' | 'color-index';

/** One test of the screen. */
export type MediaTest =
  | { readonly feature: Measured; readonly comparison: Comparison; readonly value: number }
  | { readonly feature: 'prefers-color-scheme'; readonly value: 'light' | 'dark' }
  | { readonly feature: 'prefers-reduced-motion'; readonly value: 'reduce' | 'no-preference' }
  | { readonly feature: 'display-mode'; readonly value: DisplayMode }
  | { readonly feature: 'color' | 'monochrome' };

/** What is in parentheses, maybe after `not`; a range has two tests. */
export interface MediaCondition {
  readonly tests: readonly MediaTest[];
  readonly not: boolean;
}

/** Alternatives (commas, `or`) of conditions (`and`); `not all and …` negates a whole alternative. */
export type MediaQuery = readonly MediaAlternative[];

export interface MediaAlternative {
  readonly conditions: readonly MediaCondition[];
  readonly not: boolean;
}

export const MEDIA_FEATURES = [
  'width',
  'min-width',
  'max-width',
  'height',
  'min-height',
  'max-height',
  'prefers-color-scheme',
  'prefers-reduced-motion',
  'display-mode',
  'color',
  'monochrome',
  'color-index',
  'min-color-index',
  'max-color-index',
] as const;

/** Colours that a depth shows, for `color-index`. */
const COLORS: Readonly<Record<ColorDepth, number>> = {
  none: 0,
  '16': 16,
  '256': 256,
  truecolor: 0x1000000,
};

/** Longest text read, in UTF-16 units. */
const MAX_LENGTH = 2000;

/** Reads a media query list; undefined where it cannot be read. */
export function parseMedia(text: string): MediaQuery | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const query: MediaAlternative[] = [];
  for (const part of text.toLowerCase().split(',')) {
    const alternatives = readAlternatives(part.trim());
    if (alternatives === undefined) return undefined;
    query.push(...alternatives);
  }
  return query;
}

/** The nearest name, where a feature's name in a query that cannot be read is none. */
export function mediaSuggestion(text: string): string | undefined {
  for (const [, name = ''] of text.toLowerCase().matchAll(/\(\s*([a-z-]+)/g)) {
    if (MEDIA_FEATURES.every((feature) => feature !== name)) {
      return didYouMean(name, MEDIA_FEATURES);
    }
  }
  return undefined;
}

function readAlternatives(text: string): MediaAlternative[] | undefined {
  const typed = /^(?:(not|only)\s+)?(all|screen)(?:\s+and\s+([\s\S]+))?$/.exec(text);
  if (typed !== null) {
    const rest = typed[3];
    const conditions = rest === undefined ? [] : readConditions(rest, /\s+and\s+/);
    return conditions && [{ conditions, not: typed[1] === 'not' }];
  }
  if (/\)\s*or\s*(?:\(|not\b)/.test(text)) {
    const conditions = readConditions(text, /\s*\bor\b\s*/);
    return conditions?.map((condition) => ({ conditions: [condition], not: false }));
  }
  // `all` and `screen` may be among conditions: they always hold.
  const conditions = readConditions(text, /\s+and\s+/, true);
  return conditions && [{ conditions, not: false }];
}

function readConditions(
  text: string,
  separator: RegExp,
  mayBeAll = false,
): MediaCondition[] | undefined {
  const conditions: MediaCondition[] = [];
  for (const part of text.split(separator)) {
    if (mayBeAll && (part === 'all' || part === 'screen')) continue;
    const match = /^(not\s+)?\(([^()]*)\)$/.exec(part.trim());
    const tests = match === null ? undefined : readTests((match[2] ?? '').trim());
    if (match === null || tests === undefined) return undefined;
    conditions.push({ tests, not: match[1] !== undefined });
  }
  return conditions;
}

/** `feature`, `feature: value`, `feature >= value` or `value <= feature < value`. */
function readTests(text: string): MediaTest[] | undefined {
  const plain = /^([a-z-]+)\s*(?::\s*([a-z0-9-]+))?$/.exec(text);
  if (plain !== null) {
    const test = readTest(plain[1] ?? '', plain[2]);
    return test && [test];
  }
  const range =
    /^(?:(\d{1,9}(?:ch)?)\s*(<=?|>=?|=)\s*)?([a-z-]+)(?:\s*(<=?|>=?|=)\s*(\d{1,9}(?:ch)?))?$/.exec(
      text,
    );
  if (range === null) return undefined;
  const [, low, before, feature = '', after, high] = range;
  if (!isMeasured(feature)) return undefined;
  const tests: MediaTest[] = [];
  if (low !== undefined && before !== undefined) {
    const comparison = MIRRORED[before as Comparison];
    tests.push({ feature, comparison, value: Number.parseInt(low, 10) });
  }
  if (high !== undefined && after !== undefined) {
    tests.push({ feature, comparison: after as Comparison, value: Number.parseInt(high, 10) });
  }
  return tests;
}

/** `40 <= width` is `width >= 40`. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '=': '=',
  '>=': '<=',
  '>': '<',
};

function isMeasured(name: string): name is Measured {
  return name === 'width' || name === 'height' || name === 'color-index';
}

function readTest(name: string, text: string | undefined): MediaTest | undefined {
  if (name === 'prefers-color-scheme') {
    return text === 'light' || text === 'dark' ? { feature: name, value: text } : undefined;
  }
  if (name === 'prefers-reduced-motion') {
    const value = text ?? 'reduce';
    return value === 'reduce' || value === 'no-preference' ? { feature: name, value } : undefined;
  }
  if (name === 'display-mode') {
    return text === 'inline' || text === 'fullscreen' ? { feature: name, value: text } : undefined;
  }
  if (name === 'color' || name === 'monochrome') {
    return text === undefined ? { feature: name } : undefined;
  }
  const feature = name.replace(/^(min|max)-/, '');
  if (!isMeasured(feature)) return undefined;
  // Without a value, a feature matches if it is not zero.
  if (text === undefined)
    return name === feature ? { feature, comparison: '>', value: 0 } : undefined;
  if (!/^\d{1,9}(?:ch)?$/.test(text)) return undefined;
  const comparison = name === feature ? '=' : name.startsWith('min') ? '>=' : '<=';
  return { feature, comparison, value: Number.parseInt(text, 10) };
}

/** True where at least one alternative of every query holds. */
export function mediaHolds(queries: readonly MediaQuery[], media: Media): boolean {
  return queries.every((query) =>
    query.some(
      ({ conditions, not }) =>
        conditions.every(
          (condition) => condition.tests.every((test) => isTestTrue(test, media)) !== condition.not,
        ) !== not,
    ),
  );
}

function isTestTrue(test: MediaTest, media: Media): boolean {
  switch (test.feature) {
    case 'prefers-color-scheme':
      return media.scheme === test.value;
    case 'prefers-reduced-motion':
      return media.reducesMotion === (test.value === 'reduce');
    case 'display-mode':
      return media.displayMode === test.value;
    case 'color':
      return media.depth !== 'none';
    case 'monochrome':
      return media.depth === 'none';
    default: {
      const { feature, comparison, value } = test;
      const actual = feature === 'color-index' ? COLORS[media.depth] : media[feature];
      return compares(actual, comparison, value);
    }
  }
}

function compares(actual: number, comparison: Comparison, value: number): boolean {
  switch (comparison) {
    case '<':
      return actual < value;
    case '<=':
      return actual <= value;
    case '=':
      return actual === value;
    case '>=':
      return actual >= value;
    case '>':
      return actual > value;
  }
}
