/**
 * The errors of an app's own code, shown above it until they are dismissed: in one line while it is used, whole while
 * it is written. No style or script of the app reaches what shows them.
 */
import {
  formatDiagnostic,
  formatPlace,
  formatWithin,
  printable,
  type Diagnostic,
} from '../base/diagnostics.js';
import { wrapLines } from '../base/text/wrap.js';
import type { NotificationHost } from './notifications.js';

/** `line`: errors, in one line for some time. `panel`: warnings too, with excerpts, until they are dismissed. */
export type ErrorDisplay = 'line' | 'panel';

export interface DisplayedError {
  readonly kind: 'error' | 'warning';
  readonly isWhole: boolean;
  /**
   * Returns the lines that fit, in cells: the excerpt is cut around the error, and the message wraps, truncated if it
   * would leave no room for the excerpt. Without a height the message is one line.
   */
  lines(width: number, height?: number): readonly string[];
}

/** Milliseconds that the line shows after the last error. */
const LINE_TIME = 30_000;
/** Distinct errors that are kept; further ones are only counted. */
const MAX_KEPT = 100;

export class ErrorOverlay {
  /** What shows now; another object after each change. */
  current: DisplayedError | null = null;
  #kept = new Map<string, Diagnostic>();
  #count = 0;
  #cancel: (() => void) | undefined;

  readonly #display: ErrorDisplay;
  readonly #host: NotificationHost;

  constructor(display: ErrorDisplay, host: NotificationHost) {
    this.#display = display;
    this.#host = host;
  }

  add(diagnostic: Diagnostic): void {
    const { severity } = diagnostic;
    if (severity === 'info' || (severity === 'warning' && this.#display === 'line')) return;
    const text = formatDiagnostic(diagnostic);
    this.#count++;
    // A handler that fails at every key is one error.
    this.#kept.delete(text);
    if (this.#kept.size < MAX_KEPT) this.#kept.set(text, diagnostic);
    this.#show(diagnostic);
  }

  /** What was reported does not hold any more. */
  remove(diagnostic: Diagnostic): void {
    if (!this.#kept.delete(formatDiagnostic(diagnostic))) return;
    this.#count = Math.max(this.#kept.size, this.#count - 1);
    const last = [...this.#kept.values()].at(-1);
    if (last === undefined) this.clear();
    else this.#show(last);
  }

  clear(): void {
    this.#cancel?.();
    this.#kept = new Map();
    this.#count = 0;
    if (this.current === null) return;
    this.current = null;
    this.#host.onChange();
  }

  stop(): void {
    this.#cancel?.();
  }

  #show(last: Diagnostic): void {
    this.#cancel?.();
    const isWhole = this.#display === 'panel';
    const kept = [...this.#kept.values()];
    // Later warnings must not hide an error.
    const shown = kept.findLast(({ severity }) => severity === 'error') ?? last;
    const kind = shown.severity === 'error' ? 'error' : 'warning';
    const others = this.#kept.size > 1 ? `${this.#kept.size} of them` : '';
    const again = this.#count > this.#kept.size ? `${this.#count} times` : '';
    const counted = [others, again].filter((text) => text !== '').join(', ');
    if (isWhole) {
      const hint = `Escape or a click closes this${counted === '' ? '' : ` (${counted})`}`;
      this.current = {
        kind,
        isWhole,
        lines: (width, height = 0) => [...reportOf(shown, width, height - 1), hint],
      };
    } else {
      const place = formatPlace(shown.source, shown.span);
      const more = counted === '' ? '' : ` (${counted})`;
      const line = `${place === '' ? '' : `${place} `}${printable(shown.message)}${more}`;
      this.current = { kind, isWhole, lines: () => [line] };
      this.#cancel = this.#host.setTimer(() => this.clear(), LINE_TIME);
    }
    this.#host.onChange();
  }
}

/** Cells in front of an excerpt and behind it: the number of its line, ellipses. */
const GUTTER = 12;

/** Lines of a message that come before its excerpt where there is no room for both. */
const MESSAGE_LINES = 3;
/** UTF-16 units of a message that are looked at. */
const MAX_MESSAGE = 4000;

function reportOf(diagnostic: Diagnostic, width: number, height: number): string[] {
  const length = Math.max(10, Math.min(100, width - GUTTER));
  const [first = '', ...rest] = formatWithin(diagnostic, length).split('\n');
  const message = first.slice(0, MAX_MESSAGE);
  const room = Math.max(1, Math.min(height, Math.max(MESSAGE_LINES, height - rest.length)));
  // The last line that there is room for has all the rest, to be cut where it is painted.
  const wrapped = wrapLines(message, width)
    .slice(0, room)
    .map(({ start, end }, index) => message.slice(start, index === room - 1 ? undefined : end));
  return [...wrapped, ...rest];
}
