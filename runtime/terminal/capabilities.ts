/**
 * Capabilities of a terminal: guessed from the environment at once, corrected when its answers arrive. Nothing
 * here waits; a terminal that answers nothing is used as guessed.
 */
import type { ColorDepth } from '../base/color.js';
import type { Reply } from '../base/input-events.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import {
  IMAGE_PROTOCOLS,
  someImageIds,
  type ImageIds,
  type ImageProtocol,
} from './images/image.js';
import type { Reflow } from './inline/live-region.js';
import { graphicsQuery } from './images/kitty.js';
import type { OuterTerminal } from './tmux.js';

export interface Capabilities {
  /** False for a pipe, `TERM=dumb` and an empty `TERM`: no cursor control, plain text only. */
  readonly interactive: boolean;
  readonly depth: ColorDepth;
  /** The user fixed the depth (`NO_COLOR`, `FORCE_COLOR`): answers do not change it. */
  readonly depthFixed: boolean;
  /** Synchronized output, DEC private mode 2026. */
  readonly sync: boolean;
  /** By TERM, and `ascii` where the locale is not UTF-8. */
  readonly glyphs: GlyphLevel;
  /** It opens links (OSC 8), or takes no notice of them. */
  readonly links: boolean;
  /** The window has a title to set. */
  readonly title: boolean;
  /** The kitty keyboard protocol. */
  readonly kittyKeyboard: boolean;
  /** Ambiguous characters may take two cells: the locale is East Asian. */
  readonly doubtAmbiguous: boolean;
  /** Erasing fills with the current background. */
  readonly erasesWithBackground: boolean;
  /** It deletes and inserts characters (DCH, ICH): everything since the VT102, save what says VT100. */
  readonly shifts: boolean;
  /** How rows that have become too wide are shown again; `none` until the terminal is known to wrap them. */
  readonly reflow: Reflow;
  /** Whether the background is dark, by COLORFGBG or the terminal's answer; undefined until one is known. */
  readonly dark: boolean | undefined;
  /** Pixels of one cell, where the terminal has stated them. */
  readonly cell: { readonly width: number; readonly height: number } | undefined;
  /** The ways in which it shows images, as far as is known. */
  readonly graphics: Readonly<Record<ImageProtocol, boolean>>;
  /** Ids for images, once the terminal has answered that it shows them. */
  readonly images: ImageIds | undefined;
  /** It is known to show images at Unicode placeholders: kitty and Ghostty. */
  readonly hasPlaceholders: boolean;
  /** True once the terminal has answered the last query. */
  readonly answered: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that show 24-bit colour and have synchronized output, by TERM, TERM_PROGRAM or XTVERSION. */
const MODERN = /kitty|ghostty|wezterm|alacritty|foot|contour|iterm|rio|vscode|windows terminal/i;

/** Terminals that print, or stumble over, a control sequence of an operating system command (OSC). */
const WITHOUT_OSC = /^(dumb|linux|ansi|vt\d+|cons25|sun|wyse|eterm|emacs)/i;

/** Terminals that wrap rows again at a new width, by TERM, TERM_PROGRAM or XTVERSION. */
const REFLOWS =
  /^(xterm-)?(kitty|ghostty|wezterm|alacritty|foot|contour|iterm|rio|vscode|xterm\.js|vte|konsole|mintty|windows terminal|apple_terminal|hyper|tabby)/i;
/** tmux wraps all of them, and by its name or variable alone is known to. */
const IN_TMUX = /^tmux/i;

function guessReflow(term: string, program: string, env: Environment): Reflow {
  if (set(env['TMUX']) || IN_TMUX.test(term)) return 'all';
  if (isMultiplexed(term, env)) return 'none';
  const isKnown = REFLOWS.test(term) || REFLOWS.test(program);
  const variables = ['WT_SESSION', 'VTE_VERSION', 'KONSOLE_VERSION', 'KITTY_WINDOW_ID'];
  return isKnown || variables.some((name) => set(env[name])) ? 'rows' : 'none';
}

/** Terminals with Unicode placeholders, by TERM or XTVERSION. */
const PLACEHOLDERS = /^(xterm-)?(kitty|ghostty)/i;

/** Terminals with the images of iTerm2, by XTVERSION or LC_TERMINAL, and by TERM_PROGRAM. */
const ITERM2 = /^(iterm2|wezterm|mintty|rio)\b/i;
const ITERM2_PROGRAMS = /^(iterm\.app|wezterm|mintty|rio)$/i;

function hasIterm2(env: Environment): boolean {
  return ITERM2_PROGRAMS.test(env['TERM_PROGRAM'] ?? '') || ITERM2.test(env['LC_TERMINAL'] ?? '');
}

function isMultiplexed(term: string, env: Environment): boolean {
  return /^(screen|tmux)/.test(term) || set(env['TMUX']) || set(env['STY']);
}

function hasPlaceholders(term: string, env: Environment): boolean {
  return (
    PLACEHOLDERS.test(term) || set(env['KITTY_WINDOW_ID']) || set(env['GHOSTTY_RESOURCES_DIR'])
  );
}

/** The best guess without asking. */
export function detectCapabilities(env: Environment, isTTY: boolean): Capabilities {
  const term = env['TERM'] ?? '';
  const program = env['TERM_PROGRAM'] ?? '';
  const windows = set(env['WT_SESSION']);
  const dumb = (term === '' && !windows) || term === 'dumb';
  const multiplexed = isMultiplexed(term, env);
  const modern = windows || MODERN.test(term) || MODERN.test(program);
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(set) ?? '';
  const fixed = fixedDepth(env);
  return {
    interactive: isTTY && !dumb,
    depth: fixed ?? (isTTY && !dumb ? guessDepth(term, program, modern, env) : 'none'),
    depthFixed: fixed !== undefined,
    sync: modern && !multiplexed,
    glyphs: guessGlyphs(term, locale, windows),
    links: isTTY && !dumb && !WITHOUT_OSC.test(term),
    title: !dumb && term !== 'linux',
    kittyKeyboard: false,
    doubtAmbiguous: /^(zh|ja|ko)/i.test(locale),
    erasesWithBackground: !dumb && !multiplexed,
    shifts: !dumb && !/^vt(52|100)/.test(term),
    reflow: guessReflow(term, program, env),
    dark: darkByEnvironment(env),
    cell: undefined,
    graphics: { kitty: false, iterm2: !multiplexed && hasIterm2(env), sixel: false },
    images: undefined,
    hasPlaceholders: hasPlaceholders(term, env),
    answered: false,
  };
}

/**
 * Questions for the terminal, sent after the first frame: background, synchronized output, kitty
 * keyboard, name, pixels of a cell, images, and last DA1, which every terminal answers and which thereby ends the answers.
 * Empty where asking would show on the screen. For images tmux is asked in another way (tmux.ts).
 */
export function capabilityQueries(env: Environment): string {
  if (/^(dumb|linux)?$/.test(env['TERM'] ?? '')) return '';
  // Two that print what they do not know of it.
  const isSilent = env['TERM_PROGRAM'] === 'Apple_Terminal' || set(env['STY']);
  const images = isSilent || isInTmux(env) ? '' : graphicsQuery();
  return `\x1b]11;?\x1b\\\x1b[?2026$p\x1b[?u\x1b[>q\x1b[16t${images}\x1b[c`;
}

/** A `render.gfxMode` that requests pixels where the terminal has them. */
export type PixelMode = ImageProtocol | 'auto';

/** The mode if it requests pixels. */
export function pixelMode(mode: string | undefined): PixelMode | undefined {
  return mode === 'auto' ? mode : IMAGE_PROTOCOLS.find((protocol) => protocol === mode);
}

/** True inside tmux, where sequences for the terminal itself need passthrough. */
export function isInTmux(env: Environment): boolean {
  return set(env['TMUX']);
}

/** The capabilities, corrected by a reply; the same object if it changes nothing. */
export function learn(known: Capabilities, reply: Reply): Capabilities {
  switch (reply.name) {
    case 'mode':
      return reply.mode === 2026 ? learnSync(known, reply.state) : known;
    case 'keyboard':
      return known.kittyKeyboard ? known : { ...known, kittyKeyboard: true };
    case 'background': {
      const { red, green, blue } = reply;
      return learnDark(known, 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128);
    }
    case 'colorScheme':
      return learnDark(known, reply.dark);
    case 'cellSize':
      return learnCell(known, reply.width, reply.height);
    case 'images':
      return reply.isKnown ? withImages(withGraphics(known, 'kitty')) : known;
    case 'version':
      return learnVersion(known, reply.text);
    case 'attributes':
      return learnAttributes(known, reply.parameters);
    default:
      return known;
  }
}

function learnSync(known: Capabilities, state: number): Capabilities {
  // 0: unknown to the terminal, 4: never to be set.
  const sync = state >= 1 && state <= 3;
  return sync === known.sync ? known : { ...known, sync };
}

function learnDark(known: Capabilities, dark: boolean): Capabilities {
  return dark === known.dark ? known : { ...known, dark };
}

function learnCell(known: Capabilities, width: number, height: number): Capabilities {
  const isKnown = known.cell?.width === width && known.cell.height === height;
  return isKnown || !isCell(width, height) ? known : { ...known, cell: { width, height } };
}

/** What a terminal of that name and version has. */
function learnVersion(known: Capabilities, text: string): Capabilities {
  let now = ITERM2.test(text) ? withGraphics(known, 'iterm2') : known;
  if (IN_TMUX.test(text)) now = withReflow(now, 'all');
  else if (now.reflow === 'none' && REFLOWS.test(text)) now = withReflow(now, 'rows');
  if (PLACEHOLDERS.test(text) && !now.hasPlaceholders) now = { ...now, hasPlaceholders: true };
  if (now.depthFixed || now.depth === 'truecolor' || !MODERN.test(text)) return now;
  return { ...now, depth: 'truecolor' };
}

function withReflow(known: Capabilities, reflow: Reflow): Capabilities {
  return known.reflow === reflow ? known : { ...known, reflow };
}

/** The reply to DA1, which is the last one. */
function learnAttributes(known: Capabilities, parameters: readonly number[]): Capabilities {
  const hasSixel = parameters.slice(1).includes(SIXEL_ATTRIBUTE);
  const now = hasSixel ? withGraphics(known, 'sixel') : known;
  const all = now.graphics.iterm2 || now.graphics.sixel ? withImages(now) : now;
  return all.answered ? all : { ...all, answered: true };
}

/**
 * The capabilities with what tmux knows of the terminal around it. `kitty` is the user's word for a terminal that tmux
 * does not know to have placeholders.
 */
export function learnOfOuter(
  known: Capabilities,
  { isReached, names }: OuterTerminal,
  mode: PixelMode,
): Capabilities {
  // Variables are those of the terminal in which tmux was started.
  const hasPlaceholders =
    names.length === 0 ? known.hasPlaceholders : names.some((name) => PLACEHOLDERS.test(name));
  if (!isReached || !(hasPlaceholders || mode === 'kitty')) return known;
  return withImages(withGraphics({ ...known, hasPlaceholders }, 'kitty'));
}

/** The parameter for sixel in the reply to DA1, after the class of the terminal. */
const SIXEL_ATTRIBUTE = 4;

function withGraphics(known: Capabilities, protocol: ImageProtocol): Capabilities {
  if (known.graphics[protocol]) return known;
  return { ...known, graphics: { ...known.graphics, [protocol]: true } };
}

function withImages(known: Capabilities): Capabilities {
  return known.images === undefined ? { ...known, images: someImageIds() } : known;
}

/** How a terminal shows pictures in a mode: the best way first. Undefined: not in pixels. */
export function protocolFor(
  { graphics, hasPlaceholders }: Capabilities,
  mode: PixelMode,
): ImageProtocol | undefined {
  if (mode !== 'auto') return graphics[mode] ? mode : undefined;
  const isSure = (protocol: ImageProtocol): boolean => protocol !== 'kitty' || hasPlaceholders;
  return IMAGE_PROTOCOLS.find((protocol) => graphics[protocol] && isSure(protocol));
}

/** Some terminals state nothing but zeros, or pixels of the whole window. */
function isCell(width: number, height: number): boolean {
  const isSide = (side: number): boolean => Number.isInteger(side) && side >= 2 && side <= 256;
  return isSide(width) && isSide(height) && height >= width / 2 && height <= width * 8;
}

/** COLORFGBG is `foreground;background` or `foreground;default;background`, in ANSI colour numbers. */
function darkByEnvironment(env: Environment): boolean | undefined {
  const background = /(?:^|;)(\d+)$/.exec(env['COLORFGBG'] ?? '')?.[1];
  if (background === undefined) return undefined;
  const index = Number(background);
  return index !== 7 && !(index > 8 && index < 16);
}

/** Variables that are set but empty count as not set: no-color.org says so for NO_COLOR. */
function set(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** NO_COLOR, and FORCE_COLOR with supports-color's values, which wins. */
function fixedDepth(env: Environment): ColorDepth | undefined {
  switch (env['FORCE_COLOR']) {
    case '0':
    case 'false':
      return 'none';
    case '1':
    case 'true':
    case '':
      return '16';
    case '2':
      return '256';
    case '3':
      return 'truecolor';
    default:
      return set(env['NO_COLOR']) ? 'none' : undefined;
  }
}

/** Terminals of hardware and of old, whose fonts have no more than ASCII that can be counted on. */
const ASCII_TERMS = /^(dumb|ansi|vt\d+|cons25|sun|wyse|xterm-mono)/i;

/**
 * An unset locale says nothing (containers, services and many a remote shell have none), so that the
 * terminal alone decides; one that is set without UTF-8, `C` among them, was set by the user.
 */
function guessGlyphs(term: string, locale: string, windows: boolean): GlyphLevel {
  if (windows) return 'unicode';
  if (locale !== '' && !/utf-?8/i.test(locale)) return 'ascii';
  if (ASCII_TERMS.test(term)) return 'ascii';
  return /^linux/.test(term) ? 'linux' : 'unicode';
}

function guessDepth(term: string, program: string, modern: boolean, env: Environment): ColorDepth {
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 'truecolor';
  if (/-direct$|-truecolor$/.test(term)) return 'truecolor';
  // A multiplexer shows what it says, whatever is around it.
  if (modern && !/^(screen|tmux)/.test(term)) return 'truecolor';
  if (/-256(color)?$/i.test(term) || program === 'Apple_Terminal') return '256';
  if (/^(vt\d+|.*-mono|.*-m)$/i.test(term)) return 'none';
  return '16';
}
