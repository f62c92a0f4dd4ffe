/** `tr`, `th` and `td`: rows of a table as markup. They have no boxes; the table reads and paints them. */
import {
  ATTRIBUTE_CHANGED,
  CONTENT_CHANGED,
  localNameOf,
  parentElementOf,
  TuiElement,
} from '../../support/author.js';
import type { AttributeTable, Example } from '../../support/author.js';
import { ALIGNMENTS, FORMATS, TOTALS } from './schema.js';

/** The table around a part of it has to be read again. */
function notifyChange(part: TuiElement): void {
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
    'A row of a table, with `td` cells; a row of `th` cells declares the columns. The id of the row is its `id`. Its style can set the text colour, the background and bold.';
  static override readonly content = 'inline';
  static override readonly examples: readonly Example[] = [EXAMPLE];
}

export class TableHeading extends TuiElement {
  static override readonly tag: string = 'th';
  static override readonly description: string = 'The label of a column, and how its cells look.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    key: { type: 'string', description: 'Key of the column; default: its label.' },
    align: {
      type: 'string',
      enum: ALIGNMENTS,
      description: 'Alignment; default: numbers to the right, text to the left.',
    },
    width: {
      type: 'string',
      description: 'Width: cells, a share of the free space such as `2fr`, or `auto`.',
    },
    min: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Minimum width, in cells.' },
    max: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Maximum width, in cells.' },
    format: {
      type: 'string',
      enum: FORMATS,
      description: 'Format of values; default: as in the markup.',
    },
    decimals: {
      type: 'integer',
      minimum: 0,
      maximum: 20,
      description: 'Decimal places of numbers.',
    },
    unit: { type: 'string', description: 'Added after each value.' },
    sortable: {
      type: 'boolean',
      description: "Whether the user may sort by it; default: the table's `sortable`.",
    },
    priority: {
      type: 'number',
      description: 'Columns with a priority are hidden if space is short, the lowest first.',
    },
    footer: {
      type: 'string',
      description: `Text below the column: ${TOTALS.join(', ')} of the rows that show, or any other text.`,
    },
    bar: { type: 'boolean', default: false, description: 'Shows a bar beside each number.' },
    editable: {
      type: 'boolean',
      description: "Whether the user may change its cells; default: the table's `editable`.",
    },
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];

  override [ATTRIBUTE_CHANGED](): void {
    notifyChange(this);
  }
}

export class TableCell extends TuiElement {
  static override readonly tag: string = 'td';
  static override readonly description: string =
    'A cell of a table. Its style can set the text colour, the background and bold.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    value: { type: 'string', description: 'Sort key, if it is not the text.' },
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];

  override [ATTRIBUTE_CHANGED](): void {
    notifyChange(this);
  }
}
