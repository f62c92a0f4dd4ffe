/**
 * Pictures in cells beside those of chafa (chafa-wasm, with the same symbols and, for each picture, the best of its
 * settings): 12 pictures made here, in 24-bit colour, 256, 16 and 2 colours, as sextants, quadrants and blanks of 60 x 20 cells.
 *
 * Each cell is drawn with 6 x 12 pixels and compared with the picture: in 24-bit colour PSNR in dB as it is, in palettes
 * PSNR of both blurred by a cell (what the eye adds up from afar, which is what dithering is for), and SSIM of the
 * brightness of the same. Both have the same symbols and the same colours: of 256 the 240 that do not differ from
 * terminal to terminal, and the sixteen that chafa counts on.
 *
 * `node bench/pictures.mjs [algorithm] [--write]`, by default without dithering by name; `--write` puts the table into docs/pictures.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Chafa from 'chafa-wasm';
import { build } from 'esbuild';
import { encode } from 'fast-png';
import { picturesOf } from './pictures/samples.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [COLUMNS, ROWS] = [60, 20];
const [CELL_WIDTH, CELL_HEIGHT] = [6, 12];
const [WIDTH, HEIGHT] = [COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT];
const MODES = ['sextant', 'quadrant', 'block'];
const DEPTHS = ['truecolor', '256', '16', 'none'];
const algorithm = process.argv.slice(2).find((word) => !word.startsWith('--'));

const PICTURES = picturesOf(WIDTH, HEIGHT);

function draw(pixel) {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at += 4) {
      const parts = pixel((x + 0.5) / WIDTH, (y + 0.5) / HEIGHT);
      for (let part = 0; part < 4; part++) {
        data[at + part] = Math.round(255 * Math.min(1, Math.max(0, parts[part] ?? 1)));
      }
    }
  }
  return data;
}

/** Over black, as three numbers a pixel. */
function flat(data) {
  const pixels = new Float32Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    for (let part = 0; part < 3; part++) {
      pixels[at * 3 + part] = (data[at * 4 + part] * data[at * 4 + 3]) / 255;
    }
  }
  return pixels;
}

// --- Cells as pixels ----------------------------------------------------------------------------------------

/** A mask of 2 x 6 parts, the least that sextants and quadrants have in common, by glyph. */
function masks({ SEXTANTS, QUADRANT_SET }) {
  const known = new Map([
    [0x20, 0],
    [0xa0, 0],
    [0x2588, 0xfff],
  ]);
  for (const [{ glyphs, rows }, tall] of [
    [QUADRANT_SET, 3],
    [SEXTANTS, 2],
  ]) {
    glyphs.forEach((glyph, mask) => {
      let parts = 0;
      for (let row = 0; row < rows * tall; row++) {
        for (let column = 0; column < 2; column++) {
          if ((mask >> (Math.floor(row / tall) * 2 + column)) & 1) parts |= 1 << (row * 2 + column);
        }
      }
      known.set(glyph, parts);
    });
  }
  return known;
}

function paint(cells, known) {
  const pixels = new Float32Array(WIDTH * HEIGHT * 3);
  cells.forEach(({ glyph, fg, bg }, at) => {
    const mask = known.get(glyph);
    if (mask === undefined) throw new Error(`U+${glyph.toString(16)} is not among the symbols`);
    const [left, top] = [(at % COLUMNS) * CELL_WIDTH, Math.floor(at / COLUMNS) * CELL_HEIGHT];
    for (let y = 0; y < CELL_HEIGHT; y++) {
      for (let x = 0; x < CELL_WIDTH; x++) {
        const part = Math.floor((y * 6) / CELL_HEIGHT) * 2 + Math.floor((x * 2) / CELL_WIDTH);
        const color = (mask >> part) & 1 ? fg : bg;
        const to = ((top + y) * WIDTH + left + x) * 3;
        pixels[to] = color >> 16;
        pixels[to + 1] = (color >> 8) & 255;
        pixels[to + 2] = color & 255;
      }
    }
  });
  return pixels;
}

const CUBE = [0, 95, 135, 175, 215, 255];
/** The sixteen that chafa counts on: all pictures are made for these, and drawn with them. */
const SIXTEEN = [
  0x000000, 0x800000, 0x007000, 0x707000, 0x000070, 0x700070, 0x007070, 0xc0c0c0, 0x404040,
  0xff0000, 0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff,
];
function indexed(index) {
  if (index < 16) return SIXTEEN[index];
  if (index >= 232) return (8 + (index - 232) * 10) * 0x10101;
  const cube = index - 16;
  return (
    (CUBE[Math.floor(cube / 36)] << 16) | (CUBE[Math.floor(cube / 6) % 6] << 8) | CUBE[cube % 6]
  );
}

