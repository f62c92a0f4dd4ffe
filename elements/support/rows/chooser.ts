/**
 * Cursor and selection of rows by the patterns of WAI-ARIA for listboxes, grids and trees, for one row or several. It knows
 * rows by their places; what a key or a click comes to is decided here, and what a row is by its host.
 *
 * - `single`: the selection goes with the keys, with Ctrl they move alone
 * - `multiple`: keys move a cursor, and `choose` toggles its row; Shift extends from where extending began
 * - a click selects one row, with Ctrl it toggles, with Shift it extends; one on the only selected row leaves it selected
 */
import type { RowAction } from '../keys/key-tables.js';
import { enabledByKey, nearestRow, type InputLike } from '../keys/row-keys.js';

export type Selectable = 'none' | 'single' | 'multiple';

/** What is chosen from; `K` is what a row keeps when its place changes. */
export interface RowsHost<K> {
  /** Rows that show. */
  count(): number;
  keyAt(place: number): K | undefined;
  /** -1 where it does not show. */
  placeOf(key: K): number;
  isEnabled(place: number): boolean;
  mode(): Selectable;
  /** The place that keys start from; -1 for none. */
  cursor(): number;
  /** Moves the cursor and shows its row. */
  moveTo(place: number): void;
  isSelected(place: number): boolean;
  selectedCount(): number;
  /** Selects exactly these. */
  select(places: readonly number[]): void;
  toggle(place: number): void;
  /** Reports what the user did to the selection, by the row it happened at; -1 where it was cleared. */
  onSelect(place: number): void;
}

export class RowChooser<K> {
  /** Where an extended selection starts. */
  #anchor: K | undefined;

  readonly #host: RowsHost<K>;

  constructor(host: RowsHost<K>) {
    this.#host = host;
  }

  /** The nearest row that can be chosen, first from a place on, then before it; -1 for none. */
  nearest(place: number): number {
    const host = this.#host;
    const start = Math.min(place, host.count() - 1);
    return nearestRow(host.count(), (at) => host.isEnabled(at), start, 1);
  }

  /**
   * Moves the cursor by a key.
   *
   * @param from where the key starts, if not at the cursor
   * @returns false where nothing changes
   */
  move(
    action: RowAction,
    { ctrlKey = false, shiftKey = false }: InputLike,
    page: number,
    from?: number,
  ): boolean {
    const host = this.#host;
    const cursor = host.cursor();
    const isEnabled = (place: number): boolean => host.isEnabled(place);
    const to = enabledByKey(action, from ?? cursor, host.count(), page, isEnabled);
    const isMultiple = host.mode() === 'multiple';
    const isExtending = isMultiple && shiftKey;
    if (to < 0 || (to === cursor && from === undefined && !isExtending)) return false;
    if (isExtending) this.#anchor ??= host.keyAt(cursor);
    host.moveTo(to);
    if (isExtending) this.#extend(to);
    else if (isMultiple) this.#anchor = undefined;
    else if (!ctrlKey && host.mode() === 'single') this.#pick(to);
    return true;
  }

  /** A click on a row; on one that is disabled it does nothing. */
  click(place: number, { shiftKey, ctrlKey, metaKey }: InputLike): void {
    if (!this.#host.isEnabled(place)) return;
    this.#host.moveTo(place);
    const isMultiple = this.#host.mode() === 'multiple';
    if (isMultiple && shiftKey === true) this.#extend(place);
    else if (isMultiple && (ctrlKey === true || metaKey === true)) this.#toggle(place);
    else this.#pick(place);
  }

  /** A press of the button for menus: the menu is about the row, or about all that is selected where the row is. */
  pressMenu(place: number): boolean {
    const host = this.#host;
    if (place < 0 || !host.isEnabled(place)) return false;
    host.moveTo(place);
    if (host.mode() !== 'none' && !host.isSelected(place)) this.#pick(place);
    return true;
  }

  /** The key that selects, or a press where each toggles: of several, or with Shift extends from where the last press was. */
  choose(place: number, isExtending = false): void {
    const isMultiple = this.#host.mode() === 'multiple';
    if (isMultiple && isExtending && this.#anchor !== undefined) this.#extend(place);
    else if (isMultiple) this.#toggle(place);
    else this.#pick(place);
  }

  /** Moves to a row that was found by what the user typed. */
  goTo(place: number): void {
    this.#host.moveTo(place);
    if (this.#host.mode() === 'single') this.#pick(place);
  }

  /** Selects a row or deselects it, as assistive technology does. */
  set(place: number, shouldSelect: boolean): void {
    this.#host.moveTo(place);
    if (this.#host.isSelected(place) === shouldSelect) return;
    if (this.#host.mode() === 'multiple') this.#toggle(place);
    else if (shouldSelect) this.#pick(place);
    else this.clear();
  }

  /** @returns false where only one may be selected */
  selectAll(): boolean {
    const host = this.#host;
    if (host.mode() !== 'multiple') return false;
    const places: number[] = [];
    const count = host.count();
    for (let place = 0; place < count; place++) if (host.isEnabled(place)) places.push(place);
    host.select(places);
    host.onSelect(host.cursor());
    return true;
  }

  /** @returns false where nothing was selected */
  clear(): boolean {
    if (this.#host.selectedCount() === 0) return false;
    this.#anchor = undefined;
    this.#host.select([]);
    this.#host.onSelect(-1);
    return true;
  }

  #pick(place: number): void {
    const host = this.#host;
    this.#anchor = host.keyAt(place);
    if (host.isSelected(place) && host.selectedCount() === 1) return;
    host.select([place]);
    host.onSelect(place);
  }

  #toggle(place: number): void {
    this.#anchor = this.#host.keyAt(place);
    this.#host.toggle(place);
    this.#host.onSelect(place);
  }

  /** Exactly the rows from where extending began to a place. */
  #extend(place: number): void {
    const host = this.#host;
    const anchor = this.#anchor === undefined ? -1 : host.placeOf(this.#anchor);
    const from = anchor < 0 ? place : anchor;
    if (anchor < 0) this.#anchor = host.keyAt(place);
    const places: number[] = [];
    for (let at = Math.min(from, place); at <= Math.max(from, place); at++)
      if (host.isEnabled(at)) places.push(at);
    host.select(places);
    host.onSelect(place);
  }
}
