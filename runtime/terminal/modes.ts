/** The modes that a session switches on, and the bytes that switch them off again. */
import {
  cursorHide,
  cursorShow,
  endSynchronizedOutput,
  enterAlternativeScreen,
  exitAlternativeScreen,
} from 'ansi-escapes';
import type { Size } from '../base/geometry.js';
import { sanitize } from '../base/text/sanitize.js';

/**
 * What the mouse reports: nothing, presses and the wheel, motion with a button held too, or all
 * motion. Anything but `off` takes selecting text from the terminal.
 */
export type MouseMode = 'off' | 'click' | 'drag' | 'all';

export interface ModeOptions {
  /** Frames are rows of the main screen, below the cursor. */
  readonly inline: boolean;
  readonly altScreen: boolean;
  readonly focus: boolean;
  readonly mouse: MouseMode;
  /** Flags of the kitty keyboard protocol; 0 leaves the keyboard as it is. */
  readonly keyboard: number;
}

/** DECAWM: without it nothing that the encoder gets wrong can scroll the screen or spill into the next row. */
const AUTOWRAP_OFF = '\x1b[?7l';
const AUTOWRAP_ON = '\x1b[?7h';
const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
const FOCUS_ON = '\x1b[?1004h';
const FOCUS_OFF = '\x1b[?1004l';
const RESET_PEN = '\x1b[m';
/**
 * Erases the row of the cursor, which is in the first column, and all below it. ED (`CSI J`) comes from the second column: where it
 * comes from the first cell of the screen, tmux first scrolls what is visible into the scrollback, where it would stay.
 */
export const ERASE_BELOW = '\x1b[K\x1b[C\x1b[J\r';
/** XTWINOPS 22 and 23: the terminal keeps the title on a stack. */
export const PUSH_TITLE = '\x1b[22;2t';
const MAX_TITLE_LENGTH = 256;
const POP_TITLE = '\x1b[23;2t';

const MOUSE: Record<MouseMode, string> = {
  off: '',
  click: '\x1b[?1000h\x1b[?1006h',
  drag: '\x1b[?1002h\x1b[?1006h',
  all: '\x1b[?1003h\x1b[?1006h',
};
/** All of them, since which was set last may not be known; the encoding goes last. */
const MOUSE_OFF = '\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l';

/** The sequence that sets the window's title; control characters become visible symbols. */
export function titleSequence(title: string): string {
  return `\x1b]2;${sanitize(title.slice(0, MAX_TITLE_LENGTH))}\x1b\\`;
}

export function mouseSequence(mode: MouseMode): string {
  return mode === 'off' ? MOUSE_OFF : MOUSE_OFF + MOUSE[mode];
}

export function keyboardSequence(flags: number): string {
  return flags > 0 ? `\x1b[>${flags}u` : '\x1b[<u';
}

/**
 * Switches the session's modes on. Frames are painted over the whole screen: on the main screen, as many line feeds as it
 * has rows scroll what is above the cursor, and its line, into the scrollback. Inline they begin in the next blank row.
 *
 * @param size of the screen
 */
export function enterSequence(options: ModeOptions, size: Size): string {
  return screenOn(options, size) + modesOn(options);
}

function screenOn({ inline, altScreen }: ModeOptions, { width, height }: Size): string {
  if (inline) return freshLine(width);
  return altScreen ? enterAlternativeScreen : '\n'.repeat(height);
}

/**
 * Scrolls the lines back that a main screen has taken out of the scrollback as it became taller: the next frame covers all of
 * it. Where the terminal has added blank rows instead, rows of the last frame go there.
 *
 * @param height of the screen now
 * @param grown rows that it has more
 */
export function tallerSequence(height: number, grown: number): string {
  return `${RESET_PEN}\x1b[${height};1H${'\n'.repeat(grown)}`;
}

/**
 * The first column of a row without text, all below it erased: as many blanks as a row has cells wrap only if the cursor is
 * not in the first column. Shells begin their prompts so.
 */
function freshLine(width: number): string {
  return `${RESET_PEN}${' '.repeat(width)}\r${ERASE_BELOW}`;
}

/**
 * Switches from the live region to the whole screen, or back.
 *
 * @param isNew the region begins now; else the cursor comes back to where it was in it
 */
export function switchSequence(options: ModeOptions, size: Size, isNew: boolean): string {
  const { inline, altScreen, keyboard } = options;
  const flags = keyboard > 0 ? keyboardSequence(keyboard) : '';
  if (!inline) return screenOn(options, size) + (altScreen ? flags : '');
  const back = altScreen
    ? (keyboard > 0 ? keyboardSequence(0) : '') + exitAlternativeScreen
    : `\x1b[${size.height};1H\r\n`;
  // The main screen may have had modes of its own.
  const modes = cursorHide + RESET_PEN;
  return (
    back + modes + (isNew || !altScreen ? AUTOWRAP_ON + freshLine(size.width) : '') + AUTOWRAP_OFF
  );
}

function modesOn(options: ModeOptions): string {
  return (
    cursorHide +
    AUTOWRAP_OFF +
    PASTE_ON +
    (options.focus ? FOCUS_ON : '') +
    MOUSE[options.mouse] +
    // The flags are kept per screen buffer: after the switch to the alternate one.
    (options.keyboard > 0 ? keyboardSequence(options.keyboard) : '')
  );
}

/** Sets the modes of a session again, which may be on: nothing is pushed. */
export function reenterSequence(options: ModeOptions, size: Size): string {
  const { keyboard, inline, altScreen } = options;
  const flags = keyboard > 0 ? `\x1b[=${keyboard}u` : '';
  const screen = inline || altScreen ? screenOn(options, size) : '';
  return screen + modesOn({ ...options, keyboard: 0 }) + flags;
}

/**
 * Switches them off, in any order of things gone wrong: also in the middle of a frame. On the main
 * screen the cursor ends up below what was painted; `height` is its row, counted from 1.
 *
 * @param below what brings it below the live region, and prints what waits; empty where there is neither
 */
export function leaveSequence(
  options: ModeOptions,
  titled: boolean,
  height: number,
  below = '',
): string {
  return (
    endSynchronizedOutput +
    (options.keyboard > 0 ? keyboardSequence(0) : '') +
    (options.mouse === 'off' ? '' : MOUSE_OFF) +
    (options.focus ? FOCUS_OFF : '') +
    PASTE_OFF +
    RESET_PEN +
    AUTOWRAP_ON +
    (titled ? POP_TITLE : '') +
    // What was printed goes last: it may be more than a terminal takes in time.
    (below === ''
      ? screenOff(options, height, below) + cursorShow
      : cursorShow + screenOff(options, height, below))
  );
}

function screenOff({ inline, altScreen }: ModeOptions, height: number, below: string): string {
  if (inline) return below;
  return (altScreen ? exitAlternativeScreen : `\x1b[${height};1H\r\n`) + below;
}
