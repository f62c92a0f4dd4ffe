/** Rows of a select's list: options and headings, and moving among them. */
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { OptGroup, Option } from './options.js';
import { PROPS } from '../../runtime/element/internals.js';
import { childElementsOf } from '../../runtime/element/tree.js';
import { nearestOption, widestOf, type OptionRow } from '../support/rows/option-list.js';
import { OPTION_TEXT, OPTION_DISABLED } from './internals.js';

export interface Row {
  readonly text: string;
  /** Absent for a heading. */
  readonly option?: Option;
  readonly indent: number;
}

/** UTF-16 units of a label that are looked at. */
const MAX_LABEL_LENGTH = 500;

/** Options and headings in the order of the document. */
export class Rows {
  readonly rows: readonly Row[];
  readonly options: readonly Option[];
  /** Cells of the widest label, its indent included. */
  readonly width: number;
  readonly #places = new Map<Option, number>();

  constructor(select: TuiElement) {
    const rows: Row[] = [];
    const add = (label: string, indent: number, option?: Option): void => {
      const text = label.slice(0, MAX_LABEL_LENGTH);
      if (option !== undefined) this.#places.set(option, rows.length);
      const row = { text, indent };
      rows.push(option === undefined ? row : { ...row, option });
    };
    for (const child of childElementsOf(select)) {
      if (child instanceof Option) add(child[OPTION_TEXT], 0, child);
      else if (child instanceof OptGroup) {
        add(child[PROPS].label, 0);
        for (const inner of childElementsOf(child))
          if (inner instanceof Option) add(inner[OPTION_TEXT], 2, inner);
      }
    }
    this.rows = rows;
    this.options = [...this.#places.keys()];
    this.width = widestOf(rows);
  }

  /** The row of an option; -1 where it is none of these. */
  rowOf(option: Option | undefined): number {
    return option === undefined ? -1 : (this.#places.get(option) ?? -1);
  }

  /** The nearest row from `at` on that can be chosen, looking `step` first, then the other way; -1: none. */
  near(at: number, step: 1 | -1): number {
    const isEnabled = (place: number): boolean => this.textAt(place) !== undefined;
    return nearestOption(this.rows.length, isEnabled, at, step);
  }

  /** The text of an option that can be chosen, for finding it by what is typed. */
  textAt(place: number): string | undefined {
    const row = this.rows[place];
    return row?.option?.[OPTION_DISABLED] === false ? row.text : undefined;
  }

  /** A row as it is painted. */
  rowAt(place: number, chosen: ReadonlySet<Option>): OptionRow {
    const { text, indent, option } = this.rows[place]!;
    if (option === undefined) return { text, indent };
    const isDisabled = option[OPTION_DISABLED];
    return { text, indent, option: { isDisabled, isChosen: chosen.has(option), places: [] } };
  }
}
