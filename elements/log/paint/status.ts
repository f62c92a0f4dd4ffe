/** The texts in the last row of a log: the search and the filter, and how much was found. */
import { linesText } from '../../support/text-lines/body.js';
import type { StatusTexts } from '../../support/text-lines/paint.js';
import type { LinesView } from '../../support/text-lines/view.js';
import type { PromptKind } from '../interaction.js';
import type { LogModel } from '../model/model.js';
import type { Row } from './rows.js';

export interface Searched {
  readonly searchText: string;
  readonly filterText: string;
  /** The error in one of them; empty for none. */
  readonly error: string;
  /** What the user types just now. */
  readonly prompt: PromptKind | undefined;
  /** All lines are read for both. */
  readonly isRead: boolean;
}

export function statusTexts(
  model: LogModel,
  view: LinesView<Row>,
  { searchText, filterText, error, prompt, isRead }: Searched,
): StatusTexts {
  if (error !== '') return { left: searchText, right: error, isError: true };
  const percent = isRead ? '' : ` · ${Math.floor(model.progress * 100)} %`;
  const found = searchText === '' ? '' : foundText(model, view);
  const shown = filterText === '' ? '' : `${model.shownCount} of ${linesText(model.store.count)}`;
  if (prompt !== undefined) {
    return { left: '', right: (prompt === 'search' ? found : shown) + percent, isError: false };
  }
  const left = [
    searchText === '' ? '' : `/${searchText}`,
    filterText === '' ? '' : `& ${filterText}`,
  ];
  const right = [found, shown].filter((text) => text !== '').join(' · ');
  return {
    left: left.filter((text) => text !== '').join('  '),
    right: right + percent,
    isError: false,
  };
}

/** `2 of 14 matches`, counted in lines. */
function foundText({ found }: LogModel, view: LinesView<Row>): string {
  if (found.length === 0) return 'no match';
  const line = view.hasCursor ? view.cursorLine : -1;
  const place = found.has(line) ? `${found.indexOf(line) + 1} of ` : '';
  return `${place}${found.length} ${found.length === 1 ? 'match' : 'matches'}`;
}
