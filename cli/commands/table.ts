/**
 * The commands, declared once: parsing, help and shell completion are derived from this table. Their
 * code is in files of their own (load.ts).
 */
import type { Console } from '../command-line/console.js';
import type { PermissionFlags } from '../sandbox/policy/flags.js';

export interface OptionSpec {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  /** What stands for the value in help: `FILE`, `N`. */
  readonly value?: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** Where the default comes from, for help. */
  readonly defaultText?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** It may be given several times, and its order among others of the kind counts: see `Call.steps`. */
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
  /** The arguments that are no options. */
  readonly operands: readonly string[];
  /** Arguments for the app, where the command runs one and is not told its operands. */
  readonly argv: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Options that are steps, as they were given. */
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
  readonly handsOn?: boolean;
  /** It takes the permission flags. */
  readonly permissions?: boolean;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [call: string, does: string])[];
  /** Words that an operand may be, for completion; files otherwise. */
  readonly words?: readonly string[];
  /** They are files of any name, not only `.tui`. */
  readonly takesAnyFile?: boolean;
}

export const FORMATS = ['text', 'ansi', 'svg', 'html', 'screen', 'json', 'accessible'] as const;

/** Of `tui view`. */
const VIEW_FORMATS = ['text', 'ansi', 'svg'] as const;

/** As of the virtual terminal (`headless.width`), in cells. */
const MAX_SIDE = 10_000;

