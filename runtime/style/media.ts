/** `@media` conditions: what of the screen they ask for, and whether it holds. */
import type { ColorDepth } from '../color.js';

export interface Media {
  /** Screen size in cells. */
  readonly width: number;
  readonly height: number;
  readonly depth: ColorDepth;
  readonly scheme: 'light' | 'dark';
}

/** One feature in parentheses; a rule applies where all hold. */
export interface MediaCondition {
  readonly feature: (typeof MEDIA_FEATURES)[number];
  readonly value: string | number;
  readonly not: boolean;
}

export const MEDIA_FEATURES = [
  'min-width',
  'max-width',
  'min-height',
  'max-height',
  'prefers-color-scheme',
  'color',
  'monochrome',
] as const;

/** Alternatives (commas) of conditions (`and`). */
export type MediaQuery = readonly (readonly MediaCondition[])[];

/** Reads a media query list; undefined where it cannot be read. */
export function parseMedia(text: string): MediaQuery | undefined {
  const query: MediaCondition[][] = [];
  for (const alternative of text.toLowerCase().split(',')) {
    const conditions: MediaCondition[] = [];
    for (const part of alternative.trim().split(/\s+and\s+/)) {
      if (part === 'all' || part === 'screen') continue;
      const match = /^(not\s+)?\(\s*([a-z-]+)\s*(?::\s*([a-z0-9]+)\s*)?\)$/.exec(part);
      const feature = MEDIA_FEATURES.find((name) => name === match?.[2]);
      if (match === null || feature === undefined) return undefined;
      const value = readValue(feature, match[3]);
      if (value === undefined) return undefined;
      conditions.push({ feature, value, not: match[1] !== undefined });
    }
    query.push(conditions);
  }
  return query;
}

function readValue(
  feature: MediaCondition['feature'],
  text: string | undefined,
): string | number | undefined {
  switch (feature) {
    case 'prefers-color-scheme':
      return text === 'light' || text === 'dark' ? text : undefined;
    case 'color':
    case 'monochrome':
      return text === undefined ? feature : undefined;
    default: {
      const cells = /^(\d{1,6})(?:ch)?$/.exec(text ?? '');
      return cells === null ? undefined : Number(cells[1]);
    }
  }
}

/** True where at least one alternative of every query holds. */
export function mediaHolds(queries: readonly MediaQuery[], media: Media): boolean {
  return queries.every((query) =>
    query.some((conditions) => conditions.every((condition) => holds(condition, media))),
  );
}

function holds({ feature, value, not }: MediaCondition, media: Media): boolean {
  return holdsPlain(feature, value, media) !== not;
}

function holdsPlain(
  feature: MediaCondition['feature'],
  value: string | number,
  media: Media,
): boolean {
  switch (feature) {
    case 'min-width':
      return media.width >= Number(value);
    case 'max-width':
      return media.width <= Number(value);
    case 'min-height':
      return media.height >= Number(value);
    case 'max-height':
      return media.height <= Number(value);
    case 'prefers-color-scheme':
      return media.scheme === value;
    case 'color':
      return media.depth !== 'none';
    case 'monochrome':
      return media.depth === 'none';
  }
}
