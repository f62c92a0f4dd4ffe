/** Markers of list items. */

export const MARKERS = [
  'auto',
  'disc',
  'circle',
  'square',
  'dash',
  'decimal',
  'lower-alpha',
  'upper-alpha',
  'lower-roman',
  'upper-roman',
  'none',
] as const;
export type Marker = (typeof MARKERS)[number];

const SIGNS: Partial<Record<Marker, string>> = {
  disc: '•',
  circle: '◦',
  square: '▪',
  dash: '–',
  none: '',
};
/** By depth of nesting, round and round, as browsers do. */
const BY_DEPTH: readonly Marker[] = ['disc', 'circle', 'square'];

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** What `auto` means: numbers where the list is ordered, else a sign by depth, from 0. */
export function markerOf(marker: Marker, ordered: boolean, depth: number): Marker {
  if (marker !== 'auto') return marker;
  return ordered ? 'decimal' : BY_DEPTH[depth % BY_DEPTH.length]!;
}

export function counts(marker: Marker): boolean {
  return SIGNS[marker] === undefined;
}

/** `•`, `12.`, `xii.`; numbers that letters cannot represent are written in digits. */
export function markerText(marker: Marker, number: number): string {
  return SIGNS[marker] ?? `${numeral(marker, number)}.`;
}

function numeral(marker: Marker, number: number): string {
  switch (marker) {
    case 'lower-alpha':
      return letters(number);
    case 'upper-alpha':
      return letters(number).toUpperCase();
    case 'lower-roman':
      return roman(number);
    case 'upper-roman':
      return roman(number).toUpperCase();
    default:
      return String(number);
  }
}

/** a, b, … z, aa, ab, … */
function letters(number: number): string {
  if (number < 1) return String(number);
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let text = '';
  let rest = number;
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
