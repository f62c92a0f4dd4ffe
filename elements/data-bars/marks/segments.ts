/**
 * Segments of a stack in whole steps (eighths, or cells for patterns) that sum to the bar exactly.
 *
 * Everything works on arrays that are used again: a dashboard calls this for every bar of every frame.
 */

/**
 * Rounds lengths so that they sum to `total`: by largest remainder, and no length above zero becomes
 * zero while there are steps for all.
 *
 * @param exact real lengths in steps, `count` of them
 * @param nonzero whether each represents a value that is not zero
 * @param out receives the whole lengths
 */
export function apportion(
  exact: Float64Array,
  nonzero: Uint8Array,
  count: number,
  total: number,
  out: Int32Array,
): void {
  let visible = 0;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    visible += nonzero[i]!;
    out[i] = Math.max(nonzero[i]!, Math.floor(exact[i]!));
    sum += out[i]!;
  }
  if (visible > total) {
    // More segments than steps: the longest get one each.
    out.fill(0, 0, count);
    const order = orderBy(exact, count).filter((i) => nonzero[i] === 1);
    for (let k = 0; k < total; k++) out[order[k]!] = 1;
    return;
  }
  if (sum < total) {
    for (let missing = total - sum; missing > 0;) {
      const distributed = giveByRemainder(exact, count, missing, out);
      if (distributed === 0) break;
      missing -= distributed;
    }
  }
  if (sum > total) takeBack(exact, count, sum - total, out);
}

/** Takes steps from the segments that gained most by rounding and keep at least one. */
function takeBack(exact: Float64Array, count: number, extra: number, out: Int32Array): void {
  const long: number[] = [];
  for (let i = 0; i < count; i++) if (out[i]! > 1) long.push(i);
  for (let left = extra; left > 0; left--) {
    let most = -1;
    for (const i of long) {
      if (out[i]! > 1 && (most < 0 || out[i]! - exact[i]! > out[most]! - exact[most]!)) most = i;
    }
    if (most < 0) return;
    out[most] = out[most]! - 1;
  }
}

/** One step each to the segments that lost most by rounding, at most one each a call. */
function giveByRemainder(
  exact: Float64Array,
  count: number,
  missing: number,
  out: Int32Array,
): number {
  if (count > 16) {
    const loss = new Float64Array(count);
    for (let i = 0; i < count; i++) loss[i] = exact[i]! - out[i]!;
    const order = orderBy(loss, count);
    const distributed = Math.min(missing, count);
    for (let k = 0; k < distributed; k++) {
      const i = order[k]!;
      out[i] = out[i]! + 1;
    }
    return distributed;
  }
  let distributed = 0;
  for (; distributed < missing && distributed < count; distributed++) {
    let most = 0;
    for (let i = 1; i < count; i++) {
      if (exact[i]! - out[i]! > exact[most]! - out[most]!) most = i;
    }
    out[most] = out[most]! + 1;
  }
  return distributed;
}

/** Indices, the largest number first, equal ones in their order. */
function orderBy(numbers: Float64Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => numbers[b]! - numbers[a]! || a - b,
  );
}

/** Eighths of a cell. */
const CELL = 8;
/** Cost of an eighth that is hidden, against an eighth by which a border moves. */
const HIDDEN = 1e6;

/**
 * Moves borders between segments so that no cell holds two of them: a cell has one glyph and two
 * colours, so it can show one border. Borders on a cell's edge cost nothing. The bar's end stays where
 * it is, and no segment disappears while there is room for it.
 *
 * @param lengths lengths in eighths of consecutive segments that start on a cell's edge; changed in place
 */
export function separateBorders(lengths: Int32Array, count: number): void {
  if (!hasConflict(lengths, count)) return;
  const kept: number[] = [];
  for (let i = 0; i < count; i++) if (lengths[i]! > 0) kept.push(i);
  const total = kept.reduce((sum, i) => sum + lengths[i]!, 0);
  // A cell shows two segments at most; past that the shortest cannot be seen and go first.
  const most = Math.max(1, Math.ceil(total / CELL) * 2 - 1);
  while (kept.length > most) {
    let shortest = 0;
    for (let k = 1; k < kept.length; k++) {
      if (lengths[kept[k]!]! < lengths[kept[shortest]!]!) shortest = k;
    }
    const [dropped] = kept.splice(shortest, 1);
    const heir = kept[Math.min(shortest, kept.length - 1)]!;
    lengths[heir] = lengths[heir]! + lengths[dropped!]!;
    lengths[dropped!] = 0;
  }
  const borders = placeBorders(
    kept.map((i) => lengths[i]!),
    total,
  );
  kept.forEach((segment, k) => {
    lengths[segment] = borders[k + 1]! - borders[k]!;
  });
}

