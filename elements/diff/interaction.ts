/** The keys of a diff beside those of all lines: hunks, files, the selection of one line or a hunk, and the view. */
import type { InputAction } from '../../runtime/element/tui-element.js';
import { LinesInteraction, type LinesHost } from '../support/text-lines/interaction.js';
import type { DiffRow } from './layout.js';

export interface DiffHost extends LinesHost<'search', DiffRow> {
  /** Rows that hunks, and files, begin at. */
  hunkRows(): readonly number[];
  fileRows(): readonly number[];
  /** The first and the last row of the hunk that a row is in, without its header. */
  hunkAt(row: number): { readonly from: number; readonly to: number } | undefined;
  toggleView(): void;
}

export class DiffInteraction extends LinesInteraction<'search', DiffHost> {
  protected override do(action: string, event: InputAction): boolean {
    const { view } = this.host;
    switch (action) {
      case 'nextHunk':
      case 'previousHunk':
        return this.toNext(this.host.hunkRows(), action === 'nextHunk' ? 1 : -1);
      case 'nextFile':
      case 'previousFile':
        return this.toNext(this.host.fileRows(), action === 'nextFile' ? 1 : -1);
      case 'line':
        if (view.cursorLine < 0) return false;
        view.setCursor(view.cursorLine);
        view.anchor = view.anchor === view.cursorLine ? -1 : view.cursorLine;
        return true;
      case 'hunk':
        return this.#selectHunk();
      case 'view':
        this.host.toggleView();
        return true;
      default:
        return super.do(action, event);
    }
  }

  #selectHunk(): boolean {
    const { view, model } = this.host;
    const hunk = this.host.hunkAt(view.cursorLine);
    if (hunk === undefined) return false;
    view.moveTo(model.placeOf(hunk.to));
    view.anchor = hunk.from;
    return true;
  }
}
