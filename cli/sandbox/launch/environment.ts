/** The environment of the runner: what a terminal program needs, and nothing else that is there by chance. */
import { readlinkSync } from 'node:fs';

/** In the runner's real environment, for Node and scripts. */
const NEEDED = /^(TERM|COLORTERM|LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR)$/;

/** What the runtime guesses a terminal's abilities by. */
const TERMINAL =
  /^(TERM|TERM_PROGRAM|COLORTERM|COLORFGBG|LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CI|WT_SESSION|TMUX|STY|VTE_VERSION|GITHUB_ACTIONS|SSH_TTY|SSH_CONNECTION|SSH_CLIENT)$/;

/** Tell only that something is there: their values are addresses and paths of this machine. */
const MARKS = /^(TMUX|STY|WT_SESSION|SSH_.*)$/;

/**
 * @param isHeadless no terminal shows the app: one frame of it is painted
 * @param remoteUrl where the app came from, if it came from the web
 */
export function runnerEnvironment(
  env: NodeJS.ProcessEnv,
  isHeadless: boolean,
  remoteUrl?: string,
): Record<string, string> {
  const zone = timeZone(env);
  return {
    ...select(env, NEEDED),
    // The zone's files are not in the sandbox; Node has its own, by name.
    ...(zone === undefined ? {} : { TZ: zone }),
    TUI_RUNNER: '1',
    ...(isHeadless ? { TUI_RUNNING_HEADLESS: '1' } : {}),
    ...(remoteUrl === undefined ? {} : { TUI_REMOTE_URL: remoteUrl }),
  };
}

export function terminalVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(select(env, TERMINAL)).map(([name, value]) => [
      name,
      MARKS.test(name) && value !== '' ? '1' : value,
    ]),
  );
}

function select(env: NodeJS.ProcessEnv, names: RegExp): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && names.test(name)) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

function timeZone(env: NodeJS.ProcessEnv): string | undefined {
  const { TZ } = env;
  if (TZ !== undefined) return /^[\w/+:,.<>-]{0,100}$/.test(TZ) ? TZ : undefined;
  try {
    return /zoneinfo\/(?:posix\/|right\/)?([\w/+-]+)$/.exec(readlinkSync('/etc/localtime'))?.[1];
  } catch {
    return undefined;
  }
}
