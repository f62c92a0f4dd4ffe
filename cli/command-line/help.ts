/** Help, derived from the command table and the configuration's schema. */
import { flagRows, generateConfigHelp } from '../../config/texts/help.js';
import { cellWidth } from '../../runtime/text/graphemes.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';
import { COMMANDS, RUN, type CommandSpec, type OptionSpec } from '../commands/table.js';
import { version } from '../version.js';

export interface HelpStyle {
  /** Columns to wrap at. */
  readonly width: number;
  readonly color: boolean;
}

type Row = readonly [left: string, right: string];

const LAUNCHER: readonly Row[] = [
  ['--print-config [FILE]', 'Print the merged configuration with the source of each value'],
  ['--config FILE', 'Read this file of settings instead of the usual one (TUI_CONFIG)'],
  ['--no-config', 'Read no file of settings'],
  ['-h, --help [FILE]', "Print this; after a command, its own help; with FILE, the app's"],
  ['-V, --version', 'Print the version'],
];

/** The page of `tui --help`. */
export function mainHelp(style: HelpStyle): string {
  const settings = flagRows().map(({ usage, description }): Row => [usage, description]);
  const page = new Page(style);
  page.line(`${page.strong('tui')} ${version()}  apps for the terminal, written as documents`);
  page.section('Usage');
  page.rows([
    [`tui ${RUN.operands}`, RUN.summary],
    ...COMMANDS.map((command): Row => [usage(command), command.summary]),
  ]);
  page.section('Options');
  page.rows(LAUNCHER);
  permissionRows(page);
  if (settings.length > 0) {
    page.section('Settings');
    page.rows(settings);
    page.prose(
      'All settings, their variables and values: tui config --help. Your file: tui config path',
      2,
    );
  }
  page.section('Examples');
  page.examples([...RUN.examples, ...COMMANDS.flatMap(({ examples }) => examples.slice(0, 1))]);
  page.section('Exit codes');
  page.rows([
    ['0', 'done'],
    ['1', 'the app failed, or lint found an error'],
    ['2', 'wrong usage, markup or configuration'],
    ['3', 'not permitted'],
    ['128+n', 'ended by signal n'],
  ]);
  return page.text();
}

/** The page of `tui COMMAND --help`. */
export function commandHelp(command: CommandSpec, style: HelpStyle): string {
  const page = new Page(style);
  page.line(`${page.strong(usage(command))}`);
  page.prose(`${command.summary}.`, 0);
  const options = Object.entries(command.options);
  if (options.length > 0) {
    page.section('Options');
    page.rows(options.map(([name, spec]) => optionRow(name, spec)));
  }
  if (command.permissions === true) permissionRows(page);
  page.section('Examples');
  page.examples(command.examples);
  return command.name === 'config' ? `${page.text()}\n${generateConfigHelp()}` : page.text();
}

/** The denials are the grants' mirror: a line for all of them keeps the page short. */
function permissionRows(page: Page): void {
  const rows = PERMISSION_FLAGS.filter(({ flag }) => !flag.startsWith('--deny-'));
  page.section('Permissions');
  page.rows(
    rows.map(({ flag, value, description }): Row => {
      return [value === undefined ? flag : `${flag}[=${value}]`, description];
    }),
  );
  page.prose('Each --allow-x has a --deny-x, which beats every grant. See tui permissions.', 2);
}

function usage(command: CommandSpec): string {
  const rest = command.handsOn === true ? ' [-- ARGUMENT…]' : '';
  return `tui ${command.name} ${command.operands}${rest}`.trim();
}

function optionRow(name: string, spec: OptionSpec): Row {
  const alias = spec.alias === undefined ? '' : `-${spec.alias}, `;
  const value = spec.value === undefined ? '' : ` ${spec.value}`;
  const choices = spec.choices === undefined ? '' : `: ${spec.choices.join(', ')}`;
  const standard = spec.default ?? spec.defaultText;
  const fallback = standard === undefined ? '' : `; default ${standard}`;
  return [`${alias}--${name}${value}`, `${spec.description}${choices}${fallback}`];
}

/** Two columns; where they do not fit side by side, the right one goes below. */
class Page {
  private readonly lines: string[] = [];
  constructor(private readonly style: HelpStyle) {}

  strong(text: string): string {
    return this.style.color ? `\u001b[1m${text}\u001b[0m` : text;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** Wrapped, after so many blanks. */
  prose(text: string, indent: number): void {
    for (const line of wrap(text, Math.max(40, this.style.width) - indent)) {
      this.lines.push(`${' '.repeat(indent)}${line}`);
    }
  }

  section(title: string): void {
    this.lines.push('', this.strong(title));
  }

  rows(rows: readonly Row[]): void {
    const width = Math.max(40, Math.min(100, this.style.width));
    const widest = Math.max(0, ...rows.map(([left]) => cellWidth(left)));
    // Names of variables are long, and not to be broken.
    const column = width < 60 ? 8 : Math.min(widest, Math.floor(width * 0.3)) + 4;
    for (const [left, right] of rows) {
      const below = cellWidth(left) + 4 > column;
      const text = wrap(right, width - column);
      if (below) this.lines.push(`  ${left}`);
      text.forEach((part, index) => {
        const lead = index === 0 && !below ? `  ${left}` : '';
        this.lines.push(`${lead}${' '.repeat(column - cellWidth(lead))}${part}`);
      });
    }
  }

  /** Calls are looked at more than read: they keep one column, or on a narrow terminal a line of their own. */
  examples(rows: readonly Row[]): void {
    const column = Math.max(0, ...rows.map(([call]) => cellWidth(call))) + 4;
    const widest = Math.max(0, ...rows.map(([, does]) => cellWidth(does)));
    if (column + widest > this.style.width) {
      for (const [call, does] of rows) this.lines.push(`  ${call}`, `      ${does}`);
      return;
    }
    for (const [call, does] of rows) {
      this.lines.push(`  ${call}${' '.repeat(column - 2 - cellWidth(call))}${does}`);
    }
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
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
