/** The Permissions tab: what the app is granted and denied, and how often it has used or tried it. */
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import type { DockDocument } from '../dock-document.js';
import type { DockTab } from '../ports.js';
import type { PermissionRecord, RequestRecord } from '../records.js';

export interface PermissionsPorts {
  permissions(): readonly PermissionRecord[];
  requests(): readonly RequestRecord[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export class PermissionsTab implements DockTab {
  readonly request = {};
  #isShown = false;
  readonly #table;

  readonly #page: DockDocument;
  readonly #ports: PermissionsPorts;

  constructor(page: DockDocument, ports: PermissionsPorts) {
    this.#page = page;
    this.#ports = ports;

    this.#table = page.table('permissions-table');
    this.#table.formatCell = ({ row, key }) => {
      const { state } = row as Pick<PermissionRecord, 'state'>;
      const color = state === 'denied' ? 'var(--error)' : 'var(--success)';
      return key === 'state' ? { text: state, color } : undefined;
    };
    page.on('permissions-table', 'select', () => this.#showSelected());
  }

  show(): void {
    this.#isShown = true;
    this.update();
  }

  hide(): void {
    this.#isShown = false;
  }

  update(): void {
    if (!this.#isShown) return;
    const requests = this.#ports.requests();
    const count = (used: readonly string[], isDenied: boolean): string => {
      const found = requests.filter(
        ({ kind, state }) => used.includes(kind) && (state === 'denied') === isDenied,
      ).length;
      return used.length === 0 ? '' : String(found);
    };
    const seen = new Set<string>();
    this.#table.setRows(
      this.#ports.permissions().map(({ kind, value, state, origin, used }) => {
        // Requests are counted once a kind: at its first row.
        const isFirst = !seen.has(kind);
        seen.add(kind);
        return {
          state,
          what: sanitize([kind, this.#short(value)].filter((part) => part !== '').join(' ')),
          origin: sanitize(origin),
          used: isFirst ? count(used, false) : '',
          denied: isFirst ? count(used, true) : '',
        };
      }),
    );
    this.#showSelected();
    this.#page.requestFrame();
  }

  /** A path in the user's folder as shells write it: the end is more specific than the beginning. */
  #short(value: string): string {
    const { HOME: home = '' } = this.#ports.env;
    return home.length > 1 && value.startsWith(`${home}/`) ? `~${value.slice(home.length)}` : value;
  }

  /** What the columns have no room for. */
  #showSelected(): void {
    const record = this.#ports.permissions()[this.#table.getSelectedRows()[0] ?? -1];
    this.#page.toggle('permissions-detail', record !== undefined);
    if (record === undefined) return;
    const { kind, value, state, origin } = record;
    const subject = [kind, value].filter((part) => part !== '').join(' ');
    this.#page.setText('permissions-whole', sanitize(`${subject}: ${state} by ${origin}`));
  }
}
