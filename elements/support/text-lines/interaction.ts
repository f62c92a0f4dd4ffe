/**
 * Responses of lines of text to keys and the pointer. It uses the layout painted last, so input applies to what the user sees.
 * While the line of the search is open, keys edit it. An element with more keys extends it.
 */
import type { KeyTable } from '../../../runtime/element/contract.js';
import { keyAction } from '../../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../../runtime/element/tui-element.js';
import type { KillRing } from '../../text-editing/kill-ring.js';
import type { KeyEvent } from '../../text-editing/keymap.js';
import { Prompt } from '../../text-editing/prompt.js';
import type { LINE_KEYS } from '../keys/key-tables.js';
import { isRowAction } from '../keys/row-keys.js';
import { RowPointer, wheelSteps, type RowsArea } from '../rows/pointer.js';
import type { Serials } from './serials.js';
import { scrolledOf, type LineOrder, type LineRow, type LinesView } from './view.js';

/** Cells of one step sideways. */
const SIDEWAYS = 8;

type LineAction = keyof typeof LINE_KEYS;
type Way = 1 | -1;

/** The way that an action of two goes. */
const STEPS = {
  left: -1,
  right: 1,
  extendUp: -1,
  extendDown: 1,
  next: 1,
  previous: -1,
} as const satisfies Partial<Record<LineAction, Way>>;

/** Where lines are in the content box. */
export interface LinesLayout extends RowsArea {
  readonly width: number;
  readonly height: number;
  /** Cells at the left that are not text. */
  readonly gutter: number;
  /** Cells of text. */
  readonly text: number;
  /** Row of the search; -1 for none. */
  readonly status: number;
}

export interface LinesHost<Kind extends string, Row extends LineRow = LineRow> {
  readonly keys: KeyTable;
  readonly model: LineOrder & { readonly found: Serials };
  readonly view: LinesView<Row>;
  layout(): LinesLayout | undefined;
  ring(): KillRing;
  /** The text of a search or a filter in force. */
  textOf(kind: Kind): string;
  /** Sets it while the user types; `isDone` once it is kept or undone. */
  setText(kind: Kind, text: string, isDone: boolean): void;
  toggleWrap(): void;
  activate(line: number): void;
  /** Copies lines; false where there is nothing to copy. */
  copy(lines: readonly number[]): boolean;
  onChange(): void;
}

export class LinesInteraction<
  Kind extends string = 'search',
  Host extends LinesHost<Kind> = LinesHost<Kind>,
