/** What an element asks whoever knows where its box is. */

/** What scrolls where; names are those of CSSOM View, all in cells. */
export interface ScrollMetrics {
  readonly left: number;
  readonly top: number;
  readonly clientLeft: number;
  readonly clientTop: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
}

export interface ScrollOptions {
  readonly block: 'start' | 'center' | 'end' | 'nearest';
  readonly inline: 'start' | 'center' | 'end' | 'nearest';
}

/** Answers what elements are asked about their place in what scrolls. */
export interface Viewport<E> {
  metrics(element: E): ScrollMetrics;
  /** Out of range is brought into range. */
  scrollTo(element: E, left: number, top: number): void;
  reveal(element: E, options: ScrollOptions): void;
}
