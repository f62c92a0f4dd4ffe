/** The Performance tab: charts of the last five seconds of frames, by stage. */
import type { FrameReport, Report } from '../../../runtime/devtools/report.js';
import type { DockDocument } from '../dock-document.js';
import type { DockTab } from '../ports.js';

/** Milliseconds that the charts cover, and how many entries they have. */
const SPAN = 5000;
const ENTRIES = 50;
const SLICE = SPAN / ENTRIES;
const STAGES = ['style', 'layout', 'paint', 'diff'] as const;

type Frame = FrameReport & { readonly at: number };

export class PerformanceTab implements DockTab {
  readonly request = { frames: true };
  #frames: Frame[] = [];
  #timer: NodeJS.Timeout | undefined;
  #shown = '';

  readonly #page: DockDocument;
  readonly #now: () => number;

  constructor(page: DockDocument, now: () => number) {
    this.#page = page;
    this.#now = now;
  }

  show(): void {
    this.#draw();
    this.#timer ??= setInterval(() => this.#draw(), 4 * SLICE);
    this.#timer.unref();
  }

  hide(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#frames = [];
  }

  report({ frames }: Report): void {
    if (frames === undefined) return;
    const now = this.#now();
    this.#frames.push(...frames.map((frame) => ({ ...frame, at: now - frame.age })));
    this.#draw();
  }

  #draw(): void {
    const now = this.#now();
    this.#frames = this.#frames.filter(({ at }) => now - at < SPAN);
    const slices = Array.from({ length: ENTRIES }, () => ({
      stages: [0, 0, 0, 0],
      bytes: 0,
      cells: 0,
    }));
    // Slices begin at whole multiples, so that a frame stays in its own while time goes on.
    const last = Math.floor(now / SLICE);
    for (const { at, bytes, cells, ...stages } of this.#frames) {
      const slice = slices[ENTRIES - 1 - (last - Math.floor(at / SLICE))];
      if (slice === undefined) continue;
      STAGES.forEach((stage, index) => (slice.stages[index]! += stages[stage]));
      slice.bytes += bytes;
      slice.cells += cells;
    }
    const data = [
      slices.map(({ stages }) => stages),
      slices.map(({ bytes }) => [bytes]),
      slices.map(({ cells }) => [cells]),
    ];
    const text = JSON.stringify(data);
    if (text === this.#shown) return;
    this.#shown = text;
    const [stages = [], bytes = [], cells = []] = data;
    this.#page.chart('frames-stages').setValue(stages);
    this.#page.chart('frames-bytes').setValue(bytes);
    this.#page.chart('frames-cells').setValue(cells);
    this.#page.setText('frames-facts', this.#facts());
    this.#page.requestFrame();
  }

  #facts(): string {
    const frames = this.#frames;
    if (frames.length === 0) return 'No frame in the last 5 seconds';
    const costs = frames
      .map(({ style, layout, paint, diff }) => style + layout + paint + diff)
      .sort((a, b) => a - b);
    const at = (share: number): string =>
      (costs[Math.min(costs.length - 1, Math.floor(share * costs.length))] ?? 0).toFixed(2);
    const count = frames.length === 1 ? '1 frame' : `${frames.length} frames`;
    return `${count} in 5 s: median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`;
  }
}
