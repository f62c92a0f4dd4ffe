/** The palette: a dialog with a field that filters the commands in force, and a table of what was found. */
import { strokeOf } from '../../base/keys/strokes.js';
import { fuzzyName, fuzzyScore, type FuzzyName } from '../../base/text/fuzzy.js';
import type { Command } from '../../element/commands/commands.js';
import { COMMAND } from '../../element/internals.js';
import {
  append,
  createElement,
  documentElementOf,
  isConnected,
  listen,
  removeAttribute,
  removeNode,
  setAttribute,
} from '../../element/tree.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import type { CommandKeys, Reach } from './command-keys.js';
import type { KeyAction } from '../events.js';

/** More of them are not looked through. */
const MAX_FOUND = 200;
const MAX_ROWS = 10;

const COLUMNS = JSON.stringify([
  { key: 'label', width: '1fr' },
  { key: 'group', color: 'var(--muted)', priority: 1 },
  { key: 'keys', align: 'right', color: 'var(--accent)' },
]);

/** The members of the table that are used. */
interface Table extends TuiElement {
  setRows(rows: readonly object[]): void;
  selectedRow: number;
  scrollToRow(index: number): boolean;
}

interface Entry {
  readonly element: TuiElement;
  readonly label: string;
  readonly group: string;
}

