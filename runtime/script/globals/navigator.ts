/** `navigator`: what an app may know of where it runs. */
import type { TuiGlobal } from './tui-global.js';

class Navigator {
  readonly #tui: Pick<TuiGlobal, 'copyToClipboard'>;

  constructor(tui: Pick<TuiGlobal, 'copyToClipboard'>) {
    this.#tui = tui;
  }
  get [Symbol.toStringTag](): string {
    return 'Navigator';
  }
  get userAgent(): string {
    return 'tui (terminal)';
  }
  get appVersion(): string {
    return '5.0 (terminal)';
  }
  get platform(): string {
    return '';
  }
  get vendor(): string {
    return '';
  }
  get language(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }
  get languages(): readonly string[] {
    return [this.language];
  }
  get onLine(): boolean {
    return true;
  }
  get cookieEnabled(): boolean {
    return false;
  }
  get maxTouchPoints(): number {
    return 0;
  }
  /** Writes, by the app's permission; nothing can be read. */
  get clipboard(): object {
    return {
      writeText: async (text: unknown): Promise<void> => {
        await this.#tui.copyToClipboard(String(text));
      },
      readText: async (): Promise<string> => {
        await Promise.resolve();
        throw new DOMException('an app reads the clipboard by paste events', 'NotAllowedError');
      },
    };
  }
}

export function createNavigator(tui: Pick<TuiGlobal, 'copyToClipboard'>): Navigator {
  return new Navigator(tui);
}
