/** Rows of a combobox's list: headings, options with the part that matches, and notes. */
import { widestOf, type OptionRow } from '../support/rows/option-list.js';
import type { Choice, Match } from './choices.js';

/** A heading and a note have no match. */
export interface Row {
  readonly text: string;
  readonly match?: Match;
  readonly indent: number;
}

/** Options below their headings, groups in the order of their first match. */
export function rowsOf(matches: readonly Match[]): readonly Row[] {
  const groups = new Map<string, Match[]>();
  for (const match of matches) {
    const { group } = match.choice;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [match]);
    else known.push(match);
  }
  const rows: Row[] = [];
  for (const [group, found] of groups) {
    if (group !== '') rows.push({ text: group, indent: 0 });
    for (const match of found)
      rows.push({ text: match.choice.label, match, indent: group === '' ? 0 : 2 });
  }
  return rows;
}

/** Cells of the widest row, with the mark of what is chosen. */
export function widthOf(rows: readonly Row[]): number {
  return widestOf(rows) + 3;
}

/** A row as it is painted. */
export function optionRow(
  { text, indent, match }: Row,
  isChosen: (choice: Choice) => boolean,
): OptionRow {
  if (match === undefined) return { text, indent };
  const { choice, places } = match;
  const { isDisabled } = choice;
  return { text, indent, option: { isDisabled, isChosen: isChosen(choice), places } };
}
