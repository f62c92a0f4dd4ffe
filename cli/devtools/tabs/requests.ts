/** The Requests tab: requests that the launcher has made or refused for the app. */
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import type { DockDocument } from '../dock-document.js';
import type { DockTab } from '../ports.js';
import type { RequestRecord } from '../records.js';

const COLORS: Readonly<Record<RequestRecord['state'], string>> = {
  waiting: 'var(--muted)',
  done: 'var(--success)',
  denied: 'var(--error)',
  failed: 'var(--warning)',
};

export class RequestsTab implements DockTab {
  readonly request = {};
  #isShown = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #table;

  readonly #page: DockDocument;
  readonly #records: () => readonly RequestRecord[];

  constructor(page: DockDocument, records: () => readonly RequestRecord[]) {
    this.#page = page;
    this.#records = records;

    this.#table = page.table('requests-table');
    this.#table.formatCell = ({ row, key }) => {
      const { state } = row as Pick<RequestRecord, 'state'>;
      return key === 'state' ? { text: state, color: COLORS[state] } : undefined;
    };
    page.on('requests-table', 'select', () => this.#showSelected());
  }

  show(): void {
    this.#isShown = true;
    this.#draw();
  }

  hide(): void {
    this.#isShown = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** There is another record, or one has changed. */
  update(): void {
    if (!this.#isShown) return;
    this.#timer ??= setTimeout(() => this.#draw(), 100);
    this.#timer.unref();
  }

  #draw(): void {
    this.#timer = undefined;
    this.#table.setRows(
      this.#records().map(({ id, time, kind, subject, state, result, duration }) => ({
        id,
        time: new Date(time).toTimeString().slice(0, 8),
        kind,
        subject: sanitize(subject),
        state,
        result: sanitize(result),
        ms: duration === undefined ? '' : duration.toFixed(duration < 10 ? 1 : 0),
      })),
    );
    this.#showSelected();
    this.#page.requestFrame();
  }

  /** What the columns have no room for. */
  #showSelected(): void {
    const record = this.#records()[this.#table.getSelectedRows()[0] ?? -1];
    this.#page.toggle('requests-detail', record !== undefined);
    if (record === undefined) return;
    const { kind, subject, result } = record;
    const parts = [kind, subject, result === '' ? '' : `→ ${result}`];
    const whole = parts.filter((part) => part !== '').join(' ');
    this.#page.setText('requests-whole', sanitize(whole));
  }
}
