/** The pictures of bench/pictures.mjs: photo-like, screenshots with text, maps, one brightness, lines, transparency. */

const hash = (x, y, seed) => {
  const value = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43758.5453;
  return value - Math.floor(value);
};
const smooth = (low, high, value) => {
  const at = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return at * at * (3 - 2 * at);
};
const noise = (x, y, seed) => {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(0, 1, x - i), smooth(0, 1, y - j)];
  const top = hash(i, j, seed) + (hash(i + 1, j, seed) - hash(i, j, seed)) * u;
  const low = hash(i, j + 1, seed) + (hash(i + 1, j + 1, seed) - hash(i, j + 1, seed)) * u;
  return top + (low - top) * v;
};
const clouds = (x, y, seed) =>
  [1, 2, 4, 8, 16].reduce(
    (sum, each, at) => sum + noise(x * each, y * each, seed + at) / 2 ** at,
    0,
  ) / 1.94;
const mix = (a, b, share) => a.map((part, at) => part + (b[at] - part) * share);
const hsl = (hue, saturation, light) => {
  const part = (offset) => {
    const k = (offset + hue * 12) % 12;
    return (
      light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    );
  };
  return [part(0), part(8), part(4)];
};
/** Strokes that look like lines of letters. */
const letter = (x, y, size, seed) => {
  const [column, row] = [Math.floor(x / size), Math.floor(y / (size * 2.2))];
  if (hash(column, row, seed) < 0.17 || y % (size * 2.2) > size * 1.4) return false;
  const [u, v] = [
    Math.floor(((x % size) / size) * 4),
    Math.floor(((y % (size * 2.2)) / (size * 1.4)) * 5),
  ];
  return u < 3 && hash(column * 5 + u, row * 7 + v, seed) > 0.45;
};

