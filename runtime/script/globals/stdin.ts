/** `$tui.stdin`: what is piped into an app. */

/** `$tui.stdin`: what is piped into the app, read once. */
export interface StdinApi {
  /** Resolves to the whole input as text. */
  text(): Promise<string>;
  /** Iterates over the lines of the input as they come: `for await (const line of $tui.stdin.lines())`. */
  lines(): AsyncIterable<string>;
}

/** The pieces of an input; a piece of text is one of its own. */
export type InputSource = () => AsyncIterable<Uint8Array | string>;

/** The input of this process. A terminal has keys, which are not for scripts. */
const ownInput: InputSource = () => (process.stdin.isTTY ? noInput() : process.stdin);

async function* noInput(): AsyncIterable<string> {
  // Nothing.
}

export function createStdin(source: InputSource = ownInput): StdinApi {
  let isRead = false;
  const pieces = (): AsyncIterable<string> => {
    if (isRead) throw new TypeError('$tui.stdin: the input is read already');
    isRead = true;
    return textOf(source());
  };
  return Object.freeze({
    text: async () => {
      let text = '';
      for await (const piece of pieces()) text += piece;
      return text;
    },
    lines: () => linesOf(pieces()),
  });
}

async function* textOf(pieces: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

/** Ends of lines are LF or CR LF; what follows the last one is a line unless it is empty. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const piece of pieces) {
    if (!piece.includes('\n')) {
      rest += piece;
      continue;
    }
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}
