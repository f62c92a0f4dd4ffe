/**
 * Converts a picture to cells in the colours of a palette, as close to the original as the eye can see. For each cell
 * in turn, of all ways to divide its points between two colours, it chooses the one for which the blurred picture so
 * far differs least. Cells with few choices are chosen again when all others are known.
 *
 * Errors are measured in linear light, since light is additive. Each cell minimizes `eᵀRe`, where `e` are the errors of
 * the points, `R` is the correlation of two points (eye.ts), and the errors of later cells are assumed to be 0. This is
 * a quadratic form: for each mask, the best two colours solve two linear equations, and the palette is searched around
 * them.
 */
import { eyeOf, type Reach } from '../eye.js';
import { flatness } from '../flatness.js';
import type { GlyphSet } from '../glyphs.js';
import type { Palette } from '../palette.js';
import { lightOf, slopeAt } from '../resample.js';

/** Weight of the error of single points, beside that of the blurred picture: what is visible from near. */
const NEAR = 0.05;
/** Additional weight of a cell of one point in flat areas, where noise is visible. */
const FLAT = 0.75;
/** Weight of brightness beside red, green and blue in cells of one point, whose errors are visible one by one. */
const BRIGHT = 1.5;
/** Shares of red, green and blue in the brightness of sRGB. */
const LUMA = [0.299, 0.587, 0.114] as const;
/** Minimum light for which slopes are calculated: at black they are infinite. */
const MIN_AROUND = 4;
/** Maximum masks for which the palette is searched. */
const MAX_MASKS = 6;
/** Maximum passes over cells with few choices. */
const MAX_PASSES = 3;
/** Maximum iterations for the two colours of a mask, each chosen for the current value of the other. */
const MAX_TURNS = 4;

const LIGHTS = Float64Array.from({ length: 256 }, (_, value) => lightOf(value));

/** Parts that do not depend on the picture, by mask: the quadratic form, and its inverse. */
interface Forms {
  readonly inside: Float64Array;
  readonly between: Float64Array;
  readonly outside: Float64Array;
  readonly inverse: Float64Array;
}

export class Halftone {
  /** Light of red, green and blue of the points of a cell, 0 to 255, to be written before it is added. */
  readonly light: Float64Array;
  /** What was chosen, by cell: the points of the first colour, and the numbers of both. */
  readonly masks: Uint8Array;
  readonly fgs: Int32Array;
  readonly bgs: Int32Array;
  /** The points of each cell that are part of the picture. */
  readonly #shown: Uint8Array;
  readonly #lights: Float32Array;
  readonly #lefts: Float32Array;
  #mask = 0;
  #fg = 0;
  #bg = 0;
  readonly #columns: number;
  readonly #rows: number;
  readonly #count: number;
  readonly #eye: Reach;
  /** How much the points of a cell have to do with each other. */
  readonly #within: Float64Array;
  readonly #forms: Forms;
  /** Numbers of a row of points: three for each, with those beside the picture. */
  readonly #stride: number;
  /** What the errors of other cells mean for each point; there are points around the picture, too. */
  readonly #field: Float32Array;
  /** How much sRGB changes with light, by light: what an error of light looks like. */
  readonly #slopes: Float64Array;
  /** Of the points of the cell: what is requested, in terms of the quadratic form. */
  readonly #target: Float64Array;
  /** Sums of `target`, by mask. */
  readonly #sums: Float64Array;
  readonly #weights = new Float64Array(6);
  readonly #errors: Float64Array;
  readonly #spread: Float64Array;
  readonly #bestMasks = new Int32Array(MAX_MASKS);
  readonly #bounds = new Float64Array(MAX_MASKS);
  #least = Infinity;
  /** How flat the picture is around each cell, and how much more the cell counts by itself: for cells of one point. */
  #flatness: Float32Array | undefined;
  #alone = 0;

  readonly #width: number;
  readonly #height: number;
  readonly #palette: Palette;