function ourCells(graphics, data, mode, depth) {
  const { pictureCells, KEEP } = graphics;
  const { glyphs, fg, bg } = pictureCells(
    { width: WIDTH, height: HEIGHT, data },
    {
      width: COLUMNS,
      height: ROWS,
      fit: 'fill',
      mode,
      depth,
      algorithm,
      bits: undefined,
      sixteen: SIXTEEN,
      background: graphics.rgb(0, 0, 0),
    },
  );
  const colorOf = (color, usual) =>
    color === KEEP
      ? usual
      : graphics.isRgb(color)
        ? color & 0xffffff
        : indexed(graphics.paletteIndex(color));
  return Array.from(glyphs, (glyph, at) => ({
    glyph: glyph === 0 ? 0x20 : glyph,
    fg: colorOf(fg[at], 0xffffff),
    bg: colorOf(bg[at], 0),
  }));
}

/** The cells of chafa's escape sequences. */
function readCells(ansi) {
  const cells = [];
  let [fg, bg, isReversed] = [0xffffff, 0, false];
  for (const [whole, codes] of ansi.matchAll(
    /\x1b\[([\d;]*)m|\x1b\[[^a-zA-Z]*[a-zA-Z]|[^\x1b]/gu,
  )) {
    if (!whole.startsWith('\x1b')) {
      if (whole >= ' ')
        cells.push({
          glyph: whole.codePointAt(0),
          fg: isReversed ? bg : fg,
          bg: isReversed ? fg : bg,
        });
      continue;
    }
    if (codes === undefined) continue;
    const numbers = codes.split(';').map(Number);
    for (let at = 0; at < numbers.length; at++) {
      const code = numbers[at];
      if (code === 0) [fg, bg, isReversed] = [0xffffff, 0, false];
      else if (code === 7) isReversed = true;
      else if (code === 27) isReversed = false;
      else if (code === 39) fg = 0xffffff;
      else if (code === 49) bg = 0;
      else if (code === 38 || code === 48) {
        const isRgb = numbers[at + 1] === 2;
        const color = isRgb
          ? (numbers[at + 2] << 16) | (numbers[at + 3] << 8) | numbers[at + 4]
          : indexed(numbers[at + 2]);
        at += isRgb ? 4 : 2;
        if (code === 38) fg = color;
        else bg = color;
      } else if (code >= 30 && code <= 37) fg = SIXTEEN[code - 30];
      else if (code >= 40 && code <= 47) bg = SIXTEEN[code - 40];
      else if (code >= 90 && code <= 97) fg = SIXTEEN[code - 82];
      else if (code >= 100 && code <= 107) bg = SIXTEEN[code - 92];
    }
  }
  return cells;
}

// --- How near they are --------------------------------------------------------------------------------------

function psnr(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] - b[at]) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}

const LINEAR = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const LIGHTS = Float32Array.from({ length: 256 }, (_, value) => LINEAR(value / 255));
const ENCODED = (light) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const RADIUS = 2;

/** Three boxes, about a Gaussian as wide as a cell, of the light, which is what adds up. */
function blurred(pixels) {
  let now = pixels.map((value) => LIGHTS[Math.round(value)]);
  for (let pass = 0; pass < 3; pass++)
    now = box(box(now, 1, WIDTH, HEIGHT, RADIUS), WIDTH, HEIGHT, WIDTH, RADIUS);
  return now.map((light) => 255 * ENCODED(Math.max(0, light)));
}

function box(pixels, step, length, lines, radius) {
  const out = new Float32Array(pixels.length);
  const across = step === 1 ? WIDTH : 1;
  for (let line = 0; line < lines; line++) {
    for (let part = 0; part < 3; part++) {
      const at = (place) =>
        (line * across + Math.min(length - 1, Math.max(0, place)) * step) * 3 + part;
      let sum = 0;
      for (let place = -radius; place <= radius; place++) sum += pixels[at(place)];
      for (let place = 0; place < length; place++) {
        out[at(place)] = sum / (2 * radius + 1);
        sum += pixels[at(place + radius + 1)] - pixels[at(place - radius)];
      }
    }
  }
  return out;
}

/** The mean of windows of 8 x 8. */
function ssim(a, b) {
  const luma = (pixels, at) => 0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2];
  let [total, windows] = [0, 0];
  for (let top = 0; top < HEIGHT; top += 8) {
    for (let left = 0; left < WIDTH; left += 8) {
      let [ma, mb, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let at = 0; at < 64; at++) {
        const from = ((top + (at >> 3)) * WIDTH + left + (at & 7)) * 3;
        const [x, y] = [luma(a, from), luma(b, from)];
        ma += x / 64;
        mb += y / 64;
        aa += (x * x) / 64;
        bb += (y * y) / 64;
        ab += (x * y) / 64;
      }
      const [c1, c2] = [6.5025, 58.5225];
      total +=
        ((2 * ma * mb + c1) * (2 * (ab - ma * mb) + c2)) /
        ((ma * ma + mb * mb + c1) * (aa - ma * ma + bb - mb * mb + c2));
      windows++;
    }
  }
  return total / windows;
}

