/**
 * Queries tmux for the terminal around it. Questions to that terminal itself would have to pass through tmux,
 * which passes on the answers as if they were keys, or keeps them back.
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
  // Few sessions need it, and it takes its time to load.
  const { execFile } = process.getBuiltinModule('node:child_process');
  const pane = env['TMUX_PANE'];
  const target = pane === undefined ? [] : ['-t', pane];
  const answer = await new Promise<string | undefined>((resolve) => {
    execFile(
      'tmux',
      ['display-message', '-p', ...target, FORMAT],
      { env: { ...env }, timeout: PATIENCE, maxBuffer: 64 * 1024 },
      (error, stdout) => resolve(error === null ? stdout : undefined),
    );
  });
  return answer === undefined ? undefined : readAnswer(answer);
}

/** @param answer in the lines of `FORMAT` */
export function readAnswer(answer: string): OuterTerminal {
  const [passes = '', ...names] = answer.split('\n');
  return { isReached: !/^(0|off)$/.test(passes), names: names.filter((name) => name !== '') };
}
