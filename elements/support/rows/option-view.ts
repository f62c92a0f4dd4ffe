/**
 * The part of a list of options that shows, and the row that keys are at: of a select, a combobox, and each panel of a menu. Rows may
 * be headings and notes, which keys pass over.
 */
import type { Painter } from '../../../runtime/element/contract.js';
import type { RowAction } from '../keys/key-tables.js';
import { enabledByKey, type InputLike } from '../keys/row-keys.js';
import { paintOptions, type OptionRow } from './option-list.js';

/** Rows of one step of the wheel. */
const WHEEL_ROWS = 3;

export interface OptionsHost {
  count(): number;
  /** False for what cannot be chosen, as headings. */
  isEnabled(place: number): boolean;
  /** True for a heading, which shows with the option below it. */
  isHeading(place: number): boolean;
  onChange(): void;
}

export class OptionView {
  /** The row that keys are at; -1 for none. */
  active = -1;
  /** The first row that shows. */
  top = 0;
  /** Rows that showed when it was painted last; infinite before. */
  #page = Infinity;

  readonly #host: OptionsHost;

  constructor(host: OptionsHost) {
    this.#host = host;
  }

  get page(): number {
    return this.#page;
  }

  /** Marks a row and scrolls to it. */
  activate(row: number): void {
    this.active = row;
    this.reveal(row);
    this.#host.onChange();
  }

  /** Scrolls no farther than needed. */
  reveal(row: number): void {
    if (row < 0 || this.#page === Infinity) return;
    const shown = row === 1 && this.#host.isHeading(0) ? 0 : row;
    this.top = Math.max(row - this.#page + 1, Math.min(this.top, shown));
  }

  /** Where a key leads from a row; -1 for none. */
  rowFor(action: RowAction, from = this.active): number {
    const host = this.#host;
    return enabledByKey(action, from, host.count(), this.#page, (place) => host.isEnabled(place));
  }

  /** The row at a cell of the list; -1 for none. */
  rowAt({ offsetX = -1, offsetY = -1 }: Pick<InputLike, 'offsetX' | 'offsetY'>): number {
    const row = this.top + offsetY;
    const isInside = offsetX >= 0 && offsetY >= 0 && offsetY < this.#page;
    return isInside && row < this.#host.count() ? row : -1;
  }

  /** The same for a row that can be chosen. */
  enabledAt(event: Pick<InputLike, 'offsetX' | 'offsetY'>): number {
    const row = this.rowAt(event);
    return row >= 0 && this.#host.isEnabled(row) ? row : -1;
  }

  /** @returns false where it is at its end */
  wheel({ deltaY = 0 }: Pick<InputLike, 'deltaY'>): boolean {
    const most = Math.max(0, this.#host.count() - this.#page);
    const top = Math.max(0, Math.min(most, this.top + deltaY * WHEEL_ROWS));
    if (top === this.top) return false;
    this.top = top;
    this.#host.onChange();
    return true;
  }

  /** Brings it in step with its height: what keys are at stays in view. @param row default: the active one */
  fit(height: number, row = this.active): void {
    const page = Math.max(1, height);
    const isResized = page !== this.#page;
    this.#page = page;
    if (isResized) this.reveal(row);
    this.top = Math.max(0, Math.min(this.top, this.#host.count() - height));
  }

  /** @param isFilled chosen rows have another background: in a list that is always open */
  paint(
    painter: Painter,
    rowAt: (place: number) => OptionRow,
    { isActive = true, isFilled = false } = {},
  ): void {
    this.fit(painter.height);
    paintOptions(painter, {
      count: this.#host.count(),
      top: this.top,
      active: isActive ? this.active : -1,
      isFilled,
      rowAt,
    });
  }
}
