/** Rows in markup: `<tr><th>…</th></tr>` declares the columns, `<tr><td>…</td></tr>` is a row. */
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { COLUMN_WIDTH, type ColumnDeclaration, type Row } from './schema.js';
import { PROPS } from '../../../runtime/element/internals.js';
import {
  localNameOf,
  firstElementOf,
  nextElementOf,
  textOf,
} from '../../../runtime/element/tree.js';

export interface MarkupCell {
  /** What it is sorted by: its `value`, a number where the text is one, else the text. */
  readonly value: unknown;
  readonly text: string;
  readonly element: TuiElement;
}

export class MarkupRow {
  constructor(
    readonly cells: readonly MarkupCell[],
    readonly element: TuiElement,
  ) {}

  /** The cells' values, as scripts receive them. */
  values(): unknown[] {
    return this.cells.map(({ value }) => value);
  }
}

export interface Markup {
  /** Undefined where no row has `th` cells. */
  readonly columns: readonly ColumnDeclaration[] | undefined;
  readonly rows: readonly MarkupRow[];
  /** The first error in the markup; undefined without one. */
  readonly error: string | undefined;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WIDTH = new RegExp(COLUMN_WIDTH);
const BLANKS = /[ \t\r\n\f]+/g;

export function readMarkup(table: TuiElement): Markup {
  const rows: MarkupRow[] = [];
  let columns: ColumnDeclaration[] | undefined;
  for (const element of rowElements(table)) {
    const cells = elementsIn(element);
    const isHead = cells.length > 0 && cells.every((cell) => localNameOf(cell) === 'th');
    if (isHead && columns === undefined) columns = cells.map(columnOf);
    else rows.push(new MarkupRow(cells.map(cellIn), element));
  }
  const bad = columns?.find(({ width }) => width !== undefined && !WIDTH.test(String(width)));
  const error =
    bad === undefined
      ? undefined
      : `width of th "${bad.label ?? ''}": expected cells, a share as in "2fr", or "auto", found ${JSON.stringify(bad.width)}`;
  return { columns, rows, error };
}

function rowElements(table: TuiElement): TuiElement[] {
  const found: TuiElement[] = [];
  for (const child of elementsIn(table)) {
    if (localNameOf(child) === 'tr') found.push(child);
    else if (localNameOf(child) === 'thead' || localNameOf(child) === 'tbody') {
      found.push(...elementsIn(child).filter((row) => localNameOf(row) === 'tr'));
    }
  }
  return found;
}

function elementsIn(parent: TuiElement): TuiElement[] {
  const found: TuiElement[] = [];
  for (let at = firstElementOf(parent); at !== null; at = nextElementOf(at)) found.push(at);
  return found;
}

function textIn(element: TuiElement): string {
  return (textOf(element) ?? '').replace(BLANKS, ' ').trim();
}

function cellIn(element: TuiElement): MarkupCell {
  const text = textIn(element);
  const attributeValue = element[PROPS]['value'] as string | undefined;
  const word = attributeValue ?? text;
  const value = NUMBER.test(word) ? Number(word) : word === '' ? null : word;
  return { value, text, element };
}

function columnOf(element: TuiElement, index: number): ColumnDeclaration {
  const { [PROPS]: props } = element;
  const label = textIn(element);
  const key = (props['key'] as string | undefined) ?? (label === '' ? String(index) : label);
  const column: Record<string, unknown> = { key, label };
  for (const name of [
    'align',
    'width',
    'min',
    'max',
    'format',
    'decimals',
    'unit',
    'sortable',
    'priority',
    'footer',
    'bar',
    'editable',
  ]) {
    if (props[name] !== undefined) column[name] = props[name];
  }
  return column as unknown as ColumnDeclaration;
}

/** A row as scripts see it: markup as an array of its values. */
export function publicRow(row: unknown): Row {
  return row instanceof MarkupRow ? row.values() : (row as Row);
}
