/** `tui completion`: scripts for bash, zsh and fish, derived from the command table and the configuration's flags. */
import { basename } from 'node:path';
import { flagCompletions, type FlagCompletion } from '../../config/help.js';
import { print } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { PERMISSION_FLAGS, type PermissionFlag } from '../sandbox/policy/flags.js';
import { usageError } from '../usage-error.js';
import { COMMANDS, type Call } from './table.js';

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

const COMMON = ['--help', '--version', '--print-config'];
const PERMISSIONS = PERMISSION_FLAGS.map(({ flag }) => flag);

function flagsOf(name: string): string[] {
  const command = COMMANDS.find((other) => other.name === name);
  const own = Object.keys(command?.options ?? {}).map((option) => `--${option}`);
  return command?.permissions === true ? [...own, ...PERMISSIONS] : own;
}

/** What may stand before an app's path, beside the common flags. */
function settings(): string[] {
  return [...flagCompletions().map(({ flag }) => flag), ...PERMISSIONS];
}

/** Flags by what follows them: one of a list of values, a path, or something that cannot be listed. */
function valued(): readonly FlagCompletion[] {
  return flagCompletions().filter(({ takesValue }) => takesValue);
}

const SCRIPTS: Readonly<Record<Shell, () => string>> = {
  bash: () => {
    const cases = COMMANDS.map(
      ({ name, words = [] }) =>
        `    ${name}) words="${[...words, ...flagsOf(name), '--help'].join(' ')}" ;;`,
    );
    const values = valued().map(({ flag, values: listed, path }) =>
      listed.length > 0
        ? `    ${flag}) COMPREPLY=($(compgen -W "${listed.join(' ')}" -- "$current")); return ;;`
        : `    ${flag}) COMPREPLY=(${path ? '$(compgen -f -- "$current")' : ''}); return ;;`,
    );
    return `# bash completion of tui. Load it with: source <(tui completion bash)
_tui() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  # bash takes --flag=value for three words.
  if [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [ "$current" = "=" ]; then
    current=""
  fi
  case "$previous" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${[...COMMANDS.map(({ name }) => name), ...COMMON, ...settings()].join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...COMMANDS.map(({ name }) => name), ...COMMON, ...settings()].join(' ')}"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$current" in -*) ;; *) COMPREPLY+=($(compgen -f -X '!*.tui' -- "$current") $(compgen -d -- "$current")) ;; esac
}
complete -o filenames -F _tui tui
`;
  },
  zsh: () => {
    const commands = COMMANDS.map(({ name, summary }) => `    '${name}:${quote(summary)}'`);
    const cases = COMMANDS.map(({ name, words = [] }) => {
      const flags = flagsOf(name).map((flag) => {
        const permission = PERMISSION_FLAGS.find((each) => each.flag === flag);
        return permission === undefined ? `'${flag}'` : zshFlag(permission).trim();
      });
      const values = words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : [];
      return `    ${name}) _arguments ${[...flags, ...values, `'*:file:_files -g "*.tui"'`].join(' ')} ;;`;
    });
    const values = flagCompletions().map(
      ({ flag, description, takesValue, values: listed, path }) => {
        const action = listed.length > 0 ? `(${listed.join(' ')})` : path ? '_files' : ' ';
        const text = quote(description).replace(/[[\]]/g, '');
        return `    '${flag}${takesValue ? '=' : ''}[${text}]${takesValue ? `:value:${action}` : ''}'`;
      },
    );
    return `#compdef tui
# zsh completion of tui. Load it with: source <(tui completion zsh)
_tui() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  local -a flags
  flags=(
${[...COMMON.map((flag) => `    '${flag}'`), ...PERMISSION_FLAGS.map(zshFlag), ...values].join('\n')}
  )
  case "$words[2]" in
${cases.join('\n')}
    *)
      if (( CURRENT == 2 )) && [[ "$PREFIX" != -* ]]; then
        _describe 'command' commands
      fi
      _arguments $flags '*:file:_files -g "*.tui"'
      ;;
  esac
}
compdef _tui tui
`;
  },
  fish: () => {
    const names = COMMANDS.map(({ name }) => name).join(' ');
    const lines = COMMANDS.flatMap(({ name, summary, options, words = [] }) => [
      `complete -c tui -n __fish_use_subcommand -a ${name} -d '${quote(summary)}'`,
      ...(words.length > 0
        ? [`complete -c tui -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]
        : []),
      ...Object.entries(options).map(
        ([option, { description, alias }]) =>
          `complete -c tui -n '__fish_seen_subcommand_from ${name}' -l ${option}${alias === undefined ? '' : ` -s ${alias}`} -d '${quote(description)}'`,
      ),
    ]);
    const flags = flagCompletions().map(({ flag, description, takesValue, values, path }) => {
      const follows = values.length > 0 ? ` -x -a '${values.join(' ')}'` : path ? ' -r -F' : ' -x';
      return `complete -c tui -n 'not __fish_seen_subcommand_from ${names}' -l ${flag.slice(2)}${takesValue ? follows : ''} -d '${quote(description)}'`;
    });
    const permissions = PERMISSION_FLAGS.map(
      ({ flag, description, path }) =>
        `complete -c tui -n 'not __fish_seen_subcommand_from ${names}' -l ${flag.slice(2)}${path ? ' -F' : ''} -d '${quote(description)}'`,
    );
    return `# fish completion of tui. Load it with: tui completion fish | source
${[...lines, ...permissions, ...flags].join('\n')}
`;
  },
};

/** The value of a permission flag follows its `=` at once; without one the flag means everything. */
function zshFlag({ flag, value, description, path }: PermissionFlag): string {
  const follows = value === undefined ? '' : '=-';
  const action = value === undefined ? '' : `::list:${path ? '_files' : ' '}`;
  return `    '${flag}${follows}[${quote(description).replace(/[[\]]/g, '')}]${action}'`;
}

/** Inside single quotes of a shell. */
function quote(text: string): string {
  return text.replace(/'/g, '’').replace(/:/g, ' -');
}
