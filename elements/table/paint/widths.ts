/** Column widths: content first, then shares of the free space; if space is short, the widest shrink. */

export interface Track {
  /** Cells that everything known of its content takes. */
  readonly natural: number;
  /** Bounds in cells; equal for a fixed width. */
  readonly min: number;
  readonly max: number;
  /** Share of the free room; 0 for none. */
  readonly share: number;
  /** Columns that have one may be left out, the lowest first; undefined always stays. */
  readonly priority: number | undefined;
}

/** Cells of each track; -1 where it is left out. */
export type Widths = readonly number[];

/**
 * Widths that with `gap` cells between tracks fill at most `width` cells, and exactly that many where
 * a track takes a share of the free room. Only where even the smallest widths of what may not be left
 * out do not fit are they wider than that.
 */
export function allocate(tracks: readonly Track[], width: number, gap: number): Widths {
  const shown = new Set(tracks.keys());
  leaveOut(tracks, shown, width, gap);
  const widths = tracks.map((track, index) => (shown.has(index) ? start(track) : -1));
  const room = width - gap * Math.max(0, shown.size - 1);
  const used = widths.reduce((sum, cells) => sum + Math.max(0, cells), 0);
  if (used > room) shrink(tracks, widths, room);
  else grow(tracks, widths, room - used);
  return widths;
}

const clamp = ({ min, max }: Track, cells: number): number =>
  Math.max(min, Math.min(Math.max(min, max), cells));

const start = (track: Track): number => (track.share > 0 ? track.min : clamp(track, track.natural));

function leaveOut(tracks: readonly Track[], shown: Set<number>, width: number, gap: number): void {
  const least = (): number => {
    let sum = gap * Math.max(0, shown.size - 1);
    for (const index of shown) sum += tracks[index]!.min;
    return sum;
  };
  while (least() > width) {
    let victim = -1;
    let lowest = Infinity;
    for (const index of shown) {
      const { priority = Infinity } = tracks[index]!;
      if (priority === Infinity || priority > lowest) continue;
      victim = index;
      lowest = priority;
    }
    if (victim < 0) return;
    shown.delete(victim);
  }
}

/** The widest are cut to a common width, none below its smallest. */
function shrink(tracks: readonly Track[], widths: number[], room: number): void {
  const at = (level: number, index: number): number =>
    Math.min(widths[index]!, Math.max(level, tracks[index]!.min));
  const total = (level: number): number => {
    let sum = 0;
    for (let index = 0; index < tracks.length; index++) {
      if (widths[index]! >= 0) sum += at(level, index);
    }
    return sum;
  };
  let low = 0;
  let high = Math.max(0, ...widths);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (total(middle) <= room) low = middle;
    else high = middle - 1;
  }
  let spare = room - total(low);
  for (let index = 0; index < tracks.length; index++) {
    if (widths[index]! < 0) continue;
    const cells = at(low, index);
    const more = spare > 0 && cells === low && cells < widths[index]! ? 1 : 0;
    spare -= more;
    widths[index] = cells + more;
  }
}

/** Free cells by shares; what a track may not take goes to the others. */
function grow(tracks: readonly Track[], widths: number[], free: number): void {
  const canGrow = (index: number): boolean =>
    widths[index]! >= 0 && tracks[index]!.share > 0 && widths[index]! < tracks[index]!.max;
  let open = [...tracks.keys()].filter(canGrow);
  while (free > 0 && open.length > 0) {
    const shares = open.reduce((sum, index) => sum + tracks[index]!.share, 0);
    let passed = 0;
    let distributed = 0;
    let taken = 0;
    for (const index of open) {
      const track = tracks[index]!;
      passed += track.share;
      // The running total is rounded, not each part: parts then sum to the whole.
      const until = Math.round((free * passed) / shares);
      const before = widths[index]!;
      widths[index] = clamp(track, before + until - distributed);
      taken += widths[index] - before;
      distributed = until;
    }
    free -= taken;
    open = open.filter(canGrow);
  }
}
