/** Opens a page in the user's browser, with the system's program for it. */
import { spawn } from 'node:child_process';
import { findOnPath } from '../../policy/grants/commands.js';

export interface BrowserInputs {
  readonly env: NodeJS.ProcessEnv;
  /** The folders of PATH that the app cannot write. */
  readonly path: string;
  readonly platform?: NodeJS.Platform | undefined;
}

type Command = readonly [name: string, ...args: string[]];

const COMMANDS: Partial<Readonly<Record<NodeJS.Platform, readonly Command[]>>> = {
  darwin: [['open']],
  win32: [['rundll32.exe', 'url.dll,FileProtocolHandler']],
};
/** `wslview` is Windows' browser, from its Linux. */
const OTHERS: readonly Command[] = [['wslview'], ['xdg-open'], ['x-www-browser']];

/** Of addresses, without what shells read: a program that opens them can be a script that passes them to another shell. */
const NOT_PLAIN = /[^\w\-.~:/?#[\]@&+,;=%]/g;

/** Whether the user of this machine would see a browser. */
export function hasBrowser(inputs: BrowserInputs): boolean {
  const { env, platform = process.platform } = inputs;
  if (isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY'])) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  const hasDisplay = ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some((name) =>
    isSet(env[name]),
  );
  return hasDisplay && commandOf(inputs) !== undefined;
}

/**
 * Opens an address. Whether the program for it could be started; whether a page appears is not known.
 *
 * The address is visible to other users of the machine while the program runs, where the system shows them arguments. What
 * redeems a code stays here: they get no token by it. But they can end the sign-in, or bring the answer to a sign-in of
 * their own, as its state is in it.
 */
export async function openBrowser(url: URL, inputs: BrowserInputs): Promise<boolean> {
  const command = commandOf(inputs);
  const address = plainAddress(url);
  if (command === undefined || address === undefined) return false;
  const [program, ...args] = command;
  // It is a script that looks for browsers: not where the app can put one.
  const env = { ...inputs.env, PATH: inputs.path };
  return await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, address], {
      // It lives on, and writes nothing to the terminal of the app.
      env,
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

/** The same address without characters that mean more to a shell. Undefined where it has them in its host, or is not a page. */
function plainAddress({ protocol, host, username, password, href }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (host.search(NOT_PLAIN) >= 0 || username !== '' || password !== '') return undefined;
  return href.replace(NOT_PLAIN, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}

function commandOf({ path, platform = process.platform }: BrowserInputs): Command | undefined {
  for (const [name, ...args] of COMMANDS[platform] ?? OTHERS) {
    const program = findOnPath(name, path);
    if (program !== undefined) return [program.path, ...args];
  }
  return undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
