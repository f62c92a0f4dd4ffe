/**
 * Prompts on the terminal, on a clear screen. Colours are the terminal's own: bold and reverse are legible in
 * every theme.
 */
import { cursorTo, eraseScreen } from 'ansi-escapes';
import type { WriteStream } from 'node:tty';
import type { TerminalInput } from '../../../runtime/base/input-events.js';
import { InputDecoder } from '../../../runtime/terminal/input/decoder.js';
import { openTerminal, type Keyboard } from '../../../runtime/terminal/tty.js';
import type { PromptAnswer, PromptContent } from './prompt-content.js';
import {
  FIRST_STATE,
  promptKey,
  promptResized,
  promptRows,
  promptShown,
  type PromptRow,
  type PromptState,
} from './prompt-screen.js';

export type { PromptAnswer, PromptContent } from './prompt-content.js';

/** Quiet of this many ms ends what was typed ahead; answers of the terminal come sooner too. */
const QUIET = 300;
/**
 * The same where the question takes the place of an app that is being used. The app can choose the moment, and what its user
 * presses over and over, or holds: terminals repeat a key for the first time after 250 to 660 ms.
 */
const SUDDEN_QUIET = 1500;
/** As long as the terminal may still answer an earlier program, in ms. */
const OWES_ANSWER = 5000;

/** Asks; anything that ends the terminal is a no. */
export function askOnTerminal(
  content: PromptContent,
  {
    stdin,
    stdout,
    isSudden = false,
  }: {
    readonly stdin: Keyboard;
    readonly stdout: WriteStream;
    /** Keys may be meant for what was on the screen before. */
    readonly isSudden?: boolean | undefined;
  },
): Promise<PromptAnswer> {
  return new Promise((resolve, reject) => {
    let state: PromptState = FIRST_STATE;
    let timer: NodeJS.Timeout | undefined;
    let keys: TerminalInput[] = [];
    /** Not while a chunk of input is decoded: what comes of it is judged together. */
    let inChunk = false;
    let ended = false;

    const session = openTerminal({
      stdin,
      stdout,
      focus: false,
      onInput: (bytes) => {
        if (!state.armed) quiet();
        inChunk = true;
        decoder.feed(bytes);
        inChunk = false;
        judge();
      },
      onResize: () => {
        state = promptResized(state);
        paint();
      },
      onRepaint: () => paint(),
      onDrain: () => paint(),
    });
    const decoder = new InputDecoder((input) => {
      keys.push(input);
      if (!inChunk) judge();
    });
    decoder.expectReply(OWES_ANSWER);

    const end = (answer: PromptAnswer): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      decoder.flush();
      stdin.removeListener('end', hangUp);
      stdin.removeListener('close', hangUp);
      session.close();
      resolve(answer);
    };
    const hangUp = (): void => end('deny');
    stdin.once('end', hangUp);
    stdin.once('close', hangUp);

    const quiet = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          state = { ...state, armed: true };
          paint();
        },
        isSudden ? SUDDEN_QUIET : QUIET,
      );
    };

    const judge = (): void => {
      if (ended) return;
      const all = keys;
      keys = [];
      const pressed = all.filter((input) => input.type === 'key' && input.kind !== 'release');
      for (const input of pressed) {
        if (input.type !== 'key') continue;
        // A user presses one key at a time; several at once can only deny.
        const alone = pressed.length === 1 && all.length === 1 && input.kind === 'press';
        const { key, ctrlKey: ctrl, altKey: alt, metaKey: meta } = input;
        const at = alone ? state : { ...state, armed: false };
        const step = promptKey(content, session, at, { key, ctrl, alt, meta });
        if ('answer' in step) {
          end(step.answer);
          return;
        }
        state = step.state;
      }
      if (pressed.length === 0) return;
      if (!state.armed) quiet();
      paint();
    };

    const paint = (): void => {
      if (!session.open) return;
      session.send(frame(promptRows(content, session, state)));
      state = promptShown(content, session, state);
    };

    try {
      paint();
      quiet();
    } catch (error) {
      session.close();
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

const LOOKS: Readonly<Record<PromptRow['look'], string>> = {
  plain: '',
  strong: '\u001b[1m',
  dim: '\u001b[2m',
  danger: '\u001b[1m',
  title: '\u001b[1;7m',
  answers: '',
};

/** One frame as bytes; rows have nothing in them that a terminal obeys. */
export function frame(rows: readonly PromptRow[]): string {
  return (
    eraseScreen +
    rows
      .map(({ text, look }, row) => {
        const shown =
          look === 'answers' ? text.replace(/\[[^\]]*\]/, '\u001b[7m$&\u001b[27m') : text;
        return `${cursorTo(0, row)}\u001b[m${LOOKS[look]}${shown}`;
      })
      .join('') +
    '\u001b[m'
  );
}
