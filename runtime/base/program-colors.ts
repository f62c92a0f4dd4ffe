/**
 * The colours of programs, readable on the background that an element has. What the first 16 look like is the terminal's to say;
 * where a theme has colours of its own, and thus a background that the terminal's colours were not chosen for, they are those
 * of xterm, lighter or darker as needed. With 16 colours, the bright or the dark one of the same name replaces one that common
 * terminals would not show readably, or else the text's colour. All other colours are lighter or darker as needed. On a background of a
 * program's, a text without a colour of its own is black or white where the element's colour is not readable.
 */
import {
  channels,
  indexed,
  isIndexed,
  knownChannels,
  paletteIndex,
  readable,
  rgb,
  type Color,
} from './color.js';

/** What shows the colours. */
interface Screen {
  readonly depth: string;
  readonly scheme: string;
}

const hexes = (text: string): readonly Color[] =>
  text.split(' ').map((hex) => {
    const value = Number.parseInt(hex, 16);
    return rgb(value >> 16, (value >> 8) & 255, value & 255);
  });

const XTERM = hexes(
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
);
/** Of VGA and of Windows: the darkest and the brightest in use. */
const COMMON = [
  hexes(
    '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  ),
  hexes(
    '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
  ),
];
const BLACK = rgb(0, 0, 0);
const WHITE = rgb(255, 255, 255);
/** Steps from a colour towards that of the text. */
const STEPS = 5;

const known = new Map<string, Color>();

/** A colour of a program as it is painted on a background; `ink` is readable on that. */
export function programColor(painter: Screen, color: Color, bg: Color, ink: Color): Color {
  const isKnown = knownChannels(color) !== undefined;
  if (painter.depth === 'none' || (!isIndexed(color) && !isKnown)) return color;
  const key = `${color} ${bg} ${ink} ${painter.depth} ${painter.scheme}`;
  let found = known.get(key);
  if (found === undefined) {
    if (known.size > 1000) known.clear();
    if (isKnown) found = ofProgram(painter, color, bg, ink);
    else if (painter.depth === 'truecolor') found = ofTheme(color, bg, ink);
    else found = ofTerminal(painter, color, bg, ink);
    known.set(key, found);
  }
  return found;
}

function ofTheme(color: Color, bg: Color, ink: Color): Color {
  if (knownChannels(bg) === undefined) return color;
  return towards(XTERM[paletteIndex(color)]!, bg, ink);
}

/** A colour that a program has chosen of 256, or of all. */
function ofProgram(painter: Screen, color: Color, bg: Color, ink: Color): Color {
  const behind = seenAs(painter, bg, false);
  if (behind === undefined) return color;
  const opposite = seenAs(painter, ink, true);
  return readable(color, behind, opposite ?? ink) === color
    ? color
    : towards(color, behind, opposite ?? ink);
}

/** The default colours as black and white; undefined for those that users choose. */
function seenAs({ scheme }: Screen, color: Color, isText: boolean): Color | undefined {
  if (knownChannels(color) !== undefined) return color;
  if (isIndexed(color)) return undefined;
  return isText === (scheme === 'dark') ? WHITE : BLACK;
}

/** The colour of a text without one of its own on a background of a program's. */
export function programInk(painter: Screen, bg: Color, ink: Color): Color {
  const behind =
    isIndexed(bg) && knownChannels(bg) === undefined
      ? COMMON.map((colors) => colors[paletteIndex(bg)]!)
      : [bg];
  const own = seenAs(painter, ink, true);
  if (painter.depth === 'none' || own === undefined || knownChannels(behind[0]!) === undefined)
    return ink;
  const isReadable = (color: Color): boolean =>
    behind.every((each) => readable(color, each, color === WHITE ? BLACK : WHITE) === color);
  if (isReadable(own)) return ink;
  const isWhite = isReadable(WHITE);
  if (painter.depth === 'truecolor') return isWhite ? WHITE : BLACK;
  return indexed(isWhite ? 15 : 0);
}

/** The first colour on the way to that of the text that is readable. */
function towards(color: Color, bg: Color, ink: Color): Color {
  const from = channels(color);
  const to = knownChannels(ink);
  if (to === undefined) return ink;
  for (let step = 0; step < STEPS; step++) {
    const [red = 0, green = 0, blue = 0] = from.map((value, at) =>
      Math.round(value + ((to[at]! - value) * step) / STEPS),
    );
    const mixed = rgb(red, green, blue);
    if (readable(mixed, bg, ink) === mixed) return mixed;
  }
  return ink;
}

function ofTerminal({ scheme }: Screen, color: Color, bg: Color, ink: Color): Color {
  const index = paletteIndex(color);
  const level = scheme === 'dark' ? 0 : 255;
  const behind = rgb(...(knownChannels(bg) ?? [level, level, level]));
  const opposite = scheme === 'dark' ? rgb(255, 255, 255) : rgb(0, 0, 0);
  const isReadable = (at: number): boolean =>
    COMMON.every((colors) => readable(colors[at]!, behind, opposite) === colors[at]);
  const shown = [index, index ^ 8].find(isReadable);
  return shown === undefined ? ink : indexed(shown);
}
