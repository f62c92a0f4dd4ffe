/** `tui completion`: scripts for bash, zsh and fish, derived from the command table and the configuration's flags. */
import { basename } from 'node:path';
import { flagCompletions } from '../../config/texts/help.js';
import { PROPERTIES } from '../../config/schema.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';
import { usageError } from '../command-line/usage-error.js';
import { initConfig } from '../documents/settings.js';
import type { KeyBindings } from '../../config/types.js';
import { commandKeys } from '../documents/command-keys.js';
import { COMMANDS, GLOBAL_FLAGS, type Call, type CommandSpec } from './table.js';

type Shell = 'bash' | 'zsh' | 'fish';
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

export function completion(call: Call): Promise<number> {
  if (call.operands[0] === COMMAND_KEYS) {
    print(call.console, commandKeys(call.console.cwd, chosenKeys(call)).join('\n'));
    return Promise.resolve(EXIT.done);
  }
  const requestedShell = call.operands[0] ?? basename(call.console.env['SHELL'] ?? 'bash');
  const shell = SHELLS.find((name) => name === requestedShell);
  if (shell === undefined) {
    throw usageError(
      `expected one of ${SHELLS.map((name) => `"${name}"`).join(', ')}, found "${requestedShell}"`,
      'see tui completion --help',
    );
  }
  print(call.console, SCRIPTS[shell]());
  return Promise.resolve(EXIT.done);
}

/** The operand that prints names of keys, for the scripts. */
const COMMAND_KEYS = 'keys';

/** Those of the configuration; none where it cannot be read: what completes reports nothing. */
function chosenKeys(call: Call): KeyBindings {
  try {
    return initConfig(call, undefined).keys;
  } catch {
    return {};
  }
}

const GLOBAL: readonly Flag[] = GLOBAL_FLAGS.map(({ name, value, description }) => ({
  name,
  description,
  values: [],
  valueKind: value === undefined ? 'nothing' : 'value',
  files: value === 'FILE' ? '*' : undefined,
}));
/** Actions of `tui config` that a key follows. */
const KEYED = ['explain', 'get', 'set', 'unset'];
const KEYS = [...PROPERTIES.keys()];
/** What `tui config set KEY` can be followed by, for keys whose values can be listed. */
const VALUES: readonly (readonly [key: string, values: readonly string[]])[] = [...PROPERTIES]
  .map(
    ([key, { type, enum: names = [] }]) =>
      [key, type === 'boolean' ? ['true', 'false'] : names] as const,
  )
  .filter(([, values]) => values.length > 0);
/** Endings of the files that `tui FILE` runs or shows. */
const APPS = ['tui', 'md'];
const APP_FILES = `_files -g "*.(${APPS.join('|')})"`;
const ACTIONS = COMMANDS.find(({ name }) => name === 'config')?.words ?? [];

/** One flag as all shells need it. */
interface Flag {
  readonly name: string;
  readonly description: string;
  /** `attached`: only behind a `=`, and not needed. */
  readonly valueKind: 'nothing' | 'value' | 'attached';
  readonly values: readonly string[];
  /** Files that its value may name, as a pattern of the shell; undefined: none. */
  readonly files: string | undefined;
  /** Its letter: `o` of `-o`. */
  readonly alias?: string | undefined;
}

const SETTINGS: readonly Flag[] = flagCompletions().map(
  ({ flag, description, takesValue, values, path, suffix }) => ({
    name: flag,
    description,
    values,
    valueKind: takesValue ? 'value' : 'nothing',
    files: path ? `*${suffix ?? ''}` : undefined,
  }),
);

const PERMITS: readonly Flag[] = PERMISSION_FLAGS.map(({ flag, description, value, path }) => ({
  name: flag,
  description,
  values: [],
  valueKind: value === undefined ? 'nothing' : 'attached',
  files: path ? '*' : undefined,
}));

