/** Printed lines of an untrusted process: checked, and made of nothing but characters that a terminal shows. */
import { graphemes, isSimple } from '../../base/text/graphemes.js';
import { sanitize } from '../../base/text/sanitize.js';
import { MAX_LINE_WIDTH, widthOfLine, type PrintedLine } from '../inline/printed.js';
import { color } from './frame-reader.js';
import { FrameError } from './wire.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Attribute bits that a style may have. */
const ATTRIBUTES = 127;

/** Reads the body of a PRINT. @throws FrameError */
export function readPrinted(body: Uint8Array): PrintedLine[] {
  const reader = new BodyReader(body);
  const lines = Array.from({ length: reader.count() }, () => readLine(reader));
  if (!reader.isDone) throw new FrameError('printed lines with an invalid length');
  return lines;
}

function readLine(reader: BodyReader): PrintedLine {
  const width = reader.u32();
  if (width > MAX_LINE_WIDTH) throw new FrameError('a printed line that is too wide');
  const line = Array.from({ length: reader.count() }, () => {
    const fg = color(reader.u32());
    const bg = color(reader.u32());
    const attributes = reader.u32() & ATTRIBUTES;
    return { text: reader.text(), fg, bg, attributes };
  });
  // By its width the app counts the rows that a line takes.
  if (widthOfLine(line) !== width) throw new FrameError('a printed line of another width');
  return line;
}

class BodyReader {
  #at = 0;

  readonly #body: Uint8Array;
  readonly #view: DataView;

  constructor(body: Uint8Array) {
    this.#body = body;
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  }

  get isDone(): boolean {
    return this.#at === this.#body.length;
  }

  u32(): number {
    if (this.#body.length - this.#at < 4) throw new FrameError('printed lines that end early');
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** Of parts that follow: each is at least two words. */
  count(): number {
    const count = this.u32();
    if (count * 8 > this.#body.length - this.#at)
      throw new FrameError('printed lines that end early');
    return count;
  }

  text(): string {
    const length = this.u32();
    const end = this.#at + length;
    if (end > this.#body.length) throw new FrameError('printed lines that end early');
    const bytes = this.#body.subarray(this.#at, end);
    this.#at = end + (-length & 3);
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw new FrameError('printed lines that are not UTF-8');
    }
    if (isSimple(text)) return text;
    const safe = graphemes(sanitize(text))
      .map(({ text: part }) => part)
      .join('');
    if (safe !== text) throw new FrameError('printed lines with control characters');
    return text;
  }
}
