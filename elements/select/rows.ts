/** Rows of a select's list: options and headings. */
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { groupOf, isListed, Option, optionsIn } from './options.js';
import { PROPS } from '../../runtime/element/internals.js';
import { widestOf, type OptionRow } from '../support/rows/option-list.js';
import { nearestRow } from '../support/keys/row-keys.js';
import { OPTION_TEXT, OPTION_DISABLED } from './internals.js';

export interface Row {
  readonly text: string;
  /** Absent for a heading. */
  readonly option?: Option;
  readonly indent: number;
}

/** UTF-16 units of a label that are looked at. */
const MAX_LABEL_LENGTH = 500;

/** Options and headings in the order of the document, without hidden ones. */
export class Rows {
  readonly rows: readonly Row[];
  /** All of them, hidden ones too. */
  readonly options: readonly Option[];
  /** Cells of the widest label, its indent included. */
  readonly width: number;
  readonly #places = new Map<Option, number>();

  constructor(select: TuiElement) {
    const rows: Row[] = [];
    const hidden: Row[] = [];
    const options: Option[] = [];
    for (const part of optionsIn(select)) {
      const isOption = part instanceof Option;
      if (isOption) options.push(part);
      const text = (isOption ? part[OPTION_TEXT] : part[PROPS].label).slice(0, MAX_LABEL_LENGTH);
      const indent = isOption && groupOf(part) !== undefined ? 2 : 0;
      const row = isOption ? { text, indent, option: part } : { text, indent };
      if (!isListed(part)) {
        hidden.push(row);
        continue;
      }
      if (isOption) this.#places.set(part, rows.length);
      rows.push(row);
    }
    this.rows = rows;
    this.options = options;
    // A hidden one may be what is chosen.
    this.width = widestOf([...rows, ...hidden]);
  }

  /** The row of an option; -1 where it is none of these. */
  rowOf(option: Option | undefined): number {
    return option === undefined ? -1 : (this.#places.get(option) ?? -1);
  }

  /** The row that keys start at: the first of what is chosen, else the first that can be. */
  startOf([chosen]: readonly Option[]): number {
    const row = this.rowOf(chosen);
    return row < 0 ? nearestRow(this.rows.length, (place) => this.isEnabled(place), 0, 1) : row;
  }

  /** False for headings, and what is disabled. */
  isEnabled(place: number): boolean {
    return this.rows[place]?.option?.[OPTION_DISABLED] === false;
  }

  /** The text of an option that can be chosen, for finding it by what is typed. */
  textAt(place: number): string | undefined {
    return this.isEnabled(place) ? this.rows[place]!.text : undefined;
  }

  /** A row as it is painted. */
  rowAt(place: number, chosen: ReadonlySet<Option>): OptionRow {
    const { text, indent, option } = this.rows[place]!;
    if (option === undefined) return { text, indent };
    const isDisabled = option[OPTION_DISABLED];
    return { text, indent, option: { isDisabled, isChosen: chosen.has(option), places: [] } };
  }
}
