/** The rows of a box that defers its children: the child nodes, read again only where these have changed. */
import type { TuiNode } from '../../element/query.js';
import {
  firstChildOf,
  isElement,
  isText,
  nextSiblingOf,
  previousSiblingOf,
} from '../../element/tree.js';
import { isInlineBox, type TuiElement } from '../../element/tui-element.js';
import { isBlank, isBoxed } from '../child-kinds.js';
import type { AlikeRows } from './alike-rows.js';
import { FarRows } from './far-rows.js';

/** A child element, or text and inline elements between such. */
export type Row = TuiElement | readonly TuiNode[];

/** A change among the children of an element. */
export interface ChildChange {
  readonly addedNodes: readonly TuiNode[];
  readonly removedNodes: readonly TuiNode[];
  readonly previousSibling: TuiNode | null;
  readonly nextSibling: TuiNode | null;
}

/** What the rows of a box are: child nodes, or data that an element makes children of. */
export interface FarSource {
  readonly rows: FarRows;
  /** Brings `rows` in step with what there is. */
  read(): void;
  /** The row at a place; undefined where it has no element so far. */
  rowAt(place: number): Row | undefined;
  /** The elements of the rows from a place to another one. */
  elementsFrom(from: number, to: number): Iterable<TuiElement>;
  /** Rows have left the view. */
  release(gone: readonly TuiElement[]): void;
  /** The places of the rows that may have boxes, in order. */
  places(near: Iterable<TuiElement>): number[];
  /** All is to be read again. */
  invalidate(): void;
  onChange(change: ChildChange): void;
}

export class FarChildren implements FarSource {
  readonly rows = new FarRows();
  /** Where all rows are known to be as high as those near the view. */
  alike: AlikeRows | undefined;
  #rows: readonly Row[] = [];
  /** Where rows are that were near. */
  readonly #places = new Map<TuiElement, number>();
  /** Rows at the start and at the end that are as they were read. */
  #start = 0;
  #end = 0;
  #isStale = true;
  /** Children that have come since the last reading: no row is looked up for them. */
  readonly #added = new Set<TuiNode>();
  /** Places of rows that are text. */
  #texts: number[] = [];

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  invalidate(): void {
    this.#isStale = true;
    this.#start = this.#end = 0;
  }

  onChange(change: ChildChange): void {
    const { addedNodes, removedNodes, previousSibling, nextSibling } = change;
    this.alike?.onChildren(change);
    const rows = this.#rows;
    if (!this.#isStale) {
      this.#isStale = true;
      this.#start = this.#end = rows.length;
    }
    const previous = elementFrom(previousSibling, previousSiblingOf);
    if (previous === null) this.#start = 0;
    else if (this.#start > 0 && !this.#added.has(previous)) {
      const place = rows.lastIndexOf(previous);
      if (place >= 0) this.#start = Math.min(this.#start, place + 1);
    }
    const next = elementFrom(nextSibling, nextSiblingOf);
    if (next === null) this.#end = 0;
    else if (this.#end > 0 && !this.#added.has(next)) {
      const place = rows.indexOf(next);
      if (place >= 0) this.#end = Math.min(this.#end, rows.length - place);
    }
    // Between children that have come, the place of what has gone is not known by them.
    const isBetweenNew =
      (previous !== null && this.#added.has(previous)) || (next !== null && this.#added.has(next));
    if (isBetweenNew) for (const node of removedNodes) this.#include(node);
    for (const node of addedNodes) this.#added.add(node);
  }

  /** The place of a row that was removed is read again, with all up to the other changes. */
  #include(node: TuiNode): void {
    const place = this.#rows.indexOf(node as TuiElement);
    if (place < 0) return;
    this.#start = Math.min(this.#start, place);
    this.#end = Math.min(this.#end, this.#rows.length - place - 1);
  }

  read(): void {
    if (!this.#isStale) return;
    const before = this.#rows;
    let start = Math.min(this.#start, before.length);
    let end = before.length - Math.min(this.#end, before.length - start);
    // Text is read together with what it is next to.
    while (start > 0 && Array.isArray(before[start - 1])) start--;
    while (end < before.length && Array.isArray(before[end])) end++;
    const last = start === 0 ? undefined : (before[start - 1] as TuiElement);
    const stop = (before[end] as TuiElement | undefined) ?? null;
    const first = last === undefined ? firstChildOf(this.#element) : nextSiblingOf(last);
    this.#splice(start, end, readRows(first, stop));
    this.#isStale = false;
    this.#added.clear();
  }

  #splice(start: number, end: number, read: readonly Row[]): void {
    const before = this.#rows;
    const rows = [...before.slice(0, start), ...read, ...before.slice(end)];
    this.#rows = rows;
    this.rows.splice(start, end, read.length);
    const shift = rows.length - before.length;
    for (const [row, place] of this.#places) {
      if (place >= end) this.#places.set(row, place + shift);
      else if (place >= start) this.#places.delete(row);
    }
    if (this.#texts.length > 0 || read.some(Array.isArray)) {
      this.#texts = [...rows.keys()].filter((at) => Array.isArray(rows[at]));
    }
  }

  rowAt(place: number): Row | undefined {
    return this.#rows[place];
  }

  *elementsFrom(from: number, to: number): Generator<TuiElement> {
    for (let place = from; place <= to; place++) {
      const row = this.#rows[place]!;
      if (Array.isArray(row)) continue;
      this.#places.set(row as TuiElement, place);
      yield row as TuiElement;
    }
  }

  release(gone: readonly TuiElement[]): void {
    for (const element of gone) this.#places.delete(element);
  }

  places(near: Iterable<TuiElement>): number[] {
    const places = [...this.#texts];
    for (const element of near) {
      const place = this.#places.get(element) ?? this.#rows.indexOf(element);
      if (place < 0) continue;
      this.#places.set(element, place);
      places.push(place);
    }
    return places.sort((a, b) => a - b);
  }
}

function readRows(first: TuiNode | null, stop: TuiNode | null): Row[] {
  const rows: Row[] = [];
  let run: TuiNode[] = [];
  const flush = (): void => {
    if (run.length > 0 && !isBlank(run)) rows.push(run);
    run = [];
  };
  for (let node = first; node !== null && node !== stop; node = nextSiblingOf(node)) {
    if (isText(node)) run.push(node);
    else if (isElement(node) && isBoxed(node)) {
      if (isInlineBox(node)) run.push(node);
      else {
        if (run.length > 0) flush();
        rows.push(node);
      }
    }
  }
  flush();
  return rows;
}

/** The nearest row from a child on. */
function elementFrom(
  node: TuiNode | null,
  next: (node: TuiNode) => TuiNode | null,
): TuiElement | null {
  for (let at = node; at !== null; at = next(at)) {
    if (isElement(at) && isBoxed(at) && !isInlineBox(at)) return at;
  }
  return null;
}
