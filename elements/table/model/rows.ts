/** `tr`, `th` and `td`: rows of a table as markup. They have no boxes; the table reads and paints them. */
import type { AttributeTable, Example } from '../../../runtime/element/contract.js';
import { TuiElement } from '../../../runtime/element/tui-element.js';
import { ALIGNMENTS, FORMATS } from './schema.js';
import { CONTENT_CHANGED, ATTRIBUTE_CHANGED } from '../../../runtime/element/internals.js';
import { parentElementOf, localNameOf } from '../../../runtime/element/tree.js';

/** The table around a part of it has to be read again. */
function changed(part: TuiElement): void {
  for (let at = parentElementOf(part); at !== null; at = parentElementOf(at)) {
    if (localNameOf(at) !== 'table') continue;
    at[CONTENT_CHANGED]();
    return;
  }
}

const EXAMPLE: Example = {
  name: 'markup',
  size: [34, 4],
  markup: `<table>
  <tr><th>Planet</th><th>Moons</th><th align="right">Day</th></tr>
  <tr><td>Earth</td><td>1</td><td value="24">24 h</td></tr>
  <tr><td>Mars</td><td>2</td><td value="24.6">24.6 h</td></tr>
  <tr><td style="color: var(--warning)">Jupiter</td><td>95</td><td value="9.9">9.9 h</td></tr>
</table>`,
};

export class TableRow extends TuiElement {
  static override readonly tag: string = 'tr';
  static override readonly description: string =
    'A row of a table, of td cells; a row of th cells names the columns. Its id is the id of the row.';
  static override readonly content = 'inline';
  static override readonly examples: readonly Example[] = [EXAMPLE];
}

export class TableHeading extends TuiElement {
  static override readonly tag: string = 'th';
  static override readonly description: string = 'The label of a column, and how the column looks.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    key: { type: 'string', description: 'Key of the column; by default its label.' },
    align: {
      type: 'string',
      enum: ALIGNMENTS,
      description: 'By default numbers right, all else left.',
    },
    width: {
      type: 'string',
      description: 'Cells, a share of the free room as in `2fr`, or `auto`.',
    },
    min: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Least width, in cells.' },
    max: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Most width, in cells.' },
    format: {
      type: 'string',
      enum: FORMATS,
      description: 'How values are written; by default as the markup has them.',
    },
    decimals: { type: 'integer', minimum: 0, maximum: 20, description: 'Decimals of numbers.' },
    unit: { type: 'string', description: 'Written after each value.' },
    sortable: {
      type: 'boolean',
      description: 'Whether people may sort by it; by default as the table.',
    },
    priority: {
      type: 'number',
      description: 'Columns that have one are left out where it is narrow, the lowest first.',
    },
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];

  override [ATTRIBUTE_CHANGED](): void {
    changed(this);
  }
}

export class TableCell extends TuiElement {
  static override readonly tag: string = 'td';
  static override readonly description: string =
    'A cell of a table. Its text colour and bold text are those of its style.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    value: { type: 'string', description: 'What it is sorted by, where that is not its text.' },
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];

  override [ATTRIBUTE_CHANGED](): void {
    changed(this);
  }
}
