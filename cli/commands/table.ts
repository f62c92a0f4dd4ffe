/**
 * The commands, declared once: parsing, help and shell completion are derived from this table. Their
 * code is in files of their own (load.ts).
 */
import {
  CHART_SORTS,
  CHART_TYPES,
  DEFAULT_LAST,
  INPUT_FORMATS,
  LOG_SCALES,
  MAX_LAST,
} from '../chart/options.js';
import type { Console } from '../command-line/console.js';
import type { LogLevel } from '../../runtime/script/logger.js';
import type { PermissionFlags } from '../sandbox/policy/flags.js';

/** A flag that may be written before a command as well as after it. */
export interface GlobalFlag {
  readonly name: string;
  /** `-h` */
  readonly short?: readonly string[];
  /** Placeholder of a required value in help. */
  readonly value?: string;
  /** An operand that it changes the meaning of. */
  readonly operand?: string;
  readonly description: string;
}

export interface OptionSpec {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  /** What represents the value in help: `FILE`, `N`. */
  readonly value?: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
  /** A choice may be written in another case. */
  readonly ignoreCase?: boolean;
  readonly default?: string | number;
  /** Where the default comes from, for help. */
  readonly defaultText?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Repeatable; its order among others of the kind counts: see `Call.steps`. */
  readonly step?: boolean;
}

/** One use of an option that is a step. */
export interface Step {
  readonly option: string;
  readonly value: string | number;
}

/** What a command is called with, checked against its table. */
export interface Call {
  readonly console: Console;
  /** The arguments that are not options. */
  readonly operands: readonly string[];
  /** Arguments for the app, if the command runs one and does not read its operands. */
  readonly argv: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Options that are steps, in the order of the command line. */
  readonly steps: readonly Step[];
  /** Configuration flags, checked, by key. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** `--config FILE` or `--no-config`; undefined: the usual file, or the one of `TUI_CONFIG`. */
  readonly configFile: string | false | undefined;
  /** `--allow-…`, `--deny-…`, `--trust`; none where the command takes none. */
  readonly permissions: PermissionFlags;
}

export interface CommandSpec {
  readonly name: string;
  /** Operands as help shows them: `FILE…`. */
  readonly operands: string;
  /** How many operands it takes. */
  readonly count: readonly [least: number, most: number];
  readonly summary: string;
  /** What follows `--` is the app's (`$tui.argv`). */
  readonly passesArguments?: boolean;
  /** It takes the permission flags. */
  readonly permissions?: boolean;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [call: string, does: string])[];
  /** Words that an operand may be, for completion; files otherwise. */
  readonly words?: readonly string[];
  /** They are files of any name, not only `.tui`. */
  readonly acceptsAnyFile?: boolean;
}

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  {
    name: '--print-config',
    operand: '[FILE]',
    description: 'Print the merged configuration with the source of each value',
  },
  {
    name: '--config',
    value: 'FILE',
    description: 'Read this configuration file instead of the default one (TUI_CONFIG)',
  },
  { name: '--no-config', description: 'Read no configuration file' },
  {
    name: '--help',
    short: ['-h'],
    operand: '[FILE]',
    description: 'Print this help; after a command, its help; with FILE, the help of the app',
  },
  { name: '--version', short: ['-V', '-v'], description: 'Print the version' },
];

export const FORMATS = [
  'text',
  'ansi',
  'svg',
  'html',
  'screen',
  'json',
  'accessible',
  'ai',
] as const;

/** Of `tui view`. */
const VIEW_FORMATS = ['text', 'ansi', 'svg'] as const;

/** Of `tui chart`. */
export const CHART_FORMATS = ['text', 'ansi', 'svg', 'html', 'accessible'] as const;

/** As of the virtual terminal (`headless.width`), in cells. */
const MAX_SIDE = 10_000;

