/** Lines that an app has printed (`$tui.print`), for an agent: each once, beside the first answer after it. */
import type { Client } from '../client.js';

/** Lines of one answer: the newest. */
const MAX_LINES = 200;
/** UTF-16 units of a line. */
const MAX_LENGTH = 1000;

export class PrintedSince {
  #count = 0;
  readonly #client: Pick<Client, 'printed' | 'printedCount'>;

  constructor(client: Pick<Client, 'printed' | 'printedCount'>) {
    this.#client = client;
  }

  /** What was printed since the last call; undefined where nothing was. */
  take(): string | undefined {
    const { printed, printedCount } = this.#client;
    const added = printedCount - this.#count;
    this.#count = printedCount;
    if (added <= 0) return undefined;
    const lines = printed.slice(-Math.min(added, MAX_LINES)).map(cut);
    const missing = added - lines.length;
    const head =
      missing === 0
        ? 'printed since the last answer:'
        : `printed since the last answer, after ${missing} more lines:`;
    // A line of the app must not be taken for one of this answer.
    return [head, ...lines.map((line) => `  ${line}`)].join('\n');
  }
}

function cut(line: string): string {
  return line.length <= MAX_LENGTH
    ? line
    : `${line.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}