/** The flags of a command's own, and those of the settings where it runs an app or shows them. */
function flagsOf({ name, options, permissions }: CommandSpec): readonly Flag[] {
  const own = Object.entries(options).map(([option, spec]): Flag => ({
    name: `--${option}`,
    description: spec.description,
    values: spec.choices ?? [],
    valueKind: spec.type === 'boolean' ? 'nothing' : 'value',
    files: spec.value === 'FILE' ? '*' : undefined,
    alias: spec.alias,
  }));
  return [
    ...own,
    ...(permissions === true ? PERMITS : []),
    ...(name === 'snapshot' || name === 'config' ? SETTINGS : []),
  ];
}

/** Another spelling of `tui COMMAND --help`. */
const HELP = { name: 'help', summary: 'Print the help of a command' };
const NAMES = COMMANDS.map(({ name }) => name);
const START: readonly Flag[] = [...PERMITS, ...SETTINGS];

/** Flags before a command whose value is the next word. */
const VALUED = [...GLOBAL, ...START]
  .filter(({ valueKind }) => valueKind === 'value')
  .map(({ name }) => name);

const namesOf = (flags: readonly Flag[]): string => flags.map(({ name }) => name).join(' ');

const SCRIPTS: Readonly<Record<Shell, () => string>> = {
  bash: () => {
    const cases = COMMANDS.map((command) => {
      const words = [...(command.words ?? []), namesOf([...flagsOf(command), ...GLOBAL])];
      return `    ${command.name}) words="${words.join(' ')}" ;;`;
    });
    const flags = new Map(
      [...GLOBAL, ...START, ...COMMANDS.flatMap(flagsOf)].map((flag) => [flag.name, flag]),
    );
    const valuesOf = ({ values: listed, files }: Flag): string => {
      const words = listed.length > 0 ? [`_tui_add -W "${listed.join(' ')}"`] : [];
      const names = files === undefined ? [] : [`_tui_add -f -X '!${files}'`];
      return [...words, ...names, 'return ;;'].join('; ');
    };
    const values = [...flags.values()]
      .filter(({ valueKind }) => valueKind === 'value')
      .map((flag) => `    ${flag.name}) ${valuesOf(flag)}`);
    const attached = [...flags.values()]
      .filter(({ valueKind, files }) => valueKind === 'attached' && files !== undefined)
      .map((flag) => `    '= ${flag.name}') ${valuesOf(flag)}`);
    // A flag of one command may have other values in another.
    const own = COMMANDS.flatMap((command) =>
      flagsOf(command)
        .filter(
          (flag) =>
            flag.valueKind === 'value' && Object.hasOwn(command.options, flag.name.slice(2)),
        )
        .flatMap((flag) =>
          [flag.name, ...(flag.alias === undefined ? [] : [`-${flag.alias}`])].map(
            (name) => `    '${command.name} ${name}') ${valuesOf(flag)}`,
          ),
        ),
    );
    const first = [...NAMES, HELP.name, namesOf([...GLOBAL, ...START])].join(' ');
    const apps = APPS.map((ending) => `_tui_add -f -X '!*.${ending}'`).join('; ');
    const anyFile = COMMANDS.filter((command) => command.acceptsAnyFile).map(({ name }) => name);
    return `# bash completion of tui. Load it with: source <(tui completion bash)
# Adds what compgen finds for the current word. Each line is one name, with its blanks.
_tui_add() {
  local line
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(compgen "$@" -- "$current")
}
_tui() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" equals="" words
  local command="" index
  COMPREPLY=()
  # The command is the first word that is neither a flag nor the value of one.
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
    =) ((index++)) ;;
    ${VALUED.join('|')}) [ "\${COMP_WORDS[index+1]}" = "=" ] || ((index++)) ;;
    -*) ;;
    *) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  # bash takes --flag=value for three words.
  if [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
    equals="="
  elif [ "$current" = "=" ]; then
    current=""
    equals="="
  fi
  case "$command $previous" in
${own.join('\n')}
  esac
  case "$previous" in
${values.join('\n')}
  esac
  case "$equals $previous" in
${attached.join('\n')}
  esac
  if [ "$command" = config ]; then
    case "$previous $current" in
    ${KEYED.map((action) => `"${action} "keys.*`).join('|')}) _tui_add -W "$(tui completion ${COMMAND_KEYS} 2>/dev/null)"; return ;;
    esac
    case "$previous" in
    ${KEYED.join('|')}) _tui_add -W "${KEYS.join(' ')}"; return ;;
    esac
    case "\${COMP_WORDS[COMP_CWORD-2]} $previous" in
${VALUES.map(([key, names]) => `    "set ${key}") _tui_add -W "${names.join(' ')}"; return ;;`).join('\n')}
    esac
  fi
  case "$command" in
${cases.join('\n')}
    ${HELP.name}) words="${NAMES.join(' ')}" ;;
    *) words="${first}" ;;
  esac
  if [ "$command" = "" ]; then
    words="${first}"
  fi
  _tui_add -W "$words"
  case "$command" in ${anyFile.join('|')}) _tui_add -f; return ;; esac
  case "$current" in -*) ;; *) ${apps}; _tui_add -d ;; esac
}
complete -o filenames -F _tui tui
`;
  },
  zsh: () => {
    const commands = [...COMMANDS, HELP].map(
      ({ name, summary }) => `    '${name}:${zshText(summary)}'`,
    );
    const cases = COMMANDS.filter(({ name }) => name !== 'config').map((command) => {
      const { words = [] } = command;
      const first = words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : [];
      const files = command.acceptsAnyFile === true ? '_files' : APP_FILES;
      const rest = words.length > 0 ? [] : [`'*:file:${files}'`];
      const flags = [...flagsOf(command), ...GLOBAL].map(zshFlag);
      return `    ${command.name}) _arguments ${[...flags, ...first, ...rest].join(' ')} ;;`;
    });
    const config = COMMANDS.filter(({ name }) => name === 'config')
      .flatMap((command) => [...flagsOf(command), ...GLOBAL])
      .map(zshFlag);
    const values = VALUES.map(([key, names]) => `        ${key}) compadd -- ${names.join(' ')} ;;`);
    return `#compdef tui
# zsh completion of tui. Load it with: source <(tui completion zsh)
_tui() {
  local -a commands keys flags
  commands=(
${commands.join('\n')}
  )
  keys=(${KEYS.join(' ')})
  flags=(
${[...GLOBAL, ...START].map((flag) => `    ${zshFlag(flag)}`).join('\n')}
  )
  # Flags before the command, and their values.
  while (( CURRENT > 2 )) && [[ "$words[2]" == -* ]]; do
    case "$words[2]" in
    ${VALUED.join('|')})
      (( CURRENT > 3 )) || break
      words[2]=()
      (( CURRENT-- ))
      ;;
    esac
    words[2]=()
    (( CURRENT-- ))
  done
  if (( CURRENT == 2 )) || [[ -z "\${commands[(r)\${words[2]}:*]}" ]]; then
    if (( CURRENT == 2 )) && [[ "$PREFIX" != -* ]]; then
      _describe 'command' commands
    fi
    _arguments $flags '*:file:${APP_FILES}'
    return
  fi
  # What follows is counted from the command on.
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
    config)
      if (( CURRENT == 3 )) && [[ " ${KEYED.join(' ')} " == *" $words[2] "* ]] && [[ "$PREFIX" != -* ]]; then
        compadd -a keys
        [[ "$PREFIX" == keys.* ]] && compadd -- \${(f)"$(tui completion ${COMMAND_KEYS} 2>/dev/null)"}
      elif (( CURRENT == 4 )) && [[ "$words[2]" == set ]] && [[ "$PREFIX" != -* ]]; then
        case "$words[3]" in
${values.join('\n')}
        *) _files ;;
        esac
      else
        _arguments ${config.join(' ')} '1:action:(${ACTIONS.join(' ')})' '*:file:${APP_FILES}'
      fi
      ;;
${cases.join('\n')}
    ${HELP.name}) _arguments '1:command:(${NAMES.join(' ')})' ;;
  esac
}
compdef _tui tui
`;
  },
  fish: () => {
    const isFirst = `not __fish_seen_subcommand_from ${NAMES.join(' ')}`;
    const after = (name: string): string => `__fish_seen_subcommand_from ${name}`;
    const lines = COMMANDS.flatMap((command) => {
      const { name, summary, words = [] } = command;
      const flags = flagsOf(command).map((flag) => fishFlag(flag, after(name)));
      return [
        `complete -c tui -n __fish_use_subcommand -a ${name} -d '${quote(summary)}'`,
        ...(words.length > 0
          ? [
              `complete -c tui -n '${after(name)}; and not ${after(words.join(' '))}' -x -a '${words.join(' ')}'`,
            ]
          : []),
        ...flags,
      ];
    });
    const keyed = `${after('config')}; and __fish_prev_arg_in ${KEYED.join(' ')}`;
    const values = VALUES.map(
      ([key, names]) =>
        `complete -c tui -n '${after('config')}; and ${after('set')}; and __fish_prev_arg_in ${key}' -x -a '${names.join(' ')}'`,
    );
    return `# fish completion of tui. Load it with: tui completion fish | source
${[...lines, ...START.map((flag) => fishFlag(flag, isFirst))].join('\n')}
${GLOBAL.map((flag) => fishFlag(flag)).join('\n')}
complete -c tui -n '${after(HELP.name)}' -x -a '${NAMES.join(' ')}'
complete -c tui -n __fish_use_subcommand -a ${HELP.name} -d '${quote(HELP.summary)}'
${values.join('\n')}
complete -c tui -n '${keyed}' -x -a '${KEYS.join(' ')}'
complete -c tui -n '${keyed}; and string match -q "keys.*" -- (commandline -ct)' -x -a '(tui completion ${COMMAND_KEYS} 2>/dev/null)'
`;
  },
};

