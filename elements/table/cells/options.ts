/** The list of options of an open cell: those that match its text, the one that keys are at, and the pointer over them. */
import type { Painter, PopupPanel } from '../../../runtime/element/contract.js';
import { findMatches, freeChoice, type Choice, type Match } from '../../combobox/choices.js';
import { optionRow, rowsOf, widthOf, type Row } from '../../combobox/list.js';
import type { RowAction } from '../../support/keys/key-tables.js';
import { goesUp, type InputLike } from '../../support/keys/row-keys.js';
import { OptionView } from '../../support/rows/option-view.js';

/** Rows of the list at most. */
const MAX_ROWS = 10;

export interface ShownOption {
  readonly text: string;
  readonly value: string | undefined;
  /** The value of the cell before it was opened. */
  readonly isChosen: boolean;
  readonly isActive: boolean;
}

export class CellOptions {
  /** The options as the column declares them. */
  readonly source: readonly string[];
  /** The option that is the cell's value. */
  readonly #chosen: Choice | undefined;
  #rows: readonly Row[] = [];
  #isOpen = true;
  /** The button went down in the list: its release chooses. */
  #isPressed = false;
  readonly #choices: readonly Choice[];
  /** Of all options, so that the list keeps its place while it is filtered. */
  readonly #width: number;
  readonly #view: OptionView;
  readonly #onChange: () => void;

  /**
   * @param value text of the cell's value
   * @param typed what was typed instead of it; undefined where nothing was
   */
  constructor(
    source: readonly string[],
    value: string,
    typed: string | undefined,
    onChange: () => void,
  ) {
    this.source = source;
    this.#onChange = onChange;
    this.#choices = source.map(freeChoice);
    this.#view = new OptionView({
      count: () => this.#rows.length,
      isEnabled: (place) => place >= 0 && place < this.#rows.length,
      isHeading: () => false,
      onChange,
    });
    this.#width = widthOf(rowsOf(findMatches(this.#choices, '', 'none')));
    this.#chosen = this.#choices.find((choice) => choice.value === value);
    if (typed === undefined) this.#showAll();
    else this.filter(typed);
  }

  /** True where the list shows: it is open, and something matches. */
  get isShown(): boolean {
    return this.#isOpen && this.#rows.length > 0;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The option that keys are at in the list. */
  get active(): string | undefined {
    return this.isShown ? this.#rows[this.#view.active]?.match?.choice.value : undefined;
  }

  /** The options that show, for assistive technology. */
  get shown(): readonly ShownOption[] {
    if (!this.isShown) return [];
    return this.#rows.map(({ text, match }, row) => ({
      text,
      value: match?.choice.value,
      isChosen: match !== undefined && match.choice === this.#chosen,
      isActive: row === this.#view.active,
    }));
  }

  activate(row: number): void {
    if (row >= 0 && row < this.#rows.length) this.#view.activate(row);
  }

  /** Shows what matches a text that was typed; keys are at the best of it, and at none where nothing is typed. */
  filter(text: string): void {
    const matches = findMatches(this.#choices, text, 'contains');
    this.#show(matches);
    const typed = text.trim().toLowerCase();
    const labels = matches.map(({ choice }) => choice.label.toLowerCase());
    const same = labels.indexOf(typed);
    const starting = labels.findIndex((label) => label.startsWith(typed));
    const best = same >= 0 ? same : Math.max(0, starting);
    this.#view.activate(typed === '' || matches.length === 0 ? -1 : best);
  }

  #showAll(): void {
    this.#show(findMatches(this.#choices, '', 'none'));
    this.#view.activate(this.#rows.findIndex(({ match }) => match?.choice === this.#chosen));
  }

  #show(matches: readonly Match[]): void {
    this.#isOpen = true;
    this.#rows = rowsOf(matches);
    this.#view.top = 0;
  }

  close(): void {
    this.#isOpen = this.#isPressed = false;
    this.#onChange();
  }

  toggle(): void {
    if (this.isShown) this.close();
    else this.#showAll();
  }

  /** Moves in the list, and opens it; from no option, down is the first and up the last. */
  move(action: RowAction): void {
    if (!this.isShown) {
      this.#showAll();
      // At the value first, as the list of any other field.
      if (this.#view.active >= 0) return;
    }
    const { active } = this.#view;
    const from = active < 0 && goesUp(action) ? this.#rows.length : active;
    const row = this.#view.rowFor(action, from);
    if (row >= 0) this.#view.activate(row);
  }

  /** What the pointer does in the list. @returns the option that it chooses */
  point(event: InputLike & { readonly type: string }): string | undefined {
    const row = this.#view.enabledAt(event);
    switch (event.type) {
      case 'mousedown':
        this.#isPressed = (event.button ?? 0) === 0;
        break;
      case 'mousemove':
        if (row >= 0 && row !== this.#view.active) this.#view.activate(row);
        break;
      case 'mouseup': {
        const isChosen = this.#isPressed && row >= 0;
        this.#isPressed = false;
        return isChosen ? this.#rows[row]?.match?.choice.value : undefined;
      }
      case 'wheel':
        this.#view.wheel(event);
        break;
    }
    return undefined;
  }

  /** The list as a panel; null where it does not show. */
  get panel(): PopupPanel | null {
    if (!this.isShown) return null;
    const rows = this.#rows;
    const isChosen = (choice: Choice): boolean => choice === this.#chosen;
    return {
      width: this.#width + (this.#choices.length > MAX_ROWS ? 1 : 0),
      height: Math.min(MAX_ROWS, rows.length),
      paint: (painter: Painter) =>
        this.#view.paint(painter, (place) => optionRow(rows[place]!, isChosen)),
    };
  }
}
