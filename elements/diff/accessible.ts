/** The accessible text of a diff: how much has changed, the selection, the cursor's line, and the lines in view. */
import type { AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { linesText, type LinesBody } from '../support/text-lines/body.js';
import type { DiffRow } from './layout.js';
import { fileWords } from './model/rows.js';
import { headingOf, KIND, type Diff } from './model/parse.js';

const LINE_CELLS = 200;

export interface DiffSummary {
  readonly name: string;
  readonly searchText: string;
  readonly isFocused: boolean;
  readonly diff: Diff;
  /** Lines of the diff that a row shows, the removed one first. */
  linesOf(row: number): readonly number[];
}

export function diffNode(body: LinesBody<DiffRow>, summary: DiffSummary): AccessibleElement {
  const rows = [...new Set(body.view.visible.map(({ line }) => line))];
  const words = rows.map((row) => rowWords(summary, row));
  return {
    role: 'group',
    name: summary.name,
    focusable: true,
    parts: words.map((name) => ({ role: 'paragraph', parts: [{ role: 'text', name }] })),
    line: {
      text: describeDiff(body, summary),
      more: words.map((each) => `\n  ${each}`).join(''),
    },
  };
}

function describeDiff(body: LinesBody<DiffRow>, summary: DiffSummary): string {
  const { name, searchText, isFocused, diff } = summary;
  const added = diff.files.reduce((sum, file) => sum + file.added, 0);
  const removed = diff.files.reduce((sum, file) => sum + file.removed, 0);
  const files = `${diff.files.length} ${diff.files.length === 1 ? 'file' : 'files'}`;
  const title = name === '' ? 'diff' : `diff "${sanitize(name)}"`;
  const parts = [`${title}, ${files}, ${linesText(added)} added, ${removed} removed`];
  if (diff.errors.length > 0) parts.push('a part cannot be read');
  if (searchText !== '') {
    parts.push(`${linesText(body.model.found.length)} with "${sanitize(searchText)}"`);
  }
  const selected = body.selected.length;
  if (selected > 0) parts.push(`${linesText(selected)} selected`);
  const row = body.view.cursorLine;
  if (isFocused && row >= 0) parts.push(rowWords(summary, row));
  return parts.join('; ');
}

/** `added line 12: text`; of two lines side by side both. */
function rowWords({ diff, linesOf }: DiffSummary, row: number): string {
  return linesOf(row)
    .map((line) => lineWords(diff, line))
    .join('; ');
}

function lineWords(diff: Diff, line: number): string {
  const { lines, kinds, oldNumbers, newNumbers } = diff;
  const kind = kinds[line];
  if (kind === KIND.file) {
    const file = diff.files.find(({ from }) => from === line);
    if (file !== undefined) {
      return `file ${sanitize(fileWords(file)).replace('  ', ', ')}, ${file.added} added, ${file.removed} removed`;
    }
  }
  if (kind === KIND.hunk) {
    const index = diff.hunks.findIndex(({ from }) => from === line);
    const hunk = diff.hunks[index];
    if (hunk !== undefined) {
      const heading = headingOf(diff, hunk);
      const words = heading === '' ? '' : `, ${sanitize(heading)}`;
      return `hunk ${index + 1} of ${diff.hunks.length}, from line ${hunk.newStart}${words}`;
    }
  }
  const source = sanitize(lines.at(line));
  if (kind === KIND.noNewline) return 'no line break at the end';
  if (kind === KIND.text) return truncate(source, LINE_CELLS) || 'blank';
  const text = truncate(source.slice(1), LINE_CELLS).trimEnd() || 'blank';
  if (kind === KIND.added) return `added line ${newNumbers[line]}: ${text}`;
  if (kind === KIND.removed) return `removed line ${oldNumbers[line]}: ${text}`;
  return `line ${newNumbers[line]}: ${text}`;
}
