/**
 * `tui chart` in the process of the app, in its sandbox: reads the data from the input, which is all that it is granted, and shows
 * or paints the chart.
 */
import { printable, type Source } from '../../runtime/base/diagnostics.js';
import { tooLarge, MAX_BYTES } from './limits.js';
import type { Console } from '../command-line/console.js';
import type { App } from '../library.js';
import { runLive, type LiveOptions } from '../documents/live.js';
import { paint, type PaintOptions, type Painting } from '../documents/painting.js';
import type { Choice } from './choose.js';
import { FollowedRows } from './followed-rows.js';
import type { ChartOptions } from './options.js';
import { drawData, drawTable, isDataError, type Drawn } from './read-table.js';
import { ShownChart, type ShownTexts } from './show-drawing.js';

type Input = () => AsyncIterable<Uint8Array | string>;

/** Paints the chart without a terminal. The same as `paint`. */
export async function paintChart(
  options: ChartOptions,
  console: Pick<Console, 'stderr'>,
  { source, ...paintOptions }: PaintOptions & { readonly source: Source },
): Promise<Painting> {
  const drawn = drawData(await readAll(paintOptions.stdin, options), options);
  if (options.statesChoice && drawn.choice.isGuess) {
    console.stderr.write(
      `\u001b[2m${printable(`${drawn.drawing.summary}: choose others with --type, --x and --y`)}\u001b[0m\n`,
    );
  }
  return await paint(source, {
    ...paintOptions,
    onApp: (app) => {
      const chart = new ShownChart(app);
      chart.print();
      chart.show(drawn.drawing, { title: options.title, choice: '' });
    },
  });
}

/** Shows the chart on the terminal. The same as `runLive`. */
export async function runChart(
  options: ChartOptions,
  source: Source,
  console: Console,
  live: LiveOptions,
): Promise<number> {
  const inline = live.config.terminalInline ?? true;
  if (options.isFollowed) return await followChart(options, source, console, { ...live, inline });
  const drawn = drawData(await readAll(live.stdin, options), options);
  return await runLive(source, console, {
    ...live,
    inline,
    onApp: (app) => {
      live.onApp?.(app);
      const chart = new ShownChart(app);
      chart.show(drawn.drawing, textsOf(drawn, options));
      chart.operate();
    },
  });
}

function textsOf({ drawing }: Drawn, { title }: ChartOptions): ShownTexts {
  return { title, choice: drawing.summary };
}

/** @throws DataError for more than is read */
async function readAll(stdin: Input | undefined, { name }: ChartOptions): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stdin?.() ?? []) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge(name, `${MAX_BYTES / 1024 / 1024} MB`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Milliseconds between two looks at the rows that have come. */
const INTERVAL = 50;
/** Rows from which on the choice of columns stays. */
const SURE = 10;

async function followChart(
  options: ChartOptions,
  source: Source,
  console: Console,
  live: LiveOptions,
): Promise<number> {
  let failure: unknown;
  let end = (): void => undefined;
  const code = await runLive(source, console, {
    ...live,
    onApp: (app) => {
      live.onApp?.(app);
      const following = new Following(app, options);
      end = () => following.stop();
      void following.run(live.stdin).catch((error: unknown) => {
        failure = error;
        app.stop(1);
      });
    },
  });
  end();
  if (failure !== undefined) throw failure as Error;
  return code;
}

/** Draws the rows that come. */
class Following {
  readonly #app: App;
  readonly #options: ChartOptions;
  readonly #rows: FollowedRows;
  readonly #chart: ShownChart;
  #pinned: Choice | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOperated = false;
  #isStopped = false;

  constructor(app: App, options: ChartOptions) {
    this.#app = app;
    this.#options = { ...options, isLenient: true };
    this.#rows = new FollowedRows(options);
    this.#chart = new ShownChart(app);
    this.#chart.show(undefined, { title: options.title, choice: 'Waiting for data \u2026' });
  }

  /** Reads until the input ends; the chart stays. */
  async run(stdin: Input | undefined): Promise<void> {
    this.#chart.operate();
    let failed: ((error: unknown) => void) | undefined;
    const failure = new Promise<never>((_, reject) => (failed = reject));
    failure.catch(() => undefined);
    const reading = (async () => {
      for await (const piece of stdin?.() ?? []) {
        if (this.#isStopped) return;
        this.#rows.add(typeof piece === 'string' ? Buffer.from(piece) : piece);
        this.#timer ??= setTimeout(() => {
          try {
            this.#draw(false);
          } catch (error) {
            failed?.(error);
          }
        }, INTERVAL);
      }
      this.#rows.end();
      this.stop();
      this.#draw(true);
    })();
    await Promise.race([reading, failure]);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** @param isLast nothing comes any more that would make sense of the data */
  #draw(isLast: boolean): void {
    this.#timer = undefined;
    const table = this.#rows.table();
    if (table === undefined) return;
    let drawn: Drawn;
    try {
      drawn = drawTable(table, this.#options, this.#pinned);
    } catch (error) {
      // A column may have its first number later.
      if (isDataError(error) && table.rows < SURE && !isLast) return;
      throw error;
    }
    if (table.rows >= SURE) this.#pinned ??= drawn.choice;
    this.#chart.show(drawn.drawing, textsOf(drawn, this.#options));
    if (!this.#isOperated) this.#chart.focus();
    this.#isOperated = true;
    this.#app.requestFrame();
  }
}