export const RUN: CommandSpec = {
  name: 'run',
  operands: 'FILE [ARGUMENT…]',
  count: [1, Infinity],
  summary: 'Run an app; without a terminal, print one frame as text',
  permissions: true,
  options: {},
  examples: [
    ['tui app.tui', 'run it in this terminal'],
    ['tui app.tui | less', 'print its first frame as text'],
    ['tui README.md', 'read a Markdown file'],
    ['tui - < app.tui', 'read the app from stdin'],
    ['tui --allow-net=example.com app.tui', 'let it connect to one host'],
    ['tui --trust app.tui', 'grant what its policy requests'],
  ],
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    operands: '[FOLDER]',
    count: [0, 1],
    acceptsAnyFile: true,
    summary: 'Create a small app with a test and types',
    options: {
      typescript: { type: 'boolean', description: 'Test in TypeScript, with jest and ts-jest' },
      force: { type: 'boolean', description: 'Overwrite existing files' },
    },
    examples: [
      ['tui init my-app', 'a new folder'],
      ['tui init --typescript my-app', 'with a test in TypeScript'],
      ['tui init', 'in this folder'],
    ],
  },
  {
    name: 'dev',
    operands: 'FILE',
    count: [1, 1],
    passesArguments: true,
    summary: 'Run an app, apply edits of its files as they are saved, and show errors over it',
    permissions: true,
    options: {},
    examples: [
      ['tui dev app.tui', 'edit and save it while it runs'],
      ['tui dev app.tui -- --sample', 'pass an argument to the app'],
    ],
  },
  {
    name: 'ask',
    operands: 'FILE',
    count: [1, 1],
    passesArguments: true,
    summary: 'Run a form on the terminal and print its data as JSON, or fill it from a file',
    permissions: true,
    options: {
      answers: {
        type: 'string',
        value: 'FILE',
        description:
          'Fill the form with this JSON object; without a terminal, and with --headless, submit it as well',
      },
    },
    examples: [
      ['tui ask setup.tui', 'print the answers as JSON'],
      ['tui ask pick.tui < names.txt', 'the app reads this file'],
      ['tui ask --answers FILE setup.tui', 'with answers of a file'],
      ['tui ask setup.tui -- --fast', 'with an argument for the app'],
    ],
  },
  {
    name: 'snapshot',
    operands: 'FILE',
    count: [1, 1],
    passesArguments: true,
    summary: 'Print one frame without a terminal',
    permissions: true,
    options: {
      width: {
        type: 'integer',
        value: 'COLUMNS',
        defaultText: 'headless.width',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Width in cells',
      },
      height: {
        type: 'integer',
        value: 'ROWS',
        defaultText: 'headless.height',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Height in cells',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: FORMATS,
        default: 'text',
        description: 'Output format',
      },
      press: {
        type: 'string',
        value: 'KEYS',
        step: true,
        description: 'Press keys first: Tab, Ctrl+S, or several such as "Down Down Enter"',
      },
      wait: {
        type: 'integer',
        value: 'MS',
        minimum: 0,
        maximum: 600_000,
        step: true,
        description: 'Wait this many milliseconds first',
      },
      until: {
        type: 'string',
        value: 'TEXT',
        step: true,
        description: 'Wait until the screen shows this text, at most 10 seconds',
      },
      output: {
        type: 'string',
        value: 'FILE',
        alias: 'o',
        description: 'Write to a file instead of stdout',
      },
    },
    examples: [
      ['tui snapshot app.tui --width 60 --height 10', 'the frame as text'],
      ['tui snapshot app.tui --format svg -o app.svg', 'an image for a web page'],
      ['tui snapshot app.tui --format html -o app.html', 'a page for screen readers'],
      ['tui snapshot app.tui --format accessible', 'as text to be read aloud'],
      [
        'tui snapshot app.tui --until Ready --press Enter --wait 200',
        'after these steps, in order',
      ],
      ['tui snapshot app.tui -- --sample', 'with an argument for the app'],
    ],
  },
  {
    name: 'mcp',
    operands: 'FILE',
    count: [1, 1],
    passesArguments: true,
    summary: 'Serve an app to agents over MCP, on stdin and stdout',
    permissions: true,
    options: {
      ask: {
        type: 'boolean',
        description: 'Run it as tui ask does: the call that submits its form returns the data',
      },
    },
    examples: [
      ['tui mcp app.tui', 'as an agent starts it'],
      ['tui mcp --ask setup.tui', 'with a form for the agent'],
      ['tui mcp --trust app.tui', 'grant what its policy requests'],
    ],
  },
  {
    name: 'view',
    operands: 'PICTURE',
    count: [1, 1],
    acceptsAnyFile: true,
    summary: 'Show an image; without a terminal, print it as text',
    options: {
      width: {
        type: 'integer',
        value: 'COLUMNS',
        defaultText: 'headless.width',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Maximum width of printed output, in cells',
      },
      height: {
        type: 'integer',
        value: 'ROWS',
        defaultText: 'headless.height',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Maximum height of printed output, in cells',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: VIEW_FORMATS,
        defaultText: 'text in a pipe',
        description: 'Print it in this format instead of showing it',
      },
    },
    examples: [
      ['tui view photo.jpg', 'zoom with + and -, leave with q'],
      ['tui --gfx-mode=octant view photo.jpg', 'with smaller blocks'],
      ['tui view --format ansi photo.jpg', 'print it in colours'],
      ['tui view photo.jpg | cat', 'as text'],
    ],
  },
  {
    name: 'chart',
    operands: '[FILE | -]',
    count: [0, 1],
    acceptsAnyFile: true,
    summary: 'Draw a chart of CSV, TSV or JSON below the prompt; in a pipe, print it as text',
    options: {
      type: {
        type: 'string',
        value: 'TYPE',
        choices: CHART_TYPES,
        defaultText: 'by the data',
        description: 'Type of the chart',
      },
      x: {
        type: 'string',
        value: 'COLUMN',
        defaultText: 'by the data',
        description: 'Column of labels, dates or places, by its name or number',
      },
      y: {
        type: 'string',
        value: 'COLUMN,…',
        defaultText: 'all other numbers',
        description: 'Columns of values, by their names or numbers',
      },
      follow: {
        type: 'boolean',
        alias: 'f',
        description: 'Draw the last rows, and new ones as they come',
      },
      last: {
        type: 'integer',
        value: 'N',
        alias: 'n',
        defaultText: String(DEFAULT_LAST),
        minimum: 2,
        maximum: MAX_LAST,
        description: 'With --follow: number of rows to draw',
      },
      top: {
        type: 'integer',
        value: 'N',
        minimum: 1,
        maximum: MAX_LAST,
        description: 'Bars: only the N largest',
      },
      sort: {
        type: 'string',
        value: 'ORDER',
        choices: CHART_SORTS,
        defaultText: 'as in the data; counts: -value',
        description: 'Bars: their order, with - from the largest or last on',
      },
      bins: {
        type: 'integer',
        value: 'N',
        minimum: 1,
        maximum: 500,
        defaultText: 'by the data',
        description: 'Histogram: about this number of intervals',
      },
      'log-scale': {
        type: 'string',
        value: 'AXES',
        choices: LOG_SCALES,
        description: 'Logarithmic axes',
      },
      title: { type: 'string', value: 'TEXT', description: 'Title above the chart' },
      input: {
        type: 'string',
        value: 'FORMAT',
        choices: INPUT_FORMATS,
        defaultText: 'by name and content',
        description: 'Format of the data',
      },
      delimiter: {
        type: 'string',
        value: 'CHARACTER',
        defaultText: 'by the first row',
        description: 'Separator of values: one character, or tab',
      },
      header: {
        type: 'boolean',
        description: 'The first row has the names of columns, though all of it are numbers',
      },
      'no-header': {
        type: 'boolean',
        description: 'The first row is data, though it has words',
      },
      'date-format': {
        type: 'string',
        value: 'FORMAT',
        defaultText: 'ISO dates and times',
        description: 'Format of dates as of strftime: %d.%m.%Y, %b %e %H:%M:%S, %s',
      },
      'time-zone': {
        type: 'string',
        value: 'ZONE',
        defaultText: 'local',
        description: 'Time zone of the axis: local, UTC, or a name such as Europe/Berlin',
      },
      lenient: {
        type: 'boolean',
        description:
          'Read values that are not numbers, and rows of another length, as absent values',
      },
      print: { type: 'boolean', description: 'Print text on a terminal as well' },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: CHART_FORMATS,
        defaultText: 'text in a pipe',
        description: 'Print it in this format instead of showing it',
      },
      output: {
        type: 'string',
        value: 'FILE',
        alias: 'o',
        description: 'Write to a file instead of stdout',
      },
      width: {
        type: 'integer',
        value: 'COLUMNS',
        defaultText: 'of the terminal, else headless.width',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Width of printed output, in cells',
      },
      height: {
        type: 'integer',
        value: 'ROWS',
        defaultText: 'by the data',
        minimum: 1,
        maximum: 1000,
        description: 'Height of the plot, in cells',
      },
    },
    examples: [
      ['tui chart prices.csv', 'chosen by the data'],
      ['tui chart --x day --y open,close prices.csv', 'two columns over a third'],
      ['shuf -i 1-99 | tui chart', 'what is piped into it'],
      ['tui chart --x city --top 9 visits.csv', 'the largest bars'],
      ['tui chart --follow load.csv', 'a file that grows'],
      ['tui chart --format svg -o a.svg prices.csv', 'an image for a web page'],
    ],
  },
  {
    name: 'lint',
    operands: 'FILE…',
    count: [1, Infinity],
    summary: 'Check documents and report errors; the exit code is 1 if there are any',
    options: {
      json: { type: 'boolean', description: 'Print one JSON object per line and diagnostic' },
    },
    examples: [['tui lint *.tui', 'check every app here']],
  },
  {
    name: 'types',
    operands: 'FILE…',
    count: [1, Infinity],
    summary: 'Write declarations that type $tui and the ids of an app in its scripts',
    options: {
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: ['ts', 'markdown'],
        default: 'ts',
        description: 'Declarations, or a reference page of the components',
      },
      output: {
        type: 'string',
        value: 'FILE',
        alias: 'o',
        defaultText: 'FILE.d.ts, or FILE.md',
        description: 'Write to this file; - is stdout',
      },
      check: {
        type: 'boolean',
        description: 'Write nothing; the exit code is 1 if the file is missing or out of date',
      },
      force: { type: 'boolean', description: 'Overwrite a file that this command did not write' },
    },
    examples: [
      ['tui types app.tui', 'write app.tui.d.ts'],
      ['tui types --check app.tui', 'in CI'],
      ['tui types --format markdown card.tui', 'a page about its components'],
    ],
  },
  {
    name: 'config',
    operands: '[ACTION [KEY [VALUE]]] [FILE]',
    count: [0, 5],
    summary: 'Show settings and the source of each value, or change your settings',
    options: {
      changed: {
        type: 'boolean',
        description: 'With list: only settings that differ from the default',
      },
      json: { type: 'boolean', description: 'Print one JSON object instead of text' },
    },
    words: ['list', 'explain', 'get', 'set', 'unset', 'edit', 'path', 'schema'],
    examples: [
      ['tui config explain theme', "each layer's value and its place"],
      ['tui config get log.level app.tui', 'one value, as this app sees it'],
      ['tui config set theme fullcolor-dark', 'write it to your configuration file'],
      ['tui config unset theme', 'remove it from your configuration file'],
      ['tui config edit', 'edit it in $VISUAL or $EDITOR'],
      ['tui config list --changed', 'settings that differ from the default'],
      ['tui config path', 'the path of your configuration file'],
      ['tui config schema', 'its JSON Schema, for an editor'],
    ],
  },
  {
    name: 'i18n',
    operands: 'check FILE…',
    count: [2, Infinity],
    summary: 'Check the messages of apps: missing, unused, or with different arguments',
    options: {
      json: { type: 'boolean', description: 'Print one JSON object per line and diagnostic' },
    },
    words: ['check'],
    examples: [
      ['tui i18n check app.tui', 'compare all locales'],
      ['tui snapshot --i18n-locale=en-XA app.tui', 'longer words, to find text cut off'],
    ],
  },
  {
    name: 'permissions',
    operands: '[FILE]',
    count: [0, 1],
    permissions: true,
    summary: 'Show what an app may do and how it is enforced, or revoke approvals',
    options: {
      revoke: { type: 'boolean', description: 'Revoke the approval of FILE, or of every app' },
      json: { type: 'boolean', description: 'Print one JSON object instead of text' },
    },
    examples: [
      ['tui permissions app.tui', 'its permissions and their reasons'],
      ['tui permissions', 'the approved apps'],
      ['tui permissions --revoke app.tui', 'ask again at the next start'],
    ],
  },
  {
    name: 'state',
    operands: 'path | show | clear FILE',
    count: [2, 2],
    summary: 'Show or delete the saved state of an app (--persist)',
    options: {
      json: { type: 'boolean', description: 'Print JSON on one line' },
    },
    words: ['path', 'show', 'clear'],
    examples: [
      ['tui state show app.tui', 'the saved state'],
      ['tui state clear app.tui', 'start without it the next time'],
    ],
  },
  {
    name: 'log',
    operands: '[FILE]',
    count: [0, 1],
    summary: 'Show the end of the log: log.file, or the log that the policy of FILE names',
    options: {
      follow: { type: 'boolean', alias: 'f', description: 'Print new entries as they arrive' },
      lines: {
        type: 'integer',
        value: 'N',
        alias: 'n',
        default: 100,
        minimum: 0,
        maximum: 1_000_000,
        description: 'Number of existing entries to print',
      },
      level: {
        type: 'string',
        value: 'LEVEL',
        choices: ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] satisfies readonly LogLevel[],
        ignoreCase: true,
        description: 'Minimum severity',
      },
      json: { type: 'boolean', description: 'Print one JSON object per line and entry' },
    },
    examples: [
      ['tui log --follow', 'watch it while an app runs'],
      ['tui log --level WARN -n 20', 'the last 20 warnings and errors'],
      ['tui log --log-file ./app.log', 'another file'],
    ],
  },
  {
    name: 'completion',
    operands: '[bash | zsh | fish | keys]',
    count: [0, 1],
    summary:
      'Print a completion script for the shell; default: that of $SHELL. `keys` prints the keys of commands that `tui config set` accepts, of the apps in this folder',
    options: {},
    words: ['bash', 'zsh', 'fish', 'keys'],
    examples: [['source <(tui completion bash)', 'complete in this shell']],
  },
];

export function findCommand(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === name);
}
