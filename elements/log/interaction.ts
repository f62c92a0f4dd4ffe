/** The keys and clicks of a log beside those of all lines: the filter, errors, marks, and the sign of lines below. */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import {
  LinesInteraction,
  linesIn,
  type LinesHost,
  type LinesLayout,
} from '../support/text-lines/interaction.js';
import type { LogModel } from './model/model.js';
import { unseenText } from './paint/paint.js';

/** What is typed in the line at the end. */
export type PromptKind = 'search' | 'filter';

export interface LogHost extends LinesHost<PromptKind> {
  readonly model: LogModel;
  readonly marks: Set<number>;
  unseen(): number;
  mark(line: number): void;
}

export class LogInteraction extends LinesInteraction<PromptKind, LogHost> {
  protected override do(action: string, event: InputAction): boolean {
    switch (action) {
      case 'nextError':
      case 'previousError':
        return this.#toError(action === 'nextError' ? 1 : -1);
      case 'nextMark':
      case 'previousMark':
        return this.toNext(this.#shownMarks(), action === 'nextMark' ? 1 : -1);
      case 'filter':
        this.open('filter');
        return true;
      case 'mark':
        return this.#mark();
      default:
        return super.do(action, event);
    }
  }

  #mark(): boolean {
    const { view } = this.host;
    const line = view.cursorLine;
    if (line < 0) return false;
    view.setCursor(line);
    this.host.mark(line);
    return true;
  }

  #shownMarks(): number[] {
    return [...this.host.marks].filter((line) => this.host.model.isShown(line));
  }

  /** The marked lines, or else the entry. */
  protected override copyCurrent(): boolean {
    const { view, model, marks } = this.host;
    if (marks.size > 0) return this.host.copy(this.#shownMarks().sort((a, b) => a - b));
    const line = view.cursorLine;
    if (line < 0) return false;
    return this.host.copy(linesIn(model, model.entryStart(line), model.entryEnd(line) - 1));
  }

  protected override clear(): boolean {
    if (super.clear()) return true;
    if (this.host.textOf('filter') === '') return false;
    this.host.setText('filter', '', true);
    return true;
  }

  #toError(by: 1 | -1): boolean {
    const { model, view } = this.host;
    const from = view.cursorLine;
    let place = model.placeOf(from);
    const entry = model.entryStart(from);
    for (place += by; place >= 0 && place < model.shownCount; place += by) {
      const line = model.lineAt(place);
      const start = model.entryStart(line);
      // Its first line that shows.
      if (start === entry || (place > 0 && model.entryStart(model.lineAt(place - 1)) === start))
        continue;
      if (model.levelOf(line) !== 'error') continue;
      this.goTo(line);
      return true;
    }
    return false;
  }

  protected override click(event: InputAction, layout: LinesLayout): boolean {
    const { offsetX = -1, offsetY = -1 } = event;
    const pill = cellWidth(unseenText(this.host.unseen()));
    const end = layout.gutter + layout.text;
    const isOnPill =
      pill > 0 &&
      offsetY === layout.header + layout.body - 1 &&
      offsetX >= end - pill &&
      offsetX < end;
    if (!isOnPill) return super.click(event, layout);
    this.host.view.toEnd();
    this.host.onChange();
    return true;
  }
}
