/** The text of help as data: `tui --help`, the manual page and the reference print it. */
import { flagRows } from '../../config/texts/help.js';
import {
  COMMANDS,
  GLOBAL_FLAGS,
  RUN,
  type CommandSpec,
  type GlobalFlag,
  type OptionSpec,
} from '../commands/table.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';
import { EXIT_MEANINGS } from './exit-codes.js';

export const SUMMARY = 'apps for the terminal, written as documents';

export type Row = readonly [left: string, right: string];

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** `examples`: what is typed, and what it does. */
  readonly kind: 'terms' | 'examples';
  /** A paragraph below the rows. */
  readonly note?: string;
}

export function mainSections(): readonly Section[] {
  return [
    {
      title: 'Usage',
      kind: 'terms',
      rows: [
        [`tui ${RUN.operands}`, RUN.summary],
        ...COMMANDS.map((command): Row => [usage(command), command.summary]),
      ],
    },
    { title: 'Options', kind: 'terms', rows: GLOBAL_FLAGS.map(globalRow) },
    permissionSection(),
    {
      title: 'Settings',
      kind: 'terms',
      rows: flagRows().map(({ usage: left, description }): Row => [left, description]),
      note: 'All settings, their variables and values: tui config --help. Your file: tui config path',
    },
    {
      title: 'Examples',
      kind: 'examples',
      rows: [...RUN.examples, ...COMMANDS.flatMap(({ examples }) => examples.slice(0, 1))],
    },
    { title: 'Exit codes', kind: 'terms', rows: EXIT_MEANINGS },
  ];
}

export function commandSections(command: CommandSpec): readonly Section[] {
  const options = Object.entries(command.options).map(([name, spec]) => optionRow(name, spec));
  return [
    ...(options.length > 0 ? [{ title: 'Options', kind: 'terms', rows: options } as const] : []),
    ...(command.permissions === true ? [permissionSection()] : []),
    { title: 'Examples', kind: 'examples', rows: command.examples },
  ];
}

/** `tui snapshot FILE [-- ARGUMENT…]` */
export function usage(command: CommandSpec): string {
  const rest = command.passesArguments === true ? ' [-- ARGUMENT…]' : '';
  return `tui ${command.name} ${command.operands}${rest}`.trim();
}

/** The denials mirror the grants: one line for all of them keeps the page short. */
function permissionSection(): Section {
  const rows = PERMISSION_FLAGS.filter(({ flag }) => !flag.startsWith('--deny-'));
  return {
    title: 'Permissions',
    kind: 'terms',
    rows: rows.map(({ flag, value, description }): Row => {
      return [value === undefined ? flag : `${flag}[=${value}]`, description];
    }),
    note: 'Each --allow-x has a --deny-x, which overrides every grant. See tui permissions.',
  };
}

/** `-h, --help [FILE]` */
function globalRow({ name, short = [], value, operand, description }: GlobalFlag): Row {
  const follows = value ?? operand;
  const names = [...short.slice(0, 1), name].join(', ');
  return [follows === undefined ? names : `${names} ${follows}`, description];
}

function optionRow(name: string, spec: OptionSpec): Row {
  const alias = spec.alias === undefined ? '' : `-${spec.alias}, `;
  const value = spec.value === undefined ? '' : ` ${spec.value}`;
  const choices = spec.choices === undefined ? '' : `: ${spec.choices.join(', ')}`;
  const standard = spec.default ?? spec.defaultText;
  const fallback = standard === undefined ? '' : `; default ${standard}`;
  return [`${alias}--${name}${value}`, `${spec.description}${choices}${fallback}`];
}
