/** The State tab: displays and edits the app's states. */
import type { Report, StateReport } from '../../../runtime/devtools/report.js';
import type { DockDocument } from '../dock-document.js';
import type { DockPorts, DockTab } from '../ports.js';

export class StateTab implements DockTab {
  readonly wish = { states: true };
  #states: readonly StateReport[] = [];
  #editing: string | undefined;
  readonly #table;

  readonly #page: DockDocument;
  readonly #ports: Pick<DockPorts, 'app'>;

  constructor(page: DockDocument, ports: Pick<DockPorts, 'app'>) {
    this.#page = page;
    this.#ports = ports;

    this.#table = page.table('state-table');
    page.on('state-table', 'activate', () => this.#edit());
    page.on('state-value', 'keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.#end(event.key === 'Enter');
    });
  }

  report({ states, refusal }: Report): void {
    if (refusal !== undefined && this.#editing !== undefined) this.#page.notify(refusal, 'error');
    if (states === undefined) return;
    this.#states = states;
    this.#table.setRows(states.map(({ key, type, value }) => ({ key, type, value })));
    this.#page.requestFrame();
  }

  #edit(): void {
    const state = this.#states[this.#table.getSelectedRows()[0] ?? -1];
    if (state === undefined) return;
    if (!state.isEditable)
      return this.#page.notify(`${state.key} has no JSON that could be edited`);
    this.#editing = state.key;
    this.#page.toggle('state-edit', true);
    this.#page.setText('state-name', `${state.key}:`);
    const field = this.#page.input('state-value');
    field.value = state.value;
    field.focus();
  }

  #end(isDone: boolean): void {
    const key = this.#editing;
    this.#page.toggle('state-edit', false);
    this.#table.focus();
    if (isDone && key !== undefined) {
      this.#ports.app.act({ type: 'state', key, json: this.#page.input('state-value').value });
    } else this.#editing = undefined;
  }
}