// --- The comparison -----------------------------------------------------------------------------------------

async function loadGraphics() {
  const folder = await mkdtemp(join(tmpdir(), 'tui-pictures-'));
  const entry = ['cells', 'glyphs'].map(
    (name) => `export * from ${JSON.stringify(join(root, `runtime/graphics/${name}.ts`))};`,
  );
  entry.push(
    `export { rgb, isRgb, paletteIndex } from ${JSON.stringify(join(root, 'runtime/base/color.ts'))};`,
  );
  const outfile = join(folder, 'graphics.mjs');
  await build({
    stdin: { contents: entry.join('\n'), resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SYMBOLS = {
  sextant: 'sextant+hhalf+space+solid',
  quadrant: 'quad+half+space+solid',
  block: 'space',
};

function settingsOf(chafa, depth) {
  const spaces = [
    chafa.ChafaColorSpace.CHAFA_COLOR_SPACE_RGB,
    chafa.ChafaColorSpace.CHAFA_COLOR_SPACE_DIN99D,
  ];
  const {
    CHAFA_DITHER_MODE_NONE: none,
    CHAFA_DITHER_MODE_ORDERED: ordered,
    CHAFA_DITHER_MODE_DIFFUSION: diffusion,
    CHAFA_DITHER_MODE_NOISE: noise,
  } = chafa.ChafaDitherMode;
  const { CHAFA_COLOR_EXTRACTOR_AVERAGE: average, CHAFA_COLOR_EXTRACTOR_MEDIAN: median } =
    chafa.ChafaColorExtractor;
  /** The dither, its grain, the colour of many, and whether the picture is prepared for few colours. */
  const ways = [
    [none, 4, average, false],
    [none, 4, median, false],
  ];
  if (depth !== 'truecolor') {
    for (const grain of [1, 2, 4])
      ways.push([ordered, grain, average, false], [diffusion, grain, average, false]);
    ways.push([noise, 1, average, false], [none, 4, average, true], [diffusion, 4, average, true]);
  }
  return spaces.flatMap((space) =>
    ways.map(([dither, grain, extractor, preprocess]) => ({
      colorSpace: space.value,
      colorExtractor: extractor.value,
      dither: dither.value,
      ditherGrainWidth: grain,
      ditherGrainHeight: grain,
      ditherIntensity: 1,
      preprocess,
    })),
  );
}

const graphics = await loadGraphics();
const known = masks(graphics);
const chafa = await Chafa();
const imageToAnsi = promisify(chafa.imageToAnsi);
const CANVAS = {
  truecolor: chafa.ChafaCanvasMode.CHAFA_CANVAS_MODE_TRUECOLOR.value,
  256: chafa.ChafaCanvasMode.CHAFA_CANVAS_MODE_INDEXED_240.value,
  16: chafa.ChafaCanvasMode.CHAFA_CANVAS_MODE_INDEXED_16.value,
  none: chafa.ChafaCanvasMode.CHAFA_CANVAS_MODE_FGBG.value,
};
const rows = [];
for (const [name, pixel] of Object.entries(PICTURES)) {
  const data = draw(pixel);
  const [whole, soft] = [flat(data), blurred(flat(data))];
  const png = encode({ width: WIDTH, height: HEIGHT, data, channels: 4, depth: 8 });
  /** PSNR, SSIM of the same pictures, and SSIM of them as they are. */
  const measure = (painted, isBlurred) => {
    const [ours, wanted] = isBlurred ? [blurred(painted), soft] : [painted, whole];
    return { psnr: psnr(ours, wanted), ssim: ssim(ours, wanted), near: ssim(painted, whole) };
  };
  for (const mode of MODES) {
    for (const depth of DEPTHS) {
      // Blanks have no colour there.
      if (mode === 'block' && depth === 'none') continue;
      const isBlurred = depth !== 'truecolor';
      const ours = measure(paint(ourCells(graphics, data, mode, depth), known), isBlurred);
      let theirs = { psnr: -Infinity };
      for (const settings of settingsOf(chafa, depth)) {
        const { ansi } = await imageToAnsi(png.buffer.slice(png.byteOffset).slice(0, png.length), {
          width: COLUMNS,
          height: ROWS,
          fontRatio: 0.5,
          colors: CANVAS[depth],
          symbols: SYMBOLS[mode],
          fill: 'none',
          fg: 0xffffff,
          bg: 0,
          threshold: 0.5,
          work: 9,
          optimize: 0,
          ...settings,
        });
        const cells = readCells(ansi);
        if (cells.length !== COLUMNS * ROWS) throw new Error(`${name}: ${cells.length} cells`);
        const found = measure(paint(cells, known), isBlurred);
        if (found.psnr > theirs.psnr) theirs = found;
      }
      rows.push({ name, mode, depth, ours, theirs });
    }
  }
  process.stderr.write(`${name}\n`);
}

const dB = (value) => value.toFixed(2);
const lines = [
  '| colours | mode | compared by | ours | chafa | difference | least difference | SSIM ours | chafa | SSIM as they are, ours | chafa |',
  '| --- | --- | --- | --: | --: | --: | --- | --: | --: | --: | --: |',
];
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
const sign = (value) => `${value < 0 ? '' : '+'}${dB(value)}`;
for (const depth of DEPTHS) {
  for (const mode of MODES) {
    const group = rows.filter((row) => row.depth === depth && row.mode === mode);
    if (group.length > 0) lines.push(lineOf(depth, mode, group));
  }
}

function lineOf(depth, mode, group) {
  const by = (side, of) => mean(group.map((row) => row[side][of]));
  const gaps = group.map((row) => ({ name: row.name, gap: row.ours.psnr - row.theirs.psnr }));
  const least = gaps.reduce((a, b) => (b.gap < a.gap ? b : a));
  const [ours, theirs] = [by('ours', 'psnr'), by('theirs', 'psnr')];
  const ssims = ['ssim', 'near'].flatMap((of) => [by('ours', of), by('theirs', of)]);
  const cells = [
    { truecolor: '24 bit', none: '2' }[depth] ?? depth,
    mode,
    depth === 'truecolor' ? 'PSNR' : 'blurred PSNR',
    dB(ours),
    dB(theirs),
    sign(ours - theirs),
    `${sign(least.gap)} (${least.name})`,
    ...ssims.map((value) => value.toFixed(3)),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(lines.join('\n'));
const behind = rows.filter((row) => row.ours.psnr < row.theirs.psnr);
console.log(
  `\n${rows.length - behind.length} of ${rows.length} at least as good, ${sumText(rows)}`,
);
for (const { name, mode, depth, ours, theirs } of behind) {
  console.log(`behind: ${name} ${mode} ${depth}: ${dB(ours.psnr)} to ${dB(theirs.psnr)}`);
}

/** Cases whose SSIM is more than this below chafa's are listed. */
const SSIM_GAP = 0.01;
const short = [
  '| picture | colours | mode | SSIM ours | chafa |',
  '| --- | --- | --- | --: | --: |',
];
for (const { name, mode, depth, ours, theirs } of rows) {
  if (ours.ssim >= theirs.ssim - SSIM_GAP) continue;
  const values = [ours.ssim, theirs.ssim].map((value) => value.toFixed(3));
  short.push(`| ${[name, depth === 'none' ? '2' : depth, mode, ...values].join(' | ')} |`);
}
console.log(`\nSSIM more than ${SSIM_GAP} below chafa's:\n\n${short.join('\n')}`);

function sumText(all) {
  const gap = mean(all.map((row) => row.ours.psnr - row.theirs.psnr));
  return `${gap < 0 ? '' : '+'}${dB(gap)} dB on average`;
}

// How long 80 x 24 takes: the time of the processor, which does not count what other programs do meanwhile.
const TURNS = 25;
const times = ['| mode | 24 bit | 256 | 16 | 2 |', '| --- | --: | --: | --: | --: |'];
const sample = { width: WIDTH, height: HEIGHT, data: draw(PICTURES.sunset) };
for (const mode of ['sextant', 'quadrant', 'block', 'octant']) {
  const row = DEPTHS.map((depth) => {
    const options = {
      width: 80,
      height: 24,
      fit: 'fill',
      mode,
      depth,
      algorithm,
      bits: undefined,
      background: graphics.rgb(0, 0, 0),
    };
    const turns = Array.from({ length: TURNS }, () => {
      const start = process.cpuUsage();
      graphics.pictureCells(sample, options);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    }).sort((a, b) => a - b);
    return `${turns[TURNS >> 1].toFixed(1)} ms`;
  });
  times.push(`| ${[mode, ...row].join(' | ')} |`);
}
console.log(`\n80 x 24 cells, median of ${TURNS}:\n\n${times.join('\n')}`);

if (process.argv.includes('--write')) {
  const file = join(root, 'docs/pictures.md');
  let page = await readFile(file, 'utf8');
  for (const [name, table] of [
    ['table', lines],
    ['short', short],
    ['times', times],
  ]) {
    const start = page.indexOf(`<!-- ${name} -->`);
    const end = page.indexOf(`<!-- /${name} -->`);
    page = `${page.slice(0, start)}<!-- ${name} -->\n\n${table.join('\n')}\n\n${page.slice(end)}`;
  }
  await writeFile(file, page);
}
