/** The rows of an element that makes children of data: those near the view are its children, and of the others there is only the data. */
import { ROW_DATA } from '../../element/internals.js';
import type { RowData, TuiElement } from '../../element/tui-element.js';
import type { FarSource, Row } from './far-children.js';
import { FarRows } from './far-rows.js';

export class FarData implements FarSource {
  readonly rows = new FarRows();
  #version = -1;
  #data: RowData | undefined;

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  read(): void {
    const data = this.#element[ROW_DATA]?.();
    if (data === undefined) return;
    const isSame = data === this.#data;
    this.#data = data;
    if (isSame && data.version === this.#version) return;
    const { rows } = this;
    const { changed } = data;
    const isNext = isSame && changed.version === this.#version;
    const start = isNext ? changed.start : 0;
    const end = isNext ? changed.end : rows.count;
    rows.splice(start, end, data.count - rows.count + (end - start));
    this.#version = data.version;
    data.onRead();
  }

  rowAt(place: number): Row | undefined {
    return this.#data?.shownAt(place);
  }

  elementsFrom(from: number, to: number): Iterable<TuiElement> {
    return this.#data?.show(from, to) ?? [];
  }

  release(gone: readonly TuiElement[]): void {
    this.#data?.hide(gone);
  }

  places(near: Iterable<TuiElement>): number[] {
    const places: number[] = [];
    for (const element of near) {
      const place = this.#data?.placeOf(element) ?? -1;
      if (place >= 0) places.push(place);
    }
    return places.sort((a, b) => a - b);
  }

  // Children come and go with the view, and the data says itself what has changed.

  invalidate(): void {
    return;
  }

  onChange(): void {
    return;
  }
}
