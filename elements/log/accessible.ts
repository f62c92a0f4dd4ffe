/** The accessible text of a log: how many lines there are, the filter, the search, the cursor's line, and the visible lines. */
import type { AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { LogModel } from './model/model.js';
import type { LinesView } from '../support/text-lines/view.js';

const LINE_CELLS = 200;

export interface LogSummary {
  readonly name: string | undefined;
  readonly filterText: string;
  readonly searchText: string;
  readonly focused: boolean;
  readonly marks: ReadonlySet<number>;
}

export function logNode(model: LogModel, view: LinesView, summary: LogSummary): AccessibleElement {
  const lines = [...new Set(view.visible.map(({ line }) => line))];
  return {
    role: 'log',
    name: summary.name,
    focusable: true,
    parts: lines.map((line) => ({
      role: 'paragraph',
      parts: [{ role: 'text', name: lineText(model, line) }],
    })),
    line: {
      text: describeLog(model, view, summary),
      more: lines.map((line) => `\n  ${lineText(model, line)}`).join(''),
    },
  };
}

function describeLog(
  model: LogModel,
  view: LinesView,
  { name, filterText, searchText, focused, marks }: LogSummary,
): string {
  const parts = [name === undefined || name === '' ? 'log' : `log "${sanitize(name)}"`];
  const all = count(model.store.count, 'line');
  parts[0] += `, ${model.isFiltered ? `${model.shownCount} of ${all} match "${sanitize(filterText)}"` : all}`;
  if (model.search !== undefined)
    parts.push(`${count(model.found.length, 'line')} with "${sanitize(searchText)}"`);
  if (view.isFollowing) parts.push('following');
  const { range } = view;
  if (range !== undefined) {
    parts.push(
      `${count(model.placeOf(range.to) - model.placeOf(range.from) + 1, 'line')} selected`,
    );
  }
  const line = view.cursorLine;
  if (focused && line >= 0) {
    const mark = marks.has(line) ? 'marked ' : '';
    parts.push(`${mark}line ${line + 1}: ${lineText(model, line)}`);
  }
  return parts.join('; ');
}

/** The level is said where the words do not: it is a colour otherwise. */
function lineText(model: LogModel, line: number): string {
  const text = truncate(sanitize(model.textOf(line)), LINE_CELLS).trim() || 'blank';
  const level = model.entryStart(line) === line ? model.levelOf(line) : undefined;
  const isSevere = level === 'error' || level === 'warning';
  const isSaid = /\b(?:err|warn|fatal|crit|severe|panic|alert|emerg)/i.test(text);
  return isSevere && !isSaid ? `${level}: ${text}` : text;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