/** A part of a bar that has one colour. */
export interface Piece {
  readonly segment: number;
  /** In eighths. */
  readonly length: number;
}

/**
 * The pieces of a bar whose cells each show one border; undefined where each segment is one piece, one after
 * the other, as long as in `lengths` after the call.
 *
 * The cell in which a bar ends shows one segment only, since the rest of it is the background. A last segment of one
 * eighth, which would fill more of that cell, is cut out of the last full cell instead, where there is one: all lengths stay
 * what they are. A bar shorter than a cell shows its longest segment.
 *
 * @param lengths as of `separateBorders`
 */
export function piecesOf(lengths: Int32Array, count: number): Piece[] | undefined {
  if (!hasConflict(lengths, count)) return undefined;
  let total = 0;
  let last = -1;
  let before = -1;
  for (let i = 0; i < count; i++) {
    if (lengths[i] === 0) continue;
    total += lengths[i]!;
    before = last;
    last = i;
  }
  const pieces = pieceInset(lengths, count, total, before, last);
  if (pieces === undefined) separateBorders(lengths, count);
  return pieces;
}

/** The last segment as the end of the last full cell, inside the one before it; undefined where that is not better. */
function pieceInset(
  lengths: Int32Array,
  count: number,
  total: number,
  before: number,
  last: number,
): Piece[] | undefined {
  const length = lengths[last]!;
  const rest = total % CELL;
  // More than a line would look like one more segment of the other colour.
  if (length > 1 || rest < 2) return undefined;
  const others = lengths.slice(0, count);
  others[before] = others[before]! + length;
  others[last] = 0;
  separateBorders(others, count);
  // The last full cell has to be of the segment before it alone.
  const own = others[before] - rest;
  if (own < CELL) return undefined;
  const pieces: Piece[] = [];
  for (let i = 0; i < before; i++) pieces.push({ segment: i, length: others[i]! });
  pieces.push({ segment: before, length: own - length });
  pieces.push({ segment: last, length }, { segment: before, length: rest });
  return pieces;
}

/** True where two borders that are not the same lie inside one cell. */
function hasConflict(lengths: Int32Array, count: number): boolean {
  let at = 0;
  let cell = -1;
  for (let i = 0; i < count; i++) {
    if (lengths[i] === 0) continue;
    at += lengths[i]!;
    if (at % CELL === 0) continue;
    const inside = (at / CELL) | 0;
    if (inside === cell) return true;
    cell = inside;
  }
  return false;
}

/** Least total movement by dynamic programming over a few places for each border. */
function placeBorders(lengths: readonly number[], total: number): number[] {
  const places: number[][] = [[0]];
  let at = 0;
  for (let i = 0; i < lengths.length - 1; i++) {
    at += lengths[i]!;
    places.push(candidates(at, total));
  }
  places.push([total]);
  let costs = [0];
  const from: number[][] = [];
  at = 0;
  for (let i = 1; i < places.length; i++) {
    at += lengths[i - 1]!;
    const next: number[] = [];
    const back: number[] = [];
    for (const place of places[i]!) {
      let best = Infinity;
      let choice = 0;
      places[i - 1]!.forEach((before, index) => {
        const cost = costs[index]! + step(before, place, lengths[i - 1]!) + Math.abs(place - at);
        if (cost < best) {
          best = cost;
          choice = index;
        }
      });
      next.push(best);
      back.push(choice);
    }
    costs = next;
    from.push(back);
  }
  const borders = new Array<number>(places.length).fill(total);
  let choice = 0;
  for (let i = places.length - 1; i > 0; i--) {
    borders[i] = places[i]![choice]!;
    choice = from[i - 1]![choice]!;
  }
  borders[0] = 0;
  return borders;
}

/** Cost of two borders in a row; infinite where a cell would have to show both. */
function step(before: number, place: number, length: number): number {
  if (place < before) return Infinity;
  if (place === before) return HIDDEN * length;
  const sameCell = Math.floor(before / CELL) === Math.floor(place / CELL);
  return sameCell && before % CELL !== 0 ? Infinity : 0;
}

function candidates(at: number, total: number): number[] {
  const edge = Math.floor(at / CELL) * CELL;
  const found = new Set([at]);
  for (let cell = -2; cell <= 3; cell++) {
    for (const eighth of [0, 1, CELL / 2, CELL - 1]) found.add(edge + cell * CELL + eighth);
  }
  return [...found].filter((place) => place >= 0 && place <= total);
}
