/** The Log tab: what the app logs and prints, with the place in its scripts. */
import { LOG_LEVELS, type LogEntry, type LogLevel } from '../../../runtime/script/logger.js';
import { sanitizeLines } from '../../../runtime/base/text/sanitize.js';
import type { DockDocument } from '../dock-document.js';
import type { DockPorts, DockTab } from '../ports.js';

const COLORS: Readonly<Record<LogLevel, string>> = {
  TRACE: 'var(--muted)',
  DEBUG: 'var(--muted)',
  INFO: 'var(--text)',
  WARN: 'var(--warning)',
  ERROR: 'var(--error)',
};

/** An entry, and the id of its row: what is selected stays selected while others come, go and are filtered. */
interface KeptEntry extends LogEntry {
  readonly id: number;
}

export class LogTab implements DockTab {
  readonly request = {};
  #kept: KeptEntry[] = [];
  /** Those that pass the filter, as the rows of the table. */
  #shown: KeptEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #fresh: KeptEntry[] = [];
  /** Entries were dropped that the table may still show. */
  #isCut = false;
  #count = 0;
  readonly #table;
  readonly #level;
  readonly #search;
  readonly #follow;

  readonly #page: DockDocument;
  readonly #ports: DockPorts;

  constructor(page: DockDocument, ports: DockPorts) {
    this.#page = page;
    this.#ports = ports;

    this.#table = page.table('log-table');
    this.#level = page.select('log-level');
    this.#search = page.input('log-search');
    this.#follow = page.element('log-follow');
    this.#level.value = 'TRACE';
    this.#table.formatCell = ({ key, row, value }) => ({
      text: String(value),
      color: key === 'time' ? 'var(--muted)' : COLORS[(row as Pick<LogEntry, 'level'>).level],
    });
    page.on('log-level', 'change', () => this.#refresh());
    page.on('log-search', 'input', () => this.#refresh());
    page.on('log-follow', 'change', () => {
      this.#table.setAttribute('follow', String(this.#follow.hasAttribute('checked')));
    });
    page.on('log-table', 'select', () => this.#showSelected());
    page.on('log-copy', 'click', () => void this.#copy());
    page.on('log-clear', 'click', () => {
      this.#kept = [];
      this.#refresh();
    });
  }

  /** Entries in their order. */
  add(entries: readonly LogEntry[]): void {
    const fresh = entries.map((entry) => ({ ...entry, id: ++this.#count }));
    this.#kept.push(...fresh);
    const size = this.#ports.logSize();
    const dropped = this.#kept.length - size;
    if (dropped > 0) {
      this.#kept = this.#kept.slice(dropped);
      this.#isCut = true;
    }
    this.#fresh.push(...fresh);
    // A busy log is shown some times a second, not once for each entry.
    this.#timer ??= setTimeout(() => this.#flush(), 50);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    const fresh = this.#fresh.splice(0);
    if (this.#isCut) {
      this.#refresh();
      return;
    }
    const passing = fresh.filter((entry) => this.#passes(entry));
    if (passing.length === 0) return;
    this.#shown.push(...passing);
    this.#table.appendRows(passing.map(rowOf));
    this.#page.requestFrame();
  }

  #refresh(): void {
    this.#fresh = [];
    this.#isCut = false;
    this.#shown = this.#kept.filter((entry) => this.#passes(entry));
    const isFiltered = this.#kept.length > 0;
    this.#table.setAttribute('empty-text', isFiltered ? 'No entry matches' : 'Nothing is logged');
    this.#table.setRows(this.#shown.map(rowOf));
    this.#showSelected();
    this.#page.requestFrame();
  }

  #passes({ level, message, at = '' }: LogEntry): boolean {
    const least = LOG_LEVELS.findIndex((each) => each === this.#level.value);
    if (LOG_LEVELS.indexOf(level) < least) return false;
    const words = this.#search.value.trim().toLowerCase().split(/\s+/);
    const text = `${message} ${at}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }

  #showSelected(): void {
    const [index = -1] = this.#table.getSelectedRows();
    const entry = this.#shown[index];
    this.#page.toggle('log-detail', entry !== undefined);
    if (entry === undefined) return;
    this.#page.setText('log-message', sanitizeLines(entry.message).join('\n'));
    this.#page.toggle('log-at', entry.at !== undefined);
    this.#page.setText('log-at', entry.at ?? '');
  }

  /** The selected entry, or all that show. */
  async #copy(): Promise<void> {
    const [index = -1] = this.#table.getSelectedRows();
    const entry = this.#shown[index];
    const entries = entry === undefined ? this.#shown : [entry];
    const lines = entries.map(({ time, level, message, at }) =>
      [new Date(time).toISOString(), level, message, ...(at === undefined ? [] : [`(${at})`])].join(
        ' ',
      ),
    );
    if (lines.length === 0) return this.#page.notify('No entry to copy');
    try {
      await this.#ports.copy(lines.join('\n'));
    } catch (error) {
      // More than the terminal accepts, or no clipboard at all.
      return this.#page.notify(error instanceof Error ? error.message : String(error), 'error');
    }
    this.#page.notify(entries.length === 1 ? 'Copied 1 entry' : `Copied ${entries.length} entries`);
  }
}

function rowOf({ id, time, level, message }: KeptEntry): {
  id: number;
  time: string;
  level: LogLevel;
  message: string;
} {
  const [first = ''] = sanitizeLines(message);
  return { id, time: clockTime(time), level, message: first };
}

function clockTime(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
