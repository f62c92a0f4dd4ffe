/** `tui completion`: scripts for bash, zsh and fish, derived from the command table and the configuration's flags. */
import { basename } from 'node:path';
import { flagCompletions } from '../../config/texts/help.js';
import { PROPERTIES } from '../../config/schema.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';
import { usageError } from '../command-line/usage-error.js';
import { COMMANDS, type Call, type CommandSpec } from './table.js';

type Shell = 'bash' | 'zsh' | 'fish';
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

export function completion(call: Call): Promise<number> {
  const asked = call.operands[0] ?? basename(call.console.env['SHELL'] ?? 'bash');
  const shell = SHELLS.find((name) => name === asked);
  if (shell === undefined) {
    throw usageError(`there is no completion for "${asked}"`, `choose ${SHELLS.join(', ')}`);
  }
  print(call.console, SCRIPTS[shell]());
  return Promise.resolve(EXIT.done);
}

const COMMON = ['--help', '--version', '--print-config', '--no-config', '--config'];
/** Actions of `tui config` that a key follows. */
const KEYED = ['explain', 'get', 'set', 'unset'];
const KEYS = [...PROPERTIES.keys()];
const ACTIONS = COMMANDS.find(({ name }) => name === 'config')?.words ?? [];

/** One flag as all shells need it. */
interface Flag {
  readonly name: string;
  readonly description: string;
  /** `attached`: only behind a `=`, and not needed. */
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly values: readonly string[];
  /** Files that its value may name, as a pattern of the shell; undefined: none. */
  readonly files: string | undefined;
}

const SETTINGS: readonly Flag[] = flagCompletions().map(
  ({ flag, description, takesValue, values, path, suffix }) => ({
    ...{ name: flag, description, values },
    takes: takesValue ? 'value' : 'nothing',
    files: path ? `*${suffix ?? ''}` : undefined,
  }),
);

const PERMITS: readonly Flag[] = PERMISSION_FLAGS.map(({ flag, description, value, path }) => ({
  ...{ name: flag, description, values: [] },
  takes: value === undefined ? 'nothing' : 'attached',
  files: path ? '*' : undefined,
}));

/** The flags of a command's own, and those of the settings where it runs an app or shows them. */
function flagsOf({ name, options, permissions }: CommandSpec): readonly Flag[] {
  const own = Object.entries(options).map(([option, spec]): Flag => ({
    ...{ name: `--${option}`, description: spec.description, values: spec.choices ?? [] },
    takes: spec.type === 'boolean' ? 'nothing' : 'value',
    files: spec.value === 'FILE' ? '*' : undefined,
  }));
  return [
    ...own,
    ...(permissions === true ? PERMITS : []),
    ...(name === 'snapshot' || name === 'config' ? SETTINGS : []),
  ];
}

const NAMES = COMMANDS.map(({ name }) => name);
const START: readonly Flag[] = [...PERMITS, ...SETTINGS];

const namesOf = (flags: readonly Flag[]): string => flags.map(({ name }) => name).join(' ');

