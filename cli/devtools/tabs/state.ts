/** The State tab: displays and edits the app's states. */
import type { Report, StateReport } from '../../../runtime/devtools/report.js';
import type { DockDocument } from '../dock-document.js';
import { EditField } from '../edit-field.js';
import type { DockPorts, DockTab } from '../ports.js';

export class StateTab implements DockTab {
  readonly request = { states: true };
  #states: readonly StateReport[] = [];
  #editing = '';
  #isShown = false;
  readonly #field: EditField;
  readonly #table;

  readonly #page: DockDocument;

  constructor(page: DockDocument, { app }: Pick<DockPorts, 'app'>) {
    this.#page = page;

    this.#table = page.table('state-table');
    this.#field = new EditField(page, {
      prefix: 'state',
      onSubmit: (json) => app.act({ type: 'state', key: this.#editing, json }),
      onClose: () => {
        this.#table.focus();
        this.#showSelected();
      },
    });
    page.on('state-table', 'activate', () => this.#edit());
    page.on('state-table', 'select', () => this.#showSelected());
  }

  show(): void {
    this.#isShown = true;
  }

  hide(): void {
    this.#isShown = false;
  }

  report({ states, isDone, refusal }: Report): void {
    // Another tab's edit is not answered here.
    if (this.#isShown && this.#field.isOpen) {
      if (refusal !== undefined) this.#field.refuse(refusal);
      else if (isDone === true) this.#field.close();
    }
    if (states === undefined) return;
    this.#states = states;
    this.#table.setRows(states.map(({ key, type, value }) => ({ key, type, value })));
    this.#showSelected();
    this.#page.requestFrame();
  }

  #edit(): void {
    const state = this.#selected();
    if (state === undefined) return;
    if (!state.isEditable)
      return this.#page.notify(`${state.key} has no JSON that could be edited`);
    this.#editing = state.key;
    this.#field.open(`${state.key}:`, state.value);
    this.#showSelected();
  }

  #selected(): StateReport | undefined {
    return this.#states[this.#table.getSelectedRows()[0] ?? -1];
  }

  /** What the columns have no room for. */
  #showSelected(): void {
    const state = this.#field.isOpen ? undefined : this.#selected();
    this.#page.toggle('state-detail', state !== undefined);
    if (state === undefined) return;
    const { key, type, value } = state;
    this.#page.setText('state-whole', `${key} (${type}): ${value}`);
  }
}