  /**
   * @param width of the picture, in cells
   * @param height of the picture, in cells
   */
  constructor({ columns, rows }: GlyphSet, width: number, height: number, palette: Palette) {
    this.#width = width;
    this.#height = height;
    this.#palette = palette;

    this.#columns = columns;
    this.#rows = rows;
    this.#count = columns * rows;
    this.#eye = eyeOf(columns, rows).common;
    const { across, down } = this.#eye;
    this.#stride = (width * columns + 2 * (across.length - 1)) * 3;
    this.#field = new Float32Array((height * rows + 2 * (down.length - 1)) * this.#stride);
    this.#within = withinCell(columns, rows, this.#eye);
    this.#forms = formsOf(this.#within, this.#count);
    const numbers = this.#count * 3;
    this.light = new Float64Array(numbers);
    this.#target = new Float64Array(numbers);
    this.#errors = new Float64Array(numbers);
    this.#sums = new Float64Array((1 << this.#count) * 3);
    this.#spread = new Float64Array(columns * 3);
    const cells = width * height;
    this.masks = new Uint8Array(cells);
    this.fgs = new Int32Array(cells);
    this.bgs = new Int32Array(cells);
    this.#shown = new Uint8Array(cells);
    this.#lights = new Float32Array(cells * numbers);
    this.#lefts = new Float32Array(cells * numbers);
    // Errors are as large as a step of the palette, whose light rises about with its square.
    const around = MIN_AROUND + palette.step ** 2 / 510;
    this.#slopes = Float64Array.from({ length: 256 }, (_, light) => slopeAt(light, around));
  }

  /** @param shown the points that are part of the picture; where some are not, the cell has one colour */
  add(cell: number, shown: number): void {
    this.#shown[cell] = shown;
    this.#lights.set(this.light, cell * this.#count * 3);
  }

  /** Chooses all cells that were added, row by row, from left to right. */
  run(): void {
    if (this.#count === 1) {
      this.#flatness = flatness(this.#lights, this.#shown, this.#width, this.#height);
    }
    const turns = this.#count > 1 ? 1 : MAX_PASSES;
    for (let turn = 0; turn < turns; turn++) {
      for (let y = 0, cell = 0; y < this.#height; y++) {
        for (let x = 0; x < this.#width; x++, cell++) {
          if (this.#shown[cell] !== 0) this.#choose(cell, x, y);
        }
      }
    }
  }

  #choose(cell: number, x: number, y: number): void {
    const { light } = this;
    const lights = this.#lights;
    const shown = this.#shown[cell]!;
    const first = cell * light.length;
    for (let at = 0; at < light.length; at++) light[at] = lights[first + at]!;
    this.#alone = this.#flatness === undefined ? 0 : FLAT * this.#flatness[cell]!;
    this.#expect(x, y);
    this.#least = Infinity;
    if (shown !== (1 << this.#count) - 1) this.#chooseFor(shown);
    else {
      this.#chooseOne();
      for (let at = 0, found = this.#rank(); at < found; at++) {
        if (this.#bounds[at]! >= this.#least) break;
        this.#refine(this.#bestMasks[at]!);
      }
    }
    this.masks[cell] = this.#mask;
    this.fgs[cell] = this.#fg;
    this.bgs[cell] = this.#bg;
    this.#leave(cell, x, y);
  }

  /** Chooses the one colour that some points of a cell have; the others are not part of the picture. */
  #chooseFor(mask: number): void {
    const { light } = this;
    const palette = this.#palette;
    const weights = this.#weights;
    const mean = [0, 0, 0];
    let size = 0;
    for (let point = 0; point < this.#count; point++) {
      if (((mask >> point) & 1) === 0) continue;
      size++;
      for (let part = 0; part < 3; part++) mean[part]! += light[point * 3 + part]!;
    }
    const [red, green, blue] = mean.map((sum) => sum / size) as [number, number, number];
    this.#mask = mask;
    this.#fg = this.#bg = palette.nearestLight(red, green, blue, weights);
  }

  /** Where the field of a cell begins. */
  #fieldAt(x: number, y: number): number {
    const { across, down } = this.#eye;
    const row = y * this.#rows + down.length - 1;
    return row * this.#stride + (x * this.#columns + across.length - 1) * 3;
  }

  #expect(x: number, y: number): void {
    const { light } = this;
    const target = this.#target;
    const within = this.#within;
    const count = this.#count;
    const columns = this.#columns;
    const weights = this.#weights;
    const field = this.#field;
    const first = this.#fieldAt(x, y);
    for (let point = 0; point < count; point++) {
      let [red, green, blue] = [0, 0, 0];
      for (let other = 0; other < count; other++) {
        const share = within[point * count + other]! + this.#alone;
        red += share * light[other * 3]!;
        green += share * light[other * 3 + 1]!;
        blue += share * light[other * 3 + 2]!;
      }
      const from = first + Math.floor(point / columns) * this.#stride + (point % columns) * 3;
      target[point * 3] = red - field[from]!;
      target[point * 3 + 1] = green - field[from + 1]!;
      target[point * 3 + 2] = blue - field[from + 2]!;
    }
    for (let part = 0; part < 3; part++) {
      let mean = 0;
      for (let at = part; at < count * 3; at += 3) mean += light[at]!;
      const at = Math.round(mean / count);
      const slope = this.#slopes[at]!;
      weights[part] = slope ** 2;
      if (count === 1) weights[part + 3] = Math.sqrt(BRIGHT) * LUMA[part]! * slope;
    }
  }