const SCRIPTS: Readonly<Record<Shell, () => string>> = {
  bash: () => {
    const cases = COMMANDS.map((command) => {
      const words = [...(command.words ?? []), namesOf(flagsOf(command)), '--help'];
      return `    ${command.name}) words="${words.join(' ')}" ;;`;
    });
    const flags = new Map(
      [...START, ...COMMANDS.flatMap(flagsOf)].map((flag) => [flag.name, flag]),
    );
    const valuesOf = ({ values: listed, files }: Flag): string => {
      const words = listed.length > 0 ? [`$(compgen -W "${listed.join(' ')}" -- "$current")`] : [];
      const names = files === undefined ? [] : [`$(compgen -f -X '!${files}' -- "$current")`];
      return `COMPREPLY=(${[...words, ...names].join(' ')}); return ;;`;
    };
    const values = [...flags.values()]
      .filter(({ takes }) => takes === 'value')
      .map((flag) => `    ${flag.name}) ${valuesOf(flag)}`);
    // A flag of one command may have other values in another.
    const own = COMMANDS.flatMap((command) =>
      flagsOf(command)
        .filter(
          (flag) => flag.takes === 'value' && Object.hasOwn(command.options, flag.name.slice(2)),
        )
        .map((flag) => `    '${command.name} ${flag.name}') ${valuesOf(flag)}`),
    );
    const anyFile = COMMANDS.filter((command) => command.takesAnyFile).map(({ name }) => name);
    return `# bash completion of tui. Load it with: source <(tui completion bash)
_tui() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  # bash takes --flag=value for three words.
  if [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [ "$current" = "=" ]; then
    current=""
  fi
  case "\${COMP_WORDS[1]} $previous" in
${own.join('\n')}
  esac
  case "$previous" in
${values.join('\n')}
    --config) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ "\${COMP_WORDS[1]}" = config ]; then
    case "$previous" in
    ${KEYED.join('|')}) COMPREPLY=($(compgen -W "${KEYS.join(' ')}" -- "$current")); return ;;
    esac
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${[...NAMES, ...COMMON, namesOf(START)].join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...NAMES, ...COMMON, namesOf(START)].join(' ')}"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMP_WORDS[1]}" in ${anyFile.join('|')}) COMPREPLY+=($(compgen -f -- "$current")); return ;; esac
  case "$current" in -*) ;; *) COMPREPLY+=($(compgen -f -X '!*.tui' -- "$current") $(compgen -d -- "$current")) ;; esac
}
complete -o filenames -F _tui tui
`;
  },
  zsh: () => {
    const commands = COMMANDS.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`);
    const cases = COMMANDS.filter(({ name }) => name !== 'config').map((command) => {
      const { words = [] } = command;
      const first = words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : [];
      const files = command.takesAnyFile === true ? '_files' : '_files -g "*.tui"';
      const rest = words.length > 0 ? [] : [`'*:file:${files}'`];
      const flags = flagsOf(command).map(zshFlag);
      return `    ${command.name}) _arguments ${[...flags, ...first, ...rest].join(' ')} ;;`;
    });
    const config = COMMANDS.filter(({ name }) => name === 'config')
      .flatMap(flagsOf)
      .map(zshFlag);
    return `#compdef tui
# zsh completion of tui. Load it with: source <(tui completion zsh)
_tui() {
  local -a commands keys flags
  commands=(
${commands.join('\n')}
  )
  keys=(${KEYS.join(' ')})
  flags=(
${[...COMMON.map((flag) => `'${flag}${flag === '--config' ? '=:file:_files' : ''}'`), ...START.map(zshFlag)].map((line) => `    ${line}`).join('\n')}
  )
  if (( CURRENT == 2 )) || [[ -z "\${commands[(r)\${words[2]}:*]}" ]]; then
    if (( CURRENT == 2 )) && [[ "$PREFIX" != -* ]]; then
      _describe 'command' commands
    fi
    _arguments $flags '*:file:_files -g "*.tui"'
    return
  fi
  # What follows is counted from the command on.
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
    config)
      if (( CURRENT == 3 )) && [[ " ${KEYED.join(' ')} " == *" $words[2] "* ]] && [[ "$PREFIX" != -* ]]; then
        _describe 'key' keys
      else
        _arguments ${config.join(' ')} '1:action:(${ACTIONS.join(' ')})' '*:file:_files -g "*.tui"'
      fi
      ;;
${cases.join('\n')}
  esac
}
compdef _tui tui
`;
  },
  fish: () => {
    const isFirst = `not __fish_seen_subcommand_from ${NAMES.join(' ')}`;
    const after = (name: string): string => `__fish_seen_subcommand_from ${name}`;
    const lines = COMMANDS.flatMap((command) => {
      const { name, summary, options, words = [] } = command;
      const flags = flagsOf(command).map((flag) =>
        fishFlag(flag, after(name), options[flag.name.slice(2)]?.alias),
      );
      return [
        `complete -c tui -n __fish_use_subcommand -a ${name} -d '${quote(summary)}'`,
        ...(words.length > 0
          ? [`complete -c tui -n '${after(name)}' -a '${words.join(' ')}'`]
          : []),
        ...flags,
      ];
    });
    const keyed = `${after('config')}; and ${after(KEYED.join(' '))}`;
    return `# fish completion of tui. Load it with: tui completion fish | source
${[...lines, ...START.map((flag) => fishFlag(flag, isFirst))].join('\n')}
complete -c tui -n '${isFirst}' -l no-config -d 'Read no file of settings'
complete -c tui -n '${isFirst}' -l config -r -F -d 'Read this file of settings'
complete -c tui -n '${keyed}' -a '${KEYS.join(' ')}'
`;
  },
};

function fishFlag(
  { name, description, takes, values, files }: Flag,
  when: string,
  alias?: string,
): string {
  const listed = values.length > 0 ? ` -a '${values.join(' ')}'` : '';
  const follows =
    takes === 'nothing'
      ? ''
      : takes === 'attached'
        ? files
          ? ' -F'
          : ''
        : files
          ? ` -r -F${listed}`
          : ` -x${listed}`;
  const short = alias === undefined ? '' : ` -s ${alias}`;
  return `complete -c tui -n '${when}' -l ${name.slice(2)}${short}${follows} -d '${quote(description)}'`;
}

function zshFlag({ name, description, takes, values, files }: Flag): string {
  const text = zshText(description).replace(/[[\]]/g, '');
  if (takes === 'nothing') return `'${name}[${text}]'`;
  const found = files === undefined ? ' ' : files === '*' ? '_files' : `_files -g "${files}"`;
  if (takes === 'attached') return `'${name}=-[${text}]::list:${found}'`;
  if (values.length === 0) return `'${name}=[${text}]:value:${found}'`;
  if (files === undefined) return `'${name}=[${text}]:value:(${values.join(' ')})'`;
  // A list of words or a file.
  return `'${name}=[${text}]:value: _alternative "values\\:value\\:(${values.join(' ')})" "files\\:file\\:_files -g \\"${files}\\""'`;
}

/** Inside single quotes of a shell. */
function quote(text: string): string {
  return text.replace(/'/g, '’');
}

/** The same where zsh splits at colons. */
function zshText(text: string): string {
  return quote(text).replace(/:/g, '\\:');
}
