/** The file dialog on the terminal, which is lent to it: a session of its own, on a clear screen. */
import { cursorTo, eraseScreen } from 'ansi-escapes';
import type { WriteStream } from 'node:tty';
import type { TerminalInput } from '../../../../runtime/base/input-events.js';
import { InputDecoder } from '../../../../runtime/terminal/input/decoder.js';
import { openTerminal, type Keyboard } from '../../../../runtime/terminal/tty.js';
import type { DialogEnd, FileDialog } from '../../broker/picker/dialog.js';
import { dialogRows, partsOf, type DialogRow } from '../../broker/picker/rows.js';

/** As long as the terminal may still answer the app, in ms. */
const OWES_ANSWER = 3000;

/** Colours are the terminal's own: bold and reverse are legible in every theme. */
const LOOKS: Readonly<Record<DialogRow['look'], string>> = {
  plain: '',
  strong: '\u001b[1m',
  dim: '\u001b[2m',
  title: '\u001b[1;7m',
  selected: '\u001b[7m',
};

/** Shows it until it ends; anything that ends the terminal cancels it. */
export async function showFileDialog(
  dialog: FileDialog,
  { stdin, stdout }: { readonly stdin: Keyboard; readonly stdout: WriteStream },
): Promise<DialogEnd> {
  let inputs: TerminalInput[] = [];
  /** Not while a chunk of input is decoded: what comes of it is judged together. */
  let isInChunk = false;
  let timer: NodeJS.Timeout | undefined;
  let shown: readonly string[] = [];
  let isOver = false;

  const judge = (): void => {
    const all = inputs;
    inputs = [];
    if (all.length === 0 || isOver) return;
    if (all.some(stops)) {
      session.suspend();
      return;
    }
    const { listTop, isTooSmall } = partsOf(session);
    // What cannot be seen is not chosen.
    dialog.receive(isTooSmall ? all.filter(leaves) : all, listTop);
  };
  const decoder = new InputDecoder((input) => {
    inputs.push(input);
    if (!isInChunk) judge();
  });
  const paint = (): void => {
    if (isOver || !session.open || session.congested) return;
    dialog.setPage(partsOf(session).page);
    const rows = dialogRows(dialog.view, session).map(bytesOf);
    const isNew = shown.length !== rows.length;
    const changed = rows.map((row, y) =>
      !isNew && row === shown[y] ? '' : `${cursorTo(0, y)}\u001b[m${row}`,
    );
    shown = rows;
    session.send((isNew ? eraseScreen : '') + changed.join('') + '\u001b[m');
  };
  const schedule = (): void => {
    clearTimeout(timer);
    const { due } = dialog;
    if (due !== undefined && !isOver) timer = setTimeout(() => dialog.tick(), due);
  };
  const repaint = (): void => {
    shown = [];
    paint();
  };
  const again = (): void => {
    dialog.disarm();
    repaint();
    schedule();
  };
  const session = openTerminal({
    stdin,
    stdout,
    focus: false,
    mouse: 'click',
    exit: () => dialog.cancel(),
    onInput: (bytes) => {
      isInChunk = true;
      decoder.feed(bytes);
      isInChunk = false;
      judge();
    },
    onResize: again,
    onRepaint: again,
    onDrain: repaint,
  });
  decoder.expectReply(OWES_ANSWER);
  const hangUp = (): void => dialog.cancel();
  stdin.once('end', hangUp);
  stdin.once('close', hangUp);
  dialog.onChange = () => {
    paint();
    schedule();
  };
  try {
    repaint();
    schedule();
    return await dialog.ended;
  } finally {
    isOver = true;
    dialog.onChange = () => undefined;
    clearTimeout(timer);
    decoder.flush();
    stdin.removeListener('end', hangUp);
    stdin.removeListener('close', hangUp);
    session.close();
  }
}

/** Ctrl+Z, as in the app. */
function stops(input: TerminalInput): boolean {
  return input.type === 'key' && input.kind === 'press' && input.ctrlKey && input.key === 'z';
}

function leaves(input: TerminalInput): boolean {
  return input.type === 'key' && (input.key === 'Escape' || input.ctrlKey);
}

/** Rows have nothing in them that a terminal obeys. */
function bytesOf({ text, look }: DialogRow): string {
  return `${LOOKS[look]}${text}`;
}