  #addUp(): void {
    const sums = this.#sums;
    const target = this.#target;
    for (let bit = 0; bit < this.#count; bit++) {
      const end = 3 << bit;
      const [red, green, blue] = [target[bit * 3]!, target[bit * 3 + 1]!, target[bit * 3 + 2]!];
      for (let at = 0; at < end; at += 3) {
        sums[end + at] = sums[at]! + red;
        sums[end + at + 1] = sums[at + 1]! + green;
        sums[end + at + 2] = sums[at + 2]! + blue;
      }
    }
  }

  /** The whole cell in one colour. */
  #chooseOne(): void {
    this.#addUp();
    const sums = this.#sums;
    const forms = this.#forms;
    const weights = this.#weights;
    const all = (1 << this.#count) - 1;
    const form = forms.inside[all]! + this.#alone;
    const [red, green, blue] = [sums[all * 3]!, sums[all * 3 + 1]!, sums[all * 3 + 2]!];
    const id = this.#palette.nearestLight(red / form, green / form, blue / form, weights);
    this.#offer(all, id, id);
  }

  /**
   * The masks that are best if all colours could be had, and how good they would be at most. The last point is always
   * of the second colour: both may change places.
   */
  #rank(): number {
    const sums = this.#sums;
    const bounds = this.#bounds;
    const bestMasks = this.#bestMasks;
    const forms = this.#forms;
    const { inverse } = forms;
    const [wr, wg, wb] = [this.#weights[0]!, this.#weights[1]!, this.#weights[2]!];
    const last = sums.length - 3;
    const [red, green, blue] = [sums[last]!, sums[last + 1]!, sums[last + 2]!];
    let found = 0;
    const end = 1 << (this.#count - 1);
    for (let mask = 1; mask < end; mask++) {
      const at = mask * 3;
      const [a, b, c] = [inverse[at]!, 2 * inverse[at + 1]!, inverse[at + 2]!];
      const [pr, pg, pb] = [sums[at]!, sums[at + 1]!, sums[at + 2]!];
      const [qr, qg, qb] = [red - pr, green - pg, blue - pb];
      const bound = -(
        wr * (pr * (a * pr + b * qr) + c * qr * qr) +
        wg * (pg * (a * pg + b * qg) + c * qg * qg) +
        wb * (pb * (a * pb + b * qb) + c * qb * qb)
      );
      if (found === MAX_MASKS && bound >= bounds[found - 1]!) continue;
      let to = found < MAX_MASKS ? found++ : found - 1;
      for (; to > 0 && bounds[to - 1]! > bound; to--) {
        bounds[to] = bounds[to - 1]!;
        bestMasks[to] = bestMasks[to - 1]!;
      }
      bounds[to] = bound;
      bestMasks[to] = mask;
    }
    return found;
  }

  /** Colours of the palette for a mask: first the one nearest to the best, then each by the other. */
  #refine(mask: number): void {
    const { inverse } = this.#forms;
    const at = mask * 3;
    const [a, b, c] = [inverse[at]!, inverse[at + 1]!, inverse[at + 2]!];
    const sums = this.#sums;
    const palette = this.#palette;
    const weights = this.#weights;
    const last = sums.length - 3;
    const [pr, pg, pb] = [sums[at]!, sums[at + 1]!, sums[at + 2]!];
    const [qr, qg, qb] = [sums[last]! - pr, sums[last + 1]! - pg, sums[last + 2]! - pb];
    const fg = palette.nearestLight(a * pr + b * qr, a * pg + b * qg, a * pb + b * qb, weights);
    this.#turn(mask, fg, false);
    const bg = palette.nearestLight(b * pr + c * qr, b * pg + c * qg, b * pb + c * qb, weights);
    if (bg !== this.#lastOther) this.#turn(mask, bg, true);
  }

  #lastOther = -1;

  /** Chooses the other colour by one, and so on until nothing changes. */
  #turn(mask: number, start: number, isBackground: boolean): void {
    const sums = this.#sums;
    const forms = this.#forms;
    const palette = this.#palette;
    const weights = this.#weights;
    const last = sums.length - 3;
    const between = forms.between[mask]!;
    let known = start;
    let other = -1;
    let isBg = isBackground;
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      const form = isBg ? forms.inside[mask]! : forms.outside[mask]!;
      const at = mask * 3;
      const sum = (part: number): number =>
        isBg ? sums[at + part]! : sums[last + part]! - sums[at + part]!;
      const found = palette.nearestLight(
        (sum(0) - between * LIGHTS[palette.red(known)]!) / form,
        (sum(1) - between * LIGHTS[palette.green(known)]!) / form,
        (sum(2) - between * LIGHTS[palette.blue(known)]!) / form,
        weights,
      );
      if (found === other) break;
      if (isBg) this.#offer(mask, found, known);
      else this.#offer(mask, known, found);
      if (turns === 0) this.#lastOther = found;
      other = known;
      known = found;
      isBg = !isBg;
    }
  }

  #offer(mask: number, fg: number, bg: number): void {
    const forms = this.#forms;
    const palette = this.#palette;
    const sums = this.#sums;
    const weights = this.#weights;
    const [inside, between, outside] = [
      forms.inside[mask]!,
      2 * forms.between[mask]!,
      forms.outside[mask]!,
    ];
    const last = sums.length - 3;
    const at = mask * 3;
    let cost = 0;
    for (let part = 0; part < 3; part++) {
      const high =
        LIGHTS[part === 0 ? palette.red(fg) : part === 1 ? palette.green(fg) : palette.blue(fg)]!;
      const low =
        LIGHTS[part === 0 ? palette.red(bg) : part === 1 ? palette.green(bg) : palette.blue(bg)]!;
      const sum = sums[at + part]!;
      const rest = sums[last + part]! - sum;
      cost +=
        weights[part]! *
        (high * (inside * high + between * low - 2 * sum) + low * (outside * low - 2 * rest));
    }
    if (cost >= this.#least) return;
    this.#least = cost;
    this.#mask = mask;
    this.#fg = fg;
    this.#bg = bg;
  }

  /** What the errors of the cell mean for the points of the cells around it. */
  #leave(cell: number, x: number, y: number): void {
    const columns = this.#columns;
    const rows = this.#rows;
    const stride = this.#stride;
    const field = this.#field;
    const spread = this.#spread;
    const { across, down } = this.#eye;
    const reach = across.length - 1;
    const below = down.length - 1;
    const first = this.#fieldAt(x, y);
    this.#compare(cell);
    for (let row = -below; row < rows + below; row++) {
      this.#addDown(row);
      const isInside = row >= 0 && row < rows;
      for (let column = -reach; column < columns + reach; column++) {
        if (isInside && column === 0) column = columns;
        let [red, green, blue] = [0, 0, 0];
        for (let from = 0; from < columns; from++) {
          const apart = column > from ? column - from : from - column;
          if (apart > reach) continue;
          const share = across[apart]!;
          red += share * spread[from * 3]!;
          green += share * spread[from * 3 + 1]!;
          blue += share * spread[from * 3 + 2]!;
        }
        const to = first + row * stride + column * 3;
        field[to]! += red;
        field[to + 1]! += green;
        field[to + 2]! += blue;
      }
    }
  }

  /** Adds up the effect of each column's errors on points `row` rows down. */
  #addDown(row: number): void {
    const columns = this.#columns;
    const rows = this.#rows;
    const spread = this.#spread;
    const errors = this.#errors;
    const { down } = this.#eye;
    spread.fill(0);
    for (let from = 0; from < rows; from++) {
      const apart = row > from ? row - from : from - row;
      if (apart >= down.length) continue;
      const share = down[apart]!;
      for (let at = 0; at < columns * 3; at++) {
        spread[at]! += share * errors[from * columns * 3 + at]!;
      }
    }
  }

  /** How much more error each point has than it had; those that are not shown have none. */
  #compare(cell: number): void {
    const { light } = this;
    const errors = this.#errors;
    const palette = this.#palette;
    const mask = this.#mask;
    const lefts = this.#lefts;
    const shown = this.#shown[cell]!;
    const first = cell * light.length;
    for (let point = 0; point < this.#count; point++) {
      if (((shown >> point) & 1) === 0) {
        errors.fill(0, point * 3, point * 3 + 3);
        continue;
      }
      const id = ((mask >> point) & 1) === 1 ? this.#fg : this.#bg;
      const at = point * 3;
      const from = first + at;
      const red = LIGHTS[palette.red(id)]! - light[at]!;
      const green = LIGHTS[palette.green(id)]! - light[at + 1]!;
      const blue = LIGHTS[palette.blue(id)]! - light[at + 2]!;
      errors[at] = red - lefts[from]!;
      errors[at + 1] = green - lefts[from + 1]!;
      errors[at + 2] = blue - lefts[from + 2]!;
      lefts[from] = red;
      lefts[from + 1] = green;
      lefts[from + 2] = blue;
    }
  }
}

