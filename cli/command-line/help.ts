/** Help as `tui --help` prints it: wrapped to the terminal. */
import { generateConfigHelp } from '../../config/texts/help.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import type { CommandSpec } from '../commands/table.js';
import { version } from '../version.js';
import {
  commandSections,
  mainSections,
  SUMMARY,
  usage,
  type Row,
  type Section,
} from './sections.js';

export interface HelpStyle {
  /** Columns to wrap at. */
  readonly width: number;
  readonly color: boolean;
}

/** The page of `tui --help`. */
export function mainHelp(style: HelpStyle): string {
  const page = new Page(style);
  page.line(`${page.strong('tui')} ${version()}  ${SUMMARY}`);
  page.sections(mainSections());
  return page.text();
}

/** The page of `tui COMMAND --help`. */
export function commandHelp(command: CommandSpec, style: HelpStyle): string {
  const page = new Page(style);
  page.line(page.strong(usage(command)));
  page.prose(`${command.summary}.`, 0);
  page.sections(commandSections(command));
  return command.name === 'config' ? `${page.text()}\n${generateConfigHelp()}` : page.text();
}

/** Two columns; where they do not fit side by side, the right one goes below. */
class Page {
  readonly #lines: string[] = [];
  readonly #style: HelpStyle;

  constructor(style: HelpStyle) {
    this.#style = style;
  }

  strong(text: string): string {
    return this.#style.color ? `\u001b[1m${text}\u001b[0m` : text;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  /** Wrapped, after this many blanks. */
  prose(text: string, indent: number): void {
    for (const line of wrap(text, Math.max(40, this.#style.width) - indent)) {
      this.#lines.push(`${' '.repeat(indent)}${line}`);
    }
  }

  section(title: string): void {
    this.#lines.push('', this.strong(title));
  }

  sections(sections: readonly Section[]): void {
    for (const { title, kind, rows, note } of sections) {
      this.section(title);
      if (kind === 'terms') this.rows(rows);
      else this.examples(rows);
      if (note !== undefined) this.prose(note, 2);
    }
  }

  rows(rows: readonly Row[]): void {
    const width = Math.max(40, Math.min(100, this.#style.width));
    const widest = Math.max(0, ...rows.map(([left]) => cellWidth(left)));
    // Names of variables are long, and not to be broken.
    const column = width < 60 ? 8 : Math.min(widest, Math.floor(width * 0.3)) + 4;
    for (const [left, right] of rows) {
      const below = cellWidth(left) + 4 > column;
      const text = wrap(right, width - column);
      if (below) this.#lines.push(`  ${left}`);
      text.forEach((part, index) => {
        const lead = index === 0 && !below ? `  ${left}` : '';
        this.#lines.push(`${lead}${' '.repeat(column - cellWidth(lead))}${part}`);
      });
    }
  }

  /** Calls are looked at more than read: they keep one column, or on a narrow terminal a line of their own. */
  examples(rows: readonly Row[]): void {
    const column = Math.max(0, ...rows.map(([call]) => cellWidth(call))) + 4;
    const widest = Math.max(0, ...rows.map(([, does]) => cellWidth(does)));
    if (column + widest > this.#style.width) {
      for (const [call, does] of rows) this.#lines.push(`  ${call}`, `      ${does}`);
      return;
    }
    for (const [call, does] of rows) {
      this.#lines.push(`  ${call}${' '.repeat(column - 2 - cellWidth(call))}${does}`);
    }
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (cellWidth(line) + 1 + cellWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
