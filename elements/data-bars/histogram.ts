/** The data of a chart with `bins`: what it was given, from which the bars are counted. */
import { binIn, binLabels, binsOf, type BinCount, type Bins } from './model/bins.js';
import { ChartModel } from './model/model.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import { withTexts } from '../charts/scale/ticks.js';

export class Histogram {
  /** The entries as they were set. */
  readonly data = new ChartModel();
  #bins: Bins = { edges: [], counts: [] };
  #version = -1;
  #count: BinCount | undefined;
  #numbers: NumberFormat | undefined;

  readonly #shown: ChartModel;

  /** @param shown the model that is drawn; its data becomes that of the histogram */
  constructor(shown: ChartModel) {
    this.#shown = shown;
    copyModel(shown, this.data);
  }

  /** Counts again where data or settings have changed; returns whether they have. */
  update(count: BinCount, numbers: NumberFormat): boolean {
    const { data } = this;
    if (this.#version === data.version && this.#count === count && this.#numbers === numbers) {
      return false;
    }
    this.#version = data.version;
    this.#count = count;
    this.#numbers = numbers;
    this.#bins = binsOf(data, count, numbers);
    const { edges, counts } = this.#bins;
    const shown = this.#shown;
    const { name, color } = data.series[0] ?? { name: '' };
    shown.setSeries(
      data.series.length === 0 ? [] : [{ name, ...(color !== undefined && { color }) }],
    );
    shown.load(counts.map((each) => [each]));
    shown.setLabels(binLabels(withTexts(edges, numbers).map(({ text }) => text)));
    return true;
  }

  /** The ends of the bins. */
  get edges(): readonly number[] {
    return this.#bins.edges;
  }

  /** The entries whose values are in some bins, ascending. */
  entriesIn(bins: readonly number[]): number[] {
    const wanted = new Set(bins);
    const { edges } = this.#bins;
    const found: number[] = [];
    for (let entry = 0; entry < this.data.count; entry++) {
      const value = this.data.value(entry, 0);
      if (value === value && wanted.has(binIn(edges, value))) found.push(entry);
    }
    return found;
  }

  /** Gives the data back to the model that is drawn. */
  end(): void {
    copyModel(this.data, this.#shown);
  }
}

function copyModel(from: ChartModel, to: ChartModel): void {
  const rows = Array.from({ length: from.count }, (_, entry) => from.row(entry));
  const labels = from.allLabels();
  to.setSeries(from.series);
  to.load(rows);
  // Targets are by the place in the data as it was set.
  to.first = from.first;
  to.setLabels(labels);
}