> {
  prompt: Prompt<Kind | 'search'> | undefined;
  /** Where a search started that the user types: it moves to the match nearest to that. */
  #origin = 0;

  protected readonly host: Host;
  readonly #pointer: RowPointer;

  constructor(host: Host) {
    this.host = host;
    const { view } = host;
    this.#pointer = new RowPointer({
      scrolled: () => scrolledOf(view, host.layout()?.body ?? 0),
      scrollBy: (rows) => void view.scrollBy(rows),
      scrollTo: (share) => {
        if (share >= 1 && view.follows) view.toEnd();
        else if (share >= 1) view.scrollToPlace(host.model.shownCount - 1);
        else view.scrollToPlace(Math.round(share * view.lastTop));
      },
    });
  }

  act(event: InputAction): boolean {
    const layout = this.host.layout();
    if (layout === undefined) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event);
      case 'paste':
        return this.insert(event.text ?? '');
      case 'mousedown':
        return this.#changed(this.#pointer.press(event, layout));
      case 'mousemove':
        return this.#changed(this.#pointer.drag(event, layout));
      case 'mouseup':
        this.#pointer.release();
        return false;
      case 'click':
        return this.#pointer.isClick(event) && this.click(event, layout);
      case 'dblclick':
        return this.#doubleClick(event, layout);
      case 'wheel':
        return this.#wheel(event);
      default:
        return false;
    }
  }

  /** What a key is used for while the element has the focus. */
  useOf(event: InputAction): 'edit' | 'find' | undefined {
    if (this.prompt !== undefined) return this.prompt.uses(event as KeyEvent) ? 'edit' : undefined;
    // Letters of the element's own are commands of the app first.
    return event.key?.length === 1 ? 'find' : undefined;
  }

  /** Types a text in the open line. */
  insert(text: string): boolean {
    const { prompt } = this;
    if (prompt === undefined) return false;
    prompt.insert(text);
    this.#typed(prompt);
    return true;
  }

  /** Keeps what was typed, as where the focus goes elsewhere. */
  close(): void {
    const { prompt } = this;
    if (prompt === undefined) return;
    this.prompt = undefined;
    this.host.setText(prompt.kind as Kind, prompt.text, true);
    this.host.onChange();
  }

  // Keys

  #key(event: InputAction): boolean {
    if (this.prompt !== undefined) return this.#promptKey(this.prompt, event);
    const action = keyAction(this.host.keys, event);
    return action !== undefined && this.#changed(this.do(String(action), event));
  }

  #promptKey(prompt: Prompt<Kind | 'search'>, event: InputAction): boolean {
    switch (prompt.key(event as KeyEvent, this.host.ring())) {
      case 'accept':
        this.close();
        return true;
      case 'cancel':
        this.prompt = undefined;
        this.host.setText(prompt.kind as Kind, prompt.text === '' ? '' : prompt.before, true);
        this.host.onChange();
        return true;
      case 'changed':
        this.#typed(prompt);
        return true;
      case 'moved':
        this.host.onChange();
        return true;
      case 'other':
        return false;
    }
  }

  #typed(prompt: Prompt<Kind | 'search'>): void {
    this.host.setText(prompt.kind as Kind, prompt.text, false);
    if (prompt.kind === 'search') this.#toMatchFrom(this.#origin);
    this.host.onChange();
  }

  /** Does what a key means. @returns false where that changes nothing */
  protected do(action: string, event: InputAction): boolean {
    if (isRowAction(action)) return this.#move(action);
    const by: Way = Object.hasOwn(STEPS, action) ? STEPS[action as keyof typeof STEPS] : 1;
    switch (action) {
      case 'left':
      case 'right':
        return this.#sideways(by * SIDEWAYS);
      case 'extendUp':
      case 'extendDown':
        return this.#extend(by);
      case 'next':
      case 'previous':
        return this.toMatch(by);
      case 'search':
        this.open('search' as Kind);
        return true;
      case 'all':
        return this.#selectAll();
      case 'wrap':
        this.host.toggleWrap();
        return true;
      case 'copy':
        return this.#copy(event.ctrlKey === true);
      case 'clear':
        return this.clear();
      case 'activate':
        return this.#activate();
      default:
        return false;
    }
  }

  #activate(): boolean {
    const line = this.host.view.cursorLine;
    if (line >= 0) this.host.activate(line);
    return line >= 0;
  }

  #move(action: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last'): boolean {
    const { view, model } = this.host;
    const hadSelection = view.anchor >= 0;
    view.anchor = -1;
    if (model.shownCount === 0) return hadSelection;
    switch (action) {
      case 'up':
      case 'down':
        // At an end the selection goes all the same.
        return view.step(action === 'up' ? -1 : 1) || hadSelection;
      case 'pageUp':
      case 'pageDown':
        view.page(action === 'pageUp' ? -1 : 1);
        return true;
      case 'first':
        view.moveTo(0);
        return true;
      case 'last':
        if (view.follows) view.toEnd();
        else view.moveTo(model.shownCount - 1);
        return true;
    }
  }

  #extend(by: Way): boolean {
    const { view, model } = this.host;
    const line = view.cursorLine;
    if (line < 0) return false;
    if (view.anchor < 0) view.anchor = line;
    view.moveTo(model.placeOf(line) + by);
    return true;
  }

  #selectAll(): boolean {
    const { view, model } = this.host;
    if (model.shownCount === 0) return false;
    view.moveTo(model.shownCount - 1);
    view.anchor = model.lineAt(0);
    return true;
  }

  #sideways(cells: number): boolean {
    const { view } = this.host;
    const layout = this.host.layout();
    if (layout === undefined) return false;
    const widest = view.visible.reduce((most, { row }) => Math.max(most, row.width), 0);
    const left = Math.max(0, Math.min(view.left + cells, Math.max(0, widest - layout.text)));
    if (left === view.left) return false;
    view.left = left;
    return true;
  }

  #copy(isControl: boolean): boolean {
    const { range } = this.host.view;
    if (range !== undefined) return this.host.copy(linesIn(this.host.model, range.from, range.to));
    // Ctrl+C ends the app where nothing is selected.
    return !isControl && this.copyCurrent();
  }

  /** Copies what the cursor is at. */
  protected copyCurrent(): boolean {
    const line = this.host.view.cursorLine;
    return line >= 0 && this.host.copy([line]);
  }

  /** Undoes one thing: the selection first. */
  protected clear(): boolean {
    const { view } = this.host;
    if (view.anchor >= 0) view.anchor = -1;
    else if (this.host.textOf('search' as Kind) !== '') {
      this.host.setText('search' as Kind, '', true);
    } else return false;
    return true;
  }

  // Matches

  /** Opens the line in which the user types. */
  protected open(kind: Kind): void {
    this.#origin = Math.max(0, this.host.view.cursorLine);
    this.prompt = new Prompt(kind, this.host.textOf(kind));
  }

  #toMatchFrom(line: number): void {
    const { found } = this.host.model;
    if (found.length === 0) return;
    const at = found.indexOf(line);
    this.goTo(found.at(at < found.length ? at : 0));
  }

  /** Moves to the next match, or from the last one to the first. */
  toMatch(by: Way): boolean {
    const { found } = this.host.model;
    if (found.length === 0) return false;
    const line = this.host.view.cursorLine;
    const index = found.indexOf(line);
    const next = by < 0 ? index - 1 : found.at(index) === line ? index + 1 : index;
    this.goTo(found.at((next + found.length) % found.length));
    return true;
  }

  /** Moves to the next of some lines, or from the last one to the first. */
  protected toNext(lines: readonly number[], by: Way): boolean {
    const line = this.host.view.cursorLine;
    const sorted = [...lines].sort((a, b) => by * (a - b));
    const next = sorted.find((each) => by * (each - line) > 0) ?? sorted[0];
    if (next === undefined) return false;
    this.goTo(next);
    return true;
  }

  protected goTo(line: number): void {
    const { view, model } = this.host;
    view.anchor = -1;
    view.moveTo(model.placeOf(line));
  }

  // The pointer

  #changed(isChanged: boolean): boolean {
    if (isChanged) this.host.onChange();
    return isChanged;
  }

  protected click(event: InputAction, layout: LinesLayout): boolean {
    const { view } = this.host;
    const line = this.lineAt(event, layout);
    if (line < 0) return false;
    if (event.shiftKey === true && view.anchor < 0) view.anchor = view.cursorLine;
    else if (event.shiftKey !== true) view.anchor = -1;
    view.setCursor(line);
    this.host.onChange();
    return true;
  }

  #doubleClick(event: InputAction, layout: LinesLayout): boolean {
    const line = this.lineAt(event, layout);
    if (line < 0) return false;
    this.host.activate(line);
    return true;
  }

  protected lineAt({ offsetX = -1, offsetY = -1 }: InputAction, layout: LinesLayout): number {
    if (offsetX < 0 || offsetX >= layout.gutter + layout.text) return -1;
    return this.host.view.visible[offsetY - layout.header]?.line ?? -1;
  }

  #wheel(event: InputAction): boolean {
    const { rows, sideways } = wheelSteps(event);
    const across = this.#sideways(sideways * SIDEWAYS);
    // At its end an element leaves the wheel to what scrolls around it.
    const along = rows !== 0 && this.host.view.scrollBy(rows);
    return this.#changed(across || along);
  }
}

/** Lines that show, from one to another. */
export function linesIn(model: LineOrder, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let place = model.placeOf(from); place < model.shownCount; place++) {
    const line = model.lineAt(place);
    if (line > to) break;
    lines.push(line);
  }
  return lines;
}
