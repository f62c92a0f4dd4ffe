/** A line in which the user types: what a log is searched for, the new name of an item. The keys of a text field, without an element. */
import { graphemes, cellWidth } from '../../runtime/base/text/graphemes.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { KillRing } from './kill-ring.js';
import { commandOf, type Command, type KeyEvent } from './keymap.js';
import { LineView } from './line-view.js';
import { EditModel, type Edit } from './model.js';

/** What a key came to: it ended the line, changed its text, moved in it, or was not for it. */
export type PromptResult = 'accept' | 'cancel' | 'changed' | 'moved' | 'other';

export class Prompt<Kind extends string = string> {
  readonly #model = new EditModel(false);
  readonly #view = new LineView();
  #width = 0;

  /** @param before what was in force when it opened */
  constructor(
    readonly kind: Kind,
    readonly before: string,
    /** As in less: deleting in an empty line leaves it. */
    readonly closesEmpty = true,
  ) {
    this.#model.setValue(before);
    this.#model.selectAll();
  }

  get text(): string {
    return this.#model.value;
  }

  /** Puts the caret behind the text, of which nothing is selected then. */
  moveToEnd(): void {
    this.#model.move('end', false);
  }

  /** True for keys that edit. */
  uses(event: KeyEvent): boolean {
    const type = commandOf(event)?.type;
    return type !== undefined && type !== 'tab' && type !== 'vertical';
  }

  key(event: KeyEvent, ring: KillRing): PromptResult {
    const command = commandOf(event);
    if (command === undefined) return 'other';
    if (command.type === 'enter') return 'accept';
    if (command.type === 'escape') return 'cancel';
    const before = this.text;
    if (command.type === 'delete' && before === '' && this.closesEmpty) return 'cancel';
    if (!this.#run(command, ring)) return 'other';
    return this.text === before ? 'moved' : 'changed';
  }

  insert(text: string): void {
    this.#apply(this.#model.planInsert(text.replace(/[\r\n]+/g, ' '), 'insertText'));
  }

  #run(command: Command, ring: KillRing): boolean {
    const model = this.#model;
    switch (command.type) {
      case 'insert':
        this.insert(command.text);
        return true;
      case 'move':
        model.move(command.motion, command.extend);
        return true;
      case 'delete': {
        const edit = model.planDelete(command.unit, command.forward);
        const removed = this.#apply(edit);
        if (edit?.kill !== undefined) ring.add(removed);
        return true;
      }
      case 'transpose':
        this.#apply(model.planTranspose());
        return true;
      case 'undo':
      case 'redo':
        model[command.type]();
        return true;
      case 'yank':
      case 'paste':
        this.insert(ring.current ?? '');
        return true;
      case 'selectAll':
        model.selectAll();
        return true;
      default:
        return false;
    }
  }

  #apply(edit: Edit | undefined): string {
    return edit === undefined ? '' : this.#model.apply(edit);
  }

  /** The cell of the caret in a row of this width. */
  caret(): number {
    return Math.max(0, this.#view.cellOf(this.text, this.#model.focus.offset, this.#width));
  }

  paint(
    painter: Painter,
    x: number,
    y: number,
    width: number,
    style: number,
    selected: number,
  ): void {
    this.#width = width;
    const { text } = this;
    const { offset } = this.#model.focus;
    this.#view.reveal(text, offset, width);
    const { first } = this.#view;
    const from = this.#model.start.offset;
    const to = this.#model.end.offset;
    let at = x;
    let index = first;
    for (const { text: grapheme, width: cells } of graphemes(
      text.slice(first, first + width * 8),
    )) {
      if (at + cells > x + width) break;
      painter.text(at, y, grapheme, index >= from && index < to ? selected : style, cells);
      at += cells;
      index += grapheme.length;
    }
  }

  /** Cells of the whole text. */
  get cells(): number {
    return cellWidth(this.text);
  }
}
