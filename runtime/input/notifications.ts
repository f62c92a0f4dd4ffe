/** Short messages above the app, each for some time. */

type NotificationKind = 'info' | 'success' | 'warning' | 'error';

export interface NotifyOptions {
  /** Milliseconds that it shows, default 3000; 0 or less and Infinity: until the app ends. */
  readonly timeout?: number | undefined;
  /** Default `info`. */
  readonly kind?: NotificationKind | undefined;
}

export interface Notification {
  readonly text: string;
  readonly kind: NotificationKind;
}

export interface NotificationHost {
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  onChange(): void;
}

const KINDS: readonly string[] = ['info', 'success', 'warning', 'error'];
const NOTIFICATION_TIMEOUT = 3000;
/** More than these at once push out the oldest. */
const MAX_NOTIFICATIONS = 20;
/** UTF-16 units that are kept of one. */
const MAX_TEXT_LENGTH = 1000;
/** The longest that timers of Node take. */
const FOREVER = 0x7fffffff;

export class Notifications {
  /** What shows, oldest first; another array after each change. */
  list: readonly Notification[] = [];
  readonly #timers = new Map<Notification, () => void>();

  readonly #host: NotificationHost;

  constructor(host: NotificationHost) {
    this.#host = host;
  }

  /** Shows a message. @throws RangeError for a kind that there is none of */
  add(text: string, options?: NotifyOptions | null): Notification {
    const { timeout = NOTIFICATION_TIMEOUT, kind = 'info' } = options ?? {};
    if (!KINDS.includes(kind)) {
      throw new RangeError(
        `$tui.notify: expected one of ${KINDS.join(', ')} as the kind, found ${String(kind)}`,
      );
    }
    const notification: Notification = { text: String(text).slice(0, MAX_TEXT_LENGTH), kind };
    for (const oldest of this.list.slice(
      0,
      Math.max(0, this.list.length + 1 - MAX_NOTIFICATIONS),
    )) {
      this.#forget(oldest);
    }
    this.list = [...this.list.slice(-(MAX_NOTIFICATIONS - 1)), notification];
    const milliseconds = Number(timeout);
    const ms = Number.isNaN(milliseconds) ? NOTIFICATION_TIMEOUT : milliseconds;
    if (ms > 0 && ms <= FOREVER) {
      this.#timers.set(
        notification,
        this.#host.setTimer(() => this.remove(notification), ms),
      );
    }
    this.#host.onChange();
    return notification;
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Takes a message away before its time. */
  remove(notification: Notification): void {
    this.#forget(notification);
    this.list = this.list.filter((other) => other !== notification);
    this.#host.onChange();
  }

  #forget(notification: Notification): void {
    this.#timers.get(notification)?.();
    this.#timers.delete(notification);
  }
}
