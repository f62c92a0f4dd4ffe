/** `tui completion`: scripts for bash, zsh and fish, derived from the command table and the configuration's flags. */
import { basename } from 'node:path';
import { PROPERTIES } from '../../config/schema.js';
import { print } from '../console.js';
import { EXIT } from '../exit-codes.js';
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

function flagsOf(name: string): string[] {
  const command = COMMANDS.find((other) => other.name === name);
  return Object.keys(command?.options ?? {}).map((option) => `--${option}`);
}

function settings(): string[] {
  return [...PROPERTIES.values()].map(({ flag }) => flag);
}

const SCRIPTS: Readonly<Record<Shell, () => string>> = {
  bash: () => {
    const cases = COMMANDS.map(
      ({ name, words = [] }) =>
        `    ${name}) words="${[...words, ...flagsOf(name), '--help'].join(' ')}" ;;`,
    );
    return `# bash completion of tui. Load it with: source <(tui completion bash)
_tui() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
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
      const flags = flagsOf(name).map((flag) => `'${flag}'`);
      const values = words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : [];
      return `    ${name}) _arguments ${[...flags, ...values, `'*:file:_files -g "*.tui"'`].join(' ')} ;;`;
    });
    return `#compdef tui
# zsh completion of tui. Load it with: source <(tui completion zsh)
_tui() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _values 'flag' ${[...COMMON, ...settings()].map((flag) => `'${flag}'`).join(' ')}
    _files -g '*.tui'
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
    *) _files ;;
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
    const flags = [...PROPERTIES.values()].map(
      ({ flag, description }) =>
        `complete -c tui -n 'not __fish_seen_subcommand_from ${names}' -l ${flag.slice(2)} -d '${quote(description)}'`,
    );
    return `# fish completion of tui. Load it with: tui completion fish | source
${[...lines, ...flags].join('\n')}
`;
  },
};

/** Inside single quotes of a shell. */
function quote(text: string): string {
  return text.replace(/'/g, '’').replace(/:/g, ' -');
}
