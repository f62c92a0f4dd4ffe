/**
 * Gives the terminal back when the process that held it cannot: the runner tells what it is about to
 * change, and whoever started it takes that back. Node itself sets the line discipline (termios) of its
 * standard streams at exit to what it was at the start; the modes of the terminal are ours.
 */
import type { HeldModes } from '../../../runtime/terminal/tty.js';
import { leaveSequence, type MouseMode } from '../../../runtime/terminal/modes.js';
import { writeNow } from '../../../runtime/terminal/write-now.js';
import { isRecord } from '../channel/protocol.js';

const MOUSE_MODES: readonly MouseMode[] = ['off', 'click', 'drag', 'all'];

/** What an app may have set past the runtime, by writing to stdout itself; all of it harmless when it is off. */
const ANYTHING: HeldModes = {
  altScreen: false,
  focus: true,
  mouse: 'all',
  keyboard: 0,
  titled: false,
  height: 0,
};

/**
 * The rest of what a terminal can be left in, in the words of ECMA-48, DEC and xterm. It moves nothing and
 * shows nothing on a terminal that is as it should be.
 */
const USUAL = [
  // The main screen, where an app has left it by itself: this one does not move the cursor.
  '\x1b[?1047l',
  // Keyboard unlocked, no insertion, no new line for a line feed, nothing sent to a printer.
  '\x1b[2l\x1b[4l\x1b[20l\x1b[4i',
  // The margins, which send the cursor home: it is kept meanwhile.
  '\x1b7\x1b[?69l\x1b[r\x1b8',
  // Cursor keys and keypad as usual, no reverse screen, the cursor's usual shape.
  '\x1b[?1l\x1b>\x1b[?5l\x1b[0 q',
  // Old ways of reporting the mouse; reports of size and colours; other keys than usual.
  '\x1b[?9l\x1b[?1005l\x1b[?1015l\x1b[?1016l\x1b[?2031l\x1b[?2048l\x1b[>4m',
  // Letters instead of line drawing.
  '\x1b(B\x1b)B\x0f\x1b[m',
].join('');

/**
 * The origin and the margins as usual, before the alternate screen is left: they send the cursor home, and
 * coming back puts it where the shell's lines are. On the main screen the origin is left: without margins
 * it changes nothing, and nothing keeps the cursor from its way home.
 */
const WITHIN = '\x1b[?6l\x1b[?69l\x1b[r';

/** Ends a title, a hyperlink or the like that was begun: it would swallow what comes next. */
const END_OF_TEXT = '\x1b\\\x1b]8;;\x1b\\';

export class TerminalGuard {
  private held: HeldModes | undefined;

  /** @param fd the terminal; undefined where there is none */
  constructor(private readonly fd: number | undefined) {}

  /** The runner has not taken back what it has set. */
  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** What the runner says that it sets; null once it has taken it back. */
  hold(payload: unknown): void {
    this.held = readModes(payload);
  }

  /**
   * Takes back what is held. Not where nothing is: leaving the alternate screen twice would put the cursor
   * where the shell's own lines are.
   */
  restore(): void {
    const { held, fd } = this;
    this.held = undefined;
    if (fd === undefined) return;
    const modes = held ?? ANYTHING;
    let sequence = leaveSequence(modes, modes.titled, modes.height);
    // On the main screen: no line break where nothing of the app stands.
    if (held === undefined) sequence = sequence.replace(/\x1b\[0;1H\r\n/, '');
    const within = modes.altScreen ? WITHIN : '';
    writeNow(fd, END_OF_TEXT + within + sequence + USUAL);
  }
}

function readModes(payload: unknown): HeldModes | undefined {
  if (!isRecord(payload)) return undefined;
  const { altScreen, focus, mouse, keyboard, titled, height } = payload;
  return {
    altScreen: altScreen === true,
    focus: focus === true,
    mouse: MOUSE_MODES.find((mode) => mode === mouse) ?? 'all',
    keyboard: keyboard === 0 ? 0 : 1,
    titled: titled === true,
    height: Number.isInteger(height) ? Math.min(10_000, Math.max(1, Number(height))) : 1,
  };
}
