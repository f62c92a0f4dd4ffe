/**
 * Writes the pictures of examples/pictures.tui, one of each format: `node scripts/example-pictures.mjs`. With
 * `--inline` it prints the one that the reference of `img` shows, as a data URL.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode as encodePng } from 'fast-png';

const require = createRequire(import.meta.url);
const jpeg = require('jpeg-js');
const { GifWriter } = require('omggif');
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Calls back for each pixel, with its place from 0 to 1; it returns red, green, blue and alpha from 0 to 1. */
function draw(width, height, pixel) {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const parts = pixel((x + 0.5) / width, (y + 0.5) / height);
      for (let part = 0; part < 4; part++) {
        data[at + part] = Math.round(255 * Math.min(1, Math.max(0, parts[part] ?? 1)));
      }
    }
  }
  return { width, height, data, channels: 4, depth: 8 };
}

const mix = (a, b, share) => a.map((part, at) => part + (b[at] - part) * share);
const smooth = (low, high, value) => {
  const at = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return at * at * (3 - 2 * at);
};

/** Sky, sun, hills and their reflection in a lake. */
function sunset(x, y) {
  const horizon = 0.62;
  const up = y < horizon ? y : horizon - (y - horizon) * 1.5;
  const wave = y < horizon ? 0 : 0.012 * Math.sin(y * 180 + Math.sin(x * 17) * 3);
  const sky = mix(
    mix([0.1, 0.13, 0.36], [0.85, 0.35, 0.38], smooth(0, 0.42, up)),
    [1, 0.78, 0.4],
    smooth(0.3, 0.62, up),
  );
  const far = Math.hypot((x + wave - 0.62) * 1.5, up - 0.44);
  const lit = mix(sky, [1, 0.96, 0.8], 1 - smooth(0.1, 0.12, far));
  const glow = mix(lit, [1, 0.85, 0.5], 0.5 * (1 - smooth(0.1, 0.35, far)));
  const ridge = 0.5 + 0.07 * Math.sin((x + wave) * 7) + 0.03 * Math.sin((x + wave) * 19 + 1);
  const near = 0.56 + 0.05 * Math.sin((x + wave) * 5 + 2) + 0.02 * Math.sin((x + wave) * 23);
  let color = glow;
  if (up > ridge) color = [0.32, 0.2, 0.36];
  if (up > near) color = [0.12, 0.09, 0.2];
  return y < horizon ? color : mix(color, [0.05, 0.08, 0.2], 0.35);
}

/** Every hue in a ring, clear around it. */
function wheel(x, y) {
  const [dx, dy] = [x * 2 - 1, y * 2 - 1];
  const radius = Math.hypot(dx, dy);
  const hue = (Math.atan2(dy, dx) / (2 * Math.PI) + 1) % 1;
  const part = (offset) => {
    const k = (offset + hue * 12) % 12;
    return 0.58 - 0.42 * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  const alpha = smooth(0.32, 0.36, radius) * (1 - smooth(0.92, 0.97, radius));
  return [part(0), part(8), part(4), alpha];
}

/** Fields of one brightness and many hues. */
function fields(x, y) {
  const angle = 2 * Math.PI * (0.12 * Math.floor(x * 6) + 0.31 * Math.floor(y * 4));
  const [a, b] = [0.24 * Math.cos(angle), 0.24 * Math.sin(angle)];
  return [0.55 + a + 0.1 * b, 0.52 - 0.34 * a - 0.12 * b, 0.55 + b];
}

/** A compass of lines in two colours, turned by an angle. */
function compass(x, y, turn = 0) {
  const [dx, dy] = [x * 2 - 1, y * 2 - 1];
  const radius = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx) - turn;
  const star = Math.abs(Math.cos(angle * 2)) ** 3 * 0.75 + 0.12;
  const isRing = Math.abs(radius - 0.88) < 0.045;
  const isStar = radius < star * (radius < 0.9 ? 1 : 0);
  const isLight = Math.sin(angle * 4) > 0;
  if (isRing || (isStar && isLight)) return [0.95, 0.93, 0.85];
  if (isStar) return [0.8, 0.2, 0.2];
  return [0.07, 0.12, 0.2];
}

/** Frames of one size, of which each but the first has only the rows that differ from the one before. */
function gif(frames, delay) {
  const [{ width, height }] = frames;
  const colors = [];
  const pictures = frames.map(({ data }) => {
    const indexes = [];
    for (let at = 0; at < data.length; at += 4) {
      const color = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      let index = colors.indexOf(color);
      if (index < 0) index = colors.push(color) - 1;
      indexes.push(index);
    }
    return indexes;
  });
  const clear = colors.push(0) - 1;
  while (colors.length & (colors.length - 1)) colors.push(0);
  const bytes = new Uint8Array(frames.length * width * height * 2 + 2000);
  const writer = new GifWriter(bytes, width, height, { palette: colors, loop: 0 });
  pictures.forEach((picture, frame) => {
    const before = pictures[frame - 1];
    const indexes = picture.map((index, at) => (before?.[at] === index ? clear : index));
    const rows = indexes.map((index, at) => (index === clear ? -1 : Math.floor(at / width)));
    const first = Math.floor(rows.findIndex((row) => row >= 0) / width);
    const last = Math.max(...rows);
    const part = indexes.slice(first * width, (last + 1) * width);
    writer.addFrame(0, first, width, last + 1 - first, part, { delay, transparent: clear });
  });
  return bytes.subarray(0, writer.end());
}

/** A needle that swings once to both sides and comes to rest where it was. */
const swing = Array.from({ length: 16 }, (_, at) => 0.6 * Math.sin((at / 16) * 2 * Math.PI));

async function webp(picture) {
  globalThis.ImageData ??= class ImageData {};
  const { default: encode, init } = await import('@jsquash/webp/encode.js');
  const file = join(root, 'node_modules/@jsquash/webp/codec/enc/webp_enc.wasm');
  await init(await WebAssembly.compile(await readFile(file)));
  return new Uint8Array(await encode(picture, { lossless: 1 }));
}

if (process.argv.includes('--inline')) {
  const { data } = jpeg.encode(draw(56, 40, sunset), 70);
  console.log(`data:image/jpeg;base64,${Buffer.from(data).toString('base64')}`);
} else {
  const files = {
    'sunset.jpg': jpeg.encode(draw(320, 200, sunset), 85).data,
    'wheel.png': encodePng(draw(160, 160, wheel)),
    'compass.gif': gif(
      swing.map((turn) => draw(128, 128, (x, y) => compass(x, y, turn))),
      8,
    ),
    'fields.webp': await webp(draw(144, 96, fields)),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(join(root, 'examples/pictures', name), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
}
