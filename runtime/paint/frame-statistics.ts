/**
 * Costs of frames: the figures of the line that `performance.showStats` displays. They are those of the last frame
 * that did not change the line itself, so that the line never measures its own cost.
 */

/** Stages of a frame that are timed, in the order of a frame. */
export const STAGES = ['style', 'layout', 'paint', 'diff'] as const;
export type Stage = (typeof STAGES)[number];

export interface FrameFigures {
  /** Frames of the app in the last second. */
  readonly frames: number;
  /** Milliseconds of each stage of one frame. */
  readonly stages: Readonly<Record<Stage, number>>;
  /** Cells that the frame changed. */
  readonly cells: number;
  /** Bytes that the frame wrote. */
  readonly bytes: number;
  /** Bytes of memory that the app's process has; undefined where that cannot be read. */
  readonly memory: number | undefined;
}

/** One frame, for a record of them. */
export interface FrameRecord {
  /** When it was shown, in milliseconds of the app's clock. */
  readonly at: number;
  /** Milliseconds of each stage. */
  readonly stages: Readonly<Record<Stage, number>>;
  /** Cells that the frame changed. */
  readonly cells: number;
  /** Bytes that the frame wrote. */
  readonly bytes: number;
}

export interface StatisticsPorts {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds; returns a function that cancels it. */
  setTimer(callback: () => void, ms: number): () => void;
  requestFrame(): void;
}

/**
 * Milliseconds between two changes of the line. A change costs as much as a frame, since it runs too rarely for V8 to
 * optimize it: at two a second it took 5 % of an app that changes one word 60 times a second.
 */
const UPDATE = 1000;
/** Milliseconds between two readings of the memory, each a read of a file in /proc. */
const MEMORY_UPDATE = 5000;
/** Milliseconds without a frame after which one more shows the last figures. */
const QUIET = 1000;
/** Times of frames that are kept; more do not fit into a second at 60 a second. */
const TIMES = 128;

export class FrameStatistics {
  /** The line is to change though the app has no frame. */
  isDue = false;
  readonly #spent = new Float64Array(STAGES.length);
  #stage = -1;
  #since = 0;
  readonly #times = new Float64Array(TIMES).fill(-Infinity);
  #count = 0;
  #last: Omit<FrameFigures, 'frames' | 'memory'> | undefined;
  /** There is a frame that the line has not shown. */
  #isFresh = false;
  #isOfApp = false;
  /** The line changes in this frame. */
  #isChanging = false;
  #updated = -Infinity;
  #memory: number | undefined;
  #memoryRead = -Infinity;
  #cancel: (() => void) | undefined;
  /** The line of figures is requested. */
  hasLine = false;
  /** Called with each frame of the app. */
  onFrame: ((frame: FrameRecord) => void) | undefined;

  readonly #ports: StatisticsPorts;

  constructor(ports: StatisticsPorts) {
    this.#ports = ports;
  }

  /**
   * A frame begins.
   *
   * @param isOfApp false where it is made for the line alone, or makes up for one that was held back
   */
  begin(isOfApp: boolean): void {
    this.#isOfApp ||= isOfApp;
    this.enter('style');
  }

  /** Ends the stage that is timed, if any, and begins the next one. */
  enter(stage: Stage | null): void {
    const now = performance.now();
    if (this.#stage >= 0) this.#spent[this.#stage]! += now - this.#since;
    this.#stage = stage === null ? -1 : STAGES.indexOf(stage);
    this.#since = now;
  }

  /** The figures to show from this frame on; undefined where the line stays as it is. */
  update(): FrameFigures | undefined {
    const last = this.#last;
    if (last === undefined || !this.hasLine) return undefined;
    const now = this.#ports.now();
    const elapsed = now - this.#updated;
    // A clock that was set back must not hold the line.
    const isTime = this.#isFresh && (elapsed >= UPDATE || elapsed < 0);
    if (!this.isDue && !isTime) return undefined;
    this.isDue = this.#isFresh = false;
    this.#isChanging = true;
    this.#updated = now;
    let frames = 0;
    for (const time of this.#times) if (now - time < QUIET) frames++;
    if (now - this.#memoryRead >= MEMORY_UPDATE || now < this.#memoryRead) {
      this.#memory = residentMemory();
      this.#memoryRead = now;
    }
    return { ...last, frames, memory: this.#memory };
  }

  /** A frame has been shown. One that was held back is measured with the one that makes up for it. */
  end(cells: number, bytes: number): void {
    const isOfApp = this.#isOfApp;
    const isChanging = this.#isChanging;
    const spent = this.#spent;
    this.#isOfApp = this.#isChanging = false;
    if (isOfApp) {
      this.#times[this.#count++ % TIMES] = this.#ports.now();
      if (this.hasLine) this.#cancel ??= this.#ports.setTimer(() => this.#rest(), QUIET);
    }
    if (isOfApp && !isChanging) {
      const [style = 0, layout = 0, paint = 0, diff = 0] = spent;
      this.#last = { stages: { style, layout, paint, diff }, cells, bytes };
      this.onFrame?.({ at: this.#ports.now(), ...this.#last });
      this.#isFresh = true;
      // The first figures show at once.
      if (this.hasLine && this.#updated === -Infinity && !this.isDue) {
        this.isDue = true;
        this.#ports.requestFrame();
      }
    }
    spent.fill(0);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.isDue = false;
  }

  /** Shows the last figures once the app is quiet. One timer at a time: frames do not set it again. */
  #rest(): void {
    this.#cancel = undefined;
    const newest = this.#times[(this.#count - 1) % TIMES] ?? -Infinity;
    const quiet = this.#ports.now() - newest;
    if (quiet >= 0 && quiet < QUIET) {
      this.#cancel = this.#ports.setTimer(() => this.#rest(), Math.ceil(QUIET - quiet));
      return;
    }
    this.isDue = true;
    this.#ports.requestFrame();
  }
}

function residentMemory(): number | undefined {
  try {
    return process.memoryUsage.rss();
  } catch {
    // No /proc in the sandbox.
    return undefined;
  }
}