/** Steps of the keys that move among what was found. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['ctrl+p', -1],
  ['ctrl+n', 1],
  ['PageUp', -MAX_ROWS],
  ['PageDown', MAX_ROWS],
]);

export class Palette {
  readonly #reach: Reach;
  /** All of them, once letters are typed. */
  #named: readonly NamedEntry[] | undefined;
  #found: readonly Entry[] = [];
  #row = 0;
  readonly #dialog: TuiElement;
  readonly #table: Table;

  readonly #commands: CommandKeys;

  constructor(document: TuiDocument, commands: CommandKeys) {
    this.#commands = commands;
    // Behind the dialog none is in force.
    this.#reach = commands.reach();
    const dialog = createElement(document, 'dialog');
    setAttribute(dialog, 'title', 'Commands (Esc closes)');
    setAttribute(dialog, 'style', 'margin: 1 auto auto auto; width: 64; max-width: 100%');
    const field = createElement(document, 'input');
    setAttribute(field, 'aria-label', 'Find a command');
    setAttribute(field, 'placeholder', 'Find a command');
    // The gap keeps the field apart from the selected row where both have one background.
    setAttribute(field, 'style', 'width: 100%; flex-shrink: 0; margin: 0 0 1 0');
    setAttribute(field, 'autofocus', 'true');
    setAttribute(field, 'persist', 'false');
    const table = createElement(document, 'table') as Table;
    setAttribute(table, 'aria-label', 'Commands');
    setAttribute(table, 'columns', COLUMNS);
    setAttribute(table, 'show-header', 'false');
    setAttribute(table, 'selectable', 'single');
    setAttribute(table, 'sortable', 'false');
    setAttribute(table, 'tabindex', '-1');
    setAttribute(table, 'empty-text', 'No command is called so');
    append(dialog, field, table);
    this.#dialog = dialog;
    this.#table = table;
    listen(dialog, 'close', () => removeNode(dialog));
    listen(field, 'input', () =>
      this.#find(String((field as unknown as { value: unknown }).value)),
    );
    listen(field, 'submit', () => this.#accept());
    listen(table, 'select', (event) => {
      const { rowIndex } = event as unknown as { readonly rowIndex: number };
      if (rowIndex >= 0) this.#accept(rowIndex);
    });
    this.#find('');
    setAttribute(dialog, 'modal', 'true');
    setAttribute(dialog, 'open', 'true');
    append(documentElementOf(document), dialog);
  }

  get isOpen(): boolean {
    return isConnected(this.#dialog);
  }

  /** A key that the field has not taken. */
  key(action: KeyAction): boolean {
    const step = STEPS.get(strokeOf(action));
    const count = this.#found.length;
    if (step === undefined) return false;
    if (count > 0) {
      const to = this.#row + step;
      // One step leads round, a page does not.
      const isRound = Math.abs(step) === 1;
      this.#moveTo(isRound ? (to + count) % count : Math.max(0, Math.min(count - 1, to)));
    }
    return true;
  }

  #find(query: string): void {
    this.#found = query.trim() === '' ? this.#first() : this.#ranked(query);
    const rows = Math.max(1, Math.min(MAX_ROWS, this.#found.length));
    setAttribute(this.#table, 'style', `height: ${rows}; flex-shrink: 1`);
    this.#table.setRows(this.#found.map((entry) => this.#rowOf(entry)));
    this.#moveTo(0);
  }

  /** Those that were used last, then the others in their order. The rest of a long list is not read. */
  #first(): readonly Entry[] {
    const { elements } = this.#reach;
    const use = (element: TuiElement): number => this.#commands.lastUse(element);
    const used = elements.filter((element) => use(element) > 0);
    used.sort((a, b) => use(b) - use(a));
    const others = used.length === 0 ? elements : elements.filter((each) => use(each) === 0);
    const found: Entry[] = [];
    for (const element of [...used, ...others]) {
      const command = listedCommand(element);
      if (command === undefined) continue;
      found.push({ element, label: command.label, group: command.group });
      if (found.length === MAX_FOUND) break;
    }
    return found;
  }

  #ranked(query: string): readonly Entry[] {
    this.#named ??= namedEntries(this.#reach.elements);
    return rank(this.#named, query, this.#commands).slice(0, MAX_FOUND);
  }

  #rowOf({ element, label, group }: Entry): object {
    const [chord] = this.#reach.keysOf(element);
    return { label, group, keys: chord === undefined ? '' : this.#commands.format(chord) };
  }

  #moveTo(row: number): void {
    this.#row = row;
    if (this.#found.length === 0) return;
    this.#table.selectedRow = row;
    this.#table.scrollToRow(row);
  }

  #accept(row = this.#row): void {
    const found = this.#found[row];
    if (found === undefined) return;
    // First the focus goes back to where it was, or to no element: closed, then removed.
    removeAttribute(this.#dialog, 'open');
    removeNode(this.#dialog);
    this.#commands.run(found.element);
  }
}

interface NamedEntry extends Entry {
  readonly name: FuzzyName;
}

/** Names are prepared once: commands have the same ones each time. */
const prepared = new WeakMap<TuiElement, NamedEntry>();

function namedEntries(elements: readonly TuiElement[]): readonly NamedEntry[] {
  const found: NamedEntry[] = [];
  for (const element of elements) {
    const command = listedCommand(element);
    if (command === undefined) continue;
    const { label, group } = command;
    let entry = prepared.get(element);
    if (entry === undefined || entry.label !== label || entry.group !== group) {
      entry = { element, label, group, name: fuzzyName(`${label} ${group}`) };
      prepared.set(element, entry);
    }
    found.push(entry);
  }
  return found;
}

/** Undefined for what lists leave out, and for what cannot be run. */
function listedCommand(element: TuiElement): Command | undefined {
  const command = element[COMMAND];
  return command === undefined || command.isHidden || command.isDisabled ? undefined : command;
}

/** The best ones first; of equal ones those that were used last, then in their order. */
function rank(
  entries: readonly NamedEntry[],
  query: string,
  commands: CommandKeys,
): readonly Entry[] {
  const scored: { readonly entry: Entry; readonly score: number; readonly use: number }[] = [];
  for (const entry of entries) {
    const score = fuzzyScore(entry.name, query);
    if (score === undefined) continue;
    scored.push({ entry, score: Math.round(score), use: commands.lastUse(entry.element) });
  }
  scored.sort((a, b) => b.score - a.score || b.use - a.use);
  return scored.map(({ entry }) => entry);
}
