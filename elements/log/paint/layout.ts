/** The parts of a log in its content box: header, rows, marks, scrollbar, and the row of the search. */
import type { Size } from '../../support/author.js';
import type { LinesView } from '../../support/text-lines/view.js';
import type { LogModel } from '../model/model.js';
import type { LogLayout } from './paint.js';
import type { Row, RowCache } from './rows.js';

export interface LayoutInput {
  readonly model: LogModel;
  readonly view: LinesView<Row>;
  readonly rows: RowCache;
  readonly wrap: boolean;
  readonly hasHeader: boolean;
  readonly hasStatus: boolean;
  readonly hasMarks: boolean;
}

/** Brings the view in step with the room there is. */
export function layOutLog({ width, height }: Size, input: LayoutInput): LogLayout {
  const header = input.hasHeader && height > 1 ? 1 : 0;
  const hasStatus = input.hasStatus && height > header + 1;
  const body = Math.max(0, height - header - (hasStatus ? 1 : 0));
  const gutter = input.hasMarks && width > 4 ? 2 : 0;
  const at = (bar: boolean): LogLayout => ({
    width,
    height,
    header,
    body,
    gutter,
    text: Math.max(0, width - gutter - (bar ? 1 : 0)),
    bar: bar ? width - 1 : -1,
    status: hasStatus ? height - 1 : -1,
  });
  const fits = sync(at(false), input);
  if (fits || width < 2) return at(false);
  const layout = at(true);
  sync(layout, input);
  return layout;
}

/** True where all lines show. */
function sync({ text, body }: LogLayout, { model, view, rows, wrap }: LayoutInput): boolean {
  if (wrap) view.left = 0;
  rows.prepare(text, wrap);
  view.sync(body);
  if (model.shownCount > body) return false;
  const { visible } = view;
  const lines = new Set(visible.map(({ line }) => line)).size;
  const last = visible.at(-1);
  const isWhole =
    last === undefined || (visible[0]?.index === 0 && last.index === rows.of(last.line).length - 1);
  return lines === model.shownCount && isWhole;
}
