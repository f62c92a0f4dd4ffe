/** Names and labels made safe, measured and cut to a width, each once and not once a frame. */
import { TEXT_UNITS } from './contract.js';
import { cellWidth, graphemes } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { wrap } from '../../runtime/base/text/wrap.js';

export interface FittedText {
  /** Safe text, cut with an ellipsis where it is wider than was requested. */
  readonly text: string;
  /** Cells. */
  readonly width: number;
}

interface Known extends FittedText {
  readonly safe: string;
  readonly cells: number;
}

const EMPTY: FittedText = { text: '', width: 0 };
/** Labels of a stream are new all the time, so that the cache is bounded. */
const ENTRIES = 1024;

export class TextCache {
  readonly #known = new Map<string, Known>();

  /** A text in at most `cells` cells. */
  fit(raw: string, cells = Infinity): FittedText {
    if (raw === '' || cells <= 0) return EMPTY;
    const found = this.#known.get(raw);
    if (found?.cells === cells) return found;
    const safe = found?.safe ?? sanitize(raw.length > TEXT_UNITS ? raw.slice(0, TEXT_UNITS) : raw);
    const text = cells === Infinity ? safe : truncate(safe, cells);
    const fitted = { safe, cells, text, width: cellWidth(text) };
    if (this.#known.size >= ENTRIES) this.#known.clear();
    this.#known.set(raw, fitted);
    return fitted;
  }

  /** A text in lines of at most `cells` cells; the last of them is cut where more would be needed. */
  lines(raw: string, cells: number, most: number): FittedText[] {
    const { text, width } = this.fit(raw);
    if (width <= cells || most < 2) return [this.fit(raw, cells)];
    const lines = wrap(text, Math.max(1, cells));
    const shown = lines.slice(0, most);
    // What does not fit goes on in the last line, and is cut there.
    if (lines.length > most) shown[most - 1] = lines.slice(most - 1).join(' ');
    return shown.map((line) => {
      const cut = truncate(line.trim(), cells);
      return { text: cut, width: cellWidth(cut) };
    });
  }

  /** A text in at most `cells` cells of which the beginning and the end stay. */
  fitMiddle(raw: string, cells: number): FittedText {
    const whole = this.fit(raw);
    if (whole.width <= cells) return whole;
    if (cells < 3) return this.fit(raw, cells);
    const tail = (cells - 1) >> 1;
    const clusters = clustersOf(whole.text);
    let end = '';
    for (let i = clusters.length - 1; i >= 0; i--) {
      const longer = clusters[i]! + end;
      if (cellWidth(longer) > tail) break;
      end = longer;
    }
    const start = truncate(whole.text, cells - cellWidth(end));
    const text = start + end;
    return { text, width: cellWidth(text) };
  }

  /** A text in at most `cells` cells without what all of `alike` begin with. */
  fitEnd(raw: string, cells: number, alike: readonly string[]): FittedText {
    const clusters = alike.map((each) => clustersOf(this.fit(each).text));
    const [first = []] = clusters;
    let shared = 0;
    while (shared < first.length && clusters.every((each) => each[shared] === first[shared]))
      shared++;
    const rest = clustersOf(this.fit(raw).text).slice(shared).join('');
    const text = truncate(`…${rest}`, cells);
    return { text, width: cellWidth(text) };
  }

  /** The beginning of a text with a number after it, in at most `cells` cells. */
  fitNumbered(raw: string, cells: number, number: number): FittedText {
    const end = String(number);
    const text = `${truncate(this.fit(raw).text, Math.max(0, cells - end.length))}${end}`;
    return { text, width: cellWidth(text) };
  }
}

function clustersOf(text: string): string[] {
  return [...graphemes(text)].map(({ text }) => text);
}
