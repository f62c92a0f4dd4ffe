/**
 * Code in a block, a text for each of its segments. Code that grows is highlighted again from its last segment on,
 * and looks the same as if it had come whole.
 */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { toTabStop } from '../../runtime/base/text/tabs.js';
import {
  append,
  firstChildOf,
  getAttribute,
  removeNode,
  setAttribute,
} from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import { highlight, isBetween, languageOf } from '../support/highlight/highlight.js';
import { make, text } from './nodes.js';

/** Characters from which on a segment may end, and at which it does. */
const SEGMENT = { least: 600, most: 2400, step: 200 };
/** Cells of the block beside the code. */
const PADDING = 2;
/** Characters of a line that are shown. */
const MAX_LINE = 5000;

interface Segment {
  /** Cells of its longest line. */
  readonly width: number;
  readonly text: string;
  readonly element: TuiElement;
  /** True where nothing that comes after it changes it. */
  readonly isClosed: boolean;
}

export class CodeBlock {
  readonly element: TuiElement;
  #segments: Segment[] = [];
  #language: string | undefined;
  /** The longest part from the start of the last segment on that cannot be one. */
  #tried = '';

  readonly #document: TuiDocument;

  constructor(document: TuiDocument) {
    this.#document = document;

    this.element = make(document, 'container', { class: 'md-pre', role: 'code' });
  }

  /** Shows this code, and keeps what is the same as before. @param info the words after the fence */
  update(code: string, info: string): void {
    const language = languageOf(info);
    const shown = cutLines(code);
    const kept: Segment[] = [];
    let at = 0;
    for (const segment of language === this.#language ? this.#segments : []) {
      const isKept = segment.isClosed && shown.startsWith(segment.text, at);
      if (!isKept) break;
      kept.push(segment);
      at += segment.text.length;
    }
    for (const { element } of this.#segments.slice(kept.length)) removeNode(element);
    if (language !== this.#language) this.#tried = '';
    this.#language = language;
    this.#segments = kept;
    if (kept.length === 0) {
      while (firstChildOf(this.element) !== null) removeNode(firstChildOf(this.element)!);
    }
    while (at < shown.length) {
      const end = this.#endOf(shown, at);
      const part = shown.slice(at, end);
      const width = Math.max(...part.split('\n').map(widthOf));
      const element = this.#lines(part, width);
      this.#segments.push({ text: part, element, width, isClosed: end !== undefined });
      append(this.element, element);
      at += part.length;
    }
  }

  /** Scrolls sideways where it is wider than its block of this many cells. */
  fit(width: number): void {
    const isWide = this.#segments.some((segment) => segment.width > width - PADDING);
    const name = isWide ? 'md-pre md-wide' : 'md-pre';
    if (getAttribute(this.element, 'class') !== name) setAttribute(this.element, 'class', name);
  }

  /** The end of the segment that starts at an offset: after a line that ends outside of strings and comments. */
  #endOf(code: string, start: number): number | undefined {
    // If the code has only grown, places that were tried before are still not an end.
    const isSame = this.#tried !== '' && code.startsWith(this.#tried, start);
    const from = isSame ? this.#tried.length - 1 + SEGMENT.step : SEGMENT.least;
    let at = code.indexOf('\n', start + from);
    for (; at >= 0; at = code.indexOf('\n', at + SEGMENT.step)) {
      const part = code.slice(start, at + 1);
      if (part.length > SEGMENT.most || isBetween(part, this.#language)) {
        this.#tried = '';
        return at + 1;
      }
      this.#tried = part;
    }
    return undefined;
  }

  #lines(part: string, width: number): TuiElement {
    const shown = part.endsWith('\n') ? part.slice(0, -1) : part;
    const nodes: TuiNode[] = highlight(shown === '' ? ' ' : shown, this.#language).map(
      ({ text: words, scope }) => {
        const node = text(this.#document, words);
        const isPlain = scope === undefined || !/^[a-z_-]+$/.test(scope);
        return isPlain ? node : make(this.#document, 'span', { class: `md-${scope}` }, [node]);
      },
    );
    // A column gives its children its own width, and this is to stick out.
    const style = `min-width: ${width}`;
    return make(this.#document, 'text', { class: 'md-lines', style }, nodes);
  }
}

/** Cells of a line, whose tabs go to the next stop as in every preformatted text. */
function widthOf(line: string): number {
  let width = 0;
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) width += toTabStop(width);
    width += cellWidth(sanitize(part));
  }
  return width;
}

/** Without the ends of very long lines. */
function cutLines(code: string): string {
  for (let start = 0; start < code.length;) {
    const end = code.indexOf('\n', start);
    const stop = end < 0 ? code.length : end;
    if (stop - start > MAX_LINE) {
      return code
        .split('\n')
        .map((line) => (line.length > MAX_LINE ? cutLine(line) : line))
        .join('\n');
    }
    start = stop + 1;
  }
  return code;
}

function cutLine(line: string): string {
  return `${line.slice(0, MAX_LINE)} … ${line.length - MAX_LINE} more characters`;
}