/** Pictures by name: a function of a place, 0 to 1, that returns red, green, blue and maybe alpha, 0 to 1. */
export const picturesOf = (WIDTH, HEIGHT) => ({
  sunset: (x, y) => {
    const sky = mix([0.1, 0.13, 0.36], [1, 0.7, 0.4], smooth(0, 0.62, y));
    const sun = mix(
      sky,
      [1, 0.96, 0.8],
      1 - smooth(0.1, 0.13, Math.hypot((x - 0.6) * 1.5, y - 0.44)),
    );
    const hill = 0.55 + 0.08 * Math.sin(x * 7) + 0.03 * Math.sin(x * 19);
    return y > hill ? mix([0.12, 0.09, 0.2], [0.3, 0.22, 0.3], y - hill) : sun;
  },
  clouds: (x, y) =>
    mix([0.25, 0.45, 0.75], [0.97, 0.97, 0.98], smooth(0.35, 0.75, clouds(x * 4, y * 3, 1))),
  portrait: (x, y) => {
    const face = Math.hypot((x - 0.5) * 2.1, (y - 0.5) * 1.5);
    const light = 0.75 - 0.5 * x + 0.1 * clouds(x * 9, y * 9, 3);
    const skin = mix([0.35, 0.18, 0.12], [0.98, 0.8, 0.68], light);
    const eye = Math.min(
      Math.hypot((x - 0.42) * 3, (y - 0.42) * 4),
      Math.hypot((x - 0.58) * 3, (y - 0.42) * 4),
    );
    const back = mix([0.1, 0.16, 0.14], [0.3, 0.38, 0.33], clouds(x * 3, y * 2, 8));
    const drawn =
      eye < 0.11
        ? [0.08, 0.06, 0.07]
        : y > 0.66 && y < 0.69 && Math.abs(x - 0.5) < 0.08
          ? [0.55, 0.15, 0.17]
          : skin;
    return mix(drawn, face > 0.62 && y < 0.4 ? [0.14, 0.08, 0.05] : back, smooth(0.56, 0.64, face));
  },
  leaves: (x, y) =>
    mix(
      hsl(0.25 + 0.1 * clouds(x * 3, y * 3, 5), 0.6, 0.1 + 0.5 * clouds(x * 14, y * 10, 6)),
      [0.9, 0.9, 0.5],
      0.4 * smooth(0.6, 0.8, clouds(x * 5, y * 5, 7)),
    ),
  editor: (x, y) => {
    const [px, py] = [x * WIDTH, y * HEIGHT];
    if (px < 110) return letter(px, py, 9, 2) ? [0.6, 0.65, 0.7] : [0.13, 0.14, 0.17];
    if (py < 26) return letter(px, py, 11, 3) ? [0.9, 0.9, 0.9] : [0.2, 0.22, 0.27];
    const line = Math.floor(py / 22);
    const color = hsl(hash(line, Math.floor(px / 70), 4), 0.55, 0.66);
    return letter(px, py, 10, 5) && px < 130 + 520 * hash(line, 1, 6) ? color : [0.16, 0.17, 0.2];
  },
  page: (x, y) => {
    const [px, py] = [x * WIDTH, y * HEIGHT];
    if (py < 50)
      return px > 24 && px < 260 && letter(px, py, 18, 7) ? [1, 1, 1] : [0.13, 0.35, 0.75];
    if (px > 470 && px < 680 && py > 90 && py < 250)
      return mix([0.9, 0.6, 0.3], [0.3, 0.5, 0.4], y + 0.3 * Math.sin(x * 30));
    return px > 30 && px < 440 && py > 80 && letter(px, py, 9, 8)
      ? [0.12, 0.12, 0.14]
      : [0.98, 0.98, 0.97];
  },
  map: (x, y) => {
    const land = clouds(x * 3, y * 3, 9);
    const water = [0.67, 0.83, 0.94];
    if (land < 0.42) return water;
    const road =
      Math.abs(Math.sin(x * 9 + Math.sin(y * 5)) * 0.5) < 0.03 ||
      Math.abs(y - 0.5 - 0.2 * Math.sin(x * 6)) < 0.008;
    if (road) return [0.98, 0.8, 0.35];
    return land > 0.6 ? [0.78, 0.88, 0.7] : [0.95, 0.94, 0.9];
  },
  blocks: (x, y) => {
    const parts = [
      [0.9, 0.2, 0.2],
      [0.2, 0.6, 0.9],
      [0.95, 0.8, 0.2],
      [0.2, 0.7, 0.4],
      [0.95, 0.95, 0.95],
      [0.1, 0.1, 0.12],
    ];
    const turned = [x * 0.9 + y * 0.35, y * 0.9 - x * 0.35];
    return parts[Math.floor(hash(Math.floor(turned[0] * 7), Math.floor(turned[1] * 6), 11) * 6)];
  },
  isoluminant: (x, y) => {
    const angle = 2 * Math.PI * hash(Math.floor(x * 14), Math.floor(y * 9), 12);
    const [a, b] = [0.24 * Math.cos(angle), 0.24 * Math.sin(angle)];
    return [0.55 + a + 0.1 * b, 0.52 - 0.34 * a - 0.12 * b, 0.55 + b];
  },
  lines: (x, y) => {
    const [dx, dy] = [x * 1.5 - 0.75, y - 0.5];
    const radius = Math.hypot(dx, dy);
    const isRay = Math.abs(Math.sin(Math.atan2(dy, dx) * 12)) < 0.03 / Math.max(0.05, radius);
    const isRing = Math.abs((radius * 9) % 1) < 0.09;
    return isRay || isRing ? [0.05, 0.05, 0.05] : [1, 1, 1];
  },
  ramps: (x, y) =>
    y < 0.5 ? hsl(x, 1, 0.15 + 1.4 * y) : Array(3).fill(y < 0.75 ? x : Math.floor(x * 16) / 15),
  logo: (x, y) => {
    const radius = Math.hypot((x - 0.5) * 1.5, y - 0.5) * 2.2;
    const color = hsl((Math.atan2(y - 0.5, x - 0.5) / (2 * Math.PI) + 1) % 1, 0.8, 0.55);
    return [...color, smooth(0.35, 0.38, radius) * (1 - smooth(0.85, 1, radius))];
  },
});