export const RUN: CommandSpec = {
  name: 'run',
  operands: 'FILE [ARGUMENT…]',
  count: [1, Infinity],
  summary: 'Runs an app; without a terminal, paints one frame as text',
  permissions: true,
  options: {},
  examples: [
    ['tui app.tui', 'run it in this terminal'],
    ['tui app.tui | less', 'look at its first frame as text'],
    ['tui README.md', 'read a Markdown file'],
    ['tui - < app.tui', 'read the app from stdin'],
    ['tui --allow-net=example.com app.tui', 'let it connect to one host'],
    ['tui --trust app.tui', 'grant what its policy wants'],
  ],
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'snapshot',
    operands: 'FILE',
    count: [1, 1],
    handsOn: true,
    summary: 'Paints one frame without a terminal',
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
        description: 'What is written',
      },
      press: {
        type: 'string',
        value: 'KEYS',
        step: true,
        description: 'Press keys first: Tab, Ctrl+S, several as "Down Down Enter"',
      },
      wait: {
        type: 'integer',
        value: 'MS',
        minimum: 0,
        maximum: 600_000,
        step: true,
        description: 'Wait so many milliseconds first',
      },
      until: {
        type: 'string',
        value: 'TEXT',
        step: true,
        description: 'Wait first until the screen shows this, at most 10 seconds',
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
      ['tui snapshot app.tui --format svg -o app.svg', 'a picture for a page'],
      ['tui snapshot app.tui --format html -o app.html', 'a page that screen readers read'],
      ['tui snapshot app.tui --format accessible', 'in words, to be read aloud'],
      [
        'tui snapshot app.tui --until Ready --press Enter --wait 200',
        'after these steps, in order',
      ],
      ['tui snapshot app.tui -- --sample', 'with an argument for the app'],
    ],
  },
  {
    name: 'view',
    operands: 'PICTURE',
    count: [1, 1],
    takesAnyFile: true,
    summary: 'Shows a picture; without a terminal, prints it as text',
    options: {
      width: {
        type: 'integer',
        value: 'COLUMNS',
        defaultText: 'headless.width',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Print it at most this wide, in cells',
      },
      height: {
        type: 'integer',
        value: 'ROWS',
        defaultText: 'headless.height',
        minimum: 1,
        maximum: MAX_SIDE,
        description: 'Print it at most this high, in cells',
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
    name: 'lint',
    operands: 'FILE…',
    count: [1, Infinity],
    summary: 'Reports what is wrong in documents; exit code 1 if anything is an error',
    options: {
      json: { type: 'boolean', description: 'One JSON object a diagnostic and line' },
    },
    examples: [['tui lint *.tui', 'check every app here']],
  },
  {
    name: 'config',
    operands: '[ACTION [KEY [VALUE]]] [FILE]',
    count: [0, 5],
    summary: 'Shows the configuration and where each value comes from, or changes your settings',
    options: {
      changed: { type: 'boolean', description: 'With list: only what is not the default' },
      json: { type: 'boolean', description: 'One JSON object instead of text' },
    },
    words: ['list', 'explain', 'get', 'set', 'unset', 'edit', 'path', 'schema'],
    examples: [
      ['tui config explain theme', "each layer's value and its place"],
      ['tui config get log.level app.tui', 'one value, as this app sees it'],
      ['tui config set theme fullcolor-dark', 'write it to your settings'],
      ['tui config unset theme', 'take it out of them'],
      ['tui config edit', 'open them in $VISUAL or $EDITOR'],
      ['tui config list --changed', 'what is not the default'],
      ['tui config path', 'where your settings are'],
      ['tui config schema', 'their JSON Schema, for an editor'],
    ],
  },
  {
    name: 'i18n',
    operands: 'check FILE…',
    count: [2, Infinity],
    summary: 'Checks the messages of apps: what is missing, unused, or takes other values',
    options: {
      json: { type: 'boolean', description: 'One JSON object a diagnostic and line' },
    },
    words: ['check'],
    examples: [
      ['tui i18n check app.tui', 'compare all locales'],
      ['tui snapshot --i18n-locale=en-XA app.tui', 'longer words: what is cut?'],
    ],
  },
  {
    name: 'permissions',
    operands: '[FILE]',
    count: [0, 1],
    permissions: true,
    summary: 'Shows what an app may do and how it is enforced, or takes approvals back',
    options: {
      revoke: { type: 'boolean', description: 'Forget what was approved, of FILE or of every app' },
      json: { type: 'boolean', description: 'One JSON object instead of text' },
    },
    examples: [
      ['tui permissions app.tui', 'what it may do, and why'],
      ['tui permissions', 'the apps that are approved'],
      ['tui permissions --revoke app.tui', 'ask again the next time it starts'],
    ],
  },
  {
    name: 'state',
    operands: 'path | show | clear FILE',
    count: [2, 2],
    summary: 'Shows or removes what is kept of an app between its runs (--persist)',
    options: {
      json: { type: 'boolean', description: 'JSON on one line' },
    },
    words: ['path', 'show', 'clear'],
    examples: [
      ['tui state show app.tui', 'what is kept'],
      ['tui state clear app.tui', 'start anew the next time'],
    ],
  },
  {
    name: 'log',
    operands: '[FILE]',
    count: [0, 1],
    summary: 'Shows the end of the log, of log.file or of what the policy of FILE names',
    options: {
      follow: { type: 'boolean', alias: 'f', description: 'Go on with what is added' },
      lines: {
        type: 'integer',
        value: 'N',
        alias: 'n',
        default: 100,
        minimum: 0,
        maximum: 1_000_000,
        description: 'Entries from before',
      },
      level: {
        type: 'string',
        value: 'LEVEL',
        choices: ['trace', 'debug', 'info', 'warn', 'error'],
        description: 'Only entries as severe as this, or more',
      },
      json: { type: 'boolean', description: 'One JSON object an entry and line' },
    },
    examples: [
      ['tui log --follow', 'watch it while an app runs'],
      ['tui log --level warn -n 20', 'warnings and errors, the last 20'],
      ['tui log --log-file ./app.log', 'of another file'],
    ],
  },
  {
    name: 'completion',
    operands: '[bash | zsh | fish]',
    count: [0, 1],
    summary: 'Prints a completion script for the shell, default that of $SHELL',
    options: {},
    words: ['bash', 'zsh', 'fish'],
    examples: [['source <(tui completion bash)', 'complete in this shell']],
  },
];

export function findCommand(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === name);
}
