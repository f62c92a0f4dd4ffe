/** The modes that a session switches on, and the bytes that switch them off again. */
import {
  cursorHide,
  cursorShow,
  endSynchronizedOutput,
  enterAlternativeScreen,
  exitAlternativeScreen,
} from 'ansi-escapes';
import { sanitize } from '../base/text/sanitize.js';

/**
 * What the mouse reports: nothing, presses and the wheel, motion with a button held too, or all
 * motion. Anything but `off` takes selecting text from the terminal.
 */
export type MouseMode = 'off' | 'click' | 'drag' | 'all';

export interface ModeOptions {
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
 * has rows scroll what is above the cursor, and its line, into the scrollback.
 *
 * @param height rows of the screen
 */
export function enterSequence(options: ModeOptions, height: number): string {
  return (options.altScreen ? enterAlternativeScreen : '\n'.repeat(height)) + modesOn(options);
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
export function reenterSequence(options: ModeOptions): string {
  const { keyboard } = options;
  const flags = keyboard > 0 ? `\x1b[=${keyboard}u` : '';
  const screen = options.altScreen ? enterAlternativeScreen : '';
  return screen + modesOn({ ...options, keyboard: 0 }) + flags;
}

/**
 * Switches them off, in any order of things gone wrong: also in the middle of a frame. On the main
 * screen the cursor ends up below what was painted; `height` is its row, counted from 1.
 */
export function leaveSequence(options: ModeOptions, titled: boolean, height: number): string {
  return (
    endSynchronizedOutput +
    (options.keyboard > 0 ? keyboardSequence(0) : '') +
    (options.mouse === 'off' ? '' : MOUSE_OFF) +
    (options.focus ? FOCUS_OFF : '') +
    PASTE_OFF +
    RESET_PEN +
    AUTOWRAP_ON +
    (titled ? POP_TITLE : '') +
    (options.altScreen ? exitAlternativeScreen : `\x1b[${height};1H\r\n`) +
    cursorShow
  );
}