function fishFlag(
  { name, description, valueKind, values, files, alias }: Flag,
  when?: string,
): string {
  const short = alias === undefined ? '' : ` -s ${alias}`;
  const only = when === undefined ? '' : ` -n '${when}'`;
  return `complete -c tui${only} -l ${name.slice(2)}${short}${fishValue(valueKind, values, files)} -d '${quote(description)}'`;
}

/** What may follow a flag: its values, files, or files with one ending beside the values. */
function fishValue(
  valueKind: Flag['valueKind'],
  values: Flag['values'],
  files: Flag['files'],
): string {
  if (valueKind === 'nothing') return '';
  if (valueKind === 'attached') return files === undefined ? '' : ' -F';
  if (files === '*') return ' -r -F';
  const ending = files === undefined ? [] : [`(__fish_complete_suffix ${files.replace('*', '')})`];
  const listed = [...values, ...ending].join(' ');
  return listed === '' ? ' -x' : ` -x -a '${listed}'`;
}

function zshFlag(flag: Flag): string {
  const { name, alias, valueKind } = flag;
  const rest = zshRest(flag);
  const assign = { nothing: '', attached: '=-', value: '=' }[valueKind];
  const long = `'${name}${assign}${rest}'`;
  return alias === undefined
    ? long
    : `${long} '-${alias}${valueKind === 'value' ? '+' : ''}${rest}'`;
}

/** The description of a flag, and what may follow it. */
function zshRest({ description, valueKind, values, files }: Flag): string {
  const text = `[${zshText(description).replace(/[[\]]/g, '')}]`;
  if (valueKind === 'nothing') return text;
  const found = files === undefined ? ' ' : files === '*' ? '_files' : `_files -g "${files}"`;
  if (valueKind === 'attached') return `${text}::list:${found}`;
  if (values.length === 0) return `${text}:value:${found}`;
  if (files === undefined) return `${text}:value:(${values.join(' ')})`;
  // A list of words or a file.
  return `${text}:value: _alternative "values\\:value\\:(${values.join(' ')})" "files\\:file\\:_files -g \\"${files}\\""`;
}

/** Inside single quotes of a shell. */
function quote(text: string): string {
  return text.replace(/'/g, '’');
}

/** The same where zsh splits at colons. */
function zshText(text: string): string {
  return quote(text).replace(/:/g, '\\:');
}