function withinCell(columns: number, rows: number, { across, down }: Reach): Float64Array {
  const count = columns * rows;
  return Float64Array.from({ length: count * count }, (_, at) => {
    const [a, b] = [Math.floor(at / count), at % count];
    const right = Math.abs((a % columns) - (b % columns));
    const below = Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
    return (across[right] ?? 0) * (down[below] ?? 0) + (a === b ? NEAR : 0);
  });
}

function formsOf(within: Float64Array, count: number): Forms {
  const masks = 1 << count;
  const inside = new Float64Array(masks);
  const between = new Float64Array(masks);
  const outside = new Float64Array(masks);
  const inverse = new Float64Array(masks * 3);
  for (let mask = 0; mask < masks; mask++) {
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        const share = within[a * count + b]!;
        const [isA, isB] = [(mask >> a) & 1, (mask >> b) & 1];
        if (isA === 1 && isB === 1) inside[mask]! += share;
        else if (isA === 0 && isB === 0) outside[mask]! += share;
        else if (isA === 1) between[mask]! += share;
      }
    }
    const det = inside[mask]! * outside[mask]! - between[mask]! ** 2;
    inverse[mask * 3] = outside[mask]! / det;
    inverse[mask * 3 + 1] = -between[mask]! / det;
    inverse[mask * 3 + 2] = inside[mask]! / det;
  }
  return { inside, between, outside, inverse };
}
