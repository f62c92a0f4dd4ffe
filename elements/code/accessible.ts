/** The accessible text of code: its language, the search, the cursor's line with its mark, and the lines in view. */
import type { AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { linesText, type LinesBody } from '../support/text-lines/body.js';
import type { TextRow } from '../support/text-lines/rows.js';
import type { CodeMarks } from './marks.js';

const LINE_CELLS = 200;

export interface CodeSummary {
  readonly name: string;
  readonly language: string | undefined;
  readonly searchText: string;
  readonly firstLine: number;
  readonly isFocused: boolean;
  readonly marks: CodeMarks;
}

export function codeNode(body: LinesBody<TextRow>, summary: CodeSummary): AccessibleElement {
  const lines = [...new Set(body.view.visible.map(({ line }) => line))];
  const words = (line: number): string => lineWords(body, summary, line);
  return {
    role: 'group',
    name: summary.name,
    focusable: true,
    parts: lines.map((line) => ({
      role: 'paragraph',
      parts: [{ role: 'text', name: words(line) }],
    })),
    line: {
      text: describeCode(body, summary),
      more: lines.map((line) => `\n  ${line + summary.firstLine}: ${words(line)}`).join(''),
    },
  };
}

function describeCode(body: LinesBody<TextRow>, summary: CodeSummary): string {
  const { name, language, searchText, firstLine, isFocused } = summary;
  const title = name === '' ? 'code' : `code "${sanitize(name)}"`;
  const count = linesText(body.model.shownCount);
  const parts = [[title, language, count].filter((part) => part !== undefined).join(', ')];
  if (searchText !== '') {
    parts.push(`${linesText(body.model.found.length)} with "${sanitize(searchText)}"`);
  }
  const selected = body.selected.length;
  if (selected > 0) parts.push(`${linesText(selected)} selected`);
  const line = body.view.cursorLine;
  if (isFocused && line >= 0) {
    parts.push(`line ${line + firstLine}: ${lineWords(body, summary, line)}`);
  }
  return parts.join('; ');
}

/** The tone is said: it is a colour otherwise. */
function lineWords(body: LinesBody<TextRow>, { marks }: CodeSummary, line: number): string {
  const text = truncate(body.model.textOf(line), LINE_CELLS).trimEnd() || 'blank';
  if (marks.at(line).length === 0) return text;
  const message = sanitize(marks.messageAt(line));
  const tone = marks.toneAt(line) ?? 'marked';
  return `${text}, ${message === '' ? tone : `${tone}: ${message}`}`;
}
