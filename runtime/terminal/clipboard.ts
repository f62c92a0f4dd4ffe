/**
 * Copying: by the system's clipboard where this is the user's own machine, else by tmux, or through the terminal
 * (OSC 52); neither confirms it.
 */
import { isInTmux, type Environment } from './capabilities.js';
import { late } from '../base/late.js';

const tmux = late(() => require('./tmux.js') as typeof import('./tmux.js'));

export interface CopyResult {
  /** `confirmed`: the system's clipboard has it. `sent`: the terminal was asked to take it. */
  readonly how: 'confirmed' | 'sent';
}

export interface ClipboardOptions {
  /** Sends bytes to the terminal, outside frames; undefined where there is none. */
  readonly send?: ((sequence: string) => void) | undefined;
  /** Default `process.env`. */
  readonly env?: Environment;
  /** Writes to the system's clipboard, rejecting where that fails. Default: clipboardy. */
  readonly writeLocal?: ((text: string) => Promise<void>) | undefined;
  /** Copies by the tmux that the app is in; see `copyByTmux`, the default. */
  readonly copyByTmux?: (text: string, env: Environment) => Promise<'sent' | 'off' | undefined>;
  /** Milliseconds to wait for the system's clipboard; default 2000. */
  readonly timeout?: number;
}

/** Bytes of text that OSC 52 carries: xterm and hterm take 100,000 of base64. */
export const OSC52_LIMIT = 74_994;
/** Maximum bytes for the system's clipboard. */
export const LOCAL_LIMIT = 16 * 1024 * 1024;

export class Clipboard {
  readonly #env: Environment;

  readonly #options: ClipboardOptions;

  constructor(options: ClipboardOptions = {}) {
    this.#options = options;

    this.#env = options.env ?? process.env;
  }

  /** Copies a text. Rejects where it is too large for the way that is open, or where there is none. */
  async copy(text: string): Promise<CopyResult> {
    const size = Buffer.byteLength(text);
    if (size > LOCAL_LIMIT)
      throw new Error(`cannot copy ${size} bytes: the limit is ${LOCAL_LIMIT}`);
    let failure: unknown;
    if (this.#isLocal()) {
      try {
        await this.#writeLocal(text);
        return { how: 'confirmed' };
      } catch (error) {
        if ((error as { code?: unknown }).code === 'not-permitted') throw error;
        // No tool, no display, or one that hangs: the terminal may still do it.
        failure = error;
      }
    }
    const { send } = this.#options;
    if (send === undefined) {
      throw new Error('cannot copy: neither a clipboard tool nor a terminal is available', {
        cause: failure,
      });
    }
    if (isInTmux(this.#env)) {
      const copy = this.#options.copyByTmux ?? tmux().copyByTmux;
      const result = await copy(text, this.#env);
      if (result === 'sent') return { how: 'sent' };
      if (result === 'off') {
        throw new Error(
          'cannot copy: tmux has set-clipboard off; run: tmux set -s set-clipboard external',
        );
      }
    }
    if (size > OSC52_LIMIT) {
      throw new Error(
        `cannot copy ${size} bytes through the terminal: the limit is ${OSC52_LIMIT}`,
      );
    }
    send(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x1b\\`);
    return { how: 'sent' };
  }

  /** Over SSH the system's clipboard is another machine's; without a display there is none. */
  #isLocal(): boolean {
    const env = this.#env;
    if (env['SSH_TTY'] || env['SSH_CONNECTION'] || env['SSH_CLIENT']) return false;
    if (this.#options.writeLocal !== undefined || process.platform !== 'linux') return true;
    return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
  }

  async #writeLocal(text: string): Promise<void> {
    const write = this.#options.writeLocal ?? writeWithClipboardy;
    const { timeout = 2000 } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the clipboard tool does not answer')), timeout);
    });
    try {
      await Promise.race([write(text), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function writeWithClipboardy(text: string): Promise<void> {
  // Loaded at the first copy: it looks for tools on import.
  const { default: clipboardy } = await import('#clipboardy');
  await clipboardy.write(text);
}
