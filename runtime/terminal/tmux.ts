/**
 * Requests from an app to the tmux around it, which knows the outer terminal, and copies texts. Queries to that
 * terminal would have to pass through tmux, which forwards the replies as if they were keys, or drops them.
 */
import type { Environment } from './capabilities.js';

export interface OuterTerminal {
  /** Sequences for it are passed through (`allow-passthrough`). */
  readonly isReached: boolean;
  /** TERM and XTVERSION of the client that used tmux last; empty where tmux does not know them. */
  readonly names: readonly string[];
}

/** `#{allow-passthrough}` is empty before tmux 3.3, which always passes through. */
const FORMAT = '#{allow-passthrough}\n#{client_termname}\n#{client_termtype}';
/** Milliseconds that tmux may take; pictures are cells until then. */
const PATIENCE = 2000;

/** Asks the tmux that the environment names. Undefined where it does not answer. */
export async function askTmux(env: Environment): Promise<OuterTerminal | undefined> {
  const pane = env['TMUX_PANE'];
  const target = pane === undefined ? [] : ['-t', pane];
  const answer = await runTmux(['display-message', '-p', ...target, FORMAT], env);
  return answer === undefined ? undefined : readAnswer(answer);
}

/**
 * Copies a text by tmux, into its buffer and from there to the terminal around it: what an app sends itself (OSC 52) it
 * ignores by default (`set-clipboard external`).
 *
 * @returns `off` where tmux is not to touch the clipboard, undefined where it cannot copy this way (before 3.2)
 */
export async function copyByTmux(
  text: string,
  env: Environment,
): Promise<'sent' | 'off' | undefined> {
  const pane = env['TMUX_PANE'];
  if (pane === undefined) return undefined;
  // Without a client of this session, tmux would take any, and with it another user's terminal.
  const clients = ['list-clients', '-t', pane, '-F', '#{client_activity} #{client_name}'];
  const answer = await runTmux(['show-options', '-sv', 'set-clipboard', ';', ...clients], env);
  const [setting, ...lines] = answer?.split('\n') ?? [];
  if (setting === 'off') return 'off';
  const [, client] =
    lines
      .map((line) => /^(\d+) (.+)$/.exec(line)?.slice(1))
      .filter((found) => found !== undefined)
      .sort(([a], [b]) => Number(b) - Number(a))[0] ?? [];
  const target = client === undefined ? [] : ['-w', '-t', client];
  const loaded = await runTmux(['load-buffer', ...target, '-'], env, text);
  return answer === undefined || loaded === undefined ? undefined : 'sent';
}

/** What tmux prints; undefined where it fails, or takes too long. */
async function runTmux(
  args: readonly string[],
  env: Environment,
  input = '',
): Promise<string | undefined> {
  // Few sessions need it, and it takes its time to load.
  const { execFile } = process.getBuiltinModule('node:child_process');
  return await new Promise((resolve) => {
    const child = execFile(
      'tmux',
      args,
      { env: { ...env }, timeout: PATIENCE, maxBuffer: 64 * 1024 },
      (error, stdout) => resolve(error === null ? stdout : undefined),
    );
    // One that ends without reading it has failed, which is reported as such.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** @param answer in the lines of `FORMAT` */
export function readAnswer(answer: string): OuterTerminal {
  const [passes = '', ...names] = answer.split('\n');
  return { isReached: !/^(0|off)$/.test(passes), names: names.filter((name) => name !== '') };
}
