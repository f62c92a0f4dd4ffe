/**
 * What a text field does, as simply as it can be said: one string, and offsets that are boundaries of
 * Intl.Segmenter over the whole of it. Slow, and with nothing to get wrong.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface State {
  readonly text: string;
  readonly anchor: number;
  readonly focus: number;
}

interface Step {
  readonly before: State;
  readonly after: State;
}

/** Graphemes, a line break being one; LF never joins anything. */
function split(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

export class ReferenceModel {
  text = '';
  anchor = 0;
  focus = 0;
  maxLength: number | undefined;
  readonly #past: Step[] = [];
  #future: Step[] = [];

  readonly #multiline: boolean;

  constructor(multiline: boolean) {
    this.#multiline = multiline;
  }

  get start(): number {
    return Math.min(this.anchor, this.focus);
  }
  get end(): number {
    return Math.max(this.anchor, this.focus);
  }

  boundaries(): number[] {
    const found = [0];
    for (const grapheme of split(this.text)) found.push((found.at(-1) ?? 0) + grapheme.length);
    return found;
  }

  snap(offset: number): number {
    return this.boundaries().find((boundary) => boundary >= offset) ?? this.text.length;
  }

  setValue(text: string): void {
    const value = this.#multiline ? text : text.replaceAll('\n', '');
    if (value === this.text) return;
    this.text = value;
    this.anchor = this.focus = value.length;
    this.#past.length = 0;
    this.#future = [];
  }

  select(anchor: number, focus: number): void {
    this.anchor = this.snap(anchor);
    this.focus = this.snap(focus);
  }

  moveTo(offset: number, extend: boolean): void {
    this.focus = offset;
    if (!extend) this.anchor = offset;
  }

  left(extend: boolean): void {
    if (!extend && this.anchor !== this.focus) this.moveTo(this.start, false);
    else this.moveTo(this.boundaries().findLast((at) => at < this.focus) ?? 0, extend);
  }

  right(extend: boolean): void {
    if (!extend && this.anchor !== this.focus) this.moveTo(this.end, false);
    else this.moveTo(this.boundaries().find((at) => at > this.focus) ?? this.text.length, extend);
  }

  home(extend: boolean): void {
    this.moveTo(this.text.slice(0, this.focus).lastIndexOf('\n') + 1, extend);
  }

  lineEnd(): number {
    const at = this.text.indexOf('\n', this.focus);
    return at < 0 ? this.text.length : at;
  }

  insert(text: string): void {
    const line = this.#multiline ? text : text.replaceAll('\n', ' ');
    let cut = line;
    if (this.maxLength !== undefined) {
      const rest = this.text.slice(0, this.start) + '\n' + this.text.slice(this.end);
      const room = this.maxLength - (split(rest).length - 1);
      cut = split(line).slice(0, Math.max(0, room)).join('');
    }
    if (cut !== '' || this.start !== this.end) this.#replace(this.start, this.end, cut);
  }

  backspace(): void {
    if (this.start !== this.end) this.#replace(this.start, this.end, '');
    else if (this.focus > 0) {
      this.#replace(this.boundaries().findLast((at) => at < this.focus) ?? 0, this.focus, '');
    }
  }

  remove(): void {
    if (this.start !== this.end) this.#replace(this.start, this.end, '');
    else if (this.focus < this.text.length) {
      const to = this.boundaries().find((at) => at > this.focus) ?? this.text.length;
      this.#replace(this.focus, to, '');
    }
  }

  killLine(): void {
    if (this.start !== this.end) this.#replace(this.start, this.end, '');
    else {
      const end = this.lineEnd();
      const to = end === this.focus && end < this.text.length ? end + 1 : end;
      if (to > this.focus) this.#replace(this.focus, to, '');
    }
  }

  /** Every edit is a step of its own here; the model groups some. */
  undo(): void {
    const step = this.#past.pop();
    if (step === undefined) return;
    this.#future.push(step);
    ({ text: this.text, anchor: this.anchor, focus: this.focus } = step.before);
  }

  redo(): void {
    const step = this.#future.pop();
    if (step === undefined) return;
    this.#past.push(step);
    ({ text: this.text, anchor: this.anchor, focus: this.focus } = step.after);
  }

  #replace(from: number, to: number, text: string): void {
    const before = this.#state();
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.anchor = this.focus = this.snap(from + text.length);
    this.#past.push({ before, after: this.#state() });
    this.#future = [];
  }

  #state(): State {
    return { text: this.text, anchor: this.anchor, focus: this.focus };
  }
}
